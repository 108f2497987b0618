"""A case told in full: what it had to hold, what was said, and, where it did not pass, exactly what was sent."""

from collections.abc import Iterator, Sequence

from antiphon.conversation.payload import Message
from antiphon.evals.report.badges import Badges, draw_badge
from antiphon.evals.report.failures import describe_error, explain, find_exchange
from antiphon.evals.report.figures import count, format_score, format_seconds, name_advisor
from antiphon.evals.report.markup import Html, TextRange, mark_text, show_text, tag
from antiphon.evals.report.tables import name_place, write_state
from antiphon.evals.result import CaseResult, Exchange, Spot, Verdict

# What needs somebody's eyes comes first.
_ORDER = {"failed": 0, "error": 1, "not_graded": 2, "passed": 3}


def write_details(results: Sequence[CaseResult], badges: Badges) -> Html:
    """Every case that was begun, those that did not pass first and open."""
    begun = [(index, each) for index, each in enumerate(results) if each.status in _ORDER]
    ranked = sorted(begun, key=lambda pair: _ORDER[pair[1].status])
    cases = (_write_case(index, each, badges) for index, each in ranked)
    return tag("section", tag("h2", "Case by case"), *cases, class_="told")


def _write_case(index: int, result: CaseResult, badges: Badges) -> Html:
    repeat = f" #{result.repeat}" if result.repeat > 1 else ""
    head = tag(
        "summary",
        tag("h3", result.case_id + repeat),
        write_state(result.status),
        tag("span", format_score(result.score), class_="num score") if result.score is not None else None,
        tag("small", _describe_bar(result), class_="muted"),
    )
    is_broken = result.status == "error" and not result.verdicts
    body = tag(
        "div",
        tag("p", explain(result), class_="why") if is_broken or not result.verdicts else None,
        _write_verdicts(result, badges) if result.verdicts else None,
        *_write_exchanges(result, badges),
        id=name_place(index),
        class_="body",
    )
    return tag("details", head, body, class_=f"case {result.status}", open=result.status != "passed")


def _describe_bar(result: CaseResult) -> str:
    threshold = result.facts.get("threshold")
    return f"{result.suite}, passes from {format_score(threshold)}" if isinstance(threshold, float) else result.suite


def _write_verdicts(result: CaseResult, badges: Badges) -> Html:
    """What speaks against the case; what it holds is folded away where that is not all there is."""
    open_, held = (
        [each for each in result.verdicts if (each.status == "passed") is passed] for passed in (False, True)
    )
    ranked = sorted(open_, key=lambda each: each.status)
    against = tag("ul", *(_write_verdict(result, each, badges) for each in ranked), class_="verdicts")
    for_it = tag("ul", *(_write_verdict(result, each, badges) for each in held), class_="verdicts")
    if not ranked:
        return for_it
    if not held:
        return against
    folded = tag("details", tag("summary", f"{count(len(held), 'assertion')} that it holds"), for_it, class_="held")
    return tag("div", against, folded)


def _write_verdict(result: CaseResult, verdict: Verdict, badges: Badges) -> Html:
    who = (draw_badge(verdict.advisor, badges), verdict.advisor)
    where = tag("span", *who, class_="who") if verdict.advisor else None
    turn = tag("span", f"turn {verdict.turn}", class_="muted") if len(_list_turns(result)) > 1 else None
    kind = tag("span", verdict.type, class_="kind") if verdict.name and verdict.type not in verdict.name else None
    required = f"required: at least {format_score(verdict.required)}" if verdict.required is not None else ""
    return tag(
        "li",
        write_state(verdict.status),
        tag(
            "div",
            tag("p", tag("b", verdict.name or verdict.type), " ", kind, " ", where, " ", turn, class_="what"),
            tag("p", verdict.reason) if verdict.reason else None,
            *(tag("p", "holds: ", each, class_="hit") for each in verdict.hits if each not in verdict.reason),
            *(tag("p", "lacks: ", each, class_="miss") for each in verdict.misses if each not in verdict.reason),
            *(_write_spot(each) for each in verdict.spots),
            tag("p", required, class_="muted") if required else None,
            *(_write_call(each) for each in verdict.calls if verdict.status != "passed"),
        ),
        tag("span", format_score(verdict.score), class_="num score"),
        class_=verdict.status,
    )


def _write_spot(spot: Spot) -> Html:
    where = "in the answer" if spot.where == "answer" else f"in what was sent, {spot.where}"
    place = f"{where}, characters {spot.start:,} to {spot.end:,}"
    return tag(
        "p", tag("mark", show_text(spot.quote)), " ", tag("span", place, class_="muted"), class_="spot", dir="auto"
    )


def _write_exchanges(result: CaseResult, badges: Badges) -> Iterator[Html]:
    """The answers that speak against the case stand open; the others are a click away."""
    blamed = _group_blame(result)
    with_payload = result.status != "passed"
    for exchange in result.exchanges:
        against = blamed.get(id(exchange), [])
        spots = [spot for verdict in against for spot in verdict.spots]
        is_open = bool(against) or exchange.error is not None
        yield _write_exchange(result, exchange, spots, badges, is_open=is_open, with_payload=with_payload)


def _write_exchange(
    result: CaseResult,
    exchange: Exchange,
    spots: Sequence[Spot],
    badges: Badges,
    *,
    is_open: bool,
    with_payload: bool,
) -> Html:
    turn = f"turn {exchange.turn}" if len(_list_turns(result)) > 1 else ""
    facts = (turn, exchange.phase and f"phase {exchange.phase}", _describe_usage(exchange), exchange.model)
    head = tag(
        "summary",
        tag("span", draw_badge(exchange.advisor, badges), tag("b", name_advisor(exchange.advisor)), class_="who"),
        tag("small", " · ".join(each for each in facts if each), class_="muted"),
    )
    error = tag("p", f"[error: {describe_error(exchange)}]", class_="broken") if exchange.error is not None else None
    answer = mark_text(exchange.answer, _find_stretches(exchange.answer, "answer", spots))
    return tag(
        "details",
        head,
        error,
        tag("div", answer, class_="answer", dir="auto") if exchange.answer else _say_nothing(exchange),
        _write_payload(exchange, spots) if with_payload else None,
        class_="exchange",
        open=is_open,
    )


def _say_nothing(exchange: Exchange) -> Html | None:
    return None if exchange.error is not None else tag("p", "Answered with no words.", class_="muted")


def _write_payload(exchange: Exchange, spots: Sequence[Spot]) -> Html:
    if not exchange.body and not exchange.messages:
        return tag("p", "Nothing was sent: this answer was given by the case.", class_="muted")
    marked = any(each.where != "answer" for each in spots)
    size = len(exchange.body.encode(errors="replace"))
    head = f"{count(len(exchange.messages), 'message')}, {count(size, 'byte')}"
    dropped = f", {count(exchange.dropped, 'turn')} left out to fit" if exchange.dropped else ""
    messages = (_write_message(number, each, spots) for number, each in enumerate(exchange.messages))
    body = tag("details", tag("summary", "The request, byte for byte"), tag("pre", exchange.body), class_="raw")
    return tag(
        "details",
        tag("summary", "What was sent ", tag("small", head + dropped, class_="muted")),
        tag("p", tag("code", exchange.sha256), tag("span", " SHA-256 of the request", class_="muted"), class_="hash"),
        tag("p", tag("code", exchange.url), class_="hash") if exchange.url else None,
        tag("ol", *messages, class_="messages"),
        body,
        class_="payload",
        open=marked,
    )


def _write_message(number: int, message: Message, spots: Sequence[Spot]) -> Html:
    where = f"messages[{number}]"
    text = mark_text(message.content, _find_stretches(message.content, where, spots))
    calls = (tag("pre", f"{each.name}({each.arguments})") for each in message.calls)
    role = "reference" if message.kind == "reference" else message.role
    head = tag("p", tag("b", message.role), " ", tag("span", message.kind, class_="muted"), class_="role")
    return tag("li", head, tag("pre", text, dir="auto") if message.content else None, *calls, class_=f"role-{role}")


def _write_call(call: Exchange) -> Html:
    ended = describe_error(call) if call.error is not None else call.answer
    return tag(
        "details",
        tag("summary", "What the judge was sent and said"),
        tag("p", tag("code", call.sha256), tag("span", f" {call.model}", class_="muted"), class_="hash"),
        tag("ol", *(_write_message(number, each, ()) for number, each in enumerate(call.messages)), class_="messages"),
        tag("p", "It said:", class_="muted"),
        tag("pre", ended or "nothing"),
        class_="call",
    )


def _group_blame(result: CaseResult) -> dict[int, list[Verdict]]:
    """The verdicts that speak against a case, by the exchange they are about."""
    blamed: dict[int, list[Verdict]] = {}
    for verdict in result.verdicts:
        exchange = None if verdict.status == "passed" else find_exchange(result, verdict)
        if exchange is not None:
            blamed.setdefault(id(exchange), []).append(verdict)
    return blamed


def _find_stretches(text: str, where: str, spots: Sequence[Spot]) -> list[TextRange]:
    """Where the spots are in this text; one whose place does not hold its words is looked for by them."""
    found = []
    for spot in (each for each in spots if each.where == where):
        start = spot.start if text[spot.start : spot.end] == spot.quote else text.find(spot.quote)
        if start >= 0:
            found.append(TextRange(start, start + len(spot.quote)))
    return found


def _describe_usage(exchange: Exchange) -> str:
    if exchange.is_cached:
        return "out of the cache"
    used = exchange.usage or {}
    tokens = f"{used.get('input_tokens', 0):,} in, {used.get('output_tokens', 0):,} out, " if used else ""
    return f"{tokens}{format_seconds(exchange.seconds)}"


def _list_turns(result: CaseResult) -> set[int]:
    return {each.turn for each in result.exchanges}
