"""The ways in, read from the front page: what is linked there, in its order, is the navigation."""

import re
from dataclasses import dataclass

# The headings of the front page speak to the reader; above every page there is room for a word.
SHORT = {
    "You are new here": "Start",
    "You want to decide something": "Decide",
    "You write and test prompts": "Test prompts",
    "You run the server": "Operate",
    "You build on it": "Integrate",
    "You work on Antiphon": "Develop",
}
HEADING = re.compile(r"^## (.+)$")
GROUP = re.compile(r"^\*\*([^*]+)\*\*(.*)$")
LINK = re.compile(r"\[([^\]]+)\]\(([^)#:]+\.md)\)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One page under its name."""

    name: str
    page: str


@dataclass(frozen=True, slots=True)
class Group:
    """Pages under a word; without one they stand directly in their way in."""

    name: str | None
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """What one kind of reader is led to."""

    name: str
    groups: tuple[Group, ...]

    @property
    def pages(self) -> list[str]:
        """The addresses of its pages, in order."""
        return [entry.page for group in self.groups for entry in group.entries]


def read_ways(front: str) -> list[Way]:
    """The ways in of a front page whose links are the site's; a page named twice stands where it is named first."""
    ways, seen = list[Way](), set[str]()
    for part in re.split(r"^(?=## )", front, flags=re.MULTILINE)[1:]:
        first, *rest = part.splitlines()
        name = first.removeprefix("## ")
        ways.append(Way(SHORT.get(name, name), tuple(_read_groups(rest, seen))))
    return ways


def _read_groups(lines: list[str], seen: set[str]) -> list[Group]:
    found: dict[str | None, list[Entry]] = {None: []}
    group: str | None = None
    for line in lines:
        if begun := GROUP.match(line):
            group = begun[1]
        for name, page in LINK.findall(line):
            if page not in seen:
                seen.add(page)
                found.setdefault(group, []).append(Entry(name[0].upper() + name[1:], page))
    return [Group(name, tuple(entries)) for name, entries in found.items() if entries]


def write_toml(ways: list[Way]) -> str:
    """The navigation as Zensical reads it."""
    lines = ["nav = [", '  { "Documentation" = "index.md" },']
    for way in ways:
        lines.append(f"  {{ {_quote(way.name)} = [")
        for group in way.groups:
            entries = [f"{{ {_quote(entry.name)} = {_quote(entry.page)} }}" for entry in group.entries]
            if group.name is None:
                lines += [f"    {each}," for each in entries]
            else:
                lines.append(f"    {{ {_quote(group.name)} = [{', '.join(entries)}] }},")
        lines.append("  ] },")
    return "\n".join([*lines, "]", ""])


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("`", "") + '"'
