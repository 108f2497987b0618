"""What was sent: the roles and kinds of its messages, its hash, and which words are in it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from antiphon.conversation.payload import Message
from antiphon.evals.canary import find_text
from antiphon.evals.case import Assertion
from antiphon.evals.checks.finding import Finding, find_nothing, list_texts, show
from antiphon.evals.evidence import Evidence
from antiphon.evals.result import Spot

# In a list of roles or kinds: any number of others, none included.
REST: Final = "..."
_KNOWN: Final = frozenset({"roles", "kinds", "hash", "present", "absent", "assistant_only_own"})


class Miss(NamedTuple):
    """One thing that is not as it was to be, and where."""

    said: str
    spots: tuple[Spot, ...] = ()


def check_payload(evidence: Evidence, assertion: Assertion) -> Finding:
    """Everything said about the payload holds."""
    if not _KNOWN & assertion.options.keys():
        return find_nothing("nothing says what the payload is to hold")
    misses = [
        *_compare(evidence, assertion.options),
        *_find_missing(evidence.exchange.messages, assertion.options),
        *_find_forbidden(evidence.exchange.messages, assertion.options),
        *(find_foreign_assistant(evidence) if assertion.options.get("assistant_only_own") else ()),
    ]
    spots = tuple(spot for miss in misses for spot in miss.spots)
    said = tuple(miss.said for miss in misses)
    return Finding(0.0 if misses else 1.0, "; ".join(said), misses=said, spots=spots)


def _compare(evidence: Evidence, options: Mapping[str, Any]) -> Iterator[Miss]:
    exchange = evidence.exchange
    roles = tuple(message.role for message in exchange.messages)
    kinds = tuple(message.kind for message in exchange.messages)
    for name, seen in (("roles", roles), ("kinds", kinds)):
        if name in options and not _fits(seen, list_texts(options[name])):
            yield Miss(f"the {name} are {', '.join(seen)}")
    wanted = str(options.get("hash", "")).removeprefix("sha256:").lower()
    if wanted and wanted != exchange.sha256:
        yield Miss(f"the bytes have another hash: {exchange.sha256}")


def _fits(seen: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether these follow each other as written, with anything in place of the dots."""
    reached = {0}
    for each in wanted:
        if each == REST:
            reached = set(range(min(reached), len(seen) + 1)) if reached else set()
        else:
            reached = {place + 1 for place in reached if place < len(seen) and seen[place] == each}
    return len(seen) in reached


def _find_missing(messages: Sequence[Message], options: Mapping[str, Any]) -> Iterator[Miss]:
    for text, within in _list_wanted(options, "present"):
        if not any(find_text(text, message.content) for message in messages if _is_within(message, within)):
            yield Miss(f"{show(text)} is not in it{_say_where(within)}")


def _find_forbidden(messages: Sequence[Message], options: Mapping[str, Any]) -> Iterator[Miss]:
    for text, within in _list_wanted(options, "absent"):
        for number, message in enumerate(messages):
            spots = find_text(text, message.content, f"messages[{number}]") if _is_within(message, within) else ()
            if spots:
                yield Miss(f"{show(text)} is in messages[{number}] ({message.role}, {message.kind})", spots)


def _list_wanted(options: Mapping[str, Any], name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each text, and the roles or kinds it is looked for in; none means all."""
    usual = list_texts(options.get("within"))
    listed = options.get(name, ())
    for each in listed if isinstance(listed, list | tuple) else (listed,):
        if isinstance(each, Mapping):
            yield str(each.get("text", "")), list_texts(each.get("within")) or usual
        else:
            yield str(each), usual


def _is_within(message: Message, within: Sequence[str]) -> bool:
    return not within or message.role in within or message.kind in within


def _say_where(within: Sequence[str]) -> str:
    return f" ({', '.join(within)})" if within else ""


def find_foreign_assistant(evidence: Evidence) -> Iterator[Miss]:
    """Messages in the advisor's own role that it has not said.

    Only a conversation that was held here shows who has said what: a case's own messages are taken at their word.
    """
    if not evidence.case.turns:
        return
    own = {" ".join(each.answer.split()) for each in evidence.earlier}
    for number, message in enumerate(evidence.exchange.messages):
        said = " ".join(message.content.split())
        if message.role == "assistant" and said and said not in own and not message.calls:
            spot = Spot(f"messages[{number}]", 0, len(message.content), message.content)
            yield Miss(f"messages[{number}] is in the role of an assistant and not its own: {show(said)}", (spot,))
