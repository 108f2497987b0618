"""How much a message weighs when not all of them can be sent."""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from antiphon.context.lexicon import Folded, Span, build_lexicon, fold_words, split_words

Rule = Literal["human", "reply", "question", "constraint", "decision", "priority", "small_talk", "long"]
# The score is this, is no less than this, or is this much more.
Effect = Literal["is", "at_least", "more"]

_HUMAN, _REPLY, _SMALL_TALK_SCORE = 0.7, 0.5, 0.3
_CONSTRAINT_SCORE, _RAISED_SCORE = 0.9, 0.85
# Shorter than this, an agreement is an answer; longer, it is a word in passing.
_DECISION_CHARS = 200
# Who has not come to the point by then is not read further: looking holds up everybody else.
_READ_CHARS = 50_000
# Longer than this, somebody took trouble to explain.
_LONG_CHARS, _LONG_BONUS = 300, 0.1
_WORDLESS: frozenset[Rule] = frozenset({"human", "reply", "long"})

# A question mark at the end of something, so that the one inside an address does not count.
_QUESTION = re.compile(r"""[？؟]|\?(?=[\s"'”’»)\]*_]|\Z)""")  # noqa: RUF001 - the question marks of other scripts
_SENTENCE_END = re.compile(r"[.!?。！？؟\n]+\s*")  # noqa: RUF001 - those of other scripts too
_FIRST_WORD = re.compile(r"\W*([^\W_]+)\s*(?:[^\w\s]|\Z)")


class Reason(NamedTuple):
    """One rule that held, what it does to the score, and where the words are that it was found in, if words they were.

    Places count code points.
    """

    rule: Rule
    effect: Effect
    amount: float
    span: Span | None = None


# Each table has English, German, French and Spanish, in this order.
CONSTRAINTS = build_lexicon(
    "must, mustn't, has to, needs to, cannot, required, requirement, requirements, constraint, constraints, limit, "
    "limits, limited to, limitation, limitations, at most, at least, no more than, no less than, no later than, "
    "deadline, deadlines, budget, mandatory, forbidden, not allowed, only if, under no circumstances",
    "muss, müssen, darf nicht, dürfen nicht, darf kein, darf keine, höchstens, mindestens, spätestens, Frist, Budget, "
    "Anforderung, Anforderungen, Vorgabe, Vorgaben, Bedingung, Bedingungen, zwingend, verboten, begrenzt auf, "
    "auf keinen Fall",
    "doit, doivent, il faut, obligatoire, exigence, exigences, contrainte, contraintes, au plus, au moins, délai, "
    "date limite, interdit, interdite, limité à, limitée à, en aucun cas",
    "debe, deben, hay que, tiene que, tienen que, obligatorio, requisito, requisitos, restricción, restricciones, "
    "como máximo, como mínimo, al menos, presupuesto, plazo, fecha límite, prohibido, limitado a, en ningún caso",
)
DECISIONS = build_lexicon(
    "yes, yep, ok, okay, agreed, confirmed, approved, decided, settled, I choose, I'll take, we'll take, no thanks, "
    "let's go with, we go with, I'll go with, we'll go with, go ahead, let's do it, do it, that works, "
    "sounds good, I accept, it's a deal",
    "einverstanden, beschlossen, entschieden, abgemacht, genehmigt, bestätigt, ich nehme, wir nehmen, machen wir, "
    "machen wir so, in Ordnung, passt so, geht klar",
    "oui, d'accord, décidé, entendu, confirmé, approuvé, je choisis, je prends, on prend, allons-y, ça marche",
    "sí, de acuerdo, decidido, confirmado, aprobado, elijo, vamos con, nos quedamos con, adelante, trato hecho",
)
# These agree or refuse only when they stand alone: "not sure", "das ist ja schön" and "vale la pena" do not.
ANSWERS = build_lexicon(
    "sure, no, nope, fine, right, correct, exactly, deal", "ja, nein, genau, passt", "non, exact", "no, vale, hecho"
)
PRIORITIES = build_lexicon(
    "priority, priorities, prioritise, prioritize, most important, main goal, focus, focus on, urgent, crucial, "
    "essential, critical, above all, matters most",
    "Priorität, Prioritäten, vorrangig, wichtigste, wichtigsten, wichtigstes, am wichtigsten, Hauptziel, Schwerpunkt, "
    "dringend, entscheidend, vor allem",
    "priorité, priorités, prioritaire, plus important, plus importante, urgent, urgente, essentiel, essentielle, "
    "surtout, avant tout",
    "prioridad, prioridades, prioritario, más importante, urgente, esencial, sobre todo, ante todo",
)
SMALL_TALK = build_lexicon(
    "hi, hello, hey, thanks, thank you, bye, goodbye, cheers, good morning, good afternoon, good evening, good night, "
    "how are you, how is it going, nice to meet you, see you, see you later, take care, have a nice day, "
    "you're welcome, haha, hahaha, lol",
    "hallo, moin, servus, danke, vielen Dank, danke schön, guten Morgen, guten Tag, guten Abend, gute Nacht, tschüss, "
    "auf Wiedersehen, bis später, wie geht's, wie geht es dir",
    "bonjour, bonsoir, salut, merci, merci beaucoup, de rien, au revoir, à bientôt, ça va, bonne journée, bonne nuit",
    "hola, gracias, muchas gracias, de nada, buenos días, buenas tardes, buenas noches, adiós, hasta luego, qué tal, "
    "cómo estás",
)
# What may stand beside a greeting without making it more than one.
_POLITE = SMALL_TALK.vocabulary | set(
    split_words(
        "a again all and dear everybody everyone everything for friend friends great help lot lovely much nice so "
        "that the there this today very was well wonderful you your alle dir euch heute lieber sehr tous toi vous todos"
    )
)


def score_human(text: str) -> float:
    """How important a person's message is, from 0 to 1: more when it was long, whatever it says."""
    return add_up(_judge_human(text[:_READ_CHARS]))


def score_reply(text: str) -> float:
    """How important an advisor's reply is, from 0 to 1: more when it asks something."""
    return add_up(_judge_reply(text[:_READ_CHARS]))


def explain_human(text: str) -> tuple[Reason, ...]:
    """Why a person's message has its score; `add_up` of it is the score."""
    return _place(text[:_READ_CHARS], _judge_human(text[:_READ_CHARS]))


def explain_reply(text: str) -> tuple[Reason, ...]:
    """Why an advisor's reply has its score; `add_up` of it is the score."""
    return _place(text[:_READ_CHARS], _judge_reply(text[:_READ_CHARS]))


def add_up(reasons: Iterable[Reason]) -> float:
    """The score these reasons make, one after another."""
    score = 0.0
    for each in reasons:
        match each.effect:
            case "is":
                score = each.amount
            case "at_least":
                score = max(score, each.amount)
            case "more":
                score = min(1.0, round(score + each.amount, 2))
    return score


def _judge_human(text: str) -> list[Reason]:
    reasons = [Reason("human", "is", _HUMAN), *_judge(text)]
    return [*reasons, Reason("long", "more", _LONG_BONUS)] if len(text) > _LONG_CHARS else reasons


def _judge_reply(text: str) -> list[Reason]:
    asks = [Reason("question", "at_least", _RAISED_SCORE)] if _QUESTION.search(text) else []
    return [Reason("reply", "is", _REPLY), *asks, *_judge(text)]


def _judge(text: str) -> Iterator[Reason]:
    """What holds on either side, in the order it counts: small talk overrules what was found before."""
    said = split_words(text)
    words, line = frozenset(said), f" {' '.join(said)} "
    if CONSTRAINTS.is_in(words, line):
        yield Reason("constraint", "at_least", _CONSTRAINT_SCORE)
    if len(text) < _DECISION_CHARS and (DECISIONS.is_in(words, line) or _find_answer(text)):
        yield Reason("decision", "at_least", _RAISED_SCORE)
    if PRIORITIES.is_in(words, line):
        yield Reason("priority", "at_least", _RAISED_SCORE)
    if SMALL_TALK.is_in(words, line) and words <= _POLITE:
        yield Reason("small_talk", "is", _SMALL_TALK_SCORE)


def _find_answer(text: str) -> re.Match[str] | None:
    found = _FIRST_WORD.match(text)
    return found if found is not None and found[1].casefold() in ANSWERS.words else None


def _place(text: str, reasons: list[Reason]) -> tuple[Reason, ...]:
    """The reasons with the words they were found in. Looking them up costs more than knowing that they are there."""
    if all(each.rule in _WORDLESS for each in reasons):
        return tuple(reasons)
    folded = fold_words(text)
    return tuple(each._replace(span=_find(each.rule, text, folded)) for each in reasons)


def _find(rule: Rule, text: str, folded: Folded) -> Span | None:
    if rule in _WORDLESS:
        return None
    if rule == "question":
        return _find_question(text)
    found = folded.find(_LEXICONS[rule])
    answer = _find_answer(text) if rule == "decision" and found is None else None
    return found if answer is None else answer.span(1)


def _find_question(text: str) -> Span | None:
    """The first question from where its sentence begins."""
    found = _QUESTION.search(text)
    if found is None:
        return None
    start = max((each.end() for each in _SENTENCE_END.finditer(text, 0, found.start())), default=0)
    return start, found.end()


_LEXICONS = {"constraint": CONSTRAINTS, "decision": DECISIONS, "priority": PRIORITIES, "small_talk": SMALL_TALK}
