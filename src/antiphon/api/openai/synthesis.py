"""One text out of what a panel said, as the answer; what each voice said comes before it, as thought."""

import hashlib
from dataclasses import dataclass
from typing import Final

from typing_extensions import override

from antiphon.access.policy import Policy, Verb, is_allowed
from antiphon.access.principal import Principal
from antiphon.analysis.quorum_words import describe_quorum
from antiphon.api.dependencies import Dependencies
from antiphon.api.held_stream import hold_stream
from antiphon.api.openai.usage import Usage, add_up
from antiphon.api.openai.voices import OPENING, Json, Transcript, Writer, make_choice, make_message
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.errors import AntiphonError, CommandRefused, NotAllowed
from antiphon.conversation.quorum import Quorum
from antiphon.conversation.synthesis import Anchor, Mode, Sentence, Synthesis
from antiphon.conversation.text import on_one_line
from antiphon.conversation.turn import Turn
from antiphon.conversation.used_key import UsedKey
from antiphon.engine.analyses.quorums import read_quorum_of
from antiphon.engine.commands.analyses import synthesize
from antiphon.store.reads.analyses import read_analysis, read_newest
from antiphon.store.reads.syntheses import KIND, read_synthesis

WRITE: Final = Policy(Verb.WRITE, "synthesis")
# One voice alone has nothing to be brought together with.
_FEWEST: Final = 2


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The text that is the answer, what it took, and the look it came of, where it came of one."""

    text: str
    usage: Usage = Usage()
    analysis_id: str | None = None


class SynthesisWriter(Writer):
    """The voices as thought, one after the other; the answer itself is written when they have ended."""

    def __init__(self) -> None:
        self._transcript = Transcript()

    @override
    def open(self, turn: Turn) -> list[Json]:
        return [make_choice(0, dict(OPENING))]

    @override
    def advance(self, turn: Turn) -> list[Json]:
        said = self._transcript.advance(turn)
        return [make_choice(0, {"reasoning_content": said})] if said else []

    @override
    def write(self, turn: Turn) -> list[Json]:
        return [make_message(0, {"content": "", "reasoning_content": Transcript().advance(turn)}, "stop")]

    @override
    def list_answers(self, turn: Turn) -> list[str]:
        return []


async def conclude(deps: Dependencies, caller: Principal, turn: Turn, mode: Mode) -> Conclusion:
    """The text about a turn that has ended, written once however often it is asked for.

    With fewer than two voices there is none, nor where it cannot be written: then what was said stands for itself.
    """
    quorum = await deps.engine.store.read(caller, read_quorum_of, turn)
    voices = f"{_write_quorum(quorum)}\n\n{Transcript().advance(turn)}"
    if sum(bool(reply.text) for reply in turn.replies) < _FEWEST:
        return Conclusion(voices)
    try:
        analysis = await _have_written(deps, caller, turn, mode)
    except AntiphonError as error:
        return Conclusion(f"{voices}> No synthesis: {on_one_line(str(error)).rstrip('.')}.\n")
    used = await _count(deps, caller, analysis)
    if analysis.status != "done":
        reason = analysis.error.message if analysis.error is not None else "it was not written to its end"
        return Conclusion(f"{voices}> No synthesis: {on_one_line(reason).rstrip('.')}.\n", used)
    kept = await deps.engine.store.read(caller, read_synthesis, turn.id, analysis.id)
    return Conclusion(voices, used) if kept is None else Conclusion(write_text(kept.synthesis), used, analysis.id)


async def _have_written(deps: Dependencies, caller: Principal, turn: Turn, mode: Mode) -> Analysis:
    """The look it came of: the newest there is, or a new one where there is none and the caller may have one made.

    Keys are forgotten after a day, and an answer may be asked for again much later.
    """
    store = deps.engine.store
    if (written := await store.read(caller, read_synthesis, turn.id, mode=mode)) is not None:
        return await store.read(caller, read_analysis, written.analysis_id)
    if is_allowed(caller, WRITE):
        begun = await _begin(deps, caller, turn, mode)
    else:
        begun = await _find_running(deps, caller, turn)
    return await _wait(deps, caller, begun)


async def _wait(deps: Dependencies, caller: Principal, begun: Analysis) -> Analysis:
    """The look once it has ended; `NotSignedIn` when the caller is put out before: then it may rest for ever."""
    with hold_stream(deps, caller) as reader:
        return await reader.wait_for(lambda: deps.analyses.runner.wait(caller, begun))


async def _begin(deps: Dependencies, caller: Principal, turn: Turn, mode: Mode) -> Analysis:
    said = f"synthesis {turn.id} {mode}"
    key = UsedKey(caller.id, f"outside {said}", hashlib.sha256(said.encode()).hexdigest())
    try:
        return await synthesize(deps.engine, deps.analyses.syntheses, caller, turn.id, mode, key=key)
    except CommandRefused:
        # The house writes one after every turn, if it was told to; that one will do.
        running = await deps.engine.store.read(caller, read_newest, turn.id, KIND)
        if running is None:
            raise
        return running


async def _find_running(deps: Dependencies, caller: Principal, turn: Turn) -> Analysis:
    """The one that somebody who may is having written; `NotAllowed` where nobody is."""
    newest = await deps.engine.store.read(caller, read_newest, turn.id, KIND)
    if newest is None or newest.status != "running":
        raise NotAllowed(Verb.WRITE)
    return newest


async def _count(deps: Dependencies, caller: Principal, analysis: Analysis) -> Usage:
    """What writing it took, and the map it was written from."""
    looks = [analysis]
    if analysis.result is not None and (map_id := analysis.result.get("map_id")) is not None:
        looks.append(await deps.engine.store.read(caller, read_analysis, map_id))
    return add_up(
        Usage(
            each.usage.get("input_tokens", 0),
            each.usage.get("output_tokens", 0),
            each.usage.get("cached_tokens", 0),
            is_estimated=bool(each.usage.get("unreported")),
        )
        for each in looks
    )


def write_text(synthesis: Synthesis) -> str:
    """Who was heard, the text with whose words each sentence rests on, and these words."""
    anchors = dict.fromkeys(anchor for sentence in synthesis.sentences for anchor in sentence.anchors)
    paragraphs = [" ".join(_write_sentence(each) for each in paragraph) for paragraph in synthesis.paragraphs]
    if synthesis.mode == "checklist":
        paragraphs = ["\n".join(f"- [ ] {each}" for each in paragraphs)]
    sources = [f"- {_name(each)}: “{on_one_line(each.quote)}”" for each in anchors]
    blocks = (_write_quorum(synthesis.quorum), *paragraphs, "\n".join(("Sources:", "", *sources)) if sources else "")
    return "\n\n".join(each for each in blocks if each) + "\n"


def _write_quorum(quorum: Quorum) -> str:
    return f"*{' '.join(describe_quorum(quorum))}*"


def _write_sentence(sentence: Sentence) -> str:
    names = dict.fromkeys(_name(each) for each in sentence.anchors)
    return on_one_line(sentence.text) + "".join(f" {each}" for each in names)


def _name(anchor: Anchor) -> str:
    return f"[{on_one_line(anchor.name)} ¶{anchor.paragraph}]"
