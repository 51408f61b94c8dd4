"""Player named in a typed line."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.play.line import Unread
from games.play.people import Person
from games.play.phrases import and_list
from games.play.words import folded


def person_of(people: Sequence[Person], whose: str) -> Person:
    """Return the player given by a number from 1, a name, or an unambiguous start of a name.

    Names are compared folded. Raises Unread if no single player matches.
    """
    if whose.isascii() and whose.isdigit() and 1 <= int(whose[:4]) <= len(people):
        return people[int(whose[:4]) - 1]
    for namesakes in _called(people, whose):
        if len(namesakes) == 1:
            return namesakes[0]
    seats = and_list([f"{number} {person.name}" for number, person in enumerate(people, 1)])
    raise Unread(
        _("No player is called “%(name)s”. Players at this table: %(seats)s.") % {"name": whose[:40], "seats": seats}
    )


def _called(people: Sequence[Person], whose: str) -> tuple[list[Person], ...]:
    return (
        [person for person in people if folded(person.name) == whose],
        [person for person in people if folded(person.username) == whose],
        [person for person in people if folded(person.name).startswith(whose)],
    )
