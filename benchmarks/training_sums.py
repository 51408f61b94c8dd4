"""Sums over training games, from which the players' weights follow."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

from benchmarks.ridge import NormalEquations
from benchmarks.training_games import TrainingGame
from engine.cartographers.cards import clause_to_json
from engine.cartographers.players.features.base import Features, dot
from engine.cartographers.players.value import LOSSES, MOUNTAINS, ROOM, kind_of
from engine.cartographers.players.weights import KNOTS, Rows, Weights
from engine.cartographers.position import Position
from engine.cartographers.scoring.families import Clause

_Key = TypeVar("_Key", bound=Hashable)
_Clauses = tuple[Clause, ...]
_Scorings = list[tuple[int, int]]
"""Seasons still to be scored, with the time left."""


class TrainingSums:
    """Equations for all weights: of cards by their clauses, of kinds of features, and of events."""

    def __init__(self) -> None:
        self._cards: dict[_Clauses, NormalEquations] = {}
        self._kinds: dict[str, NormalEquations] = {}
        self._events: dict[str, NormalEquations] = {}
        self._single_kinds: dict[_Clauses, str] = {}
        self._ids: dict[_Clauses, str] = {}

    @property
    def card_ids(self) -> Mapping[_Clauses, str]:
        """Ids of the cards by their clauses."""
        return self._ids

    def fade(self, share: float) -> None:
        """Keep only a share of the weight of what has been learned."""
        for equations in (*self._cards.values(), *self._kinds.values(), *self._events.values()):
            equations.fade(share)

    def weights(self) -> Weights:
        """Return the weights that follow from all games."""
        kinds = {kind: equations.copy() for kind, equations in self._kinds.items()}
        for clauses, kind in self._single_kinds.items():
            equations = self._cards[clauses]
            kinds.setdefault(kind, NormalEquations(equations.size)).add_all(equations, 1 / clauses[0].stars)
        return Weights(_solve_all(self._cards), _solve_all(kinds), _solve_all(self._events))

    def learn(self, game: TrainingGame) -> None:
        """Learn from a game."""
        for record in game.records:
            scorings = [(season, left) for season, left in game.value.scorings(record.moment) if left]
            for seat, position in enumerate(record.positions):
                room = ROOM.measure(position.board.layers)
                for number, card in enumerate(game.value.edicts):
                    times = [each for each in scorings if number in game.value.edicts_of(each[0])]
                    if times:
                        self._learn_card(game, seat, number, position, room, times)
                        self._ids[card.clauses] = card.id
                self._learn_events(game, seat, position, room, scorings)

    def _learn_card(
        self, game: TrainingGame, seat: int, number: int, position: Position, room: list[float], times: _Scorings
    ) -> None:
        card, clauses, layers = game.value.edicts[number], game.value.clauses[number], position.board.layers
        measured = [[value for each in of for value in each.measure(layers)] for of in clauses]
        present = [_stars(of, values) for of, values in zip(clauses, measured, strict=True)]
        whole = [*[value for values in measured for value in values], *room]
        if len(clauses) == 1:  # The equations of its kind follow from its own.
            self._single_kinds[card.clauses] = kind_of(clauses[0])
        for season, left in times:
            board = game.scorings[season].boards[seat]
            then = [_stars(of, [value for each in of for value in each.measure(board.layers)]) for of in clauses]
            _equations(self._cards, card.clauses, len(whole)).add(whole, left, sum(then) - sum(present))
            if len(clauses) == 1:
                continue
            for clause, of, values, now, later in zip(card.clauses, clauses, measured, present, then, strict=True):
                gained = (later - now) / clause.stars
                _equations(self._kinds, kind_of(of), len(values) + len(room)).add([*values, *room], left, gained)

    def _learn_events(
        self, game: TrainingGame, seat: int, position: Position, room: list[float], scorings: _Scorings
    ) -> None:
        layers = position.board.layers
        losses, mountains = [*LOSSES.measure(layers), *room], [*MOUNTAINS.measure(layers), *room]
        for season, left in scorings:
            score = game.scorings[season].scores[seat]
            gained, lost = score.coins - position.coins, score.losses - losses[0]
            _equations(self._events, f"coins, {game.circumstances}", len(mountains)).add(mountains, left, gained)
            _equations(self._events, f"losses, {game.circumstances}", len(losses)).add(losses, left, -lost)


def mix(old: Weights, new: Weights, part: float) -> Weights:
    """Return the weights on a part of the way from old to new ones. Old weights that are missing count as 0."""
    return Weights(
        _mix_all(old.cards, new.cards, part),
        _mix_all(old.kinds, new.kinds, part),
        _mix_all(old.events, new.events, part),
    )


def _mix_all(old: Mapping[_Key, Rows], new: Mapping[_Key, Rows], part: float) -> dict[_Key, Rows]:
    return {key: _mix_rows(old.get(key), rows, part) for key, rows in new.items()}


def _mix_rows(old: Rows | None, new: Rows, part: float) -> Rows:
    if old is None:
        return tuple(tuple(round(part * after, 4) for after in row) for row in new)
    return tuple(
        tuple(round((1 - part) * before + part * after, 4) for before, after in zip(*rows, strict=True))
        for rows in zip(old, new, strict=True)
    )


def as_json(weights: Weights, ids: Mapping[_Clauses, str], origin: Mapping[str, object]) -> dict[str, object]:
    """Return the stored form of weights; `origin` says how they were trained."""
    cards = sorted(weights.cards.items(), key=lambda entry: ids[entry[0]])
    return {
        "made": origin,
        "knots": list(KNOTS),
        "cards": [
            {"id": ids[clauses], "clauses": [clause_to_json(clause) for clause in clauses], "rows": rows}
            for clauses, rows in cards
        ],
        "kinds": dict(sorted(weights.kinds.items())),
        "events": dict(sorted(weights.events.items())),
    }


def _stars(clause: tuple[Features, ...], values: list[float]) -> float:
    """Return the present stars of a clause from its features."""
    return dot([weight for each in clause for weight in each.present], values)


def _equations(equations: dict[_Key, NormalEquations], key: _Key, size: int) -> NormalEquations:
    found = equations.get(key)
    if found is None:
        found = equations[key] = NormalEquations(size)
    return found


def _solve_all(equations: Mapping[_Key, NormalEquations]) -> dict[_Key, Rows]:
    return {key: each.solve() for key, each in equations.items()}
