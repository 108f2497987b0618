"""Whether a model answers worse when every message has its own role than when all is pasted into one text.

`python -m bench.native --model large` plays the cases of `wordings/threads.yaml` in both forms on a model of this
machine, and prints how many were passed, of which kind, and by how much the forms differ case by case, with an
interval. The pasted form is how histories were once handed over: one message of the person with a transcript in it.
"""

from dataclasses import replace
from typing import Final

from antiphon.advisors.starter import load_starter
from antiphon.conversation.payload import Message, Payload
from antiphon.evals.result import Exchange
from antiphon.evals.stage import Ask
from antiphon.evals.suites.load import load_suite
from bench.wording import WORDINGS, Played, play_here, tell
from tests.evals.runs import run_suite
from tests.models.real_stage import AT_ONCE, open_real_stage

NATIVE, PASTED = "native", "pasted"
_NAMES: Final = {"user": "Person", "assistant": "You"}


def paste(payload: Payload) -> Payload:
    """The same, with everything but the system prompt in one message of the person."""
    system = [each for each in payload.messages if each.role == "system"]
    *earlier, now = (each for each in payload.messages if each.role != "system")
    told = "\n".join(f"{_NAMES[each.role]}: {each.content}" for each in earlier)
    text = f"### RECENT CONVERSATION ###\n{told}\n### END OF CONVERSATION ###\n\n{now.content}"
    return replace(payload, messages=(*system, Message("user", text)))


def pasting(ask: Ask) -> Ask:
    """Asks what it is given in the pasted form."""

    async def ask_pasted(payload: Payload) -> Exchange:
        return await ask(paste(payload))

    return ask_pasted


async def play_both(port: int, repeat: int, max_tokens: int) -> Played:
    """The results of both forms."""
    suite = load_suite(WORDINGS / "threads.yaml", load_starter().advisors)
    found = {}
    async with open_real_stage(port, max_tokens) as stage:
        for name, ask in ((NATIVE, stage.ask), (PASTED, pasting(stage.ask))):
            found[name] = await run_suite(suite, replace(stage, ask=ask), workers=AT_ONCE, repeat=repeat)
    return found


def main() -> None:
    """Measure and print."""
    tell("native", play_here(__doc__, play_both, 3, 60), PASTED)


if __name__ == "__main__":
    main()
