"""The child process that parses one file: `python -m antiphon.documents.reader`.

It takes the kind of file as the first line of its input and the file as the rest, and writes one line of JSON. Before
it reads a byte it gives up most of what a process may do.
"""

import base64
import sys
from dataclasses import asdict

import orjson

from antiphon.documents.extract import extract
from antiphon.documents.limits import MIB, Unreadable
from antiphon.documents.media import MediaType

MEMORY = 1024 * MIB
CPU_SECONDS = 60


def main() -> None:
    """Read a file from the input and answer on the output; never in any other way."""
    give_up_rights()
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    media_type = MediaType(sys.stdin.buffer.readline().decode().strip())
    answers.write(answer(sys.stdin.buffer.read(), media_type))
    answers.flush()


def give_up_rights(cpu_seconds: int = CPU_SECONDS) -> None:
    """From here on: little memory, little time, no file written, no trace of the content if it dies."""
    if sys.platform == "win32":
        return
    import resource

    for what, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(what)[1]
        resource.setrlimit(what, (most, most) if hard == resource.RLIM_INFINITY or hard > most else (hard, hard))


def answer(data: bytes, media_type: MediaType) -> bytes:
    """What was found in the file, or why nothing was, as JSON.

    Libraries meet damaged files with errors of every kind, so every kind ends here.
    """
    try:
        return orjson.dumps(_read(data, media_type))
    except Unreadable as reason:
        return orjson.dumps({"why": reason.why})
    except MemoryError:
        return orjson.dumps({"why": "reading it needs too much memory"})
    except RecursionError:
        return orjson.dumps({"why": "it is nested too deeply"})
    except Exception:  # noqa: BLE001
        return orjson.dumps({"why": "it is damaged"})


def _read(data: bytes, media_type: MediaType) -> dict[str, object]:
    if not media_type.is_image:
        return asdict(extract(data, media_type))
    from antiphon.documents.image import reencode

    image = reencode(data)
    return asdict(image) | {"data": base64.b64encode(image.data).decode()}


if __name__ == "__main__":
    main()
