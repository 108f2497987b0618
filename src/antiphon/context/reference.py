"""What the others said last, as one quoted block.

The block is the only place where another advisor's words may stand, so nothing inside it may look like its frame:
square brackets in quoted words become ⟦ and ⟧, no tag is one of ours, only the label of a voice stands at the
beginning of a line, and every further line of its words is indented. A reply can then neither close the block nor speak
as somebody else in it.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from antiphon.context.quotes import Quote
from antiphon.context.tags import disarm_tags
from antiphon.conversation.payload import ImageData

NameImage = Callable[[Quote, ImageData], str]

_BRACKETS = str.maketrans("[]", "⟦⟧")
_INDENT = "  "


def build_reference(quotes: Sequence[Quote], opening: str, name_image: NameImage | None = None) -> str:
    """The block, or nothing when nobody else answered the last turn. Without `name_image` no picture is named."""
    if not quotes:
        return ""
    said = "\n\n".join(f"{quote_name(each.name)}: {_write(each, name_image)}" for each in quotes)
    return f"[{opening}\n\n{said}]"


def _write(one: Quote, name_image: NameImage | None) -> str:
    """The words, and a line for each picture the answer shows; where nothing is quoted none is named either."""
    words = quote(one.text) if one.text.strip() else ""
    if not one.images or one.rule == "none" or name_image is None:
        return words
    lines = (name_image(one, image).translate(_BRACKETS) for image in one.images)
    return "".join((words, *(f"\n{_INDENT}{line}" for line in lines)))


# Every advisor is told the same words of the others, again with every keystroke.
@lru_cache(maxsize=128)
def quote(text: str) -> str:
    """Words that can be told from their frame whatever they are."""
    lines = disarm_tags(text.strip()).translate(_BRACKETS).splitlines()
    return "\n".join([lines[0], *(_INDENT + line if line.strip() else "" for line in lines[1:])])


def quote_name(name: str) -> str:
    """A name on one line, without anything that could end the label."""
    return " ".join(disarm_tags(name).translate(_BRACKETS).replace(":", " ").split()) or "someone"
