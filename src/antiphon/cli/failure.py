"""What went wrong, in the words a terminal shows."""

from antiphon.cli.printing.caret import draw_caret
from antiphon.cli.printing.printable import make_printable
from antiphon.client import ServerRefused
from antiphon.conversation.errors import AntiphonError, FilterInvalid


def format_failure(error: AntiphonError) -> str:
    """One sentence; a filter that cannot be read comes with its line and a caret under the place."""
    sentence = f"antiphon: {make_printable(str(error))}"
    if isinstance(error, FilterInvalid):
        return f"{sentence}\n{draw_caret(error.line, error.column)}"
    if isinstance(error, ServerRefused):
        return _format_refusal(error, sentence)
    return sentence


def _format_refusal(error: ServerRefused, sentence: str) -> str:
    line, column = error.facts.get("line"), error.facts.get("column")
    if error.code == "filter_invalid" and isinstance(line, str) and isinstance(column, int):
        return f"{sentence}\n{draw_caret(line, column)}"
    if error.code == "preview_stale":
        changed = ", ".join(str(each) for each in error.facts.get("advisor_ids") or ())
        return (
            f"{sentence}\nNothing was sent. What would be sent now is different for: {make_printable(changed)}.\n"
            "Run the same command again to see it."
        )
    if error.code == "malformed" and isinstance(fields := error.facts.get("fields"), list):
        problems = (f"\n  - {each.get('field')}: {each.get('problem')}" for each in fields if isinstance(each, dict))
        return sentence + make_printable("".join(problems))
    return sentence
