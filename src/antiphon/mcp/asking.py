"""The tools that ask: a panel, one advisor, and for the answers that were not there yet."""

from typing import Annotated

from pydantic import Field

from antiphon.client import Question
from antiphon.conversation.errors import Malformed
from antiphon.conversation.turn import Turn
from antiphon.mcp.answers import Answers, PanelLine, Panels, SeatedAdvisor, StoppedTurn
from antiphon.mcp.line_up import LineUp, read_line_up
from antiphon.mcp.tool import ASKS, LOOKS, STOPS, Arguments, Call, Said, Tool
from antiphon.mcp.voices import MOST_CHARS, USUAL_CHARS, answer_turn, list_replies
from antiphon.mcp.waiting import wait_for_turn

MOST_WAIT = 600

QuestionText = Annotated[str, Field(min_length=1, description="the question, with everything needed to answer it")]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Id = Annotated[str, Field(min_length=1, max_length=100)]
TurnId = Annotated[str, Field(min_length=1, max_length=100, description="the turn_id of an earlier answer")]
Wait = Annotated[
    float | None,
    Field(ge=0, le=MOST_WAIT, description="seconds to wait for answers; what is not there by then is fetched later"),
]
Continued = Annotated[
    Id | None, Field(description="go on in this conversation; the panel remembers what was said there")
]
Chars = Annotated[int, Field(ge=100, le=MOST_CHARS, description="how much of each answer to show")]


class NoArguments(Arguments):
    """Nothing."""


class AskPanel(Arguments):
    """A question to a panel, or to some of it."""

    question: QuestionText
    panel: Annotated[Name | None, Field(description="slug or name from list_panels; the default panel without one")] = (
        None
    )
    advisors: Annotated[
        list[Name] | None, Field(max_length=100, description="ask only these of the panel, by slug or name")
    ] = None
    conversation_id: Continued = None
    context: Annotated[
        str | None, Field(max_length=100_000, description="a note to the advisors that is no part of the question")
    ] = None
    wait_seconds: Wait = None
    max_chars_per_voice: Chars = USUAL_CHARS
    let_them_ask: Annotated[
        bool, Field(description="let advisors ask back first, as they do with a person; otherwise they answer at once")
    ] = False


class AskAdvisor(Arguments):
    """A question to one advisor."""

    advisor: Annotated[Name, Field(description="slug or name from list_panels")]
    question: QuestionText
    conversation_id: Continued = None
    wait_seconds: Wait = None


class GetAnswers(Arguments):
    """A turn that was asked before."""

    turn_id: TurnId
    wait_seconds: Wait = None
    advisor: Annotated[Name | None, Field(description="only this one's answer, by slug or name")] = None
    offset: Annotated[int, Field(ge=0, description="show answers from this character on")] = 0


class StopTurn(Arguments):
    """A turn that is still being answered."""

    turn_id: TurnId


async def list_panels(call: Call, _: NoArguments) -> Said:
    """Who can be asked."""
    line_up = await read_line_up(call.client)
    taglines = {each.id: each.tagline for each in await call.client.advisors.list()}
    default = {each.id for each in await call.client.panels.list() if each.default}
    lines = [
        PanelLine(
            name=panel.name,
            slug=panel.slug,
            default=panel.antiphon.panel_id in default,
            advisors=[
                SeatedAdvisor(name=each.name, slug=line_up.find_slug(each.id), tagline=taglines.get(each.id, ""))
                for each in panel.antiphon.advisors
            ],
        )
        for panel in line_up.panels
    ]
    return Said(Panels(panels=lines), "\n\n".join(_write_panel(each) for each in lines))


async def ask_panel(call: Call, wanted: AskPanel) -> Said:
    """Send the question, and wait."""
    call.check_may_ask()
    if wanted.panel is not None and wanted.conversation_id is not None:
        raise Malformed("a conversation keeps its panel: name a panel or a conversation_id, not both")
    line_up = await read_line_up(call.client)
    question = Question(
        wanted.question,
        "mcp",
        conversation_id=wanted.conversation_id,
        panel_id=None if wanted.panel is None else line_up.find_panel(wanted.panel),
        advisor_ids=line_up.find_advisors(wanted.advisors or ()),
        note=wanted.context or "",
        lets_them_ask=wanted.let_them_ask,
    )
    return await _ask(call, line_up, question, wanted.wait_seconds, wanted.max_chars_per_voice)


async def ask_advisor(call: Call, wanted: AskAdvisor) -> Said:
    """Send the question to one, and wait."""
    call.check_may_ask()
    line_up = await read_line_up(call.client)
    asked = line_up.find_advisors((wanted.advisor,))
    question = Question(wanted.question, "mcp", conversation_id=wanted.conversation_id, advisor_ids=asked)
    return await _ask(call, line_up, question, wanted.wait_seconds, MOST_CHARS)


async def get_answers(call: Call, wanted: GetAnswers) -> Said:
    """Wait for what was not there yet, or read on in what is long."""
    turn = await call.client.turns.read(wanted.turn_id)
    line_up = await read_line_up(call.client)
    advisor_id = None if wanted.advisor is None else _find_voice(line_up, turn, wanted.advisor)
    turn = await wait_for_turn(call, turn, call.patience(wanted.wait_seconds))
    chars = USUAL_CHARS if advisor_id is None else MOST_CHARS
    return answer_turn(call, line_up, turn, advisor_id=advisor_id, offset=wanted.offset, chars=chars)


async def stop_turn(call: Call, wanted: StopTurn) -> Said:
    """Stop whoever still speaks; what was said is kept."""
    stopping = await call.client.turns.stop(wanted.turn_id)
    turn = await call.client.turns.read(wanted.turn_id)
    states = {str(each.advisor_id): each.state.value for each in list_replies(turn)}
    words = (
        f"{len(stopping)} of {len(states)} voices were still speaking and are being stopped; what they said is kept."
    )
    return Said(StoppedTurn(turn_id=turn.id, stopping=list(stopping), states=states), words, turn.id)


async def _ask(call: Call, line_up: LineUp, question: Question, seconds: float | None, chars: int) -> Said:
    turn = await call.client.turns.ask(question)
    return answer_turn(call, line_up, await wait_for_turn(call, turn, call.patience(seconds)), chars=chars)


def _find_voice(line_up: LineUp, turn: Turn, wanted: str) -> str:
    """Whose answer is meant, by slug, id or name; also of somebody who can be asked no more."""
    for reply in list_replies(turn):
        if wanted.strip().casefold() in (reply.name.casefold(), reply.advisor_id, line_up.find_slug(reply.advisor_id)):
            return reply.advisor_id
    slugs = ", ".join(line_up.find_slug(each.advisor_id) for each in list_replies(turn))
    raise Malformed(f"nobody called {wanted} was asked in this turn; there are: {slugs}")


def _write_panel(panel: PanelLine) -> str:
    seated = [f"- {each.name} (`{each.slug}`): {each.tagline}".rstrip(": ") for each in panel.advisors]
    head = f"## {panel.name} (`{panel.slug}`){', the default' if panel.default else ''}"
    return "\n".join([head, "", *seated])


TOOLS = (
    Tool(
        "list_panels",
        "Who can be asked",
        "List the panels and their advisors: whom ask_panel and ask_advisor can ask, and what each stands for.",
        NoArguments,
        Panels,
        LOOKS,
        list_panels,
    ),
    Tool(
        "ask_panel",
        "Ask a panel",
        "Ask a panel of AI advisors one question. Each answers by itself, without having seen the others. For "
        "decisions with trade-offs, plans and drafts; not for facts. What is not there in time, get_answers fetches.",
        AskPanel,
        Answers,
        ASKS,
        ask_panel,
    ),
    Tool(
        "ask_advisor",
        "Ask one advisor",
        "Ask a single advisor, for one point of view.",
        AskAdvisor,
        Answers,
        ASKS,
        ask_advisor,
    ),
    Tool(
        "get_answers",
        "Get the answers",
        "Wait for answers that were not there yet, or read on in a long one. Costs nothing.",
        GetAnswers,
        Answers,
        LOOKS,
        get_answers,
    ),
)
STOP = Tool(
    "stop_turn",
    "Stop the answers",
    "Stop everybody who is still answering. What was said is kept.",
    StopTurn,
    StoppedTurn,
    STOPS,
    stop_turn,
)
