"""The example, installed as a package and used through a real server of its environment."""

import asyncio
import hashlib
import json
import threading
from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import aiohttp
import pytest

from tests.fakes.nodes import Node
from tests.fakes.reader import Api
from tests.plugins.environment import EXAMPLE, Environment

pytestmark = pytest.mark.timeout(180)

SAID = "I would wait a day."
CALL = {"function": {"name": "coins__pay", "arguments": {"amount": 5}}}


class Ollama:
    """A server that speaks Ollama's wire: one call of a tool where there are tools, and a sentence afterwards."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.bodies.append(body)
                self.send_response(200)
                self.send_header("Content-Type", "application/x-ndjson")
                self.end_headers()
                for line in outer.answer(json.loads(body)):
                    self.wfile.write(json.dumps(line).encode() + b"\n")

            def log_message(self, *_: object) -> None:
                """Nobody reads along."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def answer(self, body: dict[str, Any]) -> list[dict[str, Any]]:
        end = {"done": True, "done_reason": "stop", "prompt_eval_count": 30, "eval_count": 6}
        if "tools" in body and body["messages"][-1]["role"] != "tool":
            return [{"message": {"content": "", "tool_calls": [CALL]}}, {"message": {"content": ""}, **end}]
        return [{"message": {"content": SAID[:7]}}, {"message": {"content": SAID[7:]}}, {"message": {}, **end}]


@pytest.fixture
def ollama() -> Iterator[Ollama]:
    made = Ollama()
    thread = threading.Thread(target=made.server.serve_forever)
    thread.start()
    yield made
    made.server.shutdown()
    thread.join()
    made.server.server_close()


@pytest.fixture
def node(installed: Environment, ollama: Ollama, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server with the example named, and a provider that speaks its wire."""
    made = installed.serve(
        ANTIPHON_DATA_DIR=str(tmp_path_factory.mktemp("data")),
        ANTIPHON_PLUGINS="antiphon-example",
        ANTIPHON_PROVIDERS__LOCAL__KIND="plugin:ollama-native",
        ANTIPHON_PROVIDERS__LOCAL__BASE_URL=ollama.url,
        ANTIPHON_PROVIDERS__LOCAL__MODEL="llama",
    )
    yield made
    made.close()


@pytest.fixture
async def api() -> AsyncIterator[Api]:
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=20)) as session:
        yield Api(session)


async def test_what_plug_ins_add_is_previewed_sent_and_kept_byte_for_byte(node: Node, ollama: Ollama, api: Api) -> None:
    """Advisors of a pack, on a provider of a plug-in, with tools of a plug-in: nothing of it goes unseen."""
    url = node.url
    pack = await api.get(f"{url}/v1/packs/two-minds")
    status, done = await api.post(f"{url}/v1/panels/import", {"advisors": pack["advisors"], "panels": pack["panels"]})
    assert (status, [each["outcome"] for each in done["rows"]]) == (200, ["new", "new"])
    ids = {each["name"]: each["id"] for each in done["rows"]}
    status, _ = await api.patch(f"{url}/v1/advisors/{ids['Today']}", {"tools": ["coins"]})
    assert status == 200
    _, conversation = await api.post(f"{url}/v1/conversations", {"panel_id": done["panels"][0]["id"]})

    _, preview = await api.post(f"{url}/v1/conversations/{conversation['id']}/preview", {"text": "Shall I?"})
    expect = {each["advisor_id"]: each["sha256"] for each in preview["advisors"]}
    sent = await api.send(url, conversation["id"], "Shall I?", "one", at=preview["at"], expect=expect)
    question = await wait_for_question(api, url)
    assert len(ollama.bodies) == 2, "nobody is sent anything more before the person has said yes"
    await api.post(f"{url}/v1/approvals/{question['id']}", {"decision": "allow", "expect": question["call_sha256"]})
    turn = await api.settled(url, sent["turn"]["id"])

    by_id = {each["advisor_id"]: each for each in preview["advisors"]}
    assert pack["advisors"][0]["description"] in by_id[ids["Today"]]["body"]
    assert "coins__pay" in by_id[ids["Today"]]["body"]
    assert "coins__pay" not in by_id[ids["Tomorrow"]]["body"]
    received = {hashlib.sha256(body).hexdigest(): body.decode() for body in ollama.bodies}
    assert len(received) == 3, "one each, and one that hands the tool's answer back"
    for reply in turn.replies:
        receipts = (await api.get(f"{url}/v1/replies/{reply.id}/receipts"))["items"]
        assert receipts[0]["body"] == by_id[reply.advisor_id]["body"] == received[expect[reply.advisor_id]]
        assert [each["body"] for each in receipts] == [received[each["sha256"]] for each in receipts]
        assert (reply.state, reply.text) == ("complete", SAID)
    (use,) = next(reply for reply in turn.replies if reply.advisor_id == ids["Today"]).tools
    assert (use.server, use.tool, use.status, use.result) == ("coins", "pay", "success", "7 coins")


async def wait_for_question(api: Api, url: str) -> dict[str, Any]:
    """The call that waits for the person."""
    async with asyncio.timeout(20):
        while not (waiting := (await api.get(f"{url}/v1/approvals"))["items"]):
            await asyncio.sleep(0.05)
    question: dict[str, Any] = waiting[0]
    assert (question["server"], question["tool"]) == ("coins", "pay")
    return question


async def test_an_export_is_read_by_an_importer_that_somebody_wrote(node: Node, api: Api) -> None:
    book = {"notebook": "Spring", "pages": [{"asked": "Sow now?", "answered": "After the frost.", "mood": "calm"}]}
    _, made = await api.post(f"{node.url}/v1/imports", {"name": "spring.json"})
    address = f"{node.url}/v1/imports/{made['id']}"
    async with api.session.post(f"{address}/pieces?number=0", data=json.dumps(book).encode()) as answer:
        assert answer.status == 200
    await api.post(f"{address}/read", {})

    async with asyncio.timeout(30):
        while (seen := await api.get(address))["status"] in ("arriving", "reading"):
            await asyncio.sleep(0.1)

    assert (seen["status"], seen["label"], seen["report"]["turns"]) == ("ready", "Notebook", 1)
    assert seen["report"]["unknown_fields"] == {"page.mood": 1}


async def test_everybody_sees_what_is_installed(node: Node, api: Api) -> None:
    ours, theirs = (await api.get(f"{node.url}/v1/plugins"))["items"]

    assert ours["ours"]
    assert (theirs["name"], theirs["version"], theirs["named"]) == ("antiphon-example", "1.0.0", True)
    assert {each["kind"]: each["name"] for each in theirs["plugins"]} == {
        "provider": "ollama-native",
        "tool": "coins",
        "importer": "notebook",
        "exporter": "letters",
        "check": "calm",
        "pack": "two-minds",
    }
    assert all(each["why_not"] is None for each in theirs["plugins"])
    assert len(theirs["sha256"]) == 64


def test_a_check_that_somebody_wrote_judges_answers(installed: Environment) -> None:
    suite = installed.write(
        "calm.yaml",
        """\
        evalcases:
          - {id: calm, input: Say hello., assert: [{type: calm}]}
          - {id: loud, input: "Say hello!", assert: [{type: calm, at_moist: 1}]}
        """,
    )
    command = f"export ANTIPHON_PLUGINS=antiphon-example\nantiphon eval validate {suite}"

    said = installed.types(command, code=2)
    suite.write_text(suite.read_text(encoding="utf-8").replace("at_moist", "at_most"), encoding="utf-8")
    played = installed.types(f"{command}\nantiphon eval run {suite} --target scripted:understudy --plain")
    unknown = installed.types(f"antiphon eval validate {suite}", code=2)

    assert "is not known; did you mean at_most?" in said
    assert "2 passed" in played or "2 of 2" in played, played
    assert "no assertion is called calm" in unknown


def test_the_example_passes_its_own_tests(installed: Environment) -> None:
    said = installed.types(f"cd {EXAMPLE}\npython -m pytest -q -p no:cacheprovider tests")

    assert "10 passed" in said
