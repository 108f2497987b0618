"""Decisions in words for a terminal."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from antiphon.cli.printing.printable import make_printable
from antiphon.client.answers.evals import DecisionCases, EvalCase
from antiphon.client.answers.journal import AdvisorScore, Calibration, Decision, DecisionStance, Share

ATTITUDES: Final = {"for": "for", "against": "against", "open": "open", None: "not said"}
_VERDICTS: Final = {
    "too_sure": "You were surer than events allow: what you said lies above the range.",
    "too_careful": "You could have been surer: what you said lies below the range.",
    "fitting": "What you said fits what happened.",
}


def describe_row(decision: Decision) -> tuple[str, ...]:
    """One decision on one line: id, where it stands, how sure, what was chosen, and of what."""
    states = {"due": "look back now", "open": "open", "known": decision.outcome or ""}
    return (
        decision.id,
        describe_day(decision.created_at),
        states[decision.standing],
        f"{decision.confidence} %",
        make_printable(decision.choice),
        make_printable(decision.question),
    )


def describe_decision(decision: Decision) -> Iterator[str]:
    """Everything about one decision, line by line."""
    yield make_printable(decision.question)
    for option in decision.options:
        yield f"  {'[x]' if option == decision.choice else '[ ]'} {make_printable(option)}"
    yield f"{decision.confidence} % sure, decided {describe_day(decision.created_at)}, {_place(decision)}"
    if decision.change_my_mind:
        yield f"What would change my mind: {make_printable(decision.change_my_mind)}"
    if decision.review_at is not None:
        yield f"Look back on {describe_day(decision.review_at)}; {make_printable(decision.reviewer or 'nobody')} asks"
    said = f": {make_printable(decision.outcome_text)}" if decision.outcome_text else ""
    yield f"What happened: {decision.outcome or 'not known yet'}{said}"
    for stance in decision.stances:
        yield ""
        yield from _describe_stance(stance)


def describe_day(moment: str) -> str:
    """The day it was where the person is."""
    return datetime.fromisoformat(moment).astimezone().date().isoformat()


def describe_calibration(found: Calibration) -> Iterator[str]:
    """How sure against how often right; without a verdict while there is too little to tell."""
    count = found.turned_out.count
    rest = f"{found.waiting} wait for their outcome, {found.unknown} cannot be told"
    if found.confidence is None or found.brier is None:
        yield f"No outcome is known yet; {rest}."
        return
    noun = "decision" if count == 1 else "decisions"
    yield f"{count} {noun} with an outcome; {rest}."
    yield f"You said {found.confidence:.0f} % on average; right: {_say_share(found.turned_out)}."
    yield f"Brier score {found.brier:.3f}: 0 is perfect, always saying 50 % gets 0.250."
    yield _VERDICTS.get(found.verdict, f"Too few to tell; {found.enough} are enough.")
    for each in found.bins:
        if each.turned_out.count:
            yield f"  {each.first}-{each.last} %: {_say_share(each.turned_out)}"


def describe_score(score: AdvisorScore) -> tuple[str, ...]:
    """One advisor on one line."""
    stands = score.stood_for.count + score.stood_against.count
    share = "" if score.adopted_share is None else f" ({score.adopted_share:.0%})"
    return (
        make_printable(score.name),
        f"followed {score.stood_for.count} of {stands}{share}",
        f"for: {score.stood_for.right} right, {score.stood_for.wrong} wrong",
        f"against: {score.stood_against.wrong} right, {score.stood_against.right} wrong",
        f"alone and right {score.alone_and_right} of {score.alone}",
    )


def describe_record(score: AdvisorScore) -> str:
    """What came of its stances in a few words, to stand beside a name; nothing for whoever never stood anywhere."""
    pro, con = score.stood_for, score.stood_against
    parts = (
        f"stood for {pro.count}, {pro.right} went well" if pro.count else "",
        f"stood against {con.count}, {con.wrong} of them rightly" if con.count else "",
    )
    return "; ".join(part for part in parts if part)


def _describe_stance(stance: DecisionStance) -> Iterator[str]:
    yield f"{make_printable(stance.name)} ({make_printable(stance.model)}): {ATTITUDES[stance.attitude]}"
    words: Sequence[str] = make_printable(stance.text).splitlines() or [f"no words ({stance.state})"]
    yield from (f"  {line}" for line in words)
    yield f"  words {stance.reply_sha256[:16]}, sent {(stance.request_sha256 or 'nothing')[:16]}"


def _place(decision: Decision) -> str:
    if decision.title is None or decision.position is None:
        return "in a place that is gone"
    return f"turn {decision.position} of {make_printable(decision.title) or 'an untitled conversation'}"


def _say_share(share: Share) -> str:
    if share.share is None or share.low is None or share.high is None:
        return "nothing"
    return f"{share.share:.0%} of {share.count}, which may mean {share.low:.0%} to {share.high:.0%}"


def describe_cases(made: DecisionCases) -> list[str]:
    """Each case with whom it asks and what it expects, and who has none."""
    kept = [f"{each.id}  {make_printable(each.advisor_id)}  expects: {_name_expectation(each)}" for each in made.cases]
    missing = [f"no case for {make_printable(each.name)}: {make_printable(each.message)}" for each in made.unkept]
    return [*kept, *missing]


def _name_expectation(case: EvalCase) -> str:
    first = case.asserts[0] if case.asserts else ""
    return make_printable(str(first.get("value", "") if isinstance(first, dict) else first))
