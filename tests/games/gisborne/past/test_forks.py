"""Games of Gisborne continued from a past round: with the same deck, the others repeat what they did."""

from uuid import uuid4

import pytest

from engine.contract import Ask
from engine.gisborne.commands import Command
from engine.gisborne.events import Laid, Moved, RoundBegan
from engine.gisborne.game import RULES
from engine.gisborne.players.heuristic import choose_command
from engine.gisborne.rules.replay import command_alike
from engine.gisborne.state import State
from games.accounts.models import User
from games.gisborne.words.names import KEY
from games.history.json_lines import dump_game, read_past_game
from games.history.models import Summary
from games.history.replay_checks import find_fault
from games.tables.forks.forks import fork, may_fork
from games.tables.log.fork_replies import answers_of_game
from games.tables.log.state import log
from games.tables.log.submit import Intent, submit
from games.tables.models import Seat, Status, Table
from tests.games.gisborne.past.played import played_table
from tests.games.gisborne.play import state_of
from tests.games.tables.clients import people_named, signed_in, text_of
from tests.games.tables.present import present

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return people_named("Ann", "Ben", "Cas")


@pytest.fixture
def old(people: list[User]) -> Table:
    return played_table(people)


def forked(old: Table, user: User, turn: int, seat: int = 0) -> Table:
    return present(fork(table=old.code, user=user, turn=turn, seat=seat, name="Anew"))


def answer(table: Table, user: User, command: Command, ask: Ask) -> None:
    intent = Intent(KEY, lambda _view: ask.id, lambda _view: command)
    submit(table=table.code, user=user, command_id=uuid4(), intent=intent)


def own_ask(table: Table, state: State) -> Ask | None:
    """Return the open ask of a fork; only the player who opened it is ever asked."""
    asks = [ask for ask in RULES.asks(state) if not ask.answered]
    assert len(asks) <= 1
    return asks[0] if asks else None


def play_on(table: Table, user: User) -> Table:
    while ask := own_ask(table, state := state_of(table)):
        answer(table, user, choose_command(RULES.view(state, ask.seat), ask), ask)
    return present(table)


def events_of(table: Table) -> list[object]:
    return [entry.event for entry in log(table, up_to=table.number)]


def repeat(table: Table, user: User, old: Table) -> Table:
    """Answer as in the old game to the end."""
    answers, events = answers_of_game(old).answers, events_of(old)
    while ask := own_ask(table, state_of(table)):
        command = command_alike(ask, events[answers[ask.seat, ask.id] - 1])
        assert command is not None
        answer(table, user, command, ask)
    return present(table)


def moves(table: Table) -> list[tuple[int, int, int]]:
    """Return the ends of all moves as the round, the seat and the field."""
    found, number = list[tuple[int, int, int]](), 0
    for event in events_of(table):
        if isinstance(event, RoundBegan):
            number = event.round
        elif isinstance(event, Moved):
            found.append((number, event.seat, event.to))
    return found


def test_a_fork_begins_with_its_round_and_the_same_hand(old: Table, people: list[User]) -> None:
    anew = forked(old, people[0], 3)
    state = state_of(anew)
    assert state.round.number == 3
    assert [play is not None for play in state.round.plays] == [False, True, True]
    was = [event for event in events_of(old) if isinstance(event, Laid) and event.round == 3 and event.seat]
    assert [state.round.plays[event.seat].cards for event in was] == [event.cards for event in was]  # type: ignore[union-attr]


def test_the_same_answers_lead_to_the_same_end(old: Table, people: list[User]) -> None:
    anew = repeat(forked(old, people[0], old.turn - 3), people[0], old)
    assert anew.status == Status.FINISHED
    assert moves(anew) == moves(old)
    assert [seat.score for seat in Seat.objects.at(anew)] == [seat.score for seat in Seat.objects.at(old)]


def test_other_answers_lead_elsewhere_and_count_nowhere(old: Table, people: list[User]) -> None:
    anew = play_on(forked(old, people[1], 2, 1), people[1])
    assert anew.status == Status.FINISHED
    assert moves(anew) != moves(old)
    assert not Summary.objects.filter(table=anew).exists()
    assert find_fault(anew) == ""
    assert read_past_game(dump_game(anew)).table.fork_turn == 2
    own = Seat.objects.get(table=anew, index=1)
    page = text_of(signed_in(people[1]).get(f"/tables/{anew.code}/"))
    assert f"Ben: {own.score} point" in page
    assert "You won" not in page
    assert "Try again from the same point" in page
    assert "Back to game" in page


def test_pages_of_rounds_offer_to_play_from_there(old: Table, people: list[User]) -> None:
    page = text_of(signed_in(people[0]).get(f"/tables/{old.code}/turns/2/"))
    assert "Play from here" in page
    client = signed_in(people[0])
    answer = client.post(f"/tables/{old.code}/turns/2/fork/", {"seat": "0", "command_id": str(uuid4())})
    assert answer.status_code in {302, 303}, "a new table"
    assert "Continued from round 2 of Way, as Ann." in text_of(client.get(answer["Location"]))


def test_running_games_are_not_continued(people: list[User]) -> None:
    running = played_table(people, rounds=3)
    assert running.status == Status.PLAYING
    assert not may_fork(running, 1, 0)
