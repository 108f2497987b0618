"""What one voice said, under its name."""

from antiphon.analysis.spoken import write_voice


def test_a_voice_stands_under_its_name() -> None:
    assert write_voice("The Skeptic", "  I would wait.\n") == "## The Skeptic\n\nI would wait."


def test_a_failure_is_one_line_and_no_part_of_the_text() -> None:
    assert write_voice("Ada", "", "no\nanswer # came") == "## Ada\n\n> No answer: no answer # came"
    assert write_voice("Ada", "I would", "it was stopped") == "## Ada\n\nI would\n\n> Not to its end: it was stopped"


def test_a_name_begins_no_heading_and_no_link() -> None:
    assert write_voice("A\n# B [x](y) `c`", "Yes.") == "## A \\# B \\[x\\](y) \\`c\\`\n\nYes."
