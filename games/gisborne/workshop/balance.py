"""Balance tests: quick games by the stand-in with a component or set, compared with the box as printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import mean
from typing import Any, Final

from engine.gisborne import RULES
from engine.gisborne.definition import definition_from_json, definition_to_json
from games.catalog.balance_tests import (
    TrialProgress,
    begin_trial,
    find_trial,
    progress_of,
    results_of,
    typical_range,
)
from games.catalog.editors import editor_of
from games.catalog.forms import ToolUse
from games.catalog.models import CatalogEntry, EntryState, Trial
from games.catalog.playable import draft_problems
from games.catalog.shelves import Data
from games.gisborne.shelf.components import active_components, build_definition, shown_name
from games.gisborne.shelf.drawings import Role, role_of
from games.gisborne.shelf.kinds import EntryKind
from games.gisborne.shelf.problems import DEFAULT_SET, set_problems
from games.gisborne.shelf.quick_games import play_game
from games.gisborne.shelf.schema import SEATS
from games.gisborne.shelf.sets import TileSet, set_of

GAMES: Final = 60
"""Number of quick games, the same for each number of seats."""


def tested_definition(entry: CatalogEntry, definition: Data) -> Data | None:
    """Return the game that a stored form is tested in, None if it can't be played.

    A set is tested as it is, and a component in its place in the box as printed.
    """
    held = dict(active_components())
    kind, ref = EntryKind(entry.kind), f"{entry.box}/{entry.key}"
    held[kind, ref] = definition
    printed = held.get((EntryKind.SET, DEFAULT_SET))
    if kind is EntryKind.SET:
        tile_set = set_of(definition)
    elif printed is not None:
        tile_set = _with(set_of(printed), kind, ref, definition)
    else:
        return None
    if set_problems(tile_set, held):
        return None
    return definition_to_json(build_definition(tile_set, held))


def _with(printed: TileSet, kind: EntryKind, ref: str, definition: Data) -> TileSet:
    """Return the printed set with another component in place of one of its own."""
    part = kind.value if kind is not EntryKind.TILE else role_of(definition["rows"]).value
    if part == Role.PATH:
        return printed if ref in printed.path else replace(printed, path=(*printed.path[:-1], ref))
    changed: dict[str, Any] = {part: ref}
    return replace(printed, **changed)


def play_test(tried: Data, number: int) -> list[int]:
    """Return the seats, rounds (0 without an end) and points by rank of a quick game."""
    seats = SEATS[number % len(SEATS)]
    state = play_game(definition_from_json(tried), seats, number)
    points = [place.score for place in RULES.standings(state).places]
    return [seats, state.round.number if state.over else 0, *points]


class TestedComponent:
    """Part of an editor: its balance tests."""

    __test__ = False

    def play_test(self, tried: Data, number: int) -> list[int]:
        """Play the quick game with a number from 0."""
        return play_test(tried, number)


def run_test(use: ToolUse) -> Any:
    """Start the quick games with a component as the form has it, if it can be played."""
    editor = editor_of(use.entry)
    stored = editor.form(use.data, entry=use.entry).stored if editor else None
    if stored is not None and not draft_problems(use.entry, stored):
        start_balance(use.entry, stored)
    return use.data


def start_balance(entry: CatalogEntry, definition: Data) -> None:
    """Have the games played that are still to be played, with a component and with the box as printed."""
    tried = tested_definition(entry, definition)
    if tried is None:
        return
    begin_trial(entry=entry, tried=tried, games=GAMES)
    for other, played in _printed(entry):
        begin_trial(entry=other, tried=played, games=GAMES)


def _printed(entry: CatalogEntry) -> Iterator[tuple[CatalogEntry, Data]]:
    """Yield the box as printed with its game, unless it is the entry itself."""
    box, _slash, key = DEFAULT_SET.partition("/")
    for other in CatalogEntry.objects.in_play().filter(box=box, kind=EntryKind.SET, key=key).exclude(pk=entry.pk):
        if (tried := tested_definition(other, other.definition)) is not None:
            yield other, tried


@dataclass(frozen=True, slots=True)
class Figures:
    """Results of a set with a number of seats: rounds, points of winners, and points of all, in most games too."""

    name: str
    own: bool
    seats: int
    rounds: float
    fewest_rounds: int
    most_rounds: int
    winner: float
    points: float
    endless: int


@dataclass(frozen=True, slots=True)
class Balance:
    """Progress and results of quick games. `pk` is that of the entry; `open` if more can be played."""

    pk: int | None
    progress: TrialProgress
    figures: tuple[Figures, ...]
    open: bool
    of_set: bool


def balance_of(entry: CatalogEntry, definition: Data, problems: Sequence[str]) -> Balance:
    """Return the results for a component with the given definition."""
    is_open, of_set = entry.state == EntryState.DRAFT and not problems, entry.kind == EntryKind.SET
    tried = tested_definition(entry, definition) if entry.pk else None
    own = find_trial(entry, tried) if tried is not None else None
    if own is None:
        return Balance(entry.pk, progress_of(()), (), is_open and tried is not None, of_set)
    found = [(shown_name(definition), own)]
    for other, played in _printed(entry):
        if trial := find_trial(other, played):
            found.append((shown_name(other.definition), trial))
    figures = [row for name, trial in found for row in _figures(name, trial, own=trial is own)]
    return Balance(entry.pk, progress_of([trial for _name, trial in found]), tuple(figures), is_open, of_set)


def _figures(name: str, trial: Trial, *, own: bool) -> Iterator[Figures]:
    for seats in SEATS:
        games = [game for game in results_of(trial) if game[0] == seats]
        ended = [game for game in games if game[1]]
        if not ended:
            continue
        rounds = [game[1] for game in ended]
        fewest, most = typical_range(rounds)
        points = [score for game in ended for score in game[2:]]
        winners = mean(game[2] for game in ended)
        yield Figures(name, own, seats, mean(rounds), fewest, most, winners, mean(points), len(games) - len(ended))
