"""Options that running and recording have in common."""

from pathlib import Path
from typing import Annotated

import typer

PathsArgument = Annotated[
    list[Path] | None,
    typer.Argument(metavar="PATH", help="Files or folders of suites; the suites that ship when none is named."),
]
TargetOption = Annotated[
    str | None,
    typer.Option("--target", "-t", metavar="PROVIDER:MODEL", help="Who answers, whatever the files say."),
]
JudgeOption = Annotated[
    str | None, typer.Option("--judge", "-j", metavar="PROVIDER:MODEL", help="Who judges, whatever the files say.")
]
AdvisorOption = Annotated[
    str | None,
    typer.Option(
        "--advisor", "-a", metavar="NAME_OR_ID", help="Ask this advisor in place of a case's own; panels stay."
    ),
]
EvalIdOption = Annotated[
    list[str] | None,
    typer.Option(
        "--eval-id",
        metavar="GLOB",
        help="Only cases with such a name: `asks-*`, or `suite/asks-*`. May be given several times.",
    ),
]
WorkersOption = Annotated[int, typer.Option("--workers", "-w", min=1, max=100, help="How many cases at a time.")]
RepeatOption = Annotated[
    int | None, typer.Option("--repeat", "-r", min=1, max=100, help="How often each case is asked.")
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", metavar="FOLDER", help="Keep results here, as results.jsonl; a run that was cut off goes on."
    ),
]
DollarsOption = Annotated[
    float | None, typer.Option("--budget-dollars", min=0, metavar="DOLLARS", help="Then no further case begins.")
]
TokensOption = Annotated[
    int | None, typer.Option("--budget-tokens", min=1, metavar="TOKENS", help="Then no further case begins.")
]
SecondsOption = Annotated[
    float | None, typer.Option("--budget-seconds", min=0, metavar="SECONDS", help="Then no further case begins.")
]
JunitOption = Annotated[
    Path | None, typer.Option("--junit", metavar="FILE", help="Write a JUnit report, as CI servers read it.")
]
HtmlOption = Annotated[
    Path | None, typer.Option("--html", metavar="FILE", help="Write a report that any browser shows by itself.")
]
ProgramsOption = Annotated[
    bool,
    typer.Option(
        "--allow-programs", help="Start the programs that cases name to judge answers; else they are refused."
    ),
]
PlainOption = Annotated[bool, typer.Option("--plain", help="Lines without escape codes.")]
