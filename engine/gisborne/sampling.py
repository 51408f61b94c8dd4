"""Random whole games that are consistent with a viewer's knowledge, for players that simulate the future.

Cards, tiles and chips that the viewer cannot see are dealt anew, and all deals that agree with the view are equally
likely. A view does not show what has left the table: cards in the discards and chips taken by wolves count as unseen,
although the log of the game tells them. Sealed answers are only known to be legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from engine.contract import Seat
from engine.gisborne.cards import Cards, Face, sort_cards, steps_of, without
from engine.gisborne.rules import rounds
from engine.gisborne.state import Chest, Debt, March, Owed, Play, Round, Scoring, State
from engine.gisborne.tiles import Mark
from engine.gisborne.view import KeepDesk, ScoringView, View


def sample(view: View, rng: Random) -> State:
    """Return a random state that is consistent with the view.

    The rules can continue from this state. The same view and the same `rng` give the same state.

    `rng` draws the cards of other seats, pile and discards, the order of the tiles and chips to come, and sealed
    answers of other seats. It also draws the steps that are left at a river, among those that fit the way: the view
    does not show where the move began. Everything else is taken from the view. Take-backs are left out.

    To continue from the state, use a shuffler with a different seed than the game's: the game's seed would reproduce
    the true piles of later rounds. Raises ValueError if the view is of a moment at which no ask is open, unless the
    game is over.
    """
    unseen = _unseen_cards(view)
    rng.shuffle(unseen)
    hands, plays = _deal_hands(view, unseen, rng)
    chests = tuple(Chest(sort_cards(_take(unseen, chest.cards)), chest.chips) for chest in view.chests)
    scoring = _deal_scoring(view, view.scoring, hands, unseen, rng) if view.scoring else None
    pile = _take(unseen, view.pile)
    aside, chip_pile = _deal_chips(view, rng)
    tiles = [tile.id for tile in view.definition.path if tile.id not in view.way.tiles]
    state = State(
        definition=view.definition,
        seats=view.seats,
        stack=tuple(rng.sample(tiles, view.tiles_left)),
        chip_pile=chip_pile,
        aside=aside,
        way=view.way,
        on_way=view.on_way,
        beach_chip=view.beach_chip,
        bar=view.bar,
        at=view.at,
        arrived=view.arrived,
        pile=pile,
        piles=1,
        discards=sort_cards(unseen),
        hands=tuple(hands),
        chests=chests,
        draws=(0,) * view.seats,
        round=Round(
            number=view.round,
            order=view.order,
            stood=view.stood,
            held=view.hands,
            plays=tuple(plays),
            revealed=view.phase != "lay",
            begun=view.begun,
            march=_march(view, view.owes, rng) if view.owes else None,
            owes=view.owes,
            met=view.owes.number if view.owes else 0,
            cleared=view.over or view.scoring is not None,
            earned=view.earned,
            scored=view.scoring.number if view.scoring else view.earned if view.over else 0,
            scoring=scoring,
        ),
        over=view.over,
    )
    if not view.over and (_is_moving(view) or all(ask.answered for ask in rounds.asks(state))):
        raise ValueError("nobody is asked, and the game is not over")
    return state


def _is_moving(view: View) -> bool:
    """Return True between the reveal and the end of a round, while nothing is owed."""
    return view.phase == "lay" and view.begun > 0


def _unseen_cards(view: View) -> list[Face]:
    unseen = Counter(view.definition.cards)
    unseen.subtract(view.hand)
    for play in view.plays:
        unseen.subtract(play.cards if play else ())
    return list(unseen.elements())


def _take(cards: list[Face], number: int) -> tuple[Face, ...]:
    """Remove and return the first cards."""
    taken = tuple(cards[:number])
    del cards[:number]
    return taken


def _deal_hands(view: View, unseen: list[Face], rng: Random) -> tuple[list[Cards], list[Play | None]]:
    """Return all hands, and all plays that lie there."""
    hands, plays = list[Cards](), list(view.plays)
    for seat, held in enumerate(view.hands):
        if seat == view.viewer:
            hands.append(view.hand)
            continue
        hand = sort_cards(_take(unseen, held))
        if view.laid[seat] and plays[seat] is None:
            play = _random_play(view, Seat(seat), hand, rng)
            hand, plays[seat] = without(hand, play.cards), play
        hands.append(hand)
    return hands, plays


def _random_play(view: View, seat: Seat, hand: Cards, rng: Random) -> Play:
    """Return a random legal play of the size that the viewer sees, if it does."""
    if not hand:
        return Play((), tent=True, chosen=False)
    most, size = view.definition.most_cards, view.numbers[seat]
    mixed = view.stood[seat] is Mark.VILLAGE
    groups = [list(hand)] if mixed else [[face for face in hand if face.metal is metal] for metal in _metals(hand)]
    sizes = [size] if size else range(1, most + 1)
    choices = [(number, False, group) for number in sizes for group in groups if number <= len(group)]
    with_tent = [(number - 1, True, list(hand)) for number in sizes if number - 1 <= len(hand)]
    # A tent is as likely as none, however many cards could lie under it.
    number, tent, group = rng.choice(choices if choices and (not with_tent or rng.random() < 0.5) else with_tent)
    return Play(sort_cards(rng.sample(group, number)), tent)


def _metals(hand: Cards) -> Sequence[str]:
    return list(dict.fromkeys(face.metal for face in hand))


def _deal_scoring(view: View, shown: ScoringView, hands: Sequence[Cards], unseen: list[Face], rng: Random) -> Scoring:
    """Return the open scoring. The cards of the last rank are in its hand already."""
    *others, last = shown.ranks
    dealt = [_take(unseen, number) for number in shown.dealt[: len(others)]]
    dealt.append(tuple(rng.sample(hands[last], shown.dealt[-1])))
    choices = list[int | None]()
    for seat, number in zip(shown.ranks, shown.dealt, strict=True):
        choice = rng.randint(0, number) if shown.chosen[seat] else None
        if seat == view.viewer and isinstance(view.desk, KeepDesk):
            choice = view.desk.choice
        choices.append(choice)
    has_choice = not view.last_round
    return Scoring(shown.number, shown.ranks, tuple(dealt), has_choice, tuple(choices))


def _deal_chips(view: View, rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the chips out of play and those of the pile, the top one of which is seen."""
    box = view.definition
    unseen = Counter((*box.chips, box.start_chip, box.beach_chip))
    unseen.subtract((*view.on_way.values(), *(chip for chest in view.chests for chip in chest.chips)))
    unseen.subtract(chip for chip in (view.beach_chip, view.next_chip) if chip)
    chips = list(unseen.elements())
    rng.shuffle(chips)
    hidden = max(0, view.chips_left - 1)
    top = (view.next_chip,) if view.chips_left else ()
    return tuple(chips[hidden:]), (*top, *chips[:hidden])


def _march(view: View, owed: Owed, rng: Random) -> March:
    """Return the move that was interrupted, with random steps left of those that are possible at a river."""
    seat, play = owed.seat, view.plays[owed.seat]
    assert play is not None, "a pawn moves after the reveal"
    if owed.kind is Debt.WOLVES:
        return March(seat, 0)
    halved = view.stood[seat] is Mark.SWAMP
    steps, at = steps_of(play.cards) // 2 if halved else steps_of(play.cards), view.at[seat]
    behind = [view.at[other] for other in view.order[view.order.index(seat) + 1 :]]
    starts = [
        start
        for start in range(max(at - steps + 1, *behind, 0), at + 1)
        if (view.way.mark(start) if start else None) is view.stood[seat]
    ]
    # Without a start that fits, the pawn is being pushed.
    return March(seat, steps - (at - rng.choice(starts)) if starts else 0)
