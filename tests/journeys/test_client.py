"""What a program gets from the client, asked of a real server."""

from antiphon.client import AsyncClient
from tests.fakes.model_server import answer
from tests.journeys.conftest import House
from tests.journeys.examiner import Examiner, rewording


async def test_a_conversation_is_outlined_divided_and_weighed(house: House) -> None:
    turn = await house.ask("Should I go?", advisor_ids=["skeptic"])
    reply = turn.replies[0]

    async with AsyncClient(house.url) as client:
        position = await client.conversations.draw_divider(turn.conversation_id)
        outline = await client.conversations.outline(turn.conversation_id)
        placed = await client.replies.read(reply.id)
        await client.importance.set(reply.id, 0.9)
        weighed = await client.importance.of_reply(reply.id)
        message = await client.importance.of_turn(turn.id)

    assert (position, outline.dividers, outline.ids, outline.openings) == (1, (1,), (turn.id,), ("Should I go?",))
    assert (placed.turn_id, placed.reply.id) == (turn.id, reply.id)
    assert (weighed.worth, weighed.counts, message.pinned_by) == (0.9, 0.9, "rule")


async def test_what_would_be_sent_is_seen_before_there_is_a_conversation(house: House) -> None:
    async with AsyncClient(house.url) as client:
        first = await client.previews.read_first("Should I go?")
        difference = await client.previews.compare_first_advisors("Should I go?", "skeptic", "builder")
        nothing = await client.conversations.list()
        turn = await house.ask("Should I go?", advisor_ids=["skeptic"])
        asked = await client.heartbeats.preview(turn.conversation_id, "skeptic")

    assert (len(first.advisors), first.conversation_id, len(nothing)) == (5, None, 0)
    assert difference.changes
    assert asked.messages


async def test_an_advisor_is_tested_and_given_better_words(house: House) -> None:
    examiner = Examiner(house)
    house.voices.server.handler = examiner.choose
    case = await examiner.keep(await examiner.ask(), {"type": "contains", "value": "?", "name": "asks"})
    house.voices.script("skeptic", *(answer(said) for said in ("No.", "No.", "Why?")))
    examiner.queued["improve"].append(rewording("You always ask.", "It never asked."))

    async with AsyncClient(house.url) as client:
        types = await client.evals.types()
        played = await client.evals.wait((await client.evals.run("skeptic")).id)
        result = await client.evals.read_result(played.id, case["id"])
        found = await client.improvements.wait((await client.improvements.start("skeptic", rounds=1)).id)
        accepted = await client.improvements.accept(found.id)
        file = await client.evals.export_cases("skeptic")
        brought = await client.evals.import_cases("skeptic", file)

    assert "contains" in {each.type for each in types}
    assert (result.status, result.answer) == ("failed", "No.")
    assert (found.score_before, found.score_after, found.after) == (0.0, 1.0, "You always ask.")
    assert accepted.accepted_version == 2
    assert [each.question for each in brought.cases] == [case["question"]]
