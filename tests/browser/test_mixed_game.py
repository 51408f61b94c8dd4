"""Four people play both boxes mixed, heroes and monsters' effects included, from the first card to the standings."""

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

# `test_whole_game.py` plays a whole year, `test_heroes.py` meets heroes and choices.
pytestmark = [pytest.mark.browser, pytest.mark.long]
ContextFor = Callable[..., BrowserContext]
NAMES = ("Ann", "Ben", "Cas", "Dee")
AMBUSHES = ("giant_troll_ravage", "gorgon_gaze", "zombie_plague", "dragon_inferno")
# With this seed all four monsters and all four heroes come up before the year is over.
SEED = 57


@dataclass
class Company:
    """The table, the people in the order of their seats, and their pages: Dee's has its scripts off."""

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
    people = play.people_named(*NAMES)
    table = play.gather(*people)
    pages = [context_for(user, java_script_enabled=user is not people[3]).new_page() for user in people]
    return Company(table, people, pages, [listen_for_complaints(page) for page in pages])


# --- Turns -----------------------------------------------------------------------------------------------------------


def play_turn(company: Company, *, always: bool) -> None:
    """All answer the open turn, Ann last: through their pages whenever they are asked something of a kind that their
    own page has not shown them yet, and Ann, if she is to do so, always.
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
    """What is asked: the kind of the ask, or the monster for which spaces are chosen."""
    return state.choice.id if state.choice else next(ask.kind for ask in RULES.asks(state))


def answer(company: Company, ask: Ask, what: str) -> None:
    """Answer through the page of a seat."""
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
        expect(page.locator(".orientations .attack").first).to_be_visible()
    draw(page, company.chance)


def expect_told(company: Company) -> None:
    """Once all have chosen, Ann's page says what was destroyed where, and at a season's end tells it step by step."""
    page, state = company.pages[0], company.state
    page.goto(play.url(company.table))
    expect(page.locator("#log")).to_contain_text("You destroyed")
    if state.over or not state.time:
        expect(page.locator("#season-over .steps")).to_contain_text("destroyed")


# --- The end ---------------------------------------------------------------------------------------------------------


def expect_everything_came_up(company: Company) -> None:
    """Every kind of ask was answered through every page, and every effect happened."""
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
    """All four pages show the places that the rules give, and a score sheet that adds up to them."""
    places = [(str(place.rank), NAMES[place.seat], place.score) for place in RULES.standings(company.state).places]
    for seat, page in enumerate(company.pages):
        page.goto(play.url(company.table))
        expect(page).to_have_title(re.compile("^Game over"))
        rows = page.locator("#ending .place-row")
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
