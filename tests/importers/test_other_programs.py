"""What comes out of the exports of the other programs."""

import json
import zlib
from collections.abc import Callable

import pytest

from antiphon.importers.protocol import IMPORTERS
from antiphon.plugins.loader import load
from tests.importers.more_samples import (
    EVERY,
    KEY,
    big_agi,
    filter_workbench,
    gemini,
    librechat,
    llm_logs,
    open_webui,
    parallel_advisors,
    sillytavern,
)
from tests.importers.reading import read


@pytest.mark.parametrize("name", sorted(EVERY))
def test_each_is_recognised_and_every_field_is_accounted_for(name: str) -> None:
    found = read(EVERY[name]())

    assert (found.importer, found.refused) == (name, "")
    assert found.report["unknown_fields"] == {}


def test_every_importer_has_an_export_to_be_tried_with() -> None:
    assert {each.name for each in load(IMPORTERS).values} == {*EVERY, "chatgpt", "claude"}


def test_models_asked_at_once_in_open_webui_are_a_panel() -> None:
    (chat,) = read(open_webui()).conversations

    first, second = chat.turns
    by_author = {(each.author.name, each.variant): each for each in first.replies}
    assert {name for name, _ in by_author} == {"Open WebUI · Llama", "Open WebUI · Qwen", "Open WebUI · merged"}
    assert by_author["Open WebUI · Llama", 0].text == "Mend it."
    assert by_author["Open WebUI · Llama", 0].thinking == "Roofs leak."
    assert by_author["Open WebUI · Llama", 1].text == "Mend it soon."
    qwen = by_author["Open WebUI · Qwen", 0]
    assert (qwen.text, qwen.thinking, qwen.tools[0].result) == ("Replace it.", "Costs first.", "9,000")
    assert (second.replies[0].state, second.replies[0].error, second.replies[0].text) == ("error", "no such model", "")
    assert (first.stars, first.tags) == (1, ("house",))


def test_a_tree_of_librechat_keeps_what_failed_as_a_failure() -> None:
    (conversation,) = read(librechat()).conversations

    (turn,) = conversation.turns
    failed, answer = turn.replies
    assert (failed.state, failed.text, failed.error) == ("error", "", "overloaded")
    assert (answer.text, answer.thinking, answer.tools[0].result) == ("Four.", "Two and two.", "4")
    assert answer.author.name == "Software Engineer · gpt-4o"
    assert conversation.note == "Be exact."


def test_characters_of_sillytavern_answer_together_and_swipes_are_variants() -> None:
    (chat,) = read(sillytavern()).conversations

    greeting, asked = chat.turns
    assert (greeting.text, greeting.replies[0].text) == ("", "Welcome.")
    said = {(each.author.name, each.text): each.chosen for each in asked.replies}
    assert said == {("Ada", "No."): False, ("Ada", "Gladly."): True, ("Bo", "Me too."): True}
    assert asked.at is not None
    assert (asked.at.year, asked.at.hour, asked.at.minute) == (2024, 21, 15)


def test_prompts_of_gemini_are_grouped_by_time_and_lose_the_word_all_begin_with() -> None:
    bread, rain = read(gemini()).conversations

    assert [turn.text for turn in bread.turns] == ["Brot?", "Und Salz?"]
    assert bread.turns[0].replies[0].text == "Sauerteig.\n\n- Mehl"
    assert bread.turns[1].replies[0].state == "incomplete"
    assert rain.turns[0].replies[0].text == "Nein."


def test_code_and_tables_of_gemini_stay_what_they_were() -> None:
    code = "<p>Run:</p><pre><code>def f(x):\n    if x:\n        return `1`\n</code></pre><p>Rents:</p>"
    table = "<table><tr><th>City</th><th>Rent</th></tr><tr><td>Bern</td><td>1200</td></tr></table>"
    record = json.loads(gemini())[0] | {"safeHtmlItem": [{"html": code + table}]}

    (chat,) = read(json.dumps([record]).encode()).conversations

    assert chat.turns[0].replies[0].text == (
        "Run:\n\n```\ndef f(x):\n    if x:\n        return `1`\n```\n\nRents:\n\nCity | Rent\n\nBern | 1200"
    )


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>A</p><pre><code>x = 1<p>B, cut", "A\n\n```\nx = 1\nB, cut\n```"),
        ("<pre>x = 1<pre>y = 2</pre>", "```\nx = 1\n```\n\n```\ny = 2\n```"),
        ("<pre>x = 1<br>y = 2<br/>\n<br/>z = 3</pre>", "```\nx = 1\ny = 2\n\n\nz = 3\n```"),
        ("<pre><div>if x:</div><div>  y()</div></pre>", "```\nif x:\n  y()\n```"),
        ("<tr><td><p>Bern</p></td><td><p>1200</p><p>francs</p></td></tr>", "Bern | 1200 francs"),
        ("<tr><td></td><td>Rent</td></tr><tr><td></td><td></td></tr>", "| Rent"),
        ("<tr><td>Run</td><td><pre>x = 1</pre></td></tr><p>|</p>", "Run\n\n```\nx = 1\n```\n\n|"),
    ],
)
def test_what_gemini_left_open_or_put_into_code_and_cells_is_all_there(html: str, text: str) -> None:
    record = json.loads(gemini())[0] | {"safeHtmlItem": [{"html": html}]}

    (chat,) = read(json.dumps([record]).encode()).conversations

    assert chat.turns[0].replies[0].text == text


def test_tools_that_open_webui_wrote_into_its_text_are_calls() -> None:
    called = (
        '<details type="tool_calls" done="true" id="c1" name="search" arguments="{&quot;q&quot;:&quot;rent&quot;}" '
        'result="&quot;1,200&quot;">\n<summary>Tool Executed</summary>\n</details>\n'
        '<details type="code_interpreter" done="true" output="2"><summary>Analyzed</summary>print(1 + 1)</details>'
    )
    chat = json.loads(open_webui())[0]
    chat["chat"]["history"]["messages"]["c"]["content"] = called + "It is 1,200."

    (found,) = read(json.dumps([chat]).encode()).conversations

    reply = next(each for each in found.turns[0].replies if each.text == "It is 1,200.")
    assert [(each.name, each.arguments, each.result) for each in reply.tools] == [
        ("search", '{"q":"rent"}', '"1,200"'),
        ("code_interpreter", "print(1 + 1)", "2"),
    ]


def test_what_was_hidden_from_the_model_in_sillytavern_stays_out() -> None:
    lines = [json.loads(line) for line in sillytavern().decode().splitlines() if line.strip()]
    lines[2]["is_system"] = True

    (chat,) = read("\n".join(map(json.dumps, lines)).encode()).conversations

    assert [(turn.text, turn.out) for turn in chat.turns][1] == ("Chess?", True)


def test_what_a_character_of_sillytavern_said_and_somebody_hid_is_counted() -> None:
    lines = [json.loads(line) for line in sillytavern().decode().splitlines() if line.strip()]
    lines[4]["is_system"] = True
    lines.append({"name": "System", "is_user": False, "is_system": True, "mes": ""})

    found = read("\n".join(map(json.dumps, lines)).encode())

    (chat,) = found.conversations
    assert [each.text for turn in chat.turns for each in turn.replies if each.author.name == "Bo"] == []
    assert found.report["left"] == {"hidden": 1}


def test_no_key_of_a_big_agi_backup_is_kept() -> None:
    found = read(big_agi())

    (conversation,) = found.conversations
    (turn,) = conversation.turns
    assert (turn.text, turn.attached, turn.out) == ("Which trees?", "plan.md:\nNorth side.", True)
    assert (turn.replies[0].text, turn.replies[0].thinking) == ("Plant oaks.", "Oaks last.")
    kept = b"".join(zlib.decompress(each) for each in found.originals if each) + repr(found).encode()
    assert KEY.encode() not in kept


def test_parallel_advisors_are_a_panel_and_errors_are_no_words() -> None:
    """D1."""
    (conversation,) = read(parallel_advisors()).conversations

    first, second = conversation.turns
    stoic, broker = first.replies
    assert (stoic.author.name, stoic.text, stoic.thinking) == ("The Stoic", "Let it be.", "It passes.")
    assert (broker.state, broker.text, broker.error) == ("error", "", "rate limit")
    assert second.replies[0].text == "Later is fine."


@pytest.mark.parametrize(
    "wrap", [lambda records: records, lambda records: {"messages": records}], ids=["bare", "named"]
)
def test_conversations_of_the_time_before_there_were_several_advisors_are_read(
    wrap: Callable[[object], object],
) -> None:
    """P8: what one advisor said is an answer, and so is what nobody said by name; notices say nothing."""
    said = [
        ("system", "Advisor added"),
        ("user", "Sell?"),
        ("advisor_json", '{"advice": "Hold."}'),
        ("user", "Sure?"),
        ("assistant", "Quite."),
    ]
    at = "2026-01-01T10:00:00Z"
    found = read(json.dumps(wrap([{"type": kind, "content": text, "timestamp": at} for kind, text in said])).encode())

    (conversation,) = found.conversations
    assert (found.importer, found.report["unknown_fields"]) == ("parallel-advisors", {})
    assert [(turn.text, [each.text for each in turn.replies]) for turn in conversation.turns] == [
        ("Sell?", ['{"advice": "Hold."}']),
        ("Sure?", ["Quite."]),
    ]
    assert "Advisor added" not in repr(conversation)


def test_pairs_become_conversations_under_their_topics() -> None:
    """D1."""
    hiring, home = read(filter_workbench()).conversations

    assert (hiring.path, hiring.title) == (("Work", "Hiring"), "Hiring")
    assert (hiring.turns[0].stars, hiring.turns[0].flag) == (2, "blue")
    assert hiring.turns[0].replies[0].author.model == "gpt-4o"
    assert (home.turns[0].replies[0].state, home.turns[0].replies[0].error) == ("error", "timeout")


def test_logs_of_llm_are_read_out_of_their_database() -> None:
    tides, alone = sorted(read(llm_logs()).conversations, key=lambda each: -len(each.turns))

    assert (tides.title, [turn.text for turn in tides.turns]) == ("Tides", ["Why tides?", "And the sun?"])
    assert tides.turns[0].replies[0].thinking == "Gravity."
    assert tides.note == "Be brief."
    assert alone.turns[0].replies[0].text == "Yes."
