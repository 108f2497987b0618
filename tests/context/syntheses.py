"""Texts about a turn, as a person may tick them."""

from antiphon.conversation.ids import AdvisorId, ReplyId, TurnId
from antiphon.conversation.quorum import CutVoice, MissingVoice, Quorum, TrimmedVoice
from antiphon.conversation.synthesis import Anchor, Sentence, Synthesis


def build_sentence(text: str, *names: str) -> Sentence:
    """A sentence that rests on words of these voices."""
    anchors = (Anchor(AdvisorId(name.lower()), name, ReplyId(f"r_{name}"), 0, 3, "Yes", 1) for name in names)
    return Sentence(text, tuple(anchors))


def build_synthesis(
    *sentences: Sentence, missing: tuple[str, ...] = (), cut: tuple[str, ...] = (), trimmed: tuple[str, ...] = ()
) -> Synthesis:
    """A text of one paragraph about turn 1, in which five were asked."""
    quorum = Quorum(
        asked=5,
        answered=5 - len(missing) - len(cut),
        missing=tuple(MissingVoice(AdvisorId(name.lower()), name, "error", "quota") for name in missing),
        cut=tuple(CutVoice(AdvisorId(name.lower()), name, "stopped") for name in cut),
        trimmed=tuple(TrimmedVoice(AdvisorId(name.lower()), name, 2) for name in trimmed),
    )
    told = sentences or (build_sentence("They would wait.", "Ann", "Ben"),)
    return Synthesis(TurnId("t_1"), 1, "fuse", "", quorum, (told,))
