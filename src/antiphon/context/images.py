"""Pictures in a payload: the line that names each, who is shown it, and what it costs.

Whoever can see is shown the picture beside its line; everybody else reads in the line that there is one. A picture is
sent again with its turn, as words are.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import ceil
from typing import Literal

from antiphon.advisors.prompt import Prompts, fill
from antiphon.context.reference import quote_name
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.past import PastTurn
from antiphon.conversation.payload import ImageData

# How models reckon a picture, as their makers document it:
# `area` (Anthropic): 750 pixels to a token, after scaling to 1,568 on the longer side;
# `tiles` (OpenAI): 85 tokens and 170 for each tile of 512, after scaling to 2,048 on the longer and 768 on the shorter;
# `crops` (Google): 258 tokens for each crop of 768, and for a whole picture of up to 384.
Rule = Literal["area", "tiles", "crops"]

_AREA_SIDE, _AREA_PIXELS = 1568, 750
_TILES_LONGER, _TILES_SHORTER, _TILE, _TILE_TOKENS, _TILES_BASE = 2048, 768, 512, 170, 85
_CROP_SMALL, _CROP, _CROP_TOKENS = 384, 768, 258
_CROPPING = re.compile(r"gemini|gemma", re.IGNORECASE)
_TILING = re.compile(r"gpt|chatgpt|\bo[134]\b", re.IGNORECASE)

# The pictures of one payload. A history shows them again with every turn, and no provider takes any number; the largest
# we write ourselves has 17 million bytes, so that any one of them can be sent.
MOST_IMAGES = 20
MOST_IMAGE_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class Eyes:
    """Whether one advisor's model sees, how it reckons what it sees, and the lines that name a picture."""

    sees: bool = False
    rule: Rule = "area"
    seen: str = ""
    unseen: str = ""
    gone: str = ""
    left_out: str = ""
    own: str = ""
    quoted: str = ""

    def shows(self, image: ImageData) -> bool:
        """Whether the picture itself is sent."""
        return self.sees and not image.is_gone and not image.is_left_out

    def name(self, image: ImageData) -> str:
        """The bracketed line that stands for the picture in the text."""
        shown = self.left_out if image.is_left_out else self.seen
        return self._fill(self.gone if image.is_gone else shown if self.sees else self.unseen, image)

    def name_shortened(self, image: ImageData) -> str:
        """The line for a picture of somebody whose words are not told whole."""
        return self._fill(self.quoted if self.shows(image) else self.gone if image.is_gone else self.unseen, image)

    def _fill(self, line: str, image: ImageData) -> str:
        values = {"name": quote_name(image.name), "width": str(image.width), "height": str(image.height)}
        return f"[{fill(line, values)}]"

    def count(self, image: ImageData) -> int:
        """The tokens the picture itself is reckoned to take; its line is counted with the words."""
        return count_tokens(image.width, image.height, self.rule) if self.shows(image) else 0


def open_eyes(model: str, prompts: Prompts, *, sees: bool) -> Eyes:
    """How this model looks at pictures."""
    lines = (prompts.image, prompts.image_unseen, prompts.image_gone, prompts.image_left_out)
    return Eyes(sees, choose_rule(model), *lines, own=prompts.image_own, quoted=prompts.image_quoted)


def choose_rule(model: str) -> Rule:
    """The rule of the model's family; that of the area where it is not known."""
    return "crops" if _CROPPING.search(model) else "tiles" if _TILING.search(model) else "area"


class ImageRoom:
    """How many pictures may still go into one payload; the first that does not fit closes it."""

    __slots__ = ("_bytes", "_count")

    def __init__(self) -> None:
        self._count, self._bytes = MOST_IMAGES, MOST_IMAGE_BYTES

    def admit(self, images: Iterable[ImageData]) -> tuple[ImageData, ...]:
        """The same pictures, of which those that do not fit are left out."""
        return tuple(replace(each, is_left_out=not each.is_gone and not self._take(each.byte_count)) for each in images)

    def _take(self, byte_count: int) -> bool:
        self._count -= 1
        self._bytes -= byte_count
        return self._count >= 0 and self._bytes >= 0


def limit_images(
    turns: Iterable[PastTurn], said: Iterable[ImageData], eyes: Eyes, advisor_id: AdvisorId
) -> Iterator[PastTurn]:
    """Turns from the newest on, with the pictures for which there is room beside those of the message.

    Of what was answered, an advisor is shown only what is its own.
    """
    room = ImageRoom()
    room.admit(said)
    for turn in turns:
        yield _limit_turn(turn, room, advisor_id) if eyes.sees else turn


def _limit_turn(turn: PastTurn, room: ImageRoom, advisor_id: AdvisorId) -> PastTurn:
    own = turn.replies.get(advisor_id)
    if own is not None and own.all_images:
        turn = replace(turn, replies={**turn.replies, advisor_id: own.change_images(room.admit)})
    return replace(turn, images=room.admit(turn.images)) if turn.images else turn


def write_own(images: Iterable[ImageData], eyes: Eyes) -> str:
    """What stands beside pictures that an advisor itself has shown: the house speaks, since it may not."""
    return name_images(f"[{eyes.own}]", images, eyes).replace("]\n\n[", "]\n[", 1)


def name_images(text: str, images: Iterable[ImageData], eyes: Eyes) -> str:
    """The text with a line for each picture behind it."""
    return "\n\n".join(each for each in (text, "\n".join(eyes.name(image) for image in images)) if each)


def show_images(images: Iterable[ImageData], eyes: Eyes) -> tuple[ImageData, ...]:
    """The pictures that are sent, each with what it is reckoned to take."""
    return tuple(replace(image, tokens=eyes.count(image)) for image in images if eyes.shows(image))


def count_tokens(width: int, height: int, rule: Rule) -> int:
    """The tokens of a picture of this size by this rule."""
    longer, shorter = max(width, height, 1), max(min(width, height), 1)
    match rule:
        case "area":
            scale = min(1.0, _AREA_SIDE / longer)
            return ceil(longer * shorter * scale * scale / _AREA_PIXELS)
        case "tiles":
            scale = min(1.0, _TILES_LONGER / longer, _TILES_SHORTER / shorter)
            tiles = ceil(longer * scale / _TILE) * ceil(shorter * scale / _TILE)
            return _TILES_BASE + _TILE_TOKENS * tiles
        case "crops":
            crops = 1 if longer <= _CROP_SMALL else ceil(longer / _CROP) * ceil(shorter / _CROP)
            return _CROP_TOKENS * crops
