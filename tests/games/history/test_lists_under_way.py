"""Games in progress in the game lists."""

import pytest
from django.test import Client

from games.accounts.models import User
from games.tables.models import Access, Origin
from tests.games.history.finished import ended, going_on, listed, person
from tests.games.history.playing import begun
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db
NOBODY = Client()


def test_games_under_way_stand_above_where_they_are_looked_for(people: list[User]) -> None:
    table = begun(*people)
    card = f'id="table-{table.code}"'
    for query in ("", "?player=ann", "?seats=2", "?player=ann&opponent=ben"):
        assert card in NOBODY.get(f"/games/{query}").content.decode(), query
    for query in ("?seats=3", "?least=1", "?player=ann&result=won", "?before=1-1", "?set=heroes"):
        assert card not in NOBODY.get(f"/games/{query}").content.decode(), query
    assert card in NOBODY.get("/people/ann/games/").content.decode()


def under_way(client: Client, address: str) -> list[str]:
    """Return the names of the games in progress in a list."""
    answer = client.get(address)
    assert answer.status_code == 200
    return [card.name for card in answer.context["page"].playing.cards]


def test_of_somebody_every_game_under_way_is_shown_that_the_viewer_may_know_of(ann: User, ben: User) -> None:
    going_on(ann, ben, name="slow", days=9)
    going_on(ann, name="alone", days=2)
    going_on(ann, ben, name="closed", days=1, access=Access.INVITATION)
    going_on(ann, name="fork", origin=Origin.FORK)
    cas = signed_in(person("Cas"))
    for address in ("/people/ann/games/", "/games/?player=ann"):
        assert under_way(NOBODY, address) == under_way(cas, address) == ["alone", "slow"]
        for there in (ann, ben):
            assert under_way(signed_in(there), address) == ["closed", "alone", "slow"]
    assert under_way(NOBODY, "/people/ann/games/?result=alone") == ["alone"]
    assert under_way(NOBODY, "/people/ann/games/?result=alone&seats=2") == []
    assert under_way(signed_in(ann), "/people/ann/games/?opponent=ben&seats=2") == ["closed", "slow"]
    assert under_way(NOBODY, "/games/") == [], "nobody has moved in one for a day"


def test_all_games_under_way_are_led_to_page_by_page(ann: User, ben: User) -> None:
    names = [f"{number:02}" for number in range(45)]
    for name in names:
        going_on(ann, ben, name=name, days=int(name) // 3)
    ended((ann, 1), (ben, 2), name="over")
    page = NOBODY.get("/people/ann/games/?seats=2").context["page"]
    assert len(page.playing.cards) == 6
    assert page.playing.more == "/people/ann/games/?seats=2&status=playing"
    assert [row.name for row in page.rows] == ["over"]
    shown, here, pages = [], page.playing.more, 0
    while here:
        page = NOBODY.get(here).context["page"]
        shown += [card.name for card in page.playing.cards]
        assert page.rows == ()
        here, pages = page.older, pages + 1
    assert (sorted(shown), pages) == (names, 3)
    assert page.newest == "/people/ann/games/?seats=2&status=playing"
    assert under_way(NOBODY, "/people/ann/games/?status=over") == []
    assert listed(NOBODY, "/people/ann/games/?status=over") == ["over"]
    assert "No games in progress match these filters." in NOBODY.get("/games/?status=playing&seats=9").content.decode()


@pytest.mark.parametrize("query", ["least=1", "most=9", "since=2020-01-01", "edict=borderlands", "result=won"])
def test_what_only_an_end_tells_is_said_to_leave_out_games_under_way(query: str, ann: User, ben: User) -> None:
    going_on(ann, ben)
    words = "Some of these filters only apply to finished games, so no games in progress are shown."
    for stage, has_note in (("", True), ("&status=playing", True), ("&status=over", False), ("&before=1-1", False)):
        answer = NOBODY.get(f"/people/ann/games/?{query}{stage}")
        assert (words in answer.content.decode()) is has_note, stage
        assert answer.context["page"].playing.cards == ()
    assert words not in NOBODY.get("/people/ann/games/").content.decode()


def test_of_a_game_under_way_no_row_is_to_be_found(people: list[User]) -> None:
    begun(*people)
    assert listed(NOBODY, "/games/") == []
