"""What was spent, by what providers reported and the catalogue's prices. Nothing is written."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.context.cost import cost_of, price_thinking
from antiphon.conversation.receipt import Receipt
from antiphon.engine.engine import Engine
from antiphon.store.reads.analyses import AnalysisUse, read_analysis_use
from antiphon.store.reads.eval_runs import read_eval_use
from antiphon.store.reads.pictures_made import MadeUse, read_made
from antiphon.store.reads.spending import ModelUsage, count_turns_asked, read_used
from antiphon.store.unit import Unit


@dataclass(frozen=True, slots=True)
class Spent:
    """Dollars as far as prices are known, and tokens; scripted voices are counted apart and cost nothing."""

    cost: float = 0.0
    tokens_in: int = 0
    tokens_out: int = 0
    cached: int = 0
    replies: int = 0
    unknown: int = 0
    rehearsal: int = 0

    def plus(self, other: "Spent") -> "Spent":
        """Both together."""
        return Spent(
            cost=self.cost + other.cost,
            tokens_in=self.tokens_in + other.tokens_in,
            tokens_out=self.tokens_out + other.tokens_out,
            cached=self.cached + other.cached,
            replies=self.replies + other.replies,
            unknown=self.unknown + other.unknown,
            rehearsal=self.rehearsal + other.rehearsal,
        )


@dataclass(frozen=True, slots=True)
class Spending:
    """A day so far: as a whole, by advisor, and by `provider:model`. Analyses belong to no advisor; pictures made to
    order belong to the one that asked for them."""

    since: datetime
    turns: int
    today: Spent
    by_advisor: dict[str, Spent]
    by_model: dict[str, Spent]


async def read_spending(engine: Engine, principal: Principal, scripted: Collection[str]) -> Spending:
    """What was sent since midnight, where the settings say the person lives. `scripted` names providers that rehearse.

    A reply counts where its receipts were sent, so one that a crash cut in two at midnight counts on both days.
    """
    since = find_midnight(engine, principal)
    turns, used, analysed, made = await engine.store.read(principal, _read, since)
    parts = [(each, _weigh(engine, each, is_scripted=each.provider in scripted)) for each in used]
    looks = [(each.model, _weigh_analysis(engine, each, scripted)) for each in analysed]
    shown = [(each, _weigh_picture(each.use, scripted)) for each in made]
    voices = [*((each.advisor_id, part) for each, part in parts), *((each.advisor_id, part) for each, part in shown)]
    models = [*((f"{each.provider}:{each.model}", part) for each, part in parts), *looks]
    return Spending(
        since=since,
        turns=turns,
        today=_add(part for _, part in (*voices, *looks)),
        by_advisor=_group(voices),
        by_model=_group((*models, *((each.use.model, part) for each, part in shown))),
    )


def find_midnight(engine: Engine, principal: Principal) -> datetime:
    """When this day began where the settings say the person lives."""
    now = datetime.now(UTC).astimezone(engine.options_of(principal).zone)
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def price_receipt(engine: Engine, receipt: Receipt, scripted: Collection[str]) -> float | None:
    """What this request cost; absent while it runs, and when the usage or the price is not known."""
    usage = receipt.usage
    if usage is None:
        return None
    if receipt.provider in scripted:
        return 0.0
    if usage.get("pictures"):
        # Pictures are counted among the tokens and cost more than words, by how much nobody says on the wire.
        return None
    return cost_of(
        engine.calibration.facts(f"{receipt.provider}:{receipt.model}").prices,
        input_tokens=usage.get("input_tokens"),
        output_tokens=usage.get("output_tokens"),
        cached_tokens=usage.get("cached_tokens") or 0,
        cache_write_tokens=usage.get("cache_write_tokens") or 0,
    )


def price_thought(engine: Engine, receipt: Receipt, scripted: Collection[str]) -> float | None:
    """What of it was for thinking; absent where the provider counted none apart, and when the price is not known."""
    tokens = (receipt.usage or {}).get("reasoning_tokens") or 0
    if not tokens:
        return None
    if receipt.provider in scripted:
        return 0.0
    return price_thinking(engine.calibration.facts(f"{receipt.provider}:{receipt.model}").prices, tokens)


def _read(
    unit: Unit, since: datetime
) -> tuple[int, tuple[ModelUsage, ...], tuple[AnalysisUse, ...], tuple[MadeUse, ...]]:
    looked = (*read_analysis_use(unit, since), *(AnalysisUse(**each._asdict()) for each in read_eval_use(unit, since)))
    return count_turns_asked(unit, since), read_used(unit, since), looked, read_made(unit, since)


def _weigh(engine: Engine, used: ModelUsage, *, is_scripted: bool) -> Spent:
    if is_scripted:
        return Spent(replies=used.replies, rehearsal=used.replies)
    cost = cost_of(
        engine.calibration.facts(f"{used.provider}:{used.model}").prices,
        input_tokens=used.input_tokens,
        output_tokens=used.output_tokens,
        cached_tokens=used.cached_tokens,
        cache_write_tokens=used.cache_write_tokens,
    )
    return Spent(
        cost=cost or 0.0,
        tokens_in=used.input_tokens,
        tokens_out=used.output_tokens,
        cached=used.cached_tokens,
        replies=used.replies,
        unknown=used.unreported + (used.reported if cost is None else 0),
    )


def _weigh_analysis(engine: Engine, used: AnalysisUse, scripted: Collection[str]) -> Spent:
    """Calls that look at a conversation cost what others cost, and are no replies."""
    if used.model.partition(":")[0] in scripted:
        return Spent()
    cost = cost_of(
        engine.calibration.facts(used.model).prices,
        input_tokens=used.input_tokens,
        output_tokens=used.output_tokens,
        cached_tokens=used.cached_tokens,
        cache_write_tokens=used.cache_write_tokens,
    )
    unknown = used.unreported if cost is not None else used.calls
    return Spent(
        cost=cost or 0.0,
        tokens_in=used.input_tokens,
        tokens_out=used.output_tokens,
        cached=used.cached_tokens,
        unknown=unknown,
    )


def _weigh_picture(used: AnalysisUse, scripted: Collection[str]) -> Spent:
    """A picture made to order costs what was agreed when it was made, and is no reply of its own."""
    if used.model.partition(":")[0] in scripted:
        return Spent()
    return Spent(cost=used.micros / 1e6, unknown=used.unreported)


def _add(parts: Iterable[Spent]) -> Spent:
    total = Spent()
    for part in parts:
        total = total.plus(part)
    return total


def _group(parts: Iterable[tuple[str, Spent]]) -> dict[str, Spent]:
    groups: dict[str, Spent] = {}
    for name, spent in parts:
        groups[name] = groups.get(name, Spent()).plus(spent)
    return groups
