"""Balance tests: quick games with a card or map sheet of the workshop, played in background tasks.

Quick games are solo games by the stand-in, with a scoring card among the edicts of each. The same number gives the
same sheet, other edicts and decks for every card, so that cards can be compared by their results in the same games.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import quantiles
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django_tasks import task

from engine.cartographers.board import Board
from engine.cartographers.cards import Edict, ScoringCard, Stack, scoring_from_json, sheet_from_json
from engine.cartographers.events import Definition
from engine.cartographers.game import RULES
from engine.cartographers.mixing.build import definition_of
from engine.cartographers.mixing.library import published_library
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.rules.setup import Setup
from engine.cartographers.sheet import Sheet
from engine.cartographers.state import State
from engine.randomness import Shuffler
from engine.runner import advance, begin
from games.cartographers.shelf.kinds import EntryKind
from games.catalog.models import CatalogEntry, Trial
from games.catalog.shelves import Data
from games.locks import writing

AT_ONCE: Final = 15
"""Number of games per task. They take a second or two, so that other tasks don't wait for long."""
_KEPT: Final = 5
"""Number of balance tests kept per component. Older ones are deleted."""

_log: Final = logging.getLogger(__name__)

_PLAYS: Final[Mapping[str, Callable[[Data, int], Any]]] = {
    EntryKind.SCORING: lambda tried, number: stars_of_game(scoring_from_json(tried), number),
    EntryKind.SHEET: lambda tried, number: ending_of(play_on_sheet(sheet_from_json(tried), number)),
}
"""Functions that play the quick game with the given number and return its result as JSON, by kind of component."""


def find_trial(entry: CatalogEntry, tried: Data) -> Trial | None:
    """Return the entry's trial of this definition, whatever its progress, or None."""
    return Trial.objects.filter(entry=entry, fingerprint=_fingerprint(tried)).first()


def results_of(trial: Trial) -> list[Any]:
    """Return the results of a trial's finished games, in order."""
    results: list[Any] = trial.outcome.get("results", [])
    return results


def begin_trial(*, entry: CatalogEntry, tried: Data, games: int) -> Trial:
    """Queue a number of test games, or the remaining ones of an existing trial."""
    with writing():
        fresh = {"games": games, "outcome": {"tried": tried, "results": []}}
        trial, is_new = Trial.objects.get_or_create(entry=entry, fingerprint=_fingerprint(tried), defaults=fresh)
        if is_new:
            newest = Trial.objects.filter(entry=entry).order_by("-pk").values_list("pk", flat=True)[:_KEPT]
            Trial.objects.filter(entry=entry).exclude(pk__in=list(newest)).delete()
        if trial.ended_at is None:
            Trial.objects.filter(pk=trial.pk).update(failure="")
            go_on.enqueue(trial.pk)
    return trial


@dataclass(frozen=True, slots=True)
class TrialProgress:
    """Combined progress of several trials.

    `begun` is true if there are any. `failure` is an error message, or "".
    """

    begun: bool
    running: bool
    done: int
    games: int
    failure: str


def progress_of(trials: Collection[Trial]) -> TrialProgress:
    """Return the combined progress of trials."""
    failed = any(trial.failure for trial in trials)
    return TrialProgress(
        begun=bool(trials),
        running=not failed and any(trial.ended_at is None for trial in trials),
        done=sum(trial.done for trial in trials),
        games=sum(trial.games for trial in trials),
        failure=_("The test stopped because of an error. Run it again.") if failed else "",
    )


def typical_range(stars: Sequence[int]) -> tuple[int, int]:
    """Return the range of stars in which 4 of 5 games end."""
    low, *_between, high = quantiles(stars, n=10) if len(stars) > 1 else (stars[0], stars[0])
    return round(low), round(high)


@task()
def go_on(trial_id: int) -> None:
    """Play the next games of a trial, then enqueue a task for the rest. Running it twice at once is harmless: the
    result is the same and is stored once.
    """
    trial = Trial.objects.select_related("entry").filter(pk=trial_id, ended_at=None, failure="").first()
    if trial is None:
        return
    try:
        until = min(trial.done + AT_ONCE, trial.games)
        play = _PLAYS[trial.entry.kind]
        results = [*results_of(trial), *(play(trial.outcome["tried"], number) for number in range(trial.done, until))]
    except Exception as error:  # whatever curators think up, nobody may wait for it for ever
        _log.exception("a balance test failed")
        Trial.objects.filter(pk=trial.pk, done=trial.done).update(failure=type(error).__name__)
        return
    ended_at = timezone.now() if until == trial.games else None
    with writing():
        outcome = {**trial.outcome, "results": results}
        mine = Trial.objects.filter(pk=trial.pk, done=trial.done, ended_at=None)
        if mine.update(done=until, outcome=outcome, ended_at=ended_at) and ended_at is None:
            go_on.enqueue(trial.pk)


def _fingerprint(tried: Data) -> str:
    return hashlib.sha256(json.dumps(tried, sort_keys=True).encode()).hexdigest()


def stars_of_game(card: ScoringCard, number: int) -> int:
    """The stars that a card earns in both seasons that score it, in the quick game of a number from 0."""
    setup = _setup(card, number)
    *_others, last = _states(setup, number)
    edict = tuple(Edict)[setup.edicts.index(card.id)]
    earned = 0
    for season, scores in zip(last.definition.seasons, last.scores, strict=True):
        earned += sum(stars for of, stars in zip(season.edicts, scores[0].edicts, strict=True) if of is edict)
    return earned


def boards_of_game(card: ScoringCard | None, number: int) -> Iterator[Board]:
    """The board after each turn of a quick game, with the card among its edicts, or without any but the published."""
    seen: set[Board] = set()
    for state in _states(_setup(card or _any_card(), number), number):
        if state.boards and state.boards[0] not in seen:
            seen.add(state.boards[0])
            yield state.boards[0]


def play_on_sheet(sheet: Sheet, number: int) -> State:
    """The end of a quick game on a sheet, with the cards of the base game; the number alone says with which edicts."""
    definition = replace(_of_sheet(next(iter(published_library().cartographers.sheets))), sheet=sheet)
    rng = Shuffler(hashlib.sha256(f"edicts {number}".encode()).digest())
    drawn = [rng.shuffle(stack, [card.id for card in definition.pool if card.stack is stack])[0] for stack in Stack]
    *_others, last = _states(Setup(definition, tuple(rng.shuffle("edicts", drawn))), number)
    return last


def ending_of(state: State) -> list[int]:
    """Return a quick game's result: total stars, stars lost to monsters, and empty spaces."""
    scores = [season[0] for season in state.scores]
    empty = state.boards[0].empty.bit_count()
    return [sum(score.total for score in scores), sum(score.losses for score in scores), empty]


def _any_card() -> ScoringCard:
    return next(iter(published_library().cartographers.scoring.values()))


def _states(setup: Setup, number: int) -> Iterator[State]:
    """The states in which the seat is asked, and the last one."""
    rng = Shuffler(hashlib.sha256(f"quick game {number}".encode()).digest())
    state = begin(RULES, setup, 1, rng).state
    while not state.over:
        yield state
        ask = next(ask for ask in RULES.asks(state) if not ask.answered)
        state = advance(RULES, state, RULES.fallback(RULES.view(state, ask.seat), ask), rng).state
    yield state


def _setup(card: ScoringCard, number: int) -> Setup:
    """A card is tried as each of the four edicts, because its stars depend on when it is scored."""
    definition = _definition(number)
    others = [other for other in definition.pool if other.id != card.id and other.stack is not card.stack]
    rng = Shuffler(hashlib.sha256(f"edicts {number}".encode()).digest())
    other_edicts = [
        rng.shuffle(stack, [other.id for other in others if other.stack is stack])[0]
        for stack in Stack
        if stack is not card.stack
    ]
    at = number % len(Edict)
    edicts = (*other_edicts[:at], card.id, *other_edicts[at:])
    return Setup(replace(definition, pool=(*others, card)), edicts)


@lru_cache(maxsize=8)
def _of_sheet(sheet: str) -> Definition:
    return definition_of(replace(PRESETS[Preset.CARTOGRAPHERS], sheet=sheet))


def _definition(number: int) -> Definition:
    sheets = tuple(published_library().cartographers.sheets)
    return _of_sheet(sheets[number // len(Edict) % len(sheets)])
