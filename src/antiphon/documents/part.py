"""Long text without pages of its own, cut into parts of about a page."""

PART = 3_000


def cut_parts(text: str) -> tuple[str, ...]:
    """Parts that add up to the text: cut after a paragraph, else after a line, else after a word."""
    parts: list[str] = []
    start = 0
    while len(text) - start > PART:
        end = _find_border(text, start, start + PART)
        parts.append(text[start:end])
        start = end
    parts.append(text[start:])
    return tuple(parts)


def _find_border(text: str, start: int, end: int) -> int:
    """Where to cut; a border in the first half would leave a part too small to be worth a page."""
    for border in ("\n\n", "\n", " "):
        found = text.rfind(border, start + PART // 2, end)
        if found >= 0:
            return found + len(border)
    return end
