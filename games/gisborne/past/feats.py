"""Feats in Gisborne: what somebody did on the way that few games have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext_lazy as _

from engine.contract import Seat
from engine.gisborne.events import ChipGiven, ChipTaken, Event, RoundBegan
from games.play.feats import FeatKind, Feats, FoundFeat
from games.tables.log.state import DecodedEvent

CHIPS_AT_ONCE, CHIPS_IN_CHEST, LAST_TO_FIRST = "chips_at_once", "chips_in_chest", "last_to_first"
_AT_ONCE: Final = 3
_IN_CHEST: Final = 5
_FEWEST_SEATS: Final = 3
"""Number of seats from which it is a feat to get from the last place to the first."""
_KINDS: Final = (
    FeatKind(
        LAST_TO_FIRST,
        _("From last to first"),
        _("Last when a round began, first when it ended."),
    ),
    FeatKind(CHIPS_AT_ONCE, _("Three chips at once"), _("Three chips won in one round.")),
    FeatKind(CHIPS_IN_CHEST, _("Five chips"), _("Five chips in the chest.")),
)


def find_feats(log: Sequence[DecodedEvent[Event]]) -> Iterator[FoundFeat]:
    """Yield the feats of all seats in the events of a finished game."""
    order: tuple[Seat, ...] = ()
    round_, won, held, done = 0, Counter[Seat](), Counter[Seat](), set[Seat]()
    for entry in log:
        match entry.event:
            case RoundBegan(number, new_order):
                if round_ > 1 and len(order) >= _FEWEST_SEATS and new_order[0] == order[-1]:
                    yield FoundFeat(order[-1], LAST_TO_FIRST, round_)
                order, round_, won = new_order, number, Counter()
            case ChipTaken(seat=seat):
                won[seat] += 1
                held[seat] += 1
                if won[seat] == _AT_ONCE:
                    yield FoundFeat(seat, CHIPS_AT_ONCE, round_)
                if held[seat] == _IN_CHEST and seat not in done:
                    done.add(seat)
                    yield FoundFeat(seat, CHIPS_IN_CHEST, round_)
            case ChipGiven(seat=seat):
                held[seat] -= 1
            case _:
                pass


FEATS: Final = Feats(1, _KINDS, find_feats)
