"""What the rehearsal answers when it judges: it looks for the words of a criterion in the answer, and says so."""

import re
from typing import Any, Final

_CRITERION = re.compile(r"^\d+\. (.+)$", re.MULTILINE)
_WORD = re.compile(r"\w{4,}")
_MOST_NAMED: Final = 4


def judge_answer(asked: str) -> list[dict[str, Any]] | dict[str, Any]:
    """One judgement for each criterion, the same every time: the share of its longer words that the answer has."""
    said, _, listed = asked.rpartition("\nCriteria (")
    _, _, marked = (said or asked).rpartition("\n[answer]\n")
    answer = set(_WORD.findall(marked.casefold()))
    judgements = [_judge(criterion, answer) for criterion in _CRITERION.findall(listed)] or [_judge("", answer)]
    return judgements[0] if len(judgements) == 1 else judgements


def _judge(criterion: str, answer: set[str]) -> dict[str, Any]:
    words = list(dict.fromkeys(_WORD.findall(criterion.casefold())))
    hits = [word for word in words if word in answer]
    misses = [word for word in words if word not in answer]
    return {
        "score": round(len(hits) / len(words), 2) if words else 0.0,
        "hits": hits[:_MOST_NAMED],
        "misses": misses[:_MOST_NAMED],
        "reasoning": f"A rehearsal judge knows words only: {len(hits)} of {len(words)} are in the answer.",
    }
