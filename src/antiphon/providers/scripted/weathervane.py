"""A voice whose view depends on one sentence it is shown, and whose words change with every answer.

With it can be tried, without a model, what made an answer come out as it did. It looks for a sentence `What settles it:
…` anywhere in what it is sent; of several the last counts. Without one it has a view of its own. The same bytes are
answered with the same view, but never surely in the same words, and with asides that come and go.
"""

import hashlib
import random
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

# The model's name behind `scripted:`.
WEATHERVANE: Final = "weathervane"
_SETTLES: Final = re.compile(r"What settles it: ([^.\n]+)\.")
# How often it gives each of its reasons, and how many asides it makes at most.
_GIVES_REASON: Final = 0.8
_MOST_ASIDES: Final = 3


def answer_with_the_wind(messages: Sequence[Mapping[str, Any]], chance: random.Random | None = None) -> str:
    """The view that the last settling sentence stands for, worded as chance has it."""
    drawn = chance or random.Random()  # noqa: S311 - wording, not a secret
    page = _load()
    view = page["view"][_choose_view(messages, len(page["view"]))]
    reasons = [drawn.choice(each) for each in view["because"] if drawn.random() < _GIVES_REASON]
    asides = drawn.sample(page["aside"]["say"], drawn.randint(0, _MOST_ASIDES))
    return " ".join([drawn.choice(view["say"]), *reasons, *(drawn.choice(each) for each in asides)])


def _choose_view(messages: Sequence[Mapping[str, Any]], count: int) -> int:
    """The first view is nobody's but its own."""
    settled = _SETTLES.findall("\n".join(str(each["content"]) for each in messages if each["role"] != "assistant"))
    if not settled:
        return 0
    return 1 + hashlib.sha256(settled[-1].strip().casefold().encode()).digest()[0] % (count - 1)


@cache
def _load() -> dict[str, Any]:
    page = resources.files("antiphon.providers.scripted") / "weathervane.toml"
    return tomllib.loads(page.read_text(encoding="utf-8"))
