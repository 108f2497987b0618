"""A filter as a condition on rows of `turns`, so that the database does the looking.

`tests/context/filter_oracle.py` says what each predicate means; here the same is said in SQL, and a test compares them.
Every condition is true or false and never unknown: under a `NOT`, unknown would hide what it should show. Everything
a person typed travels as a parameter.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt
from typing import Any, assert_never

from sqlalchemy import (
    JSON,
    ColumnElement,
    FromClause,
    ScalarSelect,
    Select,
    TableValuedAlias,
    Text,
    and_,
    cast,
    collate,
    column,
    exists,
    false,
    func,
    literal,
    literal_column,
    not_,
    or_,
    select,
    true,
)
from sqlalchemy.dialects import postgresql

from antiphon.filter import tree
from antiphon.filter.fold import fold_text, pairs_in
from antiphon.filter.here import Here
from antiphon.filter.meaning import without_boundary
from antiphon.filter.moments import moment_of, span_of
from antiphon.filter.tree import Expr, Op, Pattern, TopicPath, Trait
from antiphon.store.tables import dividers, replies, topics, turn_tags, turns

Condition = ColumnElement[bool]

_COMPARE: dict[Op, Callable[[Any, Any], Condition]] = {Op.EQ: eq, Op.LT: lt, Op.LE: le, Op.GT: gt, Op.GE: ge}
# Any character will do that no keyboard layout makes people type often; it is escaped where they do.
_ESCAPE = "~"


def build_condition(expr: Expr, here: Here, dialect: str, *, inside: Sequence[tuple[int, int]] = ()) -> Condition:
    """The turns of this conversation that the expanded filter shows; deleted ones never.

    `inside` are the stretches of positions within the boundary, both ends included, as drawn on the turns that
    `without_boundary(expr)` shows.
    """
    return _Conditions(here, dialect, tuple(inside), without_boundary(expr)).build_all(expr, turns)


@dataclass(frozen=True, slots=True)
class _Conditions:
    here: Here
    dialect: str
    inside: tuple[tuple[int, int], ...]
    base: Expr

    def build_all(self, expr: Expr, of: FromClause) -> Condition:
        return and_(self._living(of), self.build(expr, of))

    def build(self, expr: Expr, of: FromClause) -> Condition:  # noqa: C901 - one line per predicate
        match expr:
            case tree.And(terms):
                return and_(*[self.build(term, of) for term in terms])
            case tree.Or(terms):
                return or_(*[self.build(term, of) for term in terms])
            case tree.Not(term):
                return not_(self.build(term, of))
            case tree.All():
                return true()
            case tree.CurrentTopic(newest, below):
                return self._is_current(of, newest, below)
            case tree.InTopic(path, below):
                return self._is_in(of, self._named(path, below))
            case tree.Stars(op, count):
                return _COMPARE[op](of.c.stars, count)
            case tree.Recent(count):
                return of.c.position >= self._newest(count, lambda other: true())
            case tree.Flagged(colour):
                return of.c.colour_flag.is_not_distinct_from(colour.value)
            case tree.CurrentModel():
                return self._is_by_model(of, None if self.here.model is None else Pattern((self.here.model,)))
            case tree.ByModel(name):
                return self._is_by_model(of, name)
            case tree.FocusedAdvisor():
                return _replied(of, replies.c.advisor_id == self.here.advisor_id) if self.here.advisor_id else false()
            case tree.ByAdvisor(name):
                return _replied(of, or_(self._fits(replies.c.name, name), self._fits(replies.c.advisor_id, name)))
            case tree.Aged():
                op, moment = moment_of(expr, self.here)
                return _COMPARE[op](of.c.created_at, moment)
            case tree.Dated():
                return self._is_on(of, expr)
            case tree.Contains(text):
                anywhere = Pattern(("", *(piece for piece in text.pieces if piece), ""))
                shown = func.coalesce(replies.c.edited_text, replies.c.text)
                return or_(self._fits(of.c.text, anywhere), _replied(of, self._fits(shown, anywhere)))
            case tree.Pinned():
                return of.c.pinned
            case tree.Important(op, value):
                return _is_important(of, op, float(value))
            case tree.Has(trait):
                return self._has(of, trait)
            case tree.Tagged(tag):
                return exists().where(turn_tags.c.turn_id == of.c.id, self._fits(turn_tags.c.tag, tag))
            case tree.Inside(extra):
                return self._is_inside(of, extra)
            case tree.AfterDivider():
                return of.c.position > self._newest_divider()
            case tree.Saved(name):
                raise ValueError(f"@{name} must be expanded first")
            case _:
                assert_never(expr)

    def _living(self, of: FromClause) -> Condition:
        here = self.here
        going = true() if here.without is None else of.c.id != here.without
        return and_(
            of.c.workspace_id == here.workspace_id,
            of.c.conversation_id == here.conversation_id,
            of.c.deleted_at.is_(None),
            going,
        )

    def _newest(self, count: int, counts: Callable[[FromClause], Condition]) -> ColumnElement[int]:
        """The position where the newest turns that count begin; 0, before every turn, when there are not so many.

        It mentions no row of the query around it, so the database finds it once.
        """
        other = turns.alias()
        places = select(other.c.position).where(self._living(other), counts(other)).order_by(other.c.position.desc())
        return func.coalesce(places.limit(1).offset(count - 1).scalar_subquery(), 0)

    def _newest_divider(self) -> ColumnElement[int]:
        last: ScalarSelect[int] = (
            select(func.max(dividers.c.position))
            .where(
                dividers.c.workspace_id == self.here.workspace_id,
                dividers.c.conversation_id == self.here.conversation_id,
            )
            .scalar_subquery()
        )
        return func.coalesce(last, 0)

    def _is_current(self, of: FromClause, newest: int | None, below: bool) -> Condition:
        found = self._is_here(of, below)
        if newest is None:
            return found
        return and_(found, of.c.position >= self._newest(newest, lambda other: self._is_here(other, below)))

    def _is_here(self, of: FromClause, below: bool) -> Condition:
        path = self.here.topic
        if path is None:
            return true() if below else of.c.topic_id.is_(None)
        found = topics.c.path == path
        if below:
            # Not LIKE: SQLite's takes large and small letters for the same.
            found = or_(found, func.substr(topics.c.path, 1, len(path) + 1) == path + "/")
        return self._is_in(of, select(topics.c.id).where(topics.c.workspace_id == self.here.workspace_id, found))

    def _is_in(self, of: FromClause, wanted: Select[tuple[str]]) -> Condition:
        return and_(of.c.topic_id.is_not(None), of.c.topic_id.in_(wanted))

    def _named(self, path: TopicPath, below: bool) -> Select[tuple[str]]:
        """The ids of topics with this name or path, and of those below them."""
        above = topics.alias()
        found = and_(above.c.workspace_id == self.here.workspace_id, self._is_called(above, path))
        if not below:
            return select(above.c.id).where(found)
        start = func.substr(topics.c.path, 1, func.length(above.c.path) + 1)
        is_below = or_(topics.c.id == above.c.id, start == above.c.path + "/")
        return select(topics.c.id).where(found, topics.c.workspace_id == above.c.workspace_id, is_below)

    def _is_called(self, topic: FromClause, path: TopicPath) -> Condition:
        if not path.rooted:
            return self._fits(topic.c.name, path.segments[0])
        # With as many slashes on both sides none is left for a wildcard to swallow.
        slashes = func.length(topic.c.path) - func.length(func.replace(topic.c.path, "/", ""))
        return and_(slashes == len(path.segments), self._fits(topic.c.path, _join(path)))

    def _is_by_model(self, of: FromClause, name: Pattern | None) -> Condition:
        return false() if name is None else _replied(of, self._fits(replies.c.model, name))

    def _is_on(self, of: FromClause, day: tree.Dated) -> Condition:
        start, end = span_of(day, self.here)
        after = true() if start is None else of.c.created_at >= start
        return and_(after, true() if end is None else of.c.created_at < end)

    def _has(self, of: FromClause, trait: Trait) -> Condition:
        match trait:
            case Trait.IMAGE:
                return self._has_image(of)
            case Trait.TOOL:
                return _replied(of, cast(replies.c.tool_events, Text).not_in(("[]", "null")))
            case Trait.ERROR:
                return _replied(of, replies.c.error.is_not(None), cast(replies.c.error, Text) != "null")

    def _has_image(self, of: FromClause) -> Condition:
        part = self._elements(of.c.parts, "part")
        said = exists(select(1).select_from(part).where(part.c.value.op("->>")(literal_column("'kind'")) == "image"))
        # Nothing but a picture in a use of tools has a document.
        brought = cast(replies.c.tool_events, Text).like('%"document_id":%')
        made = cast(replies.c.pictures, Text).not_in(("[]", "null"))
        return or_(said, _replied(of, or_(made, brought)))

    def _is_inside(self, of: FromClause, extra: int) -> Condition:
        found = self._is_within(of)
        if not extra:
            return found
        outside = self._newest(extra, lambda other: and_(self.build(self.base, other), not_(self._is_within(other))))
        return or_(found, of.c.position >= outside)

    def _is_within(self, of: FromClause) -> Condition:
        """Inside one of the stretches, which travel as one value.

        Thousands of comparisons would be too deep an expression for SQLite, and PostgreSQL would go through a list
        of positions again for every turn.
        """
        stretches = [[start, end] for start, end in self.inside if start <= end]
        if self.dialect != "sqlite":
            ranges = "{" + ",".join(f"[{start},{end}]" for start, end in stretches) + "}"
            read_once = select(cast(literal(ranges), postgresql.INT4MULTIRANGE)).scalar_subquery()
            return of.c.position.op("<@", is_comparison=True)(read_once)
        other, each = turns.alias(), self._elements(literal(stretches, JSON), "stretch")
        start, end = (each.c.value.op("->>")(literal_column(at)) for at in "01")
        stretched = each.join(other, other.c.position.between(start, end))
        positions = select(other.c.position).select_from(stretched)
        return of.c.position.in_(positions.where(other.c.conversation_id == self.here.conversation_id))

    def _elements(self, array: ColumnElement[Any], name: str) -> TableValuedAlias:
        """The elements of a JSON array as rows of one column, `value`."""
        if self.dialect == "sqlite":
            return func.json_each(array).table_valued("value", name=name)
        return func.json_array_elements(array).table_valued(column("value", JSON), name=name).render_derived()

    def _fits(self, text: ColumnElement[Any], pattern: Pattern) -> Condition:
        """Whether the whole text is the pattern, large and small letters being the same as `filter/fold.py` says."""
        pairs = pairs_in(pattern)
        wanted = "%".join(_escape(fold_text(piece)) for piece in pattern.pieces)
        found = self._fold(text, pairs).like(wanted, escape=_ESCAPE)
        if not pairs:
            return found
        # Folding more than ASCII is slow, so first look with any character in the place of those letters.
        vague = wanted.translate({ord(small): "_" for _, small in pairs})
        return and_(self._fold(text, []).like(vague, escape=_ESCAPE), found)

    def _fold(self, text: ColumnElement[Any], pairs: list[tuple[str, str]]) -> ColumnElement[str]:
        if self.dialect == "sqlite":
            # Its LIKE and its lower() fold ASCII and nothing else.
            for large, small in pairs:
                text = func.replace(text, large, small)
            return text
        folded = func.lower(collate(text, "C"))
        if not pairs:
            return folded
        return func.translate(folded, "".join(large for large, _ in pairs), "".join(small for _, small in pairs))


def _replied(of: FromClause, *conditions: Condition) -> Condition:
    """A chosen reply of the turn for which all of this is true."""
    return exists().where(replies.c.turn_id == of.c.id, replies.c.chosen, *conditions)


def _is_important(of: FromClause, op: Op, value: float) -> Condition:
    """Compares the greatest importance in the turn; one that has none is never shown."""

    def anything(compare: Callable[[Any, Any], Condition]) -> Condition:
        own, said = _worth_of(of), _worth_of(replies)
        return or_(and_(own.is_not(None), compare(own, value)), _replied(of, said.is_not(None), compare(said, value)))

    match op:
        case Op.GT | Op.GE:
            return anything(_COMPARE[op])
        case Op.LT:
            return and_(anything(lt), not_(anything(ge)))
        case Op.LE | Op.EQ:
            return and_(anything(_COMPARE[op]), not_(anything(gt)))


def _worth_of(of: FromClause) -> ColumnElement[float]:
    """What the person said it is worth, else what was reckoned."""
    return func.coalesce(of.c.worth, of.c.importance)


def _join(path: TopicPath) -> Pattern:
    """The pattern of the whole path, each name behind a slash."""
    pieces = [""]
    for segment in path.segments:
        first, *rest = segment.pieces
        pieces[-1] += "/" + first
        pieces += rest
    return Pattern(tuple(pieces))


def _escape(text: str) -> str:
    for special in (_ESCAPE, "%", "_"):
        text = text.replace(special, _ESCAPE + special)
    return text
