"""Reading records: valid ones, and reasons to reject other documents."""

from typing import Any

import pytest

from engine import RecordError
from engine.cartographers import read_record


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"format": "other"}, "no record"),
        ({"version": 2}, "version"),
        ({"game": "chess"}, "the game is not cartographers"),
        ({"game": ["cartographers"]}, "the game is not cartographers"),
        ({"seed": "00"}, "seed: must be 64 hex digits"),
        ({"seed": None}, "seed: must be 64 hex digits"),
        ({"commitment": "x" * 64}, "commitment: must be 64 hex digits"),
        ({"seats": 2}, "seats: must be a list"),
        ({"seats": [1]}, "seats: must be names"),
        ({"events": {}}, "events: must be a list"),
        ({"events": [[]]}, "event 1: must have"),
        ({"events": [{"kind": "drawn"}]}, "event 1: must have"),
        ({"events": [{"kind": "drawn", "data": {}}]}, "event 1: drawn: "),
        ({"events": [{"kind": "drawn", "data": {"turn": []}}]}, "event 1: drawn: "),
        ({"events": [{"kind": ["drawn"], "data": {}}]}, "is no kind of event"),
        ({"events": [{"number": 2, "kind": "game_ended", "data": {}}]}, "event 1: is numbered 2"),
        ({"events": [{"kind": "season_scored", "data": {"season": 0, "scores": [{"edicts": [1]}]}}]}, "event 1: "),
    ],
)
def test_what_is_no_record_is_refused_with_a_reason(changes: dict[str, Any], reason: str) -> None:
    good: dict[str, Any] = {"format": "carto-game", "version": 1, "game": "cartographers", "seats": [], "events": []}
    hexes = {"seed": "00" * 32, "commitment": "00" * 32}
    assert read_record({**good, **hexes}).events == ()
    with pytest.raises(RecordError, match=reason):
        read_record({**good, **hexes, **changes})


@pytest.mark.parametrize("document", [None, [], "record", 3, {}])
def test_other_documents_are_no_records(document: Any) -> None:
    with pytest.raises(RecordError, match="no record"):
        read_record(document)


def test_a_record_may_keep_its_seed_and_its_promise_to_itself() -> None:
    record = read_record(
        {"format": "carto-game", "version": 1, "game": "cartographers", "seats": ["Ann"], "events": []}
    )
    assert (record.seed, record.commitment, record.seats) == (None, None, ("Ann",))
