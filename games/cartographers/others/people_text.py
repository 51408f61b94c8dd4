"""Sentences about the players at the table."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.cartographers.others.people import states
from games.cartographers.typed.map_owner import Known
from games.play.people import Person


def who_sentences(known: Known) -> tuple[str, ...]:
    """Return a sentence about each player and their status."""
    return tuple(_person(person, state) for person, state in zip(known.people, states(known.view), strict=True))


def _person(person: Person, state: str) -> str:
    words = {"number": person.seat + 1, "name": _("you") if person.me else person.name, "state": state}
    return (_("%(number)s: %(name)s, %(state)s.") if state else _("%(number)s: %(name)s.")) % words
