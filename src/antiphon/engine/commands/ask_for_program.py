"""Ask a panel on behalf of another program: over the OpenAI wire, over MCP, or by whatever comes next."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from antiphon.access.principal import Principal
from antiphon.context.choice import Choice
from antiphon.conversation.ids import AdvisorId, ConversationId, DocumentId, TurnId
from antiphon.conversation.text import clean_text
from antiphon.conversation.turn import Surface
from antiphon.engine.commands.accept_turn import AcceptedTurn, AcceptTurn, Beginning, InSameTransaction, accept_turn
from antiphon.engine.engine import Engine
from antiphon.store.reads.turns import is_begun_by_person


@dataclass(frozen=True, slots=True)
class ProgramQuestion:
    """A question that a program asks for its person, and whom: the conversation's panel, or any advisors there are.

    `note` is what the program itself says to the advisors; they read it as the program's. With `lets_them_ask` advisors
    go through the panel's phases, in which they may only ask back at first. `choice` is what else was chosen, and
    everything besides means what it means in `AcceptTurn`.
    """

    surface: Surface
    conversation_id: ConversationId
    text: str
    key: str
    advisor_ids: tuple[AdvisorId, ...] | None = None
    note: str = ""
    lets_them_ask: bool = False
    choice: Choice | None = None
    expect: Mapping[AdvisorId, str] = field(default_factory=dict)
    replaces: TurnId | None = None
    attachments: tuple[DocumentId, ...] = ()
    begins: Beginning | None = None
    in_same_transaction: InSameTransaction | None = None


async def ask_for_program(engine: Engine, principal: Principal, question: ProgramQuestion) -> AcceptedTurn:
    """When this returns the question is on disk and its answers are on their way; the refusals are `accept_turn`'s.

    Nobody may be there to answer an advisor that only asks back, so it is asked for its view at once, unless the
    program says otherwise or goes on with a conversation that a person began in the house.
    """
    choice = await choose_for_program(
        engine,
        principal,
        question.conversation_id if question.begins is None else None,
        choice=question.choice,
        note=question.note,
        lets_them_ask=question.lets_them_ask,
    )
    command = AcceptTurn(
        conversation_id=question.conversation_id,
        text=question.text,
        key=question.key,
        advisor_ids=question.advisor_ids,
        choice=choice,
        expect=question.expect,
        replaces=question.replaces,
        attachments=question.attachments,
        begins=question.begins,
        surface=question.surface,
        beyond_panel=True,
        in_same_transaction=question.in_same_transaction,
    )
    return await accept_turn(engine, principal, command)


async def choose_for_program(
    engine: Engine,
    principal: Principal,
    conversation_id: ConversationId | None,
    *,
    choice: Choice | None = None,
    note: str = "",
    lets_them_ask: bool = False,
) -> Choice:
    """What holds for a program's question in this conversation, or in a new one; a preview with it shows what is sent.

    The person's usual choice where the program chose nothing.
    """
    usual = choice or engine.options_of(principal).choice
    chosen = replace(usual, caller_note=clean_text(note).strip())
    if lets_them_ask:
        return chosen
    begun_here = conversation_id is not None and await engine.store.read(principal, is_begun_by_person, conversation_id)
    return chosen if begun_here else replace(chosen, phase="last")
