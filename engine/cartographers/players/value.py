"""Value of a position: the stars that it is expected to bring until the end of the game.

For every card that is scored later, after some time, these are the stars that it scores now, plus a sum that is linear
in features of the board and piecewise linear in the time. The same holds for coins and for spaces lost to monsters.
Without weights, only the present stars count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import repeat
from operator import add
from typing import NamedTuple

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard, Season
from engine.cartographers.geometry import SIZE, Mask
from engine.cartographers.notation import Placement
from engine.cartographers.placement import Offer
from engine.cartographers.players.features.base import CardStars, Features, Layers, Trial, dot
from engine.cartographers.players.features.clause_features import clause_features
from engine.cartographers.players.features.ground import MARKED_WEIGHT, MonsterLosses, Mountains, Room
from engine.cartographers.players.features.lines import LineFeatures
from engine.cartographers.players.features.placement_tables import ALL_LINES, SLOTS, slots_of
from engine.cartographers.players.features.progress import PROGRESS_WEIGHTS
from engine.cartographers.players.weights import Rows, Weights, interpolate
from engine.cartographers.position import Position
from engine.cartographers.shapes import Fit
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import Terrain
from engine.cartographers.trial_placements import Fits, ScoreCache, find_weighed_alone, weigh_placements
from engine.cartographers.view import View

ROOM, LOSSES, MOUNTAINS = Room(), MonsterLosses(), Mountains()


class Moment(NamedTuple):
    """Time in a game: the season (0-based) and the time that has passed in it."""

    season: int
    time: int


class RatedPlacement(NamedTuple):
    """Placement with the value of the position after it, in stars."""

    value: float
    option: int
    terrain: Terrain
    fit: Fit

    @property
    def placement(self) -> Placement:
        """Placement in the form that a command takes."""
        return Placement(self.option, self.terrain, self.fit.orientation.turn, self.fit.anchor)


class FeaturePrices(NamedTuple):
    """Features, and what each of them is worth until the end of the game."""

    features: Features
    weights: Sequence[float]


class Prices(NamedTuple):
    """Prices at a moment: of all features, of one more coin, and of one more space under a hero's attack."""

    lines: list[tuple[LineFeatures, Sequence[float]]]
    others: list[FeaturePrices]
    coin: int
    mark: float


class Breakdown(NamedTuple):
    """Stars that a position is expected to bring until the end of the game, by source.

    `edicts` are those of edicts A to D, 0 for one that is not scored any more. `coins` are those of coins that the
    position has and will earn, `monsters` those lost to monsters, as a negative number.
    """

    edicts: tuple[float, ...]
    coins: float
    monsters: float

    @property
    def total(self) -> float:
        """Stars from all sources."""
        return sum(self.edicts) + self.coins + self.monsters


class _Source(NamedTuple):
    """Prices of the features of one source of stars, and those of the room, which all sources share."""

    parts: list[FeaturePrices]
    room: list[float]

    def add(self, features: Iterable[Features], rows: Rows | None, times: list[int]) -> None:
        """Add features, for scorings after some times."""
        every = tuple(features)
        size = sum([each.size for each in every])
        deltas = [interpolate(rows, left) for left in times] if rows else [[0.0] * (size + ROOM.size)]
        summed = [sum(column) for column in zip(*deltas, strict=True)]
        start = 0
        for each in every:
            present = [len(times) * weight for weight in each.present]
            self.parts.append(FeaturePrices(each, _add(present, summed[start : start + each.size])))
            start += each.size
        self.room[:] = _add(self.room, summed[start:])


class BoardValue:
    """Value of boards in one game, by its edicts, seasons and sheet.

    `circumstances` choose the weights for coins and monsters, as returned by `circumstances_of`.
    """

    def __init__(
        self,
        edicts: Sequence[ScoringCard],
        seasons: Sequence[Season],
        sheet: Sheet,
        circumstances: str,
        weights: Weights,
    ) -> None:
        layers = Board.of_sheet(sheet).layers
        self.edicts = edicts
        self.clauses = [_card_features(card, layers) for card in edicts]
        self._thresholds = [season.threshold for season in seasons]
        self._scored = [[edict.number for edict in season.edicts] for season in seasons]
        self._deltas = [_card_deltas(card, of, weights) for card, of in zip(edicts, self.clauses, strict=True)]
        self._coins, self._losses = (weights.events.get(f"{event}, {circumstances}") for event in ("coins", "losses"))
        lines = [each for of in self.clauses for part in of for each in part if isinstance(each, LineFeatures)]
        self._slots = slots_of(frozenset(number for each in lines for number in each.numbers))
        self._prices: dict[Moment, Prices] = {}

    def scorings(self, moment: Moment) -> Iterator[tuple[int, int]]:
        """Yield the seasons that will still be scored, each with the time left until then."""
        left = max(0, self._thresholds[moment.season] - moment.time)
        yield moment.season, left
        for season in range(moment.season + 1, len(self._thresholds)):
            left += self._thresholds[season]
            yield season, left

    def edicts_of(self, season: int) -> list[int]:
        """Return the numbers of the edicts that a season scores."""
        return self._scored[season]

    def prices(self, moment: Moment) -> Prices:
        """Return the prices at a moment."""
        found = self._prices.get(moment)
        if found is None:
            found = self._prices[moment] = self._prices_at(moment)
        return found

    def _prices_at(self, moment: Moment) -> Prices:
        room = [0.0] * ROOM.size
        parts: list[FeaturePrices] = []
        for source in self._sources(moment):
            parts += source.parts
            room = _add(room, source.room)
        parts.append(FeaturePrices(ROOM, room))
        used = [each for each in parts if any(each.weights)]
        lines = [(each.features, each.weights) for each in used if isinstance(each.features, LineFeatures)]
        others = [each for each in used if not isinstance(each.features, LineFeatures)]
        return Prices(lines, others, self._scorings_left(moment), room[MARKED_WEIGHT])

    def _sources(self, moment: Moment) -> list[_Source]:
        """Return the prices of each edict, of spaces lost to monsters, and of mountains, in this order."""
        scorings = list(self.scorings(moment))
        sources: list[_Source] = []
        for number, clauses in enumerate(self.clauses):
            source = _Source([], [0.0] * ROOM.size)
            times = [left for season, left in scorings if number in self._scored[season]]
            if times:
                for features, rows in zip(clauses, self._deltas[number], strict=True):
                    source.add(features, rows, times)
            sources.append(source)
        every = [left for _, left in scorings]
        for whole, rows in ((LOSSES, self._losses), (MOUNTAINS, self._coins)):
            sources.append(_Source([], [0.0] * ROOM.size))
            sources[-1].add((whole,), rows, every)
        return sources

    def _scorings_left(self, moment: Moment) -> int:
        return len(self._thresholds) - moment.season

    def value(self, position: Position, moment: Moment) -> float:
        """Return the stars that a position is expected to bring from a moment until the end of the game."""
        prices, layers = self.prices(moment), position.board.layers
        worth = float(prices.coin * position.coins)
        for features, weights in (*prices.lines, *prices.others):
            worth += dot(weights, features.measure(layers))
        return worth

    def breakdown(self, position: Position, moment: Moment) -> Breakdown:
        """Return the value of a position by its sources."""
        layers = position.board.layers
        room = ROOM.measure(layers)
        *edicts, monsters, mountains = [
            sum([dot(weights, features.measure(layers)) for features, weights in source.parts]) + dot(source.room, room)
            for source in self._sources(moment)
        ]
        return Breakdown(tuple(edicts), self._scorings_left(moment) * position.coins + mountains, monsters)

    def trials(self, position: Position, offer: Offer, moment: Moment) -> Trials:
        """Return the values of drawings of an offer on a position's board."""
        most = max([len(option.shape.cells) for option in offer.options])
        return Trials(self.prices(moment), position.board.layers, self._slots, most)

    def rate(self, position: Position, offer: Offer, moment: Moment, only: Fits | None = None) -> list[RatedPlacement]:
        """Return every placement of an offer, or `only` some, with the value of the position after it."""
        prices, trials = self.prices(moment), self.trials(position, offer, moment)
        rated: list[RatedPlacement] = []
        # The engine finds the coins; its figures for monsters are part of the features.
        for figures in weigh_placements(position, offer, (), ScoreCache(), only):
            option, terrain, fits = offer.options[figures.option], figures.terrain, figures.fits
            cells = offer.filled_by(option, fits)
            # All terrains of an option have the same drawings, unless some were picked.
            key = figures.option if only is None else figures.option * len(Terrain) + terrain
            values = trials.values(key, terrain, cells)
            coins = [prices.coin * (position.coins + each) for each in figures.coins]
            values = list(map(add, values, coins))
            if option.shape.attack:
                values = list(map(add, values, _mark_values(prices, position.board, fits)))
            for place in find_weighed_alone(position.board, option, terrain, fits):
                placement = Placement(figures.option, terrain, fits[place].orientation.turn, fits[place].anchor)
                values[place] = self.value(position.after(position.drawing(offer, placement)), moment)
            rated += map(RatedPlacement, values, repeat(figures.option), repeat(terrain), fits)
        return rated


class Trials:
    """Values of drawings on one board, coins and marks left out.

    Features that do not depend on the terrain are computed once for all terrains of an option.
    """

    def __init__(self, prices: Prices, layers: Layers, slots: Callable[[Mask], tuple[int, ...]], most: int) -> None:
        self._prices, self._layers, self._slots, self._most = prices, layers, slots, most
        self._neutral: dict[tuple[int, int], list[float]] = {}
        self._independent: dict[int, Trial] = {}
        self._by_terrain: dict[Terrain, tuple[list[float], list[tuple[bool, Trial]]]] = {}

    def values(self, option: int, terrain: Terrain, drawings: list[Mask]) -> list[float]:
        """Return the value of the board after each drawing of an option, in one terrain."""
        changes, trials = self._trials(terrain)
        values = self._line_values(changes, drawings)
        for number, (depends, trial) in enumerate(trials):
            if not callable(trial):
                values = [value + trial for value in values]
            elif depends:
                values = list(map(add, values, map(trial, drawings)))
            else:
                known = self._neutral.get((option, number))
                if known is None:
                    known = self._neutral[option, number] = list(map(trial, drawings))
                values = list(map(add, values, known))
        return values

    def _line_values(self, changes: list[float], drawings: list[Mask]) -> list[float]:
        unchanged = changes[0]
        if not self._prices.lines:
            return [unchanged] * len(drawings)
        find, slots = changes.__getitem__, self._slots
        return [unchanged + sum(map(find, slots(cells))) for cells in drawings]

    def _trials(self, terrain: Terrain) -> tuple[list[float], list[tuple[bool, Trial]]]:
        """Return the table of line changes (in its first slot, which no drawing uses, the present sum) and trials."""
        found = self._by_terrain.get(terrain)
        if found is None:
            layers, prices = self._layers, self._prices
            changes = [0.0] * (SLOTS * len(ALL_LINES))
            unchanged = [
                features.add_changes(layers, terrain, weights, min(SIZE, self._most), changes)
                for features, weights in prices.lines
            ]
            changes[0] = sum(unchanged)
            trials = [self._trial(number, terrain) for number in range(len(prices.others))]
            found = self._by_terrain[terrain] = changes, trials
        return found

    def _trial(self, number: int, terrain: Terrain) -> tuple[bool, Trial]:
        """Return whether some features depend on the terrain, and their trial."""
        features, weights = self._prices.others[number]
        if features.depends_on(terrain):
            return True, features.trial(self._layers, terrain, weights)
        found = self._independent.get(number)
        if found is None:
            found = self._independent[number] = features.trial(self._layers, terrain, weights)
        return False, found


def _mark_values(prices: Prices, board: Board, fits: list[Fit]) -> list[float]:
    """Return the value of the spaces that come under attack with each placement of a hero."""
    free = board.empty & ~board.marked
    return [prices.mark * (fit.orientation.marks(fit.anchor) & free & ~fit.cells).bit_count() for fit in fits]


def _card_features(card: ScoringCard, sheet: Layers) -> list[tuple[Features, ...]]:
    """Return the features of each clause of a card, or of the card as a whole if it doesn't just add up its clauses."""
    return [clause_features(clause, sheet) for clause in card.clauses] if card.is_plain_sum else [(CardStars(card),)]


def _card_deltas(card: ScoringCard, clauses: list[tuple[Features, ...]], weights: Weights) -> list[Rows | None]:
    """Return for each entry of `_card_features` the weights of its features and the room, or None if there are none.

    Weights were learned from cards that only add stars, so none are known for penalties and combined cards.
    """
    if not card.is_plain_sum:
        return [None]
    sizes = [sum([features.size for features in each]) for each in clauses]
    rows = weights.cards.get(card.clauses)
    if rows is None:
        kinds = [_kind_rows(features, weights) for features in clauses]
        return [_times(rows, clause.stars) for clause, rows in zip(card.clauses, kinds, strict=True)]
    deltas: list[Rows | None] = []
    start, total = 0, sum(sizes)
    for size in sizes:
        # The room belongs to the card as a whole, so the first clause brings it.
        room = [row[total:] if not start else (0.0,) * ROOM.size for row in rows]
        deltas.append(tuple([(*row[start : start + size], *rest) for row, rest in zip(rows, room, strict=True)]))
        start += size
    return deltas


def _kind_rows(features: tuple[Features, ...], weights: Weights) -> Rows | None:
    """Return the weights for a kind of features per star: those of progress, or trained ones."""
    progress = PROGRESS_WEIGHTS.get(features[-1].kind)
    if progress is None or not weights.kinds:
        return weights.kinds.get(kind_of(features))
    return tuple([(*[0.0] * (len(features) - 1), weight, *[0.0] * ROOM.size) for weight in progress])


def kind_of(features: Iterable[Features]) -> str:
    """Return the kind of a clause's features, under which weights are shared."""
    return " + ".join([each.kind for each in features])


def _times(rows: Rows | None, stars: int) -> Rows | None:
    return tuple(tuple(weight * stars for weight in row) for row in rows) if rows and stars > 0 else None


def _add(one: Sequence[float], other: Sequence[float]) -> list[float]:
    return list(map(add, one, other))


def circumstances_of(view: View) -> str:
    """Return the circumstances of a game that change what monsters do."""
    alone = view.seats == 1 or view.definition.monsters_walk
    return name_circumstances(alone=alone, heroes=bool(view.definition.heroes))


def name_circumstances(*, alone: bool, heroes: bool) -> str:
    """Return the circumstances that change what monsters do: who draws them, and whether there are heroes."""
    return f"{'alone' if alone else 'neighbours'}{', heroes' if heroes else ''}"


def moment_of(view: View) -> Moment | None:
    """Return the moment of a view, or None if no season will be scored any more.

    After the scoring of a season, monsters act before the next one begins.
    """
    season = len(view.scores)
    if season >= len(view.definition.seasons):
        return None
    return Moment(season, view.time if view.season == season else 0)


@lru_cache(maxsize=32)
def _value_of(
    edicts: tuple[ScoringCard, ...], seasons: tuple[Season, ...], sheet: Sheet, circumstances: str, weights: Weights
) -> BoardValue:
    return BoardValue(edicts, seasons, sheet, circumstances, weights)


def value_of(view: View, weights: Weights) -> BoardValue:
    """Return the value of boards in the game of a view. Recent ones are cached."""
    game = view.definition
    return _value_of(view.edicts, game.seasons, game.sheet, circumstances_of(view), weights)
