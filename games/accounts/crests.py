"""Crests: the pictures of people, generated from their names or put together from parts.

A crest has one charge upon a shield. A dark field bears a light charge and the other way round, so the charge stands
out by lightness alone. The parts are drawn in `static/img/crests.svg`, the colors are in `static/css/crests.css`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Final, Self, TypeVar

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.accounts.crest_words import charge_name, color_name, division_name

CREST_MAX: Final = 60

SHIELDS: Final = ("heater", "round", "french", "swiss", "oval", "hexagon")
UNDIVIDED: Final = ("plain", "bordure")
DIVIDED: Final = (
    *("pale", "fess", "bend", "sinister", "quarterly", "chevron"),
    *("saltire", "chief", "barry", "paly"),
)
DIVISIONS: Final = (*UNDIVIDED, *DIVIDED)
_DEEP: Final = ("navy", "plum", "umber", "sable")
_BRIGHT: Final = ("teal", "azure", "red", "green")
DARK: Final = (*_DEEP, *_BRIGHT)
LIGHT: Final = ("gold", "paper", "sky", "rose")
COLORS: Final = (*DARK, *LIGHT)
CHARGES: Final = (
    *("quill", "compass", "tree", "tower", "mountain", "wave", "sheaf", "star", "crown", "key"),
    *("dragon", "boar", "stag", "owl", "fish", "ship", "sextant", "bridge", "lantern", "hound"),
    *("raven", "sun", "moon", "mushroom", "anchor", "acorn", "hourglass", "mill", "bee", "axe"),
)
_PARTNERS: Final = {
    "teal": "navy",
    "azure": "navy",
    "red": "plum",
    "green": "sable",
    "navy": "azure",
    "plum": "red",
    "umber": "teal",
    "sable": "green",
    "gold": "paper",
    "paper": "sky",
    "sky": "paper",
    "rose": "paper",
}
"""Color of the other half for each color of the field, if none is chosen."""
_TOO_SIMILAR: Final = {("umber", "red"), ("umber", "green")}
"""Pairs of colors that some eyes can't tell apart; names never get them."""
_SPEC: Final = re.compile(r"([a-z]+)\.([a-z]+)\.([a-z]+)(?:\+([a-z]+))?\.([a-z]+)\.([a-z]+)")

ItemT = TypeVar("ItemT")


@dataclass(frozen=True, slots=True)
class Crest:
    """Crest as a value; `str()` gives its spec, such as `french.quarterly.teal+navy.gold.owl`.

    `other` is the color of the other half of a divided field, "" if the field is undivided. Raises ValidationError if
    the parts are unknown or don't go together.
    """

    shield: str
    division: str
    field: str
    other: str
    color: str
    charge: str

    def __post_init__(self) -> None:
        known = {self.shield: SHIELDS, self.division: DIVISIONS, self.field: COLORS, self.color: COLORS}
        for value, choices in {**known, self.charge: CHARGES, (self.other or self.field): COLORS}.items():
            if value not in choices:
                raise ValidationError(_("No part of a crest is named “%(name)s”."), "crest", {"name": value})
        if self.color in colors_of_side(self.field):
            raise ValidationError(_("A dark shield needs a light symbol, and a light shield a dark one."), "crest")
        if bool(self.other) != (self.division in DIVIDED):
            raise ValidationError(_("A divided shield has two colors, an undivided one has one."), "crest")
        if self.other and (self.other == self.field or self.other not in colors_of_side(self.field)):
            raise ValidationError(_("Both halves of a shield are dark or both are light, in two colors."), "crest")

    def __str__(self) -> str:
        field = f"{self.field}+{self.other}" if self.other else self.field
        return f"{self.shield}.{self.division}.{field}.{self.color}.{self.charge}"

    @classmethod
    def fitted(cls, shield: str, division: str, field: str, other: str, color: str, charge: str) -> Self:
        """Return the crest of these parts, with the two other colors changed where they don't go with the field."""
        side = colors_of_side(field)
        if color in side:
            color = "gold" if field in DARK else "navy"
        if division not in DIVIDED:
            other = ""
        elif other == field or other not in side:
            other = _PARTNERS.get(field, "")
        return cls(shield, division, field, other, color, charge)

    @property
    def blazon(self) -> str:
        """The crest in words, in the language of the page."""
        words = {
            "field": color_name(self.field),
            "other": color_name(self.other) if self.other else "",
            "color": color_name(self.color),
            "charge": charge_name(self.charge),
            "division": division_name(self.division),
        }
        if self.other:
            return _("%(charge)s in %(color)s on %(field)s and %(other)s, %(division)s") % words
        if self.division == "bordure":
            return _("%(charge)s in %(color)s on %(field)s, with a border") % words
        return _("%(charge)s in %(color)s on %(field)s") % words


def colors_of_side(color: str) -> tuple[str, ...]:
    """Return the dark colors for a dark one, the light colors for any other."""
    return DARK if color in DARK else LIGHT


@lru_cache(5000)
def parse_crest(spec: str) -> Crest:
    """Return the crest of a spec. Raises ValidationError with a reason."""
    found = _SPEC.fullmatch(spec)
    if not found:
        raise ValidationError(
            _("Write a crest as shield.division.field.color.charge, such as %(example)s."),
            "crest",
            {"example": "french.quarterly.teal+navy.gold.owl"},
        )
    shield, division, field, other, color, charge = found.groups(default="")
    return Crest(shield, division, field, other, color, charge)


def validate_crest(spec: str) -> None:
    """Raise ValidationError unless the text is the spec of a crest."""
    parse_crest(spec)


@lru_cache(5000)
def crest_of_name(name: str, number: int = 0) -> Crest:
    """Return the crest generated from a name, or with a number one of its alternatives.

    The same name always gives the same crest. Case, spaces and ways of writing an accent don't matter. A change of
    the lists above changes the crests of names, so it needs a new version in the hashed text.
    """
    text = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    hashed = f"carto crest 1\0{text}" + (f"\0{number}" if number else "")
    dice = _Dice(int.from_bytes(blake2b(hashed.encode(), digest_size=32).digest(), "big"))
    shield, charge = dice.pick(SHIELDS), dice.pick(CHARGES)
    # Undivided fields have fewer colors between them, so they are rarer.
    division = dice.pick(UNDIVIDED) if dice.pick(range(12)) == 0 else dice.pick(DIVIDED)
    if dice.pick(range(3)):  # two in three fields are dark
        pair = dice.pick([(deep, bright) for deep in _DEEP for bright in _BRIGHT if (deep, bright) not in _TOO_SIMILAR])
        color = dice.pick(LIGHT)
    else:
        pair = dice.pick([(light, "paper") for light in LIGHT if light != "paper"])
        color = dice.pick(DARK)
    field, other = pair if dice.pick((False, True)) else (pair[1], pair[0])
    return Crest(shield, division, field, other if division in DIVIDED else "", color, charge)


class _Dice:
    """Picks that are determined by one large number."""

    def __init__(self, pool: int) -> None:
        self._pool = pool

    def pick(self, options: Sequence[ItemT]) -> ItemT:
        self._pool, index = divmod(self._pool, len(options))
        return options[index]


def variants(crest: Crest, part: str, values: Sequence[str]) -> tuple[tuple[str, Crest], ...]:
    """Return the crest once with each of these values of one part, adjusted to go together."""
    parts = {name: getattr(crest, name) for name in ("shield", "division", "field", "other", "color", "charge")}
    return tuple((value, Crest.fitted(**{**parts, part: value})) for value in values)
