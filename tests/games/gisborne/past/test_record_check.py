"""Findings on files of games of Gisborne."""

from dataclasses import replace

from engine.gisborne.events import Event, GameStarted, Laid
from engine.gisborne.game import RULES
from engine.randomness import commitment
from engine.records import Record
from games.gisborne.past.record_check import deck_name, findings
from tests.engine.gisborne_games import seed_of, whole_game


def _record(number: int) -> Record[Event]:
    events, state = whole_game(number)
    seats = ("Ann", "Ben", "Cas", "Dan", "Eve")[: state.seats]
    return Record("gisborne", commitment(seed_of(number)), seed_of(number), seats, tuple(events))


def test_good_record_has_good_findings() -> None:
    found = findings(_record(1))
    assert all(finding.good for finding in found)
    words = [finding.words for finding in found]
    assert "The tiles, chips and cards match the published versions." in words
    assert words.index("Path tiles: order matches the seed.") < words.index("Card pile: order matches the seed.")
    plays = sum(isinstance(event, Laid) for event in _record(1).events)
    assert f"{plays} plays follow the rules." in words


def test_changed_play_is_found() -> None:
    record = _record(1)
    at = next(at for at, event in enumerate(record.events) if isinstance(event, Laid) and event.cards)
    events = [*record.events]
    events[at] = replace(events[at], cards=())
    found = findings(replace(record, events=tuple(events)))
    assert not all(finding.good for finding in found)


def test_other_box_is_noted() -> None:
    record = _record(0)
    start = record.events[0]
    assert isinstance(start, GameStarted)
    other = replace(start, definition=replace(start.definition, beach_chip=5))
    found = findings(replace(record, events=(other, *record.events[1:])))
    assert [finding.words for finding in found if finding.note] == [
        "The tiles, chips or cards differ from the published versions."
    ]


def test_decks_have_names() -> None:
    labels = RULES.records.decks(_record(0).events) if RULES.records else {}
    assert {deck_name(label) for label in labels} >= {"Path tiles", "Chips", "Order on the bar", "Card pile"}
    assert deck_name("pile/3") == "Card pile 3"
