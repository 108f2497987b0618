"""Which models to propose for several voices, out of all that a provider lists.

Voices disagree more, and better, when each has another model, most of all one of another maker. What is proposed is a
beginning: every one of them is asked for a word first, and each can be changed.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import chain, zip_longest

from antiphon.conversation.model import ModelFacts

# What lists hold beside models that hold a conversation.
_NO_TALKERS = re.compile(
    r"embed|whisper|tts|audio|image|dall-e|moderation|rerank|realtime|transcri|guard|sora|veo-|imagen|lyria|ocr|^ft:"
    r"|davinci|babbage|^curie|^ada$|-instruct-|deep-research|search|computer-use|robotics|codex|devstral|voxtral|aqa"
    r"|:batch$|-beta$|-exp\b",
    re.IGNORECASE,
)
# Makers whose models are worth hearing side by side, before those nobody here has an opinion about.
_MAKERS = ("anthropic", "openai", "google", "x-ai", "mistralai", "deepseek", "qwen", "moonshotai", "z-ai", "meta-llama")
# Names that say who made a model where the list does not.
_FAMILIES = {
    "claude": "anthropic",
    "gpt": "openai",
    "chatgpt": "openai",
    "o": "openai",
    "gemini": "google",
    "gemma": "google",
    "grok": "x-ai",
    "mistral": "mistralai",
    "mixtral": "mistralai",
    "magistral": "mistralai",
    "ministral": "mistralai",
    "kimi": "moonshotai",
    "glm": "z-ai",
    "llama": "meta-llama",
}
# Dollars per million tokens of the answer. Beyond this stand models for days of work rather than for a question.
_DEAR = 20.0
# Small ones, and those known by their size, which are open and can be had anywhere.
_SMALL = re.compile(r"mini|nano|lite|tiny|small|micro|\d+b\b", re.IGNORECASE)
# A dated copy of a model, its newest copy, or the same by another way: one voice under several names.
_COPY = re.compile(
    r"(?:-(?:latest|\d{4}-\d{2}-\d{2}|\d{8}|\d{4}|\d{3}))?(?::(?:free|thinking|online|nitro|extended))?$"
)
# 4.5 of `claude-sonnet-4.5` and of `claude-sonnet-4-5`; no size, as in 70b, and no date.
_VERSION = re.compile(r"(?<![\d.])(\d{1,2})(?:[.-](\d{1,2}))?(?![\d.]|b)", re.IGNORECASE)
_FAMILY = re.compile(r"[a-z]+", re.IGNORECASE)


def find_talkers(models: Sequence[str]) -> list[str]:
    """Those that hold a conversation, in the same order, each once; all of them when none seems to."""
    kept: dict[str, str] = {}
    for each in models:
        if not _NO_TALKERS.search(each):
            stem = _COPY.sub("", each, count=1)
            if stem not in kept or each == stem:
                kept[stem] = each
    return list(kept.values()) or list(models)


def spread_models(models: Sequence[str], facts: Mapping[str, ModelFacts], first: str, most: int) -> tuple[str, ...]:
    """At most so many different models, `first` at the head: one of every maker, then a second of each, and so on."""
    by_maker: dict[str, list[str]] = {}
    for each in dict.fromkeys((first, *_order(find_talkers(models), facts))):
        by_maker.setdefault(_find_maker(each), []).append(each)
    rest = sorted(list(by_maker)[1:], key=_prefer)
    rows = [by_maker[_find_maker(first)], *(by_maker[each] for each in rest)]
    return tuple(each for each in chain.from_iterable(zip_longest(*rows)) if each is not None)[:most]


def find_cheapest(models: Sequence[str], facts: Mapping[str, ModelFacts], most: int) -> tuple[str, ...]:
    """At most so many of those whose price is known, the cheapest answer first."""
    priced = [(prices.output, each) for each in find_talkers(models) if (prices := facts[each].prices) is not None]
    return tuple(each for _, each in sorted(priced, key=lambda pair: pair[0])[:most])


def _order(talkers: Sequence[str], facts: Mapping[str, ModelFacts]) -> list[str]:
    """The newest and ablest that a question is worth; those without a price keep the provider's order, behind."""

    def weigh(model: str) -> tuple[int, float, float, int]:
        prices = facts[model].prices
        if prices is None or not prices.output:
            return 2, 0.0, 0.0, 0
        is_second = prices.output > _DEAR or bool(_SMALL.search(model))
        return int(is_second), -_find_version(model), -prices.output, len(model)

    return sorted(talkers, key=weigh)


def _find_version(model: str) -> float:
    found = _VERSION.search(model.rpartition("/")[2])
    return float(f"{found[1]}.{found[2] or 0}") if found else 0.0


def _find_maker(model: str) -> str:
    """`mistralai` of `mistralai/mistral-large` and of `mistral-large`, `qwen` of `qwen3:14b`."""
    maker, _, name = model.lower().rpartition("/")
    family = _FAMILY.match(name)
    word = family[0] if family else name
    return maker or _FAMILIES.get(word, word)


def _prefer(maker: str) -> int:
    return _MAKERS.index(maker) if maker in _MAKERS else len(_MAKERS)
