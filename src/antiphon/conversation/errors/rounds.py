"""What keeps advisors from answering each other."""

from antiphon.conversation.errors.failure import Refused


class PriceUnknown(Refused):
    """There is a ceiling, and nobody knows what a round costs."""

    code = "price_unknown"

    def __init__(self, models: tuple[str, ...]) -> None:
        self.models = list(models)
        super().__init__(
            f"what {', '.join(models)} costs is not known, so a ceiling cannot be kept; "
            "leave the ceiling out, or say the price in the settings"
        )


class CeilingReached(Refused):
    """The next round may cost more than is left under the ceiling."""

    code = "ceiling_reached"

    def __init__(self, ceiling: float, spent: float, forecast: float) -> None:
        self.ceiling = ceiling
        self.spent = spent
        self.forecast = forecast
        super().__init__(
            f"the next round may cost up to ${forecast:.4f}, and ${spent:.4f} of ${ceiling:.4f} is spent;"
            " it is not begun"
        )
