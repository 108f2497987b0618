"""How much a model is to think, in the form its server on the chat wire takes.

Nearly everybody has `reasoning_effort`, and nobody quite the same values for it. Where the models of a provider are
known by name, a level that one of them does not take is refused here, before anything is sent; elsewhere the server
has the last word.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal

from antiphon.conversation.thinking import Thinking, is_on

# Which form a server takes; each has a function below.
ThinkingForm = Literal[
    "effort", "openai", "deployment", "reasoning", "llamacpp", "vllm", "deepseek", "groq", "kimi", "mistral", "xai"
]
# With these, a temperature is refused or has no effect while the model thinks.
_FIXES_TEMPERATURE: Final = frozenset[ThinkingForm]({"openai", "deployment", "deepseek"})

_ALL: Final = ("off", "low", "medium", "high")
_ALWAYS: Final = ("low", "medium", "high")


class CannotThink(Exception):
    """A model cannot be asked for this much thinking. The words say why, as the end of a sentence."""


def build_thinking(form: ThinkingForm, model: str, thinking: Thinking, *, has_tools: bool) -> dict[str, Any]:
    """The fields that ask for it; `CannotThink` when this model is known not to take it."""
    return _FORMS[form](model, thinking, has_tools)


def fixes_temperature(form: ThinkingForm, thinking: Thinking | None) -> bool:
    """Whether a request that asks for this much may not name a temperature."""
    return form in _FIXES_TEMPERATURE and is_on(thinking)


def check_level(thinking: Thinking, taken: Sequence[str]) -> str:
    """The level, if it is one of those taken; `CannotThink` otherwise."""
    if isinstance(thinking, int):
        raise CannotThink(f"it takes {_list(taken)}, and no number of tokens")
    if thinking in taken:
        return thinking
    if thinking == "off":
        raise CannotThink("it always thinks")
    raise CannotThink(f"it takes only {_list(taken)}" if taken else "it does not think")


def _list(taken: Sequence[str]) -> str:
    return " or ".join((", ".join(taken[:-1]), taken[-1])) if len(taken) > 1 else taken[0]


def _write_effort(model: str, thinking: Thinking, has_tools: bool) -> dict[str, Any]:
    level = check_level(thinking, _ALL)
    return {"reasoning_effort": "none" if level == "off" else level}


# From the newest names to the oldest; the first that fits counts. Models that none fits do not think.
_OPENAI: Final[tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]] = (
    (re.compile(r"gpt-6-astra|gpt-6\.1-sol"), _ALWAYS),
    (re.compile(r"gpt-5\.\d-pro"), ("medium", "high")),
    (re.compile(r"gpt-5-pro"), ("high",)),
    (re.compile(r"gpt-5\.\d-chat"), ("medium",)),
    (re.compile(r"gpt-5-chat"), ()),
    (re.compile(r"gpt-5\.1-codex|gpt-5(-|$)|o[134]\b"), _ALWAYS),
    (re.compile(r"gpt-5\.|gpt-[6-9]"), _ALL),
)
# These refuse functions on the chat wire unless they are told not to think.
_OPENAI_WITHOUT_TOOLS: Final = re.compile(r"gpt-5\.[4-9]|gpt-[6-9]")
# And these think unless they are told not to, so that they must be told as soon as there are functions.
_OPENAI_QUIET_BESIDE_TOOLS: Final = re.compile(r"gpt-5\.[6-9]|gpt-[6-9]")


def quieten(form: ThinkingForm, model: str) -> dict[str, Any]:
    """What a request with tools must say for which nobody chose how much to think; mostly nothing."""
    if form not in {"openai", "deployment"} or not _OPENAI_QUIET_BESIDE_TOOLS.match(model):
        return {}
    return {"reasoning_effort": "none"} if "off" in _list_openai(model) else {}


def _list_openai(model: str) -> tuple[str, ...]:
    return next((each for names, each in _OPENAI if names.match(model)), ())


def _write_openai(model: str, thinking: Thinking, has_tools: bool) -> dict[str, Any]:
    taken = _list_openai(model)
    if not taken and thinking == "off":
        return {}
    level = check_level(thinking, taken) if taken else _refuse_all()
    if level == "off":
        return {"reasoning_effort": "none"}
    if has_tools and _OPENAI_WITHOUT_TOOLS.match(model):
        raise CannotThink("on this wire it does not think beside tools")
    return {"reasoning_effort": level}


def _write_deployment(model: str, thinking: Thinking, has_tools: bool) -> dict[str, Any]:
    """A model of OpenAI under a name somebody else gave it: what is not known is left to the server."""
    is_known = any(names.match(model) for names, _ in _OPENAI)
    return (_write_openai if is_known else _write_effort)(model, thinking, has_tools)


def _refuse_all() -> str:
    raise CannotThink("it does not think")


def _write_reasoning(model: str, thinking: Thinking, has_tools: bool) -> dict[str, Any]:
    """An object of its own, which takes budgets too."""
    if isinstance(thinking, int):
        return {"reasoning": {"max_tokens": thinking}}
    return {"reasoning": {"effort": "none" if thinking == "off" else thinking}}


def _write_llamacpp(model: str, thinking: Thinking, has_tools: bool) -> dict[str, Any]:
    """The model's own template decides, and is told both ways templates ask."""
    level = check_level(thinking, _ALL)
    return _write_template("none" if level == "off" else level)


def _write_vllm(model: str, thinking: Thinking, has_tools: bool) -> dict[str, Any]:
    if isinstance(thinking, int):
        return {"chat_template_kwargs": {"enable_thinking": True}, "thinking_token_budget": thinking}
    return _write_template("none" if thinking == "off" else thinking)


def _write_template(effort: str) -> dict[str, Any]:
    return {"reasoning_effort": effort, "chat_template_kwargs": {"enable_thinking": effort != "none"}}


def _write_deepseek(model: str, thinking: Thinking, has_tools: bool) -> dict[str, Any]:
    taken = _ALWAYS if model == "deepseek-reasoner" else _ALL
    level = check_level(thinking, taken)
    if level == "off":
        return {"thinking": {"type": "disabled"}}
    return {"thinking": {"type": "enabled"}, "reasoning_effort": level}


def _write_groq(model: str, thinking: Thinking, has_tools: bool) -> dict[str, Any]:
    if model.startswith("openai/gpt-oss"):
        return {"reasoning_effort": check_level(thinking, _ALWAYS), "include_reasoning": True}
    if model.startswith("qwen/qwen3"):
        # It thinks or it does not; there is nothing between.
        level = check_level(thinking, ("off", "high"))
        return {"reasoning_effort": "none"} if level == "off" else {"reasoning_format": "parsed"}
    return {} if thinking == "off" else {"reasoning_effort": _refuse_all()}


# Levels are only for the newest; the others think or do not, and some cannot help it.
_KIMI: Final[tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]] = (
    (re.compile(r"kimi-k[3-9]"), ("low", "high")),
    (re.compile(r"kimi-k2\.[7-9]|kimi-k2-thinking"), ("high",)),
    (re.compile(r"kimi-k2\.[56]"), ("off", "high")),
)


def _write_kimi(model: str, thinking: Thinking, has_tools: bool) -> dict[str, Any]:
    taken = next((each for names, each in _KIMI if names.match(model)), ())
    if not taken:
        return {} if thinking == "off" else {"thinking": _refuse_all()}
    level = check_level(thinking, taken)
    if "low" in taken:
        return {"reasoning_effort": level}
    return {"thinking": {"type": "disabled" if level == "off" else "enabled"}}


def _write_mistral(model: str, thinking: Thinking, has_tools: bool) -> dict[str, Any]:
    if model.startswith("magistral"):
        check_level(thinking, ("high",))
        return {}
    level = check_level(thinking, ("off", "high"))
    return {"reasoning_effort": "none" if level == "off" else level}


_XAI: Final[tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]] = (
    (re.compile(r"grok-4\.[5-9]|grok-build"), _ALWAYS),
    (re.compile(r"grok-4\.3|grok-latest|grok-4-|grok-3$"), _ALL),
    (re.compile(r"grok-3-mini(-fast)?$"), ("off", "low", "high")),
    (re.compile(r"grok-3-mini"), ("low", "high")),
)


def _write_xai(model: str, thinking: Thinking, has_tools: bool) -> dict[str, Any]:
    taken = next((each for names, each in _XAI if names.match(model)), ())
    if not taken:
        return {} if thinking == "off" else {"reasoning_effort": _refuse_all()}
    level = check_level(thinking, taken)
    return {"reasoning_effort": "none" if level == "off" else level}


_FORMS: Final[Mapping[ThinkingForm, Callable[[str, Thinking, bool], dict[str, Any]]]] = {
    "effort": _write_effort,
    "openai": _write_openai,
    "deployment": _write_deployment,
    "reasoning": _write_reasoning,
    "llamacpp": _write_llamacpp,
    "vllm": _write_vllm,
    "deepseek": _write_deepseek,
    "groq": _write_groq,
    "kimi": _write_kimi,
    "mistral": _write_mistral,
    "xai": _write_xai,
}
