"""Results as lines of JSON: one run of a case per line, keys in order, nothing in them that changes from day to day."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from os import SEEK_END
from pathlib import Path
from typing import Any

import orjson

from antiphon.conversation.ids import TurnId
from antiphon.conversation.payload import Message, ToolCall
from antiphon.evals.result import CaseResult, Exchange, Spot, Verdict

_SPOTS = tuple(each.name for each in fields(Spot))
_VERDICTS = tuple(each.name for each in fields(Verdict))
_EXCHANGES = tuple(each.name for each in fields(Exchange))
_RESULTS = tuple(each.name for each in fields(CaseResult))


def encode_result(result: CaseResult) -> dict[str, Any]:
    """The result as JSON. Pictures beside a message are left out: the bytes that were sent stand in `body`."""
    return {
        **_read_fields(result, _RESULTS),
        "verdicts": [encode_verdict(each) for each in result.verdicts],
        "exchanges": [encode_exchange(each) for each in result.exchanges],
        "facts": dict(result.facts),
    }


def decode_result(body: Mapping[str, Any]) -> CaseResult:
    """The result that was encoded; what is left out is as usual, what is unknown is left alone."""
    known = _pick(body, _RESULTS)
    known["verdicts"] = tuple(decode_verdict(each) for each in body.get("verdicts", ()))
    known["exchanges"] = tuple(decode_exchange(each) for each in body.get("exchanges", ()))
    return CaseResult(**known)


def encode_verdict(verdict: Verdict) -> dict[str, Any]:
    """A verdict as JSON, with what a judge was sent."""
    return {
        **_read_fields(verdict, _VERDICTS),
        "hits": list(verdict.hits),
        "misses": list(verdict.misses),
        "spots": [_read_fields(each, _SPOTS) for each in verdict.spots],
        "calls": [encode_exchange(each) for each in verdict.calls],
    }


def decode_verdict(body: Mapping[str, Any]) -> Verdict:
    """The verdict that was encoded."""
    known = _pick(body, _VERDICTS)
    known["hits"], known["misses"] = tuple(body.get("hits", ())), tuple(body.get("misses", ()))
    known["spots"] = tuple(Spot(**_pick(each, _SPOTS)) for each in body.get("spots", ()))
    known["calls"] = tuple(decode_exchange(each) for each in body.get("calls", ()))
    return Verdict(**known)


def encode_exchange(exchange: Exchange) -> dict[str, Any]:
    """A request and its answer as JSON."""
    return {
        **_read_fields(exchange, _EXCHANGES),
        "messages": [_encode_message(each) for each in exchange.messages],
        "usage": None if exchange.usage is None else dict(exchange.usage),
        "error": None if exchange.error is None else dict(exchange.error),
        "chat_prompt": None if exchange.chat_prompt is None else [dict(each) for each in exchange.chat_prompt],
    }


def decode_exchange(body: Mapping[str, Any]) -> Exchange:
    """The request and answer that were encoded."""
    known = _pick(body, _EXCHANGES)
    known["messages"] = tuple(_decode_message(each) for each in body.get("messages", ()))
    prompt = body.get("chat_prompt")
    known["chat_prompt"] = None if prompt is None else tuple(prompt)
    return Exchange(**known)


def format_line(result: CaseResult) -> bytes:
    """One line; the same result always gives the same bytes."""
    return orjson.dumps(encode_result(result), option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE)


def append_line(path: Path, line: bytes) -> None:
    """Add one line, on a line of its own even when a kill cut the one before it short."""
    with path.open("ab+") as file:
        if file.tell():
            file.seek(-1, SEEK_END)
            line = line if file.read(1) == b"\n" else b"\n" + line
        file.write(line)


def write_results(path: Path, results: Iterable[CaseResult]) -> None:
    """All of them in this order, in place of what the file held; nobody ever sees half of it."""
    draft = path.with_name(path.name + ".part")
    draft.write_bytes(b"".join(format_line(each) for each in results))
    draft.replace(path)


def read_results(path: Path) -> list[CaseResult]:
    """Every whole result of a file, in its order; a line that a kill left half-written is passed over."""
    return [decode_result(body) for line in path.read_bytes().splitlines() if (body := parse_line(line)) is not None]


def parse_line(line: bytes) -> dict[str, Any] | None:
    """What one line holds; nothing when it is not a whole one."""
    try:
        body = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    return body if isinstance(body, dict) else None


def _read_fields(value: object, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(value, name) for name in names}


def _pick(body: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: body[name] for name in names if name in body}


def _encode_message(message: Message) -> dict[str, Any]:
    body: dict[str, Any] = {"role": message.role, "content": message.content, "kind": message.kind}
    if message.turn_id is not None:
        body["turn_id"] = message.turn_id
    if message.calls:
        body["calls"] = [{"id": each.id, "name": each.name, "arguments": each.arguments} for each in message.calls]
    if message.call_id:
        body["call_id"] = message.call_id
    return body


def _decode_message(body: Mapping[str, Any]) -> Message:
    return Message(
        role=body["role"],
        content=body["content"],
        kind=body.get("kind", "turn"),
        turn_id=TurnId(body["turn_id"]) if "turn_id" in body else None,
        calls=tuple(ToolCall(**each) for each in body.get("calls", ())),
        call_id=body.get("call_id", ""),
    )
