"""The stars of a past turn: taken from the maps at that time, each with its own explanation page."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import urljoin

import pytest
from django.test import Client
from django.urls import resolve

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.scoring.tally import score
from engine.cartographers.state import State
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.goals.explanations import explanation_of, question_of
from games.cartographers.goals.figures import COINS, MONSTERS, NOW
from games.cartographers.log.past_states import find_past_turn, turn_history
from games.play.explanations import BackLink, Why, explanation_url
from games.play.people import people as seated_people
from games.tables.game import Seated
from games.tables.log.state import load, log
from games.tables.models import Access, Table
from tests.games.cartographers import monsters, play
from tests.games.cartographers.looking import MOST_QUERIES, lead, link, text
from tests.games.tables.clients import been_here, signed_in
from tests.games.tables.present import present

LETTERS = "ABCD"
FIGURE = re.compile(r'<a class="(ask[^"]*)" data-why href="([^"]+)"[^>]*?>(.*?)</a>', re.S)
EARNED = re.compile(r"[−-]?\d+")


def number(words: str) -> int:
    """Return the number at the start of a text."""
    match = EARNED.match(words)
    assert match, words
    return int(match[0].replace("−", "-"))


def turn_url(table: Table, turn: int) -> str:
    return f"{play.url(table)}turns/{turn}/"


def stars(page: str) -> list[int]:
    """The stars of the four edicts."""
    each = re.findall(r'id="edict-([A-D])".*?<a class="ask edict-stars"[^>]*>(\d+)<', page, re.DOTALL)
    return [int(figure) for _, figure in sorted(each)]


def test_stars_are_those_of_the_boards_of_then(people: list[User]) -> None:
    """Check every turn of three seasons on both maps, and the season scores known by then."""
    table = play.gather(*people[:2])
    left: dict[int, State] = {}

    def note(state: State) -> bool:
        left.setdefault(state.turn - 1, state)
        return state.season == 2 and state.time > 0

    play.play_until(table, Random(5), note)
    figures = set()
    for turn in range(1, max(left) + 1):
        state = left[turn]
        for seat, board in enumerate(state.boards):
            page = text(Client(), f"{turn_url(table, turn)}?look={seat + 1}")
            assert stars(page) == [score(card, board).stars for card in state.edicts], (turn, seat)
            assert [page.count(f"why/{season.id}/{seat + 1}/") for season in state.definition.seasons] == [2] * 4
            earned = re.findall(
                r'class="ask badge" data-why href="[^"]*/why/(\w+)/\d/(\w)" aria-label="\D*(\d+) ', page
            )
            scored = [
                (season.id, letter, str(one))
                for season, scores in zip(state.definition.seasons, state.scores, strict=False)
                for letter, one in zip(season.edicts, scores[seat].edicts, strict=True)
            ]
            assert sorted(earned) == sorted(scored)
            figures.add((*stars(page), len(earned)))
    assert len(figures) > 10


def test_every_figure_of_every_turn_is_explained(ann: Client, people: list[User], full: bool) -> None:
    """Check that each linked figure matches the start of its explanation, from first turn to last."""
    table = play.gather(*people[:2])
    state = play.play_until(table, Random(5), lambda state: state.over)
    for turn in range(1, state.turn + 1, 2 if full else 6):
        viewer, seat = ((ann, 2), (Client(), 1))[turn // 2 % 2]
        figures = FIGURE.findall(text(viewer, f"{turn_url(table, turn)}?look={seat}"))
        # Four edicts and two seasons of each, the coin track, stars and coins of two small maps.
        assert len(figures) >= 12 + 1 + 4
        for css, address, shown in figures:
            assert address.startswith("./why/")
            answer = lead(text(viewer, urljoin(turn_url(table, turn), address), **{"HX-Request": "true"}))
            assert number(answer) in {sign * number(_bare(shown)) for sign in (1, -1)}, (address, css)


def _bare(shown: str) -> str:
    return re.sub(r"<[^>]+>", "", shown).strip()


def explanations(table: Table, turn: int) -> Iterator[tuple[Why, Seat, str, State]]:
    """Yield the explanation of every figure of a past turn, as shown to a spectator."""
    loaded = load(present(table))
    seated = Seated(table, None, loaded.state, loaded.number, tuple(table.seats.select_related("user")))
    events = log(table, up_to=loaded.number)
    past = find_past_turn(turn_history(table.code, events), events, turn, None)
    assert past is not None
    for person in seated_people(seated):
        for part in (*LETTERS, COINS, MONSTERS):
            question = question_of(past.after, NOW, person, part)
            assert question is not None
            explanation = explanation_of(past.after, past.log, question, None, turn_url(table, turn), BackLink("", ""))
            yield explanation, person.seat, part, past.after


@pytest.mark.parametrize("preset", [Preset.CARTOGRAPHERS, Preset.BOTH])
def test_reasons_add_up_in_every_turn(preset: Preset, people: list[User]) -> None:
    table = play.gather(*people[:2], **PRESETS[preset].as_json())
    last = monsters.play_on(table, people).turn
    summed = 0
    for turn in range(1, last + 1):
        for explanation, seat, part, view in explanations(table, turn):
            earned = [number(reason.sentence) for reason in explanation.reasons if EARNED.match(reason.sentence)]
            if part == COINS:
                assert min(sum(earned), view.definition.coin_track) == view.coins[seat]
            elif part == MONSTERS:
                assert sum(earned) == view.boards[seat].monster_losses().bit_count()
            else:
                card = view.edicts[LETTERS.index(part)]
                assert sum(earned) == score(card, view.boards[seat]).stars == number(explanation.lead), card.id
            summed += len(earned)
    assert summed > 100


def test_it_is_said_when_it_was_so(ann: Client, people: list[User], summer: Table) -> None:
    page = text(ann, turn_url(summer, 4))
    assert "Stars on your map after this turn." in page
    assert "stars at that point" in page
    assert "if scored now" not in page
    other = text(ann, f"{turn_url(summer, 4)}?look=2")
    assert "Stars on Ben’s map after this turn." in other
    leads = {
        "now/1/A": "on your map after turn 4.",
        "now/2/A": "on Ben’s map after turn 4.",
        "fall/1/stars": "on your map if Fall had been scored after turn 4.",
        "fall/2/stars": "on Ben’s map if Fall had been scored after turn 4.",
    }
    for address, words in leads.items():
        explanation = text(ann, f"{turn_url(summer, 4)}why/{address}")
        assert words in lead(explanation)
        assert f'href="{turn_url(summer, 4)}?look={address.split("/")[1]}">Back to turn</a>' in explanation


def test_in_the_end_it_is_told_as_the_table_does(ann: Client, people: list[User]) -> None:
    table = play.gather(*people[:2])
    last = monsters.play_on(table, people).turn
    page = text(ann, turn_url(table, last))
    assert "Stars on your map at the end of the game." in page
    assert "at that point" not in page
    now, then = (text(ann, f"{where}why/now/1/A") for where in (play.url(table), turn_url(table, last)))
    assert lead(now) == lead(then)


def test_another_map_is_looked_at_and_stays_so(ann: Client, summer: Table) -> None:
    own, other = (text(ann, turn_url(summer, 3) + look) for look in ("", "?look=2"))
    assert '<h2 id="desk-title" tabindex="-1">Your map</h2>' in own
    assert '<h2 id="desk-title" tabindex="-1">Ben’s map</h2>' in other
    assert 'href="./?look=2#desk"' in own
    assert 'href="./#desk"' in other
    assert (link(own, "prev"), link(own, "next")) == (turn_url(summer, 2), turn_url(summer, 4))
    assert link(other, "prev") == f"{turn_url(summer, 2)}?look=2"
    assert link(other, "next") == f"{turn_url(summer, 4)}?look=2"
    for nobody in ("?look=0", "?look=3", "?look=x", "?look="):
        assert '<h2 id="desk-title" tabindex="-1">Your map</h2>' in text(ann, turn_url(summer, 3) + nobody)


def test_the_large_map_is_to_read_alone(ann: Client, summer: Table) -> None:
    page = text(ann, turn_url(summer, 3))
    table = page[page.index('<table class="map"') : page.index("</table>")]
    assert table.count("<th ") == 22
    assert table.count('role="img"') == 121
    assert "<button" not in table
    assert re.search(r'class="[^"]*\bfresh\b', table)


def test_no_edict_counts_where_the_season_was_scored_with_the_turn(ann: Client, summer: Table) -> None:
    pages = [text(ann, turn_url(summer, turn)) for turn in range(1, play.state_of(summer).turn)]
    scored = next(number for number, page in enumerate(pages) if "Spring scored. Totals: " in page)
    counts = [page.count("Scored this season.") for page in pages]
    assert counts == [0 if number == scored else 2 for number in range(len(pages))]


def test_addresses_are_those_of_the_view() -> None:
    match = resolve(explanation_url("/tables/abc/turns/7/", NOW, Seat(2), "A"))
    assert match.view_name == "play:past_explanation"
    assert match.kwargs == {"code": "abc", "turn": 7, "when": "now", "seat": 3, "part": "A"}


NO_FIGURES = [
    *(f"now/{seat}/A" for seat in (0, 3, 10**30)),
    *("now/1/E", "now/1/stars", "spring/1/C", "year/1/A", "autumn/1/A", "-1/1/A"),
]


@pytest.mark.parametrize("address", NO_FIGURES)
def test_what_is_no_figure_is_404(address: str, ann: Client, summer: Table) -> None:
    assert ann.get(f"{turn_url(summer, 2)}why/{address}").status_code == 404


def test_only_turns_that_have_closed_can_be_asked(ann: Client, people: list[User], summer: Table) -> None:
    turn = play.state_of(summer).turn
    for other, status in {0: 404, 1: 200, turn - 1: 200, turn: 404, turn + 1: 404, 10**30: 404}.items():
        assert ann.get(f"{turn_url(summer, other)}why/now/1/A").status_code == status, other
    gathering = play.gather(people[0], capacity=2)
    assert ann.get(f"{turn_url(gathering, 1)}why/now/1/A").status_code == 404


@pytest.mark.parametrize("access", Access)
def test_who_may_ask(access: Access, people: list[User]) -> None:
    table = play.gather(*people[:2], access=access)
    monsters.play_on(table, people, lambda state: state.turn == 2)
    address = f"{turn_url(table, 1)}why/now/1/monsters"
    assert signed_in(people[1]).get(address).status_code == 200
    for stranger in (Client(), signed_in(people[3])):
        assert stranger.get(address).status_code == (200 if access == Access.OPEN else 404)


def test_a_drawing_of_the_open_turn_changes_no_explanation(people: list[User], summer: Table) -> None:
    ann, ben = (signed_in(user) for user in people[:2])
    last = play.state_of(summer).turn - 1
    addresses = [f"{turn_url(summer, last)}why/now/1/{part}" for part in (*LETTERS, COINS, MONSTERS)]
    htmx = {"HX-Request": "true"}
    before = [text(client, address, **htmx) for client in (ann, ben) for address in addresses]
    play.draw(ann, summer, 0)
    assert [text(client, address, **htmx) for client in (ann, ben) for address in addresses] == before


@pytest.mark.parametrize("address", ["", "?look=2", "why/now/1/A", "why/year/1/stars"])
def test_it_is_a_few_queries(
    address: str, people: list[User], summer: Table, django_assert_max_num_queries: Any
) -> None:
    ann = been_here(people[0])
    with django_assert_max_num_queries(MOST_QUERIES):
        ann.get(turn_url(summer, 3) + address)
