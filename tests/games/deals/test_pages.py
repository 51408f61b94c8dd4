"""Pages of daily maps: results only after one's own game, ranks, the text to share, streaks and the archive."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import clock
from games.accounts.models import User
from games.deals.daily import find_daily, run_deals, today
from games.deals.models import DailyPick
from games.deals.standings import Field
from games.tables.models import Deal, DealEntry, Table
from tests.games.deals.playing import play
from tests.games.tables.clients import signed_in, text_of
from tests.games.tables.toy_features import TOY

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _noon(db: None) -> Any:
    with time_machine.travel(NOON):
        yield


def _daily() -> Deal:
    deal = find_daily(today())
    assert deal is not None
    return deal


def _page(user: User | None, path: str = "/daily/") -> str:
    return text_of(signed_in(user).get(path))


def test_ranking_and_results_are_hidden_until_the_own_game_is_over(people: list[User]) -> None:
    ann, ben, *_ = people
    play(_daily(), ann, 7, 7, 7)
    for viewer in (ben, None):
        page = _page(viewer)
        assert "1 player has finished this map." in page
        assert "Ann" not in page
        assert "21 points" not in page
    play(_daily(), ben, 5)
    assert "Ann" not in _page(ben)
    assert ">Continue</a>" in _page(ben)
    play(_daily(), ben, 5, 5)
    page = _page(ben)
    assert "Ann" in page
    assert "Rank 2 of 2" in page
    assert "Better than 0% of players" in page


def test_first_to_finish_has_no_percentile(people: list[User]) -> None:
    play(_daily(), people[0], 7, 7, 7)
    page = _page(people[0])
    assert "You’re the first to finish." in page
    assert "Better than" not in page


def test_text_to_share_tells_no_card(people: list[User]) -> None:
    for user, number in zip(people, (7, 5, 3), strict=False):
        play(_daily(), user, number, number, number)
    shared = _page(people[0]).split("<textarea")[1].split("</textarea>")[0]
    assert "Carto · Daily map, Nov. 30, 2026" in shared
    assert "21 points (+6 against the median)" in shared
    assert "Sum 21" in shared
    assert "http://testserver/daily/2026-11-30/" in shared


def test_guest_plays_and_keeps_the_entry(people: list[User]) -> None:
    client = Client()
    answer = client.post("/daily/play/", {"guest": "1"})
    assert answer["Location"].startswith("/tables/")
    assert DealEntry.objects.get().user.guest
    assert client.post("/daily/play/")["Location"] == answer["Location"]


def test_curator_can_pick_the_set(people: list[User]) -> None:
    assert _daily().options == {"turns": 3}, "Monday has short games"
    with time_machine.travel(NOON + timedelta(days=2)):
        DailyPick.objects.create(day=today(), set="long")
        assert _daily().options == {"turns": 10}
    with time_machine.travel(NOON + timedelta(days=4)):
        DailyPick.objects.create(day=today(), set="withdrawn")
        assert _daily().options == {"turns": 3}, "a set that can't be played is passed over"


def test_day_without_a_playable_set_has_no_map(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TOY, "daily", replace(TOY.daily, sets=("withdrawn",)))
    assert signed_in(None).get("/daily/").status_code == 404
    assert run_deals() == 0
    monkeypatch.setattr(TOY, "daily", replace(TOY.daily, sets=("withdrawn", "long")))
    assert _daily().options == {"turns": 10}, "another set takes its place"


def test_day_without_a_map_is_missing(people: list[User]) -> None:
    for path in ("/daily/2026-11-01/", "/daily/2026-12-01/", "/daily/2026-13-01/"):
        assert signed_in(None).get(path).status_code == 404
    assert signed_in(None).get("/daily/2026-11-30/")["Location"] == "/daily/"
    assert signed_in(None).get("/daily/play/")["Location"] == "/daily/"


def test_past_day_can_be_played_without_ranking(people: list[User]) -> None:
    table = play(_daily(), people[0], 7, 7, 7)
    with time_machine.travel(NOON + timedelta(days=1)):
        run_deals()
        client = signed_in(people[1])
        page = text_of(client.get("/daily/2026-11-30/"))
        assert "Ann" in page
        assert f'action="/tables/{table.code}/deck/"' in page
        client.post(f"/tables/{table.code}/deck/", {"command_id": str(uuid4())})
        assert Table.objects.get(deck_of=table).host == people[1]
        assert DealEntry.objects.count() == 1


def test_archive_shows_own_scores_and_the_streak(people: list[User]) -> None:
    for days in range(3):
        with time_machine.travel(NOON + timedelta(days=days)):
            play(_daily(), people[0], *[7] * _daily().options["turns"])
    with time_machine.travel(NOON + timedelta(days=2)):
        page = _page(people[0], "/daily/archive/?month=2026-12")
        assert "3 days in a row" in page
        assert 'aria-label="Dec. 2, 2026: 21' in page
        assert 'href="/daily/archive/?month=2026-11"' in page
        assert "December 2026</caption>" in _page(people[0], "/daily/archive/?month=2026-13")
        assert "days in a row" not in _page(None, "/daily/archive/")


@pytest.mark.parametrize("month", ["", "x", "2026-13", "0000-01", "9999-12", "1-1"])
def test_archive_answers_any_month(month: str, people: list[User]) -> None:
    assert signed_in(None).get(f"/daily/archive/?month={month}").status_code == 200


@pytest.mark.parametrize("first", ["", "x", "-1", "999999999999", "1000000"])
def test_ranking_answers_any_place(first: str, people: list[User]) -> None:
    play(_daily(), people[0], 7, 7, 7)
    assert signed_in(people[0]).get(f"/daily/?from={first}").status_code == 200


def test_field_ranks_ties_alike() -> None:
    field = Field(5, 7.0, ((5, 1), (7, 2), (9, 2)))
    assert [field.rank(score) for score in (9, 7, 5)] == [1, 3, 5]
    assert field.share_below(9) == pytest.approx(3.5 / 4)
    assert field.share_below(5) == 0
    assert Field(1, 5.0, ((5, 1),)).share_below(5) == 1


def test_day_is_one_of_utc(people: list[User]) -> None:
    with time_machine.travel(datetime(2026, 12, 1, 0, 30, tzinfo=UTC)):
        assert today() == date(2026, 12, 1)


def test_ranking_lists_everybody_once_from_page_to_page(people: list[User]) -> None:
    deal, now = _daily(), clock.now()
    play(deal, people[0], 7, 7, 7)
    others = [User(username=f"u{n}", display_name=f"Player {n:03}", password="!") for n in range(119)]
    users = User.objects.bulk_create(others)
    tables = Table.objects.bulk_create(
        Table(
            code=f"A{n:07}",
            invitation=f"i{n}",
            game=deal.game,
            capacity=1,
            host=user,
            deal=deal,
            seed=b"1" * 32,
            changed_at=now,
        )
        for n, user in enumerate(users)
    )
    DealEntry.objects.bulk_create(
        DealEntry(deal=deal, user=user, table=table, started_at=now, ended_at=now, score=10 + n // 40)
        for n, (user, table) in enumerate(zip(users, tables, strict=True))
    )
    pages, statements = [], []
    for first in (0, 50, 100):
        with CaptureQueriesContext(connection) as queries:
            pages.append(_page(people[0], f"/daily/?from={first}"))
        statements.append(len(queries))
    names = [name for page in pages for name in re.findall(r"Player \d{3}", page)]
    assert sorted(names) == [user.display_name for user in users]
    assert statements[1] == statements[2], "fifty rows take no more than twenty"
    assert re.findall(r"Player \d{3}", _page(people[0], "/daily/?from=5000")) == names[-1:]
