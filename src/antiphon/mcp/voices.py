"""The answers of a turn, as values and in words."""

from collections.abc import Sequence

from antiphon.analysis.spoken import explain_waiting, write_voice
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.mcp.answers import Answers, VoiceAnswer, VoiceCount
from antiphon.mcp.line_up import LineUp
from antiphon.mcp.tool import Call, Said

# Five such answers are a good page, and what a program is given stays in its context for the rest of its day.
USUAL_CHARS = 4_000
MOST_CHARS = 100_000

_GOING_ON = frozenset((ReplyState.WAITING, ReplyState.SENDING, ReplyState.STREAMING))
_WHY = {
    ReplyState.EMPTY: "it answered without a word",
    ReplyState.STOPPED: "it was stopped",
    ReplyState.INTERRUPTED: "it was cut off by a crash",
    ReplyState.INCOMPLETE: "it broke off",
    ReplyState.FILTERED: "the provider withheld it",
}


def answer_turn(
    call: Call, line_up: LineUp, turn: Turn, *, advisor_id: str | None = None, offset: int = 0, chars: int = USUAL_CHARS
) -> Said:
    """The turn as far as it has come, of everybody or of one; texts from `offset` on, each at most so long."""
    replies = list_replies(turn)
    shown = [_describe(line_up, each, offset, chars) for each in replies if advisor_id in (None, each.advisor_id)]
    answered = sum(each.state is ReplyState.COMPLETE for each in replies)
    answers = Answers(
        status="complete" if turn.all_completed else "working",
        conversation_id=turn.conversation_id,
        turn_id=turn.id,
        url=call.link(turn.conversation_id),
        quorum=VoiceCount(asked=len(replies), answered=answered),
        voices=shown,
    )
    return Said(answers, _write(answers, replies), turn.id)


def list_replies(turn: Turn) -> Sequence[Reply]:
    """The reply of each advisor that stands for it."""
    return [each for each in turn.replies if each.chosen]


def _describe(line_up: LineUp, reply: Reply, offset: int, chars: int) -> VoiceAnswer:
    whole = (reply.text if reply.edited is None else reply.edited) if reply.completed else ""
    return VoiceAnswer(
        advisor=reply.name,
        slug=line_up.find_slug(reply.advisor_id),
        reply_id=reply.id,
        state=reply.state.value,
        text=whole[offset : offset + chars],
        truncated=offset + chars < len(whole),
        chars=len(whole),
        error=_say_why(reply),
    )


def _say_why(reply: Reply) -> str | None:
    if (waits := explain_waiting(reply)) is not None:
        return waits
    return reply.error.message if reply.error is not None else _WHY.get(reply.state)


def _write(answers: Answers, replies: Sequence[Reply]) -> str:
    """Who is still speaking or waits for a person, then everybody who has ended, in the panel's order."""
    settled = [each for each in answers.voices if each.state not in _GOING_ON]
    voices = [_write_one(each, answers.turn_id) for each in settled]
    if answers.status == "complete":
        return "\n\n".join(voices)
    ended = sum(each.completed for each in replies)
    rest = f"Call get_answers with turn_id {answers.turn_id} for the rest."
    waiting = [f"{each.advisor}: {each.error} ({answers.url})." for each in answers.voices if _waits(each)]
    return "\n\n".join([f"{ended} of {len(replies)} voices have answered. {rest}", *waiting, *voices])


def _waits(voice: VoiceAnswer) -> bool:
    """Whether it goes on only once a person has spoken."""
    return voice.state in _GOING_ON and voice.error is not None


def _write_one(voice: VoiceAnswer, turn_id: str) -> str:
    spoken = write_voice(voice.advisor, voice.text, voice.error)
    if not voice.truncated:
        return spoken
    more = f"Call get_answers with turn_id {turn_id}, advisor {voice.slug} and an offset for the rest."
    return f"{spoken}\n\n> Cut here; the whole answer has {voice.chars} characters. {more}"
