"""Who may see a row: the one predicate of every statement that reads or changes what belongs to somebody.

A conversation is its owner's, and so is all that hangs on it. What describes a person, or what they made for
themselves, names them. What names nobody is everybody's in the workspace.

Whoever does something on a person's behalf (`on_behalf_of`) was given a conversation to do it in, and is not asked
whose it is with every statement; what is the person's own is looked for under the person's name all the same. So the
system itself, acting for nobody, finds nothing that is anybody's own.
"""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import BindParameter, Boolean, ColumnElement, FromClause, Table, and_, bindparam, exists, or_, select

from antiphon.access.policy import Policy, Verb, check_allowed, may_decide
from antiphon.store.tables import (
    Id,
    advisor_cards,
    advisors,
    analyses,
    analysis_calls,
    calibrations,
    carried,
    conversations,
    deletions,
    document_chunks,
    document_data,
    document_pages,
    documents,
    eval_cases,
    eval_improvements,
    eval_results,
    eval_runs,
    eval_unkept,
    export_pieces,
    exports,
    fingerprints,
    folders,
    idempotency_keys,
    import_items,
    import_links,
    import_originals,
    import_pieces,
    imports,
    instructions,
    list_numbers,
    memories,
    outside_threads,
    panels,
    past_usage,
    replies,
    revisits,
    saved_filters,
    slugs,
    standing_approvals,
    token_uses,
    tool_servers,
    topics,
    turns,
    webhook_cursors,
    webhook_deliveries,
    webhooks,
    work,
    work_answers,
    workspace_settings,
)
from antiphon.store.unit import Unit

Condition = ColumnElement[bool]
_Person = str | BindParameter[str]

# The person's own, whatever conversation it came from.
PERSONAL: Final = frozenset(
    each.name
    for each in (
        analyses,
        carried,
        deletions,
        documents,
        eval_cases,
        eval_improvements,
        eval_runs,
        exports,
        fingerprints,
        folders,
        import_links,
        imports,
        instructions,
        list_numbers,
        memories,
        outside_threads,
        past_usage,
        revisits,
        saved_filters,
        slugs,
        standing_approvals,
        token_uses,
        topics,
        webhooks,
        work,
    )
) | {"decisions"}
# Everybody's, or one person's.
SHARED: Final = frozenset({advisors.name, panels.name})
# Everybody's: nothing in them is anybody's words.
WORKSPACE: Final = frozenset({calibrations.name, tool_servers.name, workspace_settings.name})
# What hangs on a row that says whose it is: its column, and that row.
HANGING: Final[Mapping[str, tuple[str, Table]]] = {
    advisor_cards.name: ("advisor_id", advisors),
    analysis_calls.name: ("analysis_id", analyses),
    document_chunks.name: ("document_id", documents),
    document_data.name: ("document_id", documents),
    document_pages.name: ("document_id", documents),
    eval_results.name: ("run_id", eval_runs),
    eval_unkept.name: ("run_id", eval_runs),
    export_pieces.name: ("export_id", exports),
    import_items.name: ("import_id", imports),
    import_originals.name: ("import_id", imports),
    import_pieces.name: ("import_id", imports),
    webhook_cursors.name: ("webhook_id", webhooks),
    webhook_deliveries.name: ("webhook_id", webhooks),
    work_answers.name: ("work_id", work),
    "chunks": ("reply_id", replies),
    "receipts": ("reply_id", replies),
    "turn_tags": ("turn_id", turns),
}


def visible(unit: Unit, table: FromClause) -> Condition:
    """Whether the principal may see a row of this table."""
    here = table.c.workspace_id == unit.workspace_id
    return and_(here, *_conditions(table, unit.principal.id, is_everywhere(unit)))


def visible_then(table: FromClause, conversation: BindParameter[str] | None = None) -> Condition:
    """The same in a statement that is built once: `name_reader` says who it is for when it runs.

    `conversation` is the one that all rows belong to, where a statement names it: then it is looked at once.
    """
    here = table.c.workspace_id == bindparam("workspace")
    person, everywhere = bindparam("person", type_=Id), bindparam("everywhere", type_=Boolean)
    if conversation is not None:
        return and_(here, or_(everywhere, _is_seen(conversation, person)))
    return and_(here, *_conditions(table, person, everywhere))


def name_reader(unit: Unit) -> dict[str, Any]:
    """Who a statement with `visible_then` in it is run for."""
    return {
        "workspace": unit.workspace_id,
        "person": unit.principal.id,
        "everywhere": is_everywhere(unit),
    }


def check_may_change(unit: Unit, table: Table, *ids: str) -> None:
    """`NotAllowed` when one of these rows is everybody's and the principal may not publish; one's own is one's own."""
    publishing = Policy(Verb.PUBLISH, table.name)
    if may_decide(unit.principal, publishing):
        return
    ours = select(table.c.id).where(visible(unit, table), table.c.owner_id.is_(None), table.c.id.in_(ids))
    if unit.connection.execute(ours.limit(1)).first() is not None:
        check_allowed(unit.principal, publishing)


def is_everywhere(unit: Unit) -> bool:
    """Whether the principal was given what it works on, and may see every conversation of the workspace."""
    return unit.principal.role == "system"


def _conditions(table: FromClause, person: _Person, everywhere: bool | BindParameter[bool]) -> list[Condition]:
    """What must be true of a row beyond its workspace."""
    name = _name_of(table)
    if name in WORKSPACE:
        return []
    if name in SHARED:
        return [or_(table.c.owner_id.is_(None), table.c.owner_id == person)]
    if name in PERSONAL:
        return [table.c.owner_id == person]
    if name == idempotency_keys.name:
        return [table.c.principal_id == person]
    if name in HANGING:
        return _hangs_on(table, person, everywhere)
    if everywhere is True:
        return []
    seen = table.c.owner_id == person if name == conversations.name else _is_seen(table.c.conversation_id, person)
    return [seen if everywhere is False else or_(everywhere, seen)]


def _hangs_on(table: FromClause, person: _Person, everywhere: bool | BindParameter[bool]) -> list[Condition]:
    column, above = HANGING[_name_of(table)]
    seen = above.alias()
    found = _conditions(seen, person, everywhere)
    return [exists(select(seen.c.id).where(seen.c.id == table.c[column], *found))] if found else []


def _is_seen(conversation_id: ColumnElement[str], person: _Person) -> Condition:
    seen = conversations.alias("seen")
    return exists(select(seen.c.id).where(seen.c.id == conversation_id, seen.c.owner_id == person))


def _name_of(table: FromClause) -> str:
    named: Any = getattr(table, "element", table)
    return str(named.name)
