"""Nodes of another program become turns, replies and variants: one way for all formats.

The path that was shown there is the conversation. Other answers to one message are variants of it, or replies of other
advisors. A message that was edited leads to a branch, which is a conversation of its own with the shared beginning
copied. Nothing here recurses: a chain may be as long as it likes, and a circle is cut.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from antiphon.conversation.text import clean_text, on_one_line
from antiphon.importers.nodes import Author, ImportedConversation, Node, ToolCall

MOST_BRANCHES: Final = 20
MOST_VARIANTS: Final = 50
LONGEST_TITLE: Final = 200
_UNKNOWN: Final = Author("unknown", "Unknown")
_INSTANT: Final = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class FoldedReply:
    """One answer: `key` names it in the export, `variant` counts the answers of one author to one message."""

    key: str
    author: Author
    text: str
    thinking: str
    tools: tuple[ToolCall, ...]
    state: str
    error: str
    at: datetime | None
    variant: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class FoldedTurn:
    """A message of the person and what was answered; without text where somebody spoke unasked."""

    key: str
    text: str
    attached: str
    at: datetime | None
    replies: tuple[FoldedReply, ...]
    stars: int = 0
    flag: str | None = None
    tags: tuple[str, ...] = ()
    pinned: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True)
class FoldedConversation:
    """One conversation as it will stand here. `branch` is 0 for the path that was shown."""

    source_id: str
    branch: int
    title: str
    created_at: datetime | None
    updated_at: datetime | None
    path: tuple[str, ...]
    note: str
    turns: tuple[FoldedTurn, ...]
    # The messages that were looked at and say nothing here, by why.
    left: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What it is recognised by when it comes again: of a branch, its own last message tells it from the others."""
        return self.source_id if self.branch == 0 else f"{self.source_id}#{self.turns[-1].key}"


def fold(conversation: ImportedConversation) -> tuple[FoldedConversation, ...]:
    """The conversation and its branches; none when nobody says anything in it."""
    tree = _Tree(conversation)
    paths = tree.list_paths()
    folded = [_fold_path(conversation, tree, path, number) for number, path in enumerate(paths[: 1 + MOST_BRANCHES])]
    found = [each for each in folded if each.turns]
    left = ["branch"] * (len(paths) - 1 - MOST_BRANCHES) + ["unreached"] * tree.count_unreached(paths)
    if found and left:
        found[0] = replace(found[0], left=(*found[0].left, *left))
    return tuple(found)


class _Tree:
    """The nodes by id, without circles and with a parent that is there, and who comes behind whom."""

    def __init__(self, conversation: ImportedConversation) -> None:
        self.nodes: dict[str, Node] = {}
        for node in conversation.nodes:
            self.nodes.setdefault(node.id, node)
        self.parents = _cut_circles(self.nodes)
        self.places = {each: place for place, each in enumerate(self.nodes)}
        self.children: dict[str | None, list[str]] = defaultdict(list)
        for each in self.nodes:
            self.children[self.parents[each]].append(each)
        self._active = conversation.active

    def list_paths(self) -> list[list[str]]:
        """Every way from the first message to a last one of the person, the shown one first, others by age."""
        shown = self.climb(self._find_last())
        said = {each for each in shown if self.is_question(each)}
        ends = [each for each in self._list_last_questions() if each not in said]
        return [shown, *(self.climb(self._descend(each)) for each in ends)]

    def count_unreached(self, paths: Sequence[Sequence[str]]) -> int:
        """How many beginnings lead to no message of the person and are not what was shown."""
        begun = {path[0] for path in paths if path}
        return sum(each not in begun for each in self.children[None])

    def is_question(self, node_id: str) -> bool:
        """Whether a turn begins here."""
        node = self.nodes[node_id]
        return node.role == "user" and not node.hidden

    def climb(self, node_id: str | None) -> list[str]:
        """The way from the beginning to this node."""
        way: list[str] = []
        while node_id is not None:
            way.append(node_id)
            node_id = self.parents[node_id]
        return way[::-1]

    def _find_last(self) -> str | None:
        if self._active in self.nodes:
            return self._descend(self._active)
        leaves = [each for each in self.nodes if not self.children.get(each)]
        return max(leaves, key=self._age, default=None)

    def _descend(self, node_id: str) -> str:
        """From here down to a leaf, by the newest at each step."""
        while below := self.children.get(node_id):
            node_id = max(below, key=self._age)
        return node_id

    def _age(self, node_id: str) -> tuple[float, int]:
        at = self.nodes[node_id].at
        return (at.timestamp() if at else 0.0, self.places[node_id])

    def _list_last_questions(self) -> list[str]:
        """Messages of the person behind which the person said nothing more; and ends nobody asked for."""
        asked_behind: set[str] = set()
        for each in self.nodes:
            if self.is_question(each):
                above = self.parents[each]
                while above is not None and above not in asked_behind:
                    asked_behind.add(above)
                    above = self.parents[above]
        return [each for each in self.nodes if self.is_question(each) and each not in asked_behind]

    def list_answers(self, before: Iterable[str]) -> Iterator[list[str]]:
        """Every chain of nodes behind these that ends where the person speaks again, or nobody does."""
        waiting = [[each] for each in before if not self.is_question(each)][::-1]
        while waiting:
            chain = waiting.pop()
            while len(below := [each for each in self.children.get(chain[-1], ()) if not self.is_question(each)]) == 1:
                chain.append(below[0])
            if not below:
                yield chain
            for each in reversed(below):
                waiting.append([*chain, each])


def _cut_circles(nodes: Mapping[str, Node]) -> dict[str, str | None]:
    """The parent of each; none where it is missing or would lead round in a circle."""
    parents: dict[str, str | None] = {}
    for each in nodes:
        way: list[str] = []
        on_way: set[str] = set()
        here: str | None = each
        while here is not None and here not in parents:
            above = nodes[here].parent
            way.append(here)
            on_way.add(here)
            if above is None or above not in nodes or above in on_way:
                parents[here] = None
                way.pop()
                break
            here = above
        for step in way:
            parents.setdefault(step, nodes[step].parent)
    return parents


def _fold_path(conversation: ImportedConversation, tree: _Tree, path: Sequence[str], number: int) -> FoldedConversation:
    turns: list[FoldedTurn] = []
    left: list[str] = []
    on_path = set(path)
    first = next((place for place, each in enumerate(path) if tree.is_question(each)), len(path))
    starts: list[tuple[str | None, list[str]]] = []
    if first:
        starts.append((None, list(path[:1])))
    starts += [(each, tree.children.get(each, [])) for each in path if tree.is_question(each)]
    previous: datetime | None = conversation.created_at
    for question, answers in starts:
        turn = _fold_turn(tree, question, answers, on_path, left, one_voice=conversation.one_voice)
        if turn is None:
            continue
        turn = _in_order(turn, previous)
        previous = max([turn.at, *(each.at for each in turn.replies)], key=_or_first) or previous
        turns.append(turn)
    if turns and conversation.starred:
        turns[0] = replace(turns[0], stars=max(turns[0].stars, 1))
    if turns and conversation.tags:
        turns[0] = replace(turns[0], tags=tuple(dict.fromkeys((*turns[0].tags, *conversation.tags))))
    title = on_one_line(conversation.title)[:LONGEST_TITLE]
    return FoldedConversation(
        source_id=conversation.source_id,
        branch=number,
        title=title,
        created_at=conversation.created_at or (turns[0].at if turns else None),
        updated_at=conversation.updated_at or previous,
        path=conversation.path,
        note=clean_text(conversation.note).strip(),
        turns=tuple(turns),
        left=tuple(left),
    )


def _or_first(moment: datetime | None) -> float:
    return moment.timestamp() if moment else float("-inf")


def _in_order(turn: FoldedTurn, previous: datetime | None) -> FoldedTurn:
    """The same with a moment for everything: what has none comes an instant after what stands before it."""
    at = turn.at or (previous + _INSTANT if previous else None)
    replies = tuple(replace(each, at=each.at or (at + _INSTANT if at else None)) for each in turn.replies)
    return replace(turn, at=at, replies=replies)


def _fold_turn(
    tree: _Tree, question: str | None, answers: Sequence[str], on_path: set[str], left: list[str], *, one_voice: bool
) -> FoldedTurn | None:
    node = None if question is None else tree.nodes[question]
    replies = _fold_replies(tree, answers, on_path, left, one_voice=one_voice)
    if node is None and not replies:
        return None
    if node is None:
        return FoldedTurn(f"before {replies[0].key}", "", "", replies[0].at, replies)
    text = _join(node.text, _name_missing(node))
    if not text and not replies and not node.files:
        left.append("empty")
        return None
    return FoldedTurn(
        clean_text(node.id),
        text,
        _write_files(node),
        node.at,
        replies,
        node.stars,
        node.flag,
        node.tags,
        node.pinned,
        node.out,
    )


def _name_missing(node: Node) -> str:
    return "\n\n".join(
        f"(The file “{on_one_line(each.name)}” was not in the export.)" for each in node.files if not each.text
    )


def _write_files(node: Node) -> str:
    """The text of files as it stood in the export, each under its name."""
    return "\n\n".join(
        f"{on_one_line(each.name)}:\n{clean_text(each.text).strip()}" for each in node.files if each.text
    )


def _fold_replies(
    tree: _Tree, answers: Sequence[str], on_path: set[str], left: list[str], *, one_voice: bool
) -> tuple[FoldedReply, ...]:
    """One reply for each author, and the others of the same author as variants of it, by age."""
    by_author: dict[str, list[tuple[FoldedReply, bool]]] = {}
    seen: set[tuple[str, ...]] = set()
    count = 0
    for chain in tree.list_answers(answers):
        count += 1
        if count > MOST_VARIANTS:
            left.append("variant")
            continue
        for ids, reply in _speak(tree, chain, one_voice=one_voice):
            if ids not in seen:
                seen.add(ids)
                by_author.setdefault(reply.author.key, []).append((reply, ids[-1] in on_path))
    return tuple(reply for group in by_author.values() for reply in _number(group))


def _number(group: Sequence[tuple[FoldedReply, bool]]) -> Iterator[FoldedReply]:
    ordered = sorted(group, key=lambda each: _or_first(each[0].at))
    shown = next((place for place, (_, is_shown) in enumerate(ordered) if is_shown), len(ordered) - 1)
    for place, (reply, _) in enumerate(ordered):
        yield replace(reply, variant=place, chosen=place == shown)


def _speak(tree: _Tree, chain: Sequence[str], *, one_voice: bool) -> Iterator[tuple[tuple[str, ...], FoldedReply]]:
    """What is said in one chain, by whom; what nobody sees says nothing."""
    heard = [tree.nodes[each] for each in chain if not tree.nodes[each].hidden and tree.nodes[each].role != "system"]
    groups: dict[str, list[Node]] = {}
    last = next((each.author for each in reversed(heard) if each.author), None) or _UNKNOWN
    speaker = last
    for node in heard:
        speaker = last if one_voice else node.author or speaker
        groups.setdefault(speaker.key, []).append(node)
    for nodes in groups.values():
        reply = _join_nodes(nodes, last if one_voice else next((each.author for each in nodes if each.author), last))
        if reply is not None:
            yield tuple(each.id for each in nodes), reply


def _join_nodes(nodes: Sequence[Node], author: Author) -> FoldedReply | None:
    text = _join(*(part for each in nodes for part in (each.text, _name_missing(each))))
    thinking = _join(*(each.thinking for each in nodes))
    tools = _pair_tools(tool for each in nodes for tool in each.tools)
    error = next((each.error for each in nodes if each.error), "")
    state = next((each.state for each in reversed(nodes) if each.state != "complete"), "complete")
    if not (text or thinking or tools or error) and state == "complete":
        return None
    if state == "complete":
        state = "error" if error else "complete" if text else "empty"
    at = next((each.at for each in reversed(nodes) if each.at), None)
    return FoldedReply(
        clean_text(nodes[-1].id), author, text, thinking, tools, state, clean_text(error).strip(), at, 0, True
    )


def _pair_tools(tools: Iterable[ToolCall]) -> tuple[ToolCall, ...]:
    """Calls with their results: each belongs to the call of its id, and one whose id no call has to the call before."""
    found: list[ToolCall] = []
    for tool in tools:
        asked = None if tool.arguments or not tool.id else _find_asked(found, tool.id)
        if asked is not None:
            found[asked] = replace(found[asked], result=tool.result, failed=tool.failed)
        elif found and not tool.arguments and found[-1].arguments and not found[-1].result:
            found[-1] = replace(found[-1], result=tool.result, failed=tool.failed)
        else:
            found.append(tool)
    return tuple(found)


def _find_asked(calls: Sequence[ToolCall], call_id: str) -> int | None:
    """Where the call of this id stands that has no result yet."""
    waiting = (at for at, each in enumerate(calls) if each.id == call_id and each.arguments and not each.result)
    return next(waiting, None)


def _join(*texts: str) -> str:
    return "\n\n".join(each for each in (clean_text(text).strip() for text in texts) if each)
