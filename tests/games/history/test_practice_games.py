"""Practice games in files: who was a stand-in stays known, in exports, imports and uploads."""

import json
from typing import Any
from uuid import uuid4

import pytest

from engine.contract import Level
from engine.contract import Seat as SeatNumber
from games.accounts.models import User
from games.history.json_lines import dump_game
from games.history.models import Result, SeatSummary
from games.history.record import record_of
from games.history.replay_checks import find_fault
from games.tables.forks.forks import fork
from games.tables.game import game_of
from games.tables.lobby.hosting import seat_bot
from games.tables.lobby.services import NewTable, create_table, start
from games.tables.log.stand_in_answers import answered
from games.tables.log.state import load
from games.tables.log.submit import Intent, submit
from games.tables.models import Bot, Origin, Seat, Status, Table
from tests.games.history.bringing import bring
from tests.games.history.playing import OPTIONS, Take
from tests.games.history.test_lines import forget
from tests.games.tables.clients import signed_in


def practice(host: User, seats: int = 3) -> Table:
    """Start a practice game of one person."""
    new = NewTable("cartographers", "Desk", OPTIONS["cartographers"], seats, practice=True)
    return create_table(host=host, new=new)


def play(table: Table, user: User) -> Table:
    """Play a practice game to its end; the person gives the stand-in's answers."""
    rules = game_of(table).rules
    while True:
        state = load(table).state
        ask = next((ask for ask in rules.asks(state) if not ask.answered), None)
        if ask is None:
            return table
        assert ask.seat == 0, "the stand-ins have answered"
        command = rules.fallback(rules.view(state, SeatNumber(0)), ask)
        intent = Intent(table.game, lambda _, ask=ask: ask.id, lambda _, command=command: command)
        result = answered(submit(table=table.code, user=user, command_id=uuid4(), intent=intent))
        assert result.seated
        table = result.seated.table
        assert (result.version, result.seated.number) == (table.version, table.number)


def mixed(host: User) -> Table:
    """Play a game with bots of two levels to its end."""
    new = NewTable("cartographers", "Desk", OPTIONS["cartographers"], 3, start_when_full=False)
    table = create_table(host=host, new=new)
    for level in (Level.APPRENTICE, Level.ROYAL):
        seat_bot(table=table.code, host=host, level=level)
    return play(start(table=table.code, host=host), host)


@pytest.fixture
def over(people: list[User]) -> Table:
    return play(practice(people[0]), people[0])


def players(table: Table) -> list[str]:
    return [type(seat.player).__name__ for seat in Seat.objects.at(table)]


def test_whole_game_of_one_person_with_stand_ins(over: Table, people: list[User]) -> None:
    """Turns, ambushes and all: the stand-ins have answered whenever the person is asked."""
    assert over.status == Status.FINISHED
    assert [row.result for row in SeatSummary.objects.all()] == [Result.PRACTICE]
    assert find_fault(over) == ""


def test_exported_practice_game_comes_back_as_it_was(over: Table, take_in: Take) -> None:
    line = dump_game(over)
    assert (json.loads(line)["stand_ins"], json.loads(line)["table"]["practice"]) == ([1, 2], True)
    forget(over)
    assert take_in(line)[1]
    back = Table.objects.get()
    assert (back.practice, players(back)) == (True, ["Person", "Bot", "Bot"])
    assert [seat.player for seat in Seat.objects.at(back)][1:] == [Bot(1, Level.ROYAL), Bot(2, Level.ROYAL)]
    assert dump_game(back) == line


@pytest.mark.parametrize("stand_ins", [[0, 1, 2], [3], [-1], [1, 1], ["1"], [True], 1, {}, None])
def test_stand_ins_that_cannot_be_are_refused(over: Table, take_in: Take, people: list[User], stand_ins: Any) -> None:
    document = json.loads(dump_game(over)) | {"stand_ins": stand_ins}
    forget(over)
    printed, content = take_in(json.dumps(document))
    assert (content, printed.startswith("Line 1: stand_ins: must be ")) == (False, True)
    assert "“stand_ins”" in bring(signed_in(people[0]), document, status=422)
    assert not Table.objects.exists()


@pytest.mark.parametrize("practice", [False, None, "maybe"])
def test_only_a_practice_game_has_stand_ins(over: Table, take_in: Take, practice: Any) -> None:
    document = json.loads(dump_game(over))
    document["table"]["practice"] = practice
    forget(over)
    printed, content = take_in(json.dumps(document))
    assert (content, printed.startswith("Line 1: ")) == (False, True)


def test_uploaded_practice_game_knows_its_stand_ins(over: Table, people: list[User]) -> None:
    document = record_of(over)
    assert (document["seats"], document["stand_ins"]) == (["Ann", "Isaura (bot)", "Leofric (bot)"], [1, 2])
    forget(over)
    text = bring(signed_in(people[0]), {**document, "seats": ["Ann", "Robert", "Leofric (bot)"]})
    assert "Robert" in text
    back = Table.objects.get(origin=Origin.UPLOADED)
    assert players(back) == ["Person", "Bot", "Bot"]
    assert [seat.shown_name for seat in Seat.objects.at(back)] == ["Ann", "Robert", "Leofric (bot)"]
    assert record_of(back)["stand_ins"] == [1, 2]


def test_fork_of_a_practice_game_names_its_stand_ins(over: Table, people: list[User]) -> None:
    forked = fork(table=over.code, user=people[0], turn=2, seat=0)
    assert [seat.shown_name for seat in Seat.objects.at(forked)] == ["Ann", "Isaura (bot)", "Leofric (bot)"]
    assert not forked.practice


def test_exported_game_keeps_the_level_of_each_bot(people: list[User], take_in: Take) -> None:
    table = mixed(people[0])
    players = [seat.player for seat in Seat.objects.at(table)]
    line = dump_game(table)
    assert json.loads(line)["table"]["bots"] == [{"number": 1, "level": "apprentice"}, {"number": 2, "level": "royal"}]
    forget(table)
    assert take_in(line)[1]
    back = Table.objects.get()
    assert [seat.player for seat in Seat.objects.at(back)][1:] == players[1:]
    assert dump_game(back) == line


@pytest.mark.parametrize(
    "bots",
    [
        {},
        [1],
        [{"number": 1, "level": "royal"}],
        [{"number": 1, "level": "royal"}, {"number": 1, "level": "royal"}],
        [{"number": 0, "level": "royal"}, {"number": 1, "level": "royal"}],
        [{"number": 1, "level": "king"}, {"number": 2, "level": []}],
    ],
)
def test_invalid_bots_of_a_line_are_refused(people: list[User], take_in: Take, bots: Any) -> None:
    table = mixed(people[0])
    document = json.loads(dump_game(table))
    document["table"]["bots"] = bots
    forget(table)
    printed, content = take_in(json.dumps(document))
    assert (content, printed.startswith("Line 1: bots: ")) == (False, True), printed
