"""Pages of game nights: forms, answers, people, and who sees what."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

import pytest

from games.accounts.models import User
from games.accounts.services import make_guest
from games.nights import services
from games.nights.models import MOST_NIGHTS, MOST_PEOPLE, GameNight, NightAnswer, NightMember
from games.people.services import block, follow
from games.tables.models import KeptChoices
from games.tables.people.personal_data import erase
from tests.games.nights.evenings import FRIDAY, answer, current, night_of
from tests.games.tables.clients import people_named, signed_in, text_of

START = datetime(2026, 3, 20, 19, tzinfo=UTC)


def _form(**fields: Any) -> dict[str, Any]:
    key = {"command_id": str(uuid4())}
    when = {"weekday": "4", "at": "20:00", "zone": "Europe/Berlin"}
    return {"name": "Friday club", "settings": "toy:default", **when, **key, **fields}


def _members(night: GameNight) -> list[tuple[str, bool]]:
    return [(str(member.user), member.joined_at is not None) for member in night.members.all()]


def test_form_creates_one_night_however_often_it_is_sent(clock: Any, people: list[User]) -> None:
    follow(follower=people[0], followed=people[1])
    client, form = signed_in(people[0]), _form(people=[str(people[1].pk)])
    assert "Ben" in text_of(client.get("/nights/new/"))
    first, second = (client.post("/nights/new/", form) for _time in range(2))
    night = GameNight.objects.get()
    assert first["Location"] == second["Location"] == f"/nights/{night.code}/"
    assert (night.name, night.schedule, night.host) == ("Friday club", FRIDAY, people[0])
    assert _members(night) == [("Ann", True), ("Ben", False)]
    assert current(night).starts_at == START


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 41},
        {"weekday": "7"},
        {"weekday": ""},
        {"at": "25:00"},
        {"at": ""},
        {"zone": "Mars/Olympus"},
        {"zone": "../etc/passwd"},
        {"settings": "none:default"},
        {"settings": "toy:9999999999999999999999"},
        {"people": ["999"]},
        {"people": ["\x00"]},
    ],
)
def test_wrong_form_is_shown_again(wrong: dict[str, Any], clock: Any, people: list[User]) -> None:
    follow(follower=people[0], followed=people[1])
    assert signed_in(people[0]).post("/nights/new/", _form(**wrong)).status_code == 422
    assert not GameNight.objects.exists()


def test_saved_settings_can_be_chosen(clock: Any, people: list[User]) -> None:
    fields = {"table": {"capacity": 3, "pace": "days", "turn_hours": 24}, "options": {"turns": 7}}
    kept = KeptChoices.objects.create(
        user=people[0], game="toy", name="Short", fields=fields, changed_at=datetime.now(UTC)
    )
    signed_in(people[0]).post("/nights/new/", _form(settings=f"toy:{kept.pk}"))
    settings = GameNight.objects.get().settings
    assert (settings["options"]["turns"], settings["capacity"], settings["tempo"]["pace"]) == (7, 3, "days")
    other = _form(settings=f"toy:{kept.pk}")
    assert signed_in(people[1]).post("/nights/new/", other).status_code == 422


def test_number_of_nights_is_limited(clock: Any, people: list[User]) -> None:
    for _number in range(MOST_NIGHTS):
        night_of(people[0])
    answer = signed_in(people[0]).post("/nights/new/", _form())
    assert answer.status_code == 422
    assert f"You already host {MOST_NIGHTS} game nights." in text_of(answer)


def test_each_reads_the_time_in_their_own_time_zone(night: GameNight, people: list[User]) -> None:
    ann, ben, _cas, _dee = people
    User.objects.filter(pk=ann.pk).update(time_zone="Europe/Berlin")
    User.objects.filter(pk=ben.pk).update(time_zone="America/New_York")
    here, there = text_of(signed_in(ann).get(night.url)), text_of(signed_in(ben).get(night.url))
    assert "Friday, March 20, 2026, 8 p.m." in here
    assert "8 p.m. (Europe/Berlin)</p>\n" not in here.split("Next date")[1].split("</section>")[0]
    assert "Friday, March 20, 2026, 3 p.m." in there
    assert "Friday, March 20, 2026, 8 p.m. (Europe/Berlin)" in there


def test_answers_are_shown_to_all(night: GameNight, people: list[User]) -> None:
    client = signed_in(people[1])
    assert "Not answered" in text_of(client.get("/nights/"))
    for comes in ("yes", "yes"):
        assert client.post(f"{night.url}answer/", {"day": "2026-03-20", "comes": comes}).status_code == 303
    assert "Coming: Ben" in text_of(signed_in(people[2]).get(night.url))
    assert "Coming" in text_of(client.get("/nights/"))
    client.post(f"{night.url}answer/", {"day": "2026-03-20", "comes": "no"})
    assert "Coming: Ben" not in text_of(client.get(night.url))
    assert NightAnswer.objects.count() == 1


@pytest.mark.parametrize(
    "sent", [{}, {"day": "2026-03-20"}, {"day": "2026-03-27", "comes": "yes"}, {"day": "x", "comes": "maybe"}]
)
def test_wrong_answer_changes_nothing(sent: dict[str, str], night: GameNight, people: list[User]) -> None:
    client = signed_in(people[1])
    assert client.post(f"{night.url}answer/", sent).status_code == 303
    assert 'class="message error' in text_of(client.get(night.url))
    assert not NightAnswer.objects.exists()


def test_people_without_it_find_no_night(night: GameNight, people: list[User]) -> None:
    dee = signed_in(people[3])
    for page in ("", "edit/", "answer/", "skip/", "restore/", "invite/", "remove/", "join/", "leave/", "end/"):
        assert dee.get(f"{night.url}{page}").status_code == 404
        assert dee.post(f"{night.url}{page}", {"day": "2026-03-20"}).status_code in {404, 405}
    assert GameNight.objects.get().ended_at is None


def test_only_the_host_changes_a_night(night: GameNight, people: list[User]) -> None:
    ben = signed_in(people[1])
    cas = NightMember.objects.get(user=people[2])
    sent = {"day": "2026-03-20", "member": str(cas.pk), **_form()}
    for page in ("edit/", "skip/", "restore/", "invite/", "remove/", "end/"):
        assert ben.post(f"{night.url}{page}", sent).status_code == 404
    assert night.members.count() == 3
    assert "Skip this date" not in text_of(ben.get(night.url))


def test_host_skips_a_date_and_takes_it_back(night: GameNight, people: list[User]) -> None:
    client = signed_in(people[0])
    for _time in range(2):  # the second time, it is no longer the next date
        client.post(f"{night.url}skip/", {"day": "2026-03-20"})
    assert "Friday, March 27, 2026" in text_of(client.get(night.url))
    assert "Don’t skip" in text_of(client.get(night.url))
    client.post(f"{night.url}restore/", {"day": "2026-03-20"})
    assert "Friday, March 20, 2026" in text_of(client.get(night.url))


def test_another_time_voids_the_answers(night: GameNight, people: list[User]) -> None:
    answer(night, people[1])
    client = signed_in(people[0])
    assert 'value="Friday"' in text_of(client.get(f"{night.url}edit/"))
    client.post(f"{night.url}edit/", _form(name="Friends", settings="keep"))
    assert NightAnswer.objects.count() == 1
    client.post(f"{night.url}edit/", _form(name="Friends", settings="keep", weekday="5"))
    night.refresh_from_db()
    assert (night.name, current(night).day, night.since) == ("Friends", date(2026, 3, 21), date(2026, 3, 21))
    assert not NightAnswer.objects.exists()


def test_link_lets_people_join(night: GameNight, people: list[User]) -> None:
    client, link = signed_in(people[3]), f"/nights/join/{night.invitation}/"
    page = text_of(client.get(link))
    assert "Ann invites you to a weekly game night." in page
    for _time in range(2):
        assert client.post(link)["Location"] == night.url
    assert ("Dee", True) in _members(night)
    assert client.get(link)["Location"] == night.url
    services.end_night(night=night, user=people[0])
    assert client.get(link).status_code == 404
    assert "This game night has ended." in text_of(client.get(night.url))


def test_guests_make_an_account_first(night: GameNight) -> None:
    guest = signed_in(make_guest(display_name="Wandering Heron"))
    for page in (f"/nights/join/{night.invitation}/", "/nights/new/"):
        assert guest.post(page)["Location"].startswith("/accounts/keep/")
    assert "Create an account to start a game night." in text_of(guest.get("/nights/"))


def test_invited_person_accepts_or_declines(clock: Any, people: list[User]) -> None:
    night = night_of(people[0], people=people[1:3])
    ben, cas = signed_in(people[1]), signed_in(people[2])
    assert "Ann invites you." in text_of(ben.get("/nights/"))
    assert ben.post(f"{night.url}answer/", {"day": "2026-03-20", "comes": "yes"}).status_code == 404
    ben.post(f"{night.url}join/")
    cas.post(f"{night.url}leave/")
    assert _members(night) == [("Ann", True), ("Ben", True)]


def test_host_invites_and_removes_people(night: GameNight, people: list[User]) -> None:
    ann, ben, _cas, dee = people
    follow(follower=ann, followed=dee)
    client = signed_in(ann)
    assert client.post(f"{night.url}invite/", {"people": ["0"]}).status_code == 422
    client.post(f"{night.url}invite/", {"people": [str(dee.pk)]})
    assert ("Dee", False) in _members(night)
    member = NightMember.objects.get(user=ben)
    answer(night, ben)
    for key in (str(member.pk), str(member.pk), "", "x", "9" * 30):
        assert client.post(f"{night.url}remove/", {"member": key}).status_code == 303
    assert "Ben" not in dict(_members(night))
    assert not NightAnswer.objects.exists()


def test_people_who_refuse_the_host_cannot_be_invited(clock: Any, people: list[User]) -> None:
    ann, ben, cas, _dee = people
    for person in (ben, cas):
        follow(follower=ann, followed=person)
    User.objects.filter(pk=ben.pk).update(invited_by_followed=True)
    page = text_of(signed_in(ann).get("/nights/new/"))
    assert "Cas" in page
    assert "Ben" not in page


def test_night_is_full(night: GameNight, people: list[User]) -> None:
    for person in people_named(*(f"Person{number}" for number in range(MOST_PEOPLE - 3))):
        services.join_night(night=night, user=person)
    response = signed_in(people[3]).post(f"/nights/join/{night.invitation}/")
    assert response.status_code == 422
    assert f"A game night has room for {MOST_PEOPLE} people." in text_of(response)


def test_blocked_person_cannot_join_and_leaves_the_host(night: GameNight, people: list[User]) -> None:
    ann, ben, _cas, dee = people
    block(blocker=dee, blocked=ben)
    response = signed_in(dee).post(f"/nights/join/{night.invitation}/")
    assert (response.status_code, "You can’t join this game night." in text_of(response)) == (422, True)
    block(blocker=ben, blocked=ann)
    assert "Ben" not in dict(_members(night))


def test_host_who_leaves_hands_the_night_over(night: GameNight, people: list[User]) -> None:
    signed_in(people[0]).post(f"{night.url}leave/")
    night.refresh_from_db()
    assert night.host == people[1]
    for person in people[1:3]:
        signed_in(person).post(f"{night.url}leave/")
    night.refresh_from_db()
    assert night.ended_at is not None
    assert night.acts_at is None


def test_home_page_tells_of_the_next_night(night: GameNight, people: list[User], clock: Any) -> None:
    client = signed_in(people[1])
    assert night.url not in text_of(client.get("/"))
    clock.move_to(datetime(2026, 3, 20, 8, tzinfo=UTC))
    assert "Are you coming to “Friday” on" in text_of(client.get("/"))
    answer(night, people[1])
    page = text_of(client.get("/"))
    assert night.url in page
    assert "Are you coming to" not in page
    answer(night, people[1], comes=False)
    assert night.url not in text_of(client.get("/"))


def test_deleted_account_takes_its_traces_along(night: GameNight, people: list[User]) -> None:
    answer(night, people[0])
    erase(user=people[0])
    night.refresh_from_db()
    assert night.host == people[1]
    assert _members(night) == [("Ben", True), ("Cas", True)]
    assert not NightAnswer.objects.exists()


def test_export_contains_nights_and_answers(night: GameNight, people: list[User]) -> None:
    answer(night, people[1])
    data = signed_in(people[1]).get("/accounts/data.json").json()
    assert data["night_answers"][0]["comes"] is True
    assert data["nights"][0]["code"] == night.code
    assert data["hosted_nights"] == []
