"""The Heroes lesson: its steps in the order of its deck, each checked by the rules, and where it starts and leads."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils.translation import override

from engine.cartographers.cards import AmbushCard, HeroCard
from engine.cartographers.game import RULES
from engine.cartographers.geometry import neighbours
from engine.cartographers.notation import placement_of, space_names
from engine.cartographers.rules.effects import targets
from engine.cartographers.state import State
from engine.cartographers.terrain import Feature
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.lesson.heroes_lesson import HeroesTopic, heroes_topic, heroes_words, spaces_for
from games.cartographers.lesson.lesson_game import lesson_under_way, start_lesson
from games.cartographers.lesson.lesson_kinds import LessonKind
from games.history.models import Result, SeatSummary
from games.tables.lobby.rematches import rematch
from games.tables.models import Table
from tests.games.cartographers.lesson.bubbles import play_bots
from tests.games.cartographers.monsters import answer, choose, chooses, opens, play_on
from tests.games.cartographers.monsters import targets as choices
from tests.games.cartographers.play import draw_in_words, state_of, url
from tests.games.tables.clients import signed_in, text_of

pytestmark = pytest.mark.django_db

STEPS = (
    *("ruins", "troll", "hero", "destroyed", "troll_acts"),
    *("scoring", "gorgon", "aim", "penalty", "troll_acts"),
    *("scoring", "zombies", "spread", "dragon", "end"),
)


@pytest.fixture
def ann(people: list[User]) -> Client:
    return signed_in(people[0])


@pytest.fixture
def table(people: list[User]) -> Table:
    return start_lesson(user=people[0], kind=LessonKind.HEROES)


def lesson(client: Client, table: Table) -> str:
    """Return the bubble's HTML, or "" without one."""
    aside = re.search(r'<aside id="lesson".*?</aside>', text_of(client.get(url(table))), re.DOTALL)
    return unescape(aside[0]) if aside else ""


def lit(bubble: str) -> list[str]:
    """Return the spaces that a bubble highlights."""
    spaces = re.search(r'data-spaces="([^"]+)"', bubble)
    return sorted(spaces[1].split()) if spaces else []


def step(number: HeroesTopic) -> object:
    """Return the condition that a step has come."""
    return lambda state: heroes_topic(RULES.view(state, Seat(0))) is number


def monster(state: State) -> AmbushCard:
    """Return the latest monster."""
    return [card for card in map(state.card, state.revealed) if isinstance(card, AmbushCard)][-1]


def draw_here(client: Client, table: Table, text: str) -> str:
    """Draw a placement; return the bubble that follows."""
    assert draw_in_words(client, table, state_of(table).turn, placement_of(text)).status_code == 303
    return lesson(client, table)


def test_lesson_explains_every_step_in_fifteen_words(people: list[User], ann: Client, table: Table) -> None:
    steps = []
    while not (state := state_of(table)).over:
        view = RULES.view(state, Seat(0))
        topic = heroes_topic(view)
        assert topic
        steps.append(topic.value)
        for language in ("en", "fr"):
            with override(language):
                title, text = heroes_words(topic, view)
            assert title
            assert len(text.split()) <= 15, text
            assert "%" not in text
        paragraphs = [re.sub("<[^>]*>", "", words) for words in re.findall(r"<p[^>]*>(.*?)</p>", lesson(ann, table))]
        assert paragraphs
        assert all(len(words.split()) <= 15 for words in paragraphs)
        answer(table, people, next(ask for ask in RULES.asks(state) if not ask.answered))
    assert tuple(steps) == STEPS
    assert lesson(ann, table) == ""


def test_lesson_sheet_has_ruins_that_no_card_asks_for(table: Table) -> None:
    definition = state_of(table).definition
    assert definition.sheet.id == "C"
    assert definition.sheet.ruins
    assert not definition.ruins


def test_hero_step_highlights_where_the_rules_destroy_monsters(people: list[User], ann: Client, table: Table) -> None:
    state = play_on(table, people, opens(HeroCard))
    view = RULES.view(state, Seat(0))
    assert view.desk
    reached = set[str]()
    for placement in view.desk.offer.placements():
        outcome = view.desk.position.drawing(view.desk.offer, placement)
        if outcome.destroyed:
            reached |= {*space_names(outcome.cells)}
    assert lit(lesson(ann, table)) == sorted(reached)
    assert reached == {"A8", "B9", "B11", "C10"}


def test_hero_that_hits_is_told_how_many_spaces_it_destroyed(people: list[User], ann: Client, table: Table) -> None:
    play_on(table, people, opens(HeroCard))
    shown = draw_here(ann, table, "1 hero r0 B9")
    assert "Well done. Your hero destroyed 2 monster spaces." in shown
    assert state_of(table).boards[0].surviving("T").bit_count() == 2


def test_hero_that_misses_is_shown_the_best_space(people: list[User], ann: Client, table: Table) -> None:
    play_on(table, people, opens(HeroCard))
    shown = draw_here(ann, table, "1 hero r0 H5")
    assert "Missed. A hero on B9 would have destroyed 2 monster spaces." in shown
    assert lit(shown) == ["B9"]
    assert state_of(table).boards[0].surviving("T").bit_count() == 4


def test_troll_step_highlights_what_the_troll_may_destroy(people: list[User], ann: Client, table: Table) -> None:
    state = play_on(table, people, step(HeroesTopic.TROLL))
    assert lit(lesson(ann, table)) == sorted(space_names(targets(monster(state), state.boards[0])))
    play_on(table, people, chooses)
    assert "choose the empty space that the Troll destroys" in lesson(ann, table)
    (first, *_others) = choices(table)
    assert choose(ann, table, first).status_code == 303
    assert "The season is over" in lesson(ann, table)


def test_gorgon_step_asks_for_a_space_that_is_destroyed(people: list[User], ann: Client, table: Table) -> None:
    state = play_on(table, people, step(HeroesTopic.GORGON))
    assert monster(state).initial == "G"
    (first, *_others) = choices(table)
    choose(ann, table, first)
    assert "Rotate or flip it to aim" in lesson(ann, table)
    assert first in space_names(state_of(table).boards[0].layers[Feature.DESTROYED])


def test_zombie_step_highlights_where_the_zombies_then_spread(people: list[User], ann: Client, table: Table) -> None:
    state = play_on(table, people, step(HeroesTopic.ZOMBIES))
    assert lit(lesson(ann, table)) == sorted(space_names(targets(monster(state), state.boards[0])))
    spread = play_on(table, people, step(HeroesTopic.SPREAD))
    zombies = spread.boards[0].surviving("Z")
    assert zombies.bit_count() > 1
    assert f"The Zombies now hold {zombies.bit_count()} monster spaces." in lesson(ann, table)


def test_dragon_step_highlights_what_is_left_to_surround(people: list[User], ann: Client, table: Table) -> None:
    state = play_on(table, people, step(HeroesTopic.DRAGON))
    board = state.boards[0]
    assert lit(lesson(ann, table)) == sorted(space_names(neighbours(board.surviving("D")) & board.empty))
    assert "earn 3 coins" in lesson(ann, table)


def test_scoring_step_tells_the_stars_and_the_penalty(people: list[User], ann: Client, table: Table) -> None:
    state = play_on(table, people, step(HeroesTopic.SCORING))
    score = state.scores[-1][0]
    assert score.losses > 1
    assert f"You scored {score.total} stars." in lesson(ann, table)
    assert f"cost you {score.losses} stars." in lesson(ann, table)


def test_penalty_step_counts_the_spaces_that_cost_stars_now(people: list[User], ann: Client, table: Table) -> None:
    state = play_on(table, people, step(HeroesTopic.PENALTY))
    losses = state.boards[0].monster_losses()
    assert f"now cost {losses.bit_count()} stars a season" in lesson(ann, table)
    assert spaces_for(HeroesTopic.PENALTY, RULES.view(state, Seat(0))) == losses


def test_lesson_ends_with_a_way_to_a_heroes_game(people: list[User], ann: Client, table: Table) -> None:
    play_on(table, people, step(HeroesTopic.END))
    shown = lesson(ann, table)
    assert play_bots(ann, shown).set == "heroes"
    link = re.search(r'<a [^>]*href="([^"]*)"[^>]*>New table</a>', shown)
    assert link
    form = text_of(ann.get(link[1]))
    assert re.search(r'<option value="1" selected>', form)
    assert re.search(r'value="heroes"[^>]*checked', form)


def test_first_lesson_leads_to_the_heroes_lesson(people: list[User], ann: Client) -> None:
    first = start_lesson(user=people[0])
    play_on(first, people, lambda state: state.season == 1)
    assert 'href="/cartographers/learn/heroes/"' in lesson(ann, first)


def test_lessons_of_both_kinds_are_under_way_side_by_side(people: list[User], ann: Client) -> None:
    first = ann.post("/cartographers/learn/")
    heroes = ann.post("/cartographers/learn/heroes/")
    assert first["Location"] != heroes["Location"]
    assert ann.post("/cartographers/learn/heroes/")["Location"] == heroes["Location"]
    assert ann.post("/cartographers/learn/")["Location"] == first["Location"]
    assert "Continue lesson" in text_of(ann.get("/cartographers/learn/heroes/"))


def test_one_form_starts_each_lesson_once(client: Client) -> None:
    page = text_of(client.get("/"))
    command_id = re.search(r'action="/cartographers/learn/".*?name="command_id" value="([^"]+)"', page, re.DOTALL)
    assert command_id
    sent = {"guest": "1", "command_id": command_id[1]}
    addresses = {
        Client().post(f"/cartographers/learn/{kind}", sent)["Location"] for kind in ("", "heroes/", "", "heroes/")
    }
    assert len(addresses) == 2
    assert Table.objects.count() == 2


@pytest.mark.parametrize("address", ["/", "/cartographers/rules/", "/cartographers/learn/", "/tables/new/"])
def test_pages_that_offer_lessons_name_the_heroes_lesson(address: str, client: Client, people: list[User]) -> None:
    for visitor in (client, signed_in(people[0])):
        assert re.search(r'"/cartographers/learn/heroes/"[^>]*>Heroes lesson<', text_of(visitor.get(address)))


def test_finished_lesson_does_not_count_toward_statistics(people: list[User], table: Table) -> None:
    play_on(table, people)
    assert SeatSummary.objects.get(summary__table=table).result == Result.PRACTICE
    assert lesson_under_way(people[0], LessonKind.HEROES) is None


def test_rematch_of_a_lesson_is_a_whole_game_of_heroes(people: list[User], table: Table) -> None:
    play_on(table, people)
    again = state_of(rematch(table=table.code, user=people[0])).definition
    assert [season.threshold for season in again.seasons] == [8, 7, 7, 6]
    assert (len(again.explore), len(again.heroes)) == (11, 4)
