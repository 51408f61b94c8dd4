"""The coin track of a seat, and what monsters cost it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cartographers.geometry import Mask
from engine.cartographers.notation import space_names
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.past import gains
from games.cartographers.presenters.figures import COINS, MONSTERS, NOW, why_address
from games.tables.loading import Logged


@dataclass(frozen=True, slots=True)
class CoinTrack:
    """Filled and empty coins of a track, and how many spaces cost a star; the addresses that explain both, and the
    spaces behind them by name, "" where the large map does not show their board.
    """

    filled: tuple[int, ...]
    empty: tuple[int, ...]
    url: str
    spaces: str
    losses: int
    losses_url: str
    losses_spaces: str


def coin_track(view: View, seat: Seat, log: Sequence[Logged], table: str, *, lit: bool) -> CoinTrack:
    """A seat's track, and the losses as they stand on its board; `table` is the address of the table, `lit` tells
    whether the large map shows that board.
    """
    coins, track = view.coins[seat], view.definition.coin_track
    board = view.boards[seat]
    losses = board.monster_losses()
    earning: Mask = 0
    for gain in gains((entry.event for entry in log), seat) if lit else ():
        earning |= gain.mountains | gain.shape
    return CoinTrack(
        filled=tuple(range(coins)),
        empty=tuple(range(track - coins)),
        url=why_address(table, NOW, seat, COINS),
        spaces=" ".join(space_names(earning)),
        losses=losses.bit_count(),
        losses_url=why_address(table, NOW, seat, MONSTERS),
        losses_spaces=" ".join(space_names(losses)) if lit else "",
    )
