"""The deck on the page of a past turn: as known at the time, and in full once the game is over."""

import re
from functools import reduce

import pytest
from django.test import Client

from engine.cartographers.events import ChoiceAsked, SeasonScored
from engine.cartographers.game import RULES
from engine.cartographers.state import State
from engine.cartographers.unseen_deck import find_unseen_deck
from engine.cartographers.view import view
from games.accounts.models import User
from games.cartographers.words.names import card_name
from games.tables.log.state import log
from games.tables.models import Table
from tests.games.cartographers import monsters, play

DECK = re.compile(r'<section id="deck".*?</section>', re.S)
CARD = re.compile(r"<li([^>]*)><a[^>]*>([^<]*)</a>")


def section(client: Client, table: Table, turn: int, query: str = "") -> str:
    match = DECK.search(client.get(f"{play.url(table)}turns/{turn}/{query}").content.decode())
    return match[0] if match else ""


def cards(html: str) -> list[str]:
    return [name for _, name in CARD.findall(html)]


def after(table: Table, turn: int) -> State:
    events = log(table, up_to=play.events(table))
    return reduce(RULES.evolve, (entry.event for entry in events if entry.turn <= turn), RULES.initial)


@pytest.fixture
def begun(people: list[User]) -> Table:
    table = play.gather(*people[:2])
    monsters.play_on(table, people[:2], lambda state: state.turn == 4)
    return table


@pytest.fixture
def ended(people: list[User]) -> Table:
    table = play.gather(people[0])
    monsters.play_on(table, people[:1])
    return table


@pytest.mark.parametrize("ambush", [True, False])
def test_it_is_what_everybody_knew(
    ambush: bool, ann: Client, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, **{"deck/spring": () if ambush else ("goblin_attack",)}, ambushes=("goblin_attack",))
    table = play.gather(*people[:2])
    monsters.play_on(table, people[:2], lambda state: state.turn == 3)
    known = find_unseen_deck(view(after(table, 2), None))
    expected = (*known.sure, *(known.ambushes.cards if ambush else ()), *known.heroes.cards)
    shown = section(ann, table, 2, "?deck=known")
    assert (known.ambushes.count, known.heroes.count) == (ambush, 1)
    assert cards(shown) == [card_name(card) for card in expected]
    assert f"{known.size} cards were left in the deck." in shown
    assert (f"so the chance of an ambush next was 1 in {known.size}:" in shown) == ambush
    assert ("chance of an ambush" in shown) == ambush


@pytest.mark.parametrize("query", ["?deck=lay", "?deck=lay&boards=no"])
def test_nothing_but_that_is_told_while_the_game_goes_on(query: str, ann: Client, begun: Table) -> None:
    assert section(ann, begun, 2, query) == section(ann, begun, 2, "?deck=known")
    assert "deck=lay" not in section(ann, begun, 2)


@pytest.mark.parametrize("query", ["", "?deck=%00"])
def test_it_is_shown_where_that_is_asked(query: str, ann: Client, begun: Table) -> None:
    shown = section(ann, begun, 2, query)
    assert cards(shown) == []
    assert 'href="./?deck=known#deck">Show deck</a>' in shown
    assert 'href="./#deck">Hide</a>' in section(ann, begun, 2, "?deck=known")


def test_once_the_game_is_over_it_is_shown_as_it_lay(ann: Client, ended: Table) -> None:
    assert 'href="./?deck=lay#deck"' in section(ann, ended, 2)
    lay = section(ann, ended, 2, "?deck=lay")
    state = after(ended, 2)
    assert cards(lay) == [card_name(state.card(card)) for card in state.deck]
    season = [entry for entry in log(ended, up_to=play.events(ended)) if entry.turn > 2]
    came = next(place for place, entry in enumerate(season) if type(entry.event).__name__ == "SeasonScored")
    shown = sum(type(entry.event).__name__ == "CardRevealed" for entry in season[:came])
    assert [bool(kind) for kind, _ in CARD.findall(lay)] == [False] * shown + [True] * (len(state.deck) - shown)
    assert "As known at the time" in lay


def test_the_board_that_is_looked_at_stays(ann: Client, ended: Table) -> None:
    assert "?look=1&amp;deck=lay#deck" in section(ann, ended, 2, "?look=1")
    assert '"./?look=1#deck"' in section(ann, ended, 2, "?look=1&deck=lay")


def test_after_the_last_turn_nothing_comes(ann: Client, ended: Table) -> None:
    for query in ("?deck=known", "?deck=lay"):
        shown = section(ann, ended, Table.objects.get(pk=ended.pk).turn, query)
        assert cards(shown) == []
        assert "The deck was empty." in shown


def test_cards_of_the_next_season_are_not_taken_for_those_left_in_the_deck(
    people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, "giant_troll_ravage")
    table = play.gather(people[0])
    monsters.play_on(table, people[:1])
    events = log(table, up_to=play.events(table))
    # The monster destroys spaces in a turn of its own between a season's scoring and the next season.
    scored = next(entry.turn for entry in events if isinstance(entry.event, SeasonScored))
    assert any(isinstance(entry.event, ChoiceAsked) and entry.turn == scored + 1 for entry in events)
    lay = section(ann, table, scored, "?deck=lay")
    state = after(table, scored)
    assert cards(lay) == [card_name(state.card(card)) for card in state.deck]
    assert "Deck order from the top. The season ended before another card was revealed." in lay
    assert all(kind for kind, _ in CARD.findall(lay)), "none was revealed"
