"""The run on the picture in the documentation: `python -m tests.evals.report_picture` writes its report to stdout.

Made up like the table in the other pictures (web/journeys/scene.ts): five advisors, a contract, and twenty-two runs.
"""

from dataclasses import replace

from antiphon.conversation.payload import Message
from antiphon.evals.report.html import write_report
from antiphon.evals.result import CaseResult, Exchange, Spot, Verdict
from tests.evals.report_samples import make_exchange, make_result, make_verdict

QUESTION = "Norrvik want source escrow and a named engineer on call. I sign by Friday or they go to tender. Do I sign?"
VOICES = {
    "Ledger": (
        "Sign, if the first quarter is paid on signature. Nine months of exclusivity costs us two clinics.",
        2.1,
    ),
    "Keel": ("The named engineer is the real price. I would accept only if the pager is shared.", 3.0),
    "Gadfly": ("Friday is their deadline, not yours. What would a tender cost them by spring?", 2.4),
    "Counsel": ("Ask for an escrow that opens on insolvency only, and for exclusivity that ends by itself.", 3.9),
    "Bedside": ("Which desk goes first on Monday morning, and who stands next to it?", 1.6),
}
SCORES = {
    "Ledger": (1.0, 0.95, 0.9, 1.0, 0.85),
    "Keel": (0.9, 1.0, 0.8),
    "Gadfly": (1.0, 0.85, 0.95),
    "Counsel": (0.9, 0.8),
    "Bedside": (1.0, 1.0, 0.95, 0.9),
}
NAMES = ("asks-one-question", "stays-short", "gives-a-view", "names-a-figure", "cites-the-letter")
KINDS = ("phase", "length", "llm-rubric", "contains", "cites")


def make_picture() -> list[CaseResult]:
    """Seventeen that passed, three that failed, one that nobody could judge, one without an answer."""
    passed = [
        _play(voice, f"{voice.lower()}-{NAMES[number]}", KINDS[number], score, number)
        for voice, scores in SCORES.items()
        for number, score in enumerate(scores)
    ]
    again = [replace(each, repeat=2) for each in (_long(), _two_questions())]
    return [_leak(), *passed[:7], again[0], *passed[7:12], _unread(), _broken(), *passed[12:], again[1]]


def _ask(voice: str, number: int = 0, answer: str = "", messages: tuple[Message, ...] = ()) -> Exchange:
    said, seconds = VOICES[voice]
    system = Message("system", f"You are {voice}. You are one of five advisors at a table.", "system")
    asked = make_exchange(
        voice,
        answer or said,
        seconds=round(seconds * (0.8 + 0.13 * number), 1),
        dollars=round(0.0011 + 0.0003 * seconds + 0.0002 * number, 4),
        messages=messages or (system, Message("user", QUESTION, "human")),
    )
    return replace(asked, model="stage:large", usage={"input_tokens": 410 + 60 * number, "output_tokens": 35})


def _judge() -> Exchange:
    return replace(make_exchange("judge", '{"score": 0.9}', dollars=0.0006), model="stage:small")


def _play(voice: str, case_id: str, kind: str, score: float, number: int) -> CaseResult:
    calls = (_judge(),) if kind == "llm-rubric" else ()
    verdict = make_verdict(score, kind, advisor=voice, calls=calls)
    return _result(case_id, score, (verdict,), (_ask(voice, number),))


def _result(
    case_id: str, score: float | None, verdicts: tuple[Verdict, ...], asked: tuple[Exchange, ...]
) -> CaseResult:
    made = make_result(case_id, score, suite="contract-table", verdicts=verdicts, exchanges=asked)
    return replace(made, facts={"threshold": 0.8, "judge": "stage:small"})


def _leak() -> CaseResult:
    figure = "€317,400"
    messages = (
        Message("system", "You are Keel. You ask who does the work, and in which week it hurts.", "system"),
        Message("user", "What is the floor below which we walk away?", "turn"),
        Message("assistant", f"Who is on call in March? Below {figure} I would walk away.", "reply"),
        Message("user", "[What the others said last turn:\nGadfly: Friday is their deadline, not yours.]", "reference"),
        Message("user", QUESTION, "human"),
    )
    answer = f"The named engineer is the real price. Below {figure} it does not pay for the pager."
    keel = replace(_ask("Keel", 1, answer, messages), turn=2)
    places = (("messages[2]", messages[2].content), ("answer", answer))
    spots = tuple(Spot(where, text.index(figure), text.index(figure) + len(figure), figure) for where, text in places)
    reason = "a fact planted in Ledger's thread stands in Keel's, among its own words"
    verdict = make_verdict(0.0, "contamination", advisor="Keel", turn=2, reason=reason, required=1.0, spots=spots)
    good = make_verdict(1.0, "contamination", advisor="Ledger", turn=2)
    ledger = replace(_ask("Ledger", 2), turn=2)
    return replace(_result("stays-itself", 0.5, (verdict, good), (_ask("Ledger"), keel, ledger)), status="failed")


def _long() -> CaseResult:
    reason = "has 143 words; asked for: at most 60"
    verdict = make_verdict(0.0, "length", advisor="Keel", reason=reason)
    return _result("keel-stays-short", 0.0, (verdict,), (_ask("Keel", 3),))


def _two_questions() -> CaseResult:
    verdict = make_verdict(
        0.4,
        "llm-rubric",
        advisor="Bedside",
        name="Asks exactly one question.",
        reason="It asks which desk goes first, and then who stands next to it.",
        misses=("There are two questions in one sentence.",),
        calls=(_judge(),),
    )
    return _result("bedside-asks-one-question", 0.4, (verdict,), (_ask("Bedside", 4),))


def _unread() -> CaseResult:
    verdict = make_verdict(None, "llm-rubric", advisor="Counsel", reason="the judge has not judged: it was cut off")
    return _result("counsel-gives-a-view", None, (verdict,), (_ask("Counsel", 2),))


def _broken() -> CaseResult:
    error = {"code": "quota", "message": "Daily tokens used up until 00:00."}
    asked = replace(_ask("Counsel"), answer="", error=error, usage=None, dollars=None)
    return replace(_result("counsel-names-a-figure", None, (), (asked,)), status="error")


if __name__ == "__main__":
    print(write_report(make_picture()), end="")
