"""The log of a table as a visitor may read it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.cards import RuinsCard
from engine.cartographers.events import CardRevealed, ChoiceAsked
from engine.cartographers.news import News
from engine.cartographers.view import View
from games.cartographers.presenters.people import Person
from games.cartographers.words.log_text import Asked, log_lines
from games.cartographers.words.names import card_name
from games.tables.loading import Logged


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log."""

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class LogTurn:
    """A turn in the log: its number, its name, and where it is shown once it has closed, "" before."""

    number: int
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log on the page."""

    turn: LogTurn
    text: str


@dataclass(frozen=True, slots=True)
class LogView:
    """The log, latest first: what the open turn and the one before it brought, and everything earlier."""

    latest: tuple[LogLine, ...]
    earlier: tuple[LogLine, ...]


def turn_name(turn: int) -> str:
    """What a turn is called."""
    return _("Turn %(turn)s") % {"turn": turn}


def turn_address(table: str, turn: int) -> str:
    """Where a turn that has closed is shown; `table` is the address of the table."""
    return f"{table}turns/{turn}/"


def log_view(view: View, everybody: tuple[Person, ...], log: tuple[Logged[News], ...], table: str) -> LogView:
    """The log as the page shows it; `table` is its address."""
    entries = log_entries(view, everybody, log)
    recent = sum(entry.turn >= view.turn - 1 for entry in entries)
    last = view.turn if view.over else view.turn - 1
    links = {turn: turn_address(table, turn) for turn in range(1, last + 1)}
    turns = {turn: LogTurn(turn, turn_name(turn), links.get(turn, "")) for turn in range(view.turn + 1)}
    lines = tuple(LogLine(turns[entry.turn], entry.text) for entry in entries)
    return LogView(lines[:recent], lines[recent:])


def log_entries(
    view: View,
    everybody: tuple[Person, ...],
    log: tuple[Logged[News], ...],
    some: tuple[Logged[News], ...] | None = None,
) -> tuple[LogEntry, ...]:
    """The log in words, latest first; `some` of its entries or all."""
    names, asked = [person.name for person in everybody], _asked(view, log)
    return tuple(
        LogEntry(entry.turn, text)
        for entry in reversed(log if some is None else some)
        for text in reversed(
            log_lines(entry.event, names, view.definition, view.viewer, asked.get(entry.turn, Asked()))
        )
    )


def _asked(view: View, log: tuple[Logged[News], ...]) -> dict[int, Asked]:
    """What was asked for in each turn: a card to draw, or a space to choose."""
    found = {}
    for entry in log:
        if isinstance(entry.event, CardRevealed):
            card = view.card(entry.event.card)
            if not isinstance(card, RuinsCard):  # ruins count to the turn that was played before them
                found[entry.event.turn] = Asked(card_name(card))
        elif isinstance(entry.event, ChoiceAsked):
            found[entry.event.turn] = Asked(choosing=True)
    return found
