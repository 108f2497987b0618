"""The page that says what the ids in tests mean, made from `docs/reference/requirements/*.toml` and from the tests.

`python -m tools.requirements` writes it. `--json` prints states and proofs for machines; `--compare FILE` holds the
present against such a print and names every id that has fewer proofs or a lesser state. A test fails when an id of a
test is not written down, when a proof has vanished, and when the page has drifted.
"""

import json
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.proofs import ROOT, Mention, Proof, collect_mentions, find_ids

DATA = ROOT / "docs" / "reference" / "requirements"
PAGE = ROOT / "docs" / "reference" / "requirements.md"
STATES = ("proved", "part", "open", "replaced")
_KINDS = (
    "rules",
    "panel",
    "messages",
    "history",
    "evals",
    "sending",
    "decisions",
    "regressions",
    "invariants",
    "faults",
    "security",
    "operations",
)
_HEAD = """# What the ids mean

Tests carry ids: `I-10` in a docstring of Python, `W53` in a title of the browser client. An id stands for one sentence,
and the tests that carry it prove that sentence together. This page lists every sentence and its proofs.

| state | means |
|---|---|
| proved | tests prove the whole sentence |
| part | tests prove some of it; the page says what is missing |
| open | nothing proves it, because it is not there yet or because nobody has written the test |
| replaced | something else holds instead, or there is nothing to prove |

A new id is a new entry in `docs/reference/requirements/`; `just docs` writes this page, and a test fails when an id is
unknown, when a proof has vanished, or when the page has drifted. `python -m tools.requirements --json` prints the same
for machines, and `--compare` says what became less.
"""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One sentence and how far it is proved; `rest` is what is missing, or what holds instead."""

    id: str
    says: str
    state: str
    rest: str


@dataclass(frozen=True, slots=True)
class Kind:
    """Requirements that belong together."""

    title: str
    about: str
    requirements: tuple[Requirement, ...]


def read_kinds(folder: Path = DATA) -> list[Kind]:
    """What is written down, in the order of the page. A file that is on no list is an error."""
    strangers = {path.stem for path in folder.glob("*.toml")} - set(_KINDS)
    if strangers:
        raise ValueError(f"not on the page: {', '.join(sorted(strangers))}")
    return [_read_kind(folder / f"{name}.toml") for name in _KINDS]


def find_problems(kinds: list[Kind], mentions: list[Mention]) -> Iterator[str]:
    """Everything in which the sentences and the tests disagree."""
    known = {each.id: each for kind in kinds for each in kind.requirements}
    for mention in mentions:
        if mention.id not in known:
            yield f"{mention.proof.file} {mention.proof.name}: nothing says what {mention.id} means"
    proofs = gather_proofs(mentions)
    for each in known.values():
        yield from _judge(each, proofs.get(each.id, []))


def gather_proofs(mentions: list[Mention]) -> dict[str, list[Proof]]:
    """The tests of each id."""
    proofs: dict[str, list[Proof]] = defaultdict(list)
    for mention in mentions:
        if mention.counts:
            proofs[mention.id].append(mention.proof)
    return proofs


def render(kinds: list[Kind], proofs: Mapping[str, list[Proof]]) -> str:
    """The page."""
    parts = [_HEAD, _count_table(kinds)]
    for kind in kinds:
        parts += [f"## {kind.title}\n", f"{kind.about}\n"]
        parts += ["\n".join(_lines(each, proofs.get(each.id, []))) for each in kind.requirements]
        parts.append("")
    return "\n".join(parts).rstrip("\n") + "\n"


def tell(kinds: list[Kind], proofs: Mapping[str, list[Proof]]) -> dict[str, Any]:
    """States and proofs for machines."""
    requirements = [each for kind in kinds for each in kind.requirements]
    return {
        "counts": {state: sum(each.state == state for each in requirements) for state in STATES},
        "proofs": sum(len(proofs.get(each.id, [])) for each in requirements),
        "tests": len({proof for each in requirements for proof in proofs.get(each.id, [])}),
        "ids": {
            each.id: {"state": each.state, "proofs": [" ".join(proof) for proof in proofs.get(each.id, [])]}
            for each in requirements
        },
    }


def compare(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """Every id that is proved less than before, by its state or by the number of its tests."""
    yield f"before {before['counts']}, {before['tests']} tests; after {after['counts']}, {after['tests']} tests"
    for each, was in before["ids"].items():
        now = after["ids"].get(each, {"state": "gone", "proofs": []})
        if was["state"] != now["state"]:
            yield f"{each}: {was['state']} -> {now['state']}"
        if len(now["proofs"]) < len(was["proofs"]):
            yield f"{each}: {len(was['proofs'])} -> {len(now['proofs'])} tests"


def _read_kind(path: Path) -> Kind:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    title, about = data.pop("title"), data.pop("about")
    return Kind(title, about, tuple(_read_requirement(name, entry) for name, entry in data.items()))


def _read_requirement(name: str, entry: dict[str, str]) -> Requirement:
    rest = {"part": "missing", "replaced": "instead"}.get(entry["state"], "missing")
    unknown = set(entry) - {"state", "says", rest}
    if unknown or entry["state"] not in STATES or list(find_ids(name)) != [name]:
        raise ValueError(f"{name}: {entry}")
    return Requirement(name, entry["says"], entry["state"], entry.get(rest, ""))


def _judge(each: Requirement, proofs: list[Proof]) -> Iterator[str]:
    if each.state in ("proved", "part") and not proofs:
        yield f"{each.id} is said to be {each.state}, and no test carries it"
    if each.state in ("open", "replaced") and proofs:
        yield f"{each.id} is said to be {each.state}, and {proofs[0].file} carries it"
    if (each.state in ("part", "replaced")) != bool(each.rest) and each.state != "open":
        yield f"{each.id} is {each.state}: say what is missing or holds instead, and nothing where all is proved"


def _count_table(kinds: list[Kind]) -> str:
    rows = ["| | " + " | ".join(STATES) + " |", "|---|" + "--:|" * len(STATES)]
    total: Counter[str] = Counter()
    for kind in kinds:
        found = Counter(each.state for each in kind.requirements)
        total += found
        rows.append(f"| {kind.title} | " + " | ".join(str(found[state]) for state in STATES) + " |")
    rows.append("| **all** | " + " | ".join(f"**{total[state]}**" for state in STATES) + " |")
    return "\n".join(rows) + "\n"


def _lines(each: Requirement, proofs: list[Proof]) -> Iterator[str]:
    rest = {"part": "Missing: ", "open": "", "replaced": "Instead: "}.get(each.state, "")
    yield f"- **{each.id}** {each.says} *{each.state}*" + (f". {rest}{each.rest}." if each.rest else "")
    by_file: dict[str, list[str]] = defaultdict(list)
    for proof in proofs:
        by_file[proof.file].append(_plain(proof.name))
    for file, names in by_file.items():
        yield f"  - [{file.removeprefix('tests/')}](../../{file}): {'; '.join(names)}"


def _plain(name: str) -> str:
    """A test's name as words, without the ids that brought it here."""
    name = name.removeprefix("test_").replace("_", " ") if name.startswith("test_") else name
    name = re.sub(r"\s*\((?:[\w-]+(?:, | to )?)+\)$", lambda found: "" if [*find_ids(found[0])] else found[0], name)
    name = re.sub(r"^[^:]*: ", lambda found: "" if [*find_ids(found[0])] else found[0], name)
    return re.sub(r"([\[\]<>*`|\\])", r"\\\1", " ".join(name.split()))


def main(arguments: list[str]) -> int:
    """Write the page, or print what machines ask for. Ends with 1 when sentences and tests disagree."""
    kinds, mentions = read_kinds(), collect_mentions()
    proofs = gather_proofs(mentions)
    if arguments[:1] == ["--json"]:
        sys.stdout.write(json.dumps(tell(kinds, proofs), indent=1, ensure_ascii=False) + "\n")
        return 0
    if arguments[:1] == ["--compare"]:
        before = json.loads(Path(arguments[1]).read_text(encoding="utf-8"))
        sys.stdout.writelines(f"{line}\n" for line in compare(before, tell(kinds, proofs)))
        return 0
    problems = [*find_problems(kinds, mentions)]
    sys.stderr.writelines(f"{problem}\n" for problem in problems)
    PAGE.write_text(render(kinds, proofs), encoding="utf-8")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
