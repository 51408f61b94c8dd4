"""Losses of a seat in one review, summed up by the rows of the insights, and sums of them over many games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.play.coaching import RatedMove

WORST_STORED: Final = 5
"""Most turns that are stored for a row of one game."""


@dataclass(frozen=True, slots=True, order=True)
class WorstTurn:
    """Turn that lost something in a row: its loss, the turn, and the seat on whose board the move was made."""

    loss: float
    turn: int
    board: int


@dataclass(slots=True)
class Losses:
    """Number of moves, the sum of their losses, and the turns with the largest ones, the worst first."""

    moves: int = 0
    lost: float = 0.0
    worst: list[WorstTurn] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """Average loss of a move, 0 without moves."""
        return self.lost / self.moves if self.moves else 0.0

    def count(self, move: RatedMove, loss: float) -> None:
        """Count a move that lost this much."""
        self.moves += 1
        self.lost += loss
        if loss > 0:
            self.worst.append(WorstTurn(loss, move.turn, move.board))
            self.worst = sorted(self.worst, key=lambda each: (-each.loss, each.turn))[:WORST_STORED]

    def add(self, moves: int, lost: float) -> None:
        """Add moves and the sum of their losses; the turns are left as they are."""
        self.moves += moves
        self.lost += lost

    def to_json(self) -> list[Any]:
        """Return the stored form."""
        turns = [[each.loss, each.turn, each.board] for each in self.worst]
        return [self.moves, round(self.lost, 2), turns]

    @classmethod
    def from_json(cls, data: list[Any]) -> Losses:
        """Build losses from their stored form."""
        moves, lost, turns = data
        return cls(moves, lost, [WorstTurn(*each) for each in turns])


GroupLosses = dict[str, dict[str, Losses]]
"""Losses by the key of a group of insights and that of a row."""


@dataclass(slots=True)
class SeatLosses:
    """Losses of a seat: of all moves, and by group and row.

    `game` names the row of the whole game in each group that is about games rather than moves.
    """

    whole: Losses
    rows: GroupLosses
    game: dict[str, str]

    def to_json(self) -> dict[str, Any]:
        """Return the stored form."""
        rows = {key: {row: losses.to_json() for row, losses in group.items()} for key, group in self.rows.items()}
        return {"whole": self.whole.to_json(), "rows": rows, "game": self.game}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SeatLosses:
        """Build the losses of a seat from their stored form."""
        rows = {
            key: {row: Losses.from_json(losses) for row, losses in group.items()} for key, group in data["rows"].items()
        }
        return cls(Losses.from_json(data["whole"]), rows, data["game"])


def sum_up_moves(moves: Iterable[RatedMove], game: dict[str, str]) -> SeatLosses:
    """Return the losses of the moves of a seat; `game` is as in `SeatLosses`."""
    losses = SeatLosses(Losses(), {}, game)
    for move in moves:
        losses.whole.count(move, move.loss)
        for group, rows in move.losses.items():
            for row, loss in rows.items():
                losses.rows.setdefault(group, {}).setdefault(row, Losses()).count(move, loss)
    return losses


def sum_up_games(games: Iterable[Mapping[str, Any]]) -> SeatLosses:
    """Return the sums over several games, without their turns, from the stored forms of `SeatLosses`.

    Nothing else is built from them: a player may have hundreds of games.
    """
    total = SeatLosses(Losses(), {}, {})
    for one in games:
        moves, lost, _turns = one["whole"]
        total.whole.add(moves, lost)
        for group, row in one["game"].items():
            total.rows.setdefault(group, {}).setdefault(row, Losses()).add(moves, lost)
        for group, rows in one["rows"].items():
            sums = total.rows.setdefault(group, {})
            for row, (moves, lost, _turns) in rows.items():
                found = sums.get(row)
                if found is None:
                    found = sums[row] = Losses()
                found.add(moves, lost)
    return total


def worst_in_row(data: Mapping[str, Any], group: str, row: str) -> Iterator[WorstTurn]:
    """Yield the worst turns of a row from the stored form of `SeatLosses`."""
    if group in data["game"]:
        found = data["whole"] if data["game"][group] == row else None
    else:
        found = data["rows"].get(group, {}).get(row)
    if found:
        yield from Losses.from_json(found).worst
