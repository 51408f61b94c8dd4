"""Text of the way: fields and what is on them, the stack, and the end of a play in the making."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.gisborne.tiles import Mark
from games.gisborne.words.names import mark_name
from games.play.words import and_list


def field_id(number: int) -> str:
    """Return the id of a field of the way on its page."""
    return f"field-{number}"


def slot_id(slot: int) -> str:
    """Return the id of a slot of the beach on its page."""
    return f"slot-{slot}"


def field_text(number: int, mark: Mark, *, river: bool, bridge: int) -> str:
    """Return a field with its kind, the then a river and the field to which its bridge leads, 0 for none.

    Fields of a tile that has not joined the way have the number 0.
    """
    parts = [str(number)] if number else []
    parts.append(mark_name(mark))
    if river:
        parts.append(_("then a river"))
    if bridge:
        parts.append(_("bridge to %(field)s") % {"field": bridge})
    return ", ".join(parts)


def chip_text(value: int) -> str:
    """Return a chip by its value."""
    return _("chip worth %(value)s") % {"value": value}


def slot_text(slot: int) -> str:
    """Return a slot of the beach by its number."""
    return _("slot %(slot)s") % {"slot": slot}


def bar_text(names: Iterable[str]) -> str:
    """Return the bar and the players whose pawns are on it, most advanced first."""
    shown = list(names)
    return _("bar: %(names)s") % {"names": and_list(shown)} if shown else _("bar, empty")


def pawn_name(name: str, *, me: bool) -> str:
    """Return the owner of a pawn."""
    return _("%(name)s (you)") % {"name": name} if me else name


def stack_text(tiles: int, next_chip: int) -> str:
    """Return the path tiles that nobody has seen, and the chip that the next of them gets, 0 for none."""
    unseen = ngettext("%(n)s hidden tile", "%(n)s hidden tiles", tiles) % {"n": tiles}
    if not next_chip:
        return unseen
    return _("%(tiles)s; next chip %(value)s") % {"tiles": unseen, "value": next_chip}
