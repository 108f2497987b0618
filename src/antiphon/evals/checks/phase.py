"""What an advisor was asked for, and whether it kept to it: early on, exactly one question."""

import re
from typing import Any, Final

from antiphon.evals.case import Assertion
from antiphon.evals.checks.finding import Finding, find_nothing
from antiphon.evals.checks.measures import is_between, say_range
from antiphon.evals.evidence import Evidence
from antiphon.evals.result import Spot

_QUOTED: Final = "|".join(
    rf"{begin}[^{begin}{end}\n]{{0,500}}{end}"
    for begin, end in (
        '""',
        "\u201c\u201d",
        "\u201e\u201c",
        "\u201e\u201d",
        "\u00ab\u00bb",
        "\u00bb\u00ab",
        "\u300c\u300d",
    )
)
# What is not said to the person: code, addresses, and the words of others.
_FENCED = re.compile(r"^ {0,3}(```|~~~).*?(?:^ {0,3}\1|\Z)", re.DOTALL | re.MULTILINE)
_ASIDE = re.compile(rf"`[^`\n]+`|https?://\S+|^ {{0,3}}>.*$|{_QUOTED}", re.MULTILINE)
# A mark that a word follows at once stands in an address; a row of marks asks once.
_MARK = re.compile("(?:\\?+(?!\\w)|[\uff1f\u061f\u037e\u2047-\u2049\u203d])[?!\uff1f\uff01\u061f]*")
_WRAPPED = re.compile(rf"\A\s*(?:{_QUOTED})\s*\Z")


def check_phase(evidence: Evidence, assertion: Assertion) -> Finding:
    """The phase and the turn in it are as said, and so is the number of questions in the answer."""
    options, exchange = assertion.options, evidence.exchange
    name = options.get("name", assertion.name)
    if not name and not {"turn", "questions"} & options.keys():
        return find_nothing("nothing says which phase, turn or number of questions")
    known = [each.name for each in evidence.phases]
    if name and known and name not in known:
        return find_nothing(f"no phase is called {name}; there are {', '.join(known)}")
    misses = []
    if name and name != exchange.phase:
        misses.append(f"it was asked in the phase {exchange.phase or 'without a name'}, not {name}")
    if "turn" in options and options["turn"] != exchange.phase_turn:
        misses.append(f"it was turn {exchange.phase_turn} of the phase, not {options['turn']}")
    spots: tuple[Spot, ...] = ()
    if "questions" in options:
        spots = find_questions(exchange.answer)
        least, most = _read_range(options["questions"])
        if not is_between(len(spots), least, most):
            misses.append(f"it asks {len(spots)} questions; asked for: {say_range(least, most)}")
    return Finding(0.0 if misses else 1.0, "; ".join(misses), misses=tuple(misses), spots=spots)


def find_questions(text: str) -> tuple[Spot, ...]:
    """Where the answer asks something, in the scripts that mark it; what is quoted, and code, asks nobody.

    An answer that stands in quotation marks as a whole is not a quotation.
    """
    plain = text if _WRAPPED.match(text) else _blank(text)
    return tuple(Spot("answer", match.start(), match.end(), match[0]) for match in _MARK.finditer(plain))


def _blank(text: str) -> str:
    """The text with all that is said aside made of spaces, so that every place stays where it is."""
    for pattern in (_FENCED, _ASIDE):
        text = pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return text


def _read_range(wanted: Any) -> tuple[int | None, int | None]:
    if isinstance(wanted, dict):
        return wanted.get("at_least"), wanted.get("at_most")
    return int(wanted), int(wanted)
