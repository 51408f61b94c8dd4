"""Command line of a table page, and its replies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from games.play.people import Person
from games.play.words import and_list, fold_text
from games.tables.game import Seated
from games.tables.models import Talk

IN_HAND: Final = "hand-"
"""Prefix of the field names that the command line adds itself. A script sends the fields of the forms, which take
precedence.
"""
SHAPE_MOVED: Final = "carto:put"
"""Event that tells the script that the current shape will be shown in a different place."""
LONGEST: Final = 310
"""Maximum length of a typed line."""


class UnreadableCommand(Exception):
    """Typed command that cannot be executed; its text is the reason, shown to the user."""


@dataclass(frozen=True, slots=True)
class CommandHelp:
    """Command that can be typed, and its effect; `plays` is True if it is for players only, `speaks` if it is for the
    chat, which not every table has.
    """

    typed: str
    does: str
    plays: bool = False
    speaks: bool = False

    @property
    def sentence(self) -> str:
        """Return the question and the answer together."""
        return _("%(typed)s: %(does)s") % {"typed": self.typed, "does": self.does}


@dataclass(frozen=True, slots=True)
class LineView:
    """The command line: its URL and text; the answered line (`question`) and the `answer` in sentences, or the error;
    `focused` if the page is a reply and the next line is typed at once.
    """

    action: str
    most: int
    entries: tuple[CommandHelp, ...]
    text: str = ""
    question: str = ""
    answer: tuple[str, ...] = ()
    problem: str = ""
    focused: bool = False


def usable(entries: Sequence[CommandHelp], seated: Seated) -> tuple[CommandHelp, ...]:
    """Return the commands that can be used by the viewer, who may have left the game."""
    left, silent = seated.has_left or seated.ended_early, seated.table.talk == Talk.OFF
    return tuple(entry for entry in entries if not ((left and entry.plays) or (silent and entry.speaks)))


def line_view(code: str, entries: Sequence[CommandHelp]) -> LineView:
    """Return a table's empty command line."""
    return LineView(reverse("play:line", args=[code]), LONGEST, tuple(entries))


def answered_line(
    code: str, entries: Sequence[CommandHelp], *, question: str, answer: tuple[str, ...], problem: str
) -> LineView:
    """Return the command line with an answer, or with an error and the typed text."""
    action = reverse("play:line", args=[code])
    return LineView(
        action, LONGEST, tuple(entries), question if problem else "", question, answer, problem, focused=True
    )


def submitted_fields(query: QueryDict) -> QueryDict:
    """Return the fields sent with a typed line, with those of the shape in hand by plain name."""
    fields = query.copy()
    for name in query:
        if name.startswith(IN_HAND):
            fields.setdefault(name.removeprefix(IN_HAND), str(query[name]))
    return fields


def spectator_message() -> str:
    """Return the error message for a command that plays, typed by a spectator."""
    return _("You’re a spectator, so only query commands are available. Type “help” to list them.")


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
    raise UnreadableCommand(
        _("No player is called “%(name)s”. Players at this table: %(seats)s.") % {"name": whose[:40], "seats": seats}
    )


def _called(people: Sequence[Person], whose: str) -> tuple[list[Person], ...]:
    return (
        [person for person in people if fold_text(person.name) == whose],
        [person for person in people if fold_text(person.username) == whose],
        [person for person in people if fold_text(person.name).startswith(whose)],
    )
