"""Two people of one workspace have nothing of each other's: what the other has does not exist for them."""

import ast
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert

import antiphon.store
from antiphon.access.principal import LOCAL, Principal, on_behalf_of, system_principal
from antiphon.advisors.panel import Panel
from antiphon.conversation.ids import AdvisorId, PanelId, PrincipalId
from antiphon.conversation.work import NewWork
from antiphon.feed.heads import SharedHeads
from antiphon.store.reads.advisors import read_advisors
from antiphon.store.reads.approvals import read_standing
from antiphon.store.reads.conversations import read_conversations
from antiphon.store.reads.filters import read_names, read_saved_filters
from antiphon.store.reads.folders import read_folders
from antiphon.store.reads.instructions import read_instructions
from antiphon.store.reads.list_number import read_list_number
from antiphon.store.reads.memory import count_memories, read_memories
from antiphon.store.reads.panels import read_default_panel, read_panels
from antiphon.store.reads.reminders import read_accepted_memories
from antiphon.store.reads.search import SearchQuery, search
from antiphon.store.reads.spending import read_used
from antiphon.store.reads.topics import read_counted_topics
from antiphon.store.reads.work import list_work
from antiphon.store.tables import metadata, standing_approvals
from antiphon.store.unit import Store, Unit
from antiphon.store.visible import HANGING, PERSONAL, SHARED, WORKSPACE
from antiphon.store.writes.advisors import create_advisor
from antiphon.store.writes.filters import save_filter
from antiphon.store.writes.folders import make_folder
from antiphon.store.writes.instructions import add_instruction
from antiphon.store.writes.memory import NewMemory, add_memory
from antiphon.store.writes.panels import create_panel, make_default
from antiphon.store.writes.work import begin_work
from tests.store import test_tenancy, test_tenancy_of_analyses
from tests.store.deeds import NOON, answer, begin, mark

NEIGHBOUR = Principal(PrincipalId("neighbour"), LOCAL.workspace_id, "owner")
# What the engine does for a turn it was given: an epoch is the fence there, and nobody else calls it.
ENGINE = ("settle",)


@pytest.mark.parametrize("name", test_tenancy.READS)
async def test_a_neighbour_reads_nothing_of_a_conversation(store: Store, name: str) -> None:
    things = await test_tenancy.own_things(store)

    theirs = await test_tenancy.outcome(test_tenancy.READS[name], store, things, NEIGHBOUR)

    assert theirs == await test_tenancy.outcome(test_tenancy.READS[name], store, test_tenancy.NOTHING, NEIGHBOUR)
    assert "secret" not in repr(theirs)


@pytest.mark.parametrize("name", [each for each in test_tenancy.WRITES if each not in ENGINE])
async def test_a_neighbour_changes_nothing_in_a_conversation(store: Store, name: str) -> None:
    things = await test_tenancy.own_things(store)
    reads = test_tenancy.READS
    before = [await reads[each](store, LOCAL, things) for each in reads]

    theirs = await test_tenancy.outcome(test_tenancy.WRITES[name], store, things, NEIGHBOUR)

    assert theirs == await test_tenancy.outcome(test_tenancy.WRITES[name], store, test_tenancy.NOTHING, NEIGHBOUR)
    assert [await reads[each](store, LOCAL, things) for each in reads] == before


@pytest.mark.parametrize("name", test_tenancy_of_analyses.READS)
async def test_a_neighbour_reads_nothing_that_was_made_of_it(store: Store, name: str) -> None:
    of = test_tenancy_of_analyses
    things = await of.own_things(store)

    theirs = await of.outcome(of.READS[name], store, things, NEIGHBOUR)

    assert theirs == await of.outcome(of.READS[name], store, of.NOTHING, NEIGHBOUR)
    assert "secret" not in repr(theirs)


@pytest.mark.parametrize("name", test_tenancy_of_analyses.WRITES)
async def test_a_neighbour_changes_nothing_that_was_made_of_it(store: Store, name: str) -> None:
    of = test_tenancy_of_analyses
    things = await of.own_things(store)
    before = [await of.READS[each](store, LOCAL, things) for each in of.READS]

    theirs = await of.outcome(of.WRITES[name], store, things, NEIGHBOUR)

    assert theirs == await of.outcome(of.WRITES[name], store, of.NOTHING, NEIGHBOUR)
    assert [await of.READS[each](store, LOCAL, things) for each in of.READS] == before


async def settle_in(store: Store, who: Principal, word: str) -> None:
    """Everything a person makes for themselves, with a word of theirs in each."""
    conversation = await begin(store, principal=who)
    await store.write(who, _fill, word)
    if who == LOCAL:
        turn = await answer(store, conversation, word, f"{word}, yes.")
        await mark(store, conversation, turn, topic=f"/{word}", add_tags=[word])


def _fill(unit: Unit, word: str) -> None:
    add_memory(unit, NewMemory(f"m_{word}", "fact", word, "accepted"), NOON)
    add_instruction(unit, f"i_{word}", word, word, None, NOON)
    save_filter(unit, word, "stars >= 2", NOON)
    make_folder(unit, f"f_{word}", word, NOON)
    create_advisor(unit, AdvisorId(f"a_{word}"), {"name": word, "description": word}, NOON)
    create_panel(unit, Panel(PanelId(f"p_{word}"), word, (AdvisorId(f"a_{word}"),), 0), NOON)
    begin_work(unit, NewWork(f"w_{word}", "eval", NOON))
    leave = {"server": "s", "tool": word, "schema_sha256": "", "created_at": NOON}
    mine = {"workspace_id": unit.workspace_id, "owner_id": unit.principal.id}
    unit.connection.execute(insert(standing_approvals), mine | leave)


def see(unit: Unit) -> str:
    """All that a person is shown of what there is."""
    return repr(
        (
            read_memories(unit),
            count_memories(unit),
            read_accepted_memories(unit),
            read_instructions(unit),
            read_saved_filters(unit),
            read_names(unit),
            read_folders(unit),
            read_counted_topics(unit),
            read_advisors(unit),
            read_panels(unit),
            list_work(unit),
            read_standing(unit),
            read_conversations(unit),
            search(unit, SearchQuery("heron")),
            read_used(unit, NOON - timedelta(days=1)),
        )
    )


async def test_what_people_make_for_themselves_is_seen_by_nobody_else(store: Store) -> None:
    """Memories, instructions, filters, folders, topics, advisors, panels, leave, work, search and sums."""
    await settle_in(store, LOCAL, "heron")
    await settle_in(store, NEIGHBOUR, "otter")

    mine, theirs = await store.read(LOCAL, see), await store.read(NEIGHBOUR, see)

    assert ("heron" in mine, "otter" in mine) == (True, False)
    assert ("heron" in theirs, "otter" in theirs) == (False, True)
    assert await store.read(NEIGHBOUR, count_memories) == {"accepted": 1}


async def test_the_same_name_of_two_people_means_two_things(store: Store) -> None:
    for who in (LOCAL, NEIGHBOUR):
        await store.write(who, make_folder, f"f_{who.id}", "Plans", NOON)
        await store.write(who, save_filter, "good", "stars >= 2" if who == LOCAL else "pinned", NOON)

    assert await store.read(LOCAL, read_saved_filters) == {"good": "stars >= 2"}
    assert await store.read(NEIGHBOUR, read_saved_filters) == {"good": "pinned"}
    assert [each.id for each in await store.read(NEIGHBOUR, read_folders)] == ["f_neighbour"]


async def test_ones_own_default_panel_is_nobody_elses(store: Store) -> None:
    await settle_in(store, NEIGHBOUR, "otter")

    await store.write(NEIGHBOUR, make_default, PanelId("p_otter"))

    assert (await store.read(NEIGHBOUR, read_default_panel)).id == "p_otter"
    assert (await store.read(LOCAL, read_default_panel)).id == "starter"
    assert [panel.id for panel, default in await store.read(NEIGHBOUR, read_panels) if default] == ["p_otter"]
    await store.write(NEIGHBOUR, make_default, PanelId("starter"))
    assert (await store.read(NEIGHBOUR, read_default_panel)).id == "starter"


async def test_nobody_learns_how_often_others_change_their_list(store: Store) -> None:
    before = await store.read(NEIGHBOUR, read_list_number)

    await store.write(LOCAL, make_folder, "f_1", "Plans", NOON)

    assert await store.read(NEIGHBOUR, read_list_number) == before
    assert await store.read(LOCAL, read_list_number) == before + 1


async def test_streams_of_two_people_ask_apart(store: Store) -> None:
    """A hundred streams of a person share a question; those of another have their own."""
    mine, theirs = await begin(store), await begin(store, principal=NEIGHBOUR)
    heads = SharedHeads(store)

    with heads.following(LOCAL, [mine]), heads.following(NEIGHBOUR, [theirs]):
        told_me = await heads.ask(LOCAL, [mine], 60)
        told_them = await heads.ask(NEIGHBOUR, [theirs], 60)

    assert (set(told_me.numbers), set(told_them.numbers)) == ({mine}, {theirs})


async def test_what_is_done_on_somebodys_behalf_finds_what_is_theirs_alone(store: Store) -> None:
    await settle_in(store, LOCAL, "heron")
    await settle_in(store, NEIGHBOUR, "otter")

    for_them = on_behalf_of(LOCAL.workspace_id, NEIGHBOUR.id)
    found = await store.read(for_them, read_accepted_memories)

    assert [each.text for each in found] == ["otter"]
    assert await store.read(system_principal(LOCAL.workspace_id), read_accepted_memories) == ()


# Who there is, and what they prove themselves with: `engine/accounts` asks for it, and no question of a workspace does.
OF_THE_INSTANCE = {"people", "memberships", "sessions", "tokens", "one_time", "auth_changes", "audit"} | {
    "data_keys",
    "identities",
    "instance_settings",
    "person_settings",
    "recovery_codes",
    "second_factors",
    "secrets",
}
# Statements that name the workspace alone, and why they may.
WORKSPACE_ALONE = {
    "writes/restore_line_up.py": "an id that somebody else has is not free either; nothing of it is told or changed",
    "reads/audit.py": "asked by whoever may see what was done in a workspace",
    "reads/credentials.py": "who belongs to a workspace",
    "reads/people.py": "who belongs to a workspace",
    "writes/identities.py": "who belongs to a workspace",
    "writes/people.py": "who belongs to a workspace",
    "reads/advisors.py": "joins of rows of one workspace",
    "reads/conversation_context.py": "a join of rows of one workspace",
    "reads/conversations.py": "a column of a row that was found by `visible`",
    "reads/eval_runs.py": "a join of rows of one workspace",
    "reads/folders.py": "counts the conversations of a folder that was found by `visible`",
    "reads/provider_health.py": "the system adds up how everybody's requests went, without a word of them",
    "reads/panels.py": "joins of rows of one workspace",
    "reads/reviews.py": "the system looks for reviews of everybody; joins of rows of one workspace",
    "reads/secrets.py": "asked by the vault, which opens nothing for anybody but its place",
    "writes/secrets.py": "the secret of a place, in place of the one before",
    "reads/settings.py": "settings say whose they are; a person's are read by the person's name",
    "writes/settings.py": "the number of a workspace's settings",
    "writes/advisors.py": "holds the workspace itself, so that its advisors change one after the other",
    "writes/facts.py": "the end of a reply, which its epoch fences",
    "writes/memory.py": "the calls of a look that was found by `visible`",
    "writes/panels.py": "a panel that goes leaves no conversation without one",
    "writes/picture_reply.py": "what a reply shows, which its epoch fences",
    "writes/settle_reply.py": "the end of a reply, which its epoch fences",
    "writes/use_tools.py": "what a reply does, which its epoch fences",
    "writes/work.py": "what was kept for work that is gone",
    "writes/vectors.py": "the system gives vectors to everybody's pieces",
}


def test_every_statement_says_who_may_see() -> None:
    """Reads and writes compare a workspace only through `visible`, or say here why they need not."""
    rooms = Path(antiphon.store.__file__).parent
    found = {
        str(path.relative_to(rooms))
        for room in ("reads", "writes")
        for path in (rooms / room).glob("*.py")
        if _compares_workspace(path.read_text())
    }

    assert found == WORKSPACE_ALONE.keys()


def _compares_workspace(source: str) -> bool:
    compared = (
        side
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Compare)
        for side in (node.left, *node.comparators)
    )
    return any(isinstance(side, ast.Attribute) and side.attr == "workspace_id" for side in compared)


def test_every_table_says_whose_its_rows_are() -> None:
    """A new table is somebody's, hangs on something that is, or is said to be everybody's."""
    known = PERSONAL | SHARED | WORKSPACE | HANGING.keys()
    of_a_conversation = {
        name for name, table in metadata.tables.items() if "conversation_id" in table.c and name not in known
    }
    by_nature = {
        "conversations",
        "idempotency_keys",
        "nodes",
        "backfills",
        "schema_window",
        "workspaces",
        "principals",
    } | OF_THE_INSTANCE

    assert metadata.tables.keys() == known | of_a_conversation | by_nature
