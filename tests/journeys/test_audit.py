"""What concerns others, or lets words out of the house, leaves a line; what is one's own leaves none."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from antiphon.settings import Settings, override_settings
from tests.fakes.accounts import Place, Somebody, open_place
from tests.fakes.servers import find_free_port

pytestmark = pytest.mark.both_databases


@pytest.fixture
async def place(settings: Settings, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Place]:
    told = override_settings(settings, accounts="on", allow_private_tools=True, allow_private_webhooks=True)
    async with open_place(told, capsys) as made:
        yield made


async def do(visitor: Somebody, method: str, path: str, body: object = None) -> dict[str, Any]:
    status, answer = await visitor.ask(method, f"/v1/{path}", body)
    assert status < 300, (method, path, answer)
    return answer or {}


async def read_lines(visitor: Somebody) -> list[dict[str, Any]]:
    """The deeds that are not about signing in, the oldest first."""
    told = await do(visitor, "GET", "audit?limit=100")
    return [each for each in reversed(told["items"]) if not each["action"].startswith(("account.", "session."))]


async def test_what_concerns_others_leaves_a_line(place: Place) -> None:
    """I-57."""
    ada = await place.own()

    await do(ada, "PUT", "settings/time_zone", {"value": "Europe/Vienna", "scope": "workspace"})
    await do(ada, "DELETE", "settings/time_zone?scope=workspace")
    await do(ada, "PATCH", "advisors/skeptic", {"description": "Doubts, as before."})
    await do(ada, "PATCH", "panels/starter", {"name": "Ours"})
    await do(ada, "POST", "tools/servers", {"name": "wiki", "url": f"http://127.0.0.1:{find_free_port()}/mcp?key=hush"})
    await do(ada, "PATCH", "tools/servers/wiki", {"enabled": False})
    await do(ada, "DELETE", "tools/servers/wiki")

    lines = await read_lines(ada)
    assert [(each["action"], each["target_name"]) for each in lines] == [
        ("setting.changed", "time_zone"),
        ("setting.restored", "time_zone"),
        ("advisor.changed", "The Skeptic"),
        ("panel.changed", "Ours"),
        ("tool_server.added", "wiki"),
        ("tool_server.changed", "wiki"),
        ("tool_server.removed", "wiki"),
    ]
    assert {each["actor_name"] for each in lines} == {"Ada"}
    assert (lines[0]["before"], lines[0]["after"]) == (None, {"scope": "workspace", "value": "Europe/Vienna"})
    assert (lines[2]["after"], lines[4]["after"]) == ({"version": 2}, {"host": "127.0.0.1"})
    assert "hush" not in str(lines)


async def test_what_lets_words_out_or_away_leaves_a_line_without_any(place: Place) -> None:
    ada = await place.own()
    bob = await place.join(ada, "Bob")
    talk = await do(bob, "POST", "conversations", {"title": "My secret plan"})

    hook = await do(bob, "POST", "webhooks", {"url": "https://bob.example.org/hush", "events": ["turn.completed"]})
    await do(bob, "DELETE", f"webhooks/{hook['id']}")
    await do(bob, "POST", "exports", {"format": "archive"})
    await do(bob, "DELETE", f"conversations/{talk['id']}/everything")

    lines = await read_lines(ada)
    assert [(each["action"], each["actor_name"]) for each in lines] == [
        ("webhook.added", "Bob"),
        ("webhook.removed", "Bob"),
        ("export.begun", "Bob"),
        ("conversation.deleted", "Bob"),
    ]
    assert lines[0]["target_name"] == "bob.example.org"
    assert lines[-1]["target_id"] == talk["id"]
    assert not {"secret", "hush"} & set(str(lines).replace("/", " ").split())
    assert (await bob.ask("GET", "/v1/audit"))[0] == 403


async def test_what_is_ones_own_leaves_none(place: Place) -> None:
    ada = await place.own()
    bob = await place.join(ada, "Bob")
    before = await read_lines(ada)

    mine = await do(bob, "POST", "advisors", {"name": "Aunt", "description": "Knows me."})
    await do(bob, "PATCH", f"advisors/{mine['id']}", {"description": "Knows me well."})
    await do(bob, "POST", "panels", {"name": "Family", "advisor_ids": [mine["id"]]})
    await do(bob, "PUT", "settings/time_zone", {"value": "Europe/Vienna"})

    assert await read_lines(ada) == before


async def test_what_is_refused_or_changes_nothing_leaves_none(place: Place) -> None:
    ada = await place.own()
    bob = await place.join(ada, "Bob")
    advisor = next(each for each in (await do(ada, "GET", "advisors"))["items"] if each["id"] == "skeptic")

    refused = await bob.ask("PATCH", "/v1/advisors/skeptic", {"description": "Mine now."})
    await do(ada, "PATCH", "advisors/skeptic", {"description": advisor["description"]})
    wrong = await ada.ask("PUT", "/v1/settings/time_zone", {"value": "Nowhere/None", "scope": "workspace"})

    assert (refused[0], wrong[0]) == (403, 422)
    assert await read_lines(ada) == []
