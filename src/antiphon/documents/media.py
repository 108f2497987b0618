"""The kinds of files that can be brought, by the name under which each is kept.

Source text has types of its own (`text/x-html`, `text/x-svg`), which no browser renders.
"""

from enum import StrEnum


class MediaType(StrEnum):
    """What a file is, as seen from its content."""

    PDF = "application/pdf"
    DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    PNG = "image/png"
    JPEG = "image/jpeg"
    GIF = "image/gif"
    WEBP = "image/webp"
    TEXT = "text/plain"
    MARKDOWN = "text/markdown"
    CSV = "text/csv"
    TSV = "text/tab-separated-values"
    JSON = "application/json"
    BASH = "text/x-bash"
    C = "text/x-c"
    CPP = "text/x-cpp"
    CSHARP = "text/x-csharp"
    CSS = "text/x-css"
    DIFF = "text/x-diff"
    GO = "text/x-go"
    HTML = "text/x-html"
    INI = "text/x-ini"
    JAVA = "text/x-java"
    JAVASCRIPT = "text/x-javascript"
    KOTLIN = "text/x-kotlin"
    LATEX = "text/x-latex"
    LUA = "text/x-lua"
    PERL = "text/x-perl"
    PHP = "text/x-php"
    POWERSHELL = "text/x-powershell"
    PYTHON = "text/x-python"
    R = "text/x-r"
    RUBY = "text/x-ruby"
    RUST = "text/x-rust"
    SCALA = "text/x-scala"
    SQL = "text/x-sql"
    SVG = "text/x-svg"
    SWIFT = "text/x-swift"
    TOML = "text/x-toml"
    TYPESCRIPT = "text/x-typescript"
    XML = "text/x-xml"
    YAML = "text/x-yaml"

    @property
    def is_image(self) -> bool:
        """True for pictures, which are looked at rather than read."""
        return self.startswith("image/")

    @property
    def is_text(self) -> bool:
        """True for everything that is plain characters."""
        return self.startswith("text/") or self is MediaType.JSON

    @property
    def language(self) -> str:
        """The language of source text, as syntax highlighters call it; empty for anything else."""
        return "json" if self is MediaType.JSON else self[7:] if self.startswith("text/x-") else ""
