"""Files beside a suite: found, read once, never outside the root."""

import os
from pathlib import Path

import pytest

from antiphon.evals.suites.files import FileMissing, FileUnusable, Shelf, find_patterns, find_root, matches_any
from antiphon.evals.suites.plain_yaml import MOST_BYTES


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a suite's folder two levels down."""
    root = (tmp_path / "house").resolve()
    (root / ".git").mkdir(parents=True)
    (root / "evals" / "deep").mkdir(parents=True)
    return root


def shelf(root: Path, *patterns: str) -> Shelf:
    return Shelf(root / "evals" / "deep", root, patterns)


def write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("**/*.instructions.md", "a.instructions.md", True),
        ("**/*.instructions.md", "x/y/a.instructions.md", True),
        ("**/*.instructions.md", "x/a.md", False),
        ("*.md", "a.md", True),
        ("*.md", "x/a.md", False),
        ("**/instructions/**", "x/instructions/y/z.md", True),
        ("**/instructions/**", "instructions/z.md", True),
        ("**/instructions/**", "x/instructions", False),
        ("**/a/**", "a/a", True),
        ("docs/**/*.md", "docs/a.md", True),
        ("docs/**/*.md", "docs/x/y/a.md", True),
        ("docs/**", "documents/a.md", False),
        ("**", "any/thing", True),
        ("./evals/*.md", "evals/a.md", True),
        ("/evals/*.md", "evals/a.md", True),
        ("**/*.{md,txt}", "x/a.txt", True),
        ("**/{a,b}/{c,d}.md", "z/b/c.md", True),
        ("**/*.{md,txt}", "x/a.rst", False),
        ("note?.md", "note1.md", True),
        ("note[0-9].md", "notex.md", False),
        ("note[!0-9].md", "notex.md", True),
        ("NOTE.md", "note.md", False),
    ],
)
def test_globs(pattern: str, path: str, *, fits: bool) -> None:
    """N8: `*` stays within a folder, `**` does not."""
    assert matches_any(path, [pattern]) is fits


@pytest.mark.timeout(5)
def test_no_glob_takes_long() -> None:
    """R-07: neither stars nor braces can be piled up to hang a run."""
    assert not matches_any("a" * 200 + "/" + "a" * 200, ["**/" * 60 + "*a" * 90 + "b", "{a,b}" * 60])


def test_a_file_is_looked_for_upwards_to_the_root(repository: Path) -> None:
    write(repository / "near.md", "far")
    write(repository / "evals" / "deep" / "near.md", "near")
    write(repository / "evals" / "above.md", "above")

    assert shelf(repository).take_part("near.md").text == "near"
    assert shelf(repository).take_part("/near.md").text == "far"
    assert shelf(repository).take_part("above.md").shown == "evals/above.md"
    assert shelf(repository).take_part("../above.md").shown == "evals/above.md"


def test_whether_it_is_a_guideline_is_settled_by_the_path_from_the_root(repository: Path) -> None:
    """N8, reg-15: however the suite writes the path."""
    write(repository / "rules" / "a.md", "Be kind.")
    files = shelf(repository, "rules/**")

    assert [files.take_part(each).is_guideline for each in ("../../rules/a.md", "/rules/a.md", "rules/a.md")] == [
        True
    ] * 3


def test_lines_end_with_a_line_feed(repository: Path) -> None:
    write(repository / "a.md", b"\xef\xbb\xbfone\r\ntwo\r\n")

    assert shelf(repository).take_part("/a.md").text == "one\ntwo\n"


@pytest.mark.parametrize("written", ["../../../secret.md", "/../secret.md", "link.md", "folder/secret.md"])
def test_nothing_outside_the_root_is_opened(repository: Path, written: str) -> None:
    """F-02: neither by dots nor by links."""
    write(repository.parent / "secret.md", "secret")
    (repository / "evals" / "deep" / "link.md").symlink_to(repository.parent / "secret.md")
    (repository / "evals" / "deep" / "folder").symlink_to(repository.parent)

    with pytest.raises(FileUnusable, match="outside"):
        shelf(repository).take_part(written)


def test_a_path_of_this_machine_is_a_path_from_the_root(repository: Path) -> None:
    with pytest.raises(FileMissing, match="there is no file"):
        shelf(repository).take_part(str(write(repository.parent / "secret.md", "secret")))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [(b"\xff\xfe", "is not text in UTF-8"), (b"x" * (MOST_BYTES + 1), "is larger than 1,024 KiB")],
)
def test_what_cannot_be_read_has_a_sentence(repository: Path, data: bytes, sentence: str) -> None:
    write(repository / "odd.bin", data)

    with pytest.raises(FileUnusable, match=sentence):
        shelf(repository).take_part("/odd.bin")


@pytest.mark.timeout(5)
@pytest.mark.parametrize("written", ["pipe", "", ".", "x" * 5000, "a\0b"])
def test_only_files_are_opened(repository: Path, written: str) -> None:
    os.mkfifo(repository / "evals" / "deep" / "pipe")

    with pytest.raises(FileMissing):
        shelf(repository).take_part(written)


def test_all_files_together_have_a_limit(repository: Path) -> None:
    for number in range(17):
        write(repository / f"{number}.txt", b"x" * (MOST_BYTES - 1))
    files = shelf(repository)

    with pytest.raises(FileUnusable, match="more than can be read at once"):
        _ = [files.take_part(f"/{number}.txt") for number in range(17)]


def test_a_file_that_is_named_often_is_read_once(repository: Path) -> None:
    path = write(repository / "a.md", "first")
    files = shelf(repository)
    files.take_part("/a.md")
    path.write_text("second", encoding="utf-8")

    assert files.take_part("/a.md").text == "first"


def test_the_root_is_the_repository(repository: Path) -> None:
    write(repository / "evals" / ".antiphon" / "config.yaml", "guideline_patterns: []")

    assert find_root(repository / "evals" / "deep") == repository


def test_without_a_repository_the_root_is_where_the_configuration_is(tmp_path: Path) -> None:
    alone = tmp_path / "alone" / "suites"
    alone.mkdir(parents=True)
    assert find_root(alone) == alone

    write(tmp_path / "alone" / ".agentv" / "config.yaml", "guideline_patterns: []")
    assert find_root(alone) == tmp_path / "alone"


def test_the_nearest_usable_configuration_wins(repository: Path) -> None:
    """One that cannot be read is passed over; ours comes before agentv's."""
    deep = repository / "evals" / "deep"
    write(repository / ".agentv" / "config.yaml", "$schema: agentv-config-v2\nguideline_patterns: [far]")
    write(deep / ".antiphon" / "config.yaml", "guideline_patterns: [broken")
    assert find_patterns(deep, repository) == ("far",)

    write(deep / ".agentv" / "config.yaml", "guideline_patterns: [near]")
    assert find_patterns(deep, repository) == ("near",)

    write(deep / ".antiphon" / "config.yaml", "guideline_patterns: [ours]")
    assert find_patterns(deep, repository) == ("ours",)


def test_nothing_above_the_root_is_looked_at(repository: Path) -> None:
    write(repository.parent / ".antiphon" / "config.yaml", "guideline_patterns: [outside]")

    assert find_patterns(repository / "evals" / "deep", repository) == ()
