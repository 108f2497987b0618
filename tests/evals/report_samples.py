"""A run as somebody might have had it: five advisors, every way a case can end, words that try to break out."""

from collections.abc import Mapping
from hashlib import sha256

from antiphon.conversation.payload import Message
from antiphon.evals.result import CaseResult, Exchange, Spot, Status, Verdict, VerdictStatus

HOSTILE = "</script><img src=x onerror=alert(1)>\u202etxt.exe\u202c \x00\x1b[31m & 'quotes' \"too\" <b>"
LEAK = "The code of the safe is 4711."


def make_exchange(
    advisor: str = "skeptic",
    answer: str = "What evidence would change your mind?",
    *,
    turn: int = 1,
    seconds: float = 1.2,
    dollars: float | None = 0.0021,
    messages: tuple[Message, ...] = (),
    error: Mapping[str, object] | None = None,
    is_cached: bool = False,
) -> Exchange:
    """One request to a model and its answer."""
    sent = messages or (
        Message("system", f"You are the {advisor}.", "system"),
        Message("user", "Shall I sign?", "human"),
    )
    body = '{"model":"voice-1","messages":[' + ",".join(f'"{each.content}"' for each in sent) + "]}"
    usage = {"input_tokens": 320, "output_tokens": 40}
    return Exchange(
        advisor=advisor,
        model="stage:voice-1",
        turn=turn,
        url="https://models.example/v1/chat/completions",
        sha256=sha256(body.encode(errors="replace")).hexdigest(),
        body=body,
        messages=sent,
        answer=answer,
        finish="stop",
        usage=None if error else usage,
        dollars=None if error else dollars,
        seconds=seconds,
        is_cached=is_cached,
        error=error,
        phase="early",
    )


def make_verdict(
    score: float | None = 1.0,
    type_: str = "contains",
    *,
    advisor: str = "skeptic",
    reason: str = "",
    turn: int = 1,
    name: str = "",
    weight: float = 1.0,
    required: float | None = None,
    spots: tuple[Spot, ...] = (),
    misses: tuple[str, ...] = (),
    hits: tuple[str, ...] = (),
    calls: tuple[Exchange, ...] = (),
) -> Verdict:
    """What was found; without a score it was not graded, below 0.8 it failed."""
    status: VerdictStatus = "not_graded" if score is None else "passed" if score >= 0.8 else "failed"
    return Verdict(
        name=name or type_,
        type=type_,
        status=status,
        score=score,
        reason=reason,
        advisor=advisor,
        turn=turn,
        weight=weight,
        required=required,
        hits=hits,
        misses=misses,
        spots=spots,
        calls=calls,
    )


def make_result(
    case_id: str = "asks-first",
    score: float | None = 1.0,
    *,
    status: Status | None = None,
    suite: str = "five",
    repeat: int = 1,
    verdicts: tuple[Verdict, ...] | None = None,
    exchanges: tuple[Exchange, ...] | None = None,
    error: str = "",
) -> CaseResult:
    """One run of a case; what is not said follows from the score."""
    ended: Status = status or ("not_graded" if score is None else "passed" if score >= 0.8 else "failed")
    asked = (make_exchange(),) if exchanges is None else exchanges
    prices = [each.dollars for each in asked if each.dollars is not None]
    return CaseResult(
        suite=suite,
        case_id=case_id,
        repeat=repeat,
        status=ended,
        score=score,
        verdicts=(make_verdict(score),) if verdicts is None else verdicts,
        exchanges=asked,
        error=error,
        tokens=sum(sum((each.usage or {}).values()) for each in asked),
        dollars=sum(prices) if prices else None,
        seconds=sum(each.seconds for each in asked),
        facts={"threshold": 0.8, "judge": "stage:judge-1"},
    )


def make_leak() -> CaseResult:
    """Another voice's secret in the payload, in the wrong role, and repeated in the answer."""
    messages = (
        Message("system", "You are the Builder. You ask what can be tried this week.", "system"),
        Message("user", "Tell nobody else.", "turn"),
        Message("assistant", f"Understood. {LEAK}", "reply"),
        Message("user", "[What the others said last turn:\nThe Skeptic: what would prove you wrong?]", "reference"),
        Message("user", "What do we know about the safe?", "human"),
    )
    answer = f"I would begin with what we know: {LEAK[:-1].lower()}, and nobody has tried it yet."
    asked = make_exchange("builder", answer, turn=2, seconds=2.4, messages=messages)
    start = messages[2].content.index("4711")
    spots = (
        Spot("messages[2]", start, start + 4, "4711"),
        Spot("answer", answer.index("4711"), answer.index("4711") + 4, "4711"),
    )
    reason = "a fact of the Skeptic's thread stands in the Builder's, in the role of its own words"
    verdict = make_verdict(0.0, "contamination", advisor="builder", reason=reason, turn=2, required=1.0, spots=spots)
    other = make_verdict(1.0, "contains", advisor="skeptic", turn=2)
    first = make_exchange("skeptic", LEAK, seconds=0.8)
    second = make_exchange("skeptic", "What would prove you wrong?", turn=2, seconds=1.1)
    return make_result(
        "stays-itself", 0.5, status="failed", verdicts=(verdict, other), exchanges=(first, asked, second)
    )


def make_run() -> list[CaseResult]:
    """Thirteen runs of cases by five advisors in two suites, every status among them."""
    judge = make_exchange("", '{"score": 0.4, "misses": ["two questions"]}', seconds=3.1, dollars=0.0009)
    rubric = make_verdict(
        0.4,
        "llm-rubric",
        advisor="stoic",
        name="Asks exactly one question and gives no verdict yet.",
        reason="The answer asks two questions and already advises to wait.",
        hits=("It asks what is in the person's power.",),
        misses=("There are two questions.", "It gives a verdict: wait a week."),
        calls=(judge,),
    )
    stoic = make_exchange("stoic", "What is in your power here? And what is not? I would wait a week.", seconds=1.9)
    unread = make_verdict(None, "llm-rubric", advisor="historian", reason="the judge answered twice with no JSON")
    hostile = make_verdict(0.0, "equals", advisor="builder", reason=f"the answer is not the expected one: {HOSTILE}")
    limited = {"code": "rate_limited", "message": "try again in 20 s", "status": 429}
    broken = make_exchange("editor", "", seconds=0.2, error=limited)
    return [
        make_result("asks-one-question", exchanges=(make_exchange(seconds=0.9),)),
        make_result("asks-one-question", 0.9, repeat=2, exchanges=(make_exchange(seconds=1.4),)),
        make_result(
            "names-a-step",
            0.95,
            verdicts=(make_verdict(0.95, advisor="builder"),),
            exchanges=(
                make_exchange("builder", "Put the price list before three customers by Thursday.", seconds=2.0),
            ),
        ),
        make_leak(),
        make_result("one-question-stoic", 0.4, verdicts=(rubric,), exchanges=(stoic,)),
        make_result(
            "stoic-later",
            0.85,
            verdicts=(make_verdict(0.85, "llm-rubric", advisor="stoic"),),
            exchanges=(make_exchange("stoic", "Let the deadline pass; it is theirs, not yours.", seconds=2.2),),
        ),
        make_result(
            "names-a-precedent",
            None,
            verdicts=(unread,),
            exchanges=(make_exchange("historian", "In 1911 the same offer was made to a smaller house.", seconds=3.4),),
        ),
        make_result(
            "historian-later",
            0.8,
            verdicts=(make_verdict(0.8, "phase", advisor="historian"),),
            exchanges=(make_exchange("historian", "The precedent argues for patience.", seconds=2.9),),
        ),
        make_result("cuts-words", None, status="error", verdicts=(), exchanges=(broken,)),
        make_result(
            "editor-later",
            1.0,
            verdicts=(make_verdict(1.0, "length", advisor="editor"),),
            exchanges=(make_exchange("editor", "Sign.", seconds=0.6),),
        ),
        make_result(
            "echo",
            0.0,
            suite="hostile",
            verdicts=(hostile,),
            exchanges=(make_exchange("builder", HOSTILE, seconds=1.0),),
        ),
        make_result("plain", 1.0, suite="hostile", verdicts=(make_verdict(1.0, "regex"),)),
        make_result(
            "never-begun",
            None,
            status="skipped",
            suite="hostile",
            verdicts=(),
            exchanges=(),
            error="the ceiling of 5,000 tokens was reached",
        ),
    ]
