"""What is wrong at a place of the line, before the line itself is known."""


class Wrong(Exception):
    """Raised while a line is read; `parse` turns it into `FilterInvalid`. `position` counts from 0."""

    def __init__(self, position: int, reason: str) -> None:
        self.position = position
        self.reason = reason
        super().__init__(reason)
