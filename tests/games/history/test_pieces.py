"""Statistics of games with a card or map sheet, as shown to everyone."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.accounts.models import User
from games.history import component_figures
from games.history.component_figures import PieceFigures, piece_page
from games.play.summary_keys import GameSummary
from games.tables.models import Access, Table
from games.tables.people.personal_data import erase
from tests.games.history.finished import ended, listed, person
from tests.games.history.playing import played
from tests.games.tables.clients import signed_in
from tests.games.tables.players import away, resigned

pytestmark = pytest.mark.django_db
WOOD, LAKE, SHEET = ("edict", "sentinel_wood"), ("edict", "canal_lake"), ("sheet", "A")
OF_WOOD, OF_SHEET = "/figures/cartographers/edict/sentinel_wood/", "/figures/cartographers/sheet/A/"
HTMX = {"HX-Request": "true"}
FEW = "Not enough public games have been played with it yet."
Count = tuple[str, str, str, str]


def wood(*stars: int) -> GameSummary:
    """Return the summary of a game on map sheet A where Sentinel Wood scored these stars per seat."""
    return GameSummary((WOOD, LAKE, SHEET), tuple({WOOD: one, LAKE: 1} for one in stars))


def figures_of(kind: str = "edict", key: str = "sentinel_wood") -> PieceFigures | None:
    page = piece_page("cartographers", kind, key)
    assert page
    return page.figures


def shown_figures(kind: str = "edict", key: str = "sentinel_wood") -> PieceFigures:
    figures = figures_of(kind, key)
    assert figures
    return figures


def rows(figures: PieceFigures) -> list[Count]:
    return [(row.name, row.games, row.mean, row.best) for row in figures.rows]


def board_of(table: Table, seat: int) -> str:
    return f"/tables/{table.code}/board-{seat}.svg"


def shown_board(figures: PieceFigures) -> str:
    assert figures.best
    assert figures.best.picture
    return figures.best.picture.url


def text_of(address: str, client: Client | None = None, **headers: str) -> str:
    answer = (client or Client()).get(address, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def four(ann: User, ben: User) -> list[Table]:
    """Create two two-player and two solo games with Sentinel Wood, latest first."""
    return [
        ended((ann, 40), (ben, 30), days=1, summary=wood(12, 4)),
        ended((ann, 20), (ben, 35), days=2, summary=wood(3, 6)),
        ended((ben, 61), days=3, summary=wood(15)),
        ended((ann, 10), days=4, summary=wood(0)),
    ]


def test_stars_of_an_edict_are_told_by_seats(four: list[Table]) -> None:
    figures = shown_figures()
    assert figures.words == "4 public games played with it."
    assert figures.caption == "Score per seat"
    assert rows(figures) == [
        ("All games", "4", "6.7", "15"),
        ("1 seat", "2", "7.5", "15"),
        ("2 seats", "2", "6.2", "12"),
    ]
    assert figures.best
    assert figures.best.words == "15 stars from this card"
    assert figures.best.url == f"/tables/{four[2].code}/"
    assert shown_board(figures) == board_of(four[2], 1)


def test_scores_are_told_of_a_sheet(four: list[Table]) -> None:
    figures = shown_figures("sheet", "A")
    assert figures.caption == "Scores of all seats"
    assert rows(figures) == [
        ("All games", "4", "32.7", "61"),
        ("1 seat", "2", "35.5", "61"),
        ("2 seats", "2", "31.2", "40"),
    ]
    assert figures.best
    assert figures.best.words == "61 stars in total"
    assert shown_board(figures) == board_of(four[2], 1)


def test_one_number_of_seats_is_told_once(ann: User, ben: User) -> None:
    for _game in range(3):
        ended((ann, 1), (ben, 2), summary=wood(5, 6))
    assert rows(shown_figures()) == [("2 seats", "3", "5.5", "6")]


def test_each_row_leads_to_its_games(ann: User, four: list[Table]) -> None:
    ended((ann, 90), name="Another edict", summary=GameSummary((LAKE,), ({LAKE: 2},)))
    figures = shown_figures()
    assert len(listed(Client(), figures.games_url)) == 4
    assert [len(listed(Client(), row.url)) for row in figures.rows] == [4, 2, 2]
    assert figures.rows[1].url == "/games/?game=cartographers&edict=sentinel_wood&seats=1"


def test_a_year_of_losses_is_told_with_a_minus(ann: User) -> None:
    for stars in (-3, -4, -5):
        ended((ann, stars), summary=wood(0))
    assert rows(shown_figures("sheet", "A")) == [("1 seat", "3", "−4.0", "−3")]


@pytest.mark.parametrize("games", [0, 1, 2])
def test_nothing_is_told_of_fewer_than_three_games(games: int, ann: User, ben: User) -> None:
    for _game in range(games):
        ended((ann, 97), (ben, 30), summary=wood(12, 4))
    for address in (OF_WOOD, OF_SHEET):
        page = text_of(address)
        assert FEW in page
        assert 'href="/tables/"' in page
        assert "board-" not in page
        assert "97" not in page.partition("<main")[2].partition("</main>")[0]


def test_games_by_invitation_are_not_told_of(ann: User, four: list[Table]) -> None:
    before = (shown_figures(), shown_figures("sheet", "A"))
    ended((ann, 200), access=Access.INVITATION, summary=wood(99))
    assert (shown_figures(), shown_figures("sheet", "A")) == before
    assert shown_figures() == before[0], "nor to who sat there"
    assert "99" not in text_of(OF_WOOD, signed_in(ann), **HTMX)


def test_what_does_not_count_is_not_told_of(ann: User, ben: User, four: list[Table]) -> None:
    before = (shown_figures(), shown_figures("sheet", "A"))
    component_figures = (WOOD, SHEET)
    ended((ann, 200), summary=GameSummary(component_figures, ({WOOD: 99},), counts=False))
    ended((ann, 201), summary=wood(99), deck_of=four[2])
    ended((ann, 202), summary=wood(99), seats={0: resigned(four[0].changed_at)})
    assert (shown_figures(), shown_figures("sheet", "A")) == before
    ended((ann, 203), (ben, 1), summary=wood(99, 9), seats={0: away(four[0].changed_at)})
    assert rows(shown_figures())[2] == ("2 seats", "3", "6.8", "12"), "of who stayed the result counts"


def test_two_games_that_count_and_more_that_do_not_are_too_few(ann: User) -> None:
    for _game in range(2):
        ended((ann, 40), summary=wood(12))
    for _game in range(3):
        ended((ann, 40), summary=GameSummary((WOOD, SHEET), ({WOOD: 12},), counts=False))
    assert figures_of() is None


def test_only_the_latest_games_are_told_of(four: list[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(component_figures, "LATEST", 4)
    assert shown_figures().words == "The latest 4 public games played with it."
    monkeypatch.setattr(component_figures, "LATEST", 3)
    figures = shown_figures()
    assert figures.words == "The latest 3 public games played with it."
    assert rows(figures) == [
        ("All games", "3", "8.0", "15"),
        ("1 seat", "1", "15.0", "15"),
        ("2 seats", "2", "6.2", "12"),
    ]


def test_of_equal_boards_the_latest_is_shown(ann: User, ben: User) -> None:
    ended((ann, 40), days=9, summary=wood(12))
    latest = ended((ben, 30), (ann, 40), days=1, summary=wood(4, 12))
    ended((ann, 40), days=5, summary=wood(12))
    for figures in (shown_figures(), shown_figures("sheet", "A")):
        assert shown_board(figures) == board_of(latest, 2)


@pytest.mark.parametrize("column", ["hidden", "is_active"])
def test_the_board_of_who_is_not_to_be_seen_is_not_shown(column: str, ben: User, four: list[Table]) -> None:
    User.objects.filter(pk=ben.pk).update(**{column: column == "hidden"})
    figures = shown_figures()
    assert shown_board(figures) == board_of(four[0], 1)
    assert figures.best
    assert figures.best.words == "12 stars from this card"
    assert figures.best.title == "Best board among public games", "as the table beside it says 15"
    User.objects.update(hidden=True)
    assert shown_figures().best is None
    assert "Best board" not in text_of(OF_WOOD)


def test_who_is_gone_for_good_is_counted_no_more(ann: User, ben: User, four: list[Table]) -> None:
    erase(user=ben)
    assert rows(shown_figures()) == [
        ("All games", "3", "5.0", "12"),
        ("1 seat", "1", "0.0", "0"),
        ("2 seats", "2", "7.5", "12"),
    ]


def test_nobody_is_named(four: list[Table]) -> None:
    for client in (Client(), signed_in(person("Cas"))):
        for address in (OF_WOOD, OF_SHEET):
            main = text_of(address, client).partition("<main")[2].partition("</main>")[0]
            assert "stars from this card" in main or "stars in total" in main
            assert not re.search(r"\b(ann|ben)\b", main, re.IGNORECASE)


def test_htmx_is_given_the_figures_alone(four: list[Table]) -> None:
    part, page = text_of(OF_WOOD, **HTMX), text_of(OF_WOOD)
    assert part.strip().startswith("<section")
    assert "<html" not in part
    assert part in page
    assert "<h1>Sentinel Wood</h1>" in page
    assert '<a href="/cartographers/cards/sentinel_wood/">Back to details</a>' in page
    assert "<h1" not in part
    answer = Client().get(OF_WOOD, headers=HTMX)
    assert "HX-Request" in answer["Vary"]
    assert "no-cache" in answer["Cache-Control"]
    assert answer["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize(
    "address",
    [
        "/figures/chess/edict/sentinel_wood/",
        "/figures/cartographers/nothing/sentinel_wood/",
        "/figures/cartographers/edict/nothing/",
        "/figures/cartographers/edict/A/",
        "/figures/cartographers/sheet/sentinel_wood/",
        "/figures/cartographers/source/coins/",
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_what_there_is_not_is_not_found(address: str, headers: dict[str, str]) -> None:
    assert Client().get(address, headers=headers).status_code == 404


def test_played_games_are_told_of_with_a_picture(people: list[User]) -> None:
    for _game in range(3):
        played(people[0])
    figures = shown_figures("sheet", "A")
    assert rows(figures)[0][:2] == ("1 seat", "3")
    answer = Client().get(shown_board(figures))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
    assert figures.best
    assert figures.best.picture
    assert f'viewBox="0 0 {figures.best.picture.width} {figures.best.picture.height}"' in answer.content.decode()


def test_it_takes_as_many_statements_however_many_games_there_are(
    four: list[Table], ann: User, ben: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    text_of(OF_WOOD)
    for _twice in range(2):
        with django_assert_num_queries(5):
            text_of(OF_WOOD, **HTMX)
        with django_assert_num_queries(5):
            text_of(OF_SHEET, **HTMX)
        for _game in range(8):
            ended((ann, 3), (ben, 4), summary=wood(1, 2))


def test_a_game_without_pictures_and_pages_of_pieces_is_told_of(settings: Any, ann: User) -> None:
    settings.CARTO_GAMES = {**settings.CARTO_GAMES, "toy": "tests.games.tables.toy_features.TOY"}
    for _game in range(3):
        played(ann, game="toy")
    page = text_of("/figures/toy/turns/3/")
    assert "<h1>three turns</h1>" in page
    assert "Back to details" not in page
    assert "<img" not in page
    assert 'href="/games/?game=toy&amp;turns=3"' in page
    assert FEW in text_of("/figures/toy/turns/12/")
