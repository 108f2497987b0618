"""What an analysis may take, before it is begun."""

from antiphon.cli.printing.figures import count, format_dollars
from antiphon.cli.printing.printable import make_printable
from antiphon.client.answers.base import Forecast


def describe_forecast(foreseen: Forecast) -> str:
    """One sentence; what is not known is said to be unknown."""
    cost = "what that costs is not known" if foreseen.cost is None else f"at most {format_dollars(foreseen.cost)}"
    return (
        f"{make_printable(foreseen.model)}: {count(foreseen.calls, 'call')}, about {foreseen.input_tokens:,} tokens to "
        f"read, at most {foreseen.output_tokens:,} to write; {cost}"
    )
