"""The log in words."""

from __future__ import annotations

from engine.cartographers.cards import RuinsCard
from engine.cartographers.events import CardRevealed, ChoiceAsked
from engine.cartographers.news import News
from engine.cartographers.view import View
from games.cartographers.log.words import TurnTask, log_lines
from games.cartographers.words.names import card_name
from games.play.log import LogEntry
from games.play.people import Person
from games.tables.loading import Logged


def log_entries(
    view: View,
    everybody: tuple[Person, ...],
    log: tuple[Logged[News], ...],
    some: tuple[Logged[News], ...] | None = None,
) -> tuple[LogEntry, ...]:
    """The log in words, latest first; `some` of its entries or all."""
    names, tasks = [person.name for person in everybody], _tasks(view, log)
    return tuple(
        LogEntry(entry.turn, text)
        for entry in reversed(log if some is None else some)
        for text in reversed(
            log_lines(entry.event, names, view.definition, view.viewer, tasks.get(entry.turn, TurnTask()))
        )
    )


def _tasks(view: View, log: tuple[Logged[News], ...]) -> dict[int, TurnTask]:
    """What was asked for in each turn: a card to draw, or a space to choose."""
    tasks = {}
    for entry in log:
        if isinstance(entry.event, CardRevealed):
            card = view.card(entry.event.card)
            if not isinstance(card, RuinsCard):  # ruins count to the turn that was played before them
                tasks[entry.event.turn] = TurnTask(card_name(card))
        elif isinstance(entry.event, ChoiceAsked):
            tasks[entry.event.turn] = TurnTask(choosing=True)
    return tasks
