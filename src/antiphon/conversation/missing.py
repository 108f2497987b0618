"""When a view cannot be brought up to date from what it knows."""


class MissingText(ValueError):
    """A delta stands beyond what is known, or a fact does not follow from it: ask for a snapshot."""
