"""A full game of three players in three browsers, from sign-up to rematch, watched by a spectator."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from engine.cartographers.cards import AmbushCard
from engine.cartographers.game import RULES
from engine.cartographers.state import State
from games.tables.models import Seat, Table
from tests.browser.playing import draw, fill_sign_up, listen_for_complaints
from tests.games.cartographers import monsters
from tests.games.cartographers.monsters import last_of_season, last_of_the_year
from tests.games.cartographers.play import events, state_of

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
NAMES = ("Ann", "Ben", "Cas")
# A game without any ambush is rare: the players then play their rematch.
MOST_GAMES = 3


@dataclass
class Company:
    """The pages of the three players, in seat order, and of a spectator."""

    players: dict[str, Page]
    spectator: Page
    complaints: list[list[str]]
    chance: Random = field(default_factory=lambda: Random(11))
    turns: int = 0
    ambushes: int = 0
    took_back: bool = False

    @property
    def pages(self) -> list[Page]:
        return [*self.players.values(), self.spectator]


def test_a_whole_game_of_three(context_for: ContextFor, full: bool) -> None:
    company = gather(context_for)
    for _ in range(MOST_GAMES):
        play(company, whole=full)
        expect_standings(company)
        rematch(company)
        if company.ambushes:
            break
    assert company.ambushes, f"no ambush in {MOST_GAMES} games"
    assert company.took_back
    assert company.complaints == [[]] * 4


# --- Coming together --------------------------------------------------------------------------------------------------


def gather(context_for: ContextFor) -> Company:
    """Seat Ann (host), Ben (from the lobby) and Cas (invited guest) while a visitor watches."""
    ann, ben, cas, spectator = (context_for().new_page() for _ in range(4))
    complaints = [listen_for_complaints(page) for page in (ann, ben, cas, spectator)]
    for page, name in ((ann, "Ann"), (ben, "Ben")):
        page.goto("/accounts/sign-up/")
        fill_sign_up(page, name)
    invitation = open_table(ann)
    watch(spectator)
    ben.goto("/tables/")
    ben.get_by_role("button", name="Join").click()
    cas.goto(invitation)
    cas.get_by_label("Your name").fill("Cas")
    cas.get_by_role("button", name="Join", exact=True).click()
    return Company(dict(zip(NAMES, (ann, ben, cas), strict=True)), spectator, complaints)


def open_table(page: Page) -> str:
    """Create a table for three and return its invite link."""
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="New table").click()
    page.get_by_label("Seats", exact=True).select_option("3")
    page.get_by_role("button", name="Create table").click()
    return page.get_by_label("Anyone with this link can join and watch:").input_value()


def watch(page: Page) -> None:
    page.goto("/tables/")
    page.get_by_role("link", name="Ann’s table", exact=True).click()
    expect(page.locator("#gathering")).to_be_visible()


# --- Playing ----------------------------------------------------------------------------------------------------------


def play(company: Company, *, whole: bool) -> None:
    """Play until the year is over: the first turn, an ambush and the last turns of the first season and of the year, or
    the whole.
    """
    for page in company.pages:
        expect(page.locator("#strip")).to_be_visible()
        expect(page.locator("html")).to_have_attribute("data-live", "on")
    scored = 0
    while not company.spectator.locator("#ending").count():
        play_turn(company)
        scored = expect_score_sheets(company, scored)
        if not whole and scored < 4:
            scored = skip(company, last_of_the_year if scored else last_of_season)
    assert scored == 4
    for page in company.pages:
        expect(page.locator("#ending")).to_be_visible()


def skip(company: Company, enough: Callable[[State], bool]) -> int:
    """Let everybody answer as the absent do until an ambush comes, if none has, or it is enough; the number of seasons
    scored.
    """
    table = Table.objects.latest("pk")
    ambush = monsters.opens(AmbushCard)
    seated = [seat.user for seat in Seat.objects.at(table)]
    # Each sent by itself, as there are clocks.
    while not (enough(state := state_of(table)) or (not company.ambushes and ambush(state))):
        monsters.answer(table, seated, next(ask for ask in RULES.asks(state) if not ask.answered))
    Seat.objects.filter(table=table).update(seen=events(table))
    for page in company.pages:
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-live", "on")
    return len(state.scores)


def play_turn(company: Company) -> None:
    """Let everyone draw in turn, and expect drawings to be secret until the last one.

    After that, all pages must show the same.
    """
    company.turns += 1
    awaited = [name for name, page in company.players.items() if page.locator("#strip[data-mine]").count()]
    ambush = bool(company.players[awaited[0]].locator("#desk .ambush").count())
    owners = [expect_own_turn(company.players[name], ambush=ambush) for name in awaited]
    if ambush and len(awaited) == len(NAMES):
        assert sorted(owners) == sorted(NAMES)
    for position, name in enumerate(awaited):
        before = public(company.spectator)
        if not company.took_back:
            take_back(company, name, before)
        draw(company.players[name], company.chance)
        if position < len(awaited) - 1:
            expect_secret(company, name, before)
    agree(company)
    if ambush:
        company.ambushes += 1
        expect_monsters(company, dict(zip(awaited, owners, strict=True)))


def expect_own_turn(page: Page, *, ambush: bool) -> str:
    """Expect the title and desk to name the map to draw on; return its owner, or "" for the player's own."""
    expect(page).to_have_title(re.compile("^Your turn"))
    if not ambush:
        expect(page.locator("#desk-title")).to_have_text("Your map")
        return ""
    owner = re.search("on (.+)’s map", page.locator("#desk-title").inner_text())
    assert owner, "an ambush does not say whose map it is for"
    expect(page).to_have_title(re.compile(f"{owner[1]}’s map"))
    expect(page.locator("#confirm")).to_have_text(re.compile(rf"^\s*Place (a monster square )?on {owner[1]}’s map\s*$"))
    return owner[1]


def take_back(company: Company, name: str, before: list[str]) -> None:
    """Draw and take it back; expect the desk to return, and the drawing to stay secret."""
    page = company.players[name]
    draw(page, company.chance)
    expect_secret(company, name, before)
    page.locator("#take-back").click()
    expect(page.locator("#place-form")).to_have_count(1)
    expect(page).to_have_title(re.compile("^Your turn"))
    expect(company.spectator.locator("#strip .person.awaited")).to_have_count(len(NAMES))
    company.took_back = True


def public(page: Page) -> list[str]:
    """The maps and log entries that a page shows."""
    page.locator("#log li").first.wait_for()
    boards: list[str] = page.locator("#boards svg.small-map").evaluate_all("maps => maps.map((map) => map.innerHTML)")
    return [*boards, *page.locator("#log li").all_inner_texts()]


def expect_secret(company: Company, drew: str, before: list[str]) -> None:
    """Expect all pages to report that somebody has drawn, without showing the drawing."""
    expect(company.players[drew]).to_have_title(re.compile("^Waiting"))
    version = company.players[drew].locator("#strip").get_attribute("data-version") or ""
    for name, page in [*company.players.items(), ("spectator", company.spectator)]:
        expect(page.locator("#strip")).to_have_attribute("data-version", version)
        expect(page.locator("#strip .person").filter(has_text=drew)).to_contain_text("has drawn")
        if name != drew:
            assert public(page)[: len(NAMES)] == before[: len(NAMES)]
            assert not page.locator("#log li").filter(has_text=f"{drew} undid").count()
    assert public(company.spectator) == before


def agree(company: Company) -> None:
    """Wait until all pages are up to date, and expect them to show the same maps."""
    versions = [int(page.locator("#strip").get_attribute("data-version") or 0) for page in company.pages]
    for page in company.pages:
        expect(page.locator("#strip")).to_have_attribute("data-version", str(max(versions)))
    maps = [public(page)[: len(NAMES)] for page in company.pages]
    assert maps == [maps[0]] * len(maps)


# --- What is seen -----------------------------------------------------------------------------------------------------


def expect_monsters(company: Company, owners: dict[str, str]) -> None:
    """Expect each ambush to be logged on all pages and shown on the owner's map."""
    for drawer, owner in owners.items():
        line = re.compile(f"{drawer} drew .+ on {owner}’s map")
        expect(company.spectator.locator("#log li").filter(has_text=line).first).to_be_visible()
        own = company.players[owner]
        expect(
            own.locator("#log li").filter(has_text=re.compile(f"{drawer} drew .+ on your map")).first
        ).to_be_visible()
        for page in company.pages:
            # The small map of what a page shows large is hidden.
            board = page.get_by_role("img", name=f"{owner}’s map", include_hidden=True)
            expect(board.locator(".t-monster")).to_have_count(1)


def expect_score_sheets(company: Company, scored: int) -> int:
    """Expect a new season's scores on every page; return the number of seasons scored."""
    now = company.spectator.locator("#scores .season-box:not(.future)").count()
    assert now in {scored, scored + 1}
    if now > scored:
        for page in company.pages:
            boxes = page.locator("#scores .season-box:not(.future)")
            expect(boxes).to_have_count(now)
            expect(boxes.last.locator("td")).to_have_text([re.compile(r"^[0-9−]+$")] * 5)
            expect(page.locator("#log li").filter(has_text="scored. Totals:")).to_have_count(now)
        company.spectator.reload()
        agree(company)
    return now


def expect_standings(company: Company) -> None:
    """Expect all pages to show the same ranking, with stars that match the score sheets."""
    lists = []
    for page in company.pages:
        expect(page).to_have_title(re.compile("^Game over"))
        lists.append([place(row) for row in page.locator("#afterwards .place-row").all()])
    assert lists == [lists[0]] * len(lists)
    assert sorted(name for _, name, _ in lists[0]) == sorted(NAMES)
    assert [stars for *_, stars in lists[0]] == sorted((stars for *_, stars in lists[0]), reverse=True)
    totals = company.spectator.locator("#scores td.total").all_inner_texts()
    assert {name: stars for _, name, stars in lists[0]} == dict(zip(NAMES, map(number, totals), strict=True))
    # With the game over the deck's secret is shown beside its fingerprint.
    expect(company.spectator.locator("#log .fairness code")).to_have_count(2)


def place(row: Locator) -> tuple[str, str, int]:
    """Rank, name and stars of one row of the standings."""
    name = re.match(r"\w+", row.locator(".place-name").inner_text())
    assert name
    return row.locator(".place-rank").inner_text(), name[0], number(row.locator("strong").inner_text().split()[0])


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def rematch(company: Company) -> None:
    """Request a rematch that the others join from the finished table; the spectator needs the link."""
    ann, ben, cas = company.players.values()
    finished = ann.url
    ann.get_by_role("button", name="Play again").click()
    invitation = ann.get_by_label("Anyone with this link can join and watch:").input_value()
    for page in (ben, cas):
        page.goto(finished)
        page.get_by_role("button", name="Join the rematch").click()
    company.spectator.goto(invitation)
    for page in company.pages:
        expect(page.locator("#strip")).to_be_visible()
        expect(page.locator("#ending")).to_have_count(0)
