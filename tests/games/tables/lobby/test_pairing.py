"""Pairing: the table that fits best, a new one where there is none, and pressing twice."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from engine.contract import Level
from games.accounts.models import User
from games.people.models import Follow
from games.people.services import block
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.lobby import services
from games.tables.lobby.pairing import JUST_NOW, PairChoice, PairResult, find_tables, pair
from games.tables.models import Access, KeptChoices, Pace, Seat, Status, Table
from games.tables.time_control import TimeControl
from tests.games.tables.clients import signed_in, text_of
from tests.games.tables.conftest import gather

pytestmark = pytest.mark.django_db

ANY = PairChoice()
LIVE = TimeControl(Pace.LIVE, 60, 300)
DAYS = TimeControl(Pace.DAYS, 86_400)


def test_first_person_opens_a_public_table_and_the_second_starts_its_game(people: list[User]) -> None:
    opened, result = pair(user=people[0], choice=ANY)
    assert result == PairResult.OPENED
    assert (opened.access, opened.capacity, opened.status) == (Access.OPEN, 2, Status.GATHERING)
    assert (opened.start_when_full, opened.practice, opened.fill_at) == (True, False, None)
    assert opened.listed_until is not None
    joined, result = pair(user=people[1], choice=ANY)
    assert (joined, result, joined.status) == (opened, PairResult.JOINED, Status.PLAYING)


def test_pairing_twice_leads_to_the_same_table(people: list[User]) -> None:
    opened, _result = pair(user=people[0], choice=ANY)
    assert pair(user=people[0], choice=ANY) == (opened, PairResult.SEATED)
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        pair(user=people[1], choice=ANY)
        assert pair(user=people[1], choice=ANY) == (opened, PairResult.SEATED)
        traveller.shift(JUST_NOW + timedelta(seconds=1))
        another, result = pair(user=people[1], choice=ANY)
    assert result == PairResult.OPENED
    assert another != opened


def test_same_form_opens_one_table_even_if_its_game_has_started(people: list[User]) -> None:
    key = uuid4()
    opened, _result = pair(user=people[0], choice=ANY, command_id=key)
    services.join(table=opened.code, user=people[1])
    with time_machine.travel(timezone.now() + 2 * JUST_NOW):
        assert pair(user=people[0], choice=ANY, command_id=key) == (opened, PairResult.SEATED)


def test_fullest_table_comes_first_then_that_of_followed_people_then_the_oldest(people: list[User]) -> None:
    ann, ben, cas, dee = people
    emptier = gather(ann, capacity=4)
    older, followed = gather(ann, capacity=2), gather(ben, capacity=2)
    fuller = gather(ann, cas, capacity=3)
    Follow.objects.create(follower=dee, followed=ben)
    codes = find_tables(dee, ANY)
    assert codes == [followed.code, older.code, fuller.code, emptier.code]
    Follow.objects.all().delete()
    assert find_tables(dee, ANY) == [older.code, followed.code, fuller.code, emptier.code]


@pytest.mark.parametrize(
    "fields",
    [
        {"access": Access.INVITATION},
        {"start_when_full": False},
        {"as_on_paper": True},
        {"fill_after": 600, "bot_level": Level.ROYAL},
        {"practice": True, "start_when_full": False},
    ],
    ids=["invite only", "waits for its host", "as on paper", "bots later", "practice"],
)
def test_table_with_requirements_is_left_out(people: list[User], fields: dict[str, Any]) -> None:
    gather(people[0], capacity=2, **fields)
    assert find_tables(people[1], ANY) == []


def test_tables_with_handicaps_full_tables_and_own_ones_are_left_out(people: list[User]) -> None:
    uneven = gather(people[0], capacity=2)
    Seat.objects.filter(table=uneven).update(handicap=5)
    own = gather(people[1], capacity=3)
    services.join(table=own.code, user=people[2])
    assert find_tables(people[1], ANY) == []
    assert find_tables(people[3], ANY) == [own.code]


def test_blocked_people_are_not_paired(people: list[User]) -> None:
    block(blocker=people[0], blocked=people[1])
    first, _result = pair(user=people[0], choice=ANY)
    second, result = pair(user=people[1], choice=ANY)
    assert (result, second == first) == (PairResult.OPENED, False)


def test_person_sent_away_is_not_seated_there_again(people: list[User]) -> None:
    table = gather(*people[:2], capacity=3)
    services.kick(table=table.code, host=people[0], user_id=people[1].pk)
    other, result = pair(user=people[1], choice=ANY)
    assert (result, other == table) == (PairResult.OPENED, False)


def test_table_that_fills_up_meanwhile_is_skipped(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    full, free = gather(people[0], people[1]), gather(people[0], capacity=2)
    monkeypatch.setattr("games.tables.lobby.pairing.find_tables", lambda *_: [full.code, free.code])
    assert pair(user=people[2], choice=ANY) == (free, PairResult.JOINED)
    assert not Seat.objects.filter(table=full, user=people[2]).exists()


def test_choice_of_time_control_is_kept(people: list[User]) -> None:
    slow, fast = gather(people[0], capacity=2, tempo=DAYS), gather(people[0], capacity=2, tempo=LIVE)
    assert find_tables(people[1], PairChoice(pace=Pace.DAYS)) == [slow.code]
    assert find_tables(people[1], PairChoice("toy", pace=Pace.LIVE)) == [fast.code]
    assert find_tables(people[1], PairChoice("gone")) == []
    opened, result = pair(user=people[0], choice=PairChoice(pace=Pace.DAYS))
    assert (opened, result) == (slow, PairResult.SEATED)


def test_new_table_takes_over_the_last_settings_without_bots(people: list[User]) -> None:
    table = {"capacity": 3, "access": "invitation", "start_when_full": False, "fill_after": 600, "pace": "days"}
    fields = {"table": {**table, "turn_hours": 48}, "options": {"turns": 7}}
    KeptChoices.objects.create(user=people[0], game="toy", name="", fields=fields, changed_at=timezone.now())
    opened, _result = pair(user=people[0], choice=ANY)
    assert (opened.capacity, opened.options["turns"], opened.turn_seconds) == (3, 7, 48 * 3600)
    assert (opened.access, opened.start_when_full, opened.fill_at) == (Access.OPEN, True, None)


def test_last_settings_that_cannot_be_played_are_left_out(people: list[User]) -> None:
    fields = {"table": {"capacity": 1, "pace": "none"}, "options": {"turns": 1000}}
    KeptChoices.objects.create(user=people[0], game="toy", name="", fields=fields, changed_at=timezone.now())
    opened, _result = pair(user=people[0], choice=PairChoice(pace=Pace.LIVE))
    assert (opened.capacity, opened.options["turns"], opened.pace) == (2, 3, Pace.LIVE)


def test_host_with_too_many_waiting_tables_opens_no_more(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_GATHERING", 1)
    gather(people[0], capacity=2, access=Access.INVITATION)
    with pytest.raises(TableRefusal) as refused:
        pair(user=people[0], choice=ANY)
    assert refused.value.reason == RefusalReason.TOO_MANY_TABLES
    response = signed_in(people[0]).post("/tables/pair/")
    assert response.status_code == 422
    assert "There is a problem" in text_of(response)


def test_button_leads_to_the_waiting_room_which_offers_a_solo_game(people: list[User]) -> None:
    ann = signed_in(people[0])
    for page in ("/", "/tables/", "/tables/pair/"):
        assert 'id="pair"' in text_of(ann.get(page))
    page = text_of(ann.post("/tables/pair/", {"command_id": str(uuid4())}, follow=True))
    assert "this one was opened for you" in page
    assert "Play a solo game meanwhile" in page
    again = text_of(ann.post("/tables/pair/", {"command_id": str(uuid4())}, follow=True))
    assert "already waiting" in again
    assert Table.objects.count() == 1


def test_guest_is_paired_by_one_click(people: list[User]) -> None:
    table = gather(people[0], capacity=2)
    guest = Client()
    assert 'id="pair"' in text_of(guest.get("/tables/"))
    response = guest.post("/tables/pair/", {"guest": "1", "command_id": str(uuid4())})
    assert response["Location"] == f"/tables/{table.code}/"
    assert Seat.objects.filter(table=table, user__guest=True).exists()


def test_choice_is_remembered_in_the_browser(people: list[User]) -> None:
    ann = signed_in(people[0])
    ann.post("/tables/pair/", {"setup": "toy", "pace": "days"})
    page = text_of(ann.get("/tables/"))
    assert '<option value="days" selected>' in page
    services.close(table=Table.objects.get().code, host=people[0])
    ann.post("/tables/pair/", {"command_id": str(uuid4())})
    assert [table.pace for table in Table.objects.all()] == [Pace.DAYS, Pace.DAYS]


@pytest.mark.parametrize("fields", [{"setup": "chess"}, {"pace": "none"}, {"setup": "toy/none", "guest": "1"}])
def test_unknown_choice_is_refused_and_makes_no_guest(fields: dict[str, str], people: list[User]) -> None:
    before = User.objects.count()
    response = Client().post("/tables/pair/", fields)
    assert response.status_code == 422
    assert "There is a problem" in text_of(response)
    assert (User.objects.count(), Table.objects.count()) == (before, 0)


def test_start_is_announced_on_the_pages_of_other_tables(
    people: list[User], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr("games.tables.changes.send", lambda group, message: sent.append((group, message)))
    table, _result = pair(user=people[0], choice=ANY)
    with django_capture_on_commit_callbacks(execute=True):
        pair(user=people[1], choice=ANY)
    started = [(group, message) for group, message in sent if message["type"] == "table.started"]
    assert started == [(f"user.{one.pk}", {"type": "table.started", "code": table.code}) for one in people[:2]]
