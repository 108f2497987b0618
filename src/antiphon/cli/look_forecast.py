"""What a look may take, before it is begun."""

from antiphon.cli.answers import Answer
from antiphon.cli.figures import count, format_dollars
from antiphon.cli.printable import make_printable


class LookForecast(Answer):
    """Calls and tokens, and what they may cost at most."""

    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None


def describe_forecast(foreseen: LookForecast) -> str:
    """One sentence; what is not known is said to be unknown."""
    cost = "what that costs is not known" if foreseen.cost is None else f"at most {format_dollars(foreseen.cost)}"
    return (
        f"{make_printable(foreseen.model)}: {count(foreseen.calls, 'call')}, about {foreseen.input_tokens:,} tokens to "
        f"read, at most {foreseen.output_tokens:,} to write; {cost}"
    )
