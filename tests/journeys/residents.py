"""Two people who do everything there is to do on one server, in words that nobody else uses."""

import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from antiphon.advisors.prompt import load_title_prompt
from tests.fakes.accounts import OURS, Somebody
from tests.fakes.model_server import Script, answer, call_tool, done, finish, usage
from tests.fakes.reader import wait_until
from tests.journeys import analyst, cartographer, examiner, synthesiser

Json = dict[str, Any]
# Ids are unlike any word; those of advisors and panels that came with the workspace are everybody's.
ID = re.compile(r"\b[a-z]{1,3}_[0-9a-z]{20,}\b")
WORD = re.compile(r"\b(?:quokka|wombat)[a-z]*\d*\b", re.IGNORECASE)
ADVISORS = ("skeptic", "builder", "confidant")
# A word of both, so that whoever looks for it would find what is the other's, too.
COMMON = "harbour"


def parrot(body: Json) -> Script:
    """A model that repeats a word of whoever asks, and knows what each step of an analysis wants to hear."""
    words = WORD.findall(json.dumps(body["messages"]))
    word = words[-1] if words else "nothing"
    first, last = body["messages"][0]["content"], body["messages"][-1]
    if first.startswith(load_title_prompt()[:60]):
        return answer(json.dumps({"title": f"About {word}", "tags": [word.lower()]}))
    if "Nobody has asked you anything" in first:
        return answer(json.dumps({"reach_out": True, "why": word, "message": f"The {COMMON} and {word}?"}))
    if examiner.step_of(body) == "improve":
        return examiner.rewording(f"You speak of {word}.")
    if examiner.step_of(body) == "judge":
        return examiner.judgement(1, word)
    if (step := analyst.step_of(body)) is not None:
        found: Json = {"scan": [analyst.thing(f"Knows {word}.")], "match": {"verdict": "new", "item": None}}
        return answer(json.dumps(found.get(step, {"text": f"Knows {word}."})))
    if (step := cartographer.step_of(body)) is not None:
        said = re.search(r"I say \w+\.", last["content"])
        claims = cartographer.entries((f"There is {word}.", said[0])) if said else []
        return answer(json.dumps(claims if step == "claims" else []))
    if first.startswith(synthesiser.OPENING):
        return answer(json.dumps(synthesiser.page((f"They speak of {word}.", ["1"]))))
    if "notes__add_note" in json.dumps(body.get("tools")) and last["role"] == "user":
        called = call_tool("notes__add_note", json.dumps({"text": word}))
        return called + finish("tool_calls") + usage(20, 5) + done()
    return answer(f"I say {word}. The {COMMON} is open.")


@dataclass(slots=True)
class Resident:
    """Somebody who remembers what is theirs, and every word and id they were ever told."""

    browser: Somebody
    word: str
    document: Json
    heard: list[tuple[str, str]] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    conversations: list[str] = field(default_factory=list)
    turns: list[Json] = field(default_factory=list)
    kept: dict[str, list[str]] = field(default_factory=dict)
    did: Counter[str] = field(default_factory=Counter)
    said: int = 0

    def say(self) -> str:
        """A sentence with a word that was never said before."""
        self.said += 1
        return f"Shall {self.word}{self.said} go to the {COMMON}?"

    async def call(self, operation_id: str, body: object = None, **more: Any) -> tuple[int, Any]:
        """Call an operation by its name, with what stands in its address by the names the document has for it."""
        method, path = self._find(operation_id)
        named = {each: more.pop(each) for each in re.findall(r"{(\w+)}", path)}
        if body is not None:
            more["json"] = body
        headers = OURS | more.pop("headers", {})
        address = self.browser.url + path.format_map(named)
        async with self.browser.session.request(method, address, headers=headers, **more) as response:
            is_stream = response.content_type == "text/event-stream"
            data = await (response.content.readuntil(b"\n\n") if is_stream else response.read())
        self.hear(operation_id, data.decode("utf-8", "replace"))
        if response.status < 400:
            self.did[operation_id] += 1
        is_json = bool(data) and response.content_type.endswith("json")
        return response.status, json.loads(data) if is_json else data

    def hear(self, where: str, text: str) -> None:
        """Remember an answer, and the ids in it."""
        self.heard.append((where, text))
        self.ids |= set(ID.findall(text))

    def _find(self, operation_id: str) -> tuple[str, str]:
        return next(
            (method.upper(), path)
            for path, methods in self.document["paths"].items()
            for method, said in methods.items()
            if said.get("operationId") == operation_id
        )

    def list_questions(self) -> list[str]:
        """Operations that ask for something without naming it."""
        return [
            said["operationId"]
            for path, methods in self.document["paths"].items()
            for method, said in methods.items()
            if method == "get" and "{" not in path and path.startswith("/v1/") and _needs_nothing(said)
        ]

    def any_of(self, kind: str, chance: int) -> str | None:
        """Something of theirs of this kind."""
        mine = self.kept.get(kind, [])
        return mine[chance % len(mine)] if mine else None

    async def keep(self, kind: str, operation_id: str, body: object = None, **more: Any) -> None:
        """Make something, and remember it."""
        status, made = await self.call(operation_id, body, **more)
        assert status in (200, 201), (operation_id, status, made)
        self.kept.setdefault(kind, []).append(made["id"])

    async def settle(self, turn_id: str) -> Json:
        """The turn, once everybody has answered; whoever asks for leave is given it, or not."""
        found: Json = {}

        async def is_at_rest() -> bool:
            _, waiting = await self.call("list_approvals")
            for each in waiting["items"]:
                leave = {"decision": ("allow", "reject")[self.said % 2], "expect": each["call_sha256"]}
                await self.call("decide_approval", leave, approval_id=each["id"])
            found.update((await self.call("get_turn", turn_id=turn_id))[1])
            return all(each["completed"] for each in found["replies"])

        await wait_until(is_at_rest, seconds=60)
        return found


def _needs_nothing(said: Json) -> bool:
    return not any(each.get("required") for each in said.get("parameters", ()))


Deed = Callable[[Resident, int], Awaitable[None]]


async def converse(one: Resident, chance: int) -> None:
    _, made = await one.call("create_conversation", {"title": one.say()})
    one.conversations.append(made["id"])


async def ask(one: Resident, chance: int, **more: Any) -> None:
    if not one.conversations or len(one.turns) % 5 == 4:
        await converse(one, chance)
    here = one.conversations[chance % len(one.conversations)]
    body = {"text": one.say(), "advisor_ids": [ADVISORS[chance % 3], ADVISORS[(chance + 1) % 3]], **more}
    await one.call("preview_message", body, conversation_id=here)
    key = {"headers": {"Idempotency-Key": f"{one.word}-{one.said}"}}
    status, sent = await one.call("send_turn", body, conversation_id=here, **key)
    if status == 202:
        turn = await one.settle(sent["turn"]["id"])
        one.turns.append(turn)
        await one.call("list_receipts", reply_id=turn["replies"][0]["id"])


async def ask_with_tools(one: Resident, chance: int) -> None:
    await ask(one, chance, advisor_ids=["historian"])


async def ask_with_a_document(one: Resident, chance: int) -> None:
    if document := one.any_of("document", chance):
        await ask(one, chance, attachments=[document])


async def remember(one: Resident, chance: int) -> None:
    await one.keep("memory", "create_memory", {"kind": "fact", "text": one.say()})


async def instruct(one: Resident, chance: int) -> None:
    await one.keep("instruction", "create_instruction", {"text": one.say()})


async def bring(one: Resident, chance: int) -> None:
    kind = ("library", "guideline")[chance % 2]
    params = {"name": f"{one.word}{one.said}.txt", "kind": kind}
    await one.keep("document", "create_document", params=params, data=one.say().encode())


async def note(one: Resident, chance: int) -> None:
    if one.conversations:
        here = one.conversations[chance % len(one.conversations)]
        await one.call("create_todo", {"title": one.say()}, conversation_id=here)
        await one.call("list_todos", conversation_id=here)


async def sort(one: Resident, chance: int) -> None:
    await one.keep("folder", "create_folder", {"name": f"{one.word} {one.said}"})
    await one.keep("topic", "create_topic", {"path": f"{COMMON}/{one.word}{one.said}"})
    one.said += 1
    await one.call("save_filter", {"line": "stars >= 2"}, name=f"{one.word}-{one.said}")
    if one.conversations:
        here = one.conversations[chance % len(one.conversations)]
        await one.call("update_conversation", {"folder_id": one.any_of("folder", chance)}, conversation_id=here)


async def look_for(one: Resident, chance: int) -> None:
    for each in ("search", "search_documents"):
        _, found = await one.call(each, params={"q": COMMON})
        assert found["items"] or not one.turns or each == "search_documents"


async def draw_a_map(one: Resident, chance: int) -> None:
    await _analyse(one, chance, "build_map", "get_map")


async def write_a_synthesis(one: Resident, chance: int) -> None:
    await _analyse(one, chance, "write_synthesis", "get_synthesis")


async def _analyse(one: Resident, chance: int, begin: str, look: str) -> None:
    if not one.turns:
        return
    turn_id = one.turns[chance % len(one.turns)]["id"]
    status, _ = await one.call(begin, {}, turn_id=turn_id)
    if status == 202:

        async def is_over() -> bool:
            return bool((await one.call(look, turn_id=turn_id))[1]["status"] in ("done", "failed"))

        await wait_until(is_over, seconds=60)


async def scan(one: Resident, chance: int) -> None:
    if one.conversations:
        status, begun = await one.call(
            "scan_memory", {}, conversation_id=one.conversations[chance % len(one.conversations)]
        )
        if status == 202:

            async def is_over() -> bool:
                _, found = await one.call("get_analysis", analysis_id=begun["id"])
                return bool(found["status"] != "running")

            await wait_until(is_over, seconds=60)


async def find_a_title(one: Resident, chance: int) -> None:
    if one.conversations:
        await one.call("find_title", {}, conversation_id=one.conversations[chance % len(one.conversations)])


async def decide(one: Resident, chance: int) -> None:
    if one.turns:
        turn = one.turns[chance % len(one.turns)]
        body = {"turn_id": turn["id"], "options": [one.say(), one.say()], "confidence": 70}
        await one.keep("decision", "create_decision", body | {"choice": body["options"][0]})


async def examine(one: Resident, chance: int) -> None:
    if one.turns:
        reply = one.turns[chance % len(one.turns)]["replies"][0]
        asserts = [{"type": "contains", "value": one.word, "name": f"{one.word}{one.said}"}]
        status, made = await one.call("create_case", {"asserts": asserts}, reply_id=reply["id"])
        if status == 201:
            one.kept.setdefault("case", []).append(made["id"])
        status, run = await one.call("run_evals", {"advisor_id": reply["advisor_id"]})
        if status == 202:

            async def is_over() -> bool:
                _, found = await one.call("get_eval_run", run_id=run["id"])
                return bool(found["status"] != "running")

            await wait_until(is_over, seconds=60)


async def let_speak(one: Resident, chance: int) -> None:
    """An advisor may speak unasked, now; it is not waited for."""
    if one.turns:
        turn = one.turns[chance % len(one.turns)]
        who = {"conversation_id": turn["conversation_id"], "advisor_id": turn["replies"][0]["advisor_id"]}
        due = (datetime.now(UTC) - timedelta(seconds=1)).isoformat()
        await one.call("preview_heartbeat", **who)
        await one.call("set_heartbeat", {"every_minutes": 30, "next_at": due}, **who)
        await one.call("list_heartbeat_runs", conversation_id=turn["conversation_id"])


async def go_round(one: Resident, chance: int) -> None:
    if one.turns:
        here = one.turns[chance % len(one.turns)]["conversation_id"]
        body = {"count": 1, "asks": False, "advisor_ids": list(ADVISORS[:2])}
        status, run = await one.call("start_rounds", body, conversation_id=here)
        if status == 201:

            async def is_over() -> bool:
                return bool((await one.call("get_rounds", run_id=run["id"]))[1]["status"] != "running")

            await wait_until(is_over, seconds=60)


async def seat(one: Resident, chance: int) -> None:
    """An advisor of their own, who is asked at once."""
    await one.keep("advisor", "create_advisor", {"name": f"{one.word} {one.said}", "description": one.say()})
    await ask(one, chance, advisor_ids=[one.any_of("advisor", -1)])


async def change_their_mind(one: Resident, chance: int) -> None:
    if one.turns:
        turn = one.turns[chance % len(one.turns)]
        reply = turn["replies"][0]["id"]
        await one.call("update_reply", {"text": one.say()}, reply_id=reply)
        await one.call("mark_turns", {"turn_ids": [turn["id"]], "stars": 2}, conversation_id=turn["conversation_id"])
        await one.call("branch_conversation", turn_id=turn["id"])


async def take_away(one: Resident, chance: int) -> None:
    if one.conversations:
        here = one.conversations[chance % len(one.conversations)]
        for form in ("md", "json"):
            await one.call("export_conversation", conversation_id=here, params={"form": form})
        await one.call("describe_everything", conversation_id=here)
        await one.call("get_conversation", conversation_id=here)


async def forget(one: Resident, chance: int) -> None:
    kind = ("memory", "instruction", "document", "decision")[chance % 4]
    if (thing := one.any_of(kind, chance)) is not None:
        one.kept[kind].remove(thing)
        await one.call(f"delete_{kind}", **{f"{kind}_id": thing})


async def look_around(one: Resident, chance: int) -> None:
    for each in one.list_questions():
        params = {"list": "true"} if each == "follow_feed" else {}
        await one.call(each, params=params)


DEEDS: tuple[Deed, ...] = (
    converse, ask, ask, ask_with_tools, ask_with_a_document, remember, instruct, bring, note, sort, look_for,
    draw_a_map, write_a_synthesis, scan, find_a_title, decide, examine, let_speak, go_round, seat, change_their_mind,
    take_away, forget, look_around,
)  # fmt: skip
