"""Players at their seats, as pages show them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from engine.contract import Seat
from games.tables import models
from games.tables.game import Seated
from games.tables.holders import FormerHolder, former_holders
from games.tables.lobby.cards import seat_marks
from games.tables.log.state import DecodedEvent
from games.tables.models.players import has_resigned, is_away, was_removed


@dataclass(frozen=True, slots=True)
class Person:
    """Seat with the name of its player.

    `css` is its color class. `crest` is the spec of the player's crest, "" for bots and players of other games. `me`
    is True for the viewer. `away` is the reason why the stand-in plays there, "" if it does not. `former` are the
    players who had the seat before. `uncounted` is the reason why a finished game does not count for the player.
    `by_stand_in` is True if the stand-in drew on the turn whose page is shown. `marks` say in a few words that the seat
    plays as on paper, and its handicap.
    """

    seat: Seat
    name: str
    title: str
    username: str
    css: str
    me: bool
    crest: str = ""
    away: str = ""
    former: tuple[FormerHolder, ...] = ()
    uncounted: str = ""
    by_stand_in: bool = False
    marks: str = ""

    @property
    def drawer(self) -> str:
        """The name with the stand-in where that drew."""
        return drawer_words(self.name, by_stand_in=self.by_stand_in)

    @property
    def drawer_crest(self) -> str:
        """The spec of the crest, "" where the stand-in drew."""
        return "" if self.by_stand_in else self.crest

    def name_at(self, number: int) -> str:
        """Return the name of the player who had the seat when the event of that number happened."""
        return next((holder.shown_name for holder in self.former if number <= holder.until), self.name)


@dataclass(frozen=True, slots=True)
class SeatNames:
    """Names of the players by seat, with their hash: the key of a cache has them once for each event."""

    names: tuple[str, ...]
    _hash: int

    @classmethod
    def of(cls, names: tuple[str, ...]) -> SeatNames:
        """Return the names with their hash."""
        return cls(names, hash(names))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, SeatNames) and self.names == other.names)


class NamesAtEvents:
    """Names of the players who had the seats when an event happened, by its number."""

    def __init__(self, everybody: Sequence[Person]) -> None:
        self._everybody = everybody
        self._changes = sorted({holder.until for person in everybody for holder in person.former})
        self._names: dict[int, SeatNames] = {}

    def at(self, number: int) -> SeatNames:
        """Return the names at an event. Between two changes of players they are the same object."""
        period = bisect_left(self._changes, number)
        if period not in self._names:
            self._names[period] = SeatNames.of(tuple(person.name_at(number) for person in self._everybody))
        return self._names[period]


def drawer_words(name: str, *, by_stand_in: bool) -> str:
    """Return the name of a player, marked where the stand-in drew in their place."""
    return _("%(name)s (stand-in)") % {"name": name} if by_stand_in else name


def last_answers_of_turn(log: Sequence[DecodedEvent[Any]], turn: int) -> Mapping[int, DecodedEvent[Any]]:
    """Return by seat the last answer of a turn that has closed; seats that were asked nothing are missing."""
    of_turn = (entry for entry in log if entry.turn == turn)
    return {entry.seat: entry for entry in of_turn if entry.seat is not None and is_own_answer(entry)}


def is_own_answer(entry: DecodedEvent[Any]) -> bool:
    """Return whether an entry is its seat's own answer, and not what followed from it."""
    return getattr(entry.event, "seat", None) == entry.seat


def people_at_turn(everybody: Sequence[Person], log: Sequence[DecodedEvent[Any]], turn: int) -> tuple[Person, ...]:
    """Return the people as the page of a past turn names them.

    These are the players of that turn, with the stand-in where it drew. A former player is never the viewer. Later
    changes of a seat are left out.
    """
    answers = last_answers_of_turn(log, turn)
    last = max((entry.number for entry in log if entry.turn == turn), default=0)
    return tuple(_person_at_turn(person, answers.get(person.seat), last) for person in everybody)


def _person_at_turn(person: Person, answer: DecodedEvent[Any] | None, last: int) -> Person:
    number = answer.number if answer else last
    changed = any(number <= holder.until for holder in person.former)
    on_own = answer is not None and getattr(answer.event, "subject", person.seat) == person.seat
    return replace(
        person,
        name=person.name_at(number),
        title="" if changed else person.title,
        username="" if changed else person.username,
        crest="" if changed else person.crest,
        me=person.me and not changed,
        away="",
        uncounted="",
        by_stand_in=answer is not None and answer.stand_in and on_own,
    )


def other_drawers(person: Person, log: Sequence[DecodedEvent[Any]]) -> dict[int, str]:
    """Return by turn who answered for a seat if it wasn't the player who has it now: the stand-in or a former player.

    The last answer of a turn counts. The stand-in of another seat and bots are not meant.
    """
    last = {entry.turn: entry for entry in log if entry.seat == person.seat and is_own_answer(entry)}
    others = ((turn, other_drawer(person, entry)) for turn, entry in last.items())
    return {turn: words for turn, words in others if words}


def other_drawer(person: Person, entry: DecodedEvent[Any]) -> str:
    """Return who gave an answer for a seat if it wasn't the player who has it now, else ""."""
    if entry.stand_in:
        return _("the stand-in")
    return next((holder.shown_name for holder in person.former if entry.number <= holder.until), "")


def seat_css(seat: int) -> str:
    """Return the CSS class for a seat's color."""
    return f"seat-{seat % 12}"


def away_words(seat: models.Seat) -> str:
    """Return the words for a seat played by the stand-in, also to the end, or "" otherwise."""
    if was_removed(seat.player):
        return _("was removed")
    if has_resigned(seat.player):
        return _("resigned")
    return _("stand-in playing") if is_away(seat.player) else ""


def uncounted_words(seat: models.Seat) -> str:
    """Return why a finished game does not count for the person on a seat, "" where it does."""
    if seat.rank is None or not (is_away(seat.player) or seat.drew_less_than_half):
        return ""
    if is_away(seat.player):
        return _("Not counted for this player: a stand-in finished the game.")
    return _("Not counted for this player: someone else played more than half of the game.")


def people(seated: Seated, seats: Container[int] | None = None) -> tuple[Person, ...]:
    """Return the players at the table, in seat order: those of some `seats`, or all."""
    former = former_holders(seated.table)
    return tuple(
        Person(
            seat=Seat(entry.index),
            name=entry.shown_name,
            title=entry.user.title if entry.user else "",
            username=entry.user.username if entry.user else "",
            css=seat_css(entry.index),
            crest=entry.shown_crest,
            me=entry.index == seated.seat,
            away=away_words(entry),
            former=tuple(holder for holder in former if holder.seat == entry.index),
            uncounted=uncounted_words(entry),
            marks=", ".join(seat_marks(seated.table, entry)),
        )
        for entry in seated.seats
        if seats is None or entry.index in seats
    )


def who_sentences(people: Sequence[Person], states: Sequence[str]) -> tuple[str, ...]:
    """Return a sentence about each player and their state, by seat; a state may be ""."""
    return tuple(_who_sentence(person, state) for person, state in zip(people, states, strict=True))


def _who_sentence(person: Person, state: str) -> str:
    words = {"number": person.seat + 1, "name": _("you") if person.me else person.name, "state": state}
    return (_("%(number)s: %(name)s, %(state)s.") if state else _("%(number)s: %(name)s.")) % words


def seat_numbered(number: str, seats: int) -> Seat | None:
    """Return the seat with a number from 1, as addresses write it, or None if it is missing or there is none."""
    if number.isascii() and number.isdigit() and 1 <= int(number[:4]) <= seats:
        return Seat(int(number[:4]) - 1)
    return None
