"""Everything that comes with a release: packages for Python as locked, packages in the browser client."""

import json
import re
from dataclasses import dataclass
from email.message import Message
from importlib import metadata
from pathlib import Path
from typing import Literal, cast

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements" / "antiphon.txt"
WEB = ROOT / "web"
UNREAD = "not read: it is for other systems than the one this list was made on"
LOCKED = re.compile(r"^([\w.-]+)(?:\[[^\]]*\])?==([^\s;\\]+)(?:\s*;\s*([^\\\n]+?))?\s*\\?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Package:
    """One package in one version."""

    kind: Literal["pypi", "npm"]
    name: str
    version: str
    licence: str
    hashes: tuple[str, ...] = ()
    marker: str = ""

    @property
    def purl(self) -> str:
        """Its name as bills of material write it."""
        return f"pkg:{self.kind}/{self.name.replace('@', '%40')}@{self.version}"


def list_python() -> list[Package]:
    """Every package of the lock, each extra included, with the licence that the installed one states."""
    text = LOCK.read_text(encoding="utf-8")
    found = list(LOCKED.finditer(text))
    ends = [*(each.start() for each in found[1:]), len(text)]
    return [
        Package(
            "pypi",
            each[1].lower(),
            each[2],
            read_licence(each[1], each[2]),
            tuple(sorted(re.findall(r"sha256:([0-9a-f]{64})", text[each.start() : end]))),
            each[3] or "",
        )
        for each, end in zip(found, ends, strict=True)
    ]


def read_licence(name: str, version: str) -> str:
    """What the package says of itself, as an expression where it has one."""
    try:
        # Typed as a mapping; what is there is a message, whose fields may stand several times.
        said = cast("Message", metadata.metadata(name))
    except metadata.PackageNotFoundError:
        return UNREAD
    if said["Version"] != version:
        return UNREAD
    classified = [
        each.rpartition(" :: ")[2] for each in said.get_all("Classifier") or [] if each.startswith("License ::")
    ]
    stated = str(said["License"] or "").strip()
    short = stated if stated and "\n" not in stated and len(stated) < 80 else ""
    return str(said["License-Expression"] or short or ", ".join(classified) or "not stated")


def list_web() -> list[Package]:
    """Every package that the browser client may have in it, as locked; what only builds it is left out."""
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    found = {
        (path.rpartition("node_modules/")[2], each["version"]): each.get("license") or _read_file_licence(path)
        for path, each in lock.items()
        if path and not (each.get("dev") or each.get("devOptional") or "os" in each)
    }
    return [Package("npm", name, version, licence) for (name, version), licence in sorted(found.items())]


def find_text(name: str) -> str | None:
    """The licence that lies in a package of the browser client."""
    folder = WEB / "node_modules" / name
    files = sorted(each for each in folder.glob("*") if re.match(r"(?i)(licen[cs]e|copying|notice)", each.name))
    texts = [each.read_text(encoding="utf-8", errors="replace").strip() for each in files if each.is_file()]
    return "\n\n".join(texts) or None


def _read_file_licence(path: str) -> str:
    text = find_text(path.rpartition("node_modules/")[2]) or ""
    return "MIT" if "Permission is hereby granted, free of charge" in text else "not stated"
