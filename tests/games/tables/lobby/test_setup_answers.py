"""Setup questions left to the players: answering, waiting, starting, refusing."""

import pytest

from games.accounts.models import User
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.models import Seat, Status, Table
from tests.games.tables.clients import signed_in


def asking(host: User, *guests: User, capacity: int = 2) -> Table:
    """Create a table that asks players for the number of turns."""
    table = services.create_table(host=host, new=NewTable("toy", "Desk", {"turns": 9, "asks": True}, capacity))
    for guest in guests:
        table = services.join(table=table.code, user=guest)
    return Table.objects.get(pk=table.pk)


def answer(table: Table, user: User, turns: str = "") -> Table:
    services.answer_setup(table=table.code, user=user, answers={"turns": turns})
    return Table.objects.get(pk=table.pk)


def test_game_starts_once_all_seats_are_taken_and_have_answered(people: list[User]) -> None:
    table = asking(*people[:2])
    assert table.status == Status.GATHERING
    assert answer(table, people[0], "3").status == Status.GATHERING
    started = answer(table, people[1], "4")
    assert (started.status, started.options["turns"]) == (Status.PLAYING, 4)


def test_last_player_to_sit_down_starts_nothing_before_answering(people: list[User]) -> None:
    table = asking(people[0])
    answer(table, people[0], "3")
    assert services.join(table=table.code, user=people[1]).status == Status.GATHERING
    assert answer(table, people[1]).options["turns"] == 3


def test_host_can_start_without_answers(people: list[User]) -> None:
    table = asking(*people[:2])
    started = services.start(table=table.code, host=people[0])
    assert (started.status, started.options["turns"]) == (Status.PLAYING, 9)


def test_answers_can_be_changed_and_go_with_the_seat(people: list[User]) -> None:
    table = asking(*people[:2], capacity=3)
    answer(table, people[1], "3")
    answer(table, people[1], "4")
    assert Seat.objects.get(table=table, user=people[1]).setup_answers == {"turns": "4"}
    services.leave(table=table.code, user=people[1])
    services.join(table=table.code, user=people[1])
    assert Seat.objects.get(table=table, user=people[1]).setup_answers is None


def test_nobody_is_asked_alone(people: list[User]) -> None:
    assert asking(people[0], capacity=1).status == Status.PLAYING


@pytest.mark.parametrize("turns", ["5", "x" * 9_999, "\0"])
def test_unknown_answer_is_refused_and_changes_nothing(people: list[User], turns: str) -> None:
    table = asking(*people[:2])
    page = signed_in(people[0]).post(f"/tables/{table.code}/setup/", {"turns": turns})
    assert page.status_code < 500
    assert Seat.objects.get(table=table, user=people[0]).setup_answers is None
    with pytest.raises(TableRefusal) as refusal:
        answer(table, people[0], turns)
    assert refusal.value.reason == RefusalReason.NO_SUCH_CHOICE


def test_answers_after_the_start_or_without_questions_are_refused(people: list[User]) -> None:
    table = asking(*people[:2])
    services.start(table=table.code, host=people[0])
    with pytest.raises(TableRefusal) as refusal:
        answer(table, people[0], "3")
    assert refusal.value.reason == RefusalReason.BEGUN
    plain = services.create_table(host=people[0], new=NewTable("toy", "Desk", {"turns": 3}, 2))
    with pytest.raises(TableRefusal) as refusal:
        answer(plain, people[0])
    assert refusal.value.reason == RefusalReason.NO_SUCH_CHOICE


def test_page_shows_questions_to_seats_and_answers_to_everybody(people: list[User]) -> None:
    table = asking(*people[:2], capacity=3)
    answer(table, people[0], "4")
    host, stranger = (signed_in(user).get(f"/tables/{table.code}/").content.decode() for user in people[::2])
    assert '<option value="4" selected>Four</option>' in host
    assert "How long the game is." in host
    assert 'id="setup-answers"' not in stranger
    for page in (host, stranger):
        assert "Turns: Four" in page
        assert "Hasn’t answered yet" in page


def test_form_stores_the_answer_and_leads_back(people: list[User]) -> None:
    table = asking(*people[:2])
    page = signed_in(people[1]).post(f"/tables/{table.code}/setup/", {"turns": "3"})
    assert (page.status_code, page["Location"]) == (303, f"/tables/{table.code}/")
    assert Seat.objects.get(table=table, user=people[1]).setup_answers == {"turns": "3"}
    assert signed_in(people[2]).post(f"/tables/{table.code}/setup/", {"turns": "3"}).status_code == 404


def test_answer_that_is_no_longer_offered_leaves_the_page_as_it_is(people: list[User]) -> None:
    table = asking(*people[:2])
    Seat.objects.filter(table=table, user=people[0]).update(setup_answers={"turns": "99"})
    page = signed_in(people[0]).get(f"/tables/{table.code}/")
    assert page.status_code == 200
    assert "No preference" in page.content.decode()
