"""Where somebody is led after signing in: to a page of ours, whatever a link says."""

import re

HOME = "/"
# One slash and then none, no backslash (browsers read it as a slash), nothing invisible.
_OURS = re.compile(r"/(?![/\\])[^\\\s\x00-\x1f\x7f]{0,2000}")


def clean_return_to(text: str) -> str:
    """The path if it is one of our pages, or the first page."""
    is_page = _OURS.fullmatch(text) and not text.startswith("/v1/")
    return text if is_page and text.isascii() else HOME
