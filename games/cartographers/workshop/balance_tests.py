"""Trials: quick games with something from the workshop, some at a time by whoever does the site's tasks."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django_tasks import task

from engine.cartographers.cards import scoring_from_json, sheet_from_json
from games.cartographers.shelf.kinds import Kind
from games.cartographers.workshop.quick_games import end_on, ending_of, stars_of_game
from games.catalog.models import CatalogEntry, Trial
from games.catalog.shelves import Data
from games.locks import writing

AT_ONCE: Final = 15
"""Number of games per task. They take a second or two, so that other tasks don't wait for long."""
_KEPT: Final = 5
"""Number of balance tests kept per component. Older ones are deleted."""

_log: Final = logging.getLogger(__name__)

_PLAYS: Final[Mapping[str, Callable[[Data, int], Any]]] = {
    Kind.SCORING: lambda tried, number: stars_of_game(scoring_from_json(tried), number),
    Kind.SHEET: lambda tried, number: ending_of(end_on(sheet_from_json(tried), number)),
}
"""Functions that play the quick game with the given number and return its result as JSON, by kind of component."""


def find_trial(entry: CatalogEntry, tried: Data) -> Trial | None:
    """The trial of an entry in which this was tried, however far it has come."""
    return Trial.objects.filter(entry=entry, fingerprint=_fingerprint(tried)).first()


def results_of(trial: Trial) -> list[Any]:
    """Return the results of a trial's finished games, in order."""
    results: list[Any] = trial.outcome.get("results", [])
    return results


def begin_trial(*, entry: CatalogEntry, tried: Data, games: int) -> Trial:
    """Have so many games played, or those that are still to be played of a trial that was begun before."""
    with writing():
        fresh = {"games": games, "outcome": {"tried": tried, "results": []}}
        trial, is_new = Trial.objects.get_or_create(entry=entry, fingerprint=_fingerprint(tried), defaults=fresh)
        if is_new:
            kept = Trial.objects.filter(entry=entry).order_by("-pk").values_list("pk", flat=True)[:_KEPT]
            Trial.objects.filter(entry=entry).exclude(pk__in=list(kept)).delete()
        if trial.ended_at is None:
            Trial.objects.filter(pk=trial.pk).update(failure="")
            go_on.enqueue(trial.pk)
    return trial


@dataclass(frozen=True, slots=True)
class Progress:
    """Combined progress of several trials.

    `begun` is true if there are any. `failure` is an error message, or "".
    """

    begun: bool
    running: bool
    done: int
    games: int
    failure: str


def progress_of(trials: Collection[Trial]) -> Progress:
    """Return the combined progress of trials."""
    failed = any(trial.failure for trial in trials)
    return Progress(
        begun=bool(trials),
        running=not failed and any(trial.ended_at is None for trial in trials),
        done=sum(trial.done for trial in trials),
        games=sum(trial.games for trial in trials),
        failure=_("The test stopped because of an error. Run it again.") if failed else "",
    )


def most_between(stars: Sequence[int]) -> tuple[int, int]:
    """Between which stars four games of five end."""
    low, *_between, high = quantiles(stars, n=10) if len(stars) > 1 else (stars[0], stars[0])
    return round(low), round(high)


@task()
def go_on(trial_id: int) -> None:
    """Play the next games of a trial, and have the others played by a task of its own. Two that do so at once do no
    harm: what comes of it is the same, and is noted once.
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
