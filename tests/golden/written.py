"""Normalized pages for line-by-line comparison: their markup, and their text alone."""

import re
from collections.abc import Iterable
from html import unescape

_MAIN = re.compile(r"<main\b.*</main>", re.DOTALL)
_LINK = re.compile(r'\bhref="([^"]+)"')
_VOLATILE = (
    (re.compile(r'(name="csrfmiddlewaretoken" value=)"[^"]*"'), r'\1"token"'),
    (re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"), "command"),
    (re.compile(r"(/static/[\w/.-]+?)\.[0-9a-f]{12}(\.\w+)\b"), r"\1\2"),
)
"""What is new in every answer, or with every release, and what stands for it."""
_TAG = re.compile(r"""(<!--.*?-->|</?[a-z](?:[^"'>]|"[^"]*"|'[^']*')*>)""", re.DOTALL)
_UNREAD = re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL)
_NAME = re.compile(r"</?([\w-]+)")
_READ_OUT = re.compile(r'\s(?:alt|aria-description|aria-label|placeholder|title)="([^"]+)"')
"""What an attribute says to somebody."""
_INLINE = frozenset(
    {
        *("a", "abbr", "b", "bdi", "cite", "code", "data", "em", "i", "kbd", "mark", "q", "small", "span", "strong"),
        *("sub", "sup", "time", "tspan", "u", "var"),
        *("circle", "defs", "ellipse", "g", "line", "path", "pattern", "polygon", "polyline", "rect", "svg", "use"),
    }
)
"""Tags that may stand within a word."""
_CELLS = frozenset({"desc", "td", "text", "th", "title"})
"""Tags that part words; any that is not named here begins a new line."""


def main_of(page: str) -> str:
    """Return the main part of a page, or a whole fragment, without values that always change."""
    main = _MAIN.search(page)
    part = main[0] if main else page
    for volatile, stand_in in _VOLATILE:
        part = volatile.sub(stand_in, part)
    return part


def links_in(part: str) -> list[str]:
    """Return the link targets in a part of a page, without duplicates, in order."""
    return list(dict.fromkeys(unescape(link) for link in _LINK.findall(part)))


def lines_of(part: str) -> tuple[str, str]:
    """Return a part's markup, one line per tag or run of words, and its text, one line per block or row.

    The text includes the names of drawings.
    """
    markup = [" ".join(piece.split()) for piece in _TAG.split(part)]
    pieces = _TAG.split(_UNREAD.sub("", part))
    # Tags stand at the odd places.
    text = "".join(_text_of(piece) if place % 2 else re.sub(r"\s+", " ", piece) for place, piece in enumerate(pieces))
    read = [" ".join(unescape(line).split()) for line in text.split("\n")]
    return _joined(markup), _joined(read)


def _text_of(tag: str) -> str:
    """Return a tag's text: a newline, space or nothing, and its names."""
    name = _NAME.match(tag)
    if name is None:
        return ""
    gap = "" if name[1] in _INLINE else " " if name[1] in _CELLS else "\n"
    return gap + "".join(f" [{words}] " for words in _READ_OUT.findall(tag))


def _joined(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines if line)
