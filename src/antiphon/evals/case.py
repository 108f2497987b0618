"""What is tested: suites, cases, turns and what each answer must hold.

Every dialect of a file is read into these; nothing further on knows which one it was.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.phase import Phase
from antiphon.conversation.payload import Role

Aggregation = Literal["mean", "min", "max"]
OnTurnFailure = Literal["continue", "stop"]

# What counts as passed where nobody says otherwise.
USUAL_THRESHOLD = 0.8
# So much of what it asks for names an assertion.
_LONGEST_TITLE = 60


@dataclass(frozen=True, slots=True)
class CaseText:
    """Words of a message."""

    text: str


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A file of a message: where the case says it is, and what it holds.

    `path` is as written, `shown` relative to the root of the suite with forward slashes: patterns are matched on it.
    """

    path: str
    shown: str
    text: str
    is_guideline: bool = False


Part = CaseText | CaseFile


@dataclass(frozen=True, slots=True)
class CaseMessage:
    """One message of a case, in the role it was written with."""

    role: Role
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Assertion:
    """One thing an answer must hold.

    `value` and `options` belong to the type. `required` fails the case by itself below that score. `advisor` is whose
    answers it looks at, where several answer; none means everybody's.
    """

    type: str
    value: Any = None
    options: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    weight: float = 1.0
    required: float | None = None
    negate: bool = False
    advisor: str | None = None

    @property
    def title(self) -> str:
        """What reports call it: its name, else what it asks for."""
        kind = f"not {self.type}" if self.negate else self.type
        asked = self.value if isinstance(self.value, list | tuple) else (self.value,)
        line = " ".join("; ".join(each for each in asked if isinstance(each, str)).split())
        short = line if len(line) <= _LONGEST_TITLE else line[: _LONGEST_TITLE - 1].rstrip() + "…"
        return self.name or (f'{kind} "{short}"' if short else kind)


@dataclass(frozen=True, slots=True)
class CaseTurn:
    """One message to everybody in a conversation that is held for the test.

    `replies` are answers given in place of a model's, by advisor: nobody is asked for these. `planted` are facts in
    them that no other thread may show.
    """

    input: str
    asserts: tuple[Assertion, ...] = ()
    replies: Mapping[str, str] = field(default_factory=dict)
    planted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ceiling:
    """How much may be used before no further case is begun; none is no ceiling."""

    tokens: int | None = None
    dollars: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One test: messages that are sent as they are, or turns of a conversation that is held with a panel.

    With `messages` one advisor answers once, or a bare model if there is none; `description` is the advisor's as it
    stood when they were taken from a receipt, and its present one is put in its place. With `turns`, everybody in
    `advisors` answers each of them.
    """

    id: str
    outcome: str = ""
    note: str = ""
    conversation_id: str = ""
    advisors: tuple[str, ...] = ()
    target: str | None = None
    messages: tuple[CaseMessage, ...] = ()
    system_prompt: str = ""
    description: str = ""
    turns: tuple[CaseTurn, ...] = ()
    phases: tuple[Phase, ...] = ()
    expected: tuple[CaseMessage, ...] = ()
    asserts: tuple[Assertion, ...] = ()
    aggregation: Aggregation = "mean"
    on_turn_failure: OnTurnFailure = "continue"
    repeat: int = 1
    threshold: float = USUAL_THRESHOLD
    ceiling: Ceiling = field(default_factory=Ceiling)
    # Limits of the model as the case wants them, to see what is trimmed.
    window: int | None = None
    max_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Suite:
    """The cases of one file, and who is tested by them.

    `root` is the folder that code evaluators and judges' prompts are found from. `advisors` are those of the file
    itself, by the name cases use; others are looked for in the workspace.
    """

    name: str
    path: Path
    root: Path
    cases: tuple[Case, ...]
    description: str = ""
    advisors: Mapping[str, Advisor] = field(default_factory=dict)
    target: str | None = None
    judge: str | None = None
    ceiling: Ceiling = field(default_factory=Ceiling)
    # Which files are guidelines; those of the file, or of a configuration above it where files are shown at all.
    guideline_patterns: tuple[str, ...] = ()
    # What was odd about the file, each a sentence with its place.
    warnings: tuple[str, ...] = ()
