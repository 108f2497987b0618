"""A provider without a network. It ships with the product: for tests, and for trying Antiphon offline."""

import asyncio
import re
from collections import defaultdict, deque
from collections.abc import AsyncGenerator
from typing import assert_never

import orjson

from antiphon.conversation.payload import Payload
from antiphon.providers.chat_body import build_chat_body, model_name
from antiphon.providers.picture_maker import PictureWish, build_picture_body
from antiphon.providers.profile import AS_IS
from antiphon.providers.provider import (
    AnswerText,
    CalledTool,
    Finished,
    FinishReason,
    MadePicture,
    Outputs,
    Thought,
    Used,
    WireRequest,
)
from antiphon.providers.scripted.answering import answer_others
from antiphon.providers.scripted.painter import PAINTER, answer_with_a_picture, paint, read_words
from antiphon.providers.scripted.reader import answer_look
from antiphon.providers.scripted.rehearsal import build_answer, build_thought, split_words
from antiphon.providers.scripted.rewording import heed_words
from antiphon.providers.scripted.steps import CallTool, Fail, Finish, Say, Show, Stall, Step, Think
from antiphon.providers.scripted.understudy import UNDERSTUDY, answer_in_phase
from antiphon.providers.scripted.weathervane import WEATHERVANE, answer_with_the_wind

REHEARSAL_MODEL = "scripted:rehearsal"
# Who is asked to look at a conversation instead of continuing it.
ANALYST = "analyst"
_BEAT_SECONDS = 0.05
# Enough for a test to look at. A server that rehearses for days must not keep every request it ever made.
_KEPT = 1_000


class Scripted:
    """Answers from scripts; an advisor without one rehearses. `requests` holds what was asked last."""

    def __init__(self, name: str = "scripted", *, words_per_second: float = 40) -> None:
        self._name = name
        self._words_per_second = words_per_second
        self._scripts: dict[str, deque[tuple[Step, ...]]] = defaultdict(deque)
        self.requests: list[WireRequest] = []

    @property
    def name(self) -> str:
        """The name people configured."""
        return self._name

    def script(self, advisor_id: str, *steps: Step) -> None:
        """Play these steps at this advisor's next request; scripts wait in line."""
        self._scripts[advisor_id].append(steps)

    def encode(self, payload: Payload) -> WireRequest:
        """The request as a real provider would be sent it."""
        return WireRequest(
            advisor_id=payload.advisor_id,
            provider=self._name,
            model=model_name(payload.model),
            url=f"scripted:{model_name(payload.model)}",
            body=build_chat_body(payload, AS_IS),
            headers={"Content-Type": "application/json"},
        )

    def encode_picture(self, wish: PictureWish) -> WireRequest:
        """The request as a real provider would be sent it."""
        model = model_name(wish.model)
        headers = {"Content-Type": "application/json"}
        return WireRequest(wish.advisor_id, self._name, model, f"scripted:{model}", build_picture_body(wish), headers)

    async def make_picture(self, request: WireRequest) -> bytes:
        """A sky over a hill, in colours that depend on the description."""
        return paint(orjson.loads(request.body)["prompt"])

    async def stream(self, request: WireRequest) -> AsyncGenerator[Outputs, None]:
        """Play the advisor's next script, or rehearse."""
        self.requests.append(request)
        del self.requests[:-_KEPT]
        waiting = self._scripts[request.advisor_id]
        steps = waiting.popleft() if waiting else self._rehearse(request)
        said = thought = 0
        for step in (*steps, Finish("stop")):
            match step:
                case Say():
                    for piece in step.pieces:
                        if step.pause:
                            await asyncio.sleep(step.pause)
                        said += len(piece)
                        yield (AnswerText(piece),)
                case Think():
                    thought += len(step.text)
                    yield (Thought(step.text),)
                case Show():
                    yield (MadePicture(step.data),)
                case CallTool():
                    yield (CalledTool(0, "call_0", step.name, step.arguments),)
                case Stall():
                    await _keep_silent(step.seconds)
                case Fail():
                    raise step.error
                case Finish():
                    yield _end(step.reason, len(request.body), said, thought)
                    return
                case _:
                    assert_never(step)

    def _rehearse(self, request: WireRequest) -> tuple[Step, ...]:
        """The rehearsal voice as a script: a few words with every beat. Whoever looks on answers at once."""
        looked = answer_look(*_look(request.body)) if request.advisor_id == ANALYST else None
        if looked is not None:
            return (Say((looked,)),)
        question, messages = _last_question(request.body), orjson.loads(request.body)["messages"]
        if request.model == UNDERSTUDY:
            return (Say((answer_in_phase(request.advisor_id, question, messages),)),)
        if request.model == PAINTER:
            return answer_with_a_picture(request.advisor_id, question, messages)
        if request.model == WEATHERVANE:
            return (Say((answer_with_the_wind(messages),)),)
        answer = answer_others(request.advisor_id, question, messages) or build_answer(request.advisor_id, question)
        words = split_words(answer + heed_words(str(messages[0]["content"])))
        count = max(1, round(self._words_per_second * _BEAT_SECONDS))
        pieces = tuple("".join(words[start : start + count]) for start in range(0, len(words), count))
        answered = Say(pieces, pause=count / self._words_per_second)
        return (Think(build_thought(question)), answered) if _asks_to_think(request.body) else (answered,)


async def _keep_silent(seconds: float | None) -> None:
    if seconds is None:
        await asyncio.Event().wait()
    else:
        await asyncio.sleep(seconds)


def _end(reason: FinishReason, asked: int, said: int, thought: int) -> Outputs:
    """The finish reason and the usage; four characters count as a token here."""
    used = Used(input_tokens=asked // 4, output_tokens=-(-(said + thought) // 4), reasoning_tokens=-(-thought // 4))
    return (Finished(reason, reason), used)


def _asks_to_think(body: bytes) -> bool:
    asked = orjson.loads(body).get("reasoning")
    return isinstance(asked, dict) and asked.get("effort") != "none"


# The moment before a message is for the advisor to read, not to repeat.
_STAMP = re.compile(r"\[\d{4}-\d\d-\d\dT\d\d:\d\d\] ")


def _last_question(body: bytes) -> str:
    """What the person said last."""
    messages = orjson.loads(body)["messages"]
    last = next((read_words(each["content"]) for each in reversed(messages) if each["role"] == "user"), "")
    return _STAMP.sub("", last, count=1) if _STAMP.match(last) else last


def _look(body: bytes) -> tuple[str, str]:
    """The instructions of a look, and what is shown with them."""
    messages = orjson.loads(body)["messages"]
    said = {each["role"]: each["content"] for each in messages}
    return said.get("system", ""), said.get("user", "")
