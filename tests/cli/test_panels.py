"""`antiphon panels`: taken out to a file and in again."""

import json
from pathlib import Path

from tests.cli.house import Person


def test_panels_go_out_to_a_file_and_come_in_again(person: Person, tmp_path: Path) -> None:
    """P61, P62: phases and habits go along; a dry run changes nothing."""
    person.types("panels", "phases", "starter", "--phase", "facts:2:early", "--phase", "view::ongoing")
    file = tmp_path / "panels.json"
    file.write_text(person.types("panels", "export", "First five").out, "utf-8")
    person.types("panels", "phases", "starter", "--usual")

    would = person.types("panels", "import", str(file), "--dry-run")
    between = person.types("panels", "phases", "starter")
    did = person.types("panels", "import", str(file))
    after = person.types("panels", "phases", "starter")

    [panel] = json.loads(file.read_text("utf-8"))["panels"]
    assert (panel["name"], len(panel["advisors"]), panel["rounds"]["count"]) == ("First five", 5, 2)
    assert would.out == did.out
    assert did.out.splitlines()[0] == "changed\tpanel\tFirst five"
    assert "same\tadvisor\tThe Skeptic" in did.out.splitlines()
    assert between.out == "early (2 turns), then ongoing\n"
    assert after.out == "facts (2 turns), then view\n"


def test_a_file_that_holds_no_panels_is_named(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    for content in ("not json", '{"advisors": []}', "[]"):
        file.write_text(content, "utf-8")

        refused = person.types("panels", "import", str(file))

        assert refused.code == 2
        assert "other.json" in "".join(refused.err.split())
    assert person.types("panels", "import", str(tmp_path / "none.json")).code == 2
