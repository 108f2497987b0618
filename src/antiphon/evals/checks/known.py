"""Which checks there are here: ours, and those of the packages the operator has named."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from antiphon.evals.assertion_types import TYPES, AssertionType
from antiphon.evals.checks.check import CHECKS, AnswerCheck
from antiphon.plugins.loader import OURS, load


@dataclass(frozen=True, slots=True)
class KnownChecks:
    """The checks by name. `foreign` are those of other packages; `types` is all that files may ask for."""

    by_name: Mapping[str, AnswerCheck]
    foreign: frozenset[str] = frozenset()
    types: Mapping[str, AssertionType] = field(default_factory=lambda: TYPES)


def load_checks(named: Collection[str] = ()) -> KnownChecks:
    """Ours, and those of these packages; what a judge and a program look for has no check and is known as well."""
    loaded = load(CHECKS, named)
    foreign = [each for each in loaded.found if each.package != OURS and each.name not in TYPES]
    return KnownChecks(
        by_name={each.name: each.value for each in loaded.found if each.package == OURS or each in foreign},
        foreign=frozenset(each.name for each in foreign),
        types={**TYPES, **{each.name: each.value.type for each in foreign}},
    )
