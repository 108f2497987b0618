"""What a file is, seen from its content. What the sender claims is not asked."""

from antiphon.conversation.errors import UnsupportedFile
from antiphon.documents.archive import list_members
from antiphon.documents.limits import Unreadable, check_size
from antiphon.documents.media import MediaType
from antiphon.documents.plain import decode

_PICTURES = (
    (b"\x89PNG\r\n\x1a\n", MediaType.PNG),
    (b"\xff\xd8\xff", MediaType.JPEG),
    (b"GIF87a", MediaType.GIF),
    (b"GIF89a", MediaType.GIF),
)

_KNOWN_OTHERS = (
    (b"\x7fELF", "it is a program"),
    (b"MZ", "it is a program"),
    (b"\xd0\xcf\x11\xe0", "it is an old office file; save it as DOCX or XLSX"),
    (b"\x1f\x8b", "it is an archive"),
    (b"7z\xbc\xaf", "it is an archive"),
    (b"Rar!", "it is an archive"),
)

_BY_EXTENSION = {
    "md": MediaType.MARKDOWN,
    "markdown": MediaType.MARKDOWN,
    "csv": MediaType.CSV,
    "tsv": MediaType.TSV,
    "tab": MediaType.TSV,
    **dict.fromkeys(("json", "jsonl", "ndjson", "ipynb", "geojson"), MediaType.JSON),
    **dict.fromkeys(("sh", "bash", "zsh"), MediaType.BASH),
    **dict.fromkeys(("c", "h"), MediaType.C),
    **dict.fromkeys(("cpp", "cc", "cxx", "hpp", "hh"), MediaType.CPP),
    "cs": MediaType.CSHARP,
    **dict.fromkeys(("css", "scss", "less"), MediaType.CSS),
    **dict.fromkeys(("diff", "patch"), MediaType.DIFF),
    "go": MediaType.GO,
    **dict.fromkeys(("html", "htm", "xhtml", "vue", "svelte"), MediaType.HTML),
    **dict.fromkeys(("ini", "cfg", "conf", "properties", "env"), MediaType.INI),
    "java": MediaType.JAVA,
    **dict.fromkeys(("js", "mjs", "cjs", "jsx"), MediaType.JAVASCRIPT),
    **dict.fromkeys(("kt", "kts"), MediaType.KOTLIN),
    **dict.fromkeys(("tex", "sty", "bib"), MediaType.LATEX),
    "lua": MediaType.LUA,
    **dict.fromkeys(("pl", "pm"), MediaType.PERL),
    "php": MediaType.PHP,
    "ps1": MediaType.POWERSHELL,
    **dict.fromkeys(("py", "pyi"), MediaType.PYTHON),
    "r": MediaType.R,
    "rb": MediaType.RUBY,
    "rs": MediaType.RUST,
    "scala": MediaType.SCALA,
    "sql": MediaType.SQL,
    "svg": MediaType.SVG,
    "swift": MediaType.SWIFT,
    "toml": MediaType.TOML,
    **dict.fromkeys(("ts", "tsx", "mts", "cts"), MediaType.TYPESCRIPT),
    **dict.fromkeys(("xml", "xsd", "xsl"), MediaType.XML),
    **dict.fromkeys(("yaml", "yml"), MediaType.YAML),
}


def sniff(data: bytes, name: str) -> MediaType:
    """The kind of file these bytes are; the name only says which kind of text.

    The first match counts, in the order PDF, pictures, office files, text, so that a file that is several things at
    once is always the same one of them. Anything else is refused, as are empty files and those that are too large.
    """
    try:
        return _look(data, name)
    except Unreadable as reason:
        raise UnsupportedFile(name, reason.why) from None


def _look(data: bytes, name: str) -> MediaType:
    if not data:
        raise Unreadable("it is empty")
    check_size(len(data))
    if data.startswith((b"%PDF-", b"\xef\xbb\xbf%PDF-")):
        return MediaType.PDF
    if picture := _look_for_picture(data):
        return picture
    if data.startswith(b"PK\x03\x04"):
        return _look_into_archive(data)
    return _look_at_text(data, name)


def _look_for_picture(data: bytes) -> MediaType | None:
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return MediaType.WEBP
    return next((kind for magic, kind in _PICTURES if data.startswith(magic)), None)


def _look_into_archive(data: bytes) -> MediaType:
    names = {member.filename for member in list_members(data)}
    if "[Content_Types].xml" in names:
        # Some writers number the main part: word/document2.xml.
        for folder, kind in (("word/document", MediaType.DOCX), ("xl/workbook", MediaType.XLSX)):
            if any(name.startswith(folder) and name.endswith(".xml") for name in names):
                return kind
    raise Unreadable("it is an archive")


def _look_at_text(data: bytes, name: str) -> MediaType:
    if decode(data) is None:
        known = (why for magic, why in _KNOWN_OTHERS if data.startswith(magic))
        raise Unreadable(next(known, "it is neither a PDF, DOCX, XLSX, a picture nor text"))
    return _BY_EXTENSION.get(name.rpartition(".")[2].lower(), MediaType.TEXT)
