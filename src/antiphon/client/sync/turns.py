# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about turns: a message and the answers to it."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from time import monotonic
from typing import Any

from antiphon.client.answers.conversations import Conversation
from antiphon.client.answers.turns import read_turn
from antiphon.client.errors import ServerUnreachable
from antiphon.client.feed import Progress, find_added
from antiphon.client.message import Message, Question, as_message
from antiphon.client.paging import read_items
from antiphon.client.sync.base import SEND_SECONDS, Noun
from antiphon.client.sync.feed import follow_conversation
from antiphon.client.wire import build_path
from antiphon.conversation.turn import Turn

# A node that died is replaced within its lease, ten seconds by default; a restart by hand takes longer.
STREAM_SECONDS = 60.0
# How often a turn is looked at that is too old for the feed to begin with.
_LOOK_SECONDS = 0.4
# The API takes no more turns at once.
_MOST_TURNS = 10_000


class Turns(Noun):
    """Messages and the answers to them: send, stream, stop, mark."""

    def send(
        self,
        conversation_id: str,
        message: Message | str,
        *,
        key: str | None = None,
        patience: float = SEND_SECONDS,
    ) -> Turn:
        """The accepted turn. Sent again with the same key while the server cannot be reached, so never twice.

        Raises `ServerUnreachable` after `patience` seconds. Whoever may have to send again after that keeps the `key`:
        the same key twice is one turn.
        """
        path = f"{_conversation(conversation_id)}/turns"
        answer = self._ask_once(path, as_message(message).encode(), key, patience=patience)
        return read_turn(answer["turn"])

    def ask(self, question: Question, *, key: str | None = None, patience: float = SEND_SECONDS) -> Turn:
        """The turn of a question that a program asks for its person; as `send` for all else."""
        answer = self._ask_once("/v1/turns", question.encode(), key, patience=patience)
        return read_turn(answer["turn"])

    def read(self, turn_id: str) -> Turn:
        """One turn as far as it has come."""
        return read_turn(self._wire.get(_path(turn_id)))

    def list(
        self,
        conversation_id: str,
        *,
        before: int | None = None,
        after: int | None = None,
        at: int | None = None,
        limit: int = 50,
    ) -> tuple[Turn, ...]:
        """Turns before a position, after one, or around one, oldest first; without a position the newest."""
        path = f"{_conversation(conversation_id)}/turns"
        answer = self._wire.get(path, before=before, after=after, at=at, limit=limit)
        return read_items(answer, read_turn)

    def stream(self, turn: Turn, *, patience: float = STREAM_SECONDS) -> Generator[Progress, None, None]:
        """The turn as it grows, until every reply has settled; the last one yielded is how it ended.

        Lost connections are resumed where they broke, a server that is killed and comes back included: a reply that was
        cut off begins again, and its `added` says so. Raises `ServerUnreachable` after `patience` seconds in which
        nothing came.
        """
        yield Progress(turn, find_added(None, turn), connected=True)
        if turn.all_completed:
            return
        sights = follow_conversation(self._wire, turn.conversation_id, patience=patience)
        with closing(sights) as states:
            for sight in states:
                found = next((each for each in sight.view.turns if each.id == turn.id), None)
                if found is None and sight.connected:
                    break
                before, turn = turn, found or turn
                yield Progress(turn, find_added(before, turn), sight.connected)
                if turn.all_completed:
                    return
        # The feed begins with the newest turns; an older one is read again and again instead.
        heard = monotonic()
        while not turn.all_completed:
            self._wire.pause(_LOOK_SECONDS)
            before, connected = turn, True
            try:
                turn, heard = self.read(turn.id), monotonic()
            except ServerUnreachable:
                connected = False
                if monotonic() - heard > patience:
                    raise
            yield Progress(turn, find_added(before, turn), connected)

    def wait(self, turn: Turn, *, patience: float = STREAM_SECONDS) -> Turn:
        """The turn once every reply has settled; as `stream` for what is in between."""
        with closing(self.stream(turn, patience=patience)) as states:
            for progress in states:
                turn = progress.turn
        return turn

    def wordings(self, turn_id: str) -> tuple[Turn, ...]:
        """Every wording of a turn's question with its answers, oldest first; one of them stands."""
        return read_items(self._wire.get(f"{_path(turn_id)}/wordings"), read_turn)

    def choose_wording(self, turn_id: str) -> None:
        """Let this wording of a question stand in place of the one that does."""
        self._wire.ask("POST", f"{_path(turn_id)}/choose", {})

    def branch(self, turn_id: str, *, key: str | None = None) -> Conversation:
        """A new conversation with copies of every turn up to this one. The same key twice begins one."""
        return Conversation.read(self._ask_once(f"{_path(turn_id)}/branch", {}, key))

    def stop(self, turn_id: str) -> tuple[str, ...]:
        """Ask every open reply of a turn to stop; the ids of those that will."""
        return tuple((self._wire.ask("POST", f"{_path(turn_id)}/stop", {}))["stopping"])

    def mark(self, conversation_id: str, turn_ids: Sequence[str], marks: Mapping[str, Any]) -> None:
        """Set these marks on these turns."""
        self._wire.ask("POST", f"{_conversation(conversation_id)}/marks", {"turn_ids": [*turn_ids], **marks})

    def remove(self, conversation_id: str, turn_ids: Sequence[str]) -> None:
        """Delete exactly these turns; they can be restored."""
        self._change(conversation_id, "remove", turn_ids)

    def restore(self, conversation_id: str, turn_ids: Sequence[str]) -> None:
        """Undo a removal."""
        self._change(conversation_id, "restore", turn_ids)

    def _change(self, conversation_id: str, deed: str, turn_ids: Sequence[str]) -> None:
        for start in range(0, len(turn_ids), _MOST_TURNS):
            body = {"turn_ids": [*turn_ids[start : start + _MOST_TURNS]]}
            self._wire.ask("POST", f"{_conversation(conversation_id)}/turns/{deed}", body)


def _conversation(conversation_id: str) -> str:
    return build_path("/v1/conversations/{}", conversation_id)


def _path(turn_id: str) -> str:
    return build_path("/v1/turns/{}", turn_id)
