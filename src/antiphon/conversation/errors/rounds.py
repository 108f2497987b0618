"""What costs too much, or nobody knows what."""

from typing import Literal

from antiphon.conversation.errors.failure import Refused


class PriceUnknown(Refused):
    """There is a ceiling, and nobody knows what would be spent under it."""

    code = "price_unknown"

    def __init__(self, models: tuple[str, ...]) -> None:
        self.models = list(models)
        super().__init__(
            f"what {', '.join(models)} costs is not known, so a ceiling cannot be kept; "
            "leave the ceiling out, or say the price in the settings"
        )


class CeilingReached(Refused):
    """The next round may cost more than is left under its ceiling, or what a token asks for more than it may spend.

    `per` is the time that a token's ceiling is for; a round's is for all rounds together.
    """

    code = "ceiling_reached"

    def __init__(
        self, ceiling: float, spent: float, forecast: float, per: Literal["day", "month"] | None = None
    ) -> None:
        self.ceiling = ceiling
        self.spent = spent
        self.forecast = forecast
        if per is None:
            super().__init__(
                f"the next round may cost up to ${forecast:.4f}, and ${spent:.4f} of ${ceiling:.4f} is spent;"
                " it is not begun"
            )
            return
        self.per = per
        super().__init__(
            f"this may cost up to ${forecast:.4f}, and of the ${ceiling:.4f} that this token may spend in a {per}"
            f" ${spent:.4f} is spent or set aside; nothing was asked"
        )
