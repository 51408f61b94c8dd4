"""Link preview images: players before the end, results after it, and no secrets."""

import re
import struct
from typing import Any

import pytest
from django.test import Client
from django.utils.formats import date_format
from django.utils.timezone import localtime

from games.accounts.models import User
from games.accounts.services import make_guest
from games.history import views
from games.history.models import Result, SeatSummary
from games.history.sharing import best_public_seat
from games.tables.forks.forks import fork, may_fork
from games.tables.models import Access, Seat, Table
from games.tables.people.personal_data import erase
from games.tables.staff import interventions
from tests.games.cartographers.past.test_forks import otherwise
from tests.games.cartographers.past.test_forks import play_on as play_on_alone
from tests.games.history.playing import begun, played
from tests.games.tables.clients import signed_in


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the SVG of every picture requested."""
    pictures: list[str] = []
    make = views.png_of

    def noted(svg: str, width: int) -> Any:
        pictures.append(svg)
        return make(svg, width)

    monkeypatch.setattr(views, "png_of", noted)
    return pictures


def words(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]+)</text>", svg)


def image_of(page: str) -> str:
    """Return the path of a page's preview image on this site."""
    found = re.search(r'property="og:image" content="http://testserver([^"]+)"', Client().get(page).content.decode())
    assert found, page
    return found[1]


def assert_is_picture(address: str) -> None:
    answer = Client().get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)


def told_of(page: str, client: Client | None = None) -> tuple[str, str]:
    """Return a page's Open Graph title and description."""
    html = (client or Client()).get(page).content.decode()
    title, words = (re.search(rf'property="og:{name}" content="([^"]*)"', html) for name in ("title", "description"))
    assert title, page
    assert words, page
    return title[1], words[1]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("page", "title"), [("/cartographers/rules/", "Rules"), ("/cartographers/cards/great_river/", "Great River")]
)
def test_a_page_that_explains_is_passed_on_by_its_own_title(page: str, title: str) -> None:
    assert told_of(page)[0] == title
    assert f"<title>{title} · Carto</title>" in Client().get(page).content.decode()


def test_a_link_to_a_game_that_is_over_says_who_won(people: list[User], settings: Any) -> None:
    settings.CARTO_GAMES = {**settings.CARTO_GAMES, "toy": "tests.games.tables.toy_features.TOY"}
    table, alone, on = played(*people, game="toy"), played(people[0], game="toy"), begun(*people, game="toy")
    Table.objects.update(name='The "old" <desk>')
    best = table.summary.best
    assert told_of(f"/tables/{table.code}/") == (
        "The &quot;old&quot; &lt;desk&gt;",
        f"Ann and Bén won with {best} points",
    )
    assert told_of(f"/tables/{alone.code}/")[1] == f"Ann: {alone.summary.best} points"
    assert "points" not in told_of(f"/tables/{on.code}/")[1]


def test_a_fork_is_passed_on_as_one_by_who_plays_it(people: list[User], drawn: list[str]) -> None:
    """Check that the user's map comes first even if another player leads: equal maps would put Ann first."""
    table, ben = played(*people), signed_in(people[1])
    last = max(turn for turn in range(1, table.turn + 1) if may_fork(table, turn, 1))
    anew = fork(table=table.code, user=people[1], turn=last, seat=1, name="Anew")
    text = f"Continued from turn {last} of another game"
    address = f"/tables/{anew.code}/"
    assert told_of(address, ben) == ("Anew", text)
    ben.get(f"{address}picture.png")
    assert rows_beside(drawn[-1]) == ["Cartographers", "Anew", text, "Game in progress", "Bén", "Carto"]
    anew = play_on_alone(anew, people[1], otherwise)
    score = Seat.objects.get(table=anew, index=1).score
    assert told_of(address, ben)[1] == f"Bén: {score} stars · {text}"
    for picture in ("picture.png", "turns/2/picture.png"):
        assert ben.get(address + picture).status_code == 200
        assert "Bén" in words(drawn[-1])
        assert text in words(drawn[-1])
        assert "Ann" not in words(drawn[-1])
    assert f"{score} stars" in words(drawn[-2])


@pytest.mark.django_db
def test_the_first_page_has_a_picture() -> None:
    assert_is_picture(image_of("/"))


def test_a_table_that_plays_shows_who_sits_there(people: list[User], drawn: list[str]) -> None:
    table = begun(*people)
    assert_is_picture(image_of(f"/tables/{table.code}/"))
    assert rows_beside(drawn[0]) == ["Cartographers", "Desk", "Game in progress", "Ann", "Bén", "Carto"]
    assert drawn[0].count('<use href="#crest-') == 4, "a shield and a charge for each"


def test_table_picture_after_an_early_end_says_unfinished(people: list[User], drawn: list[str]) -> None:
    table = begun(*people)
    interventions.intervene(
        table=table.code,
        intervention=interventions.AdminIntervention(interventions.InterventionAction.END, "The host asked for it."),
    )
    assert_is_picture(image_of(f"/tables/{table.code}/"))
    assert "Unfinished game" in words(drawn[0])


def test_what_lies_on_a_table_that_plays_changes_nothing(people: list[User], drawn: list[str]) -> None:
    table = begun(*people)
    before = Client().get(f"/tables/{table.code}/picture.png")
    Table.objects.filter(pk=table.pk).update(turn=7, phase="winter")
    assert Client().get(f"/tables/{table.code}/picture.png")["ETag"] == before["ETag"]
    assert table.commitment not in drawn[0]


def test_a_game_that_is_over_shows_its_winner(people: list[User], drawn: list[str]) -> None:
    table = played(*people)
    assert_is_picture(image_of(f"/tables/{table.code}/"))
    assert any("Rank 1 of 2" in text for text in words(drawn[0]))
    assert {"Ann", "Bén"} <= set(words(drawn[0]))


def test_all_six_are_named_with_their_stars(db: None, drawn: list[str]) -> None:
    names = ["Ann", "Ben", "Cas", "Dee", "Eve", "Fay"]
    table = played(*(User.objects.create_user(name.lower(), "chart and compass", display_name=name) for name in names))
    assert_is_picture(image_of(f"/tables/{table.code}/"))
    assert set(names) <= set(words(drawn[0]))
    row = r'<g transform="translate\(0 (\d+)\)">(?:(?!</text>).)+</text><text x="468"'
    lines = sorted({int(y) for y in re.findall(row, drawn[0])})
    assert len(lines) == 6
    assert lines[-1] < 530, "the name of the site stands below"


def test_a_turn_has_a_picture_of_its_own(people: list[User], drawn: list[str]) -> None:
    table = played(*people)
    address = image_of(f"/tables/{table.code}/turns/2/")
    assert address == f"/tables/{table.code}/turns/2/picture.png"
    assert_is_picture(address)
    assert any("Turn 2" in text for text in words(drawn[0]))
    assert Client().get(f"/tables/{table.code}/turns/999/picture.png").status_code == 404


def test_an_invitation_shows_its_table_to_who_has_it_and_to_nobody_else(people: list[User]) -> None:
    table = begun(*people, access=Access.INVITATION)
    assert_is_picture(f"/invitations/{table.invitation}/picture.png")
    assert Client().get(f"/tables/{table.code}/picture.png").status_code == 404
    assert Client().get("/invitations/nobody-has-this/picture.png").status_code == 404


def test_a_game_that_draws_no_end_shows_who_sat_there(people: list[User], drawn: list[str], settings: Any) -> None:
    settings.CARTO_GAMES = {**settings.CARTO_GAMES, "toy": "tests.games.tables.toy_features.TOY"}
    table = played(*people, game="toy")
    assert Client().get(f"/tables/{table.code}/picture.png").status_code == 200
    assert "Ann Bén" in drawn[0]


def test_names_are_text(people: list[User], drawn: list[str]) -> None:
    User.objects.filter(pk=people[0].pk).update(display_name='<a "b&amp;')
    table = begun(*people)
    assert_is_picture(f"/tables/{table.code}/picture.png")
    assert "&lt;a &quot;b&amp;amp;" in drawn[0]


def test_a_person_has_a_picture_of_how_they_play(people: list[User], drawn: list[str]) -> None:
    table = played(*people)
    User.objects.filter(pk=people[0].pk).update(title="Cartographer")
    assert_is_picture(image_of("/people/ann/"))
    own = SeatSummary.objects.get(user=people[0])
    won = "1 of 1" if own.result == "won" else "0 of 1"
    ended = date_format(localtime(table.finished_at), "DATE_FORMAT")
    assert rows_beside(drawn[0]) == [
        *("Cartographer", "Ann", f"1 game, {won} won", f"Average {own.score}.0, best {own.score}"),
        *(f"Here: {own.score} stars, {ended}", "Carto"),
    ]
    for address in (f"/tables/{table.code}/picture.png", "/picture.png", "/people/BEN/picture.png"):
        assert_is_picture(address)
    # Both have drawn alike.
    assert map_in(drawn[0]) == map_in(drawn[1]) == map_in(drawn[3]) != map_in(drawn[2])
    assert rows_beside(drawn[3])[:2] == ["@ben", "Bén"]


def map_in(svg: str) -> str:
    """Return the SVG left of the words."""
    return svg.split('<g transform="translate(642 0)">')[0]


def rows_beside(svg: str) -> list[str]:
    """Return the words next to the map."""
    return words(svg.removeprefix(map_in(svg)))


def test_the_picture_of_a_person_shows_no_map_that_others_may_not_see(people: list[User], drawn: list[str]) -> None:
    played(people[0], access=Access.INVITATION)
    begun(*people)
    assert_is_picture("/people/ann/picture.png")
    assert_is_picture("/people/ben/picture.png")
    assert map_in(drawn[0]) == map_in(drawn[1])
    for picture in drawn:
        assert rows_beside(picture)[2].startswith("Member since"), "nor what came of it"


def test_the_best_game_is_shown_whose_rows_say_so(people: list[User]) -> None:
    low, high, practice, left = (played(people[0]) for _ in range(4))
    for table, score, result in (
        *((low, 5, Result.ALONE), (high, 9, Result.ALONE)),
        *((practice, 99, Result.PRACTICE), (left, 98, Result.LEFT)),
    ):
        SeatSummary.objects.filter(summary=table.pk).update(score=score, result=result)
    shown = best_public_seat(people[0], "cartographers")
    assert shown
    assert (shown.table, shown.seat) == (high, 0)
    assert best_public_seat(people[0], "toy") is None


def test_who_keeps_to_themselves_has_no_picture(people: list[User]) -> None:
    ann, guest = people[0], make_guest(display_name="Heron")
    for hidden in (True, False):
        User.objects.filter(pk=ann.pk).update(hidden=hidden)
        for viewer in (Client(), signed_in(ann)):
            assert viewer.get("/people/ann/picture.png").status_code == (404 if hidden else 200)
            assert ("og:image" in viewer.get("/people/ann/").content.decode()) is (viewer_sees(viewer) and not hidden)
    assert Client().get(f"/people/{guest.username}/picture.png").status_code == 404
    assert "og:image" not in Client().get(f"/people/{guest.username}/").content.decode()
    erase(user=ann)
    assert Client().get("/people/ann/picture.png").status_code == 404
    assert Client().get("/people/nobody/picture.png").status_code == 404


def viewer_sees(viewer: Client) -> bool:
    return viewer.get("/people/ann/").status_code == 200
