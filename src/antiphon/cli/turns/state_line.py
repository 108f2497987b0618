"""One line that says where a reply stands."""

from textwrap import shorten
from typing import Final, assert_never

from antiphon.cli.printing.printable import count_words, make_printable
from antiphon.conversation.reply import Reply
from antiphon.conversation.state import ReplyState

# Of a provider's own words as much as fits beside an answer; the receipt has all of them.
_MOST_WORDS: Final = 240


def format_state(reply: Reply) -> str:
    """`waiting…`, `speaking 124 words`, `complete 3.2 s · 210 words`, `error: [error: net] cut off`."""
    match reply.state:
        case ReplyState.WAITING:
            return "waiting…"
        case ReplyState.SENDING | ReplyState.STREAMING:
            return format_tools(reply) or _format_streaming(reply)
        case ReplyState.EMPTY:
            return _join("empty: no text came", _format_seconds(reply))
        case ReplyState.COMPLETE | ReplyState.STOPPED | ReplyState.INCOMPLETE | ReplyState.INTERRUPTED:
            return _format_ended(reply)
        case ReplyState.ERROR | ReplyState.FILTERED | ReplyState.RATE_LIMITED:
            return _format_failed(reply)
        case _:
            assert_never(reply.state)


def format_error(reply: Reply) -> str:
    """`[error: auth] the key was refused (it said: "No such key.")`, or nothing when there is no error."""
    if reply.error is None:
        return ""
    said = f"[error: {make_printable(reply.error.code)}] {make_printable(reply.error.message)}".rstrip()
    words = shorten(make_printable(str(reply.error.facts.get("provider_message") or "")), _MOST_WORDS, placeholder="…")
    return f'{said} (it said: "{words}")' if words and words not in said else said


def style_state(reply: Reply) -> str:
    """The Rich style of the line: bad endings stand out, everything else stays quiet."""
    if not reply.completed:
        return "dim"
    if _is_cut(reply) or reply.state is ReplyState.STOPPED:
        return "yellow"
    return "green" if reply.state is ReplyState.COMPLETE else "red"


def format_tools(reply: Reply) -> str:
    """`asks for notes/add_note: antiphon approvals`, `uses notes/list_notes`, or nothing while it uses none."""
    for status, words in (("asking", "asks for {}: antiphon approvals"), ("running", "uses {}")):
        named = ", ".join(f"{use.server}/{use.tool}" for use in reply.tools if use.status == status)
        if named:
            return make_printable(words.format(named))
    return ""


def _format_streaming(reply: Reply) -> str:
    if reply.state is ReplyState.SENDING:
        return "sending"
    if reply.text or not reply.thinking:
        return f"speaking {count_words(reply.text)}"
    return f"thinking {count_words(reply.thinking)}"


def _format_ended(reply: Reply) -> str:
    name = str(reply.state)
    if _is_cut(reply) or (reply.state is ReplyState.INCOMPLETE and reply.finish_reason == "length"):
        name = "cut at the limit"
    elif reply.state in (ReplyState.INCOMPLETE, ReplyState.INTERRUPTED):
        name = "broke off"
    head = f"{name} {_format_seconds(reply)}".rstrip()
    return _join(head, count_words(reply.edited or reply.text), format_error(reply))


def _is_cut(reply: Reply) -> bool:
    """Whether the provider said that it ended because of the longest answer allowed: the end is missing."""
    return reply.state is ReplyState.COMPLETE and reply.finish_reason == "length"


def _format_failed(reply: Reply) -> str:
    name = str(reply.state).replace("_", " ")
    return _join(f"{name}: {format_error(reply)}".removesuffix(": "), count_words(reply.text) if reply.text else "")


def _format_seconds(reply: Reply) -> str:
    if reply.metrics is None or reply.metrics.total_seconds is None:
        return ""
    return f"{reply.metrics.total_seconds:.1f} s"


def _join(*pieces: str) -> str:
    return " · ".join(piece for piece in pieces if piece)
