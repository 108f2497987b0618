"""How much a model is asked to think before it answers, and what of it must be handed back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast, get_args

from antiphon.conversation.errors import Malformed

Level = Literal["off", "low", "medium", "high"]
LEVELS = cast("tuple[Level, ...]", get_args(Level))
# A level, or a budget in tokens. Nothing at all means that nobody has chosen.
Thinking = Level | int

# Who chose: the person for this send, else the advisor's own setting, else the panel's, else the settings'.
Chooser = Literal["send", "advisor", "panel", "settings"]

# The least that every provider with budgets takes, and as much as the longest answers of all.
LEAST_BUDGET: Final = 1_024
MOST_BUDGET: Final = 128_000
# What a level may take. Providers with budgets are sent these numbers; the others are given this much more room.
_ROOM: Final[Mapping[Level, int]] = {"off": 0, "low": 2_048, "medium": 8_192, "high": 16_384}


def count_room(thinking: Thinking | None) -> int:
    """How many tokens thinking may take, beside the answer."""
    if thinking is None or isinstance(thinking, int):
        return thinking or 0
    return _ROOM[thinking]


def is_on(thinking: Thinking | None) -> bool:
    """Whether a model is asked to think."""
    return thinking is not None and thinking != "off"


def read_thinking(said: object) -> Thinking:
    """What somebody wrote: a level, or a number of tokens; `Malformed` for anything else."""
    word = said.strip().lower() if isinstance(said, str) else said
    if isinstance(word, str) and word in LEVELS:
        return word
    if isinstance(word, str) and word.isascii() and word.isdigit():
        word = int(word)
    if isinstance(word, int) and not isinstance(word, bool) and LEAST_BUDGET <= word <= MOST_BUDGET:
        return word
    least, most = f"{LEAST_BUDGET:,}", f"{MOST_BUDGET:,}"
    raise Malformed(f"thinking is off, low, medium, high, or a number of tokens from {least} to {most}")


def decode_thinking(kept: object) -> Thinking | None:
    """What was kept; nothing for what cannot be read, wherever it came from."""
    try:
        return read_thinking(kept)
    except Malformed:
        return None


@dataclass(frozen=True, slots=True)
class ThinkingChoice:
    """How much thinking is asked for, and who chose it. `unmet` says why a model is not asked for it after all.

    `room` is how many tokens a request allows more because of it.
    """

    thinking: Thinking | None = None
    chosen_by: Chooser | None = None
    unmet: str = ""
    room: int = 0

    @property
    def sent(self) -> Thinking | None:
        """What the request asks for."""
        return None if self.unmet else self.thinking


NOT_CHOSEN: Final = ThinkingChoice()


def choose_thinking(
    *, send: Thinking | None, advisor: Thinking | None, panel: Thinking | None, settings: Thinking | None
) -> ThinkingChoice:
    """The first of these that says anything."""
    said: tuple[tuple[Chooser, Thinking | None], ...] = (
        ("send", send),
        ("advisor", advisor),
        ("panel", panel),
        ("settings", settings),
    )
    return next((ThinkingChoice(each, who) for who, each in said if each is not None), NOT_CHOSEN)


# `words` are signed by the provider or bare, `hidden` are words only the provider can read, `call` is the signature
# of a call.
ThoughtKind = Literal["words", "hidden", "call"]


@dataclass(frozen=True, slots=True)
class KeptThought:
    """A piece of thinking that led to calls of tools, and that the provider wants back beside their results.

    `calls` is how many calls of the same answer stood before it; before the first, `after_text` tells whether the
    answer's words did.
    """

    kind: ThoughtKind
    text: str = ""
    signature: str = ""
    calls: int = 0
    after_text: bool = False


# One entry for each time results of tools were handed back.
KeptThoughts = tuple[tuple[KeptThought, ...], ...]


def encode_thoughts(thoughts: KeptThoughts) -> list[list[dict[str, Any]]]:
    """The thoughts as JSON."""
    names = tuple(KeptThought.__dataclass_fields__)
    return [[{name: getattr(each, name) for name in names} for each in group] for group in thoughts]


def decode_thoughts(body: Iterable[Iterable[Mapping[str, Any]]]) -> KeptThoughts:
    """The thoughts that were encoded."""
    return tuple(tuple(KeptThought(**each) for each in group) for group in body)
