"""Sentences out of text that is still being written. The browser's `model/speech/sentences.ts` is a twin.

Characters are taken one at a time and nothing is looked at twice, so how the text was cut into pieces makes no
difference, and the work grows with its length alone. A sentence is told when the first character after it is known,
because "Dr. Who" and "3.50" look like ends until then; Chinese and Japanese ends are told at once.
"""

import re

from antiphon.conversation.endings import full_stop_ends, is_capital
from antiphon.speech.plain import plain

_ENDS = frozenset(".?!…؟۔।")
_ENDS_AT_ONCE = frozenset("。！？｡")
_CLOSERS = frozenset("\"'”’»)]}*_~`")
_PAUSES = frozenset(",;:—")
_PAUSES_AT_ONCE = frozenset("、，；：")
# Shorter lines than this are the beginning of the next one, unless something else says that they end.
_SUBSTANTIAL = 20
# A listener cannot follow longer sentences, and no voice should have to wait for their end.
_LONGEST = 400
_EARLIEST_CUT = 100
# Looking back further than this finds no abbreviation.
_LOOK_BACK = 48
_BLOCK = re.compile(r"[-*+>]|#{1,6}|[0-9]{1,9}[.)]")
_BLOCK_BEGINNING = re.compile(r"[-*+]|#{1,6}|[0-9]{1,9}[.)]?|`{1,2}|~{1,2}|\$|\\")
_LIST_SIGNS = " \t>-*+#"


class SentenceStream:
    """Takes text as it comes and gives the sentences that are complete, ready to be spoken.

    A code block becomes one sentence, `code`; a formula becomes the word `formula`.
    """

    def __init__(self, *, code: str = "Code block.", formula: str = "formula") -> None:
        self._code = code
        self._formula = formula
        self._said: list[str] = []
        self._pending: list[str] = []
        # Where a sentence may have ended, and whether a blank came after it.
        self._end = -1
        self._blank = False
        # Where a sentence that goes on for too long may be cut.
        self._pause = -1
        self._space = -1
        # The line: where it begins, its first signs until they mean something (then null), what it is.
        self._line = 0
        self._head: str | None = ""
        self._unbroken = True
        self._block = False
        self._table = False
        self._code_span = False
        self._brackets = False
        self._address = False
        # Inside a code block or a formula: what it ends with, and what of that was seen.
        self._closing = ""
        self._inside = ""
        self._opening = False

    def push(self, text: str) -> list[str]:
        """The sentences that are complete now, in order."""
        for sign in text:
            self._take(sign)
        said, self._said = self._said, []
        return said

    def close(self) -> list[str]:
        """What is left when no more text comes; nothing can be pushed after it."""
        if self._opening:
            self._tell(self._code)
        self._flush(len(self._pending))
        return self._said

    def _take(self, sign: str) -> None:
        if self._closing:
            self._take_inside(sign)
        elif sign == "\n":
            self._end_line()
        elif self._address:
            self._address = sign != ")"
        else:
            self._take_text(sign)

    def _take_text(self, sign: str) -> None:
        if self._blank and not sign.isspace():
            self._judge(sign)
        if sign == "(" and self._pending[-1:] == ["]"]:
            self._address = True
            return
        self._pending.append(sign)
        if self._head is not None:
            self._read_head(sign)
        self._mark(sign)
        if len(self._pending) >= _LONGEST:
            self._cut()

    def _mark(self, sign: str) -> None:
        """Remember what this sign may turn out to be."""
        here = len(self._pending)
        if sign.isspace():
            self._space = here
            self._blank = self._end >= 0
            if self._pending[-2:-1] and self._pending[-2] in _PAUSES:
                self._pause = here
            return
        if sign == "`":
            self._code_span = not self._code_span
        if sign in "[]" or (sign in "()" and self._pending[-2:-1] == ["\\"]):
            self._brackets = sign in "[("
        if self._table or self._code_span or self._brackets:
            return
        if sign in _ENDS_AT_ONCE:
            self._flush(here)
        elif sign in _ENDS:
            self._end = here - 1
        elif sign not in _CLOSERS:
            self._end = -1
        if sign in _PAUSES_AT_ONCE:
            self._pause = here

    def _judge(self, following: str) -> None:
        """Decide about the end that was seen, now that the next sign is known."""
        quoted = not self._pending[self._end + 1].isspace()
        if self._does_end(following) and not (quoted and following.islower()):
            self._flush(len(self._pending))
        self._end, self._blank = -1, False

    def _does_end(self, following: str) -> bool:
        sign = self._pending[self._end]
        if following in ".…":
            return False
        if sign == "…" or self._pending[max(0, self._end - 1) : self._end + 1] == [".", "."]:
            return is_capital(following)
        if sign != ".":
            return True
        before = "".join(self._pending[max(0, self._end - _LOOK_BACK) : self._end])
        return full_stop_ends(before, following, opens_line=self._unbroken and self._opens_line())

    def _opens_line(self) -> bool:
        word = self._end
        while word > self._line and not self._pending[word - 1].isspace():
            word -= 1
        return all(each in _LIST_SIGNS for each in self._pending[self._line : word])

    def _read_head(self, sign: str) -> None:
        """Find out from its first signs what this line is."""
        if self._head == "" and sign.isspace():
            return
        head = self._head = (self._head or "") + sign
        if head in ("```", "~~~", "$$", "\\["):
            self._begin_inside(head)
        elif head in ("|", ">") or (sign.isspace() and _BLOCK.fullmatch(head[:-1])):
            self._table = head == "|"
            self._begin_block()
        elif not _BLOCK_BEGINNING.fullmatch(head):
            self._head = None

    def _begin_block(self) -> None:
        """A list item, a heading, a quotation or a row: what came before it has ended."""
        self._flush(self._line)
        self._head, self._block = None, True

    def _begin_inside(self, opened: str) -> None:
        """A code block or a formula: what came before it has ended, and nothing of it is spoken."""
        del self._pending[self._line :]
        self._flush(len(self._pending))
        self._closing = "\\]" if opened == "\\[" else opened
        self._inside = ""
        self._opening = opened in ("```", "~~~")
        if not self._opening:
            self._tell(f"{self._formula[:1].upper()}{self._formula[1:]}.")

    def _take_inside(self, sign: str) -> None:
        if self._closing[0] in "`~":
            self._take_code(sign)
            return
        self._inside = (self._inside + sign)[-2:]
        if self._inside == self._closing:
            self._leave_inside()

    def _take_code(self, sign: str) -> None:
        if sign != "\n":
            self._inside += sign if len(self._inside) < _LONGEST else ""
            return
        line, self._inside = self._inside.strip(), ""
        fence = self._closing[0]
        if self._opening:
            self._opening = False
            self._tell(self._code)
            self._closing += fence * (len(line) - len(line.lstrip(fence)))
            ended = fence == "`" and "`" in line.lstrip("`")
        else:
            ended = line.startswith(self._closing) and line.strip(fence) == ""
        if ended:
            self._leave_inside()

    def _leave_inside(self) -> None:
        self._closing = ""
        self._begin_line()

    def _end_line(self) -> None:
        line = "".join(self._pending[self._line :]).strip()
        whole = "".join(self._pending).strip()
        if self._block or self._end >= 0 or line == "" or whole.endswith(":") or len(whole) >= _SUBSTANTIAL:
            self._flush(len(self._pending))
        else:
            self._pending.append(" ")
        self._begin_line()

    def _begin_line(self) -> None:
        self._line, self._head, self._unbroken = len(self._pending), "", True
        self._block = self._table = self._code_span = self._brackets = self._address = False
        self._end, self._blank = -1, False

    def _cut(self) -> None:
        """End a sentence that does not end by itself, where it breathes or at least between two words."""
        places = (each for each in (self._pause, self._space) if each >= _EARLIEST_CUT)
        self._flush(next(places, len(self._pending)))

    def _flush(self, at: int) -> None:
        """Tell what is pending up to here; what is behind it stays."""
        self._tell(plain("".join(self._pending[:at]), self._formula))
        del self._pending[:at]
        self._unbroken = self._unbroken and self._line >= at
        self._line = max(self._line - at, 0)
        self._end = self._end - at if self._end >= at else -1
        self._blank = self._blank and self._end >= 0
        self._pause = self._pause - at if self._pause > at else -1
        self._space = self._space - at if self._space > at else -1

    def _tell(self, sentence: str) -> None:
        if sentence:
            self._said.append(sentence)


def split_sentences(text: str) -> list[str]:
    """The sentences of a text that is complete."""
    stream = SentenceStream()
    return [*stream.push(text), *stream.close()]
