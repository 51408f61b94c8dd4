"""The page of a past turn: contents, visibility, and links to and from it."""

import re
from functools import reduce
from random import Random
from typing import Any

import pytest
from django.test import Client

from engine.cartographers.cards import AmbushCard, HeroCard
from engine.cartographers.events import ChoiceAsked, Event, MonstersSpread, MonsterWalkedIn, SeasonScored, TurnClosed
from engine.cartographers.game import RULES
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.state import State
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.cards.faces import card_terrains, shape_pictures
from games.cartographers.log.past_states import find_past_turn, read_news, turn_history
from games.cartographers.map.boards import patches
from games.tables.log.state import DecodedEvent, log
from games.tables.models import Access, Table
from tests.games.cartographers import monsters, play
from tests.games.cartographers.looking import MOST_QUERIES, link, text
from tests.games.tables.clients import been_here, signed_in, text_of

LINES = re.compile(r'<ol class="plain-list ruled">(.*?)</ol>', re.S)
MAP = re.compile(r'<li class="board-card[^>]*>(.*?)</li>', re.S)
LOG_LINK = re.compile(r'<a class="log-turn figures" href="([^"]+)" aria-label="Turn (\d+)">(\d+)</a>')


def address(table: Table, turn: int) -> str:
    return f"{play.url(table)}turns/{turn}/"


CARD = re.compile(r'<section[^>]*id="turn-card".*?</section>', re.S)


@pytest.mark.parametrize("preset", [Preset.CARTOGRAPHERS, Preset.BOTH])
def test_the_card_is_shown_with_its_terrains_and_shapes(preset: Preset, people: list[User]) -> None:
    """Compare the page of every turn with the terrains and shapes on the card revealed in that turn."""
    table = play.gather(*people[:2], **PRESETS[preset].as_json())
    last, ann = monsters.play_on(table, people).turn, signed_in(people[0])
    tape = turn_history(table.code, log(table, up_to=play.events(table)))
    seen = set()
    for turn in tape.turns:
        card = tape.state.card(turn.card)
        (shown,) = CARD.findall(text(ann, address(table, turn.number)))
        assert f"cards/{card.id}/" in shown
        assert re.findall(r'<span class="visually-hidden">([^<]+)</span>', shown) == [
            picture.label for picture in shape_pictures(card)
        ]
        assert re.findall(r"</svg> (\w+)", shown) == [ground.label for ground in card_terrains(card)]
        seen.add(type(card))
    assert last == tape.turns[-1].number
    assert len(seen) > 1


def lines(page: str) -> list[str]:
    match = LINES.search(page)
    assert match
    return re.findall(r"<li>(.*?)</li>", match[1], re.S)


def drawn(boards: Any, fresh: Any) -> list[list[str]]:
    """The paths of small maps."""
    return [[patch.path for patch in patches(*each)] for each in zip(boards, fresh, strict=True)]


def maps(page: str) -> list[list[str]]:
    return [re.findall(r'<path class="(?!grid)[^"]*"[^>]* d="([^"]*)"', body) for body in MAP.findall(page)]


def title(page: str) -> str:
    match = re.search(r"<title>(.*?)</title>", page)
    assert match
    return match[1]


def whole_log(table: Table) -> tuple[DecodedEvent[Event], ...]:
    return log(table, up_to=play.events(table))


def test_the_maps_are_those_of_then(ann: Client, people: list[User]) -> None:
    """Check that the maps of a past turn stay the same after later turns, with that turn's shape outlined."""
    table = play.gather(*people[:2])
    left: dict[int, State] = {}

    def note(state: State) -> bool:
        left.setdefault(state.turn - 1, state)
        return state.turn > 5

    play.play_until(table, Random(5), note)
    for turn in range(1, 6):
        state = left[turn]
        assert maps(text(ann, address(table, turn))) == drawn(state.boards, state.latest), turn
    assert len({str(maps(text(ann, address(table, turn)))) for turn in range(1, 6)}) == 5


def test_it_says_what_was_played_and_what_happened(ann: Client, people: list[User], summer: Table) -> None:
    page = text(ann, address(summer, 1))
    first = next(entry.event.card for entry in whole_log(summer) if entry.turn == 1)
    assert title(page) == "Turn 1 · Desk · Carto"
    assert re.search(r"<h1[^>]*>Turn 1</h1>", page)
    assert f'class="lead">Spring · <a href="/tables/{summer.code}/cards/{first}/" data-why>' in page
    log_lines = lines(page)
    assert log_lines[0].endswith(" revealed.")
    assert sorted(line.split()[0] for line in log_lines[1:]) == ["Ben", "You"]
    assert len(MAP.findall(page)) == 2
    assert all(re.search(r'aria-label="\d+ coins?"', body) for body in MAP.findall(page))
    assert "Your map" in page
    assert "Ben’s map" in page


def test_lines_are_those_of_the_log(ann: Client, summer: Table) -> None:
    """Check that the turns together contain every line of the table's log after the game's start."""
    page = text(ann, play.url(summer))
    state = play.state_of(summer)
    logged = re.findall(r"<li>(?:<a|<span) class=\"log-turn.*?</(?:a|span)>\s+(.*?)</li>", page, re.S)
    turns = [lines(text(ann, address(summer, turn))) for turn in range(1, state.turn)]
    log_lines = [line for turn in turns for line in turn]
    assert len(log_lines) > 20
    assert "".join(reversed(logged)).find("".join(log_lines)) > 0


def test_turns_are_linked_with_each_other_and_the_table(ann: Client, summer: Table) -> None:
    last = play.state_of(summer).turn - 1
    for turn in range(1, last + 1):
        page = text(ann, address(summer, turn))
        assert link(page, "prev") == (address(summer, turn - 1) if turn > 1 else "")
        assert link(page, "next") == (address(summer, turn + 1) if turn < last else "")
        assert f'href="{play.url(summer)}" aria-label="Back to the table, Desk">Desk</a>' in page


@pytest.mark.parametrize("over", [False, True])
def test_every_line_of_a_closed_turn_leads_to_it(over: bool, ann: Client, people: list[User], summer: Table) -> None:
    if over:
        play.play_until(summer, Random(5), lambda state: state.over)
    page, state = text(ann, play.url(summer)), play.state_of(summer)
    links = LOG_LINK.findall(page)
    assert {int(shown) for _, _, shown in links} == set(range(1, state.turn + over))
    for url, name, shown in links:
        assert (url, name) == (address(summer, int(shown)), shown)
    assert len(links) == sum(len(lines(text(ann, address(summer, turn)))) for turn in range(1, state.turn + over))


def test_the_open_turn_leads_to_the_table_and_others_are_not_there(ann: Client, summer: Table) -> None:
    turn = play.state_of(summer).turn
    answer = ann.get(address(summer, turn))
    assert (answer.status_code, answer["Location"]) == (303, play.url(summer))
    for other in (0, turn + 1, 10**30):
        answer = ann.get(address(summer, other))
        assert answer.status_code == 404
        assert 'class="site-header"' in text_of(answer)


def test_before_the_game_there_are_no_turns(ann: Client, people: list[User]) -> None:
    table = play.gather(people[0], capacity=2)
    assert [ann.get(address(table, turn)).status_code for turn in (0, 1)] == [404, 404]


@pytest.mark.parametrize("access", Access)
def test_who_may_see_the_table_may_see_its_turns(access: Access, people: list[User]) -> None:
    table = play.gather(*people[:2], access=access)
    monsters.play_on(table, people, lambda state: state.turn == 2)
    for user in people[:2]:
        assert signed_in(user).get(address(table, 1)).status_code == 200
    for stranger in (Client(), signed_in(people[3])):
        assert stranger.get(address(table, 1)).status_code == (200 if access == Access.OPEN else 404)


def test_what_was_taken_back_stays_with_who_did_so(people: list[User]) -> None:
    table = play.gather(*people[:2])
    ann, ben = (signed_in(user) for user in people[:2])
    play.draw(ann, table, 0)
    play.take_back(ann, table, 1)
    monsters.play_on(table, people, lambda state: state.turn == 2)
    own, others = (lines(text(client, address(table, 1))) for client in (ann, ben))
    assert "You undid your move." in own
    assert len(own) == len(others) + 2
    assert maps(text(ann, address(table, 1))) == maps(text(Client(), address(table, 1)))


def test_a_drawing_of_the_open_turn_changes_no_page_of_the_past(people: list[User], summer: Table) -> None:
    ann, ben = (signed_in(user) for user in people[:2])
    last = play.state_of(summer).turn - 1
    before = [text(client, address(summer, last)) for client in (ann, ben)]
    play.draw(ann, summer, 0)
    after = [text(client, address(summer, last)) for client in (ann, ben)]
    for one, other in zip(before, after, strict=True):
        assert (lines(one), maps(one)) == (lines(other), maps(other))


def test_an_answer_carries_the_version_and_is_not_kept(ann: Client, summer: Table) -> None:
    answer = ann.get(address(summer, 1))
    assert answer["X-Game-Version"] == str(summer.version)
    assert answer["Cache-Control"] == "no-store"


def test_a_turn_is_a_few_queries(people: list[User], summer: Table, django_assert_max_num_queries: Any) -> None:
    ann = been_here(people[0])
    with django_assert_max_num_queries(MOST_QUERIES):
        ann.get(address(summer, 3))


# --- Turns of every kind ---------------------------------------------------------------------------------------------


def last_turn(table: Table) -> int:
    state = play.state_of(table)
    return state.turn if state.over else state.turn - 1


@pytest.mark.parametrize("count", [1, 3])
def test_whole_games_with_heroes_and_monsters(count: int, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that every turn has a page, and that monster spreads appear with the turn they follow."""
    gorgon, troll = "gorgon_gaze", "giant_troll_ravage"
    monsters.lay_on_top(monkeypatch, {"ambushes": (gorgon, troll), "deck/spring": (gorgon,), "deck/summer": (troll,)})
    table = play.gather(*people[:count], **PRESETS[Preset.BOTH].as_json())
    monsters.play_on(table, people)
    everything = whole_log(table)
    kinds = set()
    for turn in range(1, last_turn(table) + 1):
        past = find_past_turn(turn_history(table.code, everything), everything, turn, None)
        assert past is not None
        page = text(Client(), address(table, turn))
        assert maps(page) == drawn(past.after.boards, past.after.latest)
        assert f'href="/tables/{table.code}/cards/{past.card.id}/"' in page
        own = [entry.event for entry in everything if entry.turn == turn]
        kinds |= {type(event) for event in own}
        kinds.add(type(past.card))
        has_scored = any(re.match(r"(Spring|Summer|Fall|Winter) scored[:.]", line) for line in lines(page))
        assert has_scored == any(isinstance(event, SeasonScored) for event in own)
    assert {AmbushCard, HeroCard, SeasonScored, ChoiceAsked} <= kinds
    assert (MonsterWalkedIn in kinds) == (count == 1)
    assert "The game is over." in lines(text(Client(), address(table, last_turn(table))))
    assert Client().get(address(table, last_turn(table) + 1)).status_code == 404


def test_a_spread_is_outlined_with_the_turn_that_it_follows(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, "zombie_plague")
    table = play.gather(*people[:2])
    play.play_until(table, Random(5), lambda state: state.season == 1)
    everything = whole_log(table)
    spread = next(entry for entry in everything if isinstance(entry.event, MonstersSpread))
    past = find_past_turn(turn_history(table.code, everything), everything, spread.turn, None)
    assert past is not None
    drew = [entry.event for entry in everything if entry.turn == spread.turn and isinstance(entry.event, TurnClosed)]
    assert len(drew) == 1
    for seat, growth in enumerate(spread.event.growths):
        assert growth.cells
        assert past.after.latest[seat] & growth.cells == growth.cells
        assert past.after.latest[seat] != growth.cells, "what was drawn by hand is outlined as well"
    assert past.after.boards == play.state_of(table).boards
    assert any("spread" in line for line in lines(text(Client(), address(table, spread.turn))))


def test_the_season_is_that_of_the_turn_though_the_next_one_began(ann: Client, summer: Table) -> None:
    scored = next(entry for entry in whole_log(summer) if isinstance(entry.event, SeasonScored))
    page, after = (text(ann, address(summer, turn)) for turn in (scored.turn, scored.turn + 1))
    assert 'class="lead">Spring · ' in page
    assert "Summer begins." in lines(page)
    assert 'class="lead">Summer · ' in after


def test_a_turn_is_rebuilt_and_tells_what_its_viewer_may_read_today(people: list[User], summer: Table) -> None:
    """Check also that the turns together make up the whole game."""
    state, everything = play.state_of(summer), whole_log(summer)
    tape = turn_history(summer.code, everything)
    assert [turn.number for turn in tape.turns] == [*range(1, state.turn)]
    for viewer in (None, Seat(0), Seat(1)):
        then = reduce(RULES.evolve, (entry.event for entry in everything if entry.turn <= 4), RULES.initial)
        past = find_past_turn(tape, everything, 4, viewer)
        assert past is not None
        assert (past.after.boards, past.after.coins, past.after.latest) == (then.boards, then.coins, then.latest)
        assert past.log == tuple(entry for entry in read_news(everything, viewer, state) if entry.turn <= 4)
        assert find_past_turn(tape, everything, state.turn, viewer) is None
