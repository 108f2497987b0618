"""Conversations get their names: on request, or after their first turn."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Final

from antiphon.access.principal import Principal
from antiphon.advisors.prompt import load_title_prompt
from antiphon.analysis.heartbeat import write_recent
from antiphon.analysis.titles import SHAPE, Naming, build_naming, parse_naming
from antiphon.analysis.transcript import Transcript
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.errors import CommandRefused
from antiphon.conversation.event import ConversationRenamed, TurnsMarked
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.used_key import UsedKey
from antiphon.conversation.work import Work
from antiphon.engine.analyses.ask_model import AnalysisRun, ModelQuestion
from antiphon.engine.analyses.runner import AnalysisInput, AnalysisKind, AnalysisRunner, Conclude, concluding
from antiphon.engine.runtime.once import do_once
from antiphon.live.live import Live
from antiphon.store.reads.analyses import is_running, read_analysis
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.turns import read_turn, read_turns
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.conversations import name_conversation
from antiphon.store.writes.turns import tag_turn

KIND: Final = "title"
_DEED: Final = "the title"
# A title of eight words and three tags; more is somebody talking.
_MAX_TOKENS: Final = 256
# What a conversation is about shows at its end and its beginning is in its title already.
_NEWEST: Final = 10


@dataclass(slots=True)
class _Naming:
    """One naming on its way; `facts` are told to everybody once they are on disk."""

    conversation_id: ConversationId
    asked: bool
    facts: list[ConversationRenamed | TurnsMarked] = field(default_factory=list)


class Titles:
    """Names conversations."""

    def __init__(self, store: Store, live: Live, looks: AnalysisRunner) -> None:
        self._store = store
        self._live = live
        self._looks = looks
        self._prompt = load_title_prompt()
        looks.register(KIND, self._take_up)

    async def perform(
        self,
        principal: Principal,
        conversation_id: ConversationId,
        model: str | None = None,
        key: UsedKey | None = None,
    ) -> Analysis:
        """Have the conversation named, whoever named it before; returns when that has ended, well or badly.

        Refuses when nothing was said yet, and while it is being named. The same key again waits for the same naming.
        """
        naming = _Naming(conversation_id, asked=True)
        look = self._describe(naming, partial(_check_alone, conversation_id=conversation_id))
        begin = partial(self._looks.begin, principal, replace(look, key=key), model)
        return await self._looks.wait(principal, await do_once(self._store, principal, key, begin, read_analysis))

    def _take_up(self, work: Work) -> AnalysisKind[Transcript]:
        """The look this work is, asked for or owed after the first turn of a conversation that nobody has named."""
        naming = _Naming(ConversationId(work.conversation_id or ""), asked=not work.args.get("after_turn"))
        check = partial(_check_unnamed, conversation_id=naming.conversation_id, turn_id=work.args.get("turn_id"))
        return self._describe(naming, check)

    def _describe(self, naming: _Naming, check: Callable[[Unit], None]) -> AnalysisKind[Transcript]:
        return AnalysisKind(
            KIND,
            naming.conversation_id,
            partial(self._open, conversation_id=naming.conversation_id),
            partial(self._run, naming=naming),
            check,
            partial(self._tell, naming),
            max_tokens=_MAX_TOKENS,
        )

    def _tell(self, naming: _Naming) -> None:
        for fact in naming.facts:
            self._live.publish(fact)

    def _open(self, unit: Unit, model: str, conversation_id: ConversationId) -> AnalysisInput[Transcript]:
        read_conversation(unit, conversation_id)
        turns = read_turns(unit, conversation_id, limit=_NEWEST)
        if not turns:
            raise CommandRefused(_DEED, "nothing has been said here yet")
        transcript = write_recent(turns, self._looks.room(model, _MAX_TOKENS), self._looks.weigh(model))
        first, last = transcript.turns[0], transcript.turns[-1]
        return AnalysisInput(conversation_id, first.position, last.position, transcript)

    async def _run(self, analysing: AnalysisRun, transcript: Transcript, naming: _Naming) -> Conclude:
        question = ModelQuestion(KIND, build_naming(self._prompt, transcript), shape=SHAPE)
        named: Naming = await analysing.ask(question, parse_naming)
        newest = transcript.turns[-1].id

        def write(unit: Unit, _analysis_id: str) -> None:
            renamed = name_conversation(unit, naming.conversation_id, named.title, even_over_person=naming.asked)
            tagged = tag_turn(unit, naming.conversation_id, newest, named.tags, datetime.now(UTC))
            naming.facts[:] = [fact for fact in (renamed, tagged) if fact is not None]

        result = {"title": named.title, "tags": list(named.tags), "turn_id": newest}
        return concluding(analysing, {"tags": len(named.tags)}, result, write)


def _check_alone(unit: Unit, conversation_id: ConversationId) -> None:
    if is_running(unit, conversation_id, KIND):
        raise CommandRefused(_DEED, "one is being found already")


def _check_unnamed(unit: Unit, conversation_id: ConversationId, turn_id: str | None) -> None:
    """Refuse what is owed after a turn where it was not the first, or somebody has named the conversation."""
    _check_alone(unit, conversation_id)
    line = read_conversation(unit, conversation_id)
    is_first = turn_id is not None and read_turn(unit, TurnId(turn_id)).position == 1
    if not is_first or line.title or line.kept_until is not None:
        raise CommandRefused(_DEED, "the conversation needs none")
