"""How well a model judges claims, in sentences."""

from collections.abc import Iterator, Sequence

from antiphon.client.answers.maps import CheckShare, Map, MapCheck

_TOGETHER = {"chance": "by lot", "words": "by shared words", "meaning": "by meaning", "judge": "this model"}
_SIDES = {"always": "always agree", "denial": "a \u201cnot\u201d on one side", "judge": "this model"}
_SOURCES = {"always": "always the same", "figures": "figures that stand in no source", "judge": "this model"}
_GROUPED = {
    "words": "Claims are grouped by the words they share",
    "meaning": "Claims are grouped by their meaning",
    "judge": "Claims were put together by a model that judged pairs of them",
}


def describe_reader(map_: Map) -> str:
    """One line: what put the claims together, whether sides were read, and how well the model does that."""
    grouped = _GROUPED.get(map_.grouped_by or "")
    if grouped is None:
        return ""
    sides = "" if map_.sides_read else "; sides were not read"
    return f"{grouped}{sides}. {_describe_model(map_)}"


def describe_check(check: MapCheck) -> str:
    """What the model finds, in tenths."""
    return f"finds {_tenths(check.agreements)} agreements and {_tenths(check.contradictions)} contradictions"


def describe_held(check: MapCheck) -> str:
    """What the model marks of sentences that say more than their sources, and of those that do not, in tenths."""
    wrongly = _tenths(1 - check.spared)
    return f"It finds {_tenths(check.caught)} sentences that their source does not support, and marks {wrongly} others."


def list_shares(check: MapCheck) -> Iterator[Sequence[str]]:
    """Every way beside every other, with its interval."""
    yield "putting claims together", "F1", "95 in 100"
    for name, share in check.together.items():
        yield f"  {_TOGETHER.get(name, name)}", *_share(share)
    yield "telling sides apart", "right", "95 in 100"
    for name, share in check.sides.items():
        yield f"  {_SIDES.get(name, name)}", *_share(share)
    if check.sources:
        yield "holding sentences to sources", "right", "95 in 100"
    for name, share in check.sources.items():
        yield f"  {_SOURCES.get(name, name)}", *_share(share)


def describe_gate(check: MapCheck) -> str:
    """What it may do from now on."""
    may = [
        words
        for allowed, words in (
            (check.may_group, "put claims together"),
            (check.may_take_sides, "say who is on which side"),
        )
        if allowed
    ]
    said = f"In maps it may {' and '.join(may)}."
    if not may:
        said = "It does no better than ways that ask nobody: in maps it only reads the answers."
    return f"{said} {_describe_holding(check)}"


def _describe_holding(check: MapCheck) -> str:
    if not check.sources:
        return "Whether it can hold sentences of a synthesis to their sources was not checked."
    may = "may" if check.may_hold else "does not"
    return f"It {may} hold sentences of a synthesis to their sources."


def _describe_model(map_: Map) -> str:
    if map_.is_rehearsal:
        return "This is a rehearsal: its words were written beforehand."
    if map_.check is None:
        return "The model was never checked: antiphon eval map checks it."
    return f"Checked with this model: it {describe_check(map_.check)}."


def _tenths(share: float) -> str:
    return f"{round(10 * share)} in 10"


def _share(share: CheckShare) -> tuple[str, str]:
    return f"{share.value:.2f}", f"{share.low:.2f} to {share.high:.2f}"
