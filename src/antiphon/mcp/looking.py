"""The tools that look at what was said: where voices agree, one text out of them, words found again, what was sent."""

from time import monotonic
from typing import Annotated, Literal

from pydantic import Field

from antiphon.analysis.quorum_words import describe_quorum
from antiphon.client import AccessRefused
from antiphon.client.answers.maps import Map
from antiphon.client.answers.quorum import Quorum as HeardQuorum
from antiphon.client.answers.replies import Receipt
from antiphon.client.answers.search import SearchPage
from antiphon.client.answers.syntheses import Anchor, Synthesis
from antiphon.conversation.errors import CommandRefused, Malformed
from antiphon.conversation.quorum import decode_quorum
from antiphon.mcp.answers import (
    MappedClaim,
    Quorum,
    ReceiptOf,
    SearchHit,
    SearchHits,
    SentAttempt,
    Source,
    Stance,
    Status,
    SynthesisSentence,
    SynthesisText,
    TurnMap,
)
from antiphon.mcp.asking import Id, TurnId, Wait
from antiphon.mcp.tool import ASKS, LOOKS, Arguments, Call, Said, Tool
from antiphon.mcp.waiting import WorkTold, wait_until

Mode = Literal["fuse", "compare", "checklist", "custom"]
_LABELS = {
    "agree": "they agree",
    "contradict": "they disagree",
    "lone": "only one voice",
    "near": "several speak of it, sides not read",
    "torn": "their sides do not fit together",
}


class MapTurn(Arguments):
    """A turn that was answered."""

    turn_id: TurnId
    wait_seconds: Wait = None


class Synthesize(Arguments):
    """A turn that was answered, and what to write out of it."""

    turn_id: TurnId
    mode: Annotated[Mode, Field(description="one text, a comparison, a checklist, or as the instruction says")] = "fuse"
    instruction: Annotated[str | None, Field(max_length=4_000, description="what to write; only with `custom`")] = None
    wait_seconds: Wait = None


class SearchWords(Arguments):
    """Words to look for."""

    query: Annotated[str, Field(min_length=1, max_length=1_000, description="the words as they stand there")]
    limit: Annotated[int, Field(ge=1, le=50)] = 10


class GetReceipt(Arguments):
    """A reply of an earlier answer."""

    reply_id: Annotated[Id, Field(description="the reply_id of a voice")]


async def map_turn(call: Call, wanted: MapTurn) -> Said:
    """The map that is there, or a new one when there is none or answers have changed since."""
    found = await call.client.maps.read(wanted.turn_id)
    if found.status in ("none", "failed") or (found.status == "done" and found.is_stale):
        call.check_may_ask()
        await _check_ended(call, wanted.turn_id)
        await call.client.maps.build(wanted.turn_id)
        found = await call.client.maps.read(wanted.turn_id)
    told = WorkTold(call, "the map")

    async def look() -> Map:
        await told.tell()
        return await call.client.maps.read(wanted.turn_id)

    found = await wait_until(call, _has_ended, look, found, call.patience(wanted.wait_seconds))
    _check_made(found.status, "the map", found)
    return _answer_map(found)


async def synthesize(call: Call, wanted: Synthesize) -> Said:
    """The text that is there, or a new one when there is none of this kind or answers have changed since.

    One that is being written is waited for: only then it is known which kind it is of.
    """
    patience = call.patience(wanted.wait_seconds)
    until = monotonic() + patience
    found = await call.client.syntheses.read(wanted.turn_id)
    if found.status == "running":
        found = await _await_text(call, found, patience)
    if found.status != "running" and (found.status != "done" or found.is_stale or _is_other(found, wanted)):
        call.check_may_ask()
        await _check_ended(call, wanted.turn_id)
        await call.client.syntheses.write(wanted.turn_id, {"mode": wanted.mode, "instruction": wanted.instruction})
        found = await call.client.syntheses.read(wanted.turn_id)
    found = await _await_text(call, found, until - monotonic())
    _check_made(found.status, "the text", found)
    return _answer_text(found)


def _is_other(found: Synthesis, wanted: Synthesize) -> bool:
    return (found.mode, found.instruction) != (wanted.mode, wanted.instruction)


async def _await_text(call: Call, found: Synthesis, seconds: float) -> Synthesis:
    told = WorkTold(call, "the text")

    async def look() -> Synthesis:
        await told.tell()
        return await call.client.syntheses.read(found.turn_id)

    return await wait_until(call, _has_ended, look, found, seconds)


async def search(call: Call, wanted: SearchWords) -> Said:
    """Where the words stand, newest first."""
    page = await call.client.search.words(wanted.query, limit=wanted.limit)
    hits = [*_list_hits(call, page)]
    while len(hits) < wanted.limit and page.next is not None:
        page = await call.client.search.words(wanted.query, limit=wanted.limit - len(hits), before=page.next)
        hits += _list_hits(call, page)
    lines = [f"- {each.said_by}, turn {each.turn_id}: {each.snippet}" for each in hits]
    return Said(SearchHits(hits=hits, more=page.next is not None), "\n".join(lines) or "Nothing was found.")


async def get_receipt(call: Call, wanted: GetReceipt) -> Said:
    """What was sent for a reply."""
    found = await find_receipt(call, wanted.reply_id)
    lines = [f"- attempt {each.attempt}: {each.model}, sha256 {each.sha256}" for each in found.attempts]
    return Said(found, "\n".join(lines))


async def find_receipt(call: Call, reply_id: str) -> ReceiptOf:
    """Every attempt at a reply; the bytes only for whoever may read the conversation they come from."""
    placed = await call.client.replies.read(reply_id)
    receipts = await call.client.replies.receipts(reply_id, exact=True)
    may_read = await _may_read(call, placed.conversation_id)
    attempts = [_answer_attempt(each, with_body=may_read) for each in receipts]
    return ReceiptOf(reply_id=reply_id, attempts=attempts)


def _has_ended(found: Map | Synthesis) -> bool:
    return found.status != "running"


async def _check_ended(call: Call, turn_id: str) -> None:
    """What is made out of answers waits for them."""
    if not (await call.client.turns.read(turn_id)).all_completed:
        raise CommandRefused("the call", "the voices are still answering; call get_answers first")


def _check_made(status: str, what: str, found: Map | Synthesis) -> None:
    if status == "failed":
        error = None if found.analysis is None else found.analysis.error
        raise Malformed(f"{what} could not be made" + ("" if error is None else f": {error.message}"))


async def _may_read(call: Call, conversation_id: str) -> bool:
    try:
        await call.client.conversations.read(conversation_id, 1)
    except AccessRefused:
        return False
    return True


def _answer_map(found: Map) -> Said:
    names = {each.advisor_id: each.name for each in found.voices}
    claims = [
        MappedClaim(
            text=claim.text,
            label=claim.label,
            stances=[
                Stance(
                    advisor=names.get(each.advisor_id, each.advisor_id),
                    stance=each.stand,
                    quote=each.quote,
                    reply_id=each.reply_id,
                    start=each.start,
                    end=each.end,
                )
                for each in claim.stances
                if not each.disputed
            ],
        )
        for claim in found.claims
    ]
    drawn = TurnMap(
        status=_say(found.status), turn_id=found.turn_id, claims=claims, quorum=_answer_quorum(found.quorum)
    )
    lines = [*drawn.quorum.told, *(_write_claim(each) for each in claims)]
    return Said(drawn, _working("map", drawn.status, found.turn_id) + "\n\n".join(lines), found.turn_id)


def _write_claim(claim: MappedClaim) -> str:
    stances = [f"- {each.advisor} {each.stance}: “{each.quote}”" for each in claim.stances]
    return "\n".join([f"**{claim.text}** ({_LABELS.get(claim.label, claim.label)})", *stances])


def _answer_text(found: Synthesis) -> Said:
    sources: list[Source] = []
    paragraphs = [
        [SynthesisSentence(text=each.text, sources=_number(each.anchors, sources)) for each in paragraph.sentences]
        for paragraph in found.paragraphs
    ]
    written = SynthesisText(
        status=_say(found.status),
        turn_id=found.turn_id,
        mode=found.mode,
        quorum=_answer_quorum(found.quorum),
        paragraphs=paragraphs,
        sources=sources,
        left_out=[each.text for each in found.left_out],
        coverage=found.coverage.model_dump(),
    )
    return Said(written, _working("synthesize", written.status, found.turn_id) + _write_text(written), found.turn_id)


def _number(anchors: tuple[Anchor, ...], sources: list[Source]) -> list[int]:
    """The numbers of these sources; one that comes twice keeps its number."""
    numbers = []
    for anchor in anchors:
        known = next((e for e in sources if (e.advisor, e.quote) == (anchor.name, anchor.quote)), None)
        if known is None:
            number = len(sources) + 1
            known = Source(number=number, advisor=anchor.name, quote=anchor.quote, paragraph=anchor.paragraph)
            sources.append(known)
        numbers.append(known.number)
    return numbers


def _write_text(written: SynthesisText) -> str:
    """Who was heard first, then the text, then what it rests on."""
    told = " ".join(written.quorum.told)
    parts = [" ".join(f"{each.text}{_marks(each.sources)}" for each in paragraph) for paragraph in written.paragraphs]
    notes = [f"[{each.number}] {each.advisor} ¶{each.paragraph}: “{each.quote}”" for each in written.sources]
    return "\n\n".join([told, *parts, "\n".join(notes)]).strip()


def _marks(numbers: list[int]) -> str:
    return "".join(f" [{each}]" for each in numbers)


def _say(status: str) -> Status:
    return "working" if status == "running" else "complete"


def _working(tool: str, status: Status, turn_id: str) -> str:
    return f"Not there yet. Call {tool} with turn_id {turn_id} again.\n\n" if status == "working" else ""


def _answer_quorum(quorum: HeardQuorum) -> Quorum:
    told = describe_quorum(decode_quorum(quorum.model_dump()))
    return Quorum(asked=quorum.asked, answered=quorum.answered, confidence=quorum.confidence, told=list(told))


def _list_hits(call: Call, page: SearchPage) -> list[SearchHit]:
    return [
        SearchHit(
            conversation_id=each.conversation_id,
            turn_id=each.turn_id,
            said_by="title" if each.turn_id is None else each.name or "the person",
            snippet=each.snippet,
            url=call.link(each.conversation_id),
        )
        for each in page.items
    ]


def _answer_attempt(receipt: Receipt, *, with_body: bool) -> SentAttempt:
    return SentAttempt(
        attempt=receipt.attempt,
        model=receipt.model,
        sha256=receipt.sha256,
        trimmed_turns=0 if receipt.telemetry is None else len(receipt.telemetry.trimmed),
        outcome=receipt.outcome,
        body=receipt.body if with_body else None,
    )


TOOLS = (
    Tool(
        "map",
        "Where they agree",
        "Map the claims of an answered turn: who agrees with what, who contradicts it, in whose words. Asks a model.",
        MapTurn,
        TurnMap,
        ASKS,
        map_turn,
    ),
    Tool(
        "synthesize",
        "One text out of all answers",
        "Write one text out of an answered turn, every sentence with its source. Asks a model.",
        Synthesize,
        SynthesisText,
        ASKS,
        synthesize,
    ),
)
SEARCH = Tool(
    "search",
    "Find again",
    "Look for words in what was asked and answered before, newest first.",
    SearchWords,
    SearchHits,
    LOOKS,
    search,
)
RECEIPT = Tool(
    "get_receipt",
    "What was sent",
    "Show what was sent to the model for one answer: its fingerprint and, for whoever may read history, its bytes.",
    GetReceipt,
    ReceiptOf,
    LOOKS,
    get_receipt,
)
