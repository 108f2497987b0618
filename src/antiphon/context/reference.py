"""What the others said last, as one quoted block.

The block is the only place where another advisor's words may stand, so nothing inside it may look like its frame:
square brackets in quoted words become ⟦ and ⟧, no tag is one of ours, only the label of a voice stands at the
beginning of a line, and every further line of its words is indented. A reply can then neither close the block nor speak
as somebody else in it.
"""

from antiphon.context.tags import disarm_tags
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.past import PastTurn

_BRACKETS = str.maketrans("[]", "⟦⟧")
_INDENT = "  "


def build_reference(last: PastTurn | None, advisor_id: AdvisorId, opening: str, char_limit: int) -> str:
    """The block for this advisor, or nothing when nobody else answered the last turn.

    Quotes are cut at `char_limit` characters each (0: not at all), and say so.
    """
    if last is None:
        return ""
    others = [reply for each, reply in last.replies.items() if each != advisor_id and reply.text.strip()]
    if not others:
        return ""
    quotes = "\n\n".join(f"{quote_name(reply.name)}: {quote(reply.text, char_limit)}" for reply in others)
    return f"[{opening}\n\n{quotes}]"


def quote(text: str, char_limit: int = 0) -> str:
    """Words that can be told from their frame whatever they are."""
    text = text.strip()
    if char_limit and len(text) > char_limit:
        text = text[:char_limit].rstrip() + " …"
    lines = disarm_tags(text).translate(_BRACKETS).splitlines()
    return "\n".join([lines[0], *(_INDENT + line if line.strip() else "" for line in lines[1:])])


def quote_name(name: str) -> str:
    """A name on one line, without anything that could end the label."""
    return " ".join(disarm_tags(name).translate(_BRACKETS).replace(":", " ").split()) or "someone"
