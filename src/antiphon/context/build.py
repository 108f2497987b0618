"""One function builds the payload for preview, send and receipt."""

from collections.abc import Sequence
from dataclasses import dataclass

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.phase import phase_of
from antiphon.advisors.prompt import Prompts, compose_system
from antiphon.context.history import fit, messages_for
from antiphon.conversation.past import PastTurn
from antiphon.conversation.payload import Message, Payload


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a payload depends on besides the advisor: the same scene gives the same bytes."""

    turns: Sequence[PastTurn]
    human_text: str
    early_turns: int
    char_limit: int
    default_model: str
    max_tokens: int


def build_payload(scene: Scene, advisor: Advisor, turns_taken: int, prompts: Prompts) -> Payload:
    """What this advisor is sent: system prompt, its own thread, the human message."""
    system = compose_system(advisor, phase_of(turns_taken, scene.early_turns), prompts)
    room = max(1, scene.char_limit - len(system) - len(scene.human_text)) if scene.char_limit else 0
    history = messages_for(advisor.id, fit(scene.turns, advisor.id, room))
    return Payload(
        advisor_id=advisor.id,
        model=advisor.model or scene.default_model,
        messages=(Message("system", system), *history, Message("user", scene.human_text)),
        max_tokens=advisor.max_tokens or scene.max_tokens,
        temperature=advisor.temperature,
    )
