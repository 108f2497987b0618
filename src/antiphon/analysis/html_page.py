"""One HTML page out of words that nobody vouches for: its style inside, no script, and nothing it asks anybody for.

Every text of a person or a model is either escaped whole or read as Markdown that knows no HTML. What it links to is
shown as a link only where that can be nothing but a page or a mail; a picture is its words, because fetching it would
tell somebody that the page was opened. The policy in the head says the same once more to the browser.
"""

from collections.abc import Iterable, Iterator
from html import escape
from itertools import chain
from typing import Final

from antiphon.analysis.html_style import STYLE

POLICY: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
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


def write_html(title: str, blocks: Iterable[str]) -> str:
    """The whole page; `blocks` are HTML already, the title is not."""
    return "".join(walk_html(title, blocks))


def walk_html(title: str, blocks: Iterable[str]) -> Iterator[str]:
    """The same line by line, for a page that is longer than anybody wants to hold."""
    head = (
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{STYLE}</style>",
    )
    begun = ("<!doctype html>", '<html lang="en">', "<head>", *head, "</head>", "<body>")
    for line in chain(begun, blocks, ("</body>", "</html>")):
        yield f"{line}\n"


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
    # Who writes no page needs no reader of Markdown.
    from antiphon.analysis.markdown_reader import MARKDOWN

    return wrap("div", (MARKDOWN.render(text),), kind="md", dir="auto")


def colour_of(name: str) -> str:
    """An advisor's colour as a style; none for a colour that is not ours."""
    return f"--voice: {_COLOURS[name]}" if name in _COLOURS else ""
