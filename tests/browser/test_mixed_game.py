"""A full four-player game with both boxes, including heroes and monster effects, up to the standings."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.events import CardRevealed, Chosen, Drawn, MonstersSpread
from engine.cartographers.game import RULES
from engine.cartographers.state import State
from engine.contract import Ask
from games.accounts.models import User
from games.tables.log.state import log
from games.tables.models import Table
from tests.browser.playing import destroy, draw, listen_for_complaints
from tests.games.cartographers import monsters, play
from tests.games.tables.clients import people_named

# `test_whole_game.py` plays a whole year, `test_heroes.py` meets heroes and choices.
pytestmark = [pytest.mark.browser, pytest.mark.long]
ContextFor = Callable[..., BrowserContext]
NAMES = ("Ann", "Ben", "Cas", "Dee")
AMBUSHES = ("giant_troll_ravage", "gorgon_gaze", "zombie_plague", "dragon_inferno")
# With this seed all four monsters and all four heroes come up before the year is over.
SEED = 57


@dataclass
class Company:
    """The table, its players in seat order, and their pages; Dee's has scripts off."""

    table: Table
    people: list[User]
    pages: list[Page]
    complaints: list[list[str]]
    chance: Random = field(default_factory=lambda: Random(14))
    answered: Counter[tuple[int, str]] = field(default_factory=Counter)

    @property
    def state(self) -> State:
        return play.state_of(self.table)


def test_a_mixed_game_of_four(
    context_for: ContextFor, site: object, monkeypatch: pytest.MonkeyPatch, full: bool
) -> None:
    company = gather(context_for, monkeypatch)
    while not company.state.over:
        play_turn(company, always=full)
    expect_everything_came_up(company)
    expect_standings(company)
    assert company.complaints == [[]] * 4


def gather(context_for: ContextFor, monkeypatch: pytest.MonkeyPatch) -> Company:
    monsters.stack(monkeypatch, AMBUSHES[0], "wren_the_lioness", seed=SEED, ambushes=AMBUSHES)
    people = people_named(*NAMES)
    table = play.gather(*people)
    pages = [context_for(user, java_script_enabled=user is not people[3]).new_page() for user in people]
    return Company(table, people, pages, [listen_for_complaints(page) for page in pages])


# --- Turns -----------------------------------------------------------------------------------------------------------


def play_turn(company: Company, *, always: bool) -> None:
    """Answer the open turn for everyone, Ann last.

    Seats use their page the first time they are asked something of a kind. With `always`, Ann always uses hers.
    """
    state = company.state
    what = kind_of(state)
    scored = len(state.scores)
    for ask in sorted(RULES.asks(state), key=lambda ask: -ask.seat):
        if (always and ask.seat == 0) or not company.answered[ask.seat, what]:
            answer(company, ask, what)
            company.answered[ask.seat, what] += 1
        else:
            monsters.answer(company.table, company.people, ask, company.chance)
    if state.choice and len(company.state.scores) == scored:
        expect_told(company)


def kind_of(state: State) -> str:
    """The kind of the open ask, or the id of the monster that destroys spaces."""
    return state.choice.id if state.choice else next(ask.kind for ask in RULES.asks(state))


def answer(company: Company, ask: Ask, what: str) -> None:
    """Answer an ask through the seat's page."""
    page = company.pages[ask.seat]
    page.goto(play.url(company.table))
    expect(page).to_have_title(re.compile("^Your turn"))
    if what in AMBUSHES:
        destroy(page, company.chance)
        return
    if what == "ambush":
        expect(page.locator("#desk-title")).to_contain_text(f"{NAMES[ask.subject]}’s map")
    if what == "hero":
        expect(page.locator("#effect")).to_contain_text("A hero fills one space")
        expect(page.locator(".options .attack:visible")).to_be_visible()
    draw(page, company.chance)


def expect_told(company: Company) -> None:
    """Expect Ann's log to name the destroyed spaces, and her season summary to list them step by step."""
    page, state = company.pages[0], company.state
    page.goto(play.url(company.table))
    expect(page.locator("#log")).to_contain_text("You destroyed")
    if state.over or not state.time:
        expect(page.locator("#season-over .steps")).to_contain_text("destroyed")


# --- The end ---------------------------------------------------------------------------------------------------------


def expect_everything_came_up(company: Company) -> None:
    """Expect every kind of ask on every page, and every effect, to have come up."""
    kinds = {what for _, what in company.answered}
    assert kinds == {"draw", "ambush", "hero", "giant_troll_ravage", "gorgon_gaze"}
    assert set(company.answered) == {(seat, what) for seat in range(4) for what in kinds}
    events = [entry.event for entry in log(company.table, up_to=10_000)]
    revealed = {event.card for event in events if isinstance(event, CardRevealed)}
    assert revealed >= {*AMBUSHES, *(card.id for card in monsters.mixed().heroes)}
    assert any(isinstance(event, MonstersSpread) for event in events)
    assert any(isinstance(event, Chosen) for event in events)
    assert any(isinstance(event, Drawn) and event.marks for event in events)


def expect_standings(company: Company) -> None:
    """Expect all four pages to show the correct ranking, with score sheets that add up to it."""
    places = [(str(place.rank), NAMES[place.seat], place.score) for place in RULES.standings(company.state).places]
    for seat, page in enumerate(company.pages):
        page.goto(play.url(company.table))
        expect(page).to_have_title(re.compile("^Game over"))
        rows = page.locator("#afterwards .place-row")
        shown = [
            (
                row.locator(".place-rank").inner_text(),
                row.locator(".place-name").inner_text().split()[0],
                figure(row.locator("strong").inner_text()),
            )
            for row in rows.all()
        ]
        assert shown == places
        seasons = [figure(text) for text in page.locator("#scores .season-box .total td").all_inner_texts()]
        mine = next(stars for _, name, stars in places if name == NAMES[seat])
        assert (len(seasons), sum(seasons)) == (4, mine)
        expect(page.locator("#season-over")).to_contain_text("Winter is over")


def figure(text: str) -> int:
    return int(text.split()[0].replace("−", "-"))
