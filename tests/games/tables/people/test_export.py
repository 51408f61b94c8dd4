"""Export of a user's data."""

from typing import Any

from django.test import Client

from games.accounts.models import User
from games.accounts.services import make_guest
from games.tables import errors
from games.tables.lobby import services
from games.tables.models import Table
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather, pick, take_back

URL = "/accounts/data.json"


def fetch(user: User) -> dict[str, Any]:
    answer = signed_in(user).get(URL)
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'attachment; filename="carto-{user.username}.json"'
    assert answer["Cache-Control"] == "no-store"
    data: dict[str, Any] = answer.json()
    return data


def test_it_holds_the_person_and_their_sessions(people: list[User]) -> None:
    User.objects.filter(pk=people[0].pk).update(email="ann@example.org", title="Keeper")
    people[0].refresh_from_db()
    browser = signed_in(people[0])
    browser.get("/", headers={"user-agent": "Firefox, on Linux"})
    data = fetch(people[0])
    assert (data["format"], data["version"]) == ("carto-person", 13)
    assert data["profile"]["email"] == "ann@example.org"
    assert data["profile"]["title"] == "Keeper"
    assert [session["browser"] for session in data["sessions"]] == ["Firefox, Linux"]
    assert str(browser.session.session_key) not in str(data)
    assert people[0].password not in str(data)


def test_it_holds_ones_own_part_of_every_table(people: list[User]) -> None:
    over, running = gather(people[0], people[1], turns=1), gather(people[1], people[0])
    pick(over, people[0], 1, number=3)
    take_back(over, people[0], 1)
    pick(over, people[0], 1, number=4)
    pick(over, people[1], 1, number=9)
    pick(running, people[1], 1, number=8)
    pick(running, people[0], 1, number=7)
    banned = gather(people[2], people[0], capacity=3)
    services.kick(table=banned.code, host=people[2], user_id=people[0].pk)
    data = fetch(people[0])
    tables = {table["code"]: table for table in data["tables"]}
    assert set(tables) == {over.code, running.code}
    assert [(tables[one.code]["host"], tables[one.code]["seat"]) for one in (over, running)] == [(True, 0), (False, 1)]
    assert (tables[over.code]["rank"], tables[over.code]["score"], tables[over.code]["status"]) == (2, 4, "finished")
    answers = [(answer["kind"], answer["data"].get("number")) for answer in tables[over.code]["answers"]]
    assert answers == [("picked", 3), ("taken_back", None), ("picked", 4)]
    numbers = {code: [answer["number"] for answer in tables[code]["answers"]] for code in tables}
    assert numbers == {over.code: [3, 4, 5], running.code: [None]}
    # The last to answer brings about the next card, which is no doing of theirs.
    assert [answer["kind"] for answer in tables[running.code]["answers"]] == ["picked"]
    assert data["sent_away_from"] == [banned.code]
    assert "deck" not in str(data)
    assert "Ben" not in str(data)


def test_it_says_where_hints_were_shown(people: list[User]) -> None:
    table = gather(people[0], people[1])
    assert [table["hints"] for table in fetch(people[0])["tables"]] == [False]
    Table.objects.filter(pk=table.pk).update(hints=True)
    assert [table["hints"] for table in fetch(people[0])["tables"]] == [True]


def test_guests_fetch_theirs_too(people: list[User]) -> None:
    heron = make_guest(display_name="Wandering Heron")
    gather(people[0], heron)
    data = fetch(heron)
    assert data["profile"]["guest"]
    assert len(data["tables"]) == 1


def test_it_is_fetched_so_often(people: list[User]) -> None:
    browser = signed_in(people[0])
    assert {browser.get(URL).status_code for _ in range(errors.EXPORT.times)} == {200}
    assert browser.get(URL).status_code == 429
    assert signed_in(people[1]).get(URL).status_code == 200


def test_strangers_are_sent_to_sign_in(client: Client, people: list[User]) -> None:
    assert client.get(URL)["Location"].startswith("/accounts/sign-in/")


def test_it_takes_few_queries_however_many_tables(people: list[User], django_assert_max_num_queries: Any) -> None:
    for _ in range(5):
        gather(people[0], people[1])
    browser = signed_in(people[0])
    browser.get("/healthz")
    with django_assert_max_num_queries(55):
        browser.get(URL)
