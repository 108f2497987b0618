"""One text out of what several advisors said, every sentence with the words it rests on."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from antiphon.conversation.claim import Claim, decode_stance, encode_stance
from antiphon.conversation.figures import find_unsourced
from antiphon.conversation.ids import AdvisorId, ReplyId, TurnId
from antiphon.conversation.quorum import Quorum, decode_quorum, encode_quorum

# What kind of text is wanted; `custom` follows the person's own instruction.
Mode = Literal["fuse", "compare", "checklist", "custom"]
# Whether the words a sentence rests on say what it says: all of it, less than it, or the opposite.
Support = Literal["supported", "more", "contradicts"]


@dataclass(frozen=True, slots=True)
class Anchor:
    """Words a sentence rests on: `reply[start:end] == quote` in the text that stood when it was written.

    `paragraph` counts the paragraphs of that reply from 1.
    """

    advisor_id: AdvisorId
    name: str
    reply_id: ReplyId
    start: int
    end: int
    quote: str
    paragraph: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence; without an anchor it is the synthesiser's own. Without `support` nobody held it to its source."""

    text: str
    anchors: tuple[Anchor, ...] = ()
    support: Support | None = None

    @property
    def is_own(self) -> bool:
        """Whether nobody's words stand behind it."""
        return not self.anchors

    @property
    def unsourced(self) -> tuple[str, ...]:
        """Figures it gives that stand in none of the words it rests on; without a source it is all its own."""
        return () if self.is_own else find_unsourced(self.text, (each.quote for each in self.anchors))


@dataclass(frozen=True, slots=True)
class Weighty:
    """A claim the text has to speak of: which rule says so, and the words it was found in.

    The rules are those of importance; `person` is one more: it stands in an answer the person called important.
    """

    number: int
    rule: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of the claims the text uses, and how many of its sentences have a source."""

    claims: int
    used: int
    sentences: int
    anchored: int


@dataclass(frozen=True, slots=True)
class Synthesis:
    """A text about one turn, who had been heard when it was written, and what it does not speak of.

    `map_id` is the map whose claims it was written from, if there was one; `used` are the numbers of those it speaks
    of, `left_out` the others. `weighty` are those it had to speak of, whether it does or not. `read` holds a hash of
    the words that were read, by reply. With `is_held` a model that may do so has held its sentences to their sources;
    `check` names the look that checked that model, passed or not.
    """

    turn_id: TurnId
    position: int
    mode: Mode
    instruction: str
    quorum: Quorum
    paragraphs: tuple[tuple[Sentence, ...], ...]
    map_id: str | None = None
    used: tuple[int, ...] = ()
    left_out: tuple[Claim, ...] = ()
    read: Mapping[str, str] = field(default_factory=dict)
    weighty: tuple[Weighty, ...] = ()
    is_held: bool = False
    check: str | None = None

    @property
    def sentences(self) -> Iterator[Sentence]:
        """All of them, in order."""
        return (sentence for paragraph in self.paragraphs for sentence in paragraph)

    @property
    def missed(self) -> tuple[Weighty, ...]:
        """Those it had to speak of and does not."""
        return tuple(each for each in self.weighty if each.number not in self.used)

    @property
    def coverage(self) -> Coverage:
        """What the text covers."""
        every = list(self.sentences)
        anchored = sum(not sentence.is_own for sentence in every)
        return Coverage(len(self.used) + len(self.left_out), len(self.used), len(every), anchored)


def encode_synthesis(synthesis: Synthesis) -> dict[str, Any]:
    """The synthesis as it is kept."""
    return {
        "turn_id": synthesis.turn_id,
        "position": synthesis.position,
        "mode": synthesis.mode,
        "instruction": synthesis.instruction,
        "quorum": encode_quorum(synthesis.quorum),
        "paragraphs": [[_encode_sentence(each) for each in paragraph] for paragraph in synthesis.paragraphs],
        "map_id": synthesis.map_id,
        "used": list(synthesis.used),
        "left_out": [_encode_claim(each) for each in synthesis.left_out],
        "weighty": [asdict(each) for each in synthesis.weighty],
        "read": dict(synthesis.read),
        "is_held": synthesis.is_held,
        "check": synthesis.check,
    }


def decode_synthesis(body: Mapping[str, Any]) -> Synthesis:
    """The synthesis that was kept."""
    return Synthesis(
        turn_id=TurnId(body["turn_id"]),
        position=body["position"],
        mode=body["mode"],
        instruction=body["instruction"],
        quorum=decode_quorum(body["quorum"]),
        paragraphs=tuple(tuple(_decode_sentence(each) for each in paragraph) for paragraph in body["paragraphs"]),
        map_id=body["map_id"],
        used=tuple(body["used"]),
        left_out=tuple(_decode_claim(each) for each in body["left_out"]),
        weighty=tuple(Weighty(**each) for each in body.get("weighty", ())),
        read=dict(body["read"]),
        is_held=body.get("is_held", False),
        check=body.get("check"),
    )


def _encode_sentence(sentence: Sentence) -> dict[str, Any]:
    anchors = [asdict(each) for each in sentence.anchors]
    return {"text": sentence.text, "anchors": anchors, "support": sentence.support}


def _decode_sentence(body: Mapping[str, Any]) -> Sentence:
    return Sentence(body["text"], tuple(Anchor(**each) for each in body["anchors"]), body.get("support"))


def _encode_claim(claim: Claim) -> dict[str, Any]:
    return {"number": claim.number, "text": claim.text, "stances": [encode_stance(each) for each in claim.stances]}


def _decode_claim(body: Mapping[str, Any]) -> Claim:
    return Claim(body["number"], body["text"], tuple(decode_stance(each) for each in body["stances"]))
