"""Words in documents are found on both databases, whatever is typed."""

import itertools
import random

import pytest
from sqlalchemy import delete, update

from antiphon.access.principal import LOCAL, Principal
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.passage import FoundPassage
from antiphon.documents.page import ExtractedPage
from antiphon.engine.retrieval.search import Retrieval, Search
from antiphon.store.reads.words import find_by_words
from antiphon.store.search_words import read_search_words
from antiphon.store.tables import document_chunks, documents
from antiphon.store.unit import Store, Unit
from tests.retrieval.shelf import put_document, split_pages
from tests.store.deeds import NOON, OTHER, begin


async def put(store: Store, name: str, *pages: str, principal: Principal = LOCAL, **more: object) -> None:
    """A document with these pages."""
    read = [ExtractedPage(number, f"page {number}", text) for number, text in enumerate(pages, start=1)]
    await store.write(principal, put_document, name, read, **more)  # type: ignore[arg-type]


async def find(
    store: Store, question: str, conversation: str | None = None, who: Principal = LOCAL
) -> list[FoundPassage]:
    """What words find."""
    here = None if conversation is None else ConversationId(conversation)
    return list(await Retrieval(store, None).search(who, Search(question, here)))


async def places(store: Store, question: str, conversation: str | None = None) -> list[tuple[str, int]]:
    return [(each.document_id, each.page) for each in await find(store, question, conversation)]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("The café serves crêpes.", "cafe crepe"),
        ("Das Gerät prüft die Größe.", "gerat grösse"),
        ("They were descaling the boiler.", "descale"),
        ("Choose tea and/or coffee.", "coffee"),
        ("Write to help@house.example today.", "house"),
        ("Code E-42 means: no water.", "e-42"),
        ("Город Москва велик.", "москва"),
        ("Это мой чай.", "мой чай"),
        ("Πόλη: Αθήνα, είναι μεγάλη.", "αθήνα"),
        ("我们明天去北京大学看书。", "北京大学"),
        ("東京タワーの高さは333メートルです。", "タワーの高さ"),
        ("서울은 한국의 수도이다.", "수도"),
        ("यह पुस्तक हिन्दी में है।", "हिन्दी"),
        ("আমি বাংলা ভাষা পড়ি।", "বাংলা ভাষা"),
        ("இது தமிழ் மொழி.", "தமிழ்"),
        ("هذا كِتَابٌ جديد.", "كِتَابٌ"),
        ("זֶה סֵפֶר טוֹב.", "סֵפֶר"),
        ("Electrolytes matter.", "electrol"),
    ],
)
async def test_a_word_is_found_as_people_type_it(store: Store, text: str, question: str) -> None:
    await put(store, "other", "Nothing of this is here.", "別のページ。")
    await put(store, "wanted", "First page.", text)

    assert (await places(store, question))[0] == ("wanted", 2)


@pytest.mark.parametrize(
    ("other", "asked"), [("दी नी हि", "हिन्दी"), ("লাঠি বক", "বাংলা"), ("ழி தமி", "தமிழ்"), ("רַ פַ סַ", "סֵפֶר")]
)
async def test_letters_of_a_word_with_marks_are_not_words(store: Store, other: str, asked: str) -> None:
    await put(store, "other", other)

    assert await places(store, asked) == []


async def test_a_passage_names_the_place_it_stands_at(store: Store) -> None:
    """The citation resolves: the page's text from start to end is the passage."""
    pages = split_pages("\n".join(f"Sentence number {number} about a quiet harbour. " * 4 for number in range(30)))
    await store.write(LOCAL, put_document, "long", pages)

    found = await find(store, "number 17")

    assert found[0].text == pages[0].text[found[0].start : found[0].end]
    assert "number 17" in found[0].text
    assert (found[0].name, found[0].label, found[0].by) == ("long.md", "page 1", ("words",))


async def test_rare_words_count_for_more_than_common_ones(store: Store) -> None:
    await put(store, "many", *(f"The water in tank {number} is water." for number in range(20)))
    await put(store, "one", "A heron stood in the water.")

    assert (await places(store, "water for the heron"))[0] == ("one", 1)


async def test_the_share_says_how_much_of_a_question_a_piece_has(store: Store) -> None:
    await put(store, "birds", "A heron stood there.", "A heron and a kingfisher.")

    def ask(unit: Unit, question: str) -> dict[int, float]:
        return {hit.chunk_id: hit.share for hit in find_by_words(unit, read_search_words(question), ["birds"], 10)}

    both, unheard = await store.read(LOCAL, ask, "heron kingfisher"), await store.read(LOCAL, ask, "heron zebra")

    assert sorted(share == 1.0 for share in both.values()) == [False, True]
    assert all(0 < share < 0.5 for share in unheard.values())


async def test_a_conversation_looks_where_its_advisors_may(store: Store) -> None:
    here, there = await begin(store), await begin(store, title="Elsewhere")
    await put(store, "everywhere", "heron")
    await put(store, "here", "heron", conversation_id=here)
    await put(store, "there", "heron", conversation_id=there)
    await put(store, "off", "heron", enabled=False)
    await put(store, "sent", "heron", kind="inline", conversation_id=here)

    assert {name for name, _ in await places(store, "heron", here)} == {"everywhere", "here"}
    assert len(await places(store, "heron")) == 5
    with pytest.raises(NotFound):
        await places(store, "heron", "c_unknown")


async def test_another_workspace_finds_nothing(store: Store) -> None:
    """I-50: not even with the ids of somebody else's documents."""
    await put(store, "mine", "heron")

    def steal(unit: Unit) -> tuple[object, ...]:
        return find_by_words(unit, read_search_words("heron 東京"), ["mine"], 10)

    assert await find(store, "heron", who=OTHER) == []
    assert await store.read(OTHER, steal) == ()


async def test_what_was_put_away_or_deleted_is_not_found(store: Store) -> None:
    await put(store, "away", "heron")
    await put(store, "gone", "heron")

    await store.write(
        LOCAL,
        lambda unit: unit.connection.execute(update(documents).where(documents.c.id == "away").values(removed_at=NOON)),
    )
    await store.write(
        LOCAL,
        lambda unit: unit.connection.execute(delete(document_chunks).where(document_chunks.c.document_id == "gone")),
    )

    assert await find(store, "heron") == []


async def test_nothing_that_is_typed_breaks_a_search(store: Store) -> None:
    """Operators, quotes, wildcards, column names and SQL are words like others: 2,000 hostile questions."""
    await put(store, "page", "The heron waits. 東京タワー")
    marks = ['"', "'", "*", "^", "(", ")", ":", "+", "-", "|", "&", "!", "<->", "\\", "%", "_", ";", "\x00", "\ud800"]
    words = ["AND", "OR", "NOT", "NEAR(", "text:", "rowid", "heron", "NULL", "{a b}:", "東", "東京", "é", "ﬁ", "İ", "ß"]
    chance = random.Random(5)
    typed = [a + b for a, b in itertools.product(marks, words)] + [
        "".join(chance.choices(marks + words + [" "], k=chance.randrange(1, 40))) for _ in range(1_715)
    ]

    def ask_all(unit: Unit) -> int:
        return sum(len(find_by_words(unit, read_search_words(each), ["page"], 10)) for each in typed)

    assert len(typed) == 2_000
    assert await store.read(LOCAL, ask_all) > 0


async def test_a_whole_page_as_a_question_is_a_question(store: Store) -> None:
    await put(store, "page", "The heron waits.")

    assert await places(store, "word " * 20_000 + "heron") == [("page", 1)]
