"""A package with packs of panels, laid down as an installer would."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PACKAGE = "antiphon-packs-of-a-test"
_HEAD = 'api = 1\nname = "{name}"\nlabel = "A pack"\nversion = 1\nlicence = "CC0-1.0"\n'


@contextmanager
def installed_packs(folder: Path, **packs: dict[str, Any]) -> Iterator[str]:
    """These packs by name, each what its `panels.json` holds; the package to be named in `plugins`."""
    module, records = folder / "packs_of_a_test", folder / "antiphon_packs_of_a_test-1.dist-info"
    records.mkdir(parents=True)
    (records / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: 1\n", encoding="utf-8")
    offered = "".join(f"{name} = packs_of_a_test:{name}\n" for name in packs)
    (records / "entry_points.txt").write_text(f"[antiphon.packs]\n{offered}", encoding="utf-8")
    for name, body in packs.items():
        (module / name).mkdir(parents=True)
        (module / name / "pack.toml").write_text(_HEAD.format(name=name), encoding="utf-8")
        (module / name / "panels.json").write_text(json.dumps(body), encoding="utf-8")
    (module / "__init__.py").write_text("raise RuntimeError('a pack has no code')\n", encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        yield PACKAGE
    finally:
        sys.path.remove(str(folder))
