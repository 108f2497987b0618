"""How a system prompt is put together from the texts in `prompts/`.

The order is identity, setting, phase, closing rules, the topic's prelude. Nothing in it changes from turn to turn
inside a phase, so the bytes stay the same and a provider's prompt cache survives. What does change stands in the
state note, next to the person's message.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.phase import Phase

_SLOT = re.compile(r"\{\{(\w+)\}\}")


@dataclass(frozen=True, slots=True)
class Prompts:
    """The texts, as they stand in the package."""

    identity: str
    setting: str
    early: str
    ongoing: str
    closing: str
    reference: str
    split: str
    split_point: str
    split_for: str
    split_against: str
    split_torn: str
    split_you: str
    synthesis: str
    synthesis_missing: str
    synthesis_cut: str
    synthesis_trimmed: str
    synthesis_suspected: str
    synthesis_from: str
    synthesis_own: str
    state_early: str
    state_ongoing: str
    state_elapsed: str
    state_unanswered: str
    heartbeat: str
    memory: str
    todo_rules_working: str
    todo_rules_idle: str
    todo_rules_done: str
    documents_list: str
    documents_unsearched: str
    caller_note: str
    guidelines: str
    guideline_cut: str
    image: str
    image_unseen: str
    image_gone: str
    image_left_out: str
    image_own: str
    image_quoted: str


def load_prompts() -> Prompts:
    """Read the texts that ship with Antiphon."""
    return Prompts(**{name: _read(name) for name in Prompts.__slots__})


def load_describe_prompt() -> str:
    """What a model is told that writes an advisor's description; no conversation ever sees it."""
    return _read("describe")


def load_history_prompt() -> str:
    """What advisors are told before a history of another program that they were no party to."""
    return _read("caller_history")


def load_one_word_prompt() -> str:
    """What a model is asked before it is given to an advisor, to hear whether it answers at all."""
    return _read("one_word")


def load_title_prompt() -> str:
    """What a model is told that names a conversation."""
    return _read("title_name")


def load_strict_prompt() -> str:
    """What a model is told that looks at a conversation and answered in another form than it was asked for."""
    return _read("strictly")


@dataclass(frozen=True, slots=True)
class MemoryPrompts:
    """What a model is told that looks for things to remember, compares them and words them."""

    scan: str
    match: str
    matching: str
    update: str
    updating: str


def load_memory_prompts() -> MemoryPrompts:
    """Read the texts of the memory scan; no advisor ever sees them."""
    return MemoryPrompts(**{name: _read(f"memory_{name}") for name in MemoryPrompts.__slots__})


@dataclass(frozen=True, slots=True)
class ClaimPrompts:
    """What a model is told that reads answers for claims, judges pairs of them, and tells new ones from old ones."""

    read: str
    judge: str
    judging: str
    news: str
    comparing: str


def load_claim_prompts() -> ClaimPrompts:
    """Read the texts of the map; no advisor ever sees them."""
    return ClaimPrompts(**{name: _read(f"claims_{name}") for name in ClaimPrompts.__slots__})


@dataclass(frozen=True, slots=True)
class HeartbeatPrompts:
    """What an advisor is told that decides whether to speak unasked, or asks how a decision turned out."""

    heartbeat_decide: str
    review_ask: str
    review_decision: str


def load_heartbeat_prompts() -> HeartbeatPrompts:
    """Read the texts about speaking unasked."""
    return HeartbeatPrompts(**{name: _read(name) for name in HeartbeatPrompts.__slots__})


@dataclass(frozen=True, slots=True)
class SynthesisPrompts:
    """What a model is told that writes one text out of a turn: the rules, the kinds of text, the kinds of sources; and
    what a model is told that holds its sentences to their sources.
    """

    reading: str
    asking: str
    claims: str
    weighty: str
    quotes: str
    fuse: str
    compare: str
    checklist: str
    custom: str
    hold: str
    holding: str


def load_synthesis_prompts() -> SynthesisPrompts:
    """Read the texts of the synthesis; no advisor ever sees them."""
    return SynthesisPrompts(**{name: _read(f"synthesis_{name}") for name in SynthesisPrompts.__slots__})


@dataclass(frozen=True, slots=True)
class ImprovePrompts:
    """What a model is told that words an advisor's description better: the rules, and the cases around it."""

    improve: str
    improving: str


def load_improve_prompts() -> ImprovePrompts:
    """Read the texts about better words; no advisor ever sees them."""
    return ImprovePrompts(**{name: _read(f"eval_{name}") for name in ImprovePrompts.__slots__})


@dataclass(frozen=True, slots=True)
class EvalPrompts:
    """What a model is told that judges an answer in a test, and what it is shown."""

    judge: str
    judging: str


def load_eval_prompts() -> EvalPrompts:
    """Read the texts of the judge; no advisor ever sees them."""
    return EvalPrompts(**{name: _read(f"eval_{name}") for name in EvalPrompts.__slots__})


@dataclass(frozen=True, slots=True)
class RegretPrompts:
    """What an answer must hold once a decision like it went wrong; the second where nobody said what happened."""

    regret: str
    regret_unsaid: str


def load_regret_prompts() -> RegretPrompts:
    """Read the texts that make a test of a decision."""
    return RegretPrompts(**{name: _read(f"eval_{name}") for name in RegretPrompts.__slots__})


@dataclass(frozen=True, slots=True)
class ToolPrompts:
    """What an advisor reads in place of a result, and when it has used tools often enough."""

    rejected: str
    expired: str
    changed: str
    cut_off: str
    ended: str
    failed: str
    unanswered: str
    over: str
    picture: str


def load_tool_prompts() -> ToolPrompts:
    """Read the texts about tools."""
    return ToolPrompts(**{name: _read(f"tool_{name}") for name in ToolPrompts.__slots__})


@dataclass(frozen=True, slots=True)
class RoundPrompts:
    """What is said in the person's place when advisors answer each other, by mode; shown before it is sent."""

    answer: str
    challenge: str
    settle: str
    split: str


def load_round_prompts() -> RoundPrompts:
    """Read the wordings of a round."""
    return RoundPrompts(**{name: _read(f"round_{name}") for name in RoundPrompts.__slots__})


@dataclass(frozen=True, slots=True)
class HostPrompts:
    """What another program's model is told: when a panel is worth asking, and questions to bring to one."""

    use: str
    weigh: str
    red_team: str
    second_opinion: str
    pre_mortem: str


def load_host_prompts() -> HostPrompts:
    """Read the texts for programs that ask panels; no advisor ever sees them."""
    return HostPrompts(**{name: _read(f"host_{name}") for name in HostPrompts.__slots__})


@dataclass(frozen=True, slots=True)
class CardPrompts:
    """What stands around the parts of a character card in an advisor's description; shown before it is saved."""

    personality: str
    scenario: str
    examples: str
    always: str


def load_card_prompts() -> CardPrompts:
    """Read the headings for character cards."""
    return CardPrompts(**{name: _read(f"card_{name}") for name in CardPrompts.__slots__})


def load_tool_text(name: str) -> str:
    """What a model is told about a tool of the house."""
    return _read(name)


def compose_system(advisor: Advisor, phase: Phase, prompts: Prompts, prelude: str = "") -> str:
    """The system prompt of one advisor in one phase; the same arguments give the same bytes."""
    identity = fill(prompts.identity, {"name": advisor.name, "description": advisor.description})
    phase_text = {"early": prompts.early, "ongoing": prompts.ongoing}.get(phase.prompt, phase.prompt)
    return "\n\n".join(each for each in (identity, prompts.setting, phase_text, prompts.closing, prelude) if each)


def fill(template: str, values: Mapping[str, str]) -> str:
    """Replace each `{{slot}}` once. Unknown slots stay, and what is filled in is never looked at again."""
    return _SLOT.sub(lambda match: values.get(match[1], match[0]), template)


def _read(name: str) -> str:
    return (resources.files("antiphon.advisors") / "prompts" / f"{name}.md").read_text(encoding="utf-8").strip()
