"""Notifications of game nights: invitations, reminders of a date without an answer, and the open table."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail

from games.accounts.models import User
from games.nights import services
from games.nights.models import GameNight
from games.notices import preferences, upkeep
from games.notices.models import ChannelKey, Delivery, DeliveryState, Notice, NoticeKind, NoticeTopic, Subscription
from games.tables.people.personal_data import export_user_data
from tests.games.nights.evenings import answer, at, night_of
from tests.games.notices.telling import run
from tests.games.tables.clients import signed_in, text_of

START = datetime(2026, 3, 20, 19, tzinfo=UTC)
DAY_BEFORE = START - timedelta(days=1)


@pytest.fixture(autouse=True)
def _mail(settings: Any, people: list[User]) -> None:
    settings.EMAIL_HOST = "mail.example"
    upkeep.forget()
    for person in people:
        person.email = f"{person.username}@example.org"
        person.save()


def _sent() -> list[tuple[str, str]]:
    """Send what is due, and return recipients and subjects."""
    before = len(mail.outbox)
    run()
    return sorted((letter.to[0].partition("@")[0], letter.subject) for letter in mail.outbox[before:])


def test_invited_people_get_one_email(clock: Any, people: list[User]) -> None:
    night_of(people[0], people=[people[1]])
    assert _sent() == [("ben", "Ann invites you to the game night “Friday”.")]
    assert _sent() == []


def test_reminder_goes_to_those_without_an_answer(night: GameNight, people: list[User], clock: Any) -> None:
    answer(night, people[0])
    answer(night, people[1], comes=False)
    at(clock, DAY_BEFORE - timedelta(seconds=1))
    assert _sent() == []
    at(clock, DAY_BEFORE)
    assert _sent() == [("cas", "Are you coming to “Friday” on Friday, March 20, 2026, 7 p.m.?")]
    at(clock, DAY_BEFORE + timedelta(hours=1))
    assert _sent() == []


def test_reminder_names_the_time_in_the_readers_zone(night: GameNight, people: list[User], clock: Any) -> None:
    User.objects.update(time_zone="America/New_York")
    at(clock, DAY_BEFORE)
    _sent()
    letter = mail.outbox[0]
    assert "Friday, March 20, 2026, 3 p.m." in str(letter.body)
    assert f"Answer: http://testserver{night.url}" in str(letter.body) or night.url in str(letter.body)


def test_answer_given_before_it_is_sent_voids_the_reminder(night: GameNight, people: list[User], clock: Any) -> None:
    at(clock, DAY_BEFORE)
    for person in people[:3]:
        answer(night, person)
    assert _sent() == []
    assert set(Delivery.objects.values_list("state", flat=True)) == {DeliveryState.VOID}


def test_who_turns_them_off_gets_none(night: GameNight, people: list[User], clock: Any) -> None:
    topics = [NoticeTopic.NIGHT]
    preferences.switch_off(user=people[1], channel=ChannelKey.MAIL, topics=topics)
    at(clock, DAY_BEFORE)
    preferences.switch_off(user=people[2], channel=ChannelKey.MAIL, topics=topics)
    assert [name for name, _subject in _sent()] == ["ann"]


def test_reminder_waits_for_the_end_of_quiet_hours(night: GameNight, people: list[User], clock: Any) -> None:
    preferences.save_choices(user=people[1], switches={}, quiet_hours=True, time_zone="Asia/Tokyo")
    at(clock, DAY_BEFORE)  # 4 in the morning there
    assert [name for name, _subject in _sent()] == ["ann", "cas"]
    clock.move_to(datetime(2026, 3, 19, 23, 0, 1, tzinfo=UTC))
    assert [name for name, _subject in _sent()] == ["ben"]


def test_open_table_is_told_to_all_who_can_come(night: GameNight, people: list[User], clock: Any) -> None:
    answer(night, people[0])
    answer(night, people[1], comes=False)
    Delivery.objects.all().delete()
    at(clock, START - timedelta(minutes=15))
    Delivery.objects.filter(kind=Subscription.NIGHTS).delete()
    subject = "Friday: the table of your game night is open"
    assert _sent() == [("ann", subject), ("cas", subject)]
    assert set(Notice.objects.values_list("kind", "listed")) == {(NoticeKind.NIGHT, True)}
    page = text_of(signed_in(people[2]).get("/notices/"))
    assert subject in page
    assert "/tables/invitation" in page or "/i/" in page or Notice.objects.all()[0].table.invitation in page


def test_night_created_within_a_day_reminds_nobody(clock: Any, people: list[User]) -> None:
    clock.move_to(START - timedelta(hours=3))
    night_of(people[0], people[1])
    at(clock, START - timedelta(hours=2))
    assert _sent() == []


def test_ended_night_voids_the_reminder(night: GameNight, people: list[User], clock: Any) -> None:
    at(clock, DAY_BEFORE)
    services.end_night(night=night, user=people[0])
    assert _sent() == []


# --- The list of notifications ---------------------------------------------------------------------------------------


def _bell(user: User) -> str:
    """Return the unread notifications that the header of a page counts."""
    return "".join(re.findall(r"Notifications, (\d+) unread", text_of(signed_in(user).get("/notices/settings/")))[:1])


def test_invitation_is_listed_and_read_once_seen(clock: Any, people: list[User]) -> None:
    ann, ben, cas, _dee = people
    night = night_of(ann, people=[ben, cas])
    assert (_bell(ann), _bell(ben), _bell(cas)) == ("", "1", "1")
    assert "Ann invites you to the game night “Friday”." in text_of(signed_in(ben).get("/notices/"))
    signed_in(cas).get(night.url)
    assert (_bell(ben), _bell(cas)) == ("", "")
    assert export_user_data(ben)["nights"][0]["read_at"]
    services.leave_night(night=night, user=ben)
    assert "Ann invites you" not in text_of(signed_in(ben).get("/notices/"))


def test_reminder_counts_until_it_is_answered(night: GameNight, people: list[User], clock: Any) -> None:
    ann, ben, cas, _dee = people
    answer(night, ann)
    at(clock, DAY_BEFORE)
    assert (_bell(ann), _bell(ben), _bell(cas)) == ("", "1", "1")
    answer(night, cas)
    assert _bell(cas) == ""
    assert "Are you coming to “Friday”" in text_of(signed_in(ben).get("/notices/"))
    assert _bell(ben) == ""


def test_list_leaves_game_nights_out_for_those_who_want_that(people: list[User], clock: Any) -> None:
    switch = preferences.switch_name(NoticeTopic.NIGHT, ChannelKey.PAGE)
    preferences.save_choices(user=people[1], switches={switch: False}, quiet_hours=False, time_zone="")
    night_of(people[0], people=[people[1]])
    assert _bell(people[1]) == ""
    assert "game night" not in text_of(signed_in(people[1]).get("/notices/"))
