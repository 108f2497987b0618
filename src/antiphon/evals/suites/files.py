"""Files beside a suite: where they may lie, what they hold, and which of them are guidelines.

A path is relative to the suite's own folder, then to each folder above it up to the root; one that begins with a slash
is from the root. Nothing outside the root is ever opened, whatever `..` or a link says.
"""

import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Final

from pydantic import ValidationError

from antiphon.conversation.errors import EvalFileInvalid
from antiphon.conversation.text import clean_text
from antiphon.evals.case import CaseFile
from antiphon.evals.suites.plain_yaml import MOST_BYTES, read_yaml
from antiphon.evals.suites.problems import shorten
from antiphon.evals.suites.schema import ConfigEntry

# Ours first: whoever has both means ours.
CONFIGS: Final = (".antiphon/config.yaml", ".agentv/config.yaml")
# All files of one suite together; each is read once.
_MOST_BYTES_IN_ALL = 16 * 1024 * 1024
_MOST_ALTERNATIVES = 64
_BRACES = re.compile(r"\{([^{}]*)\}")


class FileUnusable(Exception):
    """A file that a suite names cannot be taken; whoever reads the suite puts the sentence behind its place."""


class FileMissing(FileUnusable):
    """There is no such file below the root."""


class Shelf:
    """The files of one suite, each opened once."""

    __slots__ = ("_bytes", "_guidelines", "_texts", "folder", "patterns", "root")

    def __init__(self, folder: Path, root: Path, patterns: Sequence[str]) -> None:
        self.folder = folder
        self.root = root
        self.patterns = tuple(patterns)
        self._texts: dict[Path, str] = {}
        self._guidelines: dict[Path, bool] = {}
        self._bytes = 0

    def take_part(self, written: str) -> CaseFile:
        """The file as a part of a message; whether it is a guideline is settled here and nowhere else."""
        found = self.find(written)
        shown = self.show(found)
        if found not in self._guidelines:
            self._guidelines[found] = matches_any(shown, self.patterns)
        return CaseFile(written, shown, self.read(found), self._guidelines[found])

    def find(self, written: str, *, folder: bool = False) -> Path:
        """Where the file or folder lies; `FileUnusable` if that is outside, `FileMissing` if it is nowhere."""
        for candidate in self._candidates(written):
            mode = _read_mode(candidate)
            if mode is None:
                continue
            found = candidate.resolve()
            if not found.is_relative_to(self.root):
                raise FileUnusable(f"{shorten(written)} lies outside the suite's root")
            if stat.S_ISDIR(mode) if folder else stat.S_ISREG(mode):
                return found
        raise FileMissing(f"there is no {'folder' if folder else 'file'} {shorten(written)}")

    def read(self, found: Path) -> str:
        """The text of a file that was found, lines ending with a line feed alone."""
        if found not in self._texts:
            data = read_bytes(found)
            self._bytes += len(data)
            if self._bytes > _MOST_BYTES_IN_ALL:
                raise FileUnusable("the files of this suite are more than can be read at once")
            self._texts[found] = _decode(data, found.name)
        return self._texts[found]

    def show(self, found: Path) -> str:
        """The path from the root, with forward slashes."""
        return found.relative_to(self.root).as_posix()

    def _candidates(self, written: str) -> Iterator[Path]:
        if written.startswith("/"):
            yield self.root / written.lstrip("/")
            return
        for folder in (self.folder, *self.folder.parents):
            yield folder / written
            if folder == self.root:
                return


def read_bytes(path: Path) -> bytes:
    """The bytes of a file of a size that is read at all."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise FileUnusable(f"{shorten(path.name)} cannot be opened") from error
    if len(data) > MOST_BYTES:
        raise FileUnusable(f"{shorten(path.name)} is larger than {MOST_BYTES // 1024:,} KiB, the most that is read")
    return data


def find_root(folder: Path) -> Path:
    """The folder that holds everything: the repository's; else that of a configuration; else this one."""
    above = (folder, *folder.parents)
    for each in above:
        if (each / ".git").exists():
            return each
    configured = (each for each in above if any((each / name).is_file() for name in CONFIGS))
    return next(configured, folder)


def find_patterns(folder: Path, root: Path) -> tuple[str, ...]:
    """The guideline patterns of the nearest configuration that can be read, up to the root; none if there is none."""
    for each in (folder, *folder.parents):
        for name in CONFIGS:
            patterns = _read_patterns(each / name)
            if patterns is not None:
                return patterns
        if each == root:
            break
    return ()


def matches_any(shown: str, patterns: Iterable[str]) -> bool:
    """Whether a path from the root fits one of the globs: `*` stays in a folder, `**` does not, `{a,b}` is either."""
    steps = PurePosixPath(shown).parts
    return any(_fits(steps, tuple(glob.split("/"))) for pattern in patterns for glob in _spell_out(pattern))


def _fits(steps: tuple[str, ...], glob: tuple[str, ...]) -> bool:
    """Where in the path each part of the glob may end, part by part: no way back, so no glob takes long."""
    ends = {0}
    for number, part in enumerate(glob, 1):
        if part == "**":
            # `folder/**` means what is in the folder, and not the folder.
            least = 1 if number == len(glob) else 0
            ends = set(range(min(ends) + least, len(steps) + 1)) if ends else ends
        else:
            ends = {end + 1 for end in ends if end < len(steps) and fnmatchcase(steps[end], part)}
    return len(steps) in ends


def _spell_out(pattern: str) -> list[str]:
    globs = [pattern.removeprefix("./").removeprefix("/")]
    while len(globs) < _MOST_ALTERNATIVES and any(_BRACES.search(each) for each in globs):
        globs = [glob for each in globs for glob in _replace_braces(each)]
    return globs[:_MOST_ALTERNATIVES]


def _replace_braces(glob: str) -> list[str]:
    found = _BRACES.search(glob)
    if found is None:
        return [glob]
    return [glob[: found.start()] + each + glob[found.end() :] for each in found[1].split(",")]


def _read_patterns(path: Path) -> tuple[str, ...] | None:
    if not path.is_file():
        return None
    try:
        entry = ConfigEntry.model_validate(read_yaml(read_bytes(path)).value)
    except (FileUnusable, EvalFileInvalid, ValidationError):
        return None
    return tuple(entry.guideline_patterns)


def _read_mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return None


def _decode(data: bytes, name: str) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileUnusable(f"{shorten(name)} is not text in UTF-8") from error
    return clean_text(text.replace("\r\n", "\n"))
