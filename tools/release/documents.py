"""The papers of a release: a bill of material, and the licences."""

import json
import uuid
from datetime import UTC, datetime
from typing import Any

from tools.release.shipped import Package, find_text

# Nothing in it but that the same release has the same number.
SPACE = uuid.UUID("7d1f6c1c-5a3e-4a6b-9d5c-2f8f0f6a1f10")


def write_bill(version: str, digest: str, moment: int, packages: list[Package]) -> str:
    """A bill of material in CycloneDX 1.6: the same packages and the same wheel give the same bytes."""
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(SPACE, digest)}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application",
                "bom-ref": "antiphon",
                "name": "antiphon",
                "version": version,
                "purl": f"pkg:pypi/antiphon@{version}",
                "licenses": [{"license": {"id": "Apache-2.0"}}],
                "hashes": [{"alg": "SHA-256", "content": digest}],
            },
        },
        "components": [_write_component(each) for each in packages],
        "dependencies": [{"ref": "antiphon", "dependsOn": sorted({each.purl for each in packages})}],
    }
    return json.dumps(document, indent=2) + "\n"


def _write_component(package: Package) -> dict[str, Any]:
    component: dict[str, Any] = {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
        # By name: what packages state is not always an identifier of SPDX.
        "licenses": [{"license": {"name": package.licence}}],
    }
    if package.marker:
        component["properties"] = [{"name": "antiphon:installed-where", "value": package.marker}]
    return component


def write_licences(version: str, packages: list[Package]) -> str:
    """Who made what is shipped, and under which terms: a table, then the texts of what is inside the wheel."""
    lines = [f"# Licences of what comes with Antiphon {version}", "", "Antiphon itself: Apache-2.0, see LICENSE.", ""]
    for kind, title in (
        ("pypi", "Installed beside it, by pip, from the lock with every extra"),
        ("npm", "Inside the wheel, in the browser client"),
    ):
        lines += [f"## {title}", "", "| package | version | licence |", "|---|---|---|"]
        lines += [f"| {each.name} | {each.version} | {each.licence} |" for each in packages if each.kind == kind]
        lines.append("")
    lines += ["## Texts of what is inside the wheel", ""]
    for each in packages:
        if each.kind == "npm":
            text = find_text(each.name) or f"{each.licence}; the package has no text of it inside."
            lines += [f"### {each.name} {each.version}", "", "```text", text.replace("```", "'''"), "```", ""]
    return "\n".join(lines)
