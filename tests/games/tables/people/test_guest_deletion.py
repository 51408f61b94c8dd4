"""Deletion of inactive guests."""

from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import make_guest, note_visit, upgrade_guest
from games.tables.lobby import services
from games.tables.lobby.rematches import rematch
from games.tables.models import Exclusion, Table, TableCommand, TableEvent
from games.tables.people import guests
from games.tables.people.guests import tidy_guests
from tests.games.tables.conftest import gather, pick

LONG = timedelta(days=180)


def guest(days: float, name: str = "Wandering Heron") -> User:
    """Return a guest who was last active this many days ago."""
    user = make_guest(display_name=name)
    User.objects.filter(pk=user.pk).update(last_login=timezone.now() - timedelta(days=days))
    return User.objects.get(pk=user.pk)


def left() -> list[User]:
    return list(User.objects.guests())


def test_a_silent_guest_goes_with_what_they_played_alone(people: list[User]) -> None:
    heron = guest(181)
    alone = gather(heron, turns=1)
    pick(alone, heron, 1)
    rematch(table=alone.code, user=heron, same_deck=True)
    services.leave(table=gather(heron, capacity=3).code, user=heron)
    services.close(table=gather(heron, capacity=3).code, host=heron)
    kept = gather(people[0], people[1])
    assert tidy_guests(silent_for=LONG) == 1
    assert left() == []
    assert list(Table.objects.all()) == [kept]
    assert not TableCommand.objects.exists()
    assert set(TableEvent.objects.values_list("table", flat=True)) == {kept.pk}


@pytest.mark.django_db
def test_who_was_here_lately_stays() -> None:
    heron, crane = guest(179), guest(29, "Calm Crane")
    gather(heron)
    assert tidy_guests(silent_for=LONG) == 0
    assert left() == [heron, crane]


@pytest.mark.django_db
def test_guest_with_an_address_stays_while_there_are_games_to_come_back_to() -> None:
    heron, _seatless = guest(400), guest(400, "Calm Crane")
    User.objects.update(email="heron@example.org")
    gather(heron)
    assert tidy_guests(silent_for=LONG) == 1
    assert left() == [heron]


@pytest.mark.django_db
def test_who_sits_nowhere_is_not_waited_for_as_long() -> None:
    guest(31)
    assert tidy_guests(silent_for=LONG) == 1


@pytest.mark.django_db
def test_one_who_never_signed_in_anywhere_counts_from_the_beginning() -> None:
    heron = make_guest(display_name="Wandering Heron")
    assert tidy_guests(silent_for=LONG) == 0
    User.objects.filter(pk=heron.pk).update(date_joined=timezone.now() - LONG)
    assert tidy_guests(silent_for=LONG) == 1


@pytest.mark.parametrize("state", ["gathering", "playing", "finished", "hosting", "closed"])
def test_who_shared_a_table_stays(state: str, people: list[User]) -> None:
    heron = guest(1000)
    alone = gather(heron)
    if state == "gathering":
        gather(people[0], heron, capacity=3)
    elif state == "hosting":
        gather(heron, people[0])
    elif state == "closed":
        services.close(table=gather(people[0], heron, capacity=3).code, host=people[0])
    else:
        shared = gather(people[0], heron, turns=1)
        for user in (people[0], heron) if state == "finished" else ():
            pick(shared, user, 1)
    assert tidy_guests(silent_for=LONG) == 0
    assert left() == [heron]
    assert Table.objects.filter(pk=alone.pk).exists()


def test_what_another_table_refers_to_stays(people: list[User]) -> None:
    heron = guest(1000)
    alone = gather(heron, turns=1)
    pick(alone, heron, 1)
    Table.objects.filter(pk=gather(people[0], people[1]).pk).update(rematch_of=alone)
    assert tidy_guests(silent_for=LONG) == 0
    assert TableEvent.objects.filter(table=alone).exists()


def test_who_was_sent_away_goes_all_the_same(people: list[User]) -> None:
    heron = guest(1000)
    table = gather(people[0], heron, capacity=3)
    services.kick(table=table.code, host=people[0], user_id=heron.pk)
    assert tidy_guests(silent_for=LONG) == 1
    assert not Exclusion.objects.exists()


def test_people_with_an_account_stay(people: list[User]) -> None:
    User.objects.update(last_login=timezone.now() - timedelta(days=1000))
    kept = upgrade_guest(guest=guest(1000), username="heron", password="chart and compass")
    assert tidy_guests(silent_for=LONG) == 0
    assert User.objects.filter(pk=kept.pk).exists()


@pytest.mark.django_db
def test_one_who_comes_back_at_the_same_moment_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    heron = guest(1000)
    real = guests._tidy

    def coming_back(guest_id: int, moment: datetime) -> bool:
        User.objects.filter(pk=guest_id).update(last_login=timezone.now())
        return real(guest_id, moment)

    monkeypatch.setattr(guests, "_tidy", coming_back)
    assert tidy_guests(silent_for=LONG) == 0
    assert left() == [heron]


@pytest.mark.django_db
def test_the_command_says_how_many() -> None:
    guest(20)
    gather(guest(20))
    out = StringIO()
    call_command("tidy_guests", stdout=out)
    call_command("tidy_guests", days=10, stdout=out)
    assert out.getvalue() == "Guests deleted: 0\nGuests deleted: 2\n"
    with pytest.raises(CommandError):
        call_command("tidy_guests", days=0)


def test_only_those_due_are_looked_at_and_by_an_index(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    kept, silent = guest(1000), guest(1000, "Calm Crane")
    gather(people[0], kept)
    guest(1, "Keen Kite")
    looked_at = []
    real = guests._tidy
    monkeypatch.setattr(guests, "_tidy", lambda pk, moment: looked_at.append(pk) or real(pk, moment))
    for _ in range(2):
        tidy_guests(silent_for=LONG)
    assert looked_at == [kept.pk, silent.pk]
    with connection.cursor() as cursor:
        # It reads a table of four rows whole, once it knows how small that is.
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
        plan = User.objects.inactive_guests_since(timezone.now() - LONG).explain()
    assert "accounts_user_silent_guests" in plan


def test_one_who_comes_back_is_looked_at_again(people: list[User]) -> None:
    heron = guest(1000)
    shared = gather(people[0], heron, capacity=3)
    tidy_guests(silent_for=LONG)
    services.leave(table=shared.code, user=heron)
    assert tidy_guests(silent_for=LONG) == 0
    note_visit(guest=heron, now=timezone.now() - LONG)
    assert tidy_guests(silent_for=LONG) == 1
