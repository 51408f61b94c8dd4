"""Two games on one site: each record is read and checked by its own game's rules."""

from copy import deepcopy
from typing import Any

import pytest

from engine.records import RecordError
from games.accounts.models import User
from games.history.record import read_record, record_of
from tests.games.history.playing import Verify, first, played
from tests.games.tables.toy_rules import Event


@pytest.fixture(autouse=True)
def _two_games(settings: Any) -> None:
    settings.CARTO_GAMES = {**settings.CARTO_GAMES, "toy": "tests.games.tables.toy_features.TOY"}


@pytest.fixture
def toy(people: list[User]) -> dict[str, Any]:
    """Return the record of a two-player toy game with calls."""
    return record_of(played(*people, game="toy", calls=True))


def test_each_record_holds_by_its_own_rules(record: dict[str, Any], toy: dict[str, Any], verify: Verify) -> None:
    printed, content = verify(toy)
    assert content
    assert printed.splitlines() == [
        "ok    The seed matches the hash published before the first card.",
        "ok    The numbers: order matches the seed.",
        "ok    The picks of 3 turns are allowed.",
        "The game file is valid.",
    ]
    printed, content = verify(record)
    assert content
    assert "ok    Ambush deck: order matches the seed." in printed
    assert "The numbers" not in printed


def test_a_record_tells_its_game_and_has_its_events(record: dict[str, Any], toy: dict[str, Any]) -> None:
    read = read_record(toy)
    assert (read.game, read.seats) == ("toy", ("Ann", "Bén"))
    assert read.events[-1] == Event("ended")
    assert read_record(record).game == "cartographers"


@pytest.mark.parametrize("game", ["chess", "", None, ["toy"], {}])
def test_a_record_of_a_game_that_is_not_installed_is_refused(toy: dict[str, Any], verify: Verify, game: Any) -> None:
    assert verify({**toy, "game": game}) == ("the game is not cartographers or gisborne or toy", False)


def test_a_game_that_is_taken_away_takes_its_records_along(toy: dict[str, Any], settings: Any) -> None:
    settings.CARTO_GAMES = {key: path for key, path in settings.CARTO_GAMES.items() if key != "toy"}
    with pytest.raises(RecordError, match=r"the game is not cartographers or gisborne$"):
        read_record(toy)


def test_a_record_under_the_name_of_the_other_game_is_none(
    record: dict[str, Any], toy: dict[str, Any], verify: Verify
) -> None:
    assert verify({**toy, "game": "cartographers"}) == ('event 1: "began" is no kind of event', False)
    assert verify({**record, "game": "toy"}) == ('event 1: "game_started" is no kind of event', False)


def test_the_first_wrong_event_of_each_is_named(record: dict[str, Any], toy: dict[str, Any], verify: Verify) -> None:
    coins, pick, note = first(record, "drawn", 3), first(toy, "picked", 2), first(toy, "picked", 3)
    coins["data"]["coin"] = not coins["data"]["coin"]
    pick["data"]["number"] = 77
    note["data"]["note"] = "after the first, and so not looked at"
    for spoiled, why in (
        (record, f"Event {coins['number']}: expected drawn"),
        (toy, f"Event {pick['number']}: not allowed by the rules (out_of_range): picked"),
    ):
        printed, content = verify(spoiled)
        assert not content
        wrong = [line for line in printed.splitlines() if line.startswith("WRONG")]
        assert wrong[0].startswith(f"WRONG {why}")
        assert wrong[1:] == ["WRONG Later events were not checked."]


def test_what_is_wrong_with_a_record_of_the_other_game_is_found(toy: dict[str, Any], verify: Verify) -> None:
    cut, crowded, seeded, dealt = (deepcopy(toy) for _ in range(4))
    del cut["events"][-1]
    crowded["seats"].append("Cas")
    seeded["seed"] = "5a" * 32
    dealt["events"][0]["data"]["deck"].reverse()
    last = len(toy["events"])
    for spoiled, why in (
        (cut, f"WRONG Event {last}: the file ends before the game is over."),
        (crowded, "WRONG The number of players in the file doesn’t match the number of seats."),
        (seeded, "WRONG The seed doesn’t match the hash published before the first card"),
        (dealt, "WRONG The numbers: order doesn’t match the seed."),
        ({**toy, "events": []}, "WRONG Event 1: the file doesn’t begin with the start of a game."),
    ):
        printed, content = verify(spoiled)
        assert not content
        assert why in printed


def test_without_a_seed_no_game_can_be_verified(toy: dict[str, Any], verify: Verify) -> None:
    del toy["seed"]
    assert verify(toy) == ("seed and commitment: a finished game's record has both", False)
