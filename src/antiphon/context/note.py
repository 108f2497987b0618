"""The state note: what changes every turn, kept out of the system prompt (D8)."""

from datetime import datetime, timedelta

from antiphon.advisors.prompt import Prompts, fill

_UNITS = ((timedelta(days=1), "day"), (timedelta(hours=1), "hour"), (timedelta(minutes=1), "minute"))


def build_note(prompts: Prompts, turns_taken: int, early_turns: int, at: datetime | None, last: datetime | None) -> str:
    """Which of its turns this is for the advisor, and how long the person was away; bracketed."""
    turn = str(turns_taken + 1)
    if turns_taken < early_turns:
        sentence = fill(prompts.state_early, {"turn": turn, "early": str(early_turns)})
    else:
        sentence = fill(prompts.state_ongoing, {"turn": turn})
    away = "" if at is None or last is None else format_elapsed(to_minute(at) - to_minute(last))
    elapsed = " " + fill(prompts.state_elapsed, {"elapsed": away}) if away else ""
    return f"[{sentence}{elapsed}]"


def to_minute(moment: datetime) -> datetime:
    """The minute it belongs to; stamps say no more, so nothing else may depend on more."""
    return moment.replace(second=0, microsecond=0)


def format_elapsed(elapsed: timedelta) -> str:
    """A span in its largest unit, or nothing when it is under a minute."""
    for unit, name in _UNITS:
        if elapsed >= unit:
            return format_count(elapsed // unit, name)
    return ""


def format_count(count: int, thing: str) -> str:
    """`1 day`, `3 days`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
