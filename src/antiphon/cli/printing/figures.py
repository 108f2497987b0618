"""Numbers and lists as a person reads them."""

from collections.abc import Iterable, Sequence


def format_dollars(amount: float | None) -> str:
    """`$0.0123`, `<$0.0001`, `unknown`."""
    if amount is None:
        return "unknown"
    if 0 < amount < 0.0001:
        return "<$0.0001"
    return f"${amount:,.2f}" if amount >= 1 else f"${amount:.4f}"


def format_share(share: float) -> str:
    """`83 %`; only all of it is called 100 %, and only none of it 0 %."""
    percent = round(share * 100)
    if share < 1:
        percent = min(percent, 99)
    if share > 0:
        percent = max(percent, 1)
    return f"{percent} %"


def count(number: int, one: str, many: str | None = None) -> str:
    """`1 turn`, `12 turns`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def group(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Everybody of whom the same is said, in the order of the first."""
    groups: dict[str, list[str]] = {}
    for what, who in pairs:
        groups.setdefault(what, []).append(who)
    return groups


def name_all(who: Sequence[str], everybody: Sequence[str]) -> str:
    """`Skeptic, Builder`, or `everybody` when it is several and all."""
    return "everybody" if len(who) > 1 and len(who) == len(everybody) else ", ".join(who)
