"""Every operation of the OpenAPI document is called, and every answer is as the document says."""

import json
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import pytest
from pydantic import SecretStr

from antiphon.advisors.prompt import load_title_prompt
from antiphon.app import run_in_process
from antiphon.settings import McpServerSettings, Settings, SpeechSettings
from tests.fakes.cards import as_json
from tests.fakes.model_server import ModelServer, Script, answer, call_tool, done, fail, finish, sleep, usage
from tests.fakes.packs import installed_packs
from tests.fakes.reader import Api, wait_until
from tests.fakes.speech_server import SpeechServer
from tests.fakes.voices import Voices
from tests.importers.samples import dump, gpt_small
from tests.journeys.conftest import House
from tests.journeys.contract import Contract, Json, Operation, Request, announce
from tests.journeys.examiner import rewording
from tests.journeys.examiner import step_of as examine
from tests.journeys.synthesiser import Synthesiser, page

pytestmark = pytest.mark.timeout(240)

# Declared everywhere and provoked by tests of their own, with clocks, crowds and disks that this walk does not have.
ELSEWHERE = {
    408: "a body has to be waited for for half a minute: tests/api/test_bounded.py",
    429: "somebody has to come too often: tests/api/test_rate_limits.py",
    500: "a defect or a damaged database: tests/api/test_errors.py",
    502: "a provider has to fail: tests/journeys/test_providers.py, tests/speech",
    503: "the database has to be away, or the node leaving: tests/crash",
    504: "a provider has to keep silent: tests/journeys/test_providers.py",
    507: "the disk has to be full: tests/crash",
}
# Declared by one operation and not provoked here, and why.
UNPROVOKED = {
    "add_import_piece 400": "the connection has to break inside the upload",
    "check_map 409": "another one has to be going on",
    "check_models 409": "a package has to be missing, or the database be PostgreSQL",
    "check_new_provider 409": "a package has to be missing, or the database be PostgreSQL",
    "create_document 400": "the connection has to break inside the upload",
    "create_document 409": "a picture has to be brought as something to look up",
    "delete_export 409": "somebody has to be at it",
    "download_export 409": "somebody has to be at it",
    "download_export_piece 409": "somebody has to be at it",
    "download_export_signature 409": "somebody has to be at it",
    "delete_import 409": "somebody has to be at it: tests/journeys/test_imports.py",
    "delete_provider 409": "the database has to be PostgreSQL",
    "import_card 400": "the connection has to break inside the upload",
    "read_card 400": "the connection has to break inside the upload",
    "import_cases 400": "the connection has to break inside the upload",
    "forecast_map_check 409": "a person's key has to be missing where only those are used",
    "import_cases 409": "an advisor has to have as many cases as it may",
    "describe_advisor 409": "everybody has to bring a key of their own: tests/journeys/test_own_keys.py",
    "restore_case 409": "an advisor has to have as many cases as it may",
    "send_program_turn 409": "somebody has to ask at the same moment: tests/journeys/test_programs.py",
    "set_advisor_models 409": "a token has to have a limit on what it spends",
    "set_heartbeat 409": "everybody has to bring a key of their own: tests/journeys/test_own_keys.py",
    "update_document 409": "a picture has to become something to look up",
    "send_webhook_delivery 409": "its webhook has to be told no words any more: tests/engine/test_webhooks.py",
}
NOBODY = "nobody"
# The discard port: nobody listens.
NOWHERE = "http://127.0.0.1:9/mcp"


class Models:
    """Models that know what each step of an analysis wants to hear."""

    def __init__(self, house: House) -> None:
        self.scholar = Synthesiser(house)

    def choose(self, body: Json) -> Script:
        """What answers one request."""
        first = body["messages"][0]["content"]
        if first.startswith(load_title_prompt()[:60]):
            return answer(json.dumps({"title": "A title", "tags": ["one"]}))
        if "Nobody has asked you anything" in first:
            return answer(json.dumps({"reach_out": True, "why": "A date.", "message": "Shall we look?"}))
        if examine(body) == "improve":
            return rewording("You always ask a question.")
        try:
            return self.scholar.choose(body)
        except (StopIteration, IndexError):
            return answer("I would rather not.")


class Walk:
    """One person who does everything once."""

    def __init__(self, house: House, contract: Contract, models: Models, other: ModelServer) -> None:
        self.house = house
        self.call = contract.call
        self.contract = contract
        self.models = models
        self.other = other

    async def settle(self, path: str) -> Json:
        """What stands there, once nobody works on it."""
        found: Json = {}

        async def is_at_rest() -> bool:
            found.update(await self.house.get(path))
            replies = found.get("replies", ())
            return found.get("status") not in ("running", "none") and all(each["completed"] for each in replies)

        await wait_until(is_at_rest, seconds=60)
        return found

    async def look_around(self) -> None:
        """What is there before anything was said."""

        async def is_ready() -> bool:
            async with self.contract.session.get(f"{self.house.url}/readyz") as response:
                return response.status == 200

        await wait_until(is_ready)
        await wait_until(self._has_started)
        for each in (
            "get_health", "get_readiness", "get_startup", "get_metrics", "get_status", "get_operations",
            "list_models", "list_settings", "list_voices",
            "get_spending", "list_tool_servers", "list_assertion_types", "get_calibration", "get_scorecard",
            "list_memories", "list_panels", "list_advisors", "list_topics", "list_filters", "list_conversations",
            "list_plugins", "list_packs",
            "list_providers", "find_local_providers", "export_advisors", "export_panels", "list_approvals",
        ):  # fmt: skip
            await self.call(each, 200)
        await self.call("get_pack", 200, ids={"name": "whole"})
        await self.call("get_pack", 422, ids={"name": "torn"})
        await self.call("get_setting", 200, ids={"name": "max_tokens"})
        await self.call("set_setting", 200, {"value": 777}, {"name": "max_tokens"})
        await self.call("reset_setting", 204, ids={"name": "max_tokens"})
        await self.call("set_setting", 422, {"value": "many"}, {"name": "max_tokens"})
        await self.call("set_setting", 409, {"value": 5}, {"name": "port"})
        await self.call("reset_setting", 409, ids={"name": "port"})
        [voice, *_] = (await self.house.get("/v1/voices"))["items"]
        await self.call("speak", 200, {"text": "Hello.", "voice": voice["id"]})
        await self.call("get_setting", 409, ids={"name": "port"})
        await self.call("speak", 404, {"text": "Hello.", "voice": "nobody"})

    async def tell_others(self) -> None:
        """A webhook: made, changed, tested, given another secret, looked at, removed."""
        wanted = {"url": "http://127.0.0.1:9/hook", "events": ["turn.completed"]}
        made = await self.call("create_webhook", 201, wanted)
        for _ in range(19):
            await self.call("create_webhook", 201, wanted)
        await self.call("create_webhook", 409, wanted)
        await self.call("create_webhook", 422, wanted | {"url": "https://169.254.169.254/"})
        here = {"webhook_id": made["id"]}
        await self.call("list_webhooks", 200)
        await self.call("get_webhook", 200, ids=here)
        await self.call("update_webhook", 200, {"enabled": False}, here)
        await self.call("update_webhook", 422, {"url": "nowhere"}, here)
        await self.call("replace_webhook_secret", 200, ids=here)
        sent = await self.call("send_webhook_ping", 200, ids=here)
        await self.call("list_webhook_deliveries", 200, ids=here)
        await self.call("send_webhook_delivery", 200, ids=here | {"delivery_id": sent["id"]})
        for each in (await self.house.get("/v1/webhooks"))["items"]:
            await self.call("delete_webhook", 204, ids={"webhook_id": each["id"]})

    async def seat_advisors(self) -> None:
        """Advisors and panels: made, changed, put away, brought in from files."""
        made = await self.call("create_advisor", 201, {"name": "Usher", "description": "Shows people in."})
        here = {"advisor_id": made["id"]}
        await self.call("get_advisor", 200, ids=here)
        await self.call("update_advisor", 200, {"tagline": "This way."}, here)
        await self.call("update_advisor", 409, {"tagline": "That way.", "expect_version": 1}, here)
        await self.call("list_advisor_versions", 200, ids=here)
        await self.call("restore_advisor_version", 200, ids=here | {"version": 1})
        await self.call("describe_advisor", 200, {"name": "Usher"})
        row = {"name": "Usher", "description": "In."}
        await self.call("import_advisors", 200, {"advisors": [row], "dry_run": True})
        panel = await self.call("create_panel", 201, {"name": "Front", "advisor_ids": [made["id"]]})
        there = {"panel_id": panel["id"]}
        await self.call("get_panel", 200, ids=there)
        await self.call("update_panel", 200, {"name": "Foyer"}, there)
        await self.call("delete_advisor", 409, ids=here)
        await self.call("export_panels", 404, params={"panel_id": NOBODY})
        file = {"panels": [{"name": "Foyer", "advisors": ["Usher"]}], "dry_run": True}
        await self.call("import_panels", 200, file)
        default = next(each["id"] for each in await self.panels() if each["id"] != panel["id"])
        await self.call("make_panel_default", 200, ids={"panel_id": default})
        await self.call("delete_panel", 204, ids=there)
        await self.call("delete_panel", 409, ids={"panel_id": default})
        await self.call("delete_advisor", 204, ids=here)
        await self.call("restore_advisor", 200, ids=here)

    async def panels(self) -> list[Json]:
        """The panels there are."""
        found = await self.house.get("/v1/panels")
        return list(found.get("items", found.get("panels")))

    async def converse(self) -> tuple[str, str]:
        """A conversation of two turns, with everything that can be done to turns and replies."""
        made = await self.call("create_conversation", 201, {"title": "First"})
        here = {"conversation_id": made["id"]}
        keyed = {"headers": {"Idempotency-Key": "contract-1"}}
        self.house.voices.script("builder", fail(400, {"error": {"message": "no", "code": "bad"}}))
        said = {"text": "Shall I?", "advisor_ids": ["skeptic", "builder"]}
        sent = await self.call("send_turn", 202, said, here, **keyed)
        await self.call("send_turn", 409, said | {"text": "Other"}, here, **keyed)
        turn = await self.settle(f"/v1/turns/{sent['turn']['id']}")
        good, bad = (each["id"] for each in sorted(turn["replies"], key=lambda each: each["state"] != "complete"))
        await self.read(here, turn["id"], good)
        await self.call("retry_reply", 409, ids={"reply_id": good})
        await self.call("retry_reply", 202, ids={"reply_id": bad})
        await self.settle(f"/v1/turns/{turn['id']}")
        again = await self.call("replay_reply", 202, {}, {"reply_id": good})
        await self.settle(f"/v1/turns/{turn['id']}")
        await self.call("compare_replies", 200, params={"a": good, "b": again["reply"]["id"]})
        await self.call("compare_replies", 404, params={"a": good, "b": NOBODY})
        await self.call("choose_reply", 200, ids={"reply_id": good})
        await self.call("choose_reply", 409, ids={"reply_id": bad})
        await self.call("update_reply", 200, {"text": "Other words."}, {"reply_id": good})
        await self.call("update_reply", 409, {"text": " "}, {"reply_id": good})
        await self.call("set_reply_importance", 200, {"worth": 0.5}, {"reply_id": good})
        await self.call("stop_turn", 202, ids={"turn_id": turn["id"]})
        await self.call("stop_reply", 202, ids={"reply_id": good})
        await self.shape(here, turn["id"])
        await self.interrupt(here, turn["id"], good)
        return made["id"], turn["id"]

    async def read(self, here: Json, turn_id: str, reply_id: str) -> None:
        """What can be read of a conversation."""
        for each in ("get_conversation", "list_turns", "get_outline", "list_analyses", "get_contamination"):
            await self.call(each, 200, ids=here)
        for form in ("md", "json", "html"):
            await self.call("export_conversation", 200, ids=here, params={"form": form})
        await self.call("export_conversation", 200, ids=here, params={"form": "decision", "turns": "1"})
        await self.call("export_conversation", 404, ids=here, params={"turns": "9"})
        await self.call("get_turn", 200, ids={"turn_id": turn_id})
        await self.call("get_turn_importance", 200, ids={"turn_id": turn_id})
        await self.call("get_reply", 200, ids={"reply_id": reply_id})
        await self.call("get_reply_importance", 200, ids={"reply_id": reply_id})
        await self.call("list_receipts", 200, ids={"reply_id": reply_id})
        await self.call("search", 200, params={"q": "shall"})
        await self.call("follow_feed", 200, params={"conversation": here["conversation_id"]})
        await self.call("follow_feed", 404, params={"conversation": NOBODY})

    async def shape(self, here: Json, turn_id: str) -> None:
        """What is sent next, and what is not."""
        pair = {"text": "And now?", "advisor_ids": ["skeptic", "builder"]}
        await self.call("preview_message", 200, pair, here)
        await self.call("preview_message", 422, pair | {"choice": {"filter": "((("}}, here)
        await self.call("compare_policies", 200, pair, here)
        await self.call("compare_previews", 200, pair | {"a": "skeptic", "b": "builder"}, here)
        await self.call("compare_previews", 404, pair | {"a": "skeptic", "b": NOBODY}, here)
        await self.call("preview_first_message", 200, pair)
        await self.call("preview_first_message", 404, pair | {"panel_id": NOBODY})
        await self.call("compare_first_previews", 200, pair | {"a": "skeptic", "b": "builder"})
        await self.call("compare_first_previews", 404, pair | {"a": "skeptic", "b": NOBODY})
        await self.call("mark_turns", 200, {"turn_ids": [turn_id], "stars": 2}, here)
        await self.call("run_command", 200, {"line": "s2 :star 3"}, here)
        await self.call("run_command", 409, {"line": "s3 :out a'nobody'"}, here)
        await self.call("create_divider", 200, ids=here)
        await self.call("remove_turns", 200, {"turn_ids": [turn_id]}, here)
        await self.call("restore_turns", 200, {"turn_ids": [turn_id]}, here)
        await self.call("read_filter", 200, {"line": "stars >= 2"})
        await self.call("save_filter", 200, {"line": "stars >= 2"}, {"name": "good"})
        await self.call("get_filter", 200, ids={"name": "good"})
        await self.call("delete_filter", 204, ids={"name": "good"})
        await self.call("update_conversation", 200, {"title": "Second"}, here)
        await self.call("find_title", 200, {}, here)

    async def interrupt(self, here: Json, answered: str, reply_id: str) -> None:
        """What is refused while somebody is being answered, and where nothing was said."""
        self.house.voices.server.hold("m")
        sent = await self.house.send("Wait.", advisor_ids=["skeptic"], conversation=here["conversation_id"])
        turn = {"turn_id": sent["turn"]["id"]}
        open_ = {"reply_id": sent["turn"]["replies"][0]["id"]}
        await self.call("replay_reply", 409, {}, {"reply_id": reply_id})
        await self.call("create_case", 409, {"asserts": [{"type": "contains", "value": "?"}]}, open_)
        await self.call("preview_why", 409, ids=open_)
        await self.call("set_reply_importance", 409, {"worth": 0.5}, open_)
        for each in ("forecast_map", "forecast_synthesis"):
            await self.call(each, 409, ids=turn)
        for each in ("build_map", "write_synthesis"):
            await self.call(each, 409, {}, turn)
        await self.call("remove_turns", 409, {"turn_ids": [turn["turn_id"]]}, here)
        self.house.voices.server.release("m")
        await self.settle(f"/v1/turns/{turn['turn_id']}")
        empty = {"conversation_id": await self.house.converse()}
        await self.call("find_title", 409, {}, empty)
        await self.call("scan_memory", 409, {}, empty)
        nowhere = {"conversation_id": NOBODY}
        await self.call("send_turn", 404, {"text": "Hm?"}, nowhere, headers={"Idempotency-Key": "contract-3"})
        await self.call("create_conversation", 404, {"panel_id": NOBODY})
        await self.call("create_instruction", 404, {"text": "Be brief.", "conversation_id": NOBODY})
        await self.call("create_panel", 404, {"name": "Empty", "advisor_ids": [NOBODY]})
        await self.call("get_health", 422, params={"challenge": "x" * 300})

    async def remind(self, conversation_id: str) -> None:
        """Todos, instructions, memories, topics."""
        here = {"conversation_id": conversation_id}
        made = await self.call("create_todo", 201, {"title": "Call"}, here)
        one = here | {"number": made["items"][-1]["number"]}
        await self.call("list_todos", 200, ids=here)
        await self.call("get_todo", 200, ids=one)
        await self.call("update_todo", 200, {"status": "in_progress"}, one)
        await self.call("replace_todos", 200, {"todos": [{"title": "Call"}, {"title": "Write"}]}, here)
        found = (await self.house.get(f"/v1/conversations/{conversation_id}/todos"))["items"]
        await self.call("delete_todo", 204, ids=here | {"number": found[0]["number"]})
        said = await self.call("create_instruction", 201, {"text": "Be brief."})
        rule = {"instruction_id": said["id"]}
        await self.call("list_instructions", 200, params={"conversation": conversation_id})
        await self.call("list_instructions", 404, params={"conversation": NOBODY})
        await self.call("get_instruction", 200, ids=rule)
        await self.call("update_instruction", 200, {"name": "Short"}, rule)
        await self.call("switch_instruction", 200, {"enabled": False}, rule | here)
        await self.call("order_instructions", 200, {"ids": [said["id"]]})
        await self.call("order_instructions", 404, {"ids": [NOBODY]})
        await self.call("delete_instruction", 204, ids=rule)
        memory = await self.call("create_memory", 201, {"kind": "fact", "text": "Has a dog."})
        kept = {"memory_id": memory["id"]}
        await self.call("get_memory", 200, ids=kept)
        await self.call("update_memory", 200, {"text": "Has two dogs."}, kept)
        await self.call("delete_memory", 204, ids=kept)
        scan = await self.call("scan_memory", 202, {}, here)
        await self.settle(f"/v1/analyses/{scan['id']}")
        await self.call("get_analysis", 200, ids={"analysis_id": scan["id"]})
        topic = await self.call("create_topic", 201, {"path": "work/money"})
        await self.call("get_topic", 200, ids={"topic_id": topic["id"]})
        await self.call("update_topic", 200, {"name": "cash"}, {"topic_id": topic["id"]})
        await self.call("update_topic", 409, {"parent_id": topic["id"]}, {"topic_id": topic["id"]})
        await self.call("delete_topic", 409, ids={"topic_id": topic["parent_id"]})
        await self.call("delete_topic", 204, ids={"topic_id": topic["id"]})

    async def analyse(self) -> None:
        """A map with claims, a synthesis of it, and a decision after both."""
        scholar = self.models.scholar
        turn = await scholar.three_answer()
        at = {"turn_id": turn.id}
        for each in ("forecast_map", "forecast_synthesis", "get_glance", "get_map", "get_synthesis"):
            await self.call(each, 200, ids=at)
        await self.call("export_synthesis", 404, ids=at)
        await self.call("forecast_map_check", 200)
        check = await self.call("check_map", 202, {})
        await self.settle(f"/v1/analyses/{check['id']}")
        await self.call("list_map_checks", 200)
        await self.call("build_map", 202, {}, at)
        drawn = await self.settle(f"/v1/turns/{turn.id}/map")
        await self.call("get_map", 200, ids=at)
        claim = drawn["claims"][0]
        who = {"advisor_id": claim["stances"][0]["advisor_id"], "disputed": True}
        await self.call("dispute_claim", 200, who, {"analysis_id": drawn["drawn_id"], "number": claim["number"]})
        scholar.writes.append(page(("They do not agree.", ["1"])))
        await self.call("write_synthesis", 202, {}, at)
        await self.settle(f"/v1/turns/{turn.id}/synthesis")
        await self.call("get_synthesis", 200, ids=at)
        await self.call("export_synthesis", 200, ids=at)
        empty = await self.house.send("Nobody?", conversation=await self.house.converse(), advisor_ids=["skeptic"])
        silent = empty["turn"]["id"]
        await self.settle(f"/v1/turns/{silent}")
        body = {"turn_id": turn.id, "options": ["yes", "no"], "choice": "no", "confidence": 70}
        body["stances"] = {turn.replies[0].advisor_id: "for"}
        keyed = {"headers": {"Idempotency-Key": "contract-2"}}
        made = await self.call("create_decision", 201, body, **keyed)
        await self.call("create_decision", 409, body | {"choice": "yes"}, **keyed)
        await self.call("create_decision", 404, body | {"turn_id": NOBODY})
        it = {"decision_id": made["id"]}
        await self.call("list_decisions", 200)
        await self.call("list_decisions", 404, params={"before": NOBODY})
        await self.call("get_decision", 200, ids=it)
        await self.call("update_decision", 200, {"outcome": "wrong"}, it)
        kept = await self.call("create_decision_cases", 201, ids=it)
        await self.call("delete_case", 204, ids={"case_id": kept["cases"][0]["id"]})
        await self.call("create_decision_cases", 404, ids={"decision_id": NOBODY})
        await self.call("update_decision", 200, {"outcome": "right"}, it)
        await self.call("create_decision_cases", 409, ids=it)
        await self.call("export_journal", 200)
        await self.call("export_journal", 404, params={"decision_id": NOBODY})
        await self.call("get_calibration", 200)
        await self.call("get_scorecard", 200)
        await self.call("delete_decision", 204, ids=it)
        await self.call("restore_decision", 200, ids=it)

    async def find_out_why(self) -> None:
        """Which part of what was sent made an answer come out so; a first answer has no parts to leave out."""
        first = await self.house.ask("Why so?", advisor_ids=["skeptic"])
        then = await self.house.ask("And why?", conversation=first.conversation_id, advisor_ids=["skeptic"])
        it, alone = {"reply_id": then.replies[0].id}, {"reply_id": first.replies[0].id}
        for each in ("forecast_why", "preview_why"):
            await self.call(each, 200, ids=it)
        await self.call("forecast_why", 409, ids=alone)
        await self.call("preview_why", 404, ids=it, params={"leave_out": NOBODY})
        await self.call("find_why", 409, {}, alone)
        await self.call("find_why", 202, {}, it)
        await self.settle(f"/v1/replies/{then.replies[0].id}/why")
        await self.call("get_why", 200, ids=it)
        await self.call("delete_why", 204, ids=it)

    async def go_round(self) -> None:
        """Two answer each other, and wait for a word."""
        turn = await self.house.ask("Rounds?", advisor_ids=["skeptic", "builder"])
        here = {"conversation_id": turn.conversation_id}
        pair = {"advisor_ids": ["skeptic", "builder"]}
        await self.call("forecast_round", 200, pair, here)
        run = await self.call("start_rounds", 201, {"count": 3, "asks": True, **pair}, here)
        await self.call("start_rounds", 409, {"count": 3, "asks": True, **pair}, here)
        await self.settle(f"/v1/rounds/{run['id']}")
        await self.call("list_rounds", 200, ids=here)
        await self.call("get_rounds", 200, ids={"run_id": run["id"]})
        await self.call("continue_rounds", 200, ids={"run_id": run["id"]})
        await self.call("stop_rounds", 200, ids={"run_id": run["id"]})
        await self.call("continue_rounds", 409, ids={"run_id": run["id"]})

    async def ask_anew(self) -> None:
        """What was asked is asked once more, in a conversation of its own."""
        turn = await self.house.ask("Anew?", advisor_ids=["skeptic"])
        here = {"conversation_id": turn.conversation_id}
        empty = {"conversation_id": await self.house.converse()}
        for operation, status in (("forecast_revisit", 200), ("start_revisit", 201)):
            await self.call(operation, 409, {}, empty)
            await self.call(operation, 404, {}, {"conversation_id": NOBODY})
            found = await self.call(operation, status, {}, here)
        await self.call("get_revisit", 200, ids={"revisit_id": found["id"]})
        await self.settle(f"/v1/revisits/{found['id']}")

    async def examine(self) -> None:
        """Cases, runs of them, and better words."""
        self.house.voices.script("skeptic", answer("No."))
        reply = (await self.house.ask("Test?", advisor_ids=["skeptic"])).replies[0].id
        asserts = [{"type": "contains", "value": "?", "name": "asks"}]
        case = await self.call("create_case", 201, {"asserts": asserts}, {"reply_id": reply})
        it, who = {"case_id": case["id"]}, {"advisor_id": "skeptic"}
        await self.call("list_cases", 200)
        await self.call("list_cases", 404, params={"advisor_id": NOBODY})
        await self.call("get_case", 200, ids=it)
        await self.call("update_case", 200, {"note": "Why not?"}, it)
        self.house.voices.server.hold("m")
        run = await self.call("run_evals", 202, {"advisor_id": "skeptic"})
        await self.call("run_evals", 409, {"advisor_id": "skeptic"})
        await self.call("run_evals", 404, {"advisor_id": NOBODY})
        await self.call("stop_eval_run", 200, ids={"run_id": run["id"]})
        self.house.voices.server.release("m")
        await self.call("resume_eval_run", 202, ids={"run_id": run["id"]})
        await self.settle(f"/v1/evals/runs/{run['id']}")
        await self.call("resume_eval_run", 409, ids={"run_id": run["id"]})
        await self.call("get_eval_run", 200, ids={"run_id": run["id"]})
        await self.call("get_eval_result", 200, ids={"run_id": run["id"], "case_id": case["id"], "repeat": 1})
        await self.call("get_advisor_evals", 200, ids=who)
        file = await self.call("export_cases", 200, ids=who)
        await self.call("import_cases", 201, ids=who, data=file)
        await self.call("import_cases", 422, ids=who, data=b"no: file")
        self.house.voices.script("skeptic", answer("No."), answer("No."), answer("Why?"), answer("Why?"))
        found = await self.call("improve_advisor", 202, {"rounds": 1}, who)
        await self.call("accept_improvement", 409, ids={"improvement_id": found["id"]})
        await self.call("improve_advisor", 409, {"rounds": 1}, who)
        await self.settle(f"/v1/improvements/{found['id']}")
        one = {"improvement_id": found["id"]}
        await self.call("get_improvement", 200, ids=one)
        await self.call("accept_improvement", 200, ids=one)
        await self.call("stop_improvement", 200, ids=one)
        await self._look_at_work()
        await self.call("delete_case", 204, ids=it)
        await self.call("restore_case", 200, ids=it)

    async def _has_started(self) -> bool:
        async with self.contract.session.get(f"{self.house.url}/startupz") as response:
            return response.status == 200

    async def _look_at_work(self) -> None:
        """A run that waits for an answer is under way until it is stopped."""
        self.house.voices.server.hold("m")
        run = await self.call("run_evals", 202, {"advisor_id": "skeptic"})
        it = {"work_id": run["id"]}
        await self.call("list_work", 200)
        await self.call("get_work", 200, ids=it)
        thing = {"thing_id": run["id"]}
        await self.call("get_operations", 200)
        await self.call("retry_operation", 200, ids=thing)
        await self.call("retry_operation", 404, ids={"thing_id": NOBODY})
        await self.call("stop_operation", 200, ids=thing)
        await self.call("stop_operation", 404, ids=thing)
        run = await self.call("run_evals", 202, {"advisor_id": "skeptic"})
        it = {"work_id": run["id"]}
        await self.call("stop_work", 200, ids=it)
        await self.call("stop_work", 404, ids=it)
        self.house.voices.server.release("m")

    async def bring_files(self, conversation_id: str) -> None:
        """A document, twice."""
        named = {"params": {"name": "note.txt", "kind": "library"}, "data": b"A note about dogs."}
        made = await self.call("create_document", 201, **named)
        await self.call("create_document", 200, **named)
        await self.call("create_document", 415, params={"name": "x.exe"}, data=b"MZ\x00\x01" * 40)
        await self.call("create_document", 404, params={"name": "n.txt", "conversation": NOBODY}, data=b"Text.")
        it = {"document_id": made["id"]}
        await self.call("list_documents", 200)
        await self.call("list_documents", 404, params={"conversation": NOBODY})
        await self.call("get_document", 200, ids=it)
        await self.call("get_document_page", 200, ids=it | {"number": 1})
        await self.call("download_document", 200, ids=it)
        await self.call("download_document", 304, ids=it, headers={"If-None-Match": f'"{made["id"]}"'})
        await self.call("search_documents", 200, params={"q": "dogs"})
        await self.call("search_documents", 404, params={"q": "dogs", "conversation": NOBODY})
        await self.call("update_document", 200, {"name": "dogs.txt"}, it)
        await self.call("update_document", 200, {"enabled": False}, it)
        off = {"text": "See?", "advisor_ids": ["skeptic"], "attachments": [made["id"]]}
        await self.call("preview_first_message", 409, off)
        await self.call("compare_first_previews", 409, off | {"a": "skeptic", "b": "builder"})
        await self.call("delete_document", 204, ids=it)
        await self.call("restore_document", 200, ids=it)

    async def bring_cards(self) -> None:
        """A character card: looked at, taken in, handed out."""
        named = {"params": {"name": "keeper.json"}, "data": as_json()}
        await self.call("read_card", 200, **named)
        made = await self.call("import_card", 201, **named)
        await self.call("export_card", 200, ids={"advisor_id": made["id"]}, params={"form": "png"})
        await self.call("export_card", 200, ids={"advisor_id": made["id"]})
        await self.call("read_card", 422, params={"name": "x.json"}, data=b"{}")
        await self.call("import_card", 422, params={"name": "x.json"}, data=b"{}")

    async def bring_the_past(self) -> None:
        """An export of another program: brought in pieces, read, written, taken back."""
        await self.call("list_importers", 200)
        made = await self.call("create_import", 201, {"name": "conversations.json"})
        it = {"import_id": made["id"]}
        await self.call("add_import_piece", 200, ids=it, params={"number": 0}, data=dump([gpt_small()]))
        await self.call("start_import", 409, {}, it)
        await self.call("read_import", 202, ids=it)
        await self.rest(it, "ready")
        await self.call("read_import", 409, ids=it)
        await self.call("add_import_piece", 409, ids=it, params={"number": 1}, data=b"x")
        await self.call("get_import", 200, ids=it)
        await self.call("list_import_conversations", 200, ids=it)
        await self.call("start_import", 202, {}, it)
        await self.rest(it, "done")
        await self.call("download_import_original", 200, ids=it | {"number": 1})
        await self.call("list_imports", 200)
        await self.call("delete_import", 204, ids=it)
        await self.rest(it, "undone")

    async def take_everything_along(self) -> None:
        """A file of everything: written, fetched, checked, forgotten."""
        await self.call("list_exporters", 200)
        await self.call("get_signer", 200)
        await self.call("create_export", 422, {"format": "papyrus"})
        await self.call("create_export", 404, {"conversation_ids": [NOBODY]})
        made = await self.call("create_export", 201, {"format": "archive"})
        it = {"export_id": made["id"]}

        async def is_done() -> bool:
            return bool((await self.house.get(f"/v1/exports/{made['id']}"))["status"] == "done")

        await wait_until(is_done, seconds=60)
        await self.call("get_export", 200, ids=it)
        await self.call("list_exports", 200)
        await self.call("download_export", 200, ids=it)
        await self.call("download_export_piece", 200, ids=it | {"number": 0})
        await self.call("download_export_signature", 200, ids=it)
        await self.call("delete_export", 204, ids=it)

    async def be_asked_by_a_program(self) -> None:
        """A question that begins its conversation, and what cannot be asked so."""
        keyed = [{"headers": {"Idempotency-Key": f"program-{number}"}} for number in range(4)]
        said = {"text": "Should we move?", "surface": "mcp", "advisor_ids": ["skeptic"]}
        sent = await self.call("send_program_turn", 202, said, **keyed[0])
        await self.settle(f"/v1/turns/{sent['turn']['id']}")
        await self.call("send_program_turn", 422, said | {"conversation_id": NOBODY, "panel_id": NOBODY}, **keyed[1])
        await self.call("send_program_turn", 404, said | {"conversation_id": NOBODY}, **keyed[2])

    async def rest(self, it: Json, status: str) -> None:
        """Until the import has come that far."""

        async def has_come() -> bool:
            found = await self.house.get(f"/v1/imports/{it['import_id']}")
            return bool(found["status"] == status)

        await wait_until(has_come, seconds=60)

    async def be_spoken_to(self) -> None:
        """An advisor speaks unasked."""
        turn = await self.house.ask("Remind me.", advisor_ids=["skeptic"])
        here = {"conversation_id": turn.conversation_id}
        one = here | {"advisor_id": "skeptic"}
        await self.call("list_heartbeats", 200, ids=here)
        await self.call("preview_heartbeat", 200, ids=one)
        due = (datetime.now(UTC) - timedelta(seconds=1)).isoformat()
        await self.call("set_heartbeat", 200, {"every_minutes": 30, "next_at": due}, one)
        runs: list[Json] = []

        async def has_spoken() -> bool:
            found = await self.house.get(f"/v1/conversations/{turn.conversation_id}/heartbeat-runs")
            runs[:] = found["items"]
            return any(each["turn_id"] for each in runs)

        await wait_until(has_spoken, seconds=60)
        await self.call("list_heartbeat_runs", 200, ids=here)
        await self.call("mark_heartbeat_run_read", 200, ids={"run_id": runs[0]["id"]})
        await self.call("delete_heartbeat", 204, ids=one)

    async def lend_tools(self) -> None:
        """A call that waits for leave, and servers of tools."""

        async def has_tools() -> bool:
            servers = (await self.house.get("/v1/tools"))["items"]
            return any(each["tools"] for each in servers if each["name"] == "notes")

        await wait_until(has_tools)
        await self.call("update_advisor", 200, {"tools": ["notes"]}, {"advisor_id": "historian"})
        called = call_tool("notes__add_note", json.dumps({"text": "Hello"}))
        self.house.voices.script("historian", called + finish("tool_calls") + usage(20, 5) + done())
        sent = await self.house.send("Note it.", conversation=await self.house.converse(), advisor_ids=["historian"])
        pending: list[Json] = []

        async def is_asked() -> bool:
            pending[:] = (await self.house.get("/v1/approvals"))["items"]
            return bool(pending)

        await wait_until(is_asked)
        await self.call("list_approvals", 200)
        it = {"approval_id": pending[0]["id"]}
        await self.call("decide_approval", 409, {"decision": "allow", "expect": "0" * 64}, it)
        yes = {"decision": "allow", "always": True, "expect": pending[0]["call_sha256"]}
        await self.call("decide_approval", 200, yes, it)
        await self.settle(f"/v1/turns/{sent['turn']['id']}")
        await self.call("list_approvals", 200)
        await self.call("delete_standing_approval", 204, ids={"server": "notes", "tool": "add_note"})
        await self.call("get_turn", 200, ids={"turn_id": sent["turn"]["id"]})
        await self.call("list_tool_servers", 200)
        await self.call("get_tool_server", 200, ids={"name": "notes"})
        await self.call("create_tool_server", 201, {"name": "far", "url": NOWHERE})
        await self.call("create_tool_server", 409, {"name": "far", "url": NOWHERE})
        await self.call("update_tool_server", 200, {"enabled": False}, {"name": "far"})
        await self.call("refresh_tool_server", 200, ids={"name": "far"})
        await self.call("delete_tool_server", 204, ids={"name": "far"})

    async def reword(self) -> None:
        """A question in other words, the first wording again, and a conversation that branches off there."""
        made = await self.call("create_conversation", 201, {"title": "In other words"})
        here, said = {"conversation_id": made["id"]}, {"text": "Or not?", "advisor_ids": ["skeptic"]}
        keyed = [{"headers": {"Idempotency-Key": f"reword-{number}"}} for number in range(3)]
        self.house.voices.script("skeptic", sleep(1) + answer("Wait."))
        first = (await self.call("send_turn", 202, said, here, **keyed[0]))["turn"]["id"]
        await self.call("branch_conversation", 409, ids={"turn_id": first})
        await self.settle(f"/v1/turns/{first}")
        again = await self.call("send_turn", 202, said | {"text": "Or yes?", "replaces": first}, here, **keyed[1])
        await self.settle(f"/v1/turns/{again['turn']['id']}")
        await self.call("list_wordings", 200, ids={"turn_id": first})
        await self.call("choose_wording", 200, ids={"turn_id": first})
        await self.call("choose_wording", 409, ids={"turn_id": first})
        await self.call("branch_conversation", 201, ids={"turn_id": first})
        then = await self.call("send_turn", 202, said | {"text": "And then?"}, here, **keyed[2])
        await self.settle(f"/v1/turns/{then['turn']['id']}")
        followed = {"text": "Too late?", "advisor_ids": ["skeptic", "builder"], "replaces": first}
        for each in ("preview_message", "compare_policies", "compare_previews"):
            more = {"a": "skeptic", "b": "builder"} if each == "compare_previews" else {}
            await self.call(each, 409, followed | more, here)
        await self.call("leave_conversation", 204, ids=here)
        await self.call("describe_everything", 200, ids=here)
        await self.call("delete_everything", 204, ids=here)

    async def add_providers(self) -> None:
        """A provider while everything runs."""
        at = {"base_url": self.other.base_url}
        self.other.default = answer("here")
        await self.call("check_new_provider", 200, {"name": "mine", **at})
        await self.call("check_models", 200, {"name": "mine", "models": ["echo"], **at})
        await self.call("add_provider", 200, at, {"name": "mine"})
        await self.call("check_provider", 200, ids={"name": "mine"})
        await self.call("set_advisor_models", 204, {"advisors": {"skeptic": "echo"}}, {"name": "mine"})
        await self.call("delete_provider", 204, ids={"name": "mine"})
        await self.call("add_provider", 409, at, {"name": "fake"})
        await self.call("list_models", 200)
        await self.call("get_spending", 200)

    async def put_into_a_folder(self, conversation_id: str) -> None:
        """A folder from beginning to end, with the conversation in it."""
        here = {"conversation_id": conversation_id}
        folder = await self.call("create_folder", 201, {"name": "Work"})
        of_it = {"folder_id": folder["id"]}
        await self.call("create_folder", 409, {"name": "WORK"})
        await self.call("get_folder", 200, ids=of_it)
        await self.call("update_folder", 200, {"name": "Sea"}, of_it)
        await self.call("update_conversation", 200, of_it, here)
        await self.call("update_conversation", 404, {"folder_id": NOBODY}, here)
        await self.call("list_conversations", 200, params=of_it)
        await self.call("list_conversations", 404, params={"folder_id": NOBODY})
        other = await self.call("create_folder", 201, {"name": "Land"})
        await self.call("update_folder", 409, {"name": "sea"}, {"folder_id": other["id"]})
        unkept = await self.call("create_conversation", 201, {"kept": False})
        await self.call("update_conversation", 409, of_it, {"conversation_id": unkept["id"]})
        await self.call("delete_folder", 204, ids=of_it)
        await self.call("update_folder", 200, {"name": "Sea"}, {"folder_id": other["id"]})
        await self.call("restore_folder", 409, ids=of_it)
        await self.call("update_folder", 200, {"name": "Land"}, {"folder_id": other["id"]})
        await self.call("restore_folder", 200, ids=of_it)
        await self.call("list_folders", 200)

    async def leave(self, conversation_id: str) -> None:
        """Put the conversation away and bring it back."""
        here = {"conversation_id": conversation_id}
        await self.call("delete_conversation", 204, ids=here)
        await self.call("restore_conversation", 200, ids=here)


async def name_nothing(contract: Contract, operation: Operation) -> None:
    """The same as went well, about something that is not there."""
    request = contract.done[operation.id]
    numbers = {each["name"] for each in operation.said.get("parameters", []) if each["schema"].get("type") == "integer"}
    for each in re.findall(r"\{(\w+)\}", operation.path):
        ids = request.ids | {each: 99 if each in numbers else NOBODY}
        await contract.send(operation.id, Request(ids, request.more))


async def say_nothing_right(contract: Contract, operation: Operation) -> None:
    """A body with a field nobody knows, an address with a NUL, a Host that is not ours, and far too many bytes."""
    request = contract.done[operation.id]
    if operation.path.startswith("/v1/"):
        nul = f"{contract.url}{operation.path.format_map(request.ids)}?x=%00"
        async with contract.session.request(operation.method, nul) as response:
            contract.check(operation, response.status, dict(response.headers), await response.read())
    if "requestBody" in operation.said:
        await contract.send(operation.id, Request(request.ids, {"json": {"unheard_of": 1}}))
    elsewhere = {"headers": {"Host": "elsewhere.example"}}
    await contract.send(operation.id, Request(request.ids, elsewhere))
    address = operation.path.format_map(request.ids)
    contract.check(operation, *await announce(contract.url, operation, address, 60 * 1024 * 1024))


async def misuse(contract: Contract, path: str) -> None:
    """A method that no address has is refused, and the refusal says which there are."""
    ids = dict.fromkeys(re.findall(r"\{(\w+)\}", path), "1")
    async with contract.session.request("PROPFIND", contract.url + path.format_map(ids)) as response:
        allowed = set(re.split(r", *", response.headers.get("Allow", "")))
        declared = {each.upper() for each in contract.document["paths"][path]}
        if response.status != 405 or not declared <= allowed or response.content_type != "application/problem+json":
            contract.wrong.append(f"{path}: {response.status}, allowed {allowed}, declared {declared}")


@pytest.fixture
def packs(tmp_path: Path) -> Iterator[str]:
    """A package with a pack that can be taken in and one that cannot."""
    row = {"name": "Usher", "description": "In."}
    panels = [{"name": "Foyer", "advisors": ["Usher"]}]
    whole, torn = {"advisors": [row], "panels": panels}, {"advisors": [{"name": "Usher"}], "panels": panels}
    with installed_packs(tmp_path / "packs", whole=whole, torn=torn) as package:
        yield package


@pytest.fixture
def settings(settings: Settings, tmp_path: Path, speaker: SpeechServer, packs: str) -> Settings:
    """With a voice, with packs, and with a server of notes that the operator believes."""
    notes = McpServerSettings(
        command=sys.executable,
        args=("-m", "tests.fakes.mcp_notes"),
        env={"NOTES": SecretStr(str(tmp_path / "notes.txt")), "PYTHONPATH": SecretStr(str(Path.cwd()))},
        trusted=True,
    )
    speech = SpeechSettings(base_url=speaker.base_url, model="tts", voices=("low",), espeak=False)
    paces = {"calls_per_minute": 0, "heavy_calls_per_minute": 0, "paid_calls_per_minute": 0}
    more = {"mcp_servers": {"notes": notes}, "speech": speech, "plugins": (packs,)}
    more |= {"allow_private_tools": True, "allow_private_webhooks": True}
    return settings.model_copy(update=more | paces)


@pytest.fixture
def speaker() -> Iterator[SpeechServer]:
    """An endpoint that speaks."""
    with SpeechServer() as server:
        yield server


@asynccontextmanager
async def opened(settings: Settings, voices: Voices) -> AsyncIterator[Walk]:
    """The application, and somebody who is about to do everything."""
    timeout = aiohttp.ClientTimeout(total=60)
    with ModelServer() as other:
        async with run_in_process(settings) as url, aiohttp.ClientSession(timeout=timeout) as session:
            house = House(url, voices, Api(session), settings.data_dir)
            models = Models(house)
            voices.server.handler = models.choose
            document = await house.get("/v1/openapi.json")
            yield Walk(house, Contract(url, session, document), models, other)


async def test_every_operation_answers_as_the_document_says(settings: Settings, voices: Voices) -> None:
    async with opened(settings, voices) as walk:
        await walk.look_around()
        await walk.tell_others()
        await walk.seat_advisors()
        conversation_id, _ = await walk.converse()
        await walk.reword()
        await walk.remind(conversation_id)
        await walk.analyse()
        await walk.go_round()
        await walk.ask_anew()
        await walk.examine()
        await walk.bring_files(conversation_id)
        await walk.find_out_why()
        await walk.bring_cards()
        await walk.bring_the_past()
        await walk.take_everything_along()
        await walk.be_asked_by_a_program()
        await walk.be_spoken_to()
        await walk.lend_tools()
        await walk.add_providers()
        await walk.put_into_a_folder(conversation_id)
        await walk.leave(conversation_id)
        contract = walk.contract
        uncalled = sorted(set(contract.operations) - set(contract.done))
        # A PUT makes what it names, so whoever looks for nothing comes before it.
        for operation in sorted(contract.operations.values(), key=lambda each: each.method == "put"):
            if operation.id in contract.done:
                await name_nothing(contract, operation)
                await say_nothing_right(contract, operation)
        for path in contract.document["paths"]:
            await misuse(contract, path)

    assert uncalled == []
    assert contract.wrong == []
    unprovoked = {
        f"{each.id} {status}"
        for each in contract.operations.values()
        for status in each.statuses - contract.seen[each.id]
        if status not in ELSEWHERE
    }
    assert unprovoked == set(UNPROVOKED), "what can be provoked needs no excuse, and what cannot needs one"
    assert not {f"{each} {status}" for each, seen in contract.seen.items() for status in seen if status in ELSEWHERE}
