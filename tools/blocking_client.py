"""Write `antiphon.client.sync` from `antiphon.client.aio`: the same calls for code that waits.

The two differ in nothing but `async` and `await`, so one is the other with those words left out. With `--check`
nothing is written, and the exit code is 1 when a file is not what it should be.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

CLIENT = Path(__file__).resolve().parent.parent / "src" / "antiphon" / "client"
SOURCE, TARGET = CLIENT / "aio", CLIENT / "sync"
NOTE = "# Made from antiphon/client/aio by `just client`; edit it there.\n"
INIT = '''"""The client for code that waits. Every file is made from `antiphon.client.aio` by `just client`.

It has as many files as that one, and for the same reason: one for each noun of the API.
"""
'''
# In this order: the longer comes before what it begins with.
WORDS = (
    (r"async (def|with|for) ", r"\1 "),
    (r"\bawait ", ""),
    (r"AsyncGenerator\[(.+), None\]", r"Generator[\1, None, None]"),
    (r"\bAsyncGenerator\b", "Generator"),
    (r"\bAsyncClient\b", "Client"),
    (r"\baclosing\b", "closing"),
    (r"__a(enter|exit)__", r"__\1__"),
    (r"antiphon\.client\.aio\b", "antiphon.client.sync"),
    (r"from antiphon\.client\.wire import Wire, build_path", None),
    (
        r"from antiphon\.client\.wire import CALL_SECONDS, Wire\b",
        "from antiphon.client.blocking import BlockingWire\nfrom antiphon.client.wire import CALL_SECONDS",
    ),
    (r"from antiphon\.client\.wire import Wire\b", "from antiphon.client.blocking import BlockingWire"),
    (r"\bWire\b", "BlockingWire"),
    (r"`async with`", "`with`"),
)


def translate(text: str) -> str:
    """One file of `aio` as it stands in `sync`."""
    for pattern, word in WORDS:
        if word is not None:
            text = re.sub(pattern, word, text)
        elif re.search(pattern, text):
            raise ValueError(f"a file imports `Wire` and `build_path` at once, which cannot be translated: {pattern}")
    return NOTE + text


def build_files() -> Iterator[tuple[Path, str]]:
    """Every file of `sync` and what belongs in it."""
    yield TARGET / "__init__.py", _format(INIT)
    for source in sorted(SOURCE.glob("*.py")):
        if source.name != "__init__.py":
            yield TARGET / source.name, _format(translate(source.read_text("utf-8")))


def _format(text: str) -> str:
    """The text as `just fix` would leave it."""
    ruff = Path(sys.executable).parent / "ruff"
    for command in (("check", "--fix", "--quiet", "--select", "I"), ("format", "--quiet")):
        said = [str(ruff), *command, "--stdin-filename", str(TARGET / "any.py"), "-"]
        text = subprocess.run(said, input=text, capture_output=True, text=True, check=True).stdout  # noqa: S603
    return text


def main(*, check: bool) -> int:
    """Write what differs, or only say so."""
    wanted = dict(build_files())
    differing = [path for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text]
    unknown = [path for path in TARGET.glob("*.py") if path not in wanted]
    if check:
        for path in (*differing, *unknown):
            sys.stderr.write(f"{path.relative_to(CLIENT)} is not what `just client` writes\n")
        return 1 if differing or unknown else 0
    for path in differing:
        path.write_text(wanted[path], "utf-8")
    for path in unknown:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv))
