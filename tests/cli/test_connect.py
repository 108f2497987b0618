"""`antiphon connect`: the same door as in the browser, from a terminal."""

import io
from pathlib import Path

from tests.cli.house import Person
from tests.fakes.model_server import ModelServer, answer, fail

KEY = "sk-terminal-0a1b2c3d4e5f6071"


def test_a_provider_is_connected_tested_listed_and_forgotten(person: Person) -> None:
    with ModelServer() as server:
        server.key = KEY
        wrong = person.types("connect", "mine", "--address", server.base_url, "--key-stdin", stdin=io.StringIO("no"))
        right = person.types("connect", "mine", "--address", server.base_url, "--key-stdin", stdin=io.StringIO(KEY))
        tested = person.types("connect", "mine", "--test")
    listed = person.types("connect")
    gone = person.types("connect", "mine", "--remove")
    after = person.types("connect")

    assert (wrong.code, "the key was not accepted" in wrong.err) == (1, True)
    assert right.out.splitlines()[0] == "mine answers with 1 models: echo"
    assert "providers.json, which only you can read" in right.out
    assert tested.code == 0
    assert f"key ends in {KEY[-4:]}\tworked 20" in listed.out
    assert KEY not in right.out + right.err + listed.out + tested.out
    assert (gone.code, "mine\t" in after.out) == (0, False)


def test_a_name_nobody_knows_needs_an_address(person: Person) -> None:
    refused = person.types("connect", "opnai", "--no-key")

    assert "opnai is not known here: say --address" in refused.err


def test_each_advisor_gets_a_model_that_was_heard(person: Person, tmp_path: Path) -> None:
    """From a key in a file to different models for all, with the silent one passed over and the cost said."""
    (tmp_path / "key").write_text(KEY + "\n")
    with ModelServer(answer("here")) as server:
        server.key = KEY
        server.models = ["gpt-5.2", "claude-sonnet-4.5", "silent"]
        server.handler = lambda body: fail(404, {"error": {"message": "Gone."}}) if body["model"] == "silent" else None
        done = person.types(
            "connect", "mine", "--address", server.base_url, "--key-file", str(tmp_path / "key"), "--yes"
        )
    person.types("connect", "mine", "--remove")
    given = {line.split("\t")[1] for line in done.out.splitlines() if "\t" in line}

    assert (done.code, "stays silent" in done.err, '"Gone."' in done.err) == (0, True, True)
    assert "what a question costs is not known" in done.out
    assert "each advisor has its model now" in done.out
    assert given == {"gpt-5.2", "claude-sonnet-4.5"}
    assert KEY not in done.out + done.err


def test_without_a_server_on_this_machine_local_says_so(person: Person) -> None:
    refused = person.types("connect", "nobody", "--local")

    assert "no model server answers on this machine" in refused.err
