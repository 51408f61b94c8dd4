"""The log in words."""

from __future__ import annotations

from itertools import groupby

from django.utils.translation import gettext as _

from engine.cartographers.cards import RuinsCard
from engine.cartographers.events import CardRevealed, ChoiceAsked, Definition, SeasonScored
from engine.cartographers.news import Chose, Drew, News
from engine.cartographers.view import View
from engine.contract import Viewer
from games.cartographers.log.words import TurnTask, log_lines
from games.cartographers.words.names import card_name
from games.play.fragment_cache import cached
from games.play.log import LogEntry
from games.play.people import Person
from games.tables.game_state import Logged


def log_entries(
    view: View,
    everybody: tuple[Person, ...],
    log: tuple[Logged[News], ...],
    some: tuple[Logged[News], ...] | None = None,
) -> tuple[LogEntry, ...]:
    """The log in words, latest first; `some` of its entries or all."""
    tasks, cards = _tasks(view, log), _Cards(view.definition)
    turns = groupby(reversed(log if some is None else some), key=lambda entry: entry.turn)
    return tuple(
        entry
        for turn, entries in turns
        for entry in _entries(
            turn,
            tuple((entry.event, entry.stand_in, _names_at(everybody, entry.number)) for entry in entries),
            cards,
            view.viewer,
            tasks.get(turn, TurnTask()),
        )
    )


class _Cards:
    """The cards of a game, compared as the object that they are: to compare all of them would take long."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Cards) and self.definition is other.definition

    def __hash__(self) -> int:
        return id(self.definition)


# A game has dozens of turns, and its page is rendered again for every player in every turn.
@cached(5_000)
def _entries(
    turn: int,
    events: tuple[tuple[News, bool, tuple[str, ...]], ...],
    cards: _Cards,
    viewer: Viewer,
    task: TurnTask,
) -> tuple[LogEntry, ...]:
    """Return the log lines of a turn's events, which are passed and returned latest first.

    Each event comes with whether the stand-in caused it, and with the names of the players who had the seats at the
    time.
    """
    return tuple(
        LogEntry(turn, _by_stand_in(line) if stand_in and isinstance(event, Drew | Chose) else line)
        for event, stand_in, names in events
        for line in reversed(log_lines(event, names, cards.definition, viewer, task))
    )


def _names_at(everybody: tuple[Person, ...], number: int) -> tuple[str, ...]:
    return tuple(person.name_at(number) for person in everybody)


def _by_stand_in(line: str) -> str:
    return _("%(sentence)s (stand-in)") % {"sentence": line}


def _tasks(view: View, log: tuple[Logged[News], ...]) -> dict[int, TurnTask]:
    """Return the task of each turn by its number: a card to draw, or a space to choose."""
    tasks, seasons = {}, 0
    for entry in log:
        seasons += isinstance(entry.event, SeasonScored)
        if isinstance(entry.event, CardRevealed):
            card = view.card(entry.event.card)
            if not isinstance(card, RuinsCard):  # ruins count to the turn that was played before them
                tasks[entry.event.turn] = TurnTask(card_name(card))
        elif isinstance(entry.event, ChoiceAsked):
            tasks[entry.event.turn] = TurnTask(choosing=True, idle=seasons == len(view.definition.seasons))
    return tasks
