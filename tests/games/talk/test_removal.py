"""Removed messages are gone for everybody; muted and blocked people are folded for one reader."""

from typing import Any

from django.contrib.auth.models import Group
from django.test import Client

from games.accounts.models import User
from games.people.services import block
from games.studies.models import Case, ModeratorAction, Report, ReportedKind
from games.studies.moderation import judge
from games.tables.models import Room, Table
from games.tables.people.guests import move_tables
from games.tables.people.personal_data import erase, export_user_data
from games.talk.models import Message, Mute, Phrase, TableMute
from tests.games.cartographers.play import gather
from tests.games.tables.clients import signed_in, text_of
from tests.games.talk.chatting import BODY, LIST, chat, finish, say, url, words_in


def act(client: Client, message: Message, action: str, **fields: Any) -> int:
    """Do something with a message; return the status."""
    where = f"{url(message.table)}{message.room}/{message.number}/{action}/"
    return int(client.post(where, fields).status_code)


def test_an_author_deletes_a_message_for_everybody(people: list[User], table: Table) -> None:
    message = say(table, people[0], "Something rash")
    reader = signed_in(people[1])
    assert words_in(chat(reader, table)) == ["Something rash"]
    assert act(signed_in(people[0]), message, "delete") == 303
    message.refresh_from_db()
    assert (message.words, message.phrase, message.is_removed) == ("", "", True)
    for person in people[:2]:
        page = chat(person, table)
        assert "Something rash" not in page
        assert "Message removed" in page


def test_an_open_page_learns_of_it(people: list[User], table: Table) -> None:
    message = say(table, people[0], "Something rash")
    say(table, people[1], "Oh")
    act(signed_in(people[0]), message, "delete")
    answer = signed_in(people[1]).get(f"{url(table)}?room=players&after=2", headers=LIST)
    assert (answer.status_code, words_in(text_of(answer))) == (200, ["Oh"])
    assert 'data-number="3"' in text_of(answer)
    assert say(table, people[1], "Well").number == 4, "numbers go on after the last change"


def test_a_message_is_deleted_once(people: list[User], table: Table) -> None:
    message, client = say(table, people[0]), signed_in(people[0])
    assert [act(client, message, "delete") for _ in range(2)] == [303, 303]
    table.refresh_from_db()
    assert table.last_talk(Room.PLAYERS) == 2


def test_nobody_deletes_a_message_of_others(people: list[User], table: Table) -> None:
    message = say(table, people[0])
    assert [act(signed_in(person), message, "delete") for person in people[1:3]] == [404, 404]
    assert act(signed_in(None), message, "delete") == 303  # to sign in
    message.refresh_from_db()
    assert not message.is_removed


def test_a_removed_message_has_no_options(people: list[User], table: Table) -> None:
    message = say(table, people[0])
    page = f"{url(table)}players/1/"
    assert signed_in(people[1]).get(page, headers=BODY).status_code == 200
    act(signed_in(people[0]), message, "delete")
    assert signed_in(people[1]).get(page).status_code == 404
    assert page not in chat(people[1], table)


# --- Mute ------------------------------------------------------------------------------------------------------------


def test_messages_of_a_muted_person_are_folded_for_the_reader_alone(people: list[User]) -> None:
    table = gather(*people[:3])
    for author in (1, 1, 0, 1, 2):
        say(table, people[author], f"From {people[author]}")
    reader = signed_in(people[0])
    assert act(reader, Message.objects.get(number=1), "mute") == 303
    page = chat(reader, table)
    assert ("2 muted messages" in page, "1 muted message<" in page) == (True, True)
    assert "muted message" not in chat(people[2], table)


def test_a_mute_lasts_at_other_tables_until_it_is_ended(people: list[User], table: Table) -> None:
    reader, message = signed_in(people[0]), say(table, people[1])
    act(reader, message, "mute", mute="on")
    act(reader, message, "mute", mute="on")
    assert Mute.objects.count() == 1
    other = gather(*people[:2])
    say(other, people[1])
    assert "1 muted message" in chat(reader, other)
    act(reader, message, "mute", mute="off")
    assert "muted message" not in chat(reader, other)


def test_nobody_mutes_themselves(people: list[User], table: Table) -> None:
    assert act(signed_in(people[0]), say(table, people[0]), "mute") == 404


def test_a_whole_chat_is_muted_and_unmuted(people: list[User], table: Table) -> None:
    say(table, people[0], "My own")
    say(table, people[1])
    reader, everybody = signed_in(people[0]), f"{url(table)}mute/"
    assert reader.post(everybody, {"mute": "on"}).status_code == 303
    page = chat(reader, table)
    assert "1 muted message" in page
    assert "Unmute this chat" in page
    reader.post(everybody, {"mute": "off"})
    assert "muted message" not in chat(reader, table)


def test_messages_of_blocked_people_are_folded_both_ways(people: list[User], table: Table) -> None:
    ann, ben, *_ = people
    say(table, ann)
    say(table, ben)
    block(blocker=ann, blocked=ben)
    for reader in (ann, ben):
        assert "1 muted message" in chat(reader, table)


# --- Reports ---------------------------------------------------------------------------------------------------------


def report(client: Client, message: Message, status: int = 303) -> None:
    where = f"{url(message.table)}{message.room}/{message.number}/report/"
    assert client.get(where).status_code == 200
    assert client.post(where, {"reason": "insult", "words": "Rude."}).status_code == status


def test_a_reported_message_is_removed_by_a_moderator(people: list[User], table: Table) -> None:
    message = say(table, people[0], "You fool")
    report(signed_in(people[1]), message)
    report(signed_in(people[1]), message, 422)  # once each
    case = Case.objects.get()
    assert (case.kind, case.author, Report.objects.get().text) == (ReportedKind.MESSAGE, people[0], "You fool")
    judge(case=case.pk, act=ModeratorAction.REMOVE, words="No insults.", by=people[3])
    assert "You fool" not in chat(people[1], table)
    assert "No insults." not in chat(people[1], table)
    assert "No insults." in chat(people[0], table)


def test_a_moderator_decides_in_the_one_queue(people: list[User], table: Table) -> None:
    report(signed_in(people[1]), say(table, people[0], "You fool"))
    dee = people[3]
    User.objects.filter(pk=dee.pk).update(is_staff=True)
    dee.groups.add(Group.objects.get(name="moderators"))
    moderator = signed_in(User.objects.get(pk=dee.pk))
    page = f"/admin/studies/case/{Case.objects.get().pk}/change/"
    assert "You fool" in text_of(moderator.get("/admin/studies/case/"))
    assert "You fool" in text_of(moderator.get(page))
    assert moderator.post(page, {"act": "restore", "words": "No."}).status_code == 422
    assert moderator.post(page, {"act": "remove", "words": "No insults."}).status_code == 302
    assert Message.objects.get().is_removed
    assert moderator.post(page, {"act": "restore", "words": "Back."}).status_code == 422


def test_nobody_reports_their_own_message(people: list[User], table: Table) -> None:
    message = say(table, people[0])
    assert signed_in(people[0]).get(f"{url(table)}players/{message.number}/report/").status_code == 404


# --- Personal data ---------------------------------------------------------------------------------------------------


def test_a_deleted_account_leaves_no_words(people: list[User], table: Table) -> None:
    say(table, people[0], "My address is 1 Bay Road")
    finish(table)
    say(table, people[1], "Goodbye")
    Mute.objects.create(user=people[0], person=people[1])
    TableMute.objects.create(user=people[0], table=table)
    erase(user=people[0])
    message = Message.objects.get(number=1)
    assert (message.words, message.is_removed) == ("", True)
    assert (Mute.objects.count(), TableMute.objects.count()) == (0, 0)
    page = chat(people[1], table)
    assert words_in(page) == ["Goodbye"]
    assert "Bay Road" not in page
    assert "Ann" not in page[page.index("talk-scroll") :]


def test_the_export_has_what_the_person_wrote_and_muted(people: list[User], table: Table) -> None:
    say(table, people[0], "My own words")
    say(table, people[1], "Those of another")
    signed_in(people[0]).post(f"{url(table)}mute/", {"mute": "on"})
    act(signed_in(people[0]), Message.objects.get(number=2), "mute")
    data = export_user_data(people[0])
    assert [entry["text"] for entry in data["messages"]] == ["My own words"]
    assert [entry["username"] for entry in data["muted_people"]] == ["ben"]
    assert data["muted_chats"] == [table.code]


def test_a_guests_messages_and_mutes_move_to_their_account(people: list[User], guest: User) -> None:
    table = gather(people[0], guest)
    say(table, guest, Phrase.HELLO)
    Mute.objects.create(user=guest, person=people[0])
    Mute.objects.create(user=people[2], person=guest)
    Mute.objects.create(user=people[2], person=people[1])
    TableMute.objects.create(user=guest, table=table)
    move_tables(guest=guest, account=people[1])
    assert Message.objects.get().author == people[1]
    assert set(Mute.objects.values_list("user", "person")) >= {
        (people[1].pk, people[0].pk),
        (people[2].pk, people[1].pk),
    }
    assert TableMute.objects.get().user == people[1]
    assert Message.objects.in_room(table, Room.PLAYERS).count() == 1
