"""Chests, supplies and position scorings in words, as all may see them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.gisborne.view import ChestView, View
from games.gisborne.words.names import cards_count, points_of


def chest_words(chest: ChestView) -> str:
    """Return what lies in a chest."""
    chips = " + ".join(map(str, chest.chips))
    words = {"cards": cards_count(chest.cards), "chips": chips}
    return _("%(cards)s, chips %(chips)s") % words if chips else cards_count(chest.cards)


def supply_lines(view: View) -> tuple[str, ...]:
    """Return what lies beside the way, a sentence each."""
    lines = [_("Pile: %(pile)s. Discards: %(discards)s.") % {"pile": view.pile, "discards": view.discards}]
    if view.tiles_left:
        text = ngettext("%(n)s tile still hidden.", "%(n)s tiles still hidden.", view.tiles_left)
        lines.append(text % {"n": view.tiles_left})
    return (*lines, *chip_lines(view))


def chip_lines(view: View) -> tuple[str, ...]:
    """Return the next chip and the one on the beach, a sentence each."""
    lines = []
    if view.next_chip:
        lines.append(_("Next chip: %(points)s.") % {"points": points_of(view.next_chip)})
    if view.beach_chip:
        lines.append(_("Chip on the beach: %(points)s.") % {"points": points_of(view.beach_chip)})
    return tuple(lines)


def scoring_title(view: View) -> str:
    """Return which position scoring comes next, "" after the end."""
    if view.over:
        return ""
    if view.earned > 1:
        return _("%(n)s position scorings at the end of this round") % {"n": view.earned}
    if view.earned:
        return _("Position scoring at the end of this round")
    return _("Next position scoring, by current ranks")
