"""Full games played by typed commands alone, using only what a screen reader announces."""

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.game import RULES
from engine.cartographers.terrain import Feature
from engine.contract import Seat
from games.accounts.models import User
from games.tables.models import Table
from tests.browser.playing import listen_for_complaints
from tests.browser.reading import LOOKS, expect_accessible
from tests.games.cartographers import monsters, play
from tests.games.cartographers.monsters import last_of_the_year
from tests.games.tables.clients import people_named, seeded

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
# More than a game can have: 13 cards a season at most, and as many spaces to destroy.
MOST_TURNS = 99
FIRST_TURNS = 9


@pytest.fixture
def people(site: object, monkeypatch: pytest.MonkeyPatch) -> list[User]:
    seeded(monkeypatch, bytes(31) + b"\x17")
    return people_named("Ann", "Ben")


class Reader:
    """A player who types commands and reads the answers."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.line = page.get_by_role("textbox", name="Command")
        self.log = page.get_by_role("log", name="Output")
        self.answered = 0

    def open(self, table: Table) -> None:
        """Open the table page and go to the command line."""
        self.answered = 0
        self.page.goto(play.url(table))
        self.page.keyboard.press("Tab")
        self.page.keyboard.press("Tab")
        expect(self.page.get_by_role("link", name="Skip to command line")).to_be_focused()
        self.page.keyboard.press("Enter")
        expect(self.line).to_be_focused()

    def ask(self, line: str) -> list[str]:
        """Submit a line and return the sentences of its answer; expect an empty line that keeps the focus."""
        self.line.press_sequentially(line)
        self.line.press("Enter")
        self.answered += 1
        answers = self.log.locator(".answer")
        expect(answers).to_have_count(self.answered)
        expect(self.line).to_have_value("")
        expect(self.line).to_be_focused()
        return answers.first.locator("p:not([aria-hidden])").all_inner_texts()

    def refused(self, line: str) -> str:
        """Submit an invalid line and return the error; expect the line to be kept and selected."""
        self.line.fill(line)
        self.line.press("Enter")
        problem = self.page.locator("#line-problem")
        expect(problem).not_to_be_empty()
        expect(self.line).to_have_value(line)
        expect(self.line).to_be_focused()
        assert self.page.evaluate("getSelection().toString()") == line
        return problem.inner_text()

    def over(self) -> bool:
        """True if the page title says that the game is over."""
        return self.page.title().startswith("Game over")

    def play(self, chance: Random) -> None:
        """Answer the turn in a randomly chosen way."""
        shapes = self.ask("shapes")
        if targets := re.search(r"can be destroyed: (.+)\.", shapes[0]):
            self.destroy(targets[1].split(", "), chance)
        elif chance.random() < 0.3:
            assert ": valid placement." in self.ask("next")[0]
            self.ask("confirm")
        else:
            self.draw(shapes, chance)

    def draw(self, shapes: list[str], chance: Random) -> None:
        """Draw one of the places that `fits` names."""
        terrains = dict(re.findall(r"^Shape (\d+): .*?, as (.+?)\.", "\n".join(shapes), re.MULTILINE))
        places, number = [], "0"
        for sentence in self.ask("fits"):
            if shape := re.match(r"Shape (\d+)\.", sentence):
                number = shape[1]
            elif place := re.match(r"(r[0-3](?: f)?), .*?: ([A-K]\d+)", sentence):
                places.append((number, place[1], place[2]))
        number, way, space = chance.choice(places)
        terrain = chance.choice(re.split(r", | or ", terrains[number]))
        placement = f"{number} {terrain} {way} {space}"
        if chance.random() < 0.2:
            assert ": valid placement." in self.ask(f"try {placement}")[0]
            placement = "confirm"
        assert self.ask(placement)[0].startswith("You drew")

    def destroy(self, spaces: list[str], chance: Random) -> None:
        """Destroy one of the spaces."""
        space = chance.choice(spaces)
        if chance.random() < 0.5:
            assert self.ask(f"try {space}")[0] == f"{space} would be destroyed."
            space = "confirm"
        assert self.ask(space)[0].startswith("You destroyed")


def opened(context_for: ContextFor, user: User, table: Table) -> tuple[Reader, list[str]]:
    """Open the table page with the focus on the command line; return the reader and its console errors."""
    page = context_for(user).new_page()
    complaints = listen_for_complaints(page)
    reader = Reader(page)
    reader.open(table)
    return reader, complaints


def to_the_end(reader: Reader, table: Table, user: User, chance: Random, *, whole: bool) -> None:
    """Play until the game is over: the whole game, or the first turns and the end of the last season."""
    for turn in range(MOST_TURNS):
        if reader.over():
            return
        reader.play(chance)
        if turn == FIRST_TURNS and not whole:
            monsters.play_on(table, [user], last_of_the_year)
            reader.open(table)
    pytest.fail("the game does not end")


def expect_the_end(reader: Reader, table: Table) -> None:
    """Expect the final rating, score and status that the answers report to be correct."""
    standings = RULES.standings(play.state_of(table))
    sentences = reader.ask("standings")
    assert f"Your rating is {standings.rating}".replace("-", "−") in sentences[0]
    assert f"Total: {standings.places[0].score} star".replace("-", "−") in " ".join(reader.ask("score"))
    assert reader.ask("now")[0] == "The game is over."


def test_a_game_alone(context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch, full: bool) -> None:
    seeded(monkeypatch, bytes(31) + b"\x05")
    table = play.gather(people[0])
    reader, complaints = opened(context_for, people[0], table)
    to_the_end(reader, table, people[0], Random(5), whole=full)
    expect_the_end(reader, table)
    expect_accessible(reader.page, "a game that was typed", LOOKS)
    assert not complaints


def test_a_game_with_heroes_and_monsters_that_destroy(
    context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch, full: bool
) -> None:
    ambushes = ("gorgon_gaze", "giant_troll_ravage")
    monsters.stack(monkeypatch, "gorgon_gaze", "wren_the_lioness", ambushes=ambushes)
    table = play.gather(people[0])
    reader, complaints = opened(context_for, people[0], table)
    to_the_end(reader, table, people[0], Random(8), whole=full)
    expect_the_end(reader, table)
    layers = play.state_of(table).boards[0].layers
    assert layers[Feature.HERO]
    assert layers[Feature.DESTROYED]
    assert not complaints


def test_what_is_told_is_what_is_there(context_for: ContextFor, people: list[User]) -> None:
    """Compare the map as read out with the stored map."""
    table = play.gather(people[0])
    reader, _ = opened(context_for, people[0], table)
    for _ in range(6):
        reader.play(Random(2))
    state = play.state_of(table)
    for row, letter in enumerate("ABCDEFGHIJK"):
        sentence = reader.ask(f"row {letter}")[0]
        forest = re.findall(r"forest(?: on ruins)? (\d+)(?: to (\d+))?", sentence)
        columns = {column for first, last in forest for column in range(int(first), int(last or first) + 1)}
        drawn = {column + 1 for column in range(11) if state.boards[0].layers[0] >> (12 * row + column) & 1}
        assert columns == drawn
    coins = state.coins[Seat(0)]
    assert reader.ask("coins")[0].startswith(f"{coins} star" if coins else "No coins")


def test_a_line_that_is_refused_stays(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(people[0])
    reader, _ = opened(context_for, people[0], table)
    assert "Did you mean “row”" in reader.refused("rwo C")
    assert reader.page.locator("#line-problem").get_attribute("role") == "alert"
    assert reader.ask("row C")[0].startswith("Row C: ")
    expect(reader.page.locator("#line-problem")).to_be_empty()
    expect_accessible(reader.page, "an answer", LOOKS)


def test_what_is_put_down_by_hand_is_confirmed_by_word_and_the_other_way_round(
    context_for: ContextFor, people: list[User]
) -> None:
    table = play.gather(people[0])
    reader, _ = opened(context_for, people[0], table)
    page = reader.page
    page.locator("#tool-fit").click()
    page.locator("#tool-fit").click()
    lies = page.locator("#map td.ghost > *").evaluate_all("spaces => spaces.map((space) => space.id)")
    reader.line.focus()
    assert f" on {', '.join(lies)}." in reader.ask("confirm")[0]
    assert play.state_of(table).turn > 1
    sentence = reader.ask("next")[0]
    page.locator("#tool-fit").click()
    reader.line.focus()
    moved = page.locator("#map td.ghost > *").evaluate_all("spaces => spaces.map((space) => space.id)")
    assert ", ".join(moved) not in sentence, "the tool goes on from where the line put it"
    page.get_by_role("button", name="Place").click()
    expect(page.get_by_role("region", name="Game log")).to_contain_text(", ".join(moved))


def test_half_a_line_outlives_the_moves_of_others(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(*people)
    ann, _ = opened(context_for, people[0], table)
    ben, _ = opened(context_for, people[1], table)
    ann.ask("next")
    ann.ask("confirm")
    ann.line.press_sequentially("row ")
    ben.ask("next")
    ben.ask("confirm")
    expect(ann.page).to_have_title(re.compile("^Your turn"))
    expect(ann.line).to_have_value("row ")
    expect(ann.line).to_be_focused()
    ann.line.press_sequentially("C")
    ann.line.press("Enter")
    expect(ann.log.locator(".answer")).to_have_count(3)
    expect(ann.log).to_contain_text("Row C: ")


def test_the_line_is_reached_from_the_map(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(people[0])
    page = context_for(people[0]).new_page()
    page.goto(play.url(table))
    page.locator("#F6").focus()
    page.keyboard.press("/")
    expect(page.get_by_role("textbox", name="Command")).to_be_focused()
    expect(page.get_by_role("textbox", name="Command")).to_have_value("")
    expect(page.get_by_role("textbox", name="Command")).to_be_in_viewport()
    expect(page.locator("#F6")).to_be_in_viewport()
    page.keyboard.type("a/b")
    expect(page.get_by_role("textbox", name="Command")).to_have_value("a/b")


def test_several_turns_with_scripts_off(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(people[0])
    page = context_for(people[0], java_script_enabled=False).new_page()
    page.goto(play.url(table))
    for turn in range(1, 6):
        line = page.get_by_role("textbox", name="Command")
        line.fill("next")
        line.press("Enter")
        line = page.get_by_role("textbox", name="Command")
        expect(line).to_be_focused()
        expect(line).to_have_accessible_description(re.compile(r"on .*: valid placement\."))
        line.fill("confirm")
        line.press("Enter")
        expect(page).to_have_url(re.compile(r"/line\?line=now$"))
        expect(page.get_by_role("textbox", name="Command")).to_have_accessible_description(re.compile("You drew"))
        assert play.state_of(table).turn > turn
    page.get_by_role("textbox", name="Command").fill("rwo C")
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_role("textbox", name="Command")).to_have_value("rwo C")
    expect(page.get_by_role("textbox", name="Command")).to_have_accessible_description(re.compile("Did you mean"))
