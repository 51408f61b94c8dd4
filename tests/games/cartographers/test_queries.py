"""What a page and a drawing cost in statements: a number that is known, and the same however much there is to show."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine.cartographers.game import RULES
from engine.contract import Seat
from games.accounts.models import User
from games.accounts.services import make_guest
from games.cartographers.presenters.strip import desk_key
from games.tables import again, loading
from games.tables.models import Access, Status, Table
from tests.games.cartographers.monsters import play_on
from tests.games.cartographers.play import (
    HTMX,
    NAMES,
    fields,
    first_placement,
    gather,
    people_named,
    signed_in,
    state_of,
    type_line,
    url,
)

MOST_FOR_A_PAGE = 6
MOST_FOR_A_STRIP = 5
MOST_FOR_A_DRAWING = 22
CHOSEN = {"preset": "own", "edicts": ["sentinel_wood", "canal_lake", "great_city", "borderlands"]}

# Each begins with the session and the person, where somebody is signed in.
STATEMENTS = {
    "welcome": 5,
    "home": 11,
    "home again": 11,
    "lobby": 8,
    "lobby, to nobody": 6,
    "mine": 6,
    "new table": 3,
    "bringing over": 6,
    "invitation": 7,
    "gathering": 5,
    "table": 6,
    "table, nothing new": 3,
    "table, strip": 5,
    "table, watched": 5,
    "table, over": 10,
    "turn": 6,
    "why": 6,
    "record": 5,
    "learn": 3,
    "rules": 3,
    "cards": 3,
    "card": 3,
    "profile": 2,
    "person": 3,
}
"""What a page asks of the database while nothing is remembered of its table."""


class World:
    """Ann, who looks on, and tables of Cartographers: of each kind as many as `size`, and so many others at each."""

    def __init__(self, size: int) -> None:
        self.ann, self.ben, self.guest = *people_named("Ann", "Ben"), make_guest(display_name="Heron")
        others = people_named(*NAMES[2 : size + 4])
        mine = [self.ann, *others[:size]]
        for _ in range(size):
            for crowd in (mine, others, [others[0], self.guest]):
                gather(*crowd, **CHOSEN)
                gather(*crowd, capacity=12, **CHOSEN)
                self._ended(gather(*crowd, **CHOSEN))
        self.gathering = gather(*mine, capacity=12)
        self.invited = gather(*others, capacity=12, access=Access.INVITATION)
        self.played, self.over = gather(*mine), gather(self.ann)
        play_on(self.played, mine, lambda state: state.turn > size)
        play_on(self.over, [self.ann])
        for _ in range(size):
            self._ended(again.play_deck(table=self.over.code, user=self.ben, name="Again"))

    def _ended(self, table: Table) -> None:
        """As lists show it."""
        Table.objects.filter(pk=table.pk).update(status=Status.FINISHED, finished_at=timezone.now())
        table.seats.update(rank=1, stars=20)

    def statements(self) -> dict[str, int]:
        """How many each page takes."""
        nobody, ann, ben = Client(), signed_in(self.ann), signed_in(self.guest)
        ben.post("/accounts/sign-in/", {"username": "ben", "password": "chart and compass"})
        played, since = url(self.played), Table.objects.get(pk=self.played.pk).version
        desk = desk_key(RULES.view(state_of(self.played), Seat(0)), asked=False)
        strip = {"HX-Request": "true", "HX-Target": "strip"}
        return {
            "welcome": cost(nobody, "/"),
            "home": cost(ann, "/"),
            "home again": cost(ann, "/", HTMX),
            "lobby": cost(ann, "/tables/"),
            "lobby, to nobody": cost(nobody, "/tables/"),
            "mine": cost(ann, "/tables/mine/"),
            "new table": cost(ann, "/tables/new/"),
            "bringing over": cost(ben, "/tables/bring/"),
            "invitation": cost(nobody, f"/invitations/{self.invited.invitation}/"),
            "gathering": cost(ann, url(self.gathering)),
            "table": cost(ann, played),
            "table, nothing new": cost(ann, f"{played}?since={since}", HTMX),
            "table, strip": cost(ann, f"{played}?desk={desk}", strip),
            "table, watched": cost(nobody, played),
            "table, over": cost(ann, url(self.over)),
            "turn": cost(ann, f"{played}turns/1/"),
            "why": cost(ann, f"{played}why/now/1/coins"),
            "record": cost(ann, f"{url(self.over)}record.json"),
            "learn": cost(ann, "/learn/"),
            "rules": cost(ann, "/rules/"),
            "cards": cost(ann, "/cards/"),
            "card": cost(ann, "/cards/treetower/"),
            "profile": cost(ann, "/accounts/profile/"),
            "person": cost(ann, "/people/ben/"),
        }


def cost(client: Client, address: str, headers: Any = None) -> int:
    """How many statements a page takes, with nothing remembered."""
    loading.cache.clear()
    loading._chronicles.clear()
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address, headers=headers)
    assert answer.status_code in {200, 204}, f"{address}: {answer.status_code}"
    return len(asked)


@pytest.mark.django_db
@pytest.mark.parametrize("size", [1, 4])
def test_a_page_takes_no_more_statements_the_more_there_is_to_show(size: int) -> None:
    assert World(size).statements() == STATEMENTS


def seated(count: int) -> tuple[list[User], Table]:
    people = people_named(*NAMES[:count])
    return people, gather(*people)


@pytest.mark.django_db
@pytest.mark.parametrize("count", [2, 12])
def test_a_page_is_a_few_queries(count: int, django_assert_max_num_queries: Any) -> None:
    people, table = seated(count)
    client = signed_in(people[0])
    with django_assert_max_num_queries(MOST_FOR_A_PAGE):
        assert client.get(url(table)).status_code == 200
    strip = {"HX-Request": "true", "HX-Target": "strip"}
    with django_assert_max_num_queries(MOST_FOR_A_STRIP):
        assert client.get(url(table) + "?desk=1.0.-", headers=strip).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("count", [2, 12])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_a_drawing_is_a_few_queries(count: int, headers: dict[str, str], django_assert_max_num_queries: Any) -> None:
    people, table = seated(count)
    clients = [signed_in(user) for user in people]
    placement = first_placement(state_of(table), 0)
    for client in clients:
        # The last of them closes the turn, which asks everybody anew.
        with django_assert_max_num_queries(MOST_FOR_A_DRAWING):
            assert client.post(url(table, 1), fields(placement), headers=headers).status_code < 400
    assert state_of(table).turn == 2


@pytest.mark.django_db
@pytest.mark.parametrize("count", [2, 12])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_a_typed_line_is_a_few_queries(count: int, headers: dict[str, str], django_assert_max_num_queries: Any) -> None:
    people, table = seated(count)
    client = signed_in(people[0])
    for line in ("map", "standings", "try C5"):
        with django_assert_max_num_queries(MOST_FOR_A_PAGE + 1):  # the log is read twice where it is not kept
            assert type_line(client, table, line, turn=1, headers=headers).status_code == 200
    with django_assert_max_num_queries(MOST_FOR_A_DRAWING + 3):  # it is read before it is carried out
        assert (
            type_line(client, table, str(first_placement(state_of(table), 0)), turn=1, headers=headers).status_code
            < 400
        )
