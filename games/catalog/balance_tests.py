"""Balance tests: quick games with a component of the workshop, played in background tasks."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from statistics import quantiles
from time import monotonic
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django_tasks import task

from games.catalog.editors import TestedEditor, editor_of
from games.catalog.models import CatalogEntry, Trial
from games.catalog.shelves import Data
from games.locks import writing

AT_ONCE: Final = 15
"""Most games per task."""
LONGEST_TASK: Final = timedelta(seconds=2)
"""Time after which a task begins no other game, so that other tasks don't wait for long."""
_OF_PLAYERS: Final = -10
"""Priority of the tasks of players' private entries, and of what they are compared with: all other tasks go first."""
_KEPT: Final = 5
"""Number of balance tests of one kind kept per component. Older ones are deleted once they have stopped."""
_FOR_PLAYERS: Final = "for_players"
_KIND: Final = "kind"
"""Keys of a trial's outcome: true for one that only a player has queued, and its kind if it has one."""

_log: Final = logging.getLogger(__name__)


def find_trial(entry: CatalogEntry, tried: Data) -> Trial | None:
    """Return the entry's trial of this definition, whatever its progress, or None."""
    return Trial.objects.filter(entry=entry, fingerprint=_fingerprint(tried)).first()


def results_of(trial: Trial) -> list[Any]:
    """Return the results of a trial's finished games, in order."""
    results: list[Any] = trial.outcome.get("results", [])
    return results


def newest_ended_trial(entries: QuerySet[CatalogEntry]) -> Trial | None:
    """Return the trial of these entries that ended last, or None."""
    ended = Trial.objects.select_related("entry").filter(entry__in=entries, ended_at__isnull=False)
    return ended.order_by("-ended_at", "-pk").first()


def begin_trial(*, entry: CatalogEntry, tried: Data, games: int, kind: str = "", for_players: bool = False) -> Trial:
    """Queue a number of test games, or the remaining ones of an existing trial.

    Tests of one `kind` don't push out those of another. With `for_players`, the games wait for those of curators, also
    if the entry isn't private.
    """
    with writing():
        outcome: Data = {"tried": tried, "results": []}
        outcome |= {_KIND: kind} if kind else {}
        outcome |= {_FOR_PLAYERS: True} if for_players else {}
        fresh = {"games": games, "outcome": outcome}
        stored = Trial.objects.select_for_update()
        trial, is_new = stored.get_or_create(entry=entry, fingerprint=_fingerprint(tried), defaults=fresh)
        if is_new:
            _delete_old(entry, kind)
        if trial.ended_at is None:
            if not for_players:
                trial.outcome.pop(_FOR_PLAYERS, None)
            trial.failure = ""
            trial.save(update_fields=["failure", "outcome"])
            _enqueue(trial, entry)
    return trial


def _delete_old(entry: CatalogEntry, kind: str) -> None:
    """Delete the entry's trials of a kind but the newest, and those whose games are still played."""
    rows = Trial.objects.filter(entry=entry).order_by("-pk").values_list("pk", "outcome__kind", "ended_at", "failure")
    of_kind = [(pk, ended or failure) for pk, its_kind, ended, failure in rows if (its_kind or "") == kind]
    Trial.objects.filter(pk__in=[pk for pk, has_stopped in of_kind[_KEPT:] if has_stopped]).delete()


def is_trial_running(entries: QuerySet[CatalogEntry]) -> bool:
    """Return True if a trial of one of these entries is being worked off."""
    return Trial.objects.filter(entry__in=entries, ended_at=None, failure="").exists()


def _enqueue(trial: Trial, entry: CatalogEntry) -> None:
    waits = entry.owner_id or trial.outcome.get(_FOR_PLAYERS)
    task = go_on.using(priority=_OF_PLAYERS) if waits else go_on
    task.enqueue(trial.pk)


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


def typical_range(scores: Sequence[int]) -> tuple[int, int]:
    """Return the range of scores in which 4 of 5 games end."""
    low, *_between, high = quantiles(scores, n=10) if len(scores) > 1 else (scores[0], scores[0])
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
        editor = editor_of(trial.entry)
        assert isinstance(editor, TestedEditor)
        results = [*results_of(trial), *_play(editor, trial)]
    except Exception as error:  # a component may fail in any way, and its curator waits for the result
        _log.exception("a balance test failed")
        Trial.objects.filter(pk=trial.pk, done=trial.done).update(failure=type(error).__name__)
        return
    done = len(results)
    ended_at = timezone.now() if done == trial.games else None
    with writing():
        outcome = {**trial.outcome, "results": results}
        mine = Trial.objects.filter(pk=trial.pk, done=trial.done, ended_at=None)
        if mine.update(done=done, outcome=outcome, ended_at=ended_at) and ended_at is None:
            _enqueue(trial, trial.entry)


def _play(editor: TestedEditor, trial: Trial) -> Iterator[Any]:
    """Yield the results of the next games of a trial."""
    begun = monotonic()
    for number in range(trial.done, min(trial.done + AT_ONCE, trial.games)):
        yield editor.play_test(trial.outcome["tried"], number)
        if monotonic() - begun >= LONGEST_TASK.total_seconds():
            return


def _fingerprint(tried: Data) -> str:
    return hashlib.sha256(json.dumps(tried, sort_keys=True).encode()).hexdigest()
