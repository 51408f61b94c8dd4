"""Secrets of Gisborne: worlds that differ only in what a viewer may not know look the same to that viewer."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.contract import Seat, Viewer
from engine.gisborne import RULES
from engine.gisborne import events as ev
from engine.gisborne.cards import Face, sort_cards
from engine.gisborne.news import PlayNews
from engine.gisborne.state import State
from tests.engine.gisborne_games import random_game
from tests.engine.gisborne_positions import Table


def _other_world(state: State, viewer: Viewer, chance: Random) -> State:
    """Return a state with other faces in all hidden places, and another order of stack, chips and pile."""
    others = [seat for seat in range(state.seats) if seat != viewer]
    hidden_plays = [] if state.round.revealed else [seat for seat in others if state.round.plays[seat]]
    pool = [*state.pile, *(face for chest in state.chests for face in chest.cards)]
    pool += [face for seat in others for face in state.hands[seat]]
    for seat in hidden_plays:
        play = state.round.plays[seat]
        pool += play.cards if play else ()
    chance.shuffle(pool)

    def take(number: int) -> tuple[Face, ...]:
        return tuple(pool.pop() for _ in range(number))

    hands, plays = list(state.hands), list(state.round.plays)
    for seat in others:
        hands[seat] = sort_cards(take(len(hands[seat])))
    for seat in hidden_plays:
        play = plays[seat]
        plays[seat] = replace(play, cards=sort_cards(take(len(play.cards)))) if play else None
    return state._replace(
        stack=tuple(chance.sample(state.stack, len(state.stack))),
        chip_pile=(*state.chip_pile[:1], *chance.sample(state.chip_pile[1:], len(state.chip_pile[1:]))),
        hands=tuple(hands),
        chests=tuple(replace(chest, cards=sort_cards(take(len(chest.cards)))) for chest in state.chests),
        pile=take(len(state.pile)),
        round=state.round._replace(plays=tuple(plays)),
    )


@pytest.mark.parametrize("number", range(6))
def test_view_of_another_world_is_the_same(number: int) -> None:
    chance = Random(number)
    for _, state in random_game(number):
        viewer = chance.choice([None, *map(Seat, range(state.seats))])
        other = _other_world(state, viewer, chance)
        assert RULES.view(other, viewer) == RULES.view(state, viewer)
        assert RULES.asks(other) == RULES.asks(state)


def _other_secrets(event: ev.Event, viewer: Viewer) -> ev.Event:
    """Return an event with other secrets for a viewer who is in no last rank and has kept nothing."""
    faces = list(Face)
    match event:
        case ev.TilesShuffled(order):
            return replace(event, order=order[::-1])
        case ev.ChipsShuffled(chips):
            return replace(event, order=chips[::-1])
        case ev.PileShuffled(cards=cards):
            return replace(event, cards=cards[::-1])
        case ev.Drew(seat, cards) if seat != viewer:
            return replace(event, cards=tuple(faces[:1] * len(cards)))
        case ev.ScoringBegan(ranks=ranks, dealt=dealt):
            hidden = [rank for rank, seat in enumerate(ranks) if seat != viewer or rank + 1 < len(ranks)]
            return replace(
                event,
                dealt=tuple(
                    tuple(faces[5:]) * len(hand) if rank in hidden else hand for rank, hand in enumerate(dealt)
                ),
            )
        case ev.ScoringClosed(kept=kept):
            return replace(
                event,
                kept=tuple(hand if seat == viewer else tuple(faces[:1]) * len(hand) for seat, hand in enumerate(kept)),
            )
    return event


@pytest.mark.parametrize("number", range(6))
def test_news_of_another_world_are_the_same(number: int) -> None:
    *_, (events, state) = random_game(number)
    for viewer in (None, *map(Seat, range(state.seats))):
        for event in events:
            other = _other_secrets(event, viewer)
            assert RULES.visible(other, viewer, state) == RULES.visible(event, viewer, state)


def test_plays_are_news_for_their_seat_until_the_reveal() -> None:
    table = Table([3, 2, 1], ["b1", "b1", "b1"])
    table.lay(A="b1")
    (laid,) = table.happened(ev.Laid)
    shown = [RULES.visible(laid, viewer, table.state) for viewer in (None, Seat(0), Seat(1))]
    assert [isinstance(news, PlayNews) for news in shown] == [False, True, False]
    table.lay(B="b1", C="b1")
    assert RULES.visible(laid, None, table.state) is not None


def test_play_taken_back_stays_secret() -> None:
    table = Table([3, 2, 1], ["b1 b2", "b1", "b1"])
    table.lay(A="b1")
    table.take_back("A")
    first, undone = table.events[-2:]
    table.lay(A="b2", B="b1", C="b1")
    assert RULES.visible(first, Seat(1), table.state) is None
    assert RULES.visible(undone, Seat(1), table.state) is None
    assert RULES.visible(first, Seat(0), table.state) is not None


def test_decisions_in_a_scoring_are_news_for_their_seat_only() -> None:
    table = Table([4, 3, 2], ["b1", "b1", "b1"], chips={5: 1})
    table.lay(A="b1", B="tent", C="tent")
    table.keep(A=1)
    kept = table.events[-1]
    assert RULES.visible(kept, Seat(1), table.state) is None
    assert RULES.visible(kept, Seat(0), table.state) is not None
    scoring = RULES.view(table.state, Seat(1)).scoring
    assert scoring is not None
    assert scoring.chosen == (True, False, False)
