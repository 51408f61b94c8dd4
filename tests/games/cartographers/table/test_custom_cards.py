"""Tables with cards and sheets of the workshop: effects made of blocks, explore cards that are tied to a place, and
printed terrain.
"""

import re
import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from engine.cartographers.cards import AmbushCard, Overlap, Place
from engine.cartographers.effects import Effect, EffectAction, EffectArea, EffectChooser, EffectTiming
from engine.cartographers.geometry import spaces
from engine.cartographers.notation import space_name, space_names
from engine.cartographers.placement import Forced
from engine.cartographers.rules.setup import Setup
from engine.cartographers.sheet import Sheet
from games.accounts.models import User
from games.cartographers.game import Cartographers
from games.cartographers.words.refusals import forced_sentence
from games.tables.models import Table
from tests.engine.mixes import wild_monsters
from tests.games.cartographers import monsters
from tests.games.cartographers.monsters import EDICTS, choose, mixed, play_on, targets
from tests.games.cartographers.play import draw, gather, offer_to, state_of, type_line, url
from tests.games.play.typed_lines import problem, sentences_of
from tests.games.tables.clients import HTMX, text_of

TROLL = "giant_troll_ravage"
SPREADS = Effect(EffectTiming.AT_ONCE, EffectAction.DRAW, EffectArea.DIAGONAL, 2, EffectChooser.DRAWER)


def stack(monkeypatch: pytest.MonkeyPatch, effect: Effect, coins: int = 0) -> None:
    """Stack new games: a Troll with another effect comes first."""
    monsters.stack(monkeypatch, TROLL)
    play_with(monkeypatch, tuple(_with(card, effect, coins) for card in mixed().ambushes))


def _with(card: AmbushCard, effect: Effect, coins: int) -> AmbushCard:
    return replace(card, effect=effect, coins=coins) if card.id == TROLL else card


def play_with(monkeypatch: pytest.MonkeyPatch, cards: tuple[AmbushCard, ...]) -> None:
    setup = Setup(replace(mixed(), ambushes=cards), EDICTS)
    monkeypatch.setattr(Cartographers, "setup", lambda self, chosen, seats: setup)


@pytest.fixture
def spreading(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game of two in which each chooses twice where the Troll spreads on the other's map."""
    stack(monkeypatch, SPREADS)
    table = gather(*people[:2])
    play_on(table, people, monsters.chooses)
    return table


def page_of(client: Client, address: str) -> str:
    answer: Any = client.get(address)
    assert answer.status_code == 200
    return text_of(answer)


def test_the_page_asks_where_the_monster_spreads(ann: Client, spreading: Table) -> None:
    space = targets(spreading)[0]
    page = page_of(ann, f"{url(spreading)}?space={space}")
    assert "Choose a space on Ben’s map to which Giant Troll Ravage spreads. Then choose 1 more, if possible." in page
    assert f"Spread to {space}" in page
    assert "Destroy" not in re.sub(r"(?s)<nav.*?</nav>", "", page)
    assert re.search(rf'<td class="[^"]*doomed[^"]*"><(?:button|span)[^>]* id="{space}"', page)
    assert re.findall(r'<button type="submit" name="space" value="(\w+)"', page) == targets(spreading)


def test_the_monster_spreads_twice_and_the_log_says_so(people: list[User], ann: Client, spreading: Table) -> None:
    for left in (1, 0):
        before, turn = targets(spreading)[0], state_of(spreading).turn
        assert choose(ann, spreading, before).status_code == 303
        page = page_of(ann, url(spreading))
        assert f"You spread the monster to {before} on Ben’s map." in page
        assert before not in space_names(state_of(spreading).boards[1].marked_with("T")), "still hidden"
        monsters.everybody_else(spreading, people)
        state = state_of(spreading)
        assert before in space_names(state.boards[1].surviving("T"))
        assert (state.turn, bool(state.choice)) == (turn + 1, bool(left))


def test_the_line_tells_and_takes_a_space(ann: Client, spreading: Table) -> None:
    space = targets(spreading)[-1]
    assert "The monster can spread to" in " ".join(sentences_of(type_line(ann, spreading, "card", headers=HTMX)))
    assert sentences_of(type_line(ann, spreading, f"try {space}", headers=HTMX))[0] == (
        f"The monster would spread to {space}."
    )
    refused = type_line(ann, spreading, "K11")
    assert refused.status_code == 422
    assert "This space can’t be chosen." in problem(refused)
    told = sentences_of(type_line(ann, spreading, space.lower(), headers=HTMX))
    assert told == [f"You spread the monster to {space} on Ben’s map."]


def test_a_monster_is_moved_where_its_first_space_goes(
    people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack(monkeypatch, Effect(EffectTiming.AT_ONCE, EffectAction.MOVE, count=1, chooser=EffectChooser.OWNER))
    table = gather(people[0])
    play_on(table, people, monsters.chooses)
    board, space = state_of(table).boards[0], targets(table)[0]
    first, turn = space_names(board.surviving("T"))[0], state_of(table).turn
    page = page_of(ann, f"{url(table)}?space={space}")
    assert f"Choose where Giant Troll Ravage moves from {first}. Its other spaces move in the same direction." in page
    assert f"Move to {space}" in page
    assert re.findall(r'<button type="submit" name="space" value="(\w+)"', page) == targets(table)
    told = " ".join(sentences_of(type_line(ann, table, "card", headers=HTMX)))
    assert "The monster’s first space can move to" in told
    tried = sentences_of(type_line(ann, table, f"try {space}", headers=HTMX))
    assert choose(ann, table, space).status_code == 303
    moved = ", ".join(space_names(state_of(table).boards[0].surviving("T")))
    assert tried[0] == f"The monster would move to {moved}."
    assert f"You moved the monster to {moved}." in page_of(ann, url(table))
    assert moved in page_of(ann, url(table, turn, "").rstrip("/") + "/")


def test_lost_coins_are_told_and_explained(people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    stack(monkeypatch, Effect(EffectTiming.SEASON_END, EffectAction.EARN_COINS), coins=2)
    table = gather(people[0])
    play_on(table, people, lambda state: len(state.scores) == 1)
    page = page_of(ann, url(table))
    assert "Giant Troll Ravage: you earned 2 coins." in page
    assert "Giant Troll Ravage gave 2 coins." in page_of(ann, f"{url(table)}why/now/1/coins")


@pytest.mark.parametrize("number", range(1, 7))
def test_games_with_random_effects_have_pages_whenever_monsters_act(
    number: int, people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_with(monkeypatch, wild_monsters(mixed().ambushes, number))
    table = gather(*people[: 1 + number % 2])
    pages, state = 0, state_of(table)
    while not state.over:
        turn, scored = state.turn, len(state.scores)
        play_on(table, people, lambda now, turn=turn: now.over or now.turn > turn)
        state = state_of(table)
        if state.choice or len(state.scores) > scored:
            assert page_of(ann, url(table))
            assert page_of(ann, url(table, turn, "").rstrip("/") + "/")
            pages += 1
    assert pages >= len(state.scores)


@pytest.mark.parametrize(
    ("place", "sentence", "refusal"),
    [
        (
            Place.EDGE,
            "covering a space on the edge of the map.",
            "The shape must cover an empty space on the edge of the map.",
        ),
        (Place.MOUNTAIN, "next to a mountain.", "The shape must cover an empty space next to a mountain."),
    ],
)
def test_a_card_that_is_tied_to_a_place_is_drawn_there(
    place: Place, sentence: str, refusal: str, people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, "great_river")
    explore = tuple(replace(card, place=place) for card in mixed().explore)
    setup = Setup(replace(mixed(), explore=explore), EDICTS)
    monkeypatch.setattr(Cartographers, "setup", lambda self, chosen, seats: setup)
    table = gather(people[0])
    offer = offer_to(state_of(table), 0)
    page = page_of(ann, url(table))
    assert sentence in page
    assert "Cover at least one of the circled spaces." in page
    away = next(fit for fit in offer.options[0].shape.fits(offer.empty & ~offer.covering))
    line = f"1 water {away.orientation.turn.code} {space_name(away.anchor)}"
    assert refusal in problem(type_line(ann, table, line, headers=HTMX))
    assert draw(ann, table, 0).status_code == 303
    play_on(table, people)
    assert state_of(table).over


@pytest.mark.parametrize(
    ("overlap", "words", "result", "logged"),
    [
        (Overlap.REPLACE, "which it replaces", "This would replace", "The shape replaced"),
        (Overlap.DESTROY, "which are destroyed", "This would destroy", "The shape destroyed"),
    ],
)
def test_a_card_that_covers_drawn_spaces_says_what_is_lost(
    overlap: Overlap,
    words: str,
    result: str,
    logged: str,
    people: list[User],
    ann: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monsters.stack(monkeypatch, "great_river")
    sheet = Sheet.from_rows("meadow", "Meadow", ["FF." + "." * 8, *["." * 11] * 9, "^" * 11])
    explore = tuple(replace(card, overlap=overlap) for card in mixed().explore)
    setup = Setup(replace(mixed(), explore=explore, sheet=sheet), EDICTS)
    monkeypatch.setattr(Cartographers, "setup", lambda self, chosen, seats: setup)
    table = gather(people[0])
    page = page_of(ann, url(table))
    assert "It may cover drawn spaces." in page
    assert f"It may cover drawn spaces, {words}, but at least one space must be empty." in page
    assert "#over" in page
    placed = page_of(ann, f"{url(table)}?option=1&terrain=water&held=r1&anchor=A1")
    assert f"{result} A1, A2." in placed
    assert len(re.findall(r'<td class="[^"]* doomed ', placed)) == 2
    assert not re.findall(r'<td class="[^"]* blocked', placed)
    assert result in " ".join(sentences_of(type_line(ann, table, "try 1 water r1 A1", headers=HTMX)))
    wrong = page_of(ann, f"{url(table)}?option=1&terrain=water&held=r0&anchor=I1")
    assert "K1 is already filled. Choose another spot." in wrong
    turn = state_of(table).turn
    sent = {"option": "1", "terrain": "water", "held": "r1", "anchor": "A1", "command_id": str(uuid.uuid4())}
    assert ann.post(f"{url(table)}turns/{turn}/placement", sent).status_code == 303
    assert f"{logged} A1, A2." in page_of(ann, url(table))
    play_on(table, people)
    assert state_of(table).over


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (Place.EDGE, "on the edge of the map."),
        (Place.MOUNTAIN, "next to a mountain."),
        (Place.LANDMARK, "next to a landmark."),
        (Place.REGION_2, "in its region."),
    ],
)
def test_a_single_square_is_explained_where_a_place_is_out_of_reach(place: Place, words: str) -> None:
    card = replace(mixed().explore[0], place=place)
    assert words in forced_sentence(Forced.NOTHING_REACHES_PLACE, card)


def test_printed_terrain_is_shown_and_not_drawn_on(
    people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = Sheet.from_rows("meadow", "Meadow", ["F" * 11, "f" * 11, *["." * 11] * 9])
    setup = Setup(replace(mixed(), sheet=sheet), EDICTS)
    monkeypatch.setattr(Cartographers, "setup", lambda self, chosen, seats: setup)
    table = gather(*people[:2])
    page = page_of(ann, url(table))
    assert page.count('<td class="t-forest') == 22
    assert "B11, forest, on ruins" in page
    offered = {space_name(where) for where in spaces(offer_to(state_of(table), 0).empty)}
    assert not offered & {"A1", "B11"}
    assert "C1" in offered
