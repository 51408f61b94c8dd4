"""Stand-in: chooses the answers for an absent seat, and those of bots of each level.

The stand-in uses only what the seat may know, and no randomness: the same view and ask give the same answer. Ties
between equally good choices are broken by the seat, the turn and the ask's `tie_key`, so that two seats with equal
views do not play alike.

On its own board it plays for the stars of all remaining seasons, the nearer ones first, and keeps room for later
shapes. On another player's board it tries to cost the owner stars.

A bot of the highest level plays the same way. The others make the mistakes of people who are new to the game: they
plan no room for later shapes, a surveyor cares little about later seasons, and an apprentice draws for one edict at a
time. They choose spaces to destroy like the highest level.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nlargest
from itertools import repeat
from typing import Final, NamedTuple, TypeVar, assert_never

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.commands import Choose, Close, Command, Draw
from engine.cartographers.forecast import forecast_view
from engine.cartographers.geometry import STRIDE, Mask, Space, first, neighbours, space_bit, spaces
from engine.cartographers.notation import Placement
from engine.cartographers.position import Position
from engine.cartographers.scoring.potential import estimate_potential
from engine.cartographers.shapes import Fit
from engine.cartographers.terrain import Terrain
from engine.cartographers.trial_placements import PlacementFigures, ScoreCache, weigh_placements
from engine.cartographers.view import Desk, SpaceChoice, View
from engine.contract import Ask, Level
from engine.randomness import SEED_BYTES, Shuffler

_T = TypeVar("_T")
_TIES: Final = Shuffler(bytes(SEED_BYTES))
"""Shuffler that breaks ties between equal choices. Its seed is public, because the stand-in's moves must not reveal
anything secret.
"""

# Weights in stars, tuned by playing a few thousand games.
_LATER = 0.8
"""Weight of a star that is scored one season later, including the star of a coin."""
_SURVEYOR_LATER = 0.3
"""The same for a surveyor."""
_LATER_LOSS = 0.4
"""Weight of a star lost to monsters after the next season. The space may be drawn on before then."""
_PROMISE = 0.5
"""Weight of a star that a board may still score later."""
_SIDE = 0.2
"""Penalty for two sides of empty spaces that border something else. Fewer such sides mean less ragged room."""
_HOLE = 0.3
"""Penalty for a single empty space among filled ones."""
_MOUNTAIN = 0.3
"""Weight of the coin that a mountain will earn, multiplied by the square of the filled fraction of its surroundings."""

_PROMISING = 40
"""Number of placements that are examined in detail."""


class _Candidate(NamedTuple):
    """Placement with its worth over the coming seasons."""

    worth: float
    option: int
    terrain: Terrain
    fit: Fit

    @property
    def cells(self) -> Mask:
        """Spaces that are drawn on."""
        return self.fit.cells

    @property
    def placement(self) -> Placement:
        """Placement in the form that a command takes."""
        return Placement(self.option, self.terrain, self.fit.orientation.turn, self.fit.anchor)


class _Stakes(NamedTuple):
    """Weights for comparing placements, in stars.

    `stars` and `promises` have one weight for each of `cards`, the cards that will be scored: for its stars, and for
    what it may still score after the open turn. `coin` is the weight of a coin, `loss` that of a space lost to
    monsters.
    """

    cards: tuple[ScoringCard, ...]
    stars: tuple[float, ...]
    promises: tuple[float, ...]
    coin: float
    loss: float

    def worths(self, figures: PlacementFigures) -> list[float]:
        """Return the worth of each placement, computed from its figures."""
        worths = [
            self.coin * coins - self.loss * lost for coins, lost in zip(figures.coins, figures.losses, strict=True)
        ]
        for rate, stars in zip(self.stars, figures.stars, strict=True):
            worths = [worth + rate * earned for worth, earned in zip(worths, stars, strict=True)]
        return worths

    def promised(self, board: Board) -> float:
        """Return the weighted promise of a board, in stars."""
        rated = zip(self.promises, self.cards, strict=True)
        return _PROMISE * sum([rate * estimate_potential(card, board) for rate, card in rated if rate])


def answer(view: View, ask: Ask, level: Level = Level.ROYAL) -> Command:
    """Return the command of the stand-in, or of a bot, for an open ask, computed from the view of its seat."""
    if view.held:
        return Close(ask.seat, ask.turn)
    task = view.owed
    assert task is not None, "the ask is open"
    own, stakes = task.subject == ask.seat, _stakes(view, level)
    match task:
        case Desk():
            best = _benefit(stakes, task, ask) if own else _harm(stakes, task, ask)
            return Draw(ask.seat, ask.turn, best.placement)
        case SpaceChoice():
            find = _cheapest_space if own else _costliest_space
            return Choose(ask.seat, ask.turn, find(view, stakes, task, ask))
        case _:
            assert_never(task)


def first_legal(view: View, ask: Ask) -> Command:
    """Return the first legal answer, in the order of the offer or the spaces. For cheap play where quality does not
    matter.
    """
    if view.held:
        return Close(ask.seat, ask.turn)
    task = view.owed
    assert task is not None, "the ask is open"
    match task:
        case Desk(offer=offer):
            return Draw(ask.seat, ask.turn, next(offer.placements()))
        case SpaceChoice(targets=targets):
            return Choose(ask.seat, ask.turn, first(targets))
        case _:
            assert_never(task)


def _stakes(view: View, level: Level) -> _Stakes:
    """Return the weights for the current state of a game."""
    if level is Level.APPRENTICE:
        return _stakes_of_one_edict(view)
    is_royal = level is Level.ROYAL
    rates, promises = [0.0] * len(view.edicts), [0.0] * len(view.edicts)
    coin = 0.0
    for later, season in enumerate(view.seasons_to_come):
        rate = (_LATER if is_royal else _SURVEYOR_LATER) ** later
        coin += rate
        for edict in season.edicts:
            rates[edict.number] += rate
            if is_royal and (later or view.time < season.threshold):
                promises[edict.number] += rate
    scored = [number for number, rate in enumerate(rates) if rate]
    return _Stakes(
        tuple([view.edicts[number] for number in scored]),
        tuple([rates[number] for number in scored]),
        tuple([promises[number] for number in scored]),
        coin,
        1 + _LATER_LOSS * (len(view.seasons_to_come) - 1) if is_royal else 1.0,
    )


def _stakes_of_one_edict(view: View) -> _Stakes:
    """Return the weights of an apprentice, who looks at the edicts of the season in turn, at one in each turn."""
    due = [edict.number for season in view.seasons_to_come[:1] for edict in season.edicts]
    cards = (view.edicts[due[view.turn % len(due)]],) if due else ()
    return _Stakes(cards, (1.0,) * len(cards), (0.0,) * len(cards), 1.0, 1.0)


def _in_tie_order(ask: Ask, choices: Iterable[_T]) -> tuple[_T, ...]:
    """Return the choices in the order in which equally good ones are preferred."""
    return _TIES.shuffle(f"{ask.tie_key}:{ask.seat}:{ask.turn}", tuple(choices))


def _candidates(desk: Desk, stakes: _Stakes, ask: Ask) -> tuple[_Candidate, ...]:
    """Return every placement on offer, the preferred one of equals first."""
    candidates: list[_Candidate] = []
    for figures in weigh_placements(desk.position, desk.offer, stakes.cards, ScoreCache()):
        option, terrain = repeat(figures.option), repeat(figures.terrain)
        candidates += map(_Candidate, stakes.worths(figures), option, terrain, figures.fits)
    return _in_tie_order(ask, candidates)


def _benefit(stakes: _Stakes, desk: Desk, ask: Ask) -> _Candidate:
    """Return the best placement for its board. Potential is slow to estimate, so only those that seem best without it
    are examined; after the last card, none is estimated.
    """
    board = desk.board
    candidates, room = _candidates(desk, stakes, ask), _Room(board, stakes.coin)
    if not any(stakes.promises):
        return max(candidates, key=lambda each: each.worth)
    likely = nlargest(_PROMISING, candidates, key=lambda each: each.worth + room.with_drawn(each.cells))

    def promising(each: _Candidate) -> float:
        drawn = board.draw(each.cells, each.terrain)
        return each.worth + room.with_drawn(each.cells) + stakes.promised(drawn)

    return max(likely, key=promising)


def _harm(stakes: _Stakes, desk: Desk, ask: Ask) -> _Candidate:
    """Return the placement that costs the board's owner the most; in a tie, the one that leaves the least room."""
    candidates, room = _candidates(desk, stakes, ask), _Room(desk.board, stakes.coin)
    least = min([each.worth for each in candidates])
    return min([each for each in candidates if each.worth == least], key=lambda each: room.with_drawn(each.cells))


def _cheapest_space(view: View, stakes: _Stakes, choice: SpaceChoice, ask: Ask) -> Space:
    """Return the cheapest space to destroy."""
    targets = _in_tie_order(ask, spaces(choice.targets))
    return max(targets, key=lambda where: _without(view, stakes, choice.position, where))


def _costliest_space(view: View, stakes: _Stakes, choice: SpaceChoice, ask: Ask) -> Space:
    """Return the costliest space to destroy."""
    targets = _in_tie_order(ask, spaces(choice.targets))
    return min(targets, key=lambda where: _without(view, stakes, choice.position, where))


def _without(view: View, stakes: _Stakes, position: Position, where: Space) -> tuple[float, float]:
    """Return the worth of a position after a space is destroyed, as a sort key.

    The key is the forecast, then a tie-breaker: the remaining room and the promise of the board.
    """
    after = position.after(position.destruction(space_bit(where)))
    ends = enumerate(forecast_view(view, after).seasons)
    room = _Room(after.board, stakes.coin).with_drawn(0)
    return sum([_LATER**later * season.total for later, season in ends]), room + stakes.promised(after.board)


class _Room:
    """Empty spaces of a board, rated for future use: contiguous ones are better, and few around mountains. `coin` is
    the worth of a coin.
    """

    def __init__(self, board: Board, coin: float) -> None:
        self._empty = board.empty
        self._mountains = [neighbours(space_bit(where)) for where in spaces(board.layers[Terrain.MOUNTAIN])]
        self._coming = [_MOUNTAIN * coin * (1 - gaps / 4) ** 2 for gaps in range(5)]
        self._known: dict[Mask, float] = {}

    def with_drawn(self, cells: Mask) -> float:
        """Return the worth, in stars, of the empty spaces that remain after drawing on `cells`."""
        if cells not in self._known:
            self._known[cells] = self._worth(self._empty & ~cells)
        return self._known[cells]

    def _worth(self, empty: Mask) -> float:
        sides = (empty & ~(empty << 1)).bit_count() + (empty & ~(empty << STRIDE)).bit_count()
        holes = (empty & ~neighbours(empty)).bit_count()
        gaps = [(around & empty).bit_count() for around in self._mountains]
        return sum([self._coming[missing] for missing in gaps if missing]) - _SIDE * sides - _HOLE * holes
