"""What a release says of itself: number, changelog, bill of material, licences, checksums."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from tools.release import build
from tools.release.checksums import PURPOSE, sign, write_sums
from tools.release.documents import write_bill, write_licences
from tools.release.shipped import UNREAD, list_python, list_web
from tools.release.version import CHANGELOG, NotReady, cut_changelog, find_missing, has_section

from antiphon import __version__

BEGUN = (
    "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- New.\n\n## [0.2.0]\n\n- Begun.\n\n"
    "## [0.1.0] - 2026-01-01\n\n- Old.\n"
)
# Under which something may be installed beside Apache-2.0. LGPL and MPL are: nothing of theirs is changed or inside.
FINE = ("MIT", "BSD", "Apache", "ISC", "PSF", "MPL", "LGPL", "OFL", "0BSD", "Unlicense", "Zlib", "CC0")


def test_the_number_stands_in_every_place() -> None:
    assert find_missing(__version__) == []
    assert find_missing("99.0.0") == ["pyproject.toml", "src/antiphon/__init__.py"]
    with pytest.raises(NotReady, match="three numbers"):
        find_missing("1.0")


def test_the_changelog_is_cut_and_nothing_of_it_is_lost() -> None:
    cut = cut_changelog(BEGUN, "0.2.0", "2026-11-18")

    assert cut == (
        "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-18\n\n### Added\n\n- New.\n\n- Begun.\n\n"
        "## [0.1.0] - 2026-01-01\n\n- Old.\n"
    )
    assert has_section(cut, "0.2.0")
    with pytest.raises(NotReady, match="already"):
        cut_changelog(cut, "0.2.0", "2026-11-19")
    with pytest.raises(NotReady, match="nothing"):
        cut_changelog(cut, "0.3.0", "2026-11-19")


def test_our_own_changelog_can_be_cut() -> None:
    changelog = CHANGELOG.read_text(encoding="utf-8")

    cut = cut_changelog(changelog, "99.0.0", "2026-11-18")

    assert {line for line in changelog.splitlines() if line.startswith("- ")} == {
        line for line in cut.splitlines() if line.startswith("- ")
    }


def test_the_bill_of_material_holds_to_the_schema_and_to_itself() -> None:
    """Two bills of one wheel are the same bytes, and name every locked package."""
    packages = [*list_python(), *list_web()]
    bill = write_bill("0.1.0", "0" * 64, 1_700_000_000, packages)

    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(bill) is None
    assert bill == write_bill("0.1.0", "0" * 64, 1_700_000_000, [*list_python(), *list_web()])
    named = {(each["name"], each["version"]) for each in json.loads(bill)["components"]}
    locked = (build.ROOT / "requirements" / "antiphon.txt").read_text(encoding="utf-8").count("==")
    assert len([each for each in packages if each.kind == "pypi"]) >= 100
    assert locked >= len([each for each in packages if each.kind == "pypi"])
    assert {"sqlalchemy", "react", "psycopg"} <= {name for name, _ in named}


def test_every_licence_is_known_and_one_under_which_it_may_come_along() -> None:
    packages = [*list_python(), *list_web()]

    assert [
        each.name for each in packages if each.licence != UNREAD and not any(fine in each.licence for fine in FINE)
    ] == []
    # Only what is for another system, or another Python, goes unread.
    assert [each.name for each in packages if each.licence == UNREAD and not each.marker] == []
    page = write_licences("0.1.0", packages)
    assert all(f"| {each.name} | {each.version} |" in page for each in packages)


def test_the_sums_are_checked_by_the_usual_programs(tmp_path: Path) -> None:
    (tmp_path / "one.whl").write_bytes(b"one")
    (tmp_path / "two.tar.gz").write_bytes(b"two")

    sums = write_sums(tmp_path)

    checked = subprocess.run(
        ["sha256sum", "--check", sums.name], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert checked.stdout == "one.whl: OK\ntwo.tar.gz: OK\n"


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
def test_a_signature_holds_for_these_sums_and_no_others(tmp_path: Path) -> None:
    key, sums = tmp_path / "key", tmp_path / "out" / "SHA256SUMS"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    sums.parent.mkdir()
    sums.write_text("00  one\n", encoding="utf-8")
    (tmp_path / "signers").write_text(
        f"release {key.with_suffix('.pub').read_text(encoding='utf-8')}", encoding="utf-8"
    )

    signature = sign(sums, key)

    def verify(text: bytes) -> int:
        said = [
            "ssh-keygen",
            "-Y",
            "verify",
            "-f",
            tmp_path / "signers",
            "-I",
            "release",
            "-n",
            PURPOSE,
            "-s",
            signature,
        ]
        return subprocess.run(said, input=text, capture_output=True, check=False).returncode

    assert verify(sums.read_bytes()) == 0
    assert verify(b"11  one\n") != 0


def test_two_builds_that_differ_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = iter(({"a.whl": "1"}, {"a.whl": "2"}))
    monkeypatch.setattr(build, "build_client", lambda: None)
    monkeypatch.setattr(build, "build_packages", lambda into, moment: next(built))

    with pytest.raises(NotReady, match=r"differ: a\.whl"):
        build.build_twice(tmp_path, 0)
