"""Emails: contents, format and unsubscribing."""

import re
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone, translation

from games.accounts.models import User
from games.notices.models import ChannelKey, NoticeTopic, Preference
from games.notices.preferences import load_choices, stop_of, stop_url
from games.tables import signals
from games.tables.models import Access, Status, Table
from tests.games.cartographers.play import gather
from tests.games.notices.telling import all_out, await_seats, seat_of, seats_of, table_of


def one(letters: list[EmailMultiAlternatives]) -> EmailMultiAlternatives:
    (letter,) = letters
    return letter


def html_of(letter: EmailMultiAlternatives) -> str:
    ((content, kind),) = letter.alternatives
    assert kind == "text/html"
    return str(content)


def test_a_letter_says_what_waits_and_until_when(people: list[User], clock: Any) -> None:
    User.objects.filter(pk=people[0].pk).update(time_zone="Europe/Paris")
    table = table_of(people[:2])
    seat_of(table, due_at=timezone.now() + timedelta(hours=30))
    await_seats(table, 0)
    letter = one(all_out(clock))
    assert letter.subject == "Your turn at Desk (due Wed 19:00)"
    link = f"http://127.0.0.1:8000/tables/{table.code}/"
    until = "Due Wed 19:00, in 29 h."
    for text in (str(letter.body), html_of(letter)):
        assert all(part in text for part in ("Hello Ann", "Desk", "Cartographers · Turn 1", link, until))
    assert "http" not in re.sub(r'href="[^"]*"', "", html_of(letter)), "nothing is fetched from anywhere"
    assert "<img" not in html_of(letter)


def test_it_speaks_the_language_of_who_reads(people: list[User], clock: Any) -> None:
    User.objects.filter(pk=people[0].pk).update(language="fr")
    await_seats(table_of(people[:2]))
    with translation.override("en"):
        letters = {letter.to[0]: letter for letter in all_out(clock)}
    french, english = letters["ann@example.org"], letters["ben@example.org"]
    assert french.subject == "À vous de jouer : Desk"
    assert "C’est à vous de jouer." in str(french.body)
    assert re.search("^Jouer votre tour\u00a0: http", str(french.body), re.MULTILINE)
    assert 'lang="fr"' in html_of(french)
    assert "It’s your turn." in str(english.body)


def test_names_are_text(people: list[User], clock: Any) -> None:
    table = table_of(people[:2])
    Table.objects.filter(pk=table.pk).update(name="<b>Bold & brave</b>")
    await_seats(table, 0)
    letter = one(all_out(clock))
    assert letter.subject == "Your turn at <b>Bold & brave</b>"
    assert "<b>Bold & brave</b>" in str(letter.body)
    assert "&lt;b&gt;Bold &amp; brave&lt;/b&gt;" in html_of(letter)


def test_programs_can_tell_it_and_stop_it(people: list[User], clock: Any, settings: Any) -> None:
    settings.DEFAULT_FROM_EMAIL = "Carto <carto@carto.example>"
    table = table_of(people[:2])
    await_seats(table, 0)
    letter = one(all_out(clock))
    message = letter.message()
    assert isinstance(message, EmailMessage) or message["Auto-Submitted"] == "auto-generated"
    assert message["Auto-Submitted"] == "auto-generated"
    assert re.fullmatch(r"<delivery-\d+@carto\.example>", message["Message-ID"])
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["List-Unsubscribe"] == f"<{stop_url(people[0], NoticeTopic.TURN)}>"


KINDS = [
    ("game_over", "The game at Desk is over", "The game is over."),
    ("time_short", "Your time is running out at Desk", "It’s still your turn."),
    ("rematch_offered", "Ben offers a rematch at Desk", "Ben offers a rematch."),
    ("person_invited", "Ben invited you to Desk", "Ben invited you to play."),
    ("table_unlisted", "Desk is no longer listed", "Nobody joined your table, so it’s no longer listed."),
]


@pytest.mark.parametrize(("signal", "title", "sentence"), KINDS)
def test_each_kind_has_its_words(signal: str, title: str, sentence: str, people: list[User], clock: Any) -> None:
    ann, ben, cas = people
    Preference.objects.create(user=ann, switches={"rematch.mail": True})
    table = table_of([ben, cas] if signal == "person_invited" else [ann, ben])
    if signal == "table_unlisted":
        Table.objects.filter(pk=table.pk).update(status=Status.GATHERING)
    sent = {
        "game_over": {"seats": seats_of(table)[:1]},
        "time_short": {"seat": seats_of(table)[0]},
        "rematch_offered": {"old": table, "by": ben, "people": [ann]},
        "person_invited": {"by": ben, "person": ann},
        "table_unlisted": {},
    }
    getattr(signals, signal).send(sender=Table, table=Table.objects.get(pk=table.pk), **sent[signal])
    letter = one(all_out(clock))
    assert letter.subject == title
    assert sentence in str(letter.body)


def test_who_is_invited_to_a_closed_table_is_let_in(people: list[User], clock: Any) -> None:
    table = gather(people[0], capacity=2, access=Access.INVITATION)
    signals.person_invited.send(sender=Table, table=table, by=people[0], person=people[2])
    (link,) = re.findall(r"http://127.0.0.1:8000(/invitations/\S+)", str(one(all_out(clock)).body))
    client = Client()
    client.force_login(people[2])
    assert client.get(link).status_code == 200


def test_who_has_gone_invites_as_somebody(people: list[User], clock: Any) -> None:
    table = table_of(people[:2])
    signals.person_invited.send(sender=Table, table=table, by=User.objects.create_user("gone"), person=people[2])
    User.objects.get(username="gone").delete()
    assert "A player invited you to play." in str(one(all_out(clock)).body)


# --- Getting no more -------------------------------------------------------------------------------------------------


def path_of(url: str) -> str:
    return url.removeprefix("http://127.0.0.1:8000")


def wants(user: User) -> dict[NoticeTopic, bool]:
    choices = load_choices([user.pk])[user.pk]
    return {topic: choices.wants(topic, ChannelKey.MAIL) for topic in NoticeTopic}


def test_one_post_stops_mail_of_a_kind_without_signing_in(people: list[User]) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(path_of(stop_url(people[0], NoticeTopic.TURN)), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not client.session.keys()
    assert (wants(people[0])[NoticeTopic.TURN], wants(people[0])[NoticeTopic.OVER]) == (False, True)
    assert load_choices([people[0].pk])[people[0].pk].wants(NoticeTopic.TURN, ChannelKey.PAGE)


def test_to_look_at_the_link_stops_nothing(people: list[User], client: Client) -> None:
    page = client.get(path_of(stop_url(people[0], NoticeTopic.TURN)))
    assert page.status_code == 200
    assert "Stop emails about this" in page.content.decode()
    assert not Preference.objects.exists()


def test_all_mail_stops_by_the_other_button(people: list[User], client: Client) -> None:
    client.post(path_of(stop_url(people[0], NoticeTopic.TURN)), {"all": "1"})
    assert set(wants(people[0]).values()) == {False}


def test_what_was_stopped_stays_stopped(people: list[User], table: Table, clock: Any, client: Client) -> None:
    await_seats(table, 0)
    client.post(path_of(stop_url(people[0], NoticeTopic.TURN)))
    assert all_out(clock) == []


@pytest.mark.parametrize("token", ["forged", "WzEsInR1cm4iXQ:1abc:forged"])
def test_a_forged_link_stops_nothing(token: str, people: list[User], client: Client) -> None:
    for answer in (client.get(f"/notices/stop/{token}/"), client.post(f"/notices/stop/{token}/")):
        assert answer.status_code == 404
    assert not Preference.objects.exists()


def test_a_link_ends_with_the_account(people: list[User], client: Client) -> None:
    link = path_of(stop_url(people[2], NoticeTopic.TURN))
    User.objects.filter(pk=people[2].pk).update(is_active=False)
    assert client.post(link).status_code == 404
    User.objects.filter(pk=people[2].pk).delete()
    assert client.post(link).status_code == 404


def test_a_link_of_another_kind_is_none(people: list[User]) -> None:
    from games.accounts.emails import confirmation_token

    assert stop_of(confirmation_token(people[0])) is None
