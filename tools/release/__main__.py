"""`python -m tools.release VERSION [--sign-with KEY]`: everything of a release that needs no account elsewhere."""

import argparse
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from tools.release.build import ask_git, build_twice, read_moment
from tools.release.checksums import PURPOSE, sign, write_sums
from tools.release.documents import write_bill, write_licences
from tools.release.shipped import list_python, list_web
from tools.release.version import CHANGELOG, ROOT, NotReady, cut_changelog, find_missing, has_section, write_version

BY_HAND = """
Done here. What needs an account, and was not done:
  git tag --sign v{version} && git push origin v{version}
      which starts .github/workflows/release.yml: built again, attested, published where the index trusts that file"""


def prepare(version: str) -> bool:
    """Whether number and changelog are those of this release; else they are written, for somebody to look at."""
    changelog = CHANGELOG.read_text(encoding="utf-8")
    missing, is_cut = find_missing(version), has_section(changelog, version)
    if not missing and is_cut:
        return True
    if not is_cut:
        today = datetime.now(UTC).date().isoformat()
        CHANGELOG.write_text(cut_changelog(changelog, version, today), encoding="utf-8")
    write_version(version)
    say(f"{version} now stands in the changelog and in the code. Look at it, commit it, and run this again.")
    return False


def make(version: str, into: Path, key: Path | None) -> None:
    """Build, describe, count and sign into a folder that is begun anew."""
    if ask_git("status", "--porcelain"):
        raise NotReady("there are changes that are not committed: what is released is a commit")
    into.mkdir(parents=True, exist_ok=True)
    for each in into.iterdir():
        each.unlink()
    began, moment = time.monotonic(), read_moment()
    digests = build_twice(into, moment)
    say(f"built twice, the same both times ({time.monotonic() - began:.0f} s):")
    for name, sum_ in digests.items():
        say(f"  {sum_}  {name}  {(into / name).stat().st_size / 1e6:.1f} MB")
    packages = [*list_python(), *list_web()]
    wheel = next(sum_ for name, sum_ in digests.items() if name.endswith(".whl"))
    (into / f"antiphon-{version}.cdx.json").write_text(write_bill(version, wheel, moment, packages), encoding="utf-8")
    (into / f"antiphon-{version}-licences.md").write_text(write_licences(version, packages), encoding="utf-8")
    say(f"{len(packages)} packages in the bill of material (CycloneDX 1.6) and in the list of licences")
    sums = write_sums(into)
    say(f"signed: {sign(sums, key)}" if key else f"not signed: {sums.name}")
    say(BY_HAND.format(version=version))
    if key is None:
        say(f"  ssh-keygen -Y sign -n {PURPOSE} -f KEY {sums}\n      or this again with --sign-with KEY")


def say(line: str) -> None:
    """One line for whoever waits."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def run() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="just release")
    parser.add_argument("version")
    parser.add_argument("--into", type=Path, default=ROOT / "dist")
    parser.add_argument("--sign-with", type=Path, metavar="KEY", help="a private SSH key; else the sums are not signed")
    asked = parser.parse_args()
    try:
        if prepare(asked.version):
            make(asked.version, asked.into, asked.sign_with)
    except NotReady as why:
        sys.exit(f"no release of {asked.version}: {why}")


run()
