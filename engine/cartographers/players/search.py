"""Player that looks ahead: compares its better drawings on the same futures.

All drawings are rated by one ply. The best of them, the candidates, are played on in futures that are the same for all,
until the next cards are drawn. After each round of futures only the better half of the candidates goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from math import fsum, inf, sqrt
from operator import attrgetter, itemgetter, sub
from statistics import fmean
from time import perf_counter
from typing import NamedTuple

from engine.cartographers.commands import Command, Draw
from engine.cartographers.notation import Placement
from engine.cartographers.placement import Offer
from engine.cartographers.players.futures import Futures, Step
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.player import UNLIMITED, Budget
from engine.cartographers.players.playouts import Playouts
from engine.cartographers.players.replies import Drawing, Replies
from engine.cartographers.players.value import Moment, RatedPlacement, moment_of, value_of
from engine.cartographers.players.weights import Weights, trained_weights
from engine.cartographers.position import Position
from engine.cartographers.view import Desk, View
from engine.contract import Ask
from engine.randomness import SEED_BYTES, Shuffler

WIDTH = 12
"""Candidates of the first round."""

SHARES = (0.45, 0.75, 1.0)
"""Shares of the budget that are used up at the end of each round."""

DEPTH = 2
"""Cards that are drawn in a future."""

PLAYOUTS = 160
"""Playouts if the budget limits nothing."""


BLOCK, LEAST, RIVALS = 6, 12, 2
"""Futures after which a doubt is judged again; those that every candidate meets that isn't dropped before; and
candidates that are never dropped just because there are too many.
"""


class Doubt(NamedTuple):
    """Doubt whether a placement is worse than the best one by more than `bound` stars.

    It lasts while that is possible within `errors` standard errors of the differences. The candidates are the
    best `width` placements by one ply that are at most `gap` stars behind the best one. Those that are more than
    `errors` standard errors behind it are dropped. At most half of `WIDTH` remain after the first `LEAST` futures, a
    quarter after twice as many, and so on.
    """

    bound: float
    errors: float
    width: int = WIDTH
    gap: float = inf


class Expectation(NamedTuple):
    """Stars that a board's owner may expect until the end of the game after a placement.

    `error` is the standard error of `value`. `behind` is how many stars more the first placement of a list brings, and
    `behind_error` the standard error of this difference. It is smaller than those of the values, because both
    placements met the same futures. With fewer than two playouts, errors are infinite.
    """

    placement: Placement
    value: float
    error: float
    playouts: int
    behind: float
    behind_error: float


@dataclass(slots=True, eq=False)
class _Candidate:
    """Drawing, and the stars that it brings in each future. `stays` if it meets all futures, however bad it is."""

    rated: RatedPlacement
    position: Position
    stays: bool
    stars: list[float] = field(default_factory=list)

    @property
    def value(self) -> float:
        """Expected stars until the end of the game: their mean, or with fewer than two futures what one ply expects."""
        return fmean(self.stars) if len(self.stars) > 1 else self.rated.value


class _Limit:
    """Budget of one comparison, as far as it is used."""

    def __init__(self, budget: Budget, clock: Callable[[], float], begun: float) -> None:
        unlimited = budget == UNLIMITED
        self._seconds = inf if budget.seconds is None else budget.seconds
        self._playouts = PLAYOUTS if unlimited else inf if budget.playouts is None else budget.playouts
        self._clock, self._begun, self.used = clock, begun, 0

    def is_reached(self, share: float) -> bool:
        """Return True if a share of the budget is used."""
        if self.used >= share * self._playouts:
            return True
        return self._seconds < inf and self._clock() - self._begun >= share * self._seconds


@dataclass(frozen=True, slots=True)
class Search:
    """Player that compares its better drawings on futures. To every other ask it answers like `OnePly`.

    It stops at the first limit of the budget; without one, after `PLAYOUTS` playouts. `seed` decides which futures are
    tried, together with the seat, the turn and the ask's `tie_key`. `clock` measures the seconds of a budget.
    """

    weights: Weights = field(default_factory=trained_weights)
    seed: bytes = bytes(SEED_BYTES)
    clock: Callable[[], float] = perf_counter

    def choose(self, view: View, ask: Ask, budget: Budget = UNLIMITED) -> Command:
        """Return the command for an open ask of the viewer."""
        desk = view.owed
        if view.held or not isinstance(desk, Desk) or desk.subject != ask.seat:
            return self._one_ply.choose(view, ask)
        best, *_ = self._compare(view, desk, budget, f"{ask.tie_key}:{ask.seat}:{ask.turn}")
        return Draw(ask.seat, ask.turn, best.rated.placement)

    def rate_placements(
        self,
        view: View,
        desk: Desk,
        budget: Budget = UNLIMITED,
        also: Sequence[Placement] = (),
        doubt: Doubt | None = None,
        rated: list[RatedPlacement] | None = None,
    ) -> list[Expectation]:
        """Return the candidates, and the placements in `also`, with what the viewer may expect of them, best first.

        Those in `also` meet every future, the candidates only as long as they are good. With `doubt`, playouts end as
        soon as it is settled for those in `also`, and the budget limits their number. `rated` are all placements as
        rated by one ply with the same weights, if the caller knows them. On another seat's board every
        placement is returned as rated by one ply, without playouts, and the best is the one that costs its owner most.
        Raises RuleViolation for an illegal placement.
        """
        if desk.subject != view.viewer:
            rated = sorted(self._one_ply.rate_placements(view, desk), key=itemgetter(0))
            least = rated[0].value
            return [Expectation(each.placement, each.value, inf, 0, each.value - least, inf) for each in rated]
        return _expectations(self._compare(view, desk, budget, f":{view.viewer}:{view.turn}", also, doubt, rated))

    @property
    def _one_ply(self) -> OnePly:
        return OnePly(self.weights, self.seed)

    def _compare(
        self,
        view: View,
        desk: Desk,
        budget: Budget,
        label: str,
        also: Iterable[Placement] = (),
        doubt: Doubt | None = None,
        rated: list[RatedPlacement] | None = None,
    ) -> list[_Candidate]:
        """Return the candidates, best first."""
        limit, moment = _Limit(budget, self.clock, self.clock()), moment_of(view)
        assert moment is not None, "a season is being played"
        value, shuffler, game = value_of(view, self.weights), Shuffler(self.seed), view.definition
        if rated is None:
            find = self._one_ply.rate_placements if also else self._one_ply.rate_promising
            rated = find(view, desk)
        kept = [_rating_of(each, desk.offer, rated) for each in also]
        candidates = _candidates(desk, _promising(rated, doubt), shuffler, label, kept)
        if len(candidates) == 1 or _is_last(view, moment):
            return candidates
        playouts = Playouts(game, value, automatic=view.seats == 1 or game.monsters_walk)
        replies = Replies(game, value, desk.position)
        futures = Futures(view, moment, DEPTH, shuffler, label)
        trial = _Trial(futures, lambda position, future: playouts.play(position, future, replies))
        if doubt:
            return _settle(candidates, doubt, trial, limit)
        alive, dropped = candidates, list[_Candidate]()
        for share in SHARES:
            while not limit.is_reached(share):
                trial.meet(alive, limit)
            alive = _ranked(alive)
            if share < 1:
                half = (len(alive) + 1) // 2
                dropped = [each for each in alive[half:] if not each.stays] + dropped
                alive = alive[:half] + [each for each in alive[half:] if each.stays]
        return alive + dropped


class _Trial:
    """Futures that candidates meet one after the other."""

    def __init__(self, futures: Futures, play: Callable[[Position, tuple[Step, ...]], float]) -> None:
        self._futures, self._play, self._number = futures, play, 0

    def meet(self, candidates: list[_Candidate], limit: _Limit) -> None:
        """Play the candidates on in the next future. If the limit is reached before all are, it doesn't count."""
        future, found = self._futures.deal(self._number), list[float]()
        for each in candidates:
            if limit.is_reached(1):
                return
            found.append(self._play(each.position, future))
            limit.used += 1
        self._number += 1
        for each, stars in zip(candidates, found, strict=True):
            each.stars.append(stars)


def _ranked(candidates: list[_Candidate]) -> list[_Candidate]:
    return sorted(candidates, key=attrgetter("value"), reverse=True)


def _settle(candidates: list[_Candidate], doubt: Doubt, trial: _Trial, limit: _Limit) -> list[_Candidate]:
    """Play candidates on until a doubt is settled, and return them, best first."""
    alive, dropped = candidates, list[_Candidate]()
    while not limit.is_reached(1):
        for _ in range(BLOCK):
            trial.meet(alive, limit)
        alive = _ranked(alive)
        best = alive[0]
        met = len(best.stars)
        if met >= LEAST and not any(_is_in_doubt(each, alive, doubt) for each in alive if each.stays):
            break
        most = max(RIVALS, WIDTH * LEAST // (2 * met)) if met >= LEAST else WIDTH
        rivals = [each for each in alive if each is best or not _is_behind(best, each, 0, doubt.errors)][:most]
        worse = [each for each in alive if not each.stays and each not in rivals]
        dropped = worse + dropped
        alive = [each for each in alive if each not in worse]
    return _ranked(alive) + dropped


def _is_in_doubt(given: _Candidate, alive: list[_Candidate], doubt: Doubt) -> bool:
    """Return True if some candidate may be better by more than the bound, but none certainly is."""
    certain = any(_is_behind(each, given, doubt.bound, doubt.errors) for each in alive)
    return not certain and any(_is_behind(each, given, doubt.bound, -doubt.errors) for each in alive)


def _is_behind(best: _Candidate, other: _Candidate, bound: float, errors: float) -> bool:
    """Return True if a candidate is behind by more than the bound and a number of standard errors."""
    gaps = list(map(sub, best.stars, other.stars))
    return len(gaps) > 1 and fmean(gaps) - errors * _error(gaps) > bound


def _promising(rated: list[RatedPlacement], doubt: Doubt | None) -> list[RatedPlacement]:
    """Return the placements that may be the best one, the best by one ply first."""
    if doubt is None:
        return nlargest(WIDTH, rated, key=itemgetter(0))
    best = nlargest(doubt.width, rated, key=itemgetter(0))
    return [each for each in best if best[0].value - each.value <= doubt.gap]


def _candidates(
    desk: Desk, best: list[RatedPlacement], shuffler: Shuffler, label: str, also: Sequence[RatedPlacement]
) -> list[_Candidate]:
    """Return the candidates in the order of one ply. The seed decides between equals."""
    chosen = list(dict.fromkeys((*also, *shuffler.shuffle(label, best))))
    return [
        _Candidate(each, Drawing.of(desk.offer, each).on(desk.position), each in also)
        for each in sorted(chosen, key=itemgetter(0), reverse=True)
    ]


def _rating_of(placement: Placement, offer: Offer, rated: Iterable[RatedPlacement]) -> RatedPlacement:
    """Return the rating of a placement. Orientations that look the same have one rating. Raises RuleViolation."""
    wanted = placement.option, placement.terrain, offer.fit(placement)
    return next(each for each in rated if each[1:] == wanted)


def _is_last(view: View, moment: Moment) -> bool:
    """Return True if no card comes after the open one, so that one ply knows the stars."""
    seasons = view.definition.seasons
    return moment.season == len(seasons) - 1 and moment.time >= seasons[-1].threshold


def _expectations(ordered: Sequence[_Candidate]) -> list[Expectation]:
    """Return what may be expected of candidates. Those that met fewer futures are compared on these with the first."""
    first = ordered[0]
    found = []
    for each in ordered:
        count = len(each.stars)
        if not count:
            behind = first.rated.value - each.rated.value
            found.append(Expectation(each.rated.placement, each.rated.value, inf, 0, behind, inf))
            continue
        gaps = list(map(sub, first.stars, each.stars))
        # What was dropped early may have been ahead on its few futures, but not on what its betters met since.
        behind = max(0.0, fmean(gaps))
        found.append(
            Expectation(each.rated.placement, first.value - behind, _error(each.stars), count, behind, _error(gaps))
        )
    return sorted(found, key=attrgetter("behind"))


def _error(sample: Sequence[float]) -> float:
    """Return the standard error of a mean. `statistics.stdev` computes with fractions, which takes much longer."""
    count = len(sample)
    if count < 2:
        return inf
    middle = fmean(sample)
    return sqrt(fsum([(each - middle) ** 2 for each in sample]) / (count * (count - 1)))
