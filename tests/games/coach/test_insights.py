"""Insights of a player: their tables, the turns behind a row, who sees them, and reviews of the latest games."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.limits import Limit
from games.accounts.models import User
from games.accounts.services import make_guest
from games.cartographers.coach import steps
from games.cartographers.game import CARTOGRAPHERS
from games.coach import access, batches
from games.coach.losses import SeatLosses
from games.coach.models import Review, SeatInsight
from games.coach.reviews import STALLED_AFTER, go_on
from games.locks import writing
from games.notices.task_worker import work
from games.tables.models import Access, Pace, Table
from games.tables.people.personal_data import delete_tables
from tests.games.cartographers.conftest import people as people
from tests.games.history.playing import begun, played
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db

ANN, BEN = "/people/ann/insights/", "/people/ben/insights/"


def text_of(client: Client, url: str = ANN) -> str:
    answer = client.get(url)
    assert answer.status_code == 200, url
    return " ".join(unescape(answer.content.decode()).split())


def losses(moves: int, lost: float, *turns: tuple[float, int, int]) -> list[Any]:
    return [moves, lost, [list(turn) for turn in turns]]


def summarized(table: Table, *seats: int, opponents: str = "people", moves: int = 20, lost: float = 15.0) -> Review:
    """Store a finished review of a game with the same insights for these seats, as if the coach had made it."""
    assert CARTOGRAPHERS.coach
    version, now = CARTOGRAPHERS.coach.version, timezone.now()
    review = Review.objects.create(table=table, version=version, steps=2, done=2, ended_at=now, insights_version=1)
    half = losses(moves // 2, lost / 3, (4.5, 3, 0), (1.5, 9, 1))
    rows = {
        "source": {"greenbough": losses(moves, lost * 2 / 3, (4.5, 3, 0)), "coins": losses(moves, -2.0)},
        "drawn": {"forest": half, "ambush": losses(moves - moves // 2, lost * 2 / 3, (6.0, 12, 1))},
        "season": {"winter": half, "spring": losses(moves // 2, lost * 2 / 3)},
    }
    game = {"pace": str(table.pace), "opponents": opponents}
    data = {"whole": losses(moves, lost, (6.0, 12, 1), (4.5, 3, 0)), "rows": rows, "game": game}
    assert SeatLosses.from_json(data).to_json()["game"] == game
    SeatInsight.objects.bulk_create(SeatInsight(review=review, seat=seat, losses=data) for seat in seats)
    return review


@pytest.fixture
def game(people: list[User]) -> Table:
    table = played(*people[:2])
    summarized(table, 0, 1)
    return table


def row_of(page: str, name: str) -> str:
    row = re.search(rf'<th scope="row"><a href="[^"]*">{re.escape(name)}</a></th>(.*?)</tr>', page)
    assert row, name
    return re.sub(r"<svg.*?</svg>|<[^>]+>", " ", row[1])


def test_tables_show_moves_the_average_loss_and_the_difference(game: Table, people: list[User]) -> None:
    page = text_of(signed_in(people[0]))
    assert "1 reviewed game, 20 moves: 0.8 stars lost per move on average." in page
    assert row_of(page, "Forest").split() == ["10", "0.50", "−0.25"]
    assert row_of(page, "Ambush on another map").split() == ["10", "1.00", "+0.25"]
    assert row_of(page, "Greenbough").split() == ["20", "0.50", "+0.30"]
    assert row_of(page, "Coins").split() == ["20", "−0.10", "−0.30"]
    assert row_of(page, "Other players").split() == ["20", "0.75", "0.00"]
    captions = re.findall(r"<caption>(.*?)</caption>", page)
    assert captions == ["By edict", "By terrain", "By season", "By time control", "By opponents"]
    assert page.index(">Spring</a>") < page.index(">Winter</a>"), "seasons come in order"
    assert page.index(">Ambush on another map</a>") < page.index(">Forest</a>"), "other rows by loss"
    assert page.count('class="bar"><svg') == page.count('<th scope="row">') == 8


def test_games_are_added_up_by_pace_and_opponents(game: Table, people: list[User]) -> None:
    live, bots = played(people[0]), played(people[0])
    Table.objects.filter(pk=live.pk).update(pace=Pace.LIVE)
    live.refresh_from_db()
    summarized(live, 0, opponents="alone", lost=3.0)
    summarized(bots, 0, opponents="bots-royal", lost=9.0)
    page = text_of(signed_in(people[0]))
    assert "3 reviewed games, 60 moves: 0.5 stars lost per move on average." in page
    assert row_of(page, "Real time").split() == ["20", "0.15", "−0.30"]
    assert row_of(page, "No time limit").split() == ["40", "0.60", "+0.15"]
    assert row_of(page, "Solo").split() == ["20", "0.15", "−0.30"]
    assert row_of(page, "Bots (Royal Cartographer)").split() == ["20", "0.45", "0.00"]


def test_row_leads_to_its_worst_turns_with_the_coach(game: Table, people: list[User]) -> None:
    ann = signed_in(people[0])
    link = re.search(r'<a href="([^"]*)">Forest</a>', text_of(ann))
    assert link
    assert link[1] == f"{ANN}?game=cartographers&by=drawn&row=forest"
    page = text_of(ann, link[1])
    at = f"/tables/{game.code}/turns"
    turns = re.findall(r'<li class="cluster apart"> <span><a href="(.*?)">', page)
    assert turns == [f"{at}/3/?look=1&coach=1", f"{at}/9/?look=2&coach=1"]
    assert "4.5 stars lost" in page
    for row, loss in (("by=pace&row=none", "6 stars"), ("by=opponents&row=people", "6 stars")):
        assert f"{loss} lost" in text_of(ann, f"{ANN}?game=cartographers&{row}")
    assert "No losses here." in text_of(ann, f"{ANN}?game=cartographers&by=source&row=coins")


@pytest.mark.parametrize("query", ["game=cartographers&by=x&row=y", "game=x&by=drawn&row=forest", "by=drawn", "by=x"])
def test_unknown_rows_are_not_found(query: str, people: list[User]) -> None:
    assert signed_in(people[0]).get(f"{ANN}?{query}").status_code == 404


def test_rows_and_games_with_few_moves_have_no_figures(people: list[User]) -> None:
    first = played(people[0])
    summarized(first, 0, moves=8, opponents="alone")
    page = text_of(signed_in(people[0]))
    assert "1 reviewed game, 8 moves: not enough for figures yet." in page
    assert "<table" not in page
    summarized(played(people[0]), 0, moves=10, opponents="bots-")
    page = text_of(signed_in(people[0]))
    assert row_of(page, "Solo").split() == ["8", "–", "Too", "few", "moves", "–", "Too", "few", "moves"]
    assert row_of(page, "Other bots").split()[0] == "10"
    assert "Rows with fewer than 10 moves show no figures." in page


def test_others_see_insights_from_the_games_that_they_can_see(game: Table, people: list[User]) -> None:
    summarized(played(people[0], people[2], access=Access.INVITATION), 0, 1, lost=30.0)
    mine, his, hers = (text_of(signed_in(person)) for person in (people[0], people[1], people[2]))
    assert "2 reviewed games" in mine
    assert "1 reviewed game, 20 moves" in his
    assert "2 reviewed games" in hers, "who played there sees it"
    assert "1 reviewed game, 20 moves" in text_of(Client())
    row = f"{ANN}?game=cartographers&by=drawn&row=forest"
    assert text_of(Client(), row).count('<li class="cluster apart">') == 2
    assert text_of(signed_in(people[0]), row).count('<li class="cluster apart">') == 4
    assert "review-games" not in his
    assert "This player has no reviewed games that you can see." in text_of(Client(), "/people/dee/insights/")


def test_hidden_profiles_and_guests_show_their_insights_to_themselves_alone(game: Table, people: list[User]) -> None:
    User.objects.filter(pk=people[0].pk).update(hidden=True)
    assert Client().get(ANN).status_code == signed_in(people[1]).get(ANN).status_code == 404
    assert "1 reviewed game" in text_of(signed_in(people[0]))
    guest = make_guest(display_name="Heron")
    at = f"/people/{guest.username}/insights/"
    summarized(played(guest), 0, opponents="alone")
    assert "1 reviewed game" in text_of(signed_in(guest), at)
    assert Client().get(at).status_code == signed_in(people[1]).get(at).status_code == 404


def test_other_spellings_lead_to_the_page(people: list[User]) -> None:
    answer = Client().get("/people/ANN/insights/?by=x")
    assert (answer.status_code, answer["Location"]) == (303, f"{ANN}?by=x")
    assert Client().get("/people/nobody/insights/").status_code == 404


def test_deleted_games_leave_the_insights(game: Table, people: list[User]) -> None:
    alone = played(people[0])
    summarized(alone, 0, opponents="alone")
    assert "2 reviewed games" in text_of(signed_in(people[0]))
    with writing():
        delete_tables([alone.pk])
    page = text_of(signed_in(people[0]))
    assert "1 reviewed game," in page
    assert ">Solo</a>" not in page


def test_profile_and_review_link_to_the_insights(people: list[User]) -> None:
    link = f'id="insights" href="{ANN}"'
    assert link in text_of(signed_in(people[0]), "/people/ann/")
    assert link not in text_of(Client(), "/people/ann/"), "there are none yet"
    summarized(played(people[0]), 0, opponents="alone")
    assert link in text_of(Client(), "/people/ann/")


def test_without_games_a_table_is_offered_and_without_reviews_a_review(people: list[User]) -> None:
    ann = signed_in(people[0])
    page = text_of(ann)
    assert "Finish a game and review it to see your insights here." in page
    assert "Find a table" in page
    assert "review-games" not in page
    answer = ann.post(ANN)
    assert (answer.status_code, Review.objects.count()) == (303, 0)
    played(people[0])
    begun(people[0])
    page = text_of(ann)
    assert "Review a finished game to see" in page
    assert "Review my last game<" in page


def test_latest_games_are_reviewed_with_progress(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "MOST_WITH_LUCK", 0)
    monkeypatch.setattr(batches, "MOST", 2)
    tables = [played(people[0]) for _ in range(3)]
    ann = signed_in(people[0])
    assert "Review my last 2 games<" in text_of(ann)
    assert ann.post(ANN)["Location"] == ANN
    assert {review.table_id for review in Review.objects.all()} == {table.pk for table in tables[1:]}
    page = text_of(ann)
    assert "The coach has reviewed 0 of 2 games." in page
    assert '<progress max="8" value="0"' in page
    assert "review-games" not in page
    first = Review.objects.earliest("pk").pk
    while Review.objects.get(pk=first).ended_at is None:
        go_on.call(first)
    waiting = ann.get(ANN, headers={"HX-Request": "true"})
    assert "The coach has reviewed 1 of 2 games." in waiting.content.decode()
    assert "<html" not in waiting.content.decode()
    while work():
        pass
    assert ann.get(ANN, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    page = text_of(ann)
    assert "2 reviewed games" in page
    assert "Review 1 more game<" in page
    link = re.search(r'<a href="([^"]*by=season[^"]*)">', page)
    assert link
    turn = re.search(r'<li class="cluster apart"> <span><a href="(.*?)">', text_of(ann, link[1]))
    assert turn
    assert "The best move is worth" in text_of(ann, turn[1])
    review = text_of(ann, f"/tables/{tables[1].code}/review/")
    assert f'id="insights" href="{ANN}"' in review
    assert 'id="insights"' not in text_of(signed_in(people[1]), f"/tables/{tables[1].code}/review/")


def test_reviews_of_several_games_count_against_the_limit(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "REVIEW", Limit("review", 1, timedelta(hours=1)))
    for _ in range(2):
        played(people[0])
    ann = signed_in(people[0])
    answer = ann.post(ANN, follow=True)
    assert Review.objects.count() == 1
    assert (
        "You’ve reached the limit for game reviews (started now: 1). Try again in 60 minutes."
        in answer.content.decode()
    )
    assert ann.post(ANN).status_code == 429


def test_nobody_has_the_games_of_others_reviewed_here(people: list[User]) -> None:
    played(*people[:2])
    for client in (Client(), signed_in(people[1])):
        assert client.post(ANN).status_code == 404
        assert client.get(ANN, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    assert not Review.objects.exists()


def test_games_whose_review_failed_or_runs_leave_room_for_others(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "MOST", 2)
    assert CARTOGRAPHERS.coach
    version = CARTOGRAPHERS.coach.version
    older, outdated, lost, running, failed = [played(people[0]) for _ in range(5)]
    Review.objects.create(table=failed, version=version, steps=2, failure="KeyError")
    Review.objects.create(table=running, version=version, steps=2)
    stalled_at = timezone.now() - STALLED_AFTER - timedelta(minutes=1)
    Review.objects.create(table=lost, version=version, steps=2, progressed_at=stalled_at)
    Review.objects.create(table=outdated, version=version - 1, steps=2, failure="KeyError")
    assert batches.latest_unreviewed_games(people[0]) == [lost, outdated]
    Review.objects.filter(table__in=[lost, outdated]).delete()
    assert batches.latest_unreviewed_games(people[0]) == [lost, outdated]
    monkeypatch.setattr(batches, "MOST", 9)
    assert batches.latest_unreviewed_games(people[0]) == [lost, outdated, older]


def test_failed_lost_and_unsummarized_reviews_are_named(people: list[User]) -> None:
    assert CARTOGRAPHERS.coach
    version = CARTOGRAPHERS.coach.version
    failed, lost, waiting = played(people[0]), played(people[0]), played(people[0])
    summarized(failed).table.review.delete()
    old = timezone.now() - timedelta(hours=2)
    Review.objects.create(table=failed, version=version, steps=2, failure="KeyError")
    Review.objects.create(table=lost, version=version, steps=2, begun_at=old, progressed_at=old)
    Review.objects.create(table=waiting, version=version, steps=2, done=2, begun_at=old, ended_at=old)
    page = text_of(signed_in(people[0]))
    assert "The coach couldn’t finish these reviews because of an error." in page
    listed = re.search(r'<ul id="failed-reviews">(.*?)</ul>', page)
    assert listed
    assert re.findall(r'href="(.*?)"', listed[1]) == [f"/tables/{failed.code}/review/"]
    assert "1 reviewed game will be added in a moment." in page
    assert "<progress" not in page
    assert "Review 1 more game<" in page
