"""Forks of finished games: initial state, seats, and exclusion from statistics."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts.models import AccountDeleted, User
from games.accounts.services import make_guest
from games.history.models import Summary
from games.history.record import record_of
from games.history.replay_checks import find_fault
from games.tables import signals
from games.tables.errors import RefusalReason
from games.tables.forks.forks import fork, may_fork
from games.tables.lobby import rematches, services
from games.tables.lobby.cards import card_of, table_lines
from games.tables.log.state import load, log
from games.tables.log.submit import Intent, submit
from games.tables.models import Access, Ending, Origin, Person, Recording, Seat, Status, Table, TableEvent
from games.tables.people import personal_data
from games.tables.people.guests import tidy_guests
from games.tables.people.personal_data import export_user_data
from games.tables.seats import absences
from games.tables.seats.absences import abandon
from games.tables.staff import interventions
from tests.games.tables.conftest import gather, pick
from tests.games.tables.lobby.test_services import refusal
from tests.games.tables.present import present
from tests.games.tables.toy_features import RULES
from tests.games.tables.toy_rules import Kind, Pick


def finished(people: list[User], turns: int = 3, **fields: Any) -> Table:
    """Return a finished game in which each pick is the turn plus the seat's index."""
    table = gather(*people, turns=turns, **fields)
    for turn in range(1, turns + 1):
        for index, person in enumerate(people):
            pick(table, person, turn, number=turn + index)
    return present(table)


def forked(table: Table, user: User, turn: int = 2, seat: int = 0, **fields: Any) -> Table:
    return present(fork(table=table.code, user=user, turn=turn, seat=seat, name="Anew", **fields))


def picks(table: Table) -> list[tuple[int, int, int]]:
    """Return all picks of a game as (turn, seat, number)."""
    entries = log(table, up_to=10_000)
    picked = [entry for entry in entries if entry.event.kind == "picked"]
    return [(entry.turn, entry.event.data["seat"], entry.event.data["number"]) for entry in picked]


def names(table: Table) -> list[str]:
    return [seat.shown_name for seat in Seat.objects.at(table)]


# --- How it begins ----------------------------------------------------------------------------------------------------


def test_a_fork_begins_as_the_turn_did(people: list[User]) -> None:
    old = finished(people[:3])
    anew = forked(old, people[3], turn=2, seat=1)
    assert (anew.origin, anew.fork_of, anew.fork_turn) == (Origin.FORK, old, 2)
    assert (anew.status, anew.access, anew.turn, anew.capacity) == (Status.PLAYING, Access.INVITATION, 2, 3)
    assert (anew.seed, anew.commitment, anew.options) == (old.seed, old.commitment, old.options)
    before = [(*values,) for values in _stored(old)[:5]]
    assert _stored(anew)[:5] == before
    assert names(anew) == ["Ann", "Dee", "Cas"]
    assert [seat.player for seat in Seat.objects.at(anew)] == [Recording(0), Person(people[3].pk), Recording(2)]


def _stored(table: Table) -> list[tuple[Any, ...]]:
    return list(
        TableEvent.objects.filter(table=table)
        .order_by("number")
        .values_list("number", "kind", "data", "definition", "turn", "seat", "stand_in", "at")
    )


def test_nobody_but_the_person_is_waited_for(people: list[User]) -> None:
    anew = forked(finished(people[:3]), people[3], seat=1)
    assert [seat.awaited for seat in Seat.objects.at(anew)] == [False, True, False]
    assert not Seat.objects.filter(table=anew, alarm_at__isnull=False).exists()
    pick(anew, people[3], 2, number=9)
    assert [seat.awaited for seat in Seat.objects.at(anew)] == [False, True, False]


def test_the_others_do_what_they_did(people: list[User]) -> None:
    old = finished(people[:3])
    anew = forked(old, people[3], turn=2, seat=1)
    pick(anew, people[3], 2, number=9)
    pick(anew, people[3], 3, number=8)
    assert present(anew).status == Status.FINISHED
    mine = [(2, 1, 9), (3, 1, 8)]
    assert sorted(picks(anew)) == sorted([each for each in picks(old) if each[:2] not in {(2, 1), (3, 1)}] + mine)
    assert load(anew).state.deck == load(old).state.deck
    assert [seat.score for seat in Seat.objects.at(anew)] == [6, 19, 12]
    assert not TableEvent.objects.filter(table=anew, stand_in=True).exists()


def test_what_the_others_picked_is_hidden_until_the_turn_closes(people: list[User], client: Client) -> None:
    anew = forked(finished(people[:2]), people[3], seat=0)
    client.force_login(people[3])
    assert "picked 3" not in client.get(f"/tables/{anew.code}/").content.decode()
    pick(anew, people[3], 2)
    assert "Ben picked 3" in client.get(f"/tables/{anew.code}/").content.decode()


def test_every_kind_of_answer_is_given_again(people: list[User]) -> None:
    """Check with calls, so that a seat calls first and then picks twice."""
    old = gather(*people[:3], turns=3, calls=True)
    _answer_all(old, people[:3])
    for seat in range(3):
        anew = forked(old, people[3], turn=1, seat=seat)
        assert [one.awaited for one in Seat.objects.at(anew)] == [index == seat for index in range(3)]
        _answer_all(anew, {seat: people[3]})
        assert load(present(anew)).state.stars == load(present(old)).state.stars
        assert not TableEvent.objects.filter(table=anew, stand_in=True).exists()


def _answer_all(table: Table, people: list[User] | dict[int, User]) -> None:
    """Submit every pending answer until the game is over; of two picks in a turn, the lower comes first."""
    while asks := [ask for ask in RULES.asks(load(present(table)).state) if not ask.answered]:
        ask = asks[0]
        command = Pick(ask.seat, ask.turn, ask.turn + (ask.kind == Kind.AGAIN), Kind(ask.kind))
        intent = Intent("toy", lambda _, ask=ask: ask.id, lambda _, command=command: command)  # type: ignore[misc]
        submit(table=table.code, user=people[ask.seat], command_id=uuid4(), intent=intent)


def test_it_may_begin_with_the_first_turn_and_with_the_last(people: list[User]) -> None:
    old = finished(people[:2])
    first, last = forked(old, people[2], turn=1), forked(old, people[2], turn=3)
    assert (first.turn, picks(first)) == (1, [(1, 1, 2)])
    assert last.turn == 3
    pick(last, people[2], 3)
    assert present(last).status == Status.FINISHED


def test_a_fork_may_be_forked(people: list[User]) -> None:
    old = finished(people[:2])
    first = forked(old, people[2], turn=2, seat=0)
    for turn in (2, 3):
        pick(first, people[2], turn, number=9)
    second = forked(first, people[3], turn=3, seat=1)
    pick(second, people[3], 3, number=0)
    assert (second.fork_of, names(second)) == (first, ["Cas", "Dee"])
    assert (3, 0, 9) in picks(second)


def test_the_same_form_opens_one_table(people: list[User]) -> None:
    old, command_id = finished(people[:2]), uuid4()
    one = forked(old, people[2], command_id=command_id)
    assert forked(old, people[2], command_id=command_id) == one
    assert forked(old, people[2], command_id=uuid4()) != one


def test_what_cannot_be_played_on_is_refused(people: list[User]) -> None:
    old, running = finished(people[:2]), gather(people[0], people[1])
    for turn, seat in ((0, 0), (4, 0), (2, 2), (2, -1)):
        with pytest.raises(Table.DoesNotExist):
            fork(table=old.code, user=people[2], turn=turn, seat=seat, name="Anew")
    fields = {"user": people[2], "turn": 1, "seat": 0, "name": "Anew"}
    assert refusal(fork, table=running.code, **fields).reason == RefusalReason.NOT_FINISHED
    assert [may_fork(running, 1, 0), may_fork(old, 3, 1), may_fork(old, 4, 1)] == [False, True, False]


def test_the_person_is_locked_before_the_game(people: list[User]) -> None:
    """Check that the lock order matches `erase`; the reverse order could deadlock."""
    old = finished(people[:1])
    with CaptureQueriesContext(connection) as queries:
        forked(old, people[0])
    read = [match[1] for query in queries if (match := re.search(r'FROM "(\w+)"', query["sql"]))]
    assert read.index("accounts_user") < read.index("tables_table")
    personal_data.erase(user=people[1])
    command = {"user": people[1], "turn": 1, "seat": 0, "name": "Anew"}
    with pytest.raises(AccountDeleted):
        fork(table=old.code, **command)


def test_the_stand_in_plays_where_nobody_knows_what_was_done(people: list[User]) -> None:
    old = finished(people[:1])
    first = forked(old, people[1])
    for turn in (2, 3):
        pick(first, people[1], turn)
    personal_data.erase(user=people[0])
    first.refresh_from_db()
    assert (first.fork_of, first.status) == (None, Status.FINISHED)


# --- What it is not ---------------------------------------------------------------------------------------------------


def ended_fork(people: list[User]) -> Table:
    """Return a finished fork of a game of Ann and Ben, in which Cas took Ann's place."""
    anew = forked(finished(people[:2]), people[2])
    for turn in (2, 3):
        pick(anew, people[2], turn, number=9)
    return present(anew)


def test_a_fork_counts_nowhere_and_holds(people: list[User]) -> None:
    anew = ended_fork(people)
    assert anew.status == Status.FINISHED
    assert not Summary.objects.filter(table=anew).exists()
    assert find_fault(anew) == ""
    assert record_of(anew)["seats"] == ["Cas", "Ben"]


def test_nobody_is_told_of_it(people: list[User]) -> None:
    announced: list[Any] = []
    old = finished(people[:2])

    def hear(signal: Any, **_: Any) -> None:
        announced.append(signal)

    for signal in (signals.seats_awaited, signals.game_over):
        signal.connect(hear, weak=False, dispatch_uid="test")
    try:
        anew = forked(old, people[2])
        for turn in (2, 3):
            pick(anew, people[2], turn)
    finally:
        for signal in (signals.seats_awaited, signals.game_over):
            signal.disconnect(dispatch_uid="test")
    assert (present(anew).status, announced) == (Status.FINISHED, [])


def test_it_is_given_up_like_a_game_alone(people: list[User]) -> None:
    anew = forked(finished(people[:2]), people[2])
    assert refusal(absences.resign, table=anew.code, user=people[2]).reason == RefusalReason.ALONE
    abandon(table=anew.code, user=people[2])
    assert (present(anew).status, present(anew).ending) == (Status.CLOSED, Ending.GIVEN_UP)


def test_the_staff_can_only_end_it(people: list[User]) -> None:
    anew = forked(finished(people[:2]), people[2])
    intervention = interventions.AdminIntervention(interventions.InterventionAction.STAND_IN, "why", seat=1)
    assert refusal(interventions.intervene, table=anew.code, intervention=intervention).reason == RefusalReason.ONLY_ONE
    interventions.intervene(
        table=anew.code, intervention=interventions.AdminIntervention(interventions.InterventionAction.END, "why")
    )
    assert present(anew).ending == Ending.STAFF


def test_nobody_is_voted_on_however_long_it_lies(people: list[User]) -> None:
    anew = forked(finished(people[:2]), people[2])
    Seat.objects.filter(table=anew).update(awaited=True, awaited_since=timezone.now() - timedelta(days=9))
    assert absences.overdue_seats(anew, list(Seat.objects.at(anew))) == []
    assert refusal(absences.vote, table=anew.code, user=people[2], choice="").reason == RefusalReason.NOBODY_AWAY


def test_it_is_put_aside_like_a_game_alone(people: list[User]) -> None:
    anew = forked(finished(people[:2]), people[2])
    Table.objects.filter(pk=anew.pk).update(changed_at=timezone.now() - timedelta(days=31))
    assert [table.aside for table in Table.objects.unfinished().of(people[2]).put_aside_last()] == [True]  # type: ignore[attr-defined]
    assert not Seat.objects.awaited_for_user(people[2].pk).exists()


def test_nobody_may_have_very_many(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_SOLO", 1)
    old = finished(people[:2])
    forked(old, people[2])
    fields = {"user": people[2], "turn": 1, "seat": 0, "name": "Anew"}
    assert refusal(fork, table=old.code, **fields).reason == RefusalReason.TOO_MANY_ALONE


def test_it_is_not_played_again_as_a_game_is(people: list[User]) -> None:
    anew = ended_fork(people)
    assert refusal(rematches.rematch, table=anew.code, user=people[2]).reason == RefusalReason.A_FORK
    assert refusal(rematches.play_deck, table=anew.code, user=people[3], name="Solo").reason == RefusalReason.A_FORK


def test_lists_say_what_it_is_and_what_the_person_reached(people: list[User]) -> None:
    anew = ended_fork(people)
    assert table_lines(anew, Seat.objects.at(anew))[-1] == "Continued from turn 2 of another game"
    card = card_of(Table.objects.with_seats().get(pk=anew.pk), viewer=people[2])
    assert (card.result, card.waits_for) == ("19 points", "")
    assert [person.name for person in card.people] == ["Cas", "Ben"]
    running = forked(finished(people[:2]), people[2])
    assert running not in Table.objects.open_games()
    card = card_of(Table.objects.with_seats().get(pk=running.pk), viewer=people[2])
    assert (card.waits_for, bool(card.give_up_url)) == ("", True)


# --- Who goes for good ------------------------------------------------------------------------------------------------


def test_a_fork_goes_with_its_person_even_under_way(people: list[User]) -> None:
    anew = forked(finished(people[:2]), people[2])
    personal_data.erase(user=people[2])
    assert not Table.objects.filter(pk=anew.pk).exists()


def test_a_game_alone_that_others_have_forked_goes_with_its_person(people: list[User]) -> None:
    old = finished(people[:1])
    anew = forked(old, people[1])
    personal_data.erase(user=people[0])
    assert not Table.objects.filter(pk=old.pk).exists()
    anew.refresh_from_db()
    assert (anew.fork_of, anew.fork_turn) == (None, 2)
    pick(anew, people[1], 2)
    assert present(anew).turn == 3


def test_without_the_game_it_came_from_the_stand_in_plays(people: list[User]) -> None:
    old = finished(people[:2])
    first = forked(old, people[2], turn=1)
    for turn in (1, 2, 3):
        pick(first, people[2], turn)
    second = forked(first, people[3], turn=2, seat=0)
    personal_data.erase(user=people[2])
    second.refresh_from_db()
    assert (second.fork_of, names(second)) == (None, ["Dee", "Former player"])
    for turn in (2, 3):
        pick(second, people[3], turn)
    assert present(second).status == Status.FINISHED
    # What they picked of the open turn was known still.
    assert picks(second)[-2:] == [(3, 1, 0), (3, 0, 5)]
    assert find_fault(present(second)) == ""


def test_nobody_who_has_gone_is_named_by_forks(people: list[User]) -> None:
    old = finished(people[:2])
    first = forked(old, people[2], seat=0)
    for turn in (2, 3):
        pick(first, people[2], turn)
    second = forked(first, people[3], turn=3, seat=0)
    assert names(second) == ["Dee", "Ben"]
    personal_data.erase(user=people[1])
    assert [names(table) for table in (first, second)] == [["Cas", "Former player"], ["Dee", "Former player"]]
    personal_data.erase(user=people[0])
    assert names(first) == ["Cas", "Former player"]


def test_a_guest_with_nothing_but_forks_is_tidied_away(people: list[User]) -> None:
    guest = make_guest(display_name="Gus")
    anew = forked(finished(people[:2]), guest)
    User.objects.filter(pk=guest.pk).update(last_login=None, date_joined="2020-01-01T00:00Z")
    assert tidy_guests(silent_for=timedelta(days=90)) == 1
    assert not Table.objects.filter(pk=anew.pk).exists()


def test_the_data_of_a_person_hold_what_they_did_alone(people: list[User]) -> None:
    anew = ended_fork(people)
    data = next(table for table in export_user_data(people[2])["tables"] if table["code"] == anew.code)
    assert (data["origin"], data["fork_turn"]) == ("fork", 2)
    assert [(answer["turn"], answer["data"]["number"]) for answer in data["answers"]] == [(2, 9), (3, 9)]


def test_a_turn_in_which_a_seat_had_no_choice_is_not_tried_again(people: list[User]) -> None:
    old = finished(people[:2])
    Table.objects.filter(pk=old.pk).update(seed=None)
    assert not may_fork(present(old), 2, 0)
    refused = refusal(fork, table=old.code, user=people[3], turn=2, seat=0, name="Anew")
    assert refused.reason == RefusalReason.NOTHING_TO_TRY


def test_a_game_that_cannot_be_continued_has_no_forks(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    old = finished(people[:2])
    monkeypatch.setattr(type(RULES), "forks", None)
    assert not may_fork(old, 2, 0)
    with pytest.raises(Table.DoesNotExist):
        forked(old, people[3])
