"""How much a message weighs when not all of them can be sent."""

import re
from typing import NamedTuple
from unicodedata import normalize

_HUMAN, _REPLY, _SMALL_TALK_SCORE = 0.7, 0.5, 0.3
_CONSTRAINT_SCORE, _RAISED_SCORE = 0.9, 0.85
# Shorter than this, an agreement is an answer; longer, it is a word in passing.
_DECISION_CHARS = 200
# Longer than this, somebody took trouble to explain.
_LONG_CHARS, _LONG_BONUS = 300, 0.1

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
# A question mark at the end of something, so that the one inside an address does not count.
_QUESTION = re.compile(r"""[？؟]|\?(?=[\s"'”’»)\]*_]|\Z)""")  # noqa: RUF001 - the question marks of other scripts
_FIRST_WORD = re.compile(r"\W*([^\W_]+)\s*(?:[^\w\s]|\Z)")


class Lexicon(NamedTuple):
    """Words and phrases that mean one thing, in the languages we know."""

    words: frozenset[str]
    phrases: tuple[tuple[str, str], ...]

    def is_in(self, words: frozenset[str], line: str) -> bool:
        """True when one of them is said, as whole words."""
        return bool(self.words & words) or any(first in words and rest in line for first, rest in self.phrases)

    @property
    def vocabulary(self) -> frozenset[str]:
        """Every single word, those of the phrases too."""
        return self.words.union(*(phrase.split() for _, phrase in self.phrases))


def _lexicon(*lines: str) -> Lexicon:
    """One line per language, with commas between the entries."""
    entries = [" ".join(_words(entry)) for line in lines for entry in line.split(",")]
    phrases = tuple((entry.split()[0], f" {entry} ") for entry in entries if " " in entry)
    return Lexicon(frozenset(entry for entry in entries if " " not in entry), phrases)


def _words(text: str) -> list[str]:
    return _WORD.findall(normalize("NFC", text).casefold().replace("’", "'"))  # noqa: RUF001 - as people type it


# Each table has English, German, French and Spanish, in this order.
CONSTRAINTS = _lexicon(
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
DECISIONS = _lexicon(
    "yes, yep, ok, okay, agreed, confirmed, approved, decided, settled, I choose, I'll take, we'll take, no thanks, "
    "let's go with, we go with, I'll go with, we'll go with, go ahead, let's do it, do it, that works, "
    "sounds good, I accept, it's a deal",
    "einverstanden, beschlossen, entschieden, abgemacht, genehmigt, bestätigt, ich nehme, wir nehmen, machen wir, "
    "machen wir so, in Ordnung, passt so, geht klar",
    "oui, d'accord, décidé, entendu, confirmé, approuvé, je choisis, je prends, on prend, allons-y, ça marche",
    "sí, de acuerdo, decidido, confirmado, aprobado, elijo, vamos con, nos quedamos con, adelante, trato hecho",
)
# These agree or refuse only when they stand alone: "not sure", "das ist ja schön" and "vale la pena" do not.
ANSWERS = _lexicon(
    "sure, no, nope, fine, right, correct, exactly, deal", "ja, nein, genau, passt", "non, exact", "no, vale, hecho"
)
PRIORITIES = _lexicon(
    "priority, priorities, prioritise, prioritize, most important, main goal, focus, focus on, urgent, crucial, "
    "essential, critical, above all, matters most",
    "Priorität, Prioritäten, vorrangig, wichtigste, wichtigsten, wichtigstes, am wichtigsten, Hauptziel, Schwerpunkt, "
    "dringend, entscheidend, vor allem",
    "priorité, priorités, prioritaire, plus important, plus importante, urgent, urgente, essentiel, essentielle, "
    "surtout, avant tout",
    "prioridad, prioridades, prioritario, más importante, urgente, esencial, sobre todo, ante todo",
)
SMALL_TALK = _lexicon(
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
    _words(
        "a again all and dear everybody everyone everything for friend friends great help lot lovely much nice so "
        "that the there this today very was well wonderful you your alle dir euch heute lieber sehr tous toi vous todos"
    )
)


def score_human(text: str) -> float:
    """How important a person's message is, from 0 to 1: more when it was long, whatever it says."""
    score = _judge(text, _HUMAN)
    return min(1.0, round(score + _LONG_BONUS, 2)) if len(text) > _LONG_CHARS else score


def score_reply(text: str) -> float:
    """How important an advisor's reply is, from 0 to 1: more when it asks something."""
    return _judge(text, _RAISED_SCORE if _QUESTION.search(text) else _REPLY)


def _judge(text: str, base: float) -> float:
    said = _words(text)
    words, line = frozenset(said), f" {' '.join(said)} "
    if SMALL_TALK.is_in(words, line) and words <= _POLITE:
        return _SMALL_TALK_SCORE
    if CONSTRAINTS.is_in(words, line):
        return _CONSTRAINT_SCORE
    is_decision = len(text) < _DECISION_CHARS and (DECISIONS.is_in(words, line) or _is_answer(text))
    return max(base, _RAISED_SCORE) if is_decision or PRIORITIES.is_in(words, line) else base


def _is_answer(text: str) -> bool:
    found = _FIRST_WORD.match(text)
    return found is not None and found[1].casefold() in ANSWERS.words
