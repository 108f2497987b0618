"""The child process that parses one file: `python -m antiphon.documents.reader`.

It takes what is wanted as the first line of its input and the file as the rest, and writes one line of JSON. Before it
looks at a byte of the file it gives up what a process may do.
"""

import base64
import sys
from dataclasses import asdict
from importlib import import_module

import orjson

from antiphon.documents.confine import Confinement, confine
from antiphon.documents.extract import extract
from antiphon.documents.limits import Unreadable
from antiphon.documents.media import MediaType

# Said instead of a kind of file by whoever only wants to know how well this process is confined.
LOOK = "look"
# Said instead of a kind of file by whoever wants the character card in it.
CARD = "card"
# Said behind the kind by whoever wants nothing read unless all of it holds.
ALWAYS = "always"

_READERS = {MediaType.PDF: "pdf", MediaType.DOCX: "word", MediaType.XLSX: "sheet"}


def main() -> None:
    """Read a file from the input and answer on the output; never in any other way."""
    kind, _, demand = sys.stdin.buffer.readline().decode().strip().partition(" ")
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    if kind == LOOK:
        answers.write(orjson.dumps(confine().as_facts()))
    else:
        media_type = None if kind == CARD else MediaType(kind)
        load_reader(media_type)
        confined = confine()
        answers.write(_refuse(confined) if demand == ALWAYS and confined.missing else _answer_input(media_type))
    answers.flush()


def load_reader(media_type: MediaType | None) -> None:
    """Have all code here that reads this kind, or cards, while files may still be opened."""
    import_module("encodings.cp1252")
    import_module("encodings.utf_16")
    if media_type is None:
        import_module("encodings.cp437")
        import_module("antiphon.documents.card")
        return
    if not media_type.is_image:
        import_module(f"antiphon.documents.{_READERS.get(media_type, 'plain')}")
        return
    from PIL.Image import preinit

    import_module("antiphon.documents.image")
    preinit()


def _answer_input(media_type: MediaType | None) -> bytes:
    return answer(sys.stdin.buffer.read(), media_type)


def _refuse(confined: Confinement) -> bytes:
    reachable = ", ".join(confined.missing)
    return orjson.dumps(
        {"why": f"files are read only where their reader is cut off, and here it could reach {reachable}"}
    )


def answer(data: bytes, media_type: MediaType | None) -> bytes:
    """What was found in the file, or why nothing was, as JSON; without a kind, the character card in it.

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


def _read(data: bytes, media_type: MediaType | None) -> dict[str, object]:
    if media_type is None:
        from antiphon.documents.card import extract_card

        return extract_card(data)._asdict()
    if not media_type.is_image:
        return asdict(extract(data, media_type))
    from antiphon.documents.image import reencode

    image = reencode(data)
    return asdict(image) | {"data": base64.b64encode(image.data).decode()}


if __name__ == "__main__":
    main()
