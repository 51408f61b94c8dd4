"""Texts about offered shapes, their orientations and their spots."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.cards import Option, Overlap
from engine.cartographers.geometry import Mask
from engine.cartographers.placement import Offer
from engine.cartographers.shapes import ShapeTurn
from engine.cartographers.skills import Skill
from engine.cartographers.terrain import Terrain
from games.cartographers.words.features import space_list
from games.cartographers.words.names import card_name, terrain_label, terrain_name
from games.cartographers.words.shapes import shape_label


def orientation_label(turn: ShapeTurn) -> str:
    """Return the name of an orientation."""
    return str(_HELD[turn.code])


_HELD = {
    "r0": gettext_lazy("as printed"),
    "r1": gettext_lazy("rotated 90° right"),
    "r2": gettext_lazy("rotated 180°"),
    "r3": gettext_lazy("rotated 90° left"),
    "r0f": gettext_lazy("flipped"),
    "r1f": gettext_lazy("flipped, then rotated 90° right"),
    "r2f": gettext_lazy("flipped, then rotated 180°"),
    "r3f": gettext_lazy("flipped, then rotated 90° left"),
}


def in_hand_sentence(offer: Offer, option: int, terrain: Terrain, turn: ShapeTurn) -> str:
    """Return the sentence about an unplaced shape: its number if there are several, terrain, orientation.

    `option` is 0-based.
    """
    words = {"number": option + 1, "terrain": terrain_name(terrain), "held": orientation_label(turn)}
    if len(offer.options) == 1:
        return _("Selected: %(terrain)s, %(held)s.") % words
    return _("Selected: shape %(number)s, %(terrain)s, %(held)s.") % words


def placed_spaces_sentence(terrain: Terrain, cells: Mask, attack: Mask, *, fits: bool) -> str:
    """Return a short sentence about the spaces of an unconfirmed drawing, read out after every move."""
    words = {"terrain": terrain_label(terrain), "spaces": space_list(cells), "attack": space_list(attack)}
    if attack:
        text = (
            _("%(terrain)s on %(spaces)s, attacking %(attack)s: valid placement.") if fits else _attacks_without_fit()
        )
    else:
        text = (
            _("%(terrain)s on %(spaces)s: valid placement.") if fits else _("%(terrain)s on %(spaces)s: doesn’t fit.")
        )
    return text % words


def _attacks_without_fit() -> str:
    return _("%(terrain)s on %(spaces)s, attacking %(attack)s: doesn’t fit.")


def option_label(number: int, option: Option, skills: Iterable[Skill] = ()) -> str:
    """Return the label of an offered shape; `number` is its 0-based option. `skills` are those of the game."""
    shape = shape_label(option.shape.orientations[0], coin=option.coin)
    words = {"number": number + 1, "shape": shape}
    skill = next((skill for skill in skills if skill.id == option.skill), None)
    if skill:
        return _("%(skill)s, shape %(number)s: %(shape)s") % (words | {"skill": card_name(skill)})
    return _("Shape %(number)s: %(shape)s") % words


def fits_count(n: int) -> str:
    """Return the number of spots where something fits, over all orientations, in words."""
    return ngettext("Fits in %(n)s spot.", "Fits in %(n)s spots.", n) % {"n": n} if n else _("Doesn’t fit anywhere.")


def covered_spaces_sentence(overlap: Overlap, mask: Mask) -> str:
    """Return the sentence about filled spaces that a drawing would cover, or "" for none."""
    if not mask:
        return ""
    words = {"spaces": space_list(mask)}
    if overlap is Overlap.DESTROY:
        return _("This would destroy %(spaces)s.") % words
    return _("This would replace %(spaces)s.") % words


def destroyed_spaces_sentence(terrain: Terrain, mask: Mask) -> str:
    """Return the sentence about spaces that a drawing of the terrain would destroy, or "" for none."""
    if not mask:
        return ""
    words = {"spaces": space_list(mask)}
    if terrain is Terrain.MONSTER:
        return _("A hero’s attack would immediately destroy %(spaces)s.") % words
    return _("The attack would destroy %(spaces)s.") % words
