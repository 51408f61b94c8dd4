"""Bots: good players that use only the view. The same view always gives the same command.

They weigh points of this round, fields gained and cards held against each other, for each play that the hand allows.
Those of the lower levels make the mistake of newcomers: they combine few cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import sub
from typing import Final

from engine.contract import Ask, Level, Seat
from engine.gisborne import fallback
from engine.gisborne.cards import FACES, Cards, steps_of
from engine.gisborne.commands import Command, Discard, Keep, Lay
from engine.gisborne.outlook import Outlook, find_outlook
from engine.gisborne.plays import find_plays, plays_to_weigh
from engine.gisborne.tiles import Mark
from engine.gisborne.view import KeepDesk, LayDesk, RiverDesk, View

# Worth in hundredths of a point.
POINT: Final = 100
FIELD: Final = 14
"""A field further on."""
CARD: Final = 22
"""A card in hand, and each step of its value."""
STEP: Final = 8
NEXT_CHIP: Final = 30
"""A chip within reach of the cards that are left, for each point that it would earn in the next round, in percent."""
HAND_LIMIT: Final = 12
"""Most cards in hand that are worth something."""
_NEXT_CARDS: Final = 2
"""Most cards with which a chip is thought to be within reach."""

_COMBINED: Final = {Level.APPRENTICE: 2, Level.SURVEYOR: 3}
"""Number of cards that a bot of these levels combines in a play at most; others combine as many as the rules allow."""

_Counts = tuple[int, ...]
"""Numbers of cards of each face, in the order of `Face`. Large hands are compared much faster by them."""


def choose_command(view: View, ask: Ask, level: Level = Level.ROYAL) -> Command:
    """Return the answer for an open ask; `view` is that of its seat."""
    match view.desk:
        case LayDesk() as desk:
            most = view.definition.most_cards
            return _best_play(view, ask, desk, min(_COMBINED.get(level, most), most))
        case RiverDesk(hand, surplus):
            return Discard(ask.seat, ask.id, hand[:surplus])
        case KeepDesk(dealt):
            short = max(0, KEEP_UP_TO - len(view.hand))
            return Keep(ask.seat, ask.id, max(0, dealt - short))
        case _:
            return fallback.answer(view, ask)


KEEP_UP_TO: Final = 2
"""Cards in hand up to which a card dealt in a scoring is taken into the hand."""


@dataclass(frozen=True, slots=True)
class _Destination:
    """End of a move, with what it is worth wherever the steps come from.

    `chips` are the chips ahead of it, each with its distance and its worth in points with the cards of its scoring.
    """

    outlook: Outlook
    worth: int
    chips: tuple[tuple[int, int], ...]


def _best_play(view: View, ask: Ask, desk: LayDesk, most: int) -> Lay:
    plays = weigh_plays(view, ask.seat, desk, most)
    best = max(plays, key=lambda play: play[0], default=None)
    if best is None or (best[0] <= _worth_of_tent(view, desk) and _may_rest(view, desk)):
        return Lay(ask.seat, ask.turn, (), tent=True)
    return Lay(ask.seat, ask.turn, best[1])


def weigh_plays(view: View, seat: Seat, desk: LayDesk, most: int) -> list[tuple[int, Cards]]:
    """Return every play of up to `most` cards that moves the pawn, with its worth in hundredths of a point."""
    held, moves = _count(desk.hand), tuple(_moves(view, desk, most))
    ends = {steps: _destination(view, seat, steps) for _, steps in moves}
    return [(_worth_of_move(view, desk, held, cards, ends[steps]), cards) for cards, steps in moves]


def _worth_of_tent(view: View, desk: LayDesk) -> int:
    return _worth_of_hand(_count(desk.hand)) + view.definition.tent_draws * (CARD + 2 * STEP)


def _may_rest(view: View, desk: LayDesk) -> bool:
    """Return True if the tent brings cards that are worth something. Seats that only rest would never end a game."""
    return len(desk.hand) < HAND_LIMIT and view.pile + view.discards > 0


def _moves(view: View, desk: LayDesk, most: int) -> Iterator[tuple[Cards, int]]:
    for cards in plays_to_weigh(desk.hand, most, mixed=desk.mixed):
        steps = steps_of(cards) // 2 if desk.halved else steps_of(cards)
        if steps:
            yield cards, steps


def _destination(view: View, seat: Seat, steps: int) -> _Destination:
    outlook = find_outlook(view, seat, steps)
    worth = FIELD * (outlook.to - view.at[seat])
    if outlook.beach:
        return _Destination(outlook, worth + _worth_of_end(view, seat), ())
    if outlook.chip:
        worth += POINT * (outlook.chip + _dealt_at(view, seat, outlook.to))
    else:
        worth += POINT * _passes_last(view, seat, outlook)
    if outlook.mark is Mark.WOLVES and view.chests[seat].chips:
        worth -= POINT * min(view.chests[seat].chips)
    if outlook.mark is Mark.SWAMP:
        worth -= 3 * FIELD
    chips = ((at - outlook.to, chip + _dealt_at(view, seat, at)) for at, chip in view.on_way.items() if at > outlook.to)
    return _Destination(outlook, worth, tuple(chips))


def _worth_of_move(view: View, desk: LayDesk, held: _Counts, cards: Cards, end: _Destination) -> int:
    left = tuple(map(sub, held, _count(cards)))
    if end.outlook.rivers:
        left = _highest(left, view.definition.river_hand)
    drawn = view.definition.village_draws if desk.mixed else view.definition.draws_of(cards[0].metal)
    worth = _worth_of_hand(left) + drawn * (CARD + 2 * STEP) + end.worth
    return worth + _worth_of_next_chip(end.chips, left) if end.chips else worth


def _dealt_at(view: View, seat: Seat, field: int) -> int:
    """Return the cards for the chest in a scoring with the pawn on a field, if no other pawn moved."""
    ahead = sum(other in view.arrived or view.at[other] > field for other in view.order if other != seat)
    places = view.definition.dealt_by_rank(view.seats)
    return places[ahead] if ahead + 1 < len(places) else 0


def _passes_last(view: View, seat: Seat, outlook: Outlook) -> int:
    """Return the points of the chips that the pawn is the last to pass."""
    others = [view.at[other] for other in view.order if other != seat and other not in view.arrived]
    hindmost = min((*others, outlook.to))
    return sum(chip for at, chip in view.on_way.items() if at < hindmost)


def _worth_of_next_chip(chips: Iterable[tuple[int, int]], left: _Counts) -> int:
    """Return the worth of the best chip that cards of one metal could reach in the next round."""
    reach = _reach(tuple(min(number, _NEXT_CARDS) for number in left))
    return POINT * max((points for distance, points in chips if distance in reach), default=0) * NEXT_CHIP // 100


def _worth_of_end(view: View, seat: Seat) -> int:
    """Return the worth of arriving first, which ends the game: much if it wins, else a loss."""
    if view.last_round:
        return 3 * POINT
    box = view.definition
    scoring = [number * box.final_scorings for number in box.dealt_by_rank(view.seats)]
    own = view.chests[seat].points + box.beach_chip + scoring[0]
    others = max(view.chests[other].points for other in view.order if other != seat)
    return POINT * (box.beach_chip + scoring[0]) + (20 * POINT if own > others + scoring[1] else -12 * POINT)


@lru_cache(maxsize=1024)
def _reach(left: _Counts) -> frozenset[int]:
    """Return the numbers of steps of up to `_NEXT_CARDS` cards of one metal."""
    hand = tuple(face for face, number in zip(FACES, left, strict=True) for _ in range(number))
    return frozenset(steps_of(cards) for cards in find_plays(hand, _NEXT_CARDS, mixed=False))


def _worth_of_hand(counts: _Counts) -> int:
    best = _highest(counts, HAND_LIMIT)
    return sum((CARD + STEP * face.worth) * number for face, number in zip(FACES, best, strict=True))


def _highest(counts: _Counts, most: int) -> _Counts:
    """Return the highest cards, at most a number of them."""
    best = []
    for number in reversed(counts):
        best.append(min(number, most))
        most -= best[-1]
    return tuple(reversed(best))


def _count(cards: Cards) -> _Counts:
    return tuple(map(cards.count, FACES))
