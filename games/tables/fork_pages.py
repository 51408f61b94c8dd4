"""Forks on pages: the form to play from a turn, and the original game of a fork."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from engine import contract
from games.accounts.forms_base import new_command_id
from games.tables.access import invitations
from games.tables.forks import may_fork
from games.tables.game import Seated
from games.tables.models import Seat, Table
from games.tables.seats import own_seat


@dataclass(frozen=True, slots=True)
class ForkForm:
    """The form by which somebody plays on from a turn, in the place of a `seat`: its button, and a `hint` at what it
    does; `as_guest` where the visitor would do so as a new guest.
    """

    url: str
    seat: str
    label: str
    hint: str
    command_id: str
    as_guest: bool


@dataclass(frozen=True, slots=True)
class ForkOrigin:
    """The game that a fork was played on from, in a `sentence`; `url` is that turn of it, and `original` its table, ""
    and None for who may not see it and where it is gone. `again` is the form by which it is played on from the same
    turn once more, None where it cannot be.
    """

    sentence: str
    url: str
    original: Table | None
    again: ForkForm | None


def fork_form(request: HttpRequest, table: Table, turn: int, seat: int, name: str, *, alone: bool) -> ForkForm | None:
    """Return the form to play from a turn in a seat's place, or None if no choice is left.

    `alone` is True if the table has one seat.
    """
    if not may_fork(table, turn, seat):
        return None
    label = _("Play from here as %(name)s") % {"name": name} if name else _("Play from here")
    hint = (
        _("Solo, with the same deck. Doesn’t count toward statistics.")
        if alone
        else _("Solo, with the same deck. The other players’ moves stay the same. Doesn’t count toward statistics.")
    )
    return _form(request, table, turn, seat, label, hint)


def fork_origin(request: HttpRequest, seated: Seated) -> ForkOrigin | None:
    """Return the origin of a fork, or None for any other game."""
    fork = seated.table
    if not fork.is_fork:
        return None
    original = original_of(request, fork)
    if original is None:
        return ForkOrigin(_("Continued from turn %(turn)s of another game.") % {"turn": fork.fork_turn}, "", None, None)
    index, turn = own_index(seated), fork.fork_turn or 1
    again = _form(request, original, turn, index, _("Try again from the same turn"))
    url = reverse("play:turn", args=[original.code, turn]) + f"?look={index + 1}"
    return ForkOrigin(_sentence(seated, original, index), url, original, again)


def original_of(request: HttpRequest, fork: Table) -> Table | None:
    """The game that a fork was played on from, where it is there and the visitor may see it."""
    visible = Table.objects.visible_to(request.user.pk, invitations(request))
    return visible.filter(pk=fork.fork_of_id).first() if fork.fork_of_id else None


def fork_seat(seated: Seated) -> contract.Seat | None:
    """Return the seat of the user who opened a multiplayer fork, or None for any other game.

    Nobody wins such a fork: the other seats only repeat what they did in the original game.
    """
    return contract.Seat(own_index(seated)) if seated.table.is_fork and len(seated.seats) > 1 else None


def own_index(seated: Seated) -> int:
    """Return the index of the seat of the user who opened a fork, for any viewer."""
    return own_seat(seated.table, seated.seats).index


def _sentence(seated: Seated, original: Table, index: int) -> str:
    words = {"turn": seated.table.fork_turn, "table": original.name}
    if len(seated.seats) == 1:
        return _("Continued from turn %(turn)s of %(table)s.") % words
    then = Seat.objects.at(original)[index]
    return _("Continued from turn %(turn)s of %(table)s, as %(name)s.") % {**words, "name": then.shown_name}


def _form(request: HttpRequest, table: Table, turn: int, seat: int, label: str, hint: str = "") -> ForkForm:
    url = reverse("tables:fork", args=[table.code, turn])
    return ForkForm(url, str(seat), label, hint, new_command_id(), not request.user.is_authenticated)
