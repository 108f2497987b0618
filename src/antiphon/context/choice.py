"""What the person chose for one send."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.thinking import Thinking, decode_thinking

# What is dropped first when not everything fits.
Dropping = Literal["oldest", "importance", "sticky"]
DROPPINGS = cast("tuple[Dropping, ...]", get_args(Dropping))

# What stands between the history and the message, in this order; each can be switched off for one send.
Item = Literal["reference", "synthesis", "state", "memory", "instructions", "todo", "documents", "caller"]
ITEMS = cast("tuple[Item, ...]", get_args(Item))

# What can be left out of one send by itself.
Single = Literal["memory", "instruction", "document", "tool", "guideline"]


@dataclass(frozen=True, slots=True)
class Choice:
    """The filter line, what is dropped first, what is switched off, and other models if some were picked.

    `model` is for everybody who is asked, `models` for single advisors and stronger.
    `leave_out` and `take_in` overrule the marks on turns; a turn asked again may be asked with another context.
    `omit` names single things that are not sent this time, for everybody (`/memory:m_1`) or for one advisor
    (`skeptic/memory:m_1`). `synthesis` is the one text about a turn that goes along with this message.
    `phase` leads past all phases of the panel but its last. `caller_note` is what a program says to the advisors beside
    the person's words, and `max_tokens` what it wants an answer to take at most. `thinking` is how much everybody
    thinks this time, whatever they do otherwise. `split` names a map: then each is quoted the points
    of it on which it and others are split, and nothing else. `newest_model` is what was
    picked for everybody here or in the newest turn; it serves whoever has no model otherwise, and the turns after this
    one. It is found, not chosen, and with `usual_models` it is not asked.
    """

    filter: str = ""
    dropping: Dropping = "oldest"
    off: frozenset[Item] = frozenset()
    model: str | None = None
    stamps: bool = True
    failed_turns: bool = True
    focus: AdvisorId | None = None
    leave_out: frozenset[TurnId] = frozenset()
    take_in: frozenset[TurnId] = frozenset()
    omit: frozenset[str] = frozenset()
    synthesis: str | None = None
    models: tuple[tuple[AdvisorId, str], ...] = ()
    phase: Literal["last"] | None = None
    caller_note: str = ""
    max_tokens: int | None = None
    thinking: Thinking | None = None
    split: str | None = None
    usual_models: bool = False
    newest_model: str | None = None

    def find_model(self, advisor_id: AdvisorId) -> str | None:
        """The model this advisor answers with this time; nothing when nobody picked one."""
        return dict(self.models).get(advisor_id) or self.model

    def omits(self, advisor_id: AdvisorId, kind: Single, id: str) -> bool:
        """Whether this single thing is left out for this advisor."""
        return bool(self.omit) and not self.omit.isdisjoint((f"/{kind}:{id}", f"{advisor_id}/{kind}:{id}"))

    def encode(self) -> dict[str, Any]:
        """The choice as JSON; what is as usual is left out."""
        body: dict[str, Any] = {
            "filter": self.filter,
            "dropping": self.dropping,
            "off": sorted(self.off),
            "model": self.model,
            "stamps": self.stamps,
            "failed_turns": self.failed_turns,
            "focus": self.focus,
            "leave_out": sorted(self.leave_out),
            "take_in": sorted(self.take_in),
            "omit": sorted(self.omit),
            "synthesis": self.synthesis,
            "models": dict(self.models),
            "phase": self.phase,
            "caller_note": self.caller_note,
            "max_tokens": self.max_tokens,
            "thinking": self.thinking,
            "split": self.split,
            "usual_models": self.usual_models,
            "newest_model": self.newest_model,
        }
        return {name: value for name, value in body.items() if value != _USUAL.get(name)}

    @classmethod
    def decode(cls, body: Mapping[str, Any]) -> "Choice":
        """The choice that was encoded."""
        focus = body.get("focus")
        return cls(
            filter=body.get("filter", ""),
            dropping=body.get("dropping", "oldest"),
            off=frozenset(body.get("off", ())),
            model=body.get("model"),
            stamps=body.get("stamps", True),
            failed_turns=body.get("failed_turns", True),
            focus=None if focus is None else AdvisorId(focus),
            leave_out=frozenset(TurnId(each) for each in body.get("leave_out", ())),
            take_in=frozenset(TurnId(each) for each in body.get("take_in", ())),
            omit=frozenset(body.get("omit", ())),
            synthesis=body.get("synthesis"),
            models=order_models(body.get("models", {})),
            phase=body.get("phase"),
            caller_note=body.get("caller_note", ""),
            max_tokens=body.get("max_tokens"),
            thinking=decode_thinking(body.get("thinking")),
            split=body.get("split"),
            usual_models=body.get("usual_models", False),
            newest_model=body.get("newest_model"),
        )


def order_models(models: Mapping[str, str]) -> tuple[tuple[AdvisorId, str], ...]:
    """Models by advisor in one order, so that equal choices are equal."""
    return tuple(sorted((AdvisorId(each), model) for each, model in models.items()))


_USUAL: Mapping[str, Any] = {
    "filter": "",
    "dropping": "oldest",
    "off": [],
    "model": None,
    "stamps": True,
    "failed_turns": True,
    "focus": None,
    "leave_out": [],
    "take_in": [],
    "omit": [],
    "synthesis": None,
    "models": {},
    "phase": None,
    "caller_note": "",
    "max_tokens": None,
    "thinking": None,
    "split": None,
    "usual_models": False,
    "newest_model": None,
}
