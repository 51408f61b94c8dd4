"""Game lists: contents, order and visibility."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import settings as trials
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.accounts.models import User
from games.accounts.services import make_guest
from games.history.figures import person_part
from games.play.summary_keys import GameSummary
from games.tables.models import Access, AwayCause, Seat, Table
from tests.games.history.finished import LATEST, ended, listed, person
from tests.games.history.playing import played
from tests.games.tables.clients import signed_in
from tests.games.tables.players import away, resigned

pytestmark = pytest.mark.django_db
NOBODY = Client()


def with_pieces(*pieces: tuple[str, str]) -> GameSummary:
    return GameSummary(pieces=pieces)


@pytest.fixture
def many(ann: User, ben: User) -> None:
    """Create games of all kinds, latest first."""
    wood, lake = ("edict", "sentinel_wood"), ("edict", "canal_lake")
    cas = person("Cas")
    ended((ann, 40), (ben, 20), name="first", days=1, summary=with_pieces(wood, ("sheet", "A")))
    ended((ann, 10), (ben, 50), name="second", days=2, played_with="heroes", summary=with_pieces(lake, ("sheet", "A")))
    ended((ben, 30), name="third", days=3, summary=with_pieces(wood, lake, ("sheet", "B")))
    ended((cas, 60), (ben, 20), (ann, 5), name="fourth", days=400, played_with="heroes", summary=with_pieces(wood))


def test_each_game_leads_to_those_like_it(ann: User) -> None:
    pieces = (("edict", "sentinel_wood"), ("edict", "canal_lake"), ("sheet", "A"))
    ended((ann, 40), name="like", summary=with_pieces(*pieces))
    ended((ann, 40), name="unlike", days=1)
    page = NOBODY.get("/people/ann/games/?view=list&seats=1").content.decode()
    for more in ("edict=sentinel_wood", "edict=canal_lake", "sheet=A"):
        assert f'href="/people/ann/games/?seats=1&amp;view=list&amp;{more}"' in page
        assert listed(NOBODY, f"/people/ann/games/?seats=1&{more}") == ["like"]
    assert 'seats=1">1 seat</a>' not in page, "what is asked for already leads nowhere"


def test_each_map_of_a_game_leads_to_games_like_it(ann: User) -> None:
    ended((ann, 40), name="like", summary=with_pieces(("edict", "sentinel_wood")))
    page = NOBODY.get("/people/ann/games/").content.decode()
    menu = page.partition('<details class="alike">')[2].partition("</details>")[0]
    assert menu.strip().startswith('<summary>Similar games<span class="visually-hidden">: like</span></summary>')
    for more in ("edict=sentinel_wood", "seats=1"):
        assert re.search(rf'href="/people/ann/games/\?([^"]*;)?{more}["&]', menu), more
    assert '<details class="alike">' not in NOBODY.get("/people/ann/").content.decode()


@pytest.mark.parametrize("page", ["/people/ann/games/", "/people/ann/games/?view=list", "/games/?player=ann"])
def test_a_row_says_once_that_the_person_won_or_left(page: str, ann: User, ben: User) -> None:
    ended((ann, 40), (ben, 20))
    ended((ann, 10), (ben, 20), seats={0: away(timezone.now())})
    words = re.sub(r"<[^>]+>", " ", NOBODY.get(page).content.decode())
    assert len(re.findall(r"\bwon\b", words.partition("Finished games")[2], re.IGNORECASE)) == 2, "Ann, then Ben"
    assert len(re.findall(r"left early", words, re.IGNORECASE)) == 1


def test_a_row_tells_the_title_and_what_does_not_count(ann: User) -> None:
    ended((ann, 40), summary=GameSummary(title="master_mapsmith"))
    assert "40 stars · Master Mapsmith" in NOBODY.get("/games/").content.decode()
    ended((ann, 41), summary=GameSummary(counts=False, title="master_mapsmith"))
    page = NOBODY.get("/games/").content.decode()
    assert "41 stars · practice" in page
    assert page.count("Master Mapsmith") == 1


def test_a_name_written_otherwise_leads_to_the_same_list(ann: User) -> None:
    answer = NOBODY.get("/people/ANN/games/?seats=2&edict=canal_lake")
    assert answer.status_code == 303
    assert answer["Location"] == "/people/ann/games/?seats=2&edict=canal_lake"


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", "first second third fourth"),
        ("player=ann", "first second fourth"),
        ("player=ANN&opponent=cas", "fourth"),
        ("opponent=ann", "first second fourth"),
        ("player=ann&result=won", "first"),
        ("player=ann&result=lost", "second fourth"),
        ("result=alone", "third"),
        ("player=ben&result=alone", "third"),
        ("result=alone&seats=2", ""),
        ("set=heroes", "second fourth"),
        ("seats=2", "first second"),
        ("edict=sentinel_wood", "first third fourth"),
        ("edict=sentinel_wood&sheet=B", "third"),
        ("edict=sentinel_wood&sheet=C", ""),
        ("edict=canal_lake&player=ann", "second"),
        ("edict=sentinel_wood&seats=3&set=heroes", "fourth"),
        ("least=40", "first second fourth"),
        ("least=40&most=50", "first second"),
        ("player=ann&most=10", "second fourth"),
        ("since=2026-05-30", "first second"),
        ("until=2026-05-30", "second third fourth"),
        ("since=2026-05-30&until=2026-05-30", "second"),
        ("edict=sentinel_wood&since=2026-05-30", "first"),
    ],
)
def test_what_is_looked_for_is_shown(query: str, names: str) -> None:
    assert listed(NOBODY, f"/games/?{query}") == names.split()


@pytest.mark.usefixtures("many")
def test_a_person_has_a_list_of_their_own() -> None:
    assert listed(NOBODY, "/people/ann/games/") == ["first", "second", "fourth"]
    assert listed(NOBODY, "/people/ann/games/?opponent=cas&player=ben") == ["fourth"]
    assert NOBODY.get("/people/ANN/games/")["Location"] == "/people/ann/games/"


@pytest.mark.usefixtures("many")
def test_what_was_asked_is_told_and_can_be_taken_back() -> None:
    page = NOBODY.get("/games/?player=ann&seats=2&least=5&edict=sentinel_wood").content.decode()
    for words, rest in [
        ("Player: Ann", "edict=sentinel_wood&amp;seats=2&amp;least=5"),
        ("2 seats", "player=ann&amp;edict=sentinel_wood&amp;least=5"),
        ("Score: 5 or more", "player=ann&amp;edict=sentinel_wood&amp;seats=2"),
        ("Edict: Sentinel Wood", "player=ann&amp;seats=2&amp;least=5"),
    ]:
        assert f'href="/games/?{rest}"><span class="visually-hidden">Remove filter: </span>{words} ' in page


def test_a_game_by_invitation_is_shown_to_those_who_sat_there_alone(ann: User, ben: User) -> None:
    ended((ann, 20), (ben, 10), name="open", days=2, summary=with_pieces(("edict", "borderlands")))
    ended(
        (ann, 20),
        (ben, 10),
        name="closed",
        days=1,
        access=Access.INVITATION,
        summary=with_pieces(("edict", "borderlands")),
    )
    cas = person("Cas")
    for query in ("", "?player=ann", "?player=ann&opponent=ben", "?edict=borderlands", "?least=20", "?seats=2"):
        for stranger in (NOBODY, signed_in(cas)):
            assert listed(stranger, f"/games/{query}") == ["open"], query
        for there in (ann, ben):
            assert listed(signed_in(there), f"/games/{query}") == ["closed", "open"], query
    assert listed(signed_in(ann), "/games/?least=21") == []


def test_a_list_goes_on_where_its_page_ends(ann: User) -> None:
    for number in range(45):
        # Three end at the same moment, some of them where only Ann sees them.
        ended((ann, 1), name=f"{number:02}", days=number // 3, access=Access.OPEN if number % 4 else Access.INVITATION)
    expected = sorted(
        Table.objects.values_list("finished_at", "pk", "name"), key=lambda row: (row[0], row[1]), reverse=True
    )
    for address in ("/games/", "/people/ann/games/", "/games/?player=ann&seats=1"):
        names, here, pages = [], address, 0
        while here:
            answer = signed_in(ann).get(here)
            page = answer.context["page"]
            names += [row.name for row in page.rows]
            here, pages = page.older, pages + 1
        assert pages == 3
        assert names == [name for _at, _pk, name in expected]


def test_who_hides_is_found_by_nobody_else(ann: User, ben: User) -> None:
    ended((ann, 20), (ben, 10), name="open")
    ann.hidden = True
    ann.save()
    for address in ("/people/ann/", "/people/ann/games/"):
        assert NOBODY.get(address).status_code == signed_in(ben).get(address).status_code == 404
        assert signed_in(ann).get(address).status_code == 200
    for field in ("player", "opponent"):
        answer = signed_in(ben).get(f"/games/?{field}=ann")
        assert answer.status_code == 422
        unknown = signed_in(ben).get(f"/games/?{field}=nobody")
        assert answer.context["page"].form.errors == unknown.context["page"].form.errors
    assert "/people/ann/" not in NOBODY.get("/games/").content.decode()
    assert "/people/ben/" in NOBODY.get("/games/").content.decode()
    assert "/people/ann/" in signed_in(ann).get("/games/").content.decode()


def test_a_guest_has_no_list_and_no_page_to_lead_to() -> None:
    guest = make_guest(display_name="Heron")
    ended((guest, 20), name="open")
    assert NOBODY.get(f"/people/{guest.username}/games/").status_code == 404
    assert f"/people/{guest.username}" not in NOBODY.get("/games/").content.decode()
    assert NOBODY.get(f"/games/?player={guest.username}").status_code == 422
    assert listed(signed_in(guest), f"/games/?player={guest.username}") == ["open"]


@pytest.mark.parametrize(
    "query",
    [
        *("player=nobody", "player=%00", "player=%F0%9F%97%BA", "player=" + "x" * 500, "opponent=%E2%80%AE"),
        *("seats=0", "seats=101", "seats=-1", "seats=x", "set=none", "edict=none", "sheet=%00", "result=drawn"),
        *("least=x", "least=99999999999999999999", "most=-99999", "least=1e9", "least=" + "9" * 5000),
        *("since=yesterday", "since=0001-01-01", "until=9999-12-31", "since=2026-13-40"),
        *("before=x", "before=-1", "before=" + "9" * 40, "before=1-1-1", "before=1-%00"),
        *("result=won", "result=lost", "least=9&most=3", "since=2026-02-01&until=2026-01-01"),
    ],
)
def test_what_cannot_be_looked_for_is_told(query: str) -> None:
    answer = NOBODY.get(f"/games/?{query}")
    assert answer.status_code == 422
    assert answer.context["page"].form.errors
    assert "Invalid search. See the errors above." in answer.content.decode()


def test_an_empty_list_invites_to_play() -> None:
    page = NOBODY.get("/games/").content.decode()
    assert "No finished games yet." in page
    assert 'href="/tables/new/"' in page
    assert "No finished games match these filters." in NOBODY.get("/games/?seats=4").content.decode()


def test_nobody_is_looked_for_against_themselves(ann: User) -> None:
    for address in ("/games/?player=ann&opponent=ann", "/people/ann/games/?opponent=ANN"):
        answer = NOBODY.get(address)
        assert answer.status_code == 422
        assert set(answer.context["page"].form.errors) == {"opponent"}
        assert "Choose a different opponent. You can’t play against yourself." in answer.content.decode()


def test_ones_own_games_are_looked_for_against_anybody_one_has_met(ann: User, ben: User) -> None:
    guest, cas = make_guest(display_name="Heron"), person("Cas")
    User.objects.filter(pk__in=(ben.pk, cas.pk)).update(hidden=True)
    ended((ann, 20), (ben, 10), name="with Ben")
    ended((ann, 20), (guest, 10), name="with Heron", access=Access.INVITATION)
    own = signed_in(ann)
    for address in ("/people/ann/games/?opponent=", "/games/?player=ann&opponent="):
        assert listed(own, f"{address}ben") == ["with Ben"]
        assert listed(own, f"{address}{guest.username}") == ["with Heron"]
        assert own.get(f"{address}cas").status_code == 422, "whom she has not met"
        for name in ("ben", guest.username):
            assert NOBODY.get(f"{address}{name}").status_code == 422
            assert signed_in(cas).get(f"{address}{name}").status_code == 422
    assert own.get("/games/?opponent=ben").status_code == 422


def test_a_row_says_how_it_ended_for_whom_is_looked_at(ann: User, ben: User) -> None:
    ended((ann, 20), (ben, 10))
    marks = {name: NOBODY.get(f"/people/{name}/games/").context["page"].rows[0].mark for name in ("ann", "ben")}
    assert marks == {"ann": "Won", "ben": "Lost"}
    assert NOBODY.get("/games/").context["page"].rows[0].mark == ""


def test_a_game_whose_deck_was_known_is_marked(ann: User, ben: User) -> None:
    first = ended((ann, 20), (ben, 10))
    ended((ann, 90), (ben, 80), name="again", deck_of=first, days=-1)
    for address, marks in (("/games/", ["Known deck", ""]), ("/people/ann/games/", ["Known deck", "Won"])):
        assert [row.mark for row in NOBODY.get(address).context["page"].rows] == marks
    assert listed(NOBODY, "/people/ann/games/?result=won") == ["Desk"]


def test_a_row_leads_to_what_is_like_it_within_what_is_asked(ann: User) -> None:
    ended((ann, 20), played_with="heroes")
    (row,) = NOBODY.get("/games/?player=ann").context["page"].rows
    alike = ("game=cartographers", "set=heroes", "seats=1")
    assert [link.url for link in row.more] == [f"/games/?player=ann&{more}" for more in alike]


def test_each_of_two_games_is_looked_for_by_what_it_is_played_with(people: list[User], settings: Any) -> None:
    settings.CARTO_GAMES = {**settings.CARTO_GAMES, "toy": "tests.games.tables.toy_features.TOY"}
    played(*people, game="toy", turns=3)
    played(*people, game="toy", turns=12)
    ended((people[0], 20), name="drawn")
    assert listed(NOBODY, "/games/") == ["Desk", "Desk", "drawn"]
    assert listed(NOBODY, "/games/?game=cartographers") == ["drawn"]
    assert len(listed(NOBODY, "/games/?game=toy")) == 2
    assert len(listed(NOBODY, "/games/?game=toy&turns=12&player=ann")) == 1
    assert [game.name for game in person_part(people[0], people[0]).content.games] == ["Cartographers", "Toy"]
    assert NOBODY.get("/people/ann/").status_code == 200


class AnyList(TestCase):
    """Compare the lists for arbitrary filters with a scan of every game."""

    @trials(max_examples=25, deadline=None)
    @given(data=st.data())
    def test_the_lists_agree_with_a_look_at_every_game(self, data: Any) -> None:
        people = [person(name) for name in ("Ann", "Ben", "Cas")]
        edicts = ("borderlands", "canal_lake", "great_city")
        games = []
        for number in range(data.draw(st.integers(1, 6))):
            seated = data.draw(st.permutations(people))[: data.draw(st.integers(1, 3))]
            scores = [(user, data.draw(st.integers(-5, 5))) for user in seated]
            cards = data.draw(st.sets(st.sampled_from(edicts)))
            shown = data.draw(st.booleans())
            name, days = f"game {number}", data.draw(st.integers(0, 3))
            summary = with_pieces(*(("edict", card) for card in cards))
            games.append(
                (
                    ended(
                        *scores,
                        name=name,
                        days=days,
                        access=Access.OPEN if shown else Access.INVITATION,
                        summary=summary,
                    ),
                    dict(scores),
                    cards,
                    shown,
                )
            )
        viewer = data.draw(st.sampled_from([None, *people]))
        fields: dict[str, Any] = {
            "player": data.draw(st.sampled_from(["", "ann", "ben"])),
            "edict": data.draw(st.sampled_from(["", *edicts])),
            "seats": data.draw(st.sampled_from(["", 1, 2, 3])),
            "least": data.draw(st.sampled_from(["", -2, 0, 3])),
            "since": data.draw(st.sampled_from(["", (LATEST - timedelta(days=1)).date().isoformat()])),
        }

        def matches(game: tuple[Table, dict[User, int], set[str], bool]) -> bool:
            table, scores, cards, shown = game
            player = next((user for user in people if user.username == fields["player"]), None)
            score = scores.get(player, -99) if player else max(scores.values())
            finished_at: Any = table.finished_at
            return all(
                (
                    shown or viewer in scores,
                    player is None or player in scores,
                    not fields["edict"] or fields["edict"] in cards,
                    not fields["seats"] or len(scores) == fields["seats"],
                    fields["least"] == "" or score >= fields["least"],
                    not fields["since"] or finished_at.date().isoformat() >= fields["since"],
                )
            )

        expected = sorted(filter(matches, games), key=lambda game: (game[0].finished_at, game[0].pk), reverse=True)
        client = signed_in(viewer) if viewer else Client()
        assert listed(client, f"/games/?{urlencode(fields)}") == [game[0].name for game in expected]


def test_a_seat_of_who_resigned_is_marked(ann: User, ben: User) -> None:
    ended((ann, 20), (ben, 10), seats={0: resigned(LATEST)})
    assert NOBODY.get("/people/ann/games/").context["page"].rows[0].mark == "Left early"
    assert Seat.objects.filter(rank=1).get().user == ann


@pytest.mark.parametrize(
    ("score", "note"),
    [
        (40, "won, not counted: played less than half of the game"),
        (10, "not counted: played less than half of the game"),
    ],
)
def test_a_row_says_why_a_game_does_not_count_for_a_player(ann: User, ben: User, score: int, note: str) -> None:
    ended((ann, score), (ben, 20), seats={0: {"drew_less_than_half": True}})
    (row,) = NOBODY.get("/people/ann/games/").context["page"].rows
    assert (row.mark, {player.name: player.note for player in row.players}["Ann"]) == ("Not counted", note)
    assert NOBODY.get("/people/ben/games/").context["page"].rows[0].mark in {"Won", "Lost"}


def test_a_row_says_that_a_player_was_removed(ann: User, ben: User) -> None:
    removed = away(timezone.now(), AwayCause.REMOVED)
    ended((ann, 40), (ben, 20), seats={1: removed})
    assert "20 stars, stand-in · removed" in NOBODY.get("/games/").content.decode()
