"""Names and archives made to do harm."""

import io
import re
import struct
import unicodedata
import zipfile
from pathlib import Path, PureWindowsPath

NAMES = (
    "",
    ".",
    "..",
    "...",
    " ",
    "/",
    "\\",
    "../",
    "..\\",
    "../../../../etc/passwd",
    "..\\..\\windows\\win.ini",
    "/etc/passwd",
    "//server/share/x",
    "\\\\?\\C:\\x",
    "C:\\x",
    "C:x",
    "file:///etc/passwd",
    "%2e%2e%2f",
    "%2e%2e%252f",
    "..%c0%af",
    "\uff0e\uff0e\uff0f",
    "\u2024\u2024/",
    "a\x00.pdf",
    "a.pdf\x00.exe",
    "\r\nSet-Cookie: a=b",
    "\x1b[2J",
    "x\u202egpj.exe",
    "\u2066x\u2069",
    "\u200b\u200c\u200d\ufeff",
    "\u115f\u3164",
    "CON",
    "con.txt",
    "NUL.",
    "nul .txt",
    "COM1",
    "COM\u00b9",
    "LPT9.x.y",
    "CONIN$",
    "aux.h",
    ".htaccess",
    ".git/config",
    "-rf",
    "~",
    "$HOME",
    "`id`",
    "$(id)",
    "; rm -rf /",
    "| cat",
    "a" * 300,
    "a" * 300 + ".pdf",
    "." * 300,
    " " * 300 + "x",
    "\u0301" * 300,
    "e" + "\u0301" * 300,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467.png",
    "\ud800",
    "\udfff.pdf",
    "\ufdfa" * 200,
    "<script>alert(1)</script>",
    '" onload="alert(1)',
    "x.pdf:stream",
    "*?.txt",
    "x.\u0338y",
    "\u2028",
    "\x7f",
    "\x85",
    "x" * 118 + ". y",
)

_DEVICES = re.compile(r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)[0-9\u00b9\u00b2\u00b3]) *(\..*)?", re.IGNORECASE)
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def is_harmless(name: str) -> bool:
    """True for a name that can be shown, stored and joined to any folder without leaving it."""
    root = Path("/files")
    return (
        0 < len(name) <= 120
        and (root / name).parent == root
        and (root / name).resolve() == root / name
        and PureWindowsPath(name).name == name
        and not PureWindowsPath(name).is_reserved()
        and not _DEVICES.fullmatch(name)
        and not any(unicodedata.category(letter) in _UNSEEN for letter in name)
        and name == name.strip(". ")
        and name.encode().decode() == name
    )


def overlap(count: int, size: int) -> bytes:
    """An archive whose members all share the same packed bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.xml", bytes(range(256)) * (size // 256))
    whole = stream.getvalue()
    start = whole.index(b"PK\x01\x02")
    end = whole.index(b"PK\x05\x06")
    directory = whole[start:end] * count
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, count, count, len(directory), start, 0)
    return whole[:start] + directory + tail


def link(name: str, target: str) -> bytes:
    """An archive that holds a symbolic link."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        member = zipfile.ZipInfo(name)
        member.create_system = 3
        member.external_attr = 0o120777 << 16
        archive.writestr(member, target)
    return stream.getvalue()
