"""One HTML page out of words that nobody vouches for: its style inside, no script, and nothing it asks anybody for.

Every text of a person or a model is either escaped whole or read as Markdown that knows no HTML. What it links to is
shown as a link only where that can be nothing but a page or a mail; a picture is its words, because fetching it would
tell somebody that the page was opened. The policy in the head says the same once more to the browser.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Final
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from typing_extensions import override

from antiphon.analysis.html_style import STYLE

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
# The light half of the browser client's palette: a page to keep is always light.
_COLOURS: Final = {
    "lapis": "#485daa",
    "umber": "#875803",
    "rose": "#9c3f55",
    "iris": "#724f9d",
    "olive": "#3a7327",
    "cerulean": "#016b99",
    "brick": "#9c4624",
    "plum": "#8d447f",
    "ochre": "#6b6605",
    "sea": "#01717a",
    "fern": "#01755c",
    "night": "#204166",
    "bark": "#5d3412",
    "damson": "#503259",
    "pine": "#044a46",
    "oxblood": "#612e2c",
    "moss": "#394613",
    "indigo": "#3d3965",
    "tobacco": "#4f3d01",
    "slate": "#014758",
    "mulberry": "#5d2e44",
    "bottle": "#174b2e",
}
_LINKED: Final = frozenset({"http", "https", "mailto"})


def write_html(title: str, blocks: Iterable[str]) -> str:
    """The whole page; `blocks` are HTML already, the title is not."""
    head = (
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{STYLE}</style>",
    )
    return "\n".join(
        ("<!doctype html>", '<html lang="en">', "<head>", *head, "</head>", "<body>", *blocks, "</body>", "</html>", "")
    )


def tag(name: str, text: str, **attributes: str) -> str:
    """An element around words that are escaped. `kind` is its class."""
    return wrap(name, (escape(text),), **attributes)


def wrap(name: str, inside: Iterable[str], **attributes: str) -> str:
    """An element around HTML."""
    said = "".join(
        f' {"class" if each == "kind" else each}="{escape(value)}"' for each, value in attributes.items() if value
    )
    return f"<{name}{said}>{''.join(inside)}</{name}>"


def render_markdown(text: str) -> str:
    """The words as a model meant them to be seen."""
    return wrap("div", (_MARKDOWN.render(text),), kind="md", dir="auto")


def colour_of(name: str) -> str:
    """An advisor's colour as a style; none for a colour that is not ours."""
    return f"--voice: {_COLOURS[name]}" if name in _COLOURS else ""


def is_linked(address: str) -> bool:
    """Whether an address may be followed from the page."""
    try:
        return urlsplit(address).scheme.lower() in _LINKED
    except ValueError:
        return False


class _Renderer(RendererHTML):
    """Pictures become their words, and links leave no trace of where they were followed from."""

    @override
    def image(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """What the picture is said to show, or where it would have come from."""
        token = tokens[idx]
        words = self.renderInlineAsText(token.children, options, env) if token.children else ""
        return tag("span", words or str(token.attrs.get("src", "")), kind="picture")

    def link_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """A link that says where it leads and to nobody where it stood."""
        token = tokens[idx]
        token.attrs = {"href": str(token.attrs.get("href", "")), "rel": "noopener noreferrer nofollow"}
        return self.renderToken(tokens, idx, options, env)


class _Reader(MarkdownIt):
    """Markdown without HTML, whose links lead to pages and mails alone."""

    @override
    def validateLink(self, url: str) -> bool:
        return is_linked(url)


_MARKDOWN: Final = _Reader("commonmark", {"html": False, "linkify": False}, renderer_cls=_Renderer).enable(
    ["table", "strikethrough"]
)
