"""Reader of an answer: the game as they may see it, and the player that a line names."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Seat
from engine.gisborne.view import View
from games.gisborne.log.past_states import view_for
from games.play.absent_seats import left_words
from games.play.line import UnreadableCommand, spectator_message
from games.play.people import Person, people
from games.play.vocabulary import find_person
from games.tables.game import Seated


@dataclass(frozen=True, slots=True)
class Reader:
    """Table and game as its visitor may see it. `left` is why they can't play, "" for players and spectators."""

    seated: Seated
    view: View
    people: tuple[Person, ...]
    left: str = ""

    @property
    def names(self) -> list[str]:
        """Names of the seats."""
        return [person.name for person in self.people]

    @property
    def seat(self) -> Seat:
        """Seat of a player. Raises UnreadableCommand for a spectator, or if the player has left."""
        if self.view.viewer is None or self.left:
            raise UnreadableCommand(self.left or spectator_message())
        return self.view.viewer

    def persons(self, whose: str) -> tuple[Person, ...]:
        """Return the player that `whose` names; for "" the reader, or all players if they are none.

        Raises UnreadableCommand if no single player matches.
        """
        if whose:
            return (find_person(self.people, self.view.viewer, whose),)
        return self.people if self.view.viewer is None else (self.people[self.view.viewer],)


def reader_of(seated: Seated) -> Reader:
    """Return the reader of a table."""
    left = left_words(seated) if seated.has_left or seated.ended_early else ""
    return Reader(seated, view_for(seated), people(seated), left)
