"""Previews, records and differences as JSON, and choices out of it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from antiphon.api.schemas.choice import ChoiceBody
from antiphon.context.build import Composition
from antiphon.context.choice import Choice, order_models
from antiphon.context.cost import price_thinking
from antiphon.context.diff import DiffPiece, PayloadDiff
from antiphon.context.estimate import Rates, estimate
from antiphon.context.frame import count_tools, find_last
from antiphon.context.ledger import SENTENCES, Span, format_counter
from antiphon.context.quotes import weigh_rules
from antiphon.context.reminders import Reminders
from antiphon.context.thread import count_message
from antiphon.context.toolset import measure_tools, name_of
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.payload import ImageData, Message
from antiphon.conversation.telemetry import Telemetry, encode_telemetry
from antiphon.conversation.wire import format_time
from antiphon.engine.previews.preview import AdvisorPreview, Preview
from antiphon.engine.turns.reply import describe
from antiphon.providers.elide import elide_images
from antiphon.providers.provider import WireRequest


def read_choice(usual: Choice, body: ChoiceBody | None) -> Choice | None:
    """The usual choice with what the client said; nothing when it said nothing."""
    if body is None:
        return None
    said = body.named()
    for name, make in _MAKES.items():
        if name in said:
            said[name] = make(said[name])
    return replace(usual, **said)


def _turn_ids(ids: list[str]) -> frozenset[TurnId]:
    return frozenset(TurnId(each) for each in ids)


_MAKES: dict[str, Callable[[Any], object]] = {
    "off": frozenset,
    "omit": frozenset,
    "leave_out": _turn_ids,
    "take_in": _turn_ids,
    "models": order_models,
    "focus": AdvisorId,
}


def describe_preview(preview: Preview, *, details: bool, exact: bool = False) -> dict[str, Any]:
    """The preview as its answer."""
    advisors = [_describe_advisor(each, details=details, exact=exact) for each in preview.advisors]
    return {
        "conversation_id": preview.conversation_id,
        "seq": preview.seq,
        "last_position": preview.last_position,
        "at": format_time(preview.at),
        "choice": preview.choice.encode(),
        "counter": format_counter(preview.included, preview.visible),
        "included": preview.included,
        "visible": preview.visible,
        "shown": preview.shown,
        "hidden_pins": preview.hidden_pins,
        "recomputed": preview.recomputed,
        "reminders": list(_list_reminders(preview.reminders)),
        "guidelines": [each._asdict() for each in preview.guidelines],
        "cost": {name: _sum(each["cost"][name] for each in advisors) for name in ("cold", "warm", "output")},
        "advisors": advisors,
    }


def _list_reminders(reminders: Reminders) -> Iterator[dict[str, str]]:
    for memory in reminders.memories:
        yield {"kind": "memory", "id": memory.id, "name": memory.text}
    for instruction in reminders.instructions:
        yield {"kind": "instruction", "id": instruction.id, "name": instruction.name}
    for todo in reminders.todos:
        yield {"kind": "todo", "id": str(todo.number), "name": todo.title}
    for document in reminders.documents:
        yield {"kind": "document", "id": document.id, "name": document.name}


def _sum(prices: Any) -> float | None:
    """The panel's price; unknown when one of its parts is."""
    known = list(prices)
    return None if any(each is None for each in known) else sum(known)


def _describe_advisor(preview: AdvisorPreview, *, details: bool, exact: bool) -> dict[str, Any]:
    composed, composition = preview.composed, preview.composition
    seat, frame, budget = composition.seat, composition.frame, composition.seat.budget
    request, problem, rates = composed.request, composed.problem, budget.rates
    return {
        "advisor_id": seat.advisor.id,
        "name": seat.advisor.name,
        "model": seat.model,
        "provider": None if composed.provider is None else composed.provider.name,
        "problem": None if problem is None else _describe_problem(problem),
        "sha256": None if request is None else request.sha256,
        "size": None if request is None else len(request.body),
        "url": None if request is None else request.url,
        "message_count": len(preview.payload.messages),
        "tokens": preview.tokens,
        "plain_tokens": preview.plain_tokens,
        "calibrated": preview.calibrated,
        "chars_per_token": _find_rate(preview),
        "estimate_error": preview.estimate_error,
        "fixed_tokens": frame.fixed_tokens,
        "request_tokens": frame.human_tokens,
        "history_tokens": composition.boundary.tokens,
        "max_tokens": composition.max_tokens,
        "limit": budget.limit,
        "binding": budget.binding,
        "request_allowance": budget.request_allowance,
        "reply_allowance": budget.reply_allowance,
        "included": len(composition.history),
        "trimmed": list(composed.trimmed),
        "items": [{"kind": item.kind, "tokens": count_message(item, rates)} for item in frame.items],
        "quotes": list(_describe_quotes(composition)),
        "tools": [{"name": name_of(tool), "tokens": estimate(measure_tools((tool,)), rates)} for tool in seat.tools],
        "tool_tokens": count_tools(seat),
        "thinking": {
            "chosen": seat.thinking.thinking,
            "chosen_by": seat.thinking.chosen_by,
            "unmet": seat.thinking.unmet,
            "tokens": seat.thinking.room,
            "cost": price_thinking(budget.facts.prices, seat.thinking.room),
        },
        "cost": {
            "cold": preview.cost.cold,
            "warm": preview.cost.warm,
            "output": preview.cost.output,
            "cached_tokens": preview.cost.cached_tokens,
        },
        "cache": None
        if preview.cache is None
        else {"first_difference": preview.cache.first_difference, "share": preview.cache.share},
        "spans": [_describe_span(span) for span in preview.spans],
        "messages": [_describe_message(each, rates) for each in preview.payload.messages] if details else None,
        "body": _show_body(request, exact=exact) if details and request is not None else None,
    }


def _describe_quotes(composition: Composition) -> Iterator[dict[str, Any]]:
    """Who is quoted and how, and what each way would take."""
    frame_input, seat, quotes = composition.frame_input, composition.seat, composition.frame.quotes
    last = find_last(frame_input, seat) if quotes else None
    rules = {} if last is None else weigh_rules(last, seat.advisor.id, frame_input.claimed, seat.budget.count)
    for each in quotes:
        yield {
            "advisor_id": each.advisor_id,
            "name": each.name,
            "rule": each.rule,
            "tokens": each.tokens,
            "rules": rules.get(each.advisor_id, {}),
        }


def _describe_problem(problem: Any) -> dict[str, Any]:
    error = describe(problem)
    return {"code": error.code, "message": error.message, "facts": dict(error.facts)}


def _describe_span(span: Span) -> dict[str, Any]:
    told = span._asdict() | {"sentence": SENTENCES[span.why]}
    del told["runs"]
    return told


def _describe_message(message: Message, rates: Rates) -> dict[str, Any]:
    return {
        "role": message.role,
        "content": message.content,
        "kind": message.kind,
        "turn_id": message.turn_id,
        "tokens": count_message(message, rates),
        "images": [_describe_image(image) for image in message.images],
        "calls": [{"name": call.name, "arguments": call.arguments} for call in message.calls],
    }


def _describe_image(image: ImageData) -> dict[str, Any]:
    return {
        "document_id": image.document_id,
        "name": image.name,
        "media_type": image.media_type,
        "width": image.width,
        "height": image.height,
        "bytes": len(image.data),
        "tokens": image.tokens,
    }


def _show_body(request: WireRequest, *, exact: bool) -> str:
    return (request.body if exact else elide_images(request.body)).decode()


def describe_telemetry(telemetry: Telemetry) -> dict[str, Any]:
    """The record with its lists written out and the counter a person reads."""
    return encode_telemetry(telemetry) | {
        "selection": [each._asdict() for each in telemetry.selection],
        "messages": [each._asdict() for each in telemetry.messages],
        "quotes": [each._asdict() for each in telemetry.quotes],
    }


def describe_diff(diff: PayloadDiff) -> dict[str, Any]:
    """Where two payloads part."""
    changes = [change._asdict() | {"pieces": describe_pieces(change.pieces)} for change in diff.changes]
    return diff._asdict() | {"changes": changes}


def describe_pieces(pieces: tuple[DiffPiece, ...]) -> list[dict[str, str]]:
    """Runs of words."""
    return [piece._asdict() for piece in pieces]


def _find_rate(preview: AdvisorPreview) -> float | None:
    """Characters for one token, as it came to for this payload; nothing where nothing was reckoned."""
    chars = sum(len(message.content) for message in preview.payload.messages)
    return round(chars / preview.tokens, 2) if preview.tokens else None
