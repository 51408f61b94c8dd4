"""Statistics on a user's profile."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from engine.contract import Level
from games.accounts.models import User
from games.gisborne.models import Lesson
from games.history import figures
from games.history.charts import WIDTH, line_chart
from games.history.figures import PersonFigures, person_part
from games.play.bars import BAR_WIDTH, bar_chart
from games.play.summary_keys import GameSummary
from games.tables.models import Access, PlayerKind, Table
from tests.games.history.finished import ended, listed, person
from tests.games.history.playing import played
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return person("Ann")


@pytest.fixture
def ben() -> User:
    return person("Ben")


def figures_of(user: User, viewer: User | None = None) -> PersonFigures:
    content = person_part(user, viewer or AnonymousUser()).content
    assert isinstance(content, PersonFigures)
    return content


def gains_of(*gains: dict[tuple[str, str], int], title: str = "") -> GameSummary:
    return GameSummary(gains=gains, title=title)


def test_games_wins_means_and_bests_are_told_by_seats_and_set(ann: User, ben: User) -> None:
    ended((ann, 20), (ben, 10))
    ended((ann, 11), (ben, 30), played_with="heroes")
    ended((ann, 50))
    (game,) = figures_of(ann).games
    whole = game.whole
    assert (whole.games, whole.wins, whole.mean, whole.best) == ("3", "1 of 2", "27.0", "50")
    assert [(row.name, row.games, row.wins, row.mean, row.best) for row in game.seats] == [
        ("1 seat", "1", "", "50.0", "50"),
        ("2 seats", "2", "1 of 2", "15.5", "20"),
    ]
    assert [(row.name, row.games, row.url) for row in game.sets] == [
        ("Cartographers", "2", "/people/ann/games/?game=cartographers&set=cartographers"),
        ("Cartographers Heroes", "1", "/people/ann/games/?game=cartographers&set=heroes"),
    ]


def test_what_an_edict_brings_stands_beside_what_it_brings_everybody(ann: User, ben: User) -> None:
    wood, lake = ("edict", "sentinel_wood"), ("edict", "canal_lake")
    ended((ann, 20), (ben, 10), summary=gains_of({wood: 10, lake: 1}, {wood: 4, lake: 6}))
    ended((ann, 20), summary=gains_of({wood: 7}))
    (game,) = figures_of(ann).games
    (edicts,) = game.comparisons
    assert [(row.name, row.games, row.mean, row.all, row.url) for row in edicts.rows] == [
        ("Sentinel Wood", "2", "8.5", "7.0", "/people/ann/games/?game=cartographers&edict=sentinel_wood"),
        ("Canal Lake", "1", "1.0", "3.5", "/people/ann/games/?game=cartographers&edict=canal_lake"),
    ]
    assert [(one.name, one.games, one.url) for one in game.most_played] == [
        ("Sentinel Wood", "2 games", "/people/ann/games/?game=cartographers&edict=sentinel_wood")
    ]


def test_scores_are_told_by_source(ann: User) -> None:
    ended((ann, 20), summary=gains_of({("source", "coins"): 5, ("source", "monsters"): -3, ("source", "edicts"): 18}))
    (sources,) = figures_of(ann).games[0].comparisons
    assert {row.name: row.mean for row in sources.rows} == {"Coins": "5.0", "Monsters": "−3.0", "Edicts": "18.0"}


def test_titles_earned_alone_are_counted(ann: User) -> None:
    for score, title in ((5, "master_mapsmith"), (6, "master_mapsmith"), (9, "legendary_cartographer")):
        ended((ann, score), summary=gains_of({}, title=title))
    assert figures_of(ann).games[0].titles == ("Legendary Cartographer: 1 game", "Master Mapsmith: 2 games")


def test_the_best_score_leads_to_its_game(ann: User, ben: User) -> None:
    ended((ann, 20), (ben, 10), name="Twenty")
    ended((ann, 11), (ben, 30), name="Eleven")
    (game,) = figures_of(ann).games
    (two,) = game.seats
    assert listed(Client(), two.best_game_url) == ["Twenty"]
    assert listed(Client(), game.whole.best_game_url) == ["Twenty"]


def test_months_make_a_line(ann: User) -> None:
    for days, score in ((0, 10), (40, 20), (40, 30), (70, 5), (100, 6)):
        ended((ann, score), days=days)
    time = figures_of(ann).games[0].time
    assert time
    assert time.one == "Month"
    assert [(span.name, span.games, span.mean) for span in time.spans[:2]] == [
        ("June 2026", "1", "10.0"),
        ("April 2026", "2", "25.0"),
    ]
    assert len(time.line.places) == len(time.spans) == 4


def test_few_months_are_shown_day_by_day(ann: User) -> None:
    ended((ann, 10))
    assert figures_of(ann).games[0].time is None
    ended((ann, 20), days=1)
    ended((ann, 30), days=1)
    time = figures_of(ann).games[0].time
    assert time
    assert time.one == "Day"
    assert [(span.games, span.mean) for span in time.spans] == [("1", "10.0"), ("2", "25.0")]


def test_what_some_games_of_are_left_out_is_not_shown(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for days in (0, 40, 70, 100, 130, 130):
        ended((ann, 10), days=days)
    time = figures_of(ann).games[0].time
    assert time
    assert len(time.spans) == 5
    monkeypatch.setattr(figures, "LATEST", 5)
    time = figures_of(ann).games[0].time
    assert time
    assert [span.games for span in time.spans] == ["1"] * 4


def test_who_left_and_practice_count_nowhere(ann: User, ben: User) -> None:
    first = ended((ann, 20), summary=GameSummary(counts=False))
    ended((ann, 90), deck_of=first)
    assert figures_of(ann).games == ()
    assert "No finished games count toward statistics yet." in Client().get("/people/ann/").content.decode()


def test_the_page_shows_the_figures_of_played_games(people: list[User]) -> None:
    played(*people)
    played(people[0])
    page = Client().get("/people/ann/").content.decode()
    assert page.count("<svg viewBox") >= 2
    for words in ("By number of players", "Titles earned in solo games", "Sources of stars", "2 seats", " of 1<"):
        assert words in page
    for address in set(re.findall(r'href="(/people/ann/games/[^"]*)"', page)):
        assert Client().get(address.replace("&amp;", "&")).status_code == 200


def test_a_game_by_invitation_counts_to_who_played_it_alone(ann: User, ben: User) -> None:
    wood = ("edict", "sentinel_wood")
    ended((ann, 20), (ben, 10), name="Open desk", summary=gains_of({wood: 4}, {wood: 2}))
    ended((ann, 60), name="Secret desk", access=Access.INVITATION, summary=gains_of({wood: 9}, title="master_mapsmith"))
    for viewer, games, best, gained, titles in (
        *((None, "1", "20", "4.0", ()), (ben, "1", "20", "4.0", ())),
        (ann, "2", "60", "6.5", ("Master Mapsmith: 1 game",)),
    ):
        (game,) = figures_of(ann, viewer).games
        assert (game.whole.games, game.whole.best, game.titles) == (games, best, titles)
        assert [(row.mean, row.all) for row in game.comparisons[0].rows] == [(gained, "5.0")], "everybody's holds all"
    words = "Others only see your public games here."
    assert words in signed_in(ann).get("/people/ann/").content.decode()
    for viewer in (Client(), signed_in(ben)):
        page = viewer.get("/people/ann/").content.decode()
        assert words not in page
        assert "Secret desk" not in page
        assert "Master Mapsmith" not in page


def test_the_page_of_who_hides_says_so_to_them_alone(ann: User) -> None:
    client = signed_in(ann)
    sent = {"display_name": "Ann", "title": "", "hidden": "True"}
    assert client.post("/accounts/profile/", sent).status_code == 303
    assert "Only you can see this page." in client.get("/people/ann/").content.decode()
    assert Client().get("/people/ann/").status_code == 404
    assert client.post("/accounts/profile/", {"display_name": "Ann"}).status_code == 303
    assert Client().get("/people/ann/").status_code == 404
    assert client.post("/accounts/profile/", {**sent, "hidden": "False"}).status_code == 303
    assert Client().get("/people/ann/").status_code == 200


@pytest.mark.parametrize("pairs", [[(0.0, 0.0)], [(-4.0, -9.5), (30.0, 22.25)], [(1e6, 1.0), (-1e6, 0.0)]])
def test_bars_stay_within_their_picture(pairs: list[tuple[float, float]]) -> None:
    for bar in bar_chart(pairs):
        assert 0 <= int(bar.x) <= int(bar.x) + int(bar.width) <= BAR_WIDTH
        assert 0 <= int(bar.mark) <= BAR_WIDTH
        assert 0 <= int(bar.zero) <= BAR_WIDTH


@pytest.mark.parametrize("values", [[5.0, 5.0], [-30.5, 12.0, 99.9], [0.0, 9999.0, -9999.0]])
def test_a_line_stays_within_its_picture(values: list[float]) -> None:
    chart = line_chart([(str(value), value) for value in values])
    assert all(0 <= int(x) <= WIDTH and 0 <= int(y) <= int(chart.height) for x, y in chart.places)
    assert len(chart.levels) <= 8


def bot_rows(user: User, viewer: User | None = None) -> list[tuple[str, str, str, str, str]]:
    """The figures against bots: level, games, wins, average and best."""
    return [
        (row.name, row.games, row.wins, row.mean, row.best)
        for bots in figures_of(user, viewer).bots
        for row in bots.levels
    ]


def against_bots(user: User, *scores: int, levels: Sequence[Level], **fields: Any) -> Table:
    """A game of a person, whose score comes first, against bots of these levels."""
    bots = {
        index: {"user": None, "played_by": PlayerKind.BOT, "bot_number": index, "bot_level": level}
        for index, level in enumerate(levels, 1)
    }
    seats = fields.pop("seats", {}) | bots
    return ended(*((user, score) for score in scores), seats=seats, **{"practice": True, **fields})


def test_games_against_bots_have_figures_of_their_own(ann: User, ben: User) -> None:
    surveyor, royal = Level.SURVEYOR, Level.ROYAL
    against_bots(ann, 90, 80, levels=[surveyor])
    against_bots(ann, 70, 80, 60, levels=[surveyor, surveyor])
    against_bots(ann, 75, 80, 60, levels=[surveyor, royal])
    against_bots(ann, 99, 60, levels=[royal], access=Access.INVITATION)
    assert not figures_of(ann, ann).games
    everybody = [("Surveyor", "2", "1 of 2", "80.0", "90"), ("Mixed or unknown", "1", "0 of 1", "75.0", "75")]
    assert bot_rows(ann) == everybody
    mine = bot_rows(ann, ann)
    assert [mine[0], mine[2]] == everybody
    assert mine[1][1:] == ("1", "1 of 1", "99.0", "99")
    assert not bot_rows(ben)


def test_games_with_help_or_with_other_people_are_not_among_them(ann: User, ben: User) -> None:
    levels = [Level.SURVEYOR]
    against_bots(ann, 90, 80, levels=levels, hints=True)
    against_bots(ann, 90, 80, levels=levels, seats={0: {"handicap": 5}})
    against_bots(ann, 90, 80, levels=levels, seats={0: {"drew_less_than_half": True}})
    against_bots(ann, 90, 80, 70, levels=levels, seats={2: {"user": ben}})
    ended((ann, 90), (ben, 80), practice=True)
    assert not bot_rows(ann, ann)


def test_page_shows_figures_against_bots(ann: User) -> None:
    against_bots(ann, 91, 80, levels=[Level.SURVEYOR])
    page = signed_in(ann).get("/people/ann/").content.decode()
    caption = page.index("<caption>Against bots: Cartographers</caption>")
    assert "Bot level" in page[caption:]
    assert "No finished games count" not in page
    assert "1 of 1" in page[caption:]


def test_lessons_are_not_games_against_bots(ann: User) -> None:
    table = against_bots(ann, 90, 80, levels=[Level.ROYAL])
    assert bot_rows(ann, ann)
    Lesson.objects.create(table=table)
    assert not bot_rows(ann, ann)
