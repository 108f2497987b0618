"""Made-up filters, from everyday ones to awkward ones."""

from datetime import date
from decimal import Decimal

from hypothesis import strategies as st

from antiphon.filter import tree
from antiphon.filter.tree import AgeUnit, Expr, FlagColour, Op, Pattern, TopicPath, Trait

# Few letters, so that texts and patterns meet, and every kind that has surprised somebody: wildcards of SQL, escapes,
# letters with a partner outside ASCII, and letters whose partner is none (ß, final sigma, Kelvin, dotless i).
LETTERS = "aAbB%_~*\\'\"/>. äÄжЖßkKiI😀" + "\u03c2\u03c3\u03a3\u212a\u0131\u0130\u01c5"
NAME_LETTERS = LETTERS.replace("/", "")

texts = st.text(LETTERS, max_size=12)
ops = st.sampled_from(Op)
counts = st.integers(1, 9)


@st.composite
def patterns(draw: st.DrawFn, letters: str = LETTERS) -> Pattern:
    """Some pieces of text with wildcards between them."""
    piece = st.text(letters, min_size=1, max_size=3)
    ends = st.text(letters, max_size=3)
    if draw(st.booleans()):
        return Pattern((draw(piece),))
    return Pattern((draw(ends), *draw(st.lists(piece, max_size=2)), draw(ends)))


@st.composite
def topic_paths(draw: st.DrawFn) -> TopicPath:
    """A name or a path of up to three names."""
    segments = tuple(draw(st.lists(patterns(NAME_LETTERS), min_size=1, max_size=3)))
    return TopicPath(segments, rooted=len(segments) > 1 or draw(st.booleans()))


stars = st.builds(tree.Stars, ops, st.integers(0, 3)).filter(
    lambda each: (each.op, each.count) not in ((Op.GT, 3), (Op.LT, 0))
)
days = st.dates(date(2026, 2, 25), date(2026, 3, 5))

predicates: st.SearchStrategy[Expr] = st.one_of(
    st.just(tree.All()),
    st.builds(tree.CurrentTopic, st.none() | counts, st.booleans()),
    st.builds(tree.InTopic, topic_paths(), st.booleans()),
    stars,
    st.builds(tree.Recent, counts),
    st.builds(tree.Flagged, st.sampled_from(FlagColour)),
    st.just(tree.CurrentModel()),
    st.builds(tree.ByModel, patterns()),
    st.just(tree.FocusedAdvisor()),
    st.builds(tree.ByAdvisor, patterns()),
    st.builds(tree.Aged, st.sampled_from([Op.LT, Op.LE, Op.GT, Op.GE]), st.integers(0, 9), st.sampled_from(AgeUnit)),
    st.builds(tree.Dated, ops, days),
    st.builds(tree.Contains, patterns()),
    st.just(tree.Pinned()),
    st.builds(tree.Important, ops, st.integers(0, 10).map(lambda tenths: Decimal(tenths) / 10)),
    st.builds(tree.Has, st.sampled_from(Trait)),
    st.builds(tree.Tagged, patterns()),
    st.builds(tree.Inside, st.integers(0, 3)),
    st.just(tree.AfterDivider()),
)
saved = st.builds(tree.Saved, st.from_regex(r"[\w][\w-]{0,8}", fullmatch=True))


def build_trees(leaves: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    """Trees of these leaves."""

    def join(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
        several = st.lists(inner, min_size=2, max_size=4)
        return st.one_of(
            several.map(lambda terms: tree.all_of(*terms)),
            several.map(lambda terms: tree.any_of(*terms)),
            inner.map(tree.Not),
        )

    return st.recursive(leaves, join, max_leaves=8)


trees = build_trees(predicates)
lines = build_trees(predicates | saved)
