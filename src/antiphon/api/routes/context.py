"""What is sent: look before, shape it, compare it, ask again."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.access.principal import Principal
from antiphon.api.bounded import LONG, SHORT, BoundedRoute
from antiphon.api.context import describe_diff, describe_pieces, describe_preview, read_choice
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.errors import DRAFT_REFUSALS
from antiphon.api.guard import Caller, allow
from antiphon.api.key import Key
from antiphon.api.plain import answer_json
from antiphon.api.schemas.context import (
    CommandAnswer,
    CommandBody,
    DiffAnswer,
    DraftBody,
    DraftDiffBody,
    EditBody,
    MarksBody,
    NewDraftBody,
    NewDraftDiffBody,
    PayloadDiffAnswer,
    PreviewAnswer,
    ReplayBody,
    RetryBody,
    TurnIdsBody,
)
from antiphon.api.schemas.events import (
    DividerDrawnFact,
    ReplyAddedFact,
    ReplyChosenFact,
    ReplyEditedFact,
    TurnsMarkedFact,
    TurnsRemovedFact,
    TurnsRestoredFact,
)
from antiphon.context.diff import DiffMessage, diff_payloads
from antiphon.conversation.errors import (
    CommandRefused,
    Draining,
    FilterInvalid,
    KeyMissing,
    Malformed,
    ModelUnknown,
    NotFound,
    ReceiptDamaged,
    TurnInFlight,
)
from antiphon.conversation.event import Marks
from antiphon.conversation.event_wire import encode_event
from antiphon.conversation.ids import AdvisorId, ConversationId, DocumentId, PanelId, ReplyId, TurnId
from antiphon.conversation.text import clean_text
from antiphon.engine.commands.replies import Replay, choose_reply, edit_reply, replay, retry
from antiphon.engine.commands.run_command import run_command
from antiphon.engine.commands.turns import draw_divider, mark_turns, remove_turns, restore_turns
from antiphon.engine.previews.compare_replies import compare_replies
from antiphon.engine.previews.preview import Draft, Preview, preview
from antiphon.providers.wire_text import read_messages

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["context"])
READ = Policy(Verb.READ, "context")
WRITE = Policy(Verb.WRITE, "context")
AS_IT_WAS = RetryBody()


@router.post("/conversations/{conversation_id}/preview", response_model=PreviewAnswer, operation_id="preview_message")
@allow(READ, body=LONG, cost=CallCost.HEAVY, raises=DRAFT_REFUSALS)
async def post_preview(caller: Caller, deps: Deps, conversation_id: str, body: DraftBody) -> Response:
    """Exactly what each advisor would be sent, before anything is."""
    found = await preview(deps.engine, caller, read_draft(deps, caller, conversation_id, body))
    return answer_json(describe_preview(found, details=body.details, exact=body.exact))


@router.post(
    "/conversations/{conversation_id}/preview/diff", response_model=PayloadDiffAnswer, operation_id="compare_previews"
)
@allow(READ, body=LONG, cost=CallCost.HEAVY, raises=DRAFT_REFUSALS)
async def post_preview_diff(caller: Caller, deps: Deps, conversation_id: str, body: DraftDiffBody) -> dict[str, Any]:
    """How the payloads of two advisors for the same draft differ."""
    found = await preview(deps.engine, caller, read_draft(deps, caller, conversation_id, body))
    return _compare(found, body.a, body.b)


@router.post("/preview", response_model=PreviewAnswer, operation_id="preview_first_message")
@allow(
    READ,
    body=LONG,
    cost=CallCost.HEAVY,
    raises=(*DRAFT_REFUSALS, NotFound),
)
async def post_new_preview(caller: Caller, deps: Deps, body: NewDraftBody) -> Response:
    """Exactly what each advisor would be sent as the first message of a new conversation, which is not begun."""
    found = await preview(deps.engine, caller, _new_draft(deps, caller, body))
    return answer_json(describe_preview(found, details=body.details, exact=body.exact))


@router.post("/preview/diff", response_model=PayloadDiffAnswer, operation_id="compare_first_previews")
@allow(
    READ,
    body=LONG,
    cost=CallCost.HEAVY,
    raises=(*DRAFT_REFUSALS, NotFound),
)
async def post_new_preview_diff(caller: Caller, deps: Deps, body: NewDraftDiffBody) -> dict[str, Any]:
    """How the payloads of two advisors for the first message of a new conversation differ."""
    found = await preview(deps.engine, caller, _new_draft(deps, caller, body))
    return _compare(found, body.a, body.b)


@router.get("/diff", response_model=DiffAnswer, operation_id="compare_replies")
@allow(READ, raises=(NotFound, ReceiptDamaged))
async def get_diff(
    caller: Caller, deps: Deps, a: Annotated[str, Query(max_length=40)], b: Annotated[str, Query(max_length=40)]
) -> dict[str, Any]:
    """What differs between two replies: in what was sent, and in what came back."""
    found = await compare_replies(deps.engine, caller, ReplyId(a), ReplyId(b))
    return {"payload": describe_diff(found.payload), "answer": describe_pieces(found.answer)}


@router.post("/conversations/{conversation_id}/marks", response_model=TurnsMarkedFact, operation_id="mark_turns")
@allow(WRITE, body=SHORT)
async def post_marks(caller: Caller, deps: Deps, conversation_id: str, body: MarksBody) -> Response:
    """Set stars, a flag, a pin, a worth, a topic, tags, or whether turns are sent, and to whom."""
    turn_ids = _turn_ids(body.turn_ids)
    fact = await mark_turns(deps.engine, caller, ConversationId(conversation_id), turn_ids, _marks(body))
    return answer_json(encode_event(fact))


@router.post(
    "/conversations/{conversation_id}/turns/remove", response_model=TurnsRemovedFact, operation_id="remove_turns"
)
@allow(WRITE, body=SHORT, raises=(CommandRefused,))
async def post_remove(caller: Caller, deps: Deps, conversation_id: str, body: TurnIdsBody) -> Response:
    """Delete turns. They can be restored."""
    fact = await remove_turns(deps.engine, caller, ConversationId(conversation_id), _turn_ids(body.turn_ids))
    return answer_json(encode_event(fact))


@router.post(
    "/conversations/{conversation_id}/turns/restore", response_model=TurnsRestoredFact, operation_id="restore_turns"
)
@allow(WRITE, body=SHORT)
async def post_restore(caller: Caller, deps: Deps, conversation_id: str, body: TurnIdsBody) -> Response:
    """Bring deleted turns back."""
    fact = await restore_turns(deps.engine, caller, ConversationId(conversation_id), _turn_ids(body.turn_ids))
    return answer_json(encode_event(fact))


@router.post("/conversations/{conversation_id}/command", response_model=CommandAnswer, operation_id="run_command")
@allow(WRITE, body=SHORT, cost=CallCost.HEAVY, raises=(CommandRefused, FilterInvalid))
async def post_command(caller: Caller, deps: Deps, conversation_id: str, body: CommandBody) -> Response:
    """Carry out a filter line with a colon command; deleting names the turns first and acts when confirmed."""
    here = ConversationId(conversation_id)
    outcome = await run_command(deps.engine, caller, here, body.line, confirmed=body.confirm)
    answer = {
        "command": outcome.command,
        "count": len(outcome.turn_ids),
        "turn_ids": list(outcome.turn_ids),
        "done": outcome.done,
        "text": outcome.text,
        "undo": list(outcome.undo),
        "fact": None if outcome.fact is None else encode_event(outcome.fact),
    }
    return answer_json(answer)


@router.post("/conversations/{conversation_id}/divider", response_model=DividerDrawnFact, operation_id="create_divider")
@allow(WRITE)
async def post_divider(caller: Caller, deps: Deps, conversation_id: str) -> Response:
    """Draw a visible line behind the newest turn; the filter `new` shows what follows it."""
    return answer_json(encode_event(await draw_divider(deps.engine, caller, ConversationId(conversation_id))))


@router.post("/replies/{reply_id}/replay", status_code=202, response_model=ReplyAddedFact, operation_id="replay_reply")
@allow(
    WRITE,
    body=SHORT,
    cost=CallCost.PAID,
    raises=(CommandRefused, Draining, FilterInvalid, KeyMissing, ModelUnknown, TurnInFlight),
)
async def post_replay(caller: Caller, deps: Deps, reply_id: str, body: ReplayBody, key: Key) -> Response:
    """Ask again with another context, as a variant beside the first answer; once for one key."""
    changes = {} if body.choice is None else body.choice.named()
    wanted = Replay(changes, body.model, body.advisor_version)
    return answer_json(encode_event(await replay(deps.engine, caller, ReplyId(reply_id), wanted, key)), 202)


@router.post("/replies/{reply_id}/retry", status_code=202, response_model=ReplyAddedFact, operation_id="retry_reply")
@allow(WRITE, body=SHORT, cost=CallCost.PAID, raises=(CommandRefused, Draining, TurnInFlight))
async def post_retry(caller: Caller, deps: Deps, reply_id: str, key: Key, body: RetryBody = AS_IT_WAS) -> Response:
    """Ask again in place of an answer that failed, with another model if one is named; once for one key."""
    return answer_json(encode_event(await retry(deps.engine, caller, ReplyId(reply_id), body.model, key)), 202)


@router.post("/replies/{reply_id}/choose", response_model=ReplyChosenFact, operation_id="choose_reply")
@allow(WRITE, raises=(CommandRefused,))
async def post_choose(caller: Caller, deps: Deps, reply_id: str) -> Response:
    """Let this variant stand for its advisor from now on."""
    return answer_json(encode_event(await choose_reply(deps.engine, caller, ReplyId(reply_id))))


@router.patch("/replies/{reply_id}", response_model=ReplyEditedFact, operation_id="update_reply")
@allow(WRITE, body=LONG, raises=(CommandRefused,))
async def patch_reply(caller: Caller, deps: Deps, reply_id: str, body: EditBody) -> Response:
    """Put other words in place of an advisor's, marked as edited; none bring its own back."""
    return answer_json(encode_event(await edit_reply(deps.engine, caller, ReplyId(reply_id), body.text)))


def read_draft(deps: Dependencies, caller: Principal, conversation_id: str, body: DraftBody) -> Draft:
    """The message a client asks about, and what was chosen for it."""
    return Draft(
        conversation_id=ConversationId(conversation_id),
        text=body.text,
        advisor_ids=_advisor_ids(body),
        choice=read_choice(deps.engine.options_of(caller).choice, body.choice),
        at=body.at,
        replaces=None if body.replaces is None else TurnId(body.replaces),
        attachments=tuple(DocumentId(each) for each in body.attachments or ()),
    )


def _new_draft(deps: Dependencies, caller: Principal, body: NewDraftBody) -> Draft:
    return Draft(
        conversation_id=None,
        text=body.text,
        panel_id=None if body.panel_id is None else PanelId(body.panel_id),
        advisor_ids=_advisor_ids(body),
        choice=read_choice(deps.engine.options_of(caller).choice, body.choice),
        at=body.at,
        attachments=tuple(DocumentId(each) for each in body.attachments or ()),
    )


def _advisor_ids(body: DraftBody | NewDraftBody) -> tuple[AdvisorId, ...] | None:
    return None if body.advisor_ids is None else tuple(AdvisorId(each) for each in body.advisor_ids)


def _compare(found: Preview, first: str, second: str) -> dict[str, Any]:
    """The payloads of two of those asked, side by side; `NotFound` for one that is sent nothing."""
    requests = {each.payload.advisor_id: each.composed.request for each in found.advisors}
    a, b = requests.get(AdvisorId(first)), requests.get(AdvisorId(second))
    if a is None or b is None:
        raise NotFound("payload of advisor", first if a is None else second)
    return describe_diff(diff_payloads(a.body, b.body, _said(a.body), _said(b.body)))


def _said(body: bytes) -> list[DiffMessage]:
    return [DiffMessage(*each) for each in read_messages(body)]


def _turn_ids(ids: list[str]) -> tuple[TurnId, ...]:
    return tuple(dict.fromkeys(TurnId(each) for each in ids))


def _marks(body: MarksBody) -> Marks:
    """What was said; a flag or a worth of none and an empty topic take them away."""
    marks: Marks = {}
    if body.stars is not None:
        marks["stars"] = body.stars
    if body.colour_flag is not None:
        marks["colour_flag"] = None if body.colour_flag == "none" else body.colour_flag
    if body.pinned is not None:
        marks["pinned"] = body.pinned
    if body.worth is not None:
        marks["worth"] = None if body.worth == "none" else body.worth
    if body.topic is not None:
        marks["topic"] = body.topic or None
    if body.add_tags:
        marks["add_tags"] = [_tag(each) for each in body.add_tags]
    if body.remove_tags:
        marks["remove_tags"] = [_tag(each) for each in body.remove_tags]
    if body.contexts:
        marks["contexts"] = body.contexts
    if not marks:
        raise Malformed("nothing to set: name stars, a flag, a pin, a worth, a topic, tags or contexts")
    return marks


def _tag(text: str) -> str:
    tag = " ".join(clean_text(text).split())
    if not tag:
        raise Malformed("a tag cannot be empty")
    return tag
