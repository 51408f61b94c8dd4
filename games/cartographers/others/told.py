"""Who sits here, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.cartographers.typed.looking import Room
from games.play.people import Person


def who_sentences(room: Room) -> tuple[str, ...]:
    """Who sits here, and what the table waits for."""
    return tuple(_person(number, person) for number, person in enumerate(room.people, 1))


def _person(number: int, person: Person) -> str:
    words = {"number": number, "name": _("you") if person.me else person.name, "state": person.state}
    return (_("%(number)s: %(name)s, %(state)s.") if person.state else _("%(number)s: %(name)s.")) % words
