"""Programs elsewhere are told what has ended: signed, until it has arrived, and nothing of anybody else's."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from standardwebhooks.webhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from antiphon.app import run_in_process
from antiphon.settings import Settings, override_settings
from tests.fakes.accounts import Place, Somebody, open_place
from tests.fakes.model_server import fail
from tests.fakes.reader import Api, wait_until
from tests.fakes.receiver import Received, Receiver
from tests.fakes.voices import Voices
from tests.journeys.conftest import House

pytestmark = [pytest.mark.timeout(120)]

EVERYTHING = ["turn.completed", "turn.failed", "reply.settled", "export.completed"]
WORDS = "a heron by the river"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as running:
        yield running


@pytest.fixture
async def house(settings: Settings, voices: Voices) -> AsyncIterator[House]:
    """One whose operator lets webhooks go to this machine."""
    there = override_settings(settings, allow_private_webhooks=True)
    timeout = aiohttp.ClientTimeout(total=20)
    async with run_in_process(there) as url, aiohttp.ClientSession(timeout=timeout) as session:
        yield House(url, voices, Api(session), settings.data_dir)


@dataclass
class Hook:
    """A webhook of a house, and the secret that was told once."""

    house: House
    id: str
    secret: str

    @property
    def path(self) -> str:
        return f"/v1/webhooks/{self.id}"

    async def list(self) -> list[dict[str, Any]]:
        return list((await self.house.get(f"{self.path}/deliveries"))["items"])

    async def wait_for(self, status: str) -> dict[str, Any]:
        """The newest message, once it has come to this."""
        found: list[dict[str, Any]] = []

        async def is_there() -> bool:
            found[:] = [each for each in await self.list() if each["status"] == status]
            return bool(found)

        await wait_until(is_there)
        return found[0]

    async def change(self, **said: object) -> dict[str, Any]:
        async with self.house.api.session.patch(self.house.url + self.path, json=said) as answer:
            assert answer.status == 200, await answer.text()
            return dict(await answer.json())


async def subscribe(house: House, url: str, *events: str, **more: object) -> Hook:
    body = {"url": url, "events": list(events or EVERYTHING), **more}
    status, made = await house.post("/v1/webhooks", body)
    assert status == 201, made
    return Hook(house, made["id"], made["signs_with"])


def verify(secret: str, received: Received) -> Any:
    """What was received, if it is signed with this secret; by the code that others check with."""
    return Verifier(secret).verify(received.body, received.headers)


async def hear(receiver: Receiver, count: int) -> None:
    async def is_heard() -> bool:
        return len(receiver.received) >= count

    await wait_until(is_heard)


@pytest.mark.both_databases
async def test_a_turn_that_ends_is_told_once_signed_and_without_a_word_of_it(house: House, receiver: Receiver) -> None:
    hook = await subscribe(house, f"{receiver.url}/hook")

    turn = await house.ask(WORDS)
    await hear(receiver, 1 + len(turn.replies))
    await asyncio.sleep(2.5)

    assert len(receiver.received) == 1 + len(turn.replies)
    for each in receiver.received:
        assert verify(hook.secret, each) == each.json
        assert set(each.json) == {"type", "timestamp", "data"}
        assert (each.path, each.headers["content-type"]) == ("/hook", "application/json")
    told = receiver.of("turn.completed")[0].json["data"]
    assert (told["turn_id"], told["asked"], told["answered"]) == (turn.id, len(turn.replies), len(turn.replies))
    assert told["url"].endswith(f"/c/{told['conversation_id']}/t/{turn.id}")
    assert {each.json["data"]["reply_id"] for each in receiver.of("reply.settled")} == {r.id for r in turn.replies}
    said = b"".join(each.body for each in receiver.received).decode()
    assert WORDS not in said
    assert not any(reply.text in said for reply in turn.replies)
    with pytest.raises(WebhookVerificationError):
        verify("whsec_" + "A" * 43 + "=", receiver.received[0])


async def test_the_script_on_the_page_checks_what_is_received(house: House, receiver: Receiver) -> None:
    check = read_script()
    hook = await subscribe(house, receiver.url)
    await house.post(f"{hook.path}/ping")
    await hear(receiver, 1)
    [received] = receiver.received

    late = received.headers | {"webhook-timestamp": str(int(received.headers["webhook-timestamp"]) - 301)}
    other = received.headers | {"webhook-id": "msg_other"}

    assert check(hook.secret, received.headers, received.body)
    assert not check(hook.secret, received.headers, received.body + b" ")
    assert not check(hook.secret, late, received.body)
    assert not check(hook.secret, other, received.body)
    assert not check("whsec_" + "A" * 43 + "=", received.headers, received.body)


def read_script() -> Callable[[str, dict[str, str], bytes], bool]:
    """The function that people copy from the page."""
    page = Path(__file__).parents[2] / "docs" / "how-to" / "webhooks.md"
    [code] = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    exec(code, names)
    found: Callable[[str, dict[str, str], bytes], bool] = names["verify"]
    return found


async def test_words_are_told_where_they_were_asked_for(house: House, receiver: Receiver) -> None:
    hook = await subscribe(house, receiver.url, "turn.completed", include_text=True)

    turn = await house.ask(WORDS)
    delivered = await hook.wait_for("delivered")

    told = receiver.received[0].json["data"]["replies"]
    assert [each["text"] for each in told] == [reply.text for reply in turn.replies]
    assert delivered["body"].encode() == receiver.received[0].body


@pytest.mark.both_databases
async def test_maps_syntheses_and_days_of_review_are_told(house: House, receiver: Receiver) -> None:
    """Each once, with where to look; of these, only a synthesis has words."""
    events = ("map.completed", "synthesis.completed", "decision.review_due")
    hook = await subscribe(house, receiver.url, *events, include_text=True)
    turn = await house.ask(WORDS)
    await house.post(f"/v1/turns/{turn.id}/synthesis", {"model": "scripted:rehearsal"})
    soon = (datetime.now(UTC) + timedelta(seconds=2)).isoformat()
    said = {"turn_id": turn.id, "options": ["Go", "Stay"], "choice": "Go", "confidence": 70, "review_at": soon}
    status, decision = await house.post("/v1/decisions", said)
    assert status == 201, decision

    await hear(receiver, len(events))
    await asyncio.sleep(2.5)

    assert sorted(each.json["type"] for each in receiver.received) == sorted(events)
    told = {each.json["type"]: verify(hook.secret, each)["data"] for each in receiver.received}
    assert {told[each]["turn_id"] for each in events} == {turn.id}
    assert told["synthesis.completed"]["text"].strip()
    assert "text" not in told["map.completed"]
    assert told["map.completed"]["url"].endswith(f"/c/{turn.conversation_id}/t/{turn.id}/map")
    assert told["decision.review_due"]["url"].endswith(f"/journal/{decision['id']}")


async def test_a_turn_that_nobody_answers_has_failed(house: House, receiver: Receiver) -> None:
    house.voices.server.handler = lambda _body: fail(400)
    await subscribe(house, receiver.url, "turn.completed", "turn.failed")

    await house.ask(WORDS)
    await hear(receiver, 1)

    told = receiver.received[0].json
    assert (told["type"], told["data"]["answered"]) == ("turn.failed", 0)
    assert {each["state"] for each in told["data"]["replies"]} == {"error"}


async def test_only_what_ends_from_then_on_is_told_and_only_what_was_chosen(house: House, receiver: Receiver) -> None:
    conversation = await house.converse()
    await house.ask("before", conversation=conversation)
    hook = await subscribe(house, receiver.url, "export.completed")
    await house.ask("not chosen", conversation=conversation)
    await house.post("/v1/exports", {"format": "archive"})
    await hear(receiver, 1)

    await hook.change(events=["turn.completed"])
    turn = await house.ask("chosen", conversation=conversation)
    await hear(receiver, 2)
    await asyncio.sleep(2.5)

    assert [each.json["type"] for each in receiver.received] == ["export.completed", "turn.completed"]
    assert receiver.received[0].json["data"]["status"] == "done"
    assert receiver.received[1].json["data"]["turn_id"] == turn.id


@pytest.mark.both_databases
async def test_a_ping_arrives_and_is_listed_and_can_be_sent_again(house: House, receiver: Receiver) -> None:
    hook = await subscribe(house, receiver.url)

    status, sent = await house.post(f"{hook.path}/ping")
    assert status == 200, sent
    delivered = await hook.wait_for("delivered")
    status, again = await house.post(f"{hook.path}/deliveries/{sent['id']}/send")
    assert (status, again["status"]) == (200, "waiting")
    await hear(receiver, 2)
    await wait_until(lambda: _is_delivered(hook))

    assert (delivered["id"], delivered["event"], delivered["answered"]) == (sent["id"], "ping", 204)
    assert [each.id for each in receiver.received] == [sent["id"]] * 2
    assert verify(hook.secret, receiver.received[1])["type"] == "ping"
    assert (await hook.list())[0]["attempts"] == 2


async def _is_delivered(hook: Hook) -> bool:
    return bool((await hook.list())[0]["status"] == "delivered")


async def test_for_a_day_both_secrets_sign(house: House, receiver: Receiver) -> None:
    hook = await subscribe(house, receiver.url)

    status, rotated = await house.post(f"{hook.path}/secret")
    assert status == 200, rotated
    await house.post(f"{hook.path}/ping")
    await hear(receiver, 1)

    assert rotated["signs_with"] != hook.secret
    assert rotated["webhook"]["rotating_until"] is not None
    assert len(receiver.received[0].headers["webhook-signature"].split()) == 2
    for secret in (hook.secret, rotated["signs_with"]):
        assert verify(secret, receiver.received[0])["type"] == "ping"


async def test_a_secret_is_told_once_and_kept_nowhere(house: House, receiver: Receiver) -> None:
    hook = await subscribe(house, receiver.url)
    await house.post(f"{hook.path}/ping")
    await hook.wait_for("delivered")

    shown = str(await house.get("/v1/webhooks")) + str(await house.get(hook.path)) + str(await hook.list())

    word = hook.secret.removeprefix("whsec_")
    assert word not in shown
    kept = [path for path in Path(house.data_dir).rglob("*") if path.is_file()]
    assert [path for path in kept if word.encode() in path.read_bytes()] == []
    assert (house.data_dir / "webhooks.key").stat().st_mode & 0o077 == 0


async def test_an_address_that_is_gone_is_told_nothing_more_until_somebody_says_so(
    house: House, receiver: Receiver
) -> None:
    hook = await subscribe(house, receiver.url, "turn.completed")
    receiver.answer(410)

    await house.ask("the first")
    await hook.wait_for("stopped")
    off = await house.get(hook.path)
    await house.ask("the second")
    await asyncio.sleep(2.5)
    await hook.change(enabled=True)
    turn = await house.ask("the third")
    await hook.wait_for("delivered")

    assert (off["enabled"], off["trouble"]) == (False, "gone")
    assert [each.json["data"]["turn_id"] for each in receiver.received[1:]] == [turn.id]
    assert (await house.get(hook.path))["trouble"] is None


async def test_a_redirect_is_not_followed(house: House, receiver: Receiver) -> None:
    hook = await subscribe(house, f"{receiver.url}/here")
    receiver.answer(307)

    await house.post(f"{hook.path}/ping")
    await hear(receiver, 1)
    await wait_until(lambda: _has_problem(hook))
    failed = (await hook.list())[0]

    assert (failed["answered"], failed["problem"], failed["status"]) == (307, "redirect", "waiting")
    assert {each.path for each in receiver.received} == {"/here"}


async def _has_problem(hook: Hook) -> bool:
    return any(each["problem"] is not None for each in await hook.list())


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "https://127.0.0.1/hook",
        "https://10.0.0.8/hook",
        "https://169.254.169.254/latest",
        "https://[::1]/hook",
        "https://0x7f000001/hook",
        "https://user@example.org/hook",
        "ftp://example.org/hook",
        "nowhere",
    ],
)
async def test_where_no_operator_allows_it_nothing_private_is_told(settings: Settings, url: str) -> None:
    async with run_in_process(settings) as home, aiohttp.ClientSession() as session:
        status, refused = await Api(session).post(f"{home}/v1/webhooks", {"url": url, "events": ["turn.completed"]})

    assert (status, refused["code"]) == (422, "webhook_address")


async def test_a_name_that_leads_to_this_machine_is_refused_when_it_is_looked_up(
    settings: Settings, receiver: Receiver
) -> None:
    """A name proves nothing when it is written down; what it leads to is judged when something is sent."""
    port = receiver.url.rpartition(":")[2]
    async with run_in_process(settings) as home, aiohttp.ClientSession() as session:
        house = House(home, None, Api(session), settings.data_dir)  # type: ignore[arg-type]  # nobody is asked
        hook = await subscribe(house, f"https://localhost:{port}/hook")
        await house.post(f"{hook.path}/ping")
        await wait_until(lambda: _has_problem(hook))
        failed = (await hook.list())[0]

    assert failed["answered"] is None
    assert failed["problem"] in ("address_refused", "no_connection")
    assert receiver.received == []


async def test_what_is_deleted_for_good_is_not_told_any_more(house: House, receiver: Receiver) -> None:
    receiver.always = 500
    hook = await subscribe(house, receiver.url, "turn.completed", include_text=True)
    conversation = await house.converse()
    await house.ask(WORDS, conversation=conversation)
    await wait_until(lambda: _has_problem(hook))

    assert await house.api.delete(f"{house.url}/v1/conversations/{conversation}/everything") == 204

    assert await hook.list() == []


async def test_what_ended_in_an_archived_conversation_is_told_all_the_same(house: House, receiver: Receiver) -> None:
    receiver.answer(500)
    hook = await subscribe(house, receiver.url, "turn.completed")
    conversation = await house.converse()
    turn = await house.ask(WORDS, conversation=conversation)
    await wait_until(lambda: _has_problem(hook))

    assert await house.api.delete(f"{house.url}/v1/conversations/{conversation}") == 204
    await house.post(f"{hook.path}/deliveries/{(await hook.list())[0]['id']}/send")
    await hear(receiver, 2)

    assert [each.json["data"]["turn_id"] for each in receiver.received] == [turn.id] * 2


async def test_there_are_so_many_and_no_more(house: House, receiver: Receiver) -> None:
    for _ in range(20):
        await subscribe(house, receiver.url)

    status, refused = await house.post("/v1/webhooks", {"url": receiver.url, "events": ["turn.completed"]})

    assert (status, refused["code"]) == (409, "command_refused")


@pytest.mark.both_databases
async def test_people_are_told_what_is_theirs_and_programs_what_they_may(
    settings: Settings, voices: Voices, receiver: Receiver, capsys: pytest.CaptureFixture[str]
) -> None:
    there = override_settings(settings, accounts="on", allow_private_webhooks=True)
    async with open_place(there, capsys) as place:
        ada = await place.own()
        bob = await place.join(ada, "Bob")
        hooks = [await _subscribe(each, f"{receiver.url}/{name}") for each, name in ((ada, "ada"), (bob, "bob"))]

        turn_id = await _ask(ada)
        await hear(receiver, 1)
        await asyncio.sleep(2.5)

        assert [(each.path, each.json["data"]["turn_id"]) for each in receiver.received] == [("/ada", turn_id)]
        assert verify(hooks[0]["signs_with"], receiver.received[0])
        assert [each["id"] for each in (await bob.ask("GET", "/v1/webhooks"))[1]["items"]] == [hooks[1]["id"]]
        for method, path in (
            ("GET", ""),
            ("DELETE", ""),
            ("POST", "/ping"),
            ("POST", "/secret"),
            ("GET", "/deliveries"),
        ):
            assert (await bob.ask(method, f"/v1/webhooks/{hooks[0]['id']}{path}"))[0] == 404
        await _see_tokens(place, ada)
        people = (await ada.ask("GET", "/v1/people"))[1]["items"]
        theirs = next(each["id"] for each in people if each["name"] == "Bob")
        await bob.ask("POST", f"/v1/webhooks/{hooks[1]['id']}/ping")
        await hear(receiver, 2)
        receiver.answer(500)
        await bob.ask("POST", f"/v1/webhooks/{hooks[1]['id']}/ping")
        await hear(receiver, 3)
        assert (await ada.ask("POST", f"/v1/people/{theirs}/suspend"))[0] == 200
        await asyncio.sleep(7)
        assert len(receiver.received) == 3


async def _subscribe(somebody: Somebody, url: str) -> dict[str, Any]:
    status, made = await somebody.ask("POST", "/v1/webhooks", {"url": url, "events": ["turn.completed"]})
    assert status == 201, made
    return dict(made)


async def _ask(somebody: Somebody) -> str:
    conversation = (await somebody.ask("POST", "/v1/conversations", {}))[1]["id"]
    path, body = f"/v1/conversations/{conversation}/turns", {"text": WORDS}
    headers = {"Antiphon-Client": "1", "Idempotency-Key": "one"}
    status, sent = await somebody.ask("POST", path, body, **headers)
    assert status == 202, sent
    return str(sent["turn"]["id"])


async def _see_tokens(place: Place, ada: Somebody) -> None:
    """A token that was not made for webhooks neither sees nor makes any."""
    for scopes, expected in ((["ask", "history:write", "export"], 403), (["webhooks"], 200)):
        _, made = await ada.ask("POST", "/v1/me/tokens", {"name": "a program", "scopes": scopes})
        program = place.open(made["token"])
        assert (await program.ask("GET", "/v1/webhooks"))[0] == expected
        body = {"url": "http://127.0.0.1:1/", "events": ["turn.completed"]}
        assert (await program.ask("POST", "/v1/webhooks", body))[0] == (201 if expected == 200 else 403)
