"""How much of a file is too much, and the refusal of whoever parses one."""

MIB = 1024 * 1024

MAX_BYTES = 50 * MIB
MAX_PAGES = 2_000
MAX_CHARACTERS = 5_000_000

# Office files are archives. Text packs at about 1:10, spreadsheets of one repeated value at up to 1:60.
MAX_RATIO = 100
MAX_MEMBERS = 10_000
MAX_UNPACKED = 256 * MIB
# Ten thousand members with names of 160 characters.
MAX_DIRECTORY = 2 * MIB

MAX_PIXELS = 40_000_000
# What the models that look at pictures scale down to at most.
LONGEST_SIDE = 2_048


class Unreadable(Exception):
    """Parsing has to stop; `why` continues the sentence about the file."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


def check_size(count: int) -> None:
    """Refuse a file of more bytes than may be kept."""
    if count > MAX_BYTES:
        raise Unreadable(f"it is larger than {MAX_BYTES // MIB} MiB")


def check_pages(count: int) -> None:
    """Refuse a document with more pages or sheets than may be kept."""
    if count > MAX_PAGES:
        raise Unreadable(f"it has {count} pages, and at most {MAX_PAGES} can be read")


class CharacterMeter:
    """Counts characters while they are extracted, so that too many are noticed before they are all there."""

    __slots__ = ("_count",)

    def __init__(self) -> None:
        self._count = 0

    def add(self, count: int) -> None:
        """Refuse as soon as the text is longer than may be kept."""
        self._count += count
        if self._count > MAX_CHARACTERS:
            raise Unreadable(f"its text is longer than {MAX_CHARACTERS:,} characters")
