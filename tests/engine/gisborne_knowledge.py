"""Questions to the model of Gisborne: what a viewer may know, what an absent seat answers, what is in the box."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from tests.engine.gisborne_box import CARDS, MOST_CARDS, sorted_cards, value
from tests.engine.gisborne_oracle import Game


def known(game: Game, viewer: int | None) -> dict[str, Any]:
    """Return everything that a viewer may know; `viewer` is None for a spectator."""
    laying = game.question == "lay"
    facts = {
        "round": game.round,
        "question": game.question,
        "asked": sorted(game.asked),
        "answered": sorted(seat for seat in game.asked if seat in game.answers),
        "order": game.order,
        "tiles": game.way.tiles,
        "chips on the way": game.way.chip_on,
        "pawns": game.at,
        "arrived": game.arrived,
        "bar order": game.bar_order,
        "ranks": game.ranks(),
        "tiles left": len(game.stack),
        "chips left": len(game.chip_pile),
        "top chip": game.chip_pile[0] if game.chip_pile else None,
        "pile": len(game.pile),
        "discards": len(game.discards),
        # A hand that shrinks while seats lay would tell how many cards lie there.
        "hands": game.held if laying else {seat: len(game.hands[seat]) for seat in game.seats},
        "chests": {seat: len(game.chests[seat]) for seat in game.seats},
        "chips": {seat: sorted(game.chips[seat]) for seat in game.seats},
        "dealt": {seat: len(cards) for seat, cards in game.dealt.items()},
        "laid": sorted(game.plays),
        "numbers": {seat: len(cards) + tent for seat, (cards, tent) in game.plays.items() if _sees(game, viewer, seat)},
        "plays": {
            seat: (sorted(cards), tent) for seat, (cards, tent) in game.plays.items() if game.revealed or seat == viewer
        },
        "last round": game.last_round,
        "over": game.over,
    }
    if viewer is not None:
        facts["hand"] = sorted(game.hands[viewer])
        facts["may take back"] = game.may_take_back(viewer)
        facts["said"] = game.answers.get(viewer) if game.question == "keep" else None
    return facts


def _sees(game: Game, viewer: int | None, seat: int) -> bool:
    """True if a viewer may see how many cards a seat has laid."""
    if game.revealed or viewer == seat:
        return True
    if viewer is None or game.laid_numbers == "hidden":
        return False
    return game.order.index(viewer) > game.order.index(seat)


def absent_answer(game: Game, seat: int) -> Any:
    """Return the answer of a seat that is not there: for a play the cards, and whether the tent is laid."""
    hand = sorted_cards(game.hands[seat])
    if game.question == "lay":
        least = 2 if game.stood[seat] == "S" else 1
        moving = [face for face in hand if value(face) >= least]
        return (moving[:1], not moving)
    if game.question == "river":
        return hand[: game.surplus]
    if game.question == "wolves":
        return min(game.chips[seat])
    return len(game.dealt[seat])


def all_cards(game: Game) -> list[str]:
    """Every card, wherever it is."""
    plays = [cards for cards, _ in game.plays.values()]
    held = [*game.hands.values(), *game.chests.values(), *game.dealt.values(), *plays]
    return sorted(game.pile + game.discards + [face for cards in held for face in cards])


def all_chips(game: Game) -> list[int]:
    """Every chip, wherever it is."""
    chests = [chip for chips in game.chips.values() for chip in chips]
    return sorted(
        [
            *game.way.chip_on.values(),
            *game.chip_pile,
            game.chip_aside,
            *game.beach_chip,
            *chests,
            *game.wolves_took,
        ]
    )


@cache
def candidates(question: str, surplus: int = 0) -> list[Any]:
    """Return all answers that could be tried, most of them not legal."""
    if question == "lay":
        return [
            (list(cards), tent)
            for number in range(MOST_CARDS + 2)
            for cards in combinations_with_replacement(CARDS, number)
            for tent in (False, True)
        ]
    if question == "river":
        return [
            list(cards)
            for number in range(max(0, surplus - 1), surplus + 2)
            for cards in combinations_with_replacement(CARDS, number)
        ]
    return list(range(-1, 6))


def submit(game: Game, question: str, seat: int, answer: Any) -> None:
    """Give an answer. Raises Refused."""
    if question == "lay":
        game.lay(seat, *answer)
    elif question == "river":
        game.discard(seat, answer)
    elif question == "wolves":
        game.give(seat, answer)
    elif question == "keep":
        game.keep(seat, answer)
    else:
        game.take_back(seat)
