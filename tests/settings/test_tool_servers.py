"""Servers of tools that the operator has set up."""

import json
from pathlib import Path
from typing import Any

import pytest

from antiphon.api.configuration import describe_settings
from antiphon.api.schemas.settings import SettingAnswer
from antiphon.app.tool_servers import build_tool_servers
from antiphon.conversation.errors import SettingsInvalid
from antiphon.conversation.scope import SCOPES
from antiphon.settings import EDITABLE, OPERATOR_ONLY, Loaded, load_settings
from antiphon.tools.servers import HttpServer, ServerSpec, StdioServer

TOML = """
[mcp_servers.time]
command = "uvx"
args = ["mcp-server-time", "--local-timezone=UTC"]
env = { TOKEN = "canary-4711" }
trusted = true

[mcp_servers.wiki]
url = "https://wiki.example/mcp"
headers = { Authorization = "Bearer ${canary-4711}" }
"""


class Place:
    """A data folder with the files of an operator."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.json = folder / "servers.json"

    def write(self, toml: str, servers: Any = None) -> None:
        if servers is not None:
            self.json.write_text(servers if isinstance(servers, str) else json.dumps(servers), encoding="utf-8")
            toml = f'mcp_config = "{self.json}"\n{toml}'
        (self.folder / "antiphon.toml").write_text(toml, encoding="utf-8")

    def load(self, **database: Any) -> Loaded:
        return load_settings(environ={"ANTIPHON_DATA_DIR": str(self.folder)}, database={"instance": database or {}})

    def build(self) -> dict[str, ServerSpec]:
        return {each.name: each for each in build_tool_servers(self.load().settings)}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_programs_and_addresses_come_from_the_file(place: Place) -> None:
    place.write(TOML)

    found = place.build()

    time, wiki = found["time"], found["wiki"]
    assert isinstance(time, StdioServer)
    assert (time.command, time.args, time.trusted) == ("uvx", ("mcp-server-time", "--local-timezone=UTC"), True)
    assert isinstance(wiki, HttpServer)
    assert (wiki.url, wiki.trusted, wiki.origin) == ("https://wiki.example/mcp", False, "operator")


def test_nothing_is_filled_in(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """E-08."""
    monkeypatch.setenv("canary-4711", "from the environment")
    place.write(TOML)

    wiki = place.build()["wiki"]

    assert isinstance(wiki, HttpServer)
    assert wiki.headers == {"Authorization": "Bearer ${canary-4711}"}


def test_a_program_gets_what_every_program_needs_and_no_key(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """R-09."""
    monkeypatch.setenv("OPENAI_API_KEY", "canary-0815")
    monkeypatch.setenv("LANG", "C.UTF-8")
    place.write(TOML)

    time = place.build()["time"]

    assert isinstance(time, StdioServer)
    assert time.env["TOKEN"] == "canary-4711"
    assert {"PATH", "LANG", "TOKEN"} <= set(time.env) <= {"PATH", "HOME", "LANG", "SYSTEMROOT", "TOKEN"}


def test_secrets_are_shown_to_nobody(place: Place) -> None:
    """R-09."""
    place.write(TOML)
    loaded = place.load()

    assert "canary" not in repr(list(loaded.rows())) + repr(loaded) + repr(place.build())


def test_every_value_has_a_shape_and_secrets_say_so(place: Place) -> None:
    """As the settings page is told about them."""
    place.write(TOML)

    told = {each["name"]: SettingAnswer.model_validate(each) for each in describe_settings(place.load(), {}, SCOPES)}

    assert told["mcp_servers.time.args"].value == "mcp-server-time, --local-timezone=UTC"
    assert told["mcp_servers.time.env.TOKEN"].kind == "secret"
    assert told["mcp_servers.wiki.headers.Authorization"].kind == "secret"
    assert not told["mcp_servers.time.command"].editable


def test_the_file_that_other_programs_read_is_understood(place: Place) -> None:
    servers = {
        "notes": {"command": "npx", "args": ["-y", "notes"], "env": {"A": "1"}, "autoApprove": ["x"], "timeout": 60},
        "wiki": {"type": "http", "url": "https://wiki.example/mcp", "headers": {"X-Key": "k"}},
        "off": {"command": "off", "disabled": True},
    }
    place.write("[mcp_servers.time]\ncommand = 'uvx'\n", {"mcpServers": servers})

    assert {name: each.kind for name, each in place.build().items()} == {
        "time": "stdio",
        "notes": "stdio",
        "wiki": "http",
    }


@pytest.mark.parametrize(
    ("servers", "words"),
    [
        ("not json", "must be JSON of the form"),
        ({"servers": {}}, "must be JSON of the form"),
        ({"mcpServers": ["a"]}, "must be JSON of the form"),
        ({"mcpServers": {"a": {}}}, "mcpServers.a.*either a command or a url"),
        ({"mcpServers": {"a": {"type": "sse", "url": "https://a.example"}}}, r"mcpServers.a.type"),
        ({"mcpServers": {"time": {"command": "x"}}}, "stands in the settings too"),
        ({"mcpServers": {"a": {"url": "https://a.example", "headers": {"X-Key": "a\nb"}}}}, "cannot be sent"),
        ({"mcpServers": {"a" * 65: {"command": "x"}}}, "shorter name"),
    ],
)
def test_what_is_wrong_in_it_is_said(place: Place, servers: Any, words: str) -> None:
    place.write("[mcp_servers.time]\ncommand = 'uvx'\n", servers)

    with pytest.raises(SettingsInvalid, match=words):
        place.build()


def test_a_file_that_is_not_there_is_said(place: Place) -> None:
    place.write('mcp_config = "/nowhere/servers.json"')

    with pytest.raises(SettingsInvalid, match="No such file"):
        place.build()


@pytest.mark.parametrize(
    "toml",
    [
        "",
        "command = 'a'\nurl = 'https://a.example'",
        "command = 'a'\ntype = 'http'",
        "url = 'https://a.example'\nargs = ['x']",
        "command = 'a'\nheaders = { a = 'b' }",
        "command = 'a'\nunknown = 1",
    ],
)
def test_a_server_is_one_thing_or_the_other(place: Place, toml: str) -> None:
    place.write(f"[mcp_servers.a]\n{toml}\n")

    with pytest.raises(SettingsInvalid, match="mcp_servers"):
        place.load()


def test_no_row_of_the_database_starts_a_program() -> None:
    """R-01: nor does it open the local network, whoever wrote it there."""
    assert not OPERATOR_ONLY & EDITABLE


def test_rows_about_servers_are_passed_over(place: Place) -> None:
    """R-01."""
    rows = {"mcp_servers.evil.command": "sh", "mcp_config": "/tmp/evil.json", "allow_private_tools": True}

    settings = place.load(**rows).settings

    assert (settings.mcp_servers, settings.mcp_config, settings.allow_private_tools) == ({}, None, False)
