"""Have one text written out of what the advisors said in a turn."""

from antiphon.access.principal import Principal
from antiphon.analysis.synthesis import MOST_INSTRUCTION, Wish
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import TurnId
from antiphon.conversation.synthesis import Mode
from antiphon.conversation.text import clean_text
from antiphon.engine.engine import Engine


async def synthesize(
    engine: Engine, principal: Principal, turn_id: TurnId, mode: Mode, instruction: str = "", model: str | None = None
) -> Analysis:
    """The synthesis as it begins; it goes on by itself, and every earlier one stays.

    Nothing of it is ever sent to an advisor unless the person ticks it for one message. Refuses an instruction where
    the mode has none, none where it needs one, and one that is too long.
    """
    engine.check_open()
    return await engine.syntheses.begin(principal, turn_id, read_wish(mode, instruction), model)


def read_wish(mode: Mode, instruction: str = "") -> Wish:
    """What the person wants; refuses what `synthesize` refuses."""
    words = clean_text(instruction).strip()
    if mode == "custom" and not words:
        raise Malformed("a synthesis of your own kind needs an instruction")
    if mode != "custom" and words:
        raise Malformed("an instruction goes with the mode custom")
    if len(words) > MOST_INSTRUCTION:
        raise Malformed(f"the instruction has {len(words)} characters; at most {MOST_INSTRUCTION} are read")
    return Wish(mode, words)
