"""Tables of game nights: opened once before the start, for those who come, by whichever process is first."""

import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import connection

from games.accounts.models import Sanction, User
from games.nights import opening, services
from games.nights.models import LASTS, GameNight, NightDate
from games.nights.opening import run_nights
from games.notices.models import Notice
from games.people.services import block
from games.studies.models import ModeratorAction
from games.studies.moderation import judge
from games.studies.reports import open_case
from games.tables.game import game_named
from games.tables.lobby.practice import default_options
from games.tables.models import Access, Invited, Seat, Status, Table
from tests.games.nights.evenings import answer, at, current, night_of
from tests.games.tables.clients import signed_in, text_of

START = datetime(2026, 3, 20, 19, tzinfo=UTC)  # Friday at 20:00 in Berlin, before the clocks go forward
EARLY = timedelta(minutes=15)


def _seated(table: Table) -> list[str]:
    return [str(seat.user) for seat in Seat.objects.at(table)]


def test_table_opens_itself_a_quarter_of_an_hour_before(night: GameNight, people: list[User], clock: Any) -> None:
    ann, ben, cas, _dee = people
    for person in (cas, ann):
        answer(night, person)
    at(clock, START - EARLY - timedelta(seconds=1))
    assert not Table.objects.exists()
    at(clock, START - EARLY)
    table = Table.objects.get()
    assert (table.name, table.host, table.access, table.status) == ("Friday", ann, Access.INVITATION, Status.GATHERING)
    assert _seated(table) == ["Ann", "Cas"]  # the host of the night first
    assert [row.user for row in Invited.objects.all()] == [ben]
    assert current(night).table == table


def test_worker_that_comes_again_opens_nothing(night: GameNight, people: list[User], clock: Any) -> None:
    answer(night, people[1])
    at(clock, START - EARLY)
    GameNight.objects.update(acts_at=START - EARLY)  # as an outdated process sees it
    assert run_nights() == 1
    assert Table.objects.count() == 1


def test_two_workers_open_one_table(night: GameNight, people: list[User], clock: Any, monkeypatch: Any) -> None:
    answer(night, people[1])
    clock.move_to(START - EARLY)
    lock_people = opening._lock_people

    def late(due: GameNight) -> dict[int, User]:
        monkeypatch.setattr(opening, "_lock_people", lock_people)
        run_nights()  # the other process, between our reading and our lock
        return lock_people(due)

    monkeypatch.setattr(opening, "_lock_people", late)
    run_nights()
    assert Table.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_open_one_table(night: GameNight, people: list[User], clock: Any) -> None:
    answer(night, people[1])
    clock.move_to(START - EARLY)
    barrier = threading.Barrier(4)

    def run() -> None:
        barrier.wait(timeout=10)
        run_nights()
        connection.close()

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert Table.objects.count() == 1
    assert Seat.objects.count() == 1
    assert Notice.objects.count() == 3  # of the one who comes and the two who are invited


def test_worker_killed_while_opening_leaves_nothing_and_tries_again(
    night: GameNight, people: list[User], clock: Any, monkeypatch: Any
) -> None:
    answer(night, people[1])
    clock.move_to(START - EARLY)

    def killed(*_args: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(opening, "plan_next_date", killed)
        with pytest.raises(SystemExit):
            run_nights()
    assert not Table.objects.exists()
    run_nights()
    assert Table.objects.count() == 1
    assert current(night).table == Table.objects.get()


def test_first_who_comes_hosts_without_the_host(night: GameNight, people: list[User], clock: Any) -> None:
    ann, ben, cas, _dee = people
    answer(night, ann, comes=False)
    answer(night, cas)
    answer(night, ben)
    at(clock, START - EARLY)
    table = Table.objects.get()
    assert table.host == cas
    assert _seated(table) == ["Cas", "Ben"]
    assert not Invited.objects.exists()  # who can't come isn't asked


def test_table_grows_for_all_who_come(clock: Any, people: list[User]) -> None:
    night = night_of(people[0], *people[1:])
    GameNight.objects.filter(pk=night.pk).update(settings={"options": {"turns": 3}, "capacity": 2})
    for person in people:
        answer(night, person)
    at(clock, START - EARLY)
    table = Table.objects.get()
    assert (table.capacity, len(_seated(table))) == (4, 4)
    assert table.status == Status.GATHERING  # the host starts it


def test_without_anybody_no_table_opens_until_somebody_comes(night: GameNight, people: list[User], clock: Any) -> None:
    at(clock, START - EARLY)
    assert not Table.objects.exists()
    clock.move_to(START)
    signed_in(people[1]).post(f"{night.url}answer/", {"day": "2026-03-20", "comes": "yes"})
    assert Table.objects.get().host == people[1]
    signed_in(people[2]).post(f"{night.url}answer/", {"day": "2026-03-20", "comes": "yes"})
    assert _seated(Table.objects.get()) == ["Ben", "Cas"]
    signed_in(people[1]).post(f"{night.url}answer/", {"day": "2026-03-20", "comes": "no"})
    assert _seated(Table.objects.get()) == ["Cas"]


def test_blocked_people_are_never_seated_together(night: GameNight, people: list[User], clock: Any) -> None:
    _ann, ben, cas, _dee = people
    block(blocker=cas, blocked=ben)
    answer(night, ben)
    answer(night, cas)
    at(clock, START - EARLY)
    assert _seated(Table.objects.get()) == ["Ben"]
    assert cas not in [row.user for row in Invited.objects.all()]
    client = signed_in(cas)
    client.post(f"{night.url}answer/", {"day": "2026-03-20", "comes": "no"})
    client.post(f"{night.url}answer/", {"day": "2026-03-20", "comes": "yes"})
    assert _seated(Table.objects.get()) == ["Ben"]
    assert "There’s no seat for you" in text_of(client.get(night.url))


def test_closed_and_removed_accounts_drop_out(night: GameNight, people: list[User], clock: Any) -> None:
    _ann, ben, cas, _dee = people
    answer(night, ben)
    answer(night, cas)
    User.objects.filter(pk=ben.pk).update(is_active=False)
    at(clock, START - EARLY)
    assert _seated(Table.objects.get()) == ["Cas"]


def test_host_whose_account_is_closed_hands_the_night_over(night: GameNight, people: list[User], clock: Any) -> None:
    ann, ben, _cas, _dee = people
    answer(night, ben)
    User.objects.filter(pk=ann.pk).update(is_active=False)
    at(clock, START - EARLY)
    assert Table.objects.get().host == ben
    night.refresh_from_db()
    assert night.host == ben


def test_next_date_follows_and_an_unused_table_closes(night: GameNight, people: list[User], clock: Any) -> None:
    answer(night, people[1])
    at(clock, START - EARLY)
    at(clock, START + timedelta(hours=4))
    assert Table.objects.get().status == Status.CLOSED
    assert [str(date.day) for date in NightDate.objects.order_by("day")] == ["2026-03-20", "2026-03-27"]
    assert current(night).answers.count() == 0


def test_night_missed_by_the_worker_is_passed_over(night: GameNight, people: list[User], clock: Any) -> None:
    answer(night, people[1])
    at(clock, START + timedelta(days=9))
    assert not Table.objects.exists()
    assert str(current(night).day) == "2026-04-03"


def test_skipped_date_opens_nothing(night: GameNight, people: list[User], clock: Any) -> None:
    answer(night, people[1])
    services.skip_date(night=night, user=people[0], day=START.date())
    at(clock, START)
    assert not Table.objects.exists()
    assert str(current(night).day) == "2026-03-27"


def test_ended_night_opens_nothing(night: GameNight, people: list[User], clock: Any) -> None:
    answer(night, people[1])
    services.end_night(night=night, user=people[0])
    assert at(clock, START) == 0


def test_settings_that_cannot_be_played_give_way_to_default_ones(
    night: GameNight, people: list[User], clock: Any, monkeypatch: Any
) -> None:
    def refuse(*_args: Any) -> None:
        raise ValidationError("gone")

    monkeypatch.setattr(type(game_named("toy")), "check_options", refuse)
    GameNight.objects.filter(pk=night.pk).update(settings={"options": {"turns": 99}})
    answer(night, people[1])
    at(clock, START - EARLY)
    assert Table.objects.get().options == default_options(game_named("toy"))


def test_past_games_are_listed_with_their_winners(night: GameNight, people: list[User], clock: Any) -> None:
    answer(night, people[1])
    answer(night, people[2])
    at(clock, START - EARLY)
    table = Table.objects.get()
    Table.objects.update(status=Status.FINISHED)
    Seat.objects.filter(user=people[2]).update(rank=1, score=5)
    clock.shift(timedelta(days=1))
    page = text_of(signed_in(people[0]).get(night.url))
    assert f'href="/tables/{table.code}/"' in page
    assert "Won by Cas" in page


# --- Replaced names --------------------------------------------------------------------------------------------------


def test_replaced_name_stays_replaced_and_warns_its_author(night: GameNight, people: list[User], clock: Any) -> None:
    ann, ben, cas, dee = people
    services.change_night(night=night, user=ann, name="Rude name", schedule=night.schedule)
    night.refresh_from_db()
    answer(night, ben)
    at(clock, START - EARLY)
    table = Table.objects.get()
    assert (table.name, table.host, table.namer_id) == ("Rude name", ben, ann.pk)
    dee.groups.add(Group.objects.get(name="moderators"))
    case = open_case(subject=table, by=dee)
    judge(case=case.pk, act=ModeratorAction.TABLE, words="Not here.", by=dee)
    assert [sanction.person for sanction in Sanction.objects.all()] == [ann]
    night.refresh_from_db()
    assert (night.name, Table.objects.get().shown_name) == ("Toy", "Ben’s table")
    answer(night, cas)
    at(clock, START + LASTS)
    answer(night, cas)
    at(clock, START - EARLY + timedelta(days=7))
    assert Table.objects.order_by("pk").last().name == "Toy"


def test_name_of_a_night_that_was_handed_over_is_still_its_authors(night: GameNight, people: list[User]) -> None:
    ann, ben, *_ = people
    services.leave_night(night=night, user=ann)
    night.refresh_from_db()
    assert (night.host, night.named_by) == (ben, ann)
    services.change_night(night=night, user=ben, name="Mine", schedule=night.schedule)
    night.refresh_from_db()
    assert night.named_by is None
