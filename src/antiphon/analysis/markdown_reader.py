"""Markdown as it is shown on a page: without HTML, and with links to pages and mails alone."""

from collections.abc import Sequence
from html import escape
from typing import Any, Final
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from typing_extensions import override

_LINKED: Final = frozenset({"http", "https", "mailto"})


class _Renderer(RendererHTML):
    """Pictures become their words, and links leave no trace of where they were followed from."""

    @override
    def image(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """What the picture is said to show, or where it would have come from."""
        token = tokens[idx]
        words = self.renderInlineAsText(token.children, options, env) if token.children else ""
        return f'<span class="picture">{escape(words or str(token.attrs.get("src", "")))}</span>'

    def link_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """A link that says where it leads and to nobody where it stood."""
        token = tokens[idx]
        token.attrs = {"href": str(token.attrs.get("href", "")), "rel": "noopener noreferrer nofollow"}
        return self.renderToken(tokens, idx, options, env)


class _Reader(MarkdownIt):
    """Markdown without HTML, whose links lead to pages and mails alone."""

    @override
    def validateLink(self, url: str) -> bool:
        try:
            return urlsplit(url).scheme.lower() in _LINKED
        except ValueError:
            return False


MARKDOWN: Final = _Reader("commonmark", {"html": False, "linkify": False}, renderer_cls=_Renderer).enable(
    ["table", "strikethrough"]
)
