"""The coin track of a seat, and what monsters cost it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.cartographers.events import Definition
from engine.cartographers.forecast import forecast_view
from engine.cartographers.geometry import Mask
from engine.cartographers.news import News
from engine.cartographers.notation import space_names
from engine.cartographers.view import View
from games.cartographers.goals.figures import COINS, MONSTERS, NOW
from games.cartographers.log.past_states import CoinGain, coin_gains
from games.play.explanations import explanation_url
from games.play.people import Person
from games.tables.log.state import DecodedEvent

LONGEST: Final = 200
"""Upper bound of a coin track's length. A map has fewer spaces than this, and every coin is drawn."""


@dataclass(frozen=True, slots=True)
class CoinTrack:
    """Somebody’s filled and empty coins, how many of the filled are `old` (the last turn has brought the others), and
    how many spaces cost a star; the addresses that explain both, and the spaces behind them by name. Once the last
    season is `scored`, neither counts any more.
    """

    person: Person
    filled: tuple[int, ...]
    old: int
    empty: tuple[int, ...]
    url: str
    spaces: str
    losses: int
    losses_url: str
    losses_spaces: str
    scored: bool


def drawn_length(definition: Definition) -> int:
    """Return how many spaces of a game's coin track are drawn: all of them, except in games that were uploaded before
    longer tracks were refused.
    """
    return min(definition.coin_track, LONGEST)


def coin_track(view: View, person: Person, log: Sequence[DecodedEvent[News]], table: str) -> CoinTrack:
    """The track of whose board the large map shows, and the losses as they stand there; `table` is the address of the
    table.
    """
    seat = person.seat
    coins, track = view.coins[seat], drawn_length(view.definition)
    losses = forecast_view(view, view.positions[seat]).losses
    gains = coin_gains((entry.event for entry in log), seat)
    earning: Mask = 0
    for gain in gains:
        earning |= gain.outcome.mountains | gain.shape
    return CoinTrack(
        person=person,
        filled=tuple(range(coins)),
        old=_old(gains, view.latest[seat], coins),
        empty=tuple(range(track - coins)),
        url=explanation_url(table, NOW, seat, COINS),
        spaces=" ".join(space_names(earning)),
        losses=losses.units,
        losses_url=explanation_url(table, NOW, seat, MONSTERS),
        losses_spaces=" ".join(space_names(losses.lit)),
        scored=view.next_season is None,
    )


def _old(gains: Sequence[CoinGain], latest: Mask, coins: int) -> int:
    """Return the number of coins that were there before the last change of the board.

    That is all of them if the last change earned no coin.
    """
    if not gains or not latest or gains[-1].outcome.changed != latest:
        return coins
    return min(coins, sum(gain.outcome.coins for gain in gains[:-1]))
