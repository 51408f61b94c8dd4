"""Feats found in the events of games of Gisborne."""

from collections.abc import Iterator
from datetime import UTC, datetime

from engine.contract import Seat
from engine.gisborne.events import ChipGiven, ChipTaken, Event, Reason, RoundBegan
from games.gisborne.past.feats import FEATS, find_feats
from games.tables.log.state import DecodedEvent

A, B, C = Seat(0), Seat(1), Seat(2)


def found(*events: Event) -> list[tuple[int, str, int]]:
    return [(feat.seat, feat.kind, feat.turn) for feat in find_feats(list(logged(*events)))]


def logged(*events: Event) -> Iterator[DecodedEvent[Event]]:
    round_ = 0
    for number, event in enumerate(events, 1):
        round_ = event.round if isinstance(event, RoundBegan) else round_
        yield DecodedEvent(number, round_, None, datetime(2026, 1, 1, tzinfo=UTC), event)


def chip(seat: Seat) -> ChipTaken:
    return ChipTaken(seat, 3, 1, Reason.LANDED)


def test_seat_that_gets_from_last_to_first_has_a_feat() -> None:
    orders = [RoundBegan(1, (A, B, C)), RoundBegan(2, (C, A, B)), RoundBegan(3, (B, C, A)), RoundBegan(4, (B, A, C))]
    assert found(*orders) == [(B, "last_to_first", 2)], "in the first round, all are near the start"
    assert found(RoundBegan(1, (A, B)), RoundBegan(2, (A, B)), RoundBegan(3, (B, A))) == []


def test_three_chips_of_one_round_are_a_feat() -> None:
    assert found(RoundBegan(1, (A, B)), chip(A), chip(B), chip(A), chip(A)) == [(A, "chips_at_once", 1)]
    assert found(RoundBegan(1, (A, B)), chip(A), chip(A), RoundBegan(2, (A, B)), chip(A)) == []


def test_five_chips_in_the_chest_are_a_feat_once() -> None:
    rounds = [event for number in range(1, 8) for event in (RoundBegan(number, (A, B)), chip(A))]
    assert found(*rounds) == [(A, "chips_in_chest", 5)]
    assert found(*rounds[:8], ChipGiven(A, 1), *rounds[8:10]) == []


def test_kinds_are_named() -> None:
    assert [kind.key for kind in FEATS.kinds] == ["last_to_first", "chips_at_once", "chips_in_chest"]
