"""`antiphon catalogue`: where prices come from, and a wrong file that changes nothing."""

from pathlib import Path

from tests.cli.house import Person


def test_a_file_that_is_no_price_list_is_refused_and_the_old_one_stays(person: Person, tmp_path: Path) -> None:
    (tmp_path / "wrong.json").write_text("{}")

    refused = person.types("catalogue", "--renew", str(tmp_path / "wrong.json"))
    shown = person.types("catalogue")

    assert (refused.code != 0, "not an array of providers" in refused.err) == (True, True)
    assert "as it came with Antiphon" in shown.out
