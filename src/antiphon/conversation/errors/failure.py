"""What every failure is."""

from collections.abc import Mapping


class AntiphonError(Exception):
    """The root: every failure that has a name here."""

    code = "internal"

    @property
    def facts(self) -> Mapping[str, object]:
        """The typed facts given at construction, for logs and for the API's problem body."""
        return {name: value for name, value in vars(self).items() if not name.startswith("_")}


class Refused(AntiphonError):
    """The command was understood and will not be carried out."""

    code = "refused"
