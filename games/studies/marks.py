"""Marks on a board: colored spaces and arrows, typed as "green C4, C5; arrow B2 D6"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.play.board_grid import BoardGrid
from games.play.words import or_list

MOST_SPACES: Final = 60
"""Maximum number of colored spaces."""
MOST_ARROWS: Final = 20
ARROW: Final = "arrow"
COLORS: Final = ("green", "red", "blue", "yellow")
_NAMES: Final[Mapping[str, str | Promise]] = {
    "green": gettext_lazy("green"),
    "red": gettext_lazy("red"),
    "blue": gettext_lazy("blue"),
    "yellow": gettext_lazy("yellow"),
    ARROW: gettext_lazy("arrow"),
}
"""Words that users type, one word each."""
_GROUPS: Final = re.compile(r"[;\n]+")
_SEPARATORS: Final = re.compile(r"[\s,:→]+|->")
_LONG: Final = 20


@dataclass(frozen=True, slots=True)
class Marks:
    """Names of the spaces of each color, and of the two spaces of each arrow, in the order typed."""

    colored: Mapping[str, tuple[str, ...]]
    arrows: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """Return the marks as they are stored, in the words of the code."""
        return self._text({name: name for name in _NAMES})

    def typed(self) -> str:
        """Return the marks in the words of the current language."""
        return self._text({name: str(word) for name, word in _NAMES.items()})

    def _text(self, words: Mapping[str, str]) -> str:
        colored = [f"{words[color]} {', '.join(names)}" for color, names in self.colored.items()]
        return "; ".join([*colored, *(f"{words[ARROW]} {tail} {head}" for tail, head in self.arrows)])

    def sentences(self) -> str:
        """Describe the marks to users who don't see them."""
        return " ".join([*self._color_sentences(), *self._arrow_sentences()])

    def _color_sentences(self) -> Iterator[str]:
        sentences = {
            "green": _("Marked green: %(spaces)s."),
            "red": _("Marked red: %(spaces)s."),
            "blue": _("Marked blue: %(spaces)s."),
            "yellow": _("Marked yellow: %(spaces)s."),
        }
        for color, names in self.colored.items():
            yield sentences[color] % {"spaces": ", ".join(names)}

    def _arrow_sentences(self) -> Iterator[str]:
        for tail, head in self.arrows:
            yield _("Arrow from %(tail)s to %(head)s.") % {"tail": tail, "head": head}


def tools() -> tuple[tuple[str, str, str], ...]:
    """Return the colors and the arrow: the word of the code, the word to type, and the label of its button."""
    labels = {
        "green": _("Green"),
        "red": _("Red"),
        "blue": _("Blue"),
        "yellow": _("Yellow"),
        ARROW: _("Arrow"),
    }
    return tuple((name, str(_NAMES[name]), label) for name, label in labels.items())


def parse_marks(text: str, grid: BoardGrid) -> Marks:
    """Read the marks that a user typed, in the current language or in English.

    Raises ValidationError with a message for the user.
    """
    colored: dict[str, list[str]] = {color: [] for color in COLORS}
    arrows: list[tuple[str, str]] = []
    for group in _GROUPS.split(text):
        first, *names = [word for word in _SEPARATORS.split(group) if word] or [""]
        if not first:
            continue
        kind = _kind(first)
        spaces = [_space(name, grid) for name in names]
        if not spaces:
            raise ValidationError(_("Name a space after “%(word)s”.") % {"word": first}, code="spaces")
        if kind == ARROW:
            arrows += _pairs(spaces, grid)
        else:
            colored[kind] += spaces
    return _checked(
        Marks(
            {color: tuple(dict.fromkeys(names)) for color, names in colored.items() if names},
            tuple(dict.fromkeys(arrows)),
        )
    )


def _kind(word: str) -> str:
    folded = word.casefold()
    for name, typed in _NAMES.items():
        if folded in {name, str(typed).casefold()}:
            return name
    choices = or_list([str(typed) for typed in _NAMES.values()])
    message = _("“%(word)s” is not a color. Begin with %(choices)s.")
    raise ValidationError(message % {"word": word[:_LONG], "choices": choices}, code="color")


def _space(name: str, grid: BoardGrid) -> str:
    space = name.upper()
    if space not in grid.centers:
        first, last = grid.examples
        message = _("“%(name)s” is not a space. Spaces are named %(first)s to %(last)s.")
        raise ValidationError(message % {"name": name[:_LONG], "first": first, "last": last}, code="space")
    return space


def _pairs(spaces: Sequence[str], grid: BoardGrid) -> list[tuple[str, str]]:
    if len(spaces) % 2:
        message = _("An arrow needs two spaces, such as “%(arrow)s %(first)s %(last)s”.")
        first, last = grid.examples
        raise ValidationError(message % {"arrow": _NAMES[ARROW], "first": first, "last": last}, code="arrow")
    pairs = list(zip(spaces[::2], spaces[1::2], strict=True))
    for tail, head in pairs:
        if tail == head:
            raise ValidationError(_("An arrow can’t point from %(space)s to itself.") % {"space": tail}, code="arrow")
    return pairs


def _checked(marks: Marks) -> Marks:
    spaces = [name for names in marks.colored.values() for name in names]
    for name in spaces:
        if spaces.count(name) > 1:
            raise ValidationError(_("%(space)s has two colors. Remove one.") % {"space": name}, code="colors")
    if len(spaces) > MOST_SPACES:
        message = ngettext("Mark at most %(most)d space.", "Mark at most %(most)d spaces.", MOST_SPACES)
        raise ValidationError(message % {"most": MOST_SPACES}, code="most")
    if len(marks.arrows) > MOST_ARROWS:
        message = ngettext("Use at most %(most)d arrow.", "Use at most %(most)d arrows.", MOST_ARROWS)
        raise ValidationError(message % {"most": MOST_ARROWS}, code="most")
    return marks


def stored_marks(text: str, grid: BoardGrid | None) -> Marks | None:
    """Return marks as they were stored, or None if there are none or the game no longer has these spaces."""
    if not text or grid is None:
        return None
    try:
        return parse_marks(text, grid)
    except ValidationError:
        return None
