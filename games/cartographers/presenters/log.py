"""The log of a table as a visitor may read it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cartographers.events import CardRevealed, Drawn, TurnClosed
from engine.cartographers.view import View
from games.cartographers.presenters.people import Person
from games.cartographers.words.log_text import log_line, log_lines
from games.cartographers.words.names import card_name
from games.tables.loading import Logged


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log."""

    turn: int
    text: str


def log_entries(view: View, everybody: tuple[Person, ...], log: tuple[Logged, ...]) -> tuple[LogEntry, ...]:
    """The log in words, latest first."""
    names, monsters = [person.name for person in everybody], _revealed(view, log)
    return tuple(
        LogEntry(entry.turn, text)
        for entry in reversed(log)
        for text in reversed(log_lines(entry.event, names, view.definition, view.viewer, monsters.get(entry.turn, "")))
    )


def _revealed(view: View, log: tuple[Logged, ...]) -> dict[int, str]:
    """The name of the card that was drawn, by turn."""
    return {
        entry.event.turn: card_name(view.card(entry.event.card))
        for entry in log
        if isinstance(entry.event, CardRevealed)
    }


def ambushed(view: View, everybody: tuple[Person, ...], log: tuple[Logged, ...]) -> str:
    """Who drew which monster on the viewer's own map in the turn that closed last, "" for nobody."""
    events = [entry.event for entry in log]
    closed = max((event.turn for event in events if isinstance(event, TurnClosed)), default=0)
    mine = [
        event
        for event in events
        if isinstance(event, Drawn) and event.turn == closed and event.subject == view.viewer != event.seat
    ]
    names = [person.name for person in everybody]
    monster = _revealed(view, log).get(closed, "")
    return (log_line(mine[-1], names, view.definition, view.viewer, monster) or "") if mine else ""
