"""Operators' commands with games of Gisborne: finished, in progress, and for practice."""

import io
import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import models

from engine.contract import Level
from engine.gisborne import RULES
from games.accounts.models import User
from games.history.json_lines import dump_game
from games.history.models import Summary
from games.history.record import record_of
from games.tables.game import game_named
from games.tables.lobby.practice import start_practice
from games.tables.log.stand_in_answers import answered
from games.tables.log.state import load
from games.tables.log.submit import Intent, submit
from games.tables.models import Status, Table, TableEvent
from tests.games.history.finished import person
from tests.games.history.playing import Take, Verify
from tests.games.history.test_lines import forget
from tests.games.history.test_replaying import replay
from tests.games.tables.present import present
from tests.scenarios import GISBORNE, answer_of

pytestmark = pytest.mark.django_db
Damage = Callable[[list[dict[str, Any]]], None]


@pytest.fixture
def three() -> list[User]:
    return [person(name) for name in ("Ann", "Ben", "Cas")]


@pytest.fixture
def finished(three: list[User]) -> Table:
    """Return a game that is over, beside one in progress."""
    GISBORNE.play(GISBORNE.open_table(three), three, answers=4)
    return GISBORNE.play(GISBORNE.open_table(three), three)


def practiced(user: User) -> Table:
    """Return a practice game that its player has played to the end."""
    table = start_practice(user=user, game=game_named("gisborne"), bots=2, level=Level.ROYAL)
    while asks := [ask for ask in RULES.asks(load(table).state) if not ask.answered]:
        ask, command = asks[0], answer_of(RULES, load(table).state, asks[0])
        intent = Intent(table.game, lambda _, ask=ask: ask.id, lambda _, command=command: command)
        answered(submit(table=table.code, user=user, command_id=uuid4(), intent=intent))
        table = present(table)
    return table


def first_of(events: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    data: dict[str, Any] = next(event for event in events if event["kind"] == kind)["data"]
    return data


def exported() -> str:
    out = io.StringIO()
    call_command("export_games", stdout=out)
    return out.getvalue()


def test_games_that_are_over_are_replayed_and_exported(finished: Table, three: list[User]) -> None:
    practice = practiced(three[0])
    assert replay() == (
        [f"2 of 2 checked; to continue from here: --after {practice.code}", "Games checked: 2; wrong: 0"],
        True,
    )
    assert [json.loads(line)["table"]["code"] for line in exported().splitlines()] == [finished.code, practice.code]


def test_replaying_finds_a_changed_event(finished: Table) -> None:
    moved = TableEvent.objects.filter(table=finished, kind="moved").earliest("number")
    models.QuerySet(TableEvent).filter(pk=moved.pk).update(data={**moved.data, "to": moved.data["to"] + 1})
    lines, content = replay()
    assert not content
    assert lines[0].startswith(f"{finished.code}: Event {moved.number}")
    assert "Games checked: 1; wrong: 1" in lines


def test_summaries_are_written_again(finished: Table) -> None:
    before = Summary.objects.values().get(table=finished)
    Summary.objects.all().delete()
    out = io.StringIO()
    call_command("summarise_games", stdout=out)
    assert out.getvalue() == "Games summarised: 1\n"
    assert Summary.objects.values().get(table=finished) == before


def test_games_come_back_as_they_were(finished: Table, three: list[User], take_in: Take) -> None:
    practice = practiced(three[0])
    line = exported()
    for table in (finished, practice):
        forget(table)
    assert take_in(line, dry_run=True)[0].startswith("Games that would be stored: 2;")
    assert take_in(line) == ("Games stored: 2; here already: 0; invalid lines: 0\n", True)
    assert exported() == line
    assert Table.objects.filter(status=Status.FINISHED).count() == 2
    assert Table.objects.get(code=practice.code).practice
    assert replay()[1]


DAMAGES: list[tuple[Damage, str]] = [
    (lambda events: first_of(events, "moved").update(to=99), "Event"),
    (lambda events: first_of(events, "drew").update(cards=["x9"]), "is not a valid Face"),
    (lambda events: first_of(events, "laid").update(cards=["g4"] * 6), "not allowed by the rules"),
    (lambda events: first_of(events, "laid").update(seat=7), "not allowed by the rules (seats)"),
    (lambda events: first_of(events, "laid").clear(), "is missing"),
    (lambda events: events.pop() and None, "the file ends before the game is over"),
]


@pytest.mark.parametrize(("damage", "words"), DAMAGES)
def test_damaged_games_are_not_imported(damage: Damage, words: str, finished: Table, take_in: Take) -> None:
    document = json.loads(dump_game(finished))
    forget(finished)
    damage(document["events"])
    printed, content = take_in(json.dumps(document))
    assert not content
    assert words in printed
    assert not Table.objects.filter(status=Status.FINISHED).exists()


def test_game_files_are_verified(finished: Table, verify: Verify) -> None:
    record = record_of(finished)
    printed, content = verify(record)
    assert content
    assert printed.splitlines()[:6] == [
        "ok    The seed matches the hash published before the first card.",
        "ok    The tiles, chips and cards match the published versions.",
        "ok    Path tiles: order matches the seed.",
        "ok    Chips: order matches the seed.",
        "ok    Order on the bar: order matches the seed.",
        "ok    Card pile: order matches the seed.",
    ]
    assert "plays follow the rules." in printed
    other = {**deepcopy(record), "seed": "5a" * 32}
    printed, content = verify(other)
    assert not content
    assert "WRONG Path tiles: order doesn’t match the seed." in printed


@pytest.mark.parametrize(("damage", "words"), DAMAGES)
def test_damaged_game_files_are_found_out(damage: Damage, words: str, finished: Table, verify: Verify) -> None:
    record = record_of(finished)
    damage(record["events"])
    printed, content = verify(record)
    assert not content
    assert "The game file is valid." not in printed
