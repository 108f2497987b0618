"""The house itself cannot go on, or not here."""

from antiphon.conversation.errors.failure import AntiphonError


class StaleEpoch(AntiphonError):
    """A newer attempt owns this reply; what this one says no longer counts."""

    code = "stale_epoch"

    def __init__(self, reply_id: str, epoch: int) -> None:
        self.reply_id = reply_id
        self.epoch = epoch
        super().__init__(f"attempt {epoch} of reply {reply_id} is no longer the current one")


class StoreUnavailable(AntiphonError):
    """The database could not be reached; nothing was acknowledged."""

    code = "store_unavailable"
    cause = "it does not answer"
    sentence = "the database does not answer; nothing was saved, try again in a moment"

    def __init__(self) -> None:
        super().__init__(self.sentence)


class VoiceFailed(AntiphonError):
    """A voice that should speak a text made no sound."""

    code = "voice_failed"

    def __init__(self, voice: str, reason: str) -> None:
        self.voice = voice
        self.reason = reason
        super().__init__(f"the voice {voice} did not speak: {reason}")


class SettingsInvalid(AntiphonError):
    """One readable report of everything wrong with the configuration."""

    code = "settings_invalid"

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__("the configuration cannot be used:\n" + "\n".join(f"  - {line}" for line in problems))


class StoreInUse(AntiphonError):
    """SQLite has one writer; another Antiphon process is it."""

    code = "store_in_use"

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(f"another Antiphon process is using {path}; stop it, or talk to it instead")


class SchemaBehind(AntiphonError):
    """The database was made by another version."""

    code = "schema_behind"

    def __init__(self, found: str, wanted: str) -> None:
        self.found = found
        self.wanted = wanted
        super().__init__(f"the database is at revision {found}, this version needs {wanted}: run `antiphon migrate`")
