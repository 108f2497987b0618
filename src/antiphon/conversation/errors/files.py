"""Files that cannot be taken, read or sent."""

from antiphon.conversation.errors.failure import Refused


class UnsupportedFile(Refused):
    """Files of this kind, or of this size, cannot be brought."""

    code = "unsupported_file"

    def __init__(self, name: str, why: str) -> None:
        self.name = name
        self.why = why
        super().__init__(f"{name} cannot be taken: {why}")


class UnreadableFile(Refused):
    """The kind of file is known, and this one could not be read."""

    code = "unreadable_file"

    def __init__(self, name: str, why: str, *, is_lasting: bool = True) -> None:
        self.name = name
        self.why = why
        self._is_lasting = is_lasting
        super().__init__(f"{name} cannot be read: {why}")

    @property
    def is_lasting(self) -> bool:
        """Whether it lies with the file: on another day, a busy machine may come to its end."""
        return self._is_lasting


class FileTooLarge(Refused):
    """The file has more bytes than may be brought at once."""

    code = "file_too_large"

    def __init__(self, name: str, limit_mib: int) -> None:
        self.name = name
        self.limit_mib = limit_mib
        super().__init__(f"{name} is larger than {limit_mib} MiB, the most that is taken")


class UploadBroken(Refused):
    """The bytes of the file stopped coming."""

    code = "upload_broken"

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"{name} did not arrive in full; nothing of it was kept")


class TooManyFiles(Refused):
    """As many files are being read already as may be at once."""

    code = "too_many_files"

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(f"too many files are being read; bring no more than {limit} at once, and this one in a moment")


class KindUnfit(Refused):
    """The document cannot be used in this way."""

    code = "kind_unfit"

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self.kind = kind
        super().__init__(f"{name} is a picture: it can be shown in a message, and not be used as a {kind} text")


class DocumentOff(Refused):
    """The document is switched off, so a message cannot take it along."""

    code = "document_off"

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"{name} is switched off; switch it on, or send the message without it")


class TooManyImages(Refused):
    """The pictures of one message are too many, or too large together."""

    code = "too_many_images"

    def __init__(self, count: int, count_limit: int, megabytes: int, megabyte_limit: int) -> None:
        self.count = count
        self.count_limit = count_limit
        self.megabytes = megabytes
        self.megabyte_limit = megabyte_limit
        most = f"{count_limit} images of {megabyte_limit} MB together"
        super().__init__(f"these are {count} images of {megabytes} MB together; one message takes at most {most}")


class EvalFileInvalid(Refused):
    """Everything that is wrong with a file of evals, each a sentence after its place."""

    code = "eval_file_invalid"

    def __init__(self, problems: tuple[str, ...], name: str = "") -> None:
        self.problems = problems
        self.name = name
        begin = f"{name or 'the eval file'} cannot be used:"
        super().__init__("\n".join((begin, *(f"  - {each}" for each in problems))))
