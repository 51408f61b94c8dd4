"""Names of the parts of crests."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

_SHIELDS: Final = {
    "heater": _("Pointed"),
    "round": _("Round"),
    "french": _("Square"),
    "swiss": _("Horned"),
    "oval": _("Oval"),
    "hexagon": _("Hexagon"),
}
_DIVISIONS: Final = {
    "plain": _("undivided"),
    "bordure": _("with a border"),
    "pale": _("halved"),
    "fess": _("halved across"),
    "bend": _("divided by a falling diagonal"),
    "sinister": _("divided by a rising diagonal"),
    "quarterly": _("quartered"),
    "chevron": _("divided by a gable"),
    "saltire": _("quartered diagonally"),
    "chief": _("with a top band"),
    "barry": _("striped across"),
    "paly": _("striped"),
}
_COLORS: Final = {
    "navy": _("navy"),
    "plum": _("plum"),
    "umber": _("brown"),
    "sable": _("black"),
    "teal": _("teal"),
    "azure": _("blue"),
    "red": _("red"),
    "green": _("green"),
    "gold": _("gold"),
    "paper": _("white"),
    "sky": _("sky blue"),
    "rose": _("rose"),
}
_CHARGES: Final = {
    "quill": _("Quill"),
    "compass": _("Compass rose"),
    "tree": _("Tree"),
    "tower": _("Tower"),
    "mountain": _("Mountains"),
    "wave": _("Wave"),
    "sheaf": _("Sheaf"),
    "star": _("Star"),
    "crown": _("Crown"),
    "key": _("Key"),
    "dragon": _("Dragon"),
    "boar": _("Boar"),
    "stag": _("Stag"),
    "owl": _("Owl"),
    "fish": _("Fish"),
    "ship": _("Ship"),
    "sextant": _("Sextant"),
    "bridge": _("Bridge"),
    "lantern": _("Lantern"),
    "hound": _("Hound"),
    "raven": _("Raven"),
    "sun": _("Sun"),
    "moon": _("Moon"),
    "mushroom": _("Mushroom"),
    "anchor": _("Anchor"),
    "acorn": _("Acorn"),
    "hourglass": _("Hourglass"),
    "mill": _("Windmill"),
    "bee": _("Bee"),
    "axe": _("Axe"),
}


def shield_name(shield: str) -> str:
    """Return the name of a shape of shield."""
    return str(_SHIELDS[shield])


def division_name(division: str) -> str:
    """Return the words for a division, to follow the colors."""
    return str(_DIVISIONS[division])


def color_name(color: str) -> str:
    """Return the name of a color, in lower case."""
    return str(_COLORS[color])


def charge_name(charge: str) -> str:
    """Return the name of a charge, capitalized."""
    return str(_CHARGES[charge])
