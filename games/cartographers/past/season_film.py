"""The year as a film: what each turn brought upon a map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext as _

from engine.cartographers.events import Event, MonstersWalkedIn, MonsterWalkedIn, TurnClosed
from engine.cartographers.game import RULES
from engine.cartographers.state import State
from games.cartographers.map.boards import Patch, changed_patches, patches
from games.cartographers.map.words import map_title
from games.cartographers.words.names import card_name, season_name
from games.play.people import Person, people_then
from games.tables.game_state import Logged


@dataclass(frozen=True, slots=True)
class Frame:
    """A turn: its season, with the class of its colour, what was drawn, and what came upon the map."""

    title: str
    css: str
    patches: tuple[Patch, ...]


@dataclass(frozen=True, slots=True)
class Year:
    """A year on somebody's map, from the sheet as it was at the beginning."""

    title: str
    sheet: tuple[Patch, ...]
    frames: tuple[Frame, ...]


def build_film(log: Sequence[Logged[Event]], person: Person) -> Year:
    """Return the year on a player's map in a game that is over or ended early."""
    frames = tuple(_frames(log, person))
    start = next(state for state in _states(log) if state.positions)
    return Year(map_title(person), patches(start.boards[person.seat]), frames)


def _states(log: Sequence[Logged[Event]]) -> Iterator[State]:
    state: State = RULES.initial
    for entry in log:
        state = RULES.evolve(state, entry.event)
        yield state


def _frames(log: Sequence[Logged[Event]], person: Person) -> Iterator[Frame]:
    """The turns in which that map changed, whatever happened at the end of their seasons included."""
    state, board = RULES.initial, None
    for number, group in groupby(log, lambda entry: entry.turn):
        season, name, entries = 0, "", list(group)
        for event in (entry.event for entry in entries):
            task, state = state.open or state.choice, RULES.evolve(state, event)
            if isinstance(event, TurnClosed | MonsterWalkedIn | MonstersWalkedIn) and task:
                season, name = state.season, card_name(task)
        before, board = board, state.boards[person.seat]
        if before is not None and before != board:
            frame = _frame(number, state, season, name, changed_patches(before, board))
            yield _drawn_by(frame, person, people_then([person], entries, number)[0])


def _frame(turn: int, state: State, season: int, name: str, changed: tuple[Patch, ...]) -> Frame:
    words = {"season": season_name(state.definition.seasons[season].id), "turn": turn, "card": name}
    css = f"season-{state.definition.seasons[season].id}"
    return Frame(_("%(season)s, turn %(turn)s: %(card)s") % words, css, changed)


def _drawn_by(frame: Frame, now: Person, then: Person) -> Frame:
    """Return a frame that names who drew it, unless it was the player who has the seat now."""
    if then.drawer == now.name:
        return frame
    return replace(frame, title=_("%(turn)s, drawn by %(name)s") % {"turn": frame.title, "name": then.drawer})
