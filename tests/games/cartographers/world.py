"""A site with Cartographers games, and the database queries of its pages."""

from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine.cartographers.game import RULES
from engine.contract import Seat as Index
from games.accounts.services import make_guest
from games.cartographers.others.strip import desk_key
from games.play.summary_keys import GameSummary
from games.tables.lobby import hosting, previews, rematches
from games.tables.log import state
from games.tables.models import Access, Seat, Status, Table
from tests.games.cartographers.monsters import play_on
from tests.games.cartographers.play import gather, state_of, url
from tests.games.history.finished import summarise_as
from tests.games.tables.clients import HTMX, NAMES, been_here, people_named, signed_in

CHOSEN = {"preset": "own", "edicts": ["sentinel_wood", "canal_lake", "great_city", "borderlands"]}


class World:
    """The viewer, Ann, and `size` Cartographers tables of each kind, each with as many other players."""

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
        hosting.invite(table=self.invited.code, by=others[0], username="ann")
        self.played, self.over = gather(*mine), gather(self.ann)
        play_on(self.played, mine, lambda state: state.turn > size)
        play_on(self.over, [self.ann])
        for _ in range(size):
            self._ended(rematches.play_deck(table=self.over.code, user=self.ben, name="Again"))

    def _ended(self, table: Table) -> None:
        """Mark a table as finished and write its list rows."""
        Table.objects.filter(pk=table.pk).update(status=Status.FINISHED, finished_at=timezone.now())
        table.seats.update(rank=1, score=20)
        summary = GameSummary(pieces=(("edict", "canal_lake"), ("sheet", "A")))
        summarise_as(Table.objects.get(pk=table.pk), list(Seat.objects.at(table)), summary)

    def statements(self) -> dict[str, list[str]]:
        """Return the queries of each page."""
        nobody, ann, ben = Client(), been_here(self.ann), signed_in(self.guest)
        ben.post("/accounts/sign-in/", {"username": "ben", "password": "chart and compass"})
        ben.get("/healthz")  # which notes the visit
        played, since = url(self.played), Table.objects.get(pk=self.played.pk).version
        desk = desk_key(RULES.view(state_of(self.played), Index(0)), rematch_offered=False)
        strip = {"HX-Request": "true", "HX-Target": "strip"}
        return {
            "welcome": asked_by(nobody, "/"),
            "home": asked_by(ann, "/"),
            "home again": asked_by(ann, "/", HTMX),
            "lobby": asked_by(ann, "/tables/"),
            "lobby, to nobody": asked_by(nobody, "/tables/"),
            "mine": asked_by(ann, "/tables/mine/"),
            "Retired. New tables no longer use it. Games in progress keep it.": asked_by(ann, "/tables/new/"),
            "bringing over": asked_by(ben, "/tables/bring/"),
            "invitation": asked_by(nobody, f"/invitations/{self.invited.invitation}/"),
            "gathering": asked_by(ann, url(self.gathering)),
            "table": asked_by(ann, played),
            "table, nothing new": asked_by(ann, f"{played}?since={since}", HTMX),
            "table, strip": asked_by(ann, f"{played}?desk={desk}", strip),
            "table, worth": asked_by(ann, f"{played}?option=1", {"HX-Request": "true", "HX-Target": "worth"}),
            "table, watched": asked_by(nobody, played),
            "table, over": asked_by(ann, url(self.over)),
            "turn": asked_by(ann, f"{played}turns/1/"),
            "stars": asked_by(ann, f"{played}stars/"),
            "why": asked_by(ann, f"{played}why/now/1/coins"),
            "record": asked_by(ann, f"{url(self.over)}record.json"),
            "learn": asked_by(ann, "/cartographers/learn/"),
            "rules": asked_by(ann, "/cartographers/rules/"),
            "cards": asked_by(ann, "/cartographers/cards/"),
            "cards, looked for": asked_by(ann, "/cartographers/cards/?terrain=forest&words=star"),
            "card": asked_by(ann, "/cartographers/cards/treetower/"),
            "card, in games": asked_by(ann, "/figures/cartographers/edict/canal_lake/", HTMX),
            "sheets": asked_by(ann, "/cartographers/sheets/"),
            "sheet": asked_by(ann, "/cartographers/sheets/A/"),
            "sets": asked_by(ann, "/cartographers/sets/"),
            "set": asked_by(ann, "/cartographers/sets/boxes/both/"),
            "past games": asked_by(nobody, "/games/"),
            "past games, asked for": asked_by(ann, "/games/?edict=canal_lake&sheet=A&seats=2&least=10"),
            "past games of one": asked_by(ann, "/people/ann/games/?opponent=cas&result=won"),
            "profile": asked_by(ann, "/accounts/profile/"),
            "person": asked_by(ann, "/people/ben/"),
        }


def asked_by(client: Client, address: str, headers: Any = None) -> list[str]:
    """Return the queries of a page with empty caches."""
    state.cache.clear()
    state._chronicles.clear()
    previews.clear_pictures()
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address, headers=headers)
    assert answer.status_code in {200, 204}, f"{address}: {answer.status_code}"
    return [query["sql"] for query in queries]
