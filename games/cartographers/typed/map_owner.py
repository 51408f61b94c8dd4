"""Map or seat that a typed line refers to."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.position import Position
from engine.cartographers.view import View
from engine.contract import Seat
from games.play.log import LogEntry
from games.play.people import Person
from games.play.vocabulary import find_person


@dataclass(frozen=True, slots=True)
class ReaderFacts:
    """Facts that a reader may know.

    `log` has the latest entries first. `acted` is the turn of the reader's last answer, or the last closed turn if
    there is none. `fork` is the seat of the player who opened the fork. `left` is the reason why the reader can't
    play, "" for active players and spectators.
    """

    view: View
    people: tuple[Person, ...]
    log: tuple[LogEntry, ...]
    acted: int
    fork: Seat | None = None
    left: str = ""

    @property
    def names(self) -> list[str]:
        """Names of the seats."""
        return [person.name for person in self.people]


@dataclass(frozen=True, slots=True)
class OwnedMap:
    """Map to describe, and its owner."""

    person: Person
    position: Position

    @property
    def board(self) -> Board:
        """Board of the map."""
        return self.position.board


def map_of(known: ReaderFacts, whose: str) -> OwnedMap:
    """Return the map that `whose` names, or the page's large one for "". The viewer's answer to the open turn is
    applied. Raises UnreadableCommand for an unknown name.
    """
    person = known.people[_shown_seat(known.view)] if not whose else find_person(known.people, known.view.viewer, whose)
    return OwnedMap(person, _with_own_answer(known.view, person.seat))


def sheet_of(known: ReaderFacts, whose: str) -> OwnedMap:
    """Return the named seat with its map as last scored. "" means the viewer, or the first seat for spectators. Raises
    UnreadableCommand.
    """
    person = known.people[known.view.viewer or 0] if not whose else find_person(known.people, known.view.viewer, whose)
    return OwnedMap(person, known.view.positions[person.seat])


def _shown_seat(view: View) -> Seat:
    """Return the seat whose map the page shows large."""
    return view.task.subject if view.task else (view.viewer or Seat(0))


def _with_own_answer(view: View, seat: Seat) -> Position:
    task = view.task
    if task and task.subject == seat and task.answer:
        return task.position.after(task.answer.outcome)
    return view.positions[seat]


def owner_line(known: ReaderFacts, person: Person) -> tuple[str, ...]:
    """Return a line naming the map's owner, or nothing if it is the reader's own."""
    return () if person.me or len(known.people) == 1 else (_("%(name)s’s map:") % {"name": person.name},)
