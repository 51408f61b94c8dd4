"""Blanks of a rule: the parts of its sentences that depend on parameters of the clause."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

# Characters for private use, which no text contains, so they survive any translated format.
_OPEN: Final = "\ue000"
_COLON: Final = "\ue001"
_CLOSE: Final = "\ue002"
_TAG: Final = re.compile(r"<(/?)(\w+)>")
"""Beginning or end of words that a parameter decides, in a text to translate."""

_marking: Final = ContextVar("marking", default=False)


@dataclass(frozen=True, slots=True)
class RulePart:
    """Part of a rule, with the names of the parameters that it depends on, the most important first; none for a text
    that is always the same.
    """

    text: str
    parameters: tuple[str, ...] = ()


def blank(text: str, *parameters: str) -> str:
    """Return a part of a rule; `parts_of` finds it again by its parameters."""
    return f"{_beginning(parameters)}{text}{_CLOSE}" if _marking.get() else text


def _beginning(parameters: tuple[str, ...]) -> str:
    return f"{_OPEN}{','.join(parameters)}{_COLON}"


def marked(text: str, **named: tuple[str, ...]) -> str:
    """Return a text with blanks for its words in tags: "the <rank>largest</rank> cluster".

    A tag is named after its parameter, or is one of `named` for words that several parameters decide. Translations
    keep the tags and move them to their own words.
    """
    if not _marking.get():
        return _TAG.sub("", text)
    return _TAG.sub(lambda tag: _CLOSE if tag[1] else _beginning(named.get(tag[2], (tag[2],))), text)


def parts_of(rule: Callable[[], str]) -> tuple[RulePart, ...]:
    """Return the parts of a rule in the order of its sentences. A blank in a blank is a part of its own."""
    token = _marking.set(True)
    try:
        marked = rule()
    finally:
        _marking.reset(token)
    return tuple(_parts(marked))


def _parts(marked: str) -> Iterator[RulePart]:
    around: list[tuple[str, ...]] = [()]
    for piece in _pieces(marked):
        if piece.startswith(_OPEN):
            around.append(tuple(piece[1:-1].split(",")))
        elif piece == _CLOSE:
            around.pop()
        else:
            yield from _trimmed(piece, around[-1])


def _trimmed(piece: str, parameters: tuple[str, ...]) -> Iterator[RulePart]:
    """Yield the parts of a piece without blanks in it; spaces at its ends aren't part of a blank."""
    core = piece.strip() if parameters else piece
    before, _core, after = piece.partition(core) if core else (piece, "", "")
    parts = (RulePart(before), RulePart(core, parameters), RulePart(after))
    yield from (part for part in parts if part.text)


def _pieces(marked: str) -> Iterator[str]:
    """Yield texts, the names of parameters as they were marked, and ends of blanks."""
    for before in marked.split(_OPEN):
        names, colon, rest = before.rpartition(_COLON)
        if colon:
            yield f"{_OPEN}{names}{_COLON}"
        first, *others = rest.split(_CLOSE)
        yield first
        for text in others:
            yield from (_CLOSE, text)
