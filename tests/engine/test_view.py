"""Views: they reveal no sealed answer and no deck, by any route."""

import dataclasses
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from engine.cartographers.commands import Draw
from engine.cartographers.events import (
    AmbushDeckShuffled,
    CardRevealed,
    Chosen,
    Drawn,
    HeroDeckShuffled,
    SeasonBegan,
    TakenBack,
)
from engine.cartographers.game import RULES
from engine.cartographers.news import ChoiceNews, DrawingNews, News, SeasonOpened
from engine.cartographers.rules.setup import Setup
from engine.cartographers.shapes import Shape
from engine.cartographers.state import State
from engine.cartographers.view import View, view
from engine.contract import Seat, Viewer
from engine.randomness import Shuffler
from tests.engine.mixes import BOTH, CARTOGRAPHERS, HEROES, Mix
from tests.engine.tools import Game, any_placement, definition, names, new_game, random_game, seed_of


def inside(root: Any) -> Iterator[Any]:
    """A value and everything reachable from it, except shapes, which are shared and cyclic."""
    waiting, met = [root], set()
    while waiting:
        thing = waiting.pop()
        if id(thing) in met or isinstance(thing, Shape):
            continue
        met.add(id(thing))
        yield thing
        if isinstance(thing, Mapping):
            waiting += [*thing.keys(), *thing.values()]
        elif isinstance(thing, (tuple, list, set, frozenset)):
            waiting += list(thing)
        elif dataclasses.is_dataclass(thing):
            waiting += [getattr(thing, entry.name) for entry in dataclasses.fields(thing)]


def secrets(state: State) -> set[Any]:
    """Hidden data: whole decks, and the ids of unrevealed ambushes and heroes."""
    definition = state.definition
    surprises = {card.id for card in (*definition.ambushes, *definition.heroes)}
    hidden = {card for card in (*state.deck, *state.ambush_deck, *state.hero_deck) if card in surprises}
    return {state.deck, state.ambush_deck, state.hero_deck} | hidden - {()}


def leaks(seen: View, state: State) -> list[Any]:
    """The secrets found in a view, ignoring the definition, which is public."""
    assert seen.definition == state.definition
    rest = [getattr(seen, entry.name) for entry in dataclasses.fields(seen) if entry.name != "definition"]
    leaked = [part for part in inside(rest) if isinstance(part, (str, tuple)) and part and part in secrets(state)]
    others = [drawing for seat, drawing in enumerate(state.answers) if drawing is not None and seat != seen.viewer]
    return leaked + [part for part in inside(rest) if isinstance(part, (Drawn, Chosen)) and part in others]


def viewers(state: State) -> list[Viewer]:
    return [None, *(Seat(seat) for seat in range(state.seats))]


@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_no_view_leads_to_a_secret(seats: int) -> None:
    rng = Random(seats)
    game = Game(Setup(definition()), seats, Shuffler(seed_of(seats)))
    while not game.state.over:
        for viewer in viewers(game.state):
            assert leaks(view(game.state, viewer), game.state) == []
        game.anything(rng)


def test_a_planted_leak_is_found() -> None:
    game = new_game(2, spring=["farmland"])
    game.draw("1 farm A1", 0)
    seen = view(game.state, Seat(1))
    assert leaks(seen, game.state) == []
    drawing = game.state.answers[0]
    assert leaks(dataclasses.replace(seen, task=view(game.state, Seat(0)).task), game.state) == [drawing]
    assert leaks(dataclasses.replace(seen, column=game.state.deck), game.state)
    assert leaks(dataclasses.replace(seen, column=game.state.ambush_deck[:1]), game.state)
    assert leaks(dataclasses.replace(seen, revealed=game.state.ambush_deck[-1:]), game.state)


def test_what_is_drawn_in_secret_changes_no_other_view() -> None:
    rng = Random(9)
    for spring in (["farmland"], ["temple_ruins", "hamlet"], ["gnoll_raid"]):
        game = new_game(4, spring=spring)
        for _ in range(20):
            drawn = []
            for _ in range(2):
                command = Draw(Seat(2), game.state.turn, any_placement(rng, game.offer(2)))
                event = RULES.answer(game.state, command)
                drawn.append(RULES.evolve(game.state, event))
            for viewer in (None, 0, 1, 3):
                one, other = (view(state, None if viewer is None else Seat(viewer)) for state in drawn)
                assert one == other


def test_the_order_of_the_decks_changes_no_view() -> None:
    game = new_game(3, spring=["farmland"])
    game.draw("1 farm A1", 0)
    shuffled = game.state.but(deck=game.state.deck[::-1], ambush_deck=("unheard", "of", "ambushes"))
    for viewer in viewers(game.state):
        assert view(game.state, viewer) == view(shuffled, viewer)


def test_a_seat_sees_its_own_drawing_and_that_others_have_drawn() -> None:
    game = new_game(2, spring=["farmland"])
    game.draw("1 farm A1", 0)
    mine, theirs, watching = (view(game.state, viewer) for viewer in (Seat(0), Seat(1), None))
    assert mine.desk is not None
    assert mine.desk.answer == game.state.answers[0]
    assert mine.owed is None
    assert theirs.desk is not None
    assert theirs.owed is theirs.desk
    assert (watching.task, watching.owed) == (None, None)
    assert {seen.drawn for seen in (mine, theirs, watching)} == {(True, False)}
    assert {seen.awaited for seen in (mine, theirs, watching)} == {(False, True)}
    assert {seen.boards for seen in (mine, theirs, watching)} == {game.state.boards}


def test_in_an_ambush_a_seat_has_its_neighbours_board_before_it() -> None:
    game = new_game(3, spring=["farmland", "gnoll_raid"])
    for seat, place in enumerate(("A1", "D1", "G1")):
        game.draw(f"1 farm {place}", seat)
    for seat, subject in enumerate((1, 2, 0)):
        desk = view(game.state, Seat(seat)).desk
        assert desk is not None
        assert (desk.subject, desk.board) == (subject, game.state.boards[subject])


def test_a_seat_with_a_full_board_has_nothing_before_it() -> None:
    game = new_game(2, spring=["farmland"]).put("/".join(["F" * 11] * 11), "/".join(["." * 11] * 11))
    assert view(game.state, Seat(0)).task is None
    assert view(game.state, Seat(0)).awaited == (False, True)


@pytest.mark.parametrize("mix", [CARTOGRAPHERS, HEROES, BOTH], ids=["cartographers", "heroes", "both"])
def test_everybody_sees_which_ambushes_and_heroes_the_game_has_turned_up(mix: Mix) -> None:
    game = Game(mix.setup(), 2, Shuffler(seed_of(4))).play_on(Random(4))
    definition = game.state.definition
    surprises = {card.id for card in (*definition.ambushes, *definition.heroes)}
    turned_up = [event.card for event in game.events if isinstance(event, CardRevealed)]
    revealed = tuple(card for card in turned_up if card in surprises)
    assert len(revealed) > 1
    assert [view(game.state, viewer).revealed for viewer in viewers(game.state)] == [revealed] * 3


def test_the_season_that_is_next_to_be_scored() -> None:
    opened = view(new_game(2, spring=["farmland"]).state, None)
    assert opened.seasons_to_come == opened.definition.seasons
    assert opened.next_season == opened.definition.seasons[0]


def test_a_finished_game_shows_its_standings_and_no_desk() -> None:
    game = random_game(3, 3)
    for viewer in viewers(game.state):
        seen = view(game.state, viewer)
        assert (seen.over, seen.task, seen.awaited) == (True, None, (False,) * 3)
        assert (seen.seasons_to_come, seen.next_season) == ((), None)
        assert seen.standings == RULES.standings(game.state)


def log(game: Game, viewer: Viewer) -> list[News]:
    shown = (RULES.visible(event, viewer, game.state) for event in game.events)
    return [news for news in shown if news is not None]


def test_the_log_never_names_a_deck() -> None:
    game = random_game(3, 5)
    for viewer in viewers(game.state):
        shown = log(game, viewer)
        assert not [news for news in shown if isinstance(news, AmbushDeckShuffled | HeroDeckShuffled | SeasonBegan)]
        assert [news.season for news in shown if isinstance(news, SeasonOpened)] == list(range(4))
        decks = {event.deck for event in game.events if isinstance(event, AmbushDeckShuffled | SeasonBegan)}
        assert not [part for part in inside(shown[1:]) if isinstance(part, tuple) and part in decks]


@pytest.mark.parametrize(("event", "news"), [(Drawn, DrawingNews), (Chosen, ChoiceNews), (SeasonBegan, SeasonOpened)])
def test_news_leaves_out_what_is_secret_and_nothing_else(event: type, news: type) -> None:
    secret = {"attempt", "deck", "ambush", "hero"}
    fields = [(entry.name, entry.type) for entry in dataclasses.fields(news)]
    assert fields == [(entry.name, entry.type) for entry in dataclasses.fields(event) if entry.name not in secret]


def drew(game: Game, viewer: Viewer) -> list[tuple[int, Seat, str]]:
    """The drawings in a viewer's log: turn, seat, spaces."""
    return [(news.turn, news.seat, names(news.cells)) for news in log(game, viewer) if isinstance(news, DrawingNews)]


def test_a_drawing_is_in_the_log_when_its_turn_is_closed_and_for_its_seat_at_once() -> None:
    game = new_game(2, spring=["farmland", "orchard"])
    game.draw("1 farm A1", 0)
    first = (1, 0, "A1 B1")
    assert [drew(game, viewer) for viewer in (Seat(0), Seat(1), None)] == [[first], [], []]
    game.draw("1 farm A1", 1)
    both = [first, (1, 1, "A1 B1")]
    assert [drew(game, viewer) for viewer in (Seat(0), Seat(1), None)] == [both, both, both]


def test_what_was_taken_back_stays_hidden_for_good() -> None:
    game = new_game(2, spring=["farmland", "orchard"])
    game.draw("1 farm A1", 0)
    game.take_back(0)
    game.draw("1 farm C1", 0)
    game.take_back(0)
    game.draw("1 farm A1", 0)
    game.play_on(Random(1))
    for viewer in (Seat(1), None):
        shown = log(game, viewer)
        assert [drawing for drawing in drew(game, viewer) if drawing[:2] == (1, 0)] == [(1, 0, "A1 B1")]
        assert not [news for news in shown if isinstance(news, TakenBack)]
    own = [news for news in log(game, Seat(0)) if isinstance(news, (DrawingNews, TakenBack)) and news.turn == 1]
    assert [type(news).__name__ for news in own if news.seat == 0] == [
        *("DrawingNews", "TakenBack", "DrawingNews", "TakenBack", "DrawingNews")
    ]


@pytest.mark.parametrize(("seats", "mix"), [(2, HEROES), (3, BOTH), (4, CARTOGRAPHERS)])
def test_nobody_learns_that_another_seat_took_something_back(seats: int, mix: Mix) -> None:
    """After every answer, the others must know the same as if seat 0 had never taken anything back."""
    rng, chance = Random(seats), Shuffler(seed_of(seats))
    wavering, steady = Game(mix.setup(), seats, chance), Game(mix.setup(), seats, chance)
    while not steady.state.over:
        ask = rng.choice(steady.open_asks)
        command = steady.any_answer(rng, ask)
        # The last to answer cannot take that back.
        for _ in range(rng.randrange(3) if ask.seat == 0 and len(steady.open_asks) > 1 else 0):
            wavering.do(wavering.any_answer(rng, ask))
            wavering.take_back(0)
        wavering.do(command)
        steady.do(command)
        assert RULES.asks(wavering.state) == RULES.asks(steady.state)
        for viewer in (None, *map(Seat, range(1, seats))):
            assert log(wavering, viewer) == log(steady, viewer)
            assert view(wavering.state, viewer) == view(steady.state, viewer)
    assert len(wavering.state.retakes) > 10
    assert any(event.attempt for event in wavering.events if isinstance(event, Drawn))


def test_while_a_turn_is_open_no_log_shows_anothers_part_in_it() -> None:
    rng = Random(2)
    game = Game(Setup(definition()), 4, Shuffler(seed_of(2)))
    while not game.state.over:
        for viewer in viewers(game.state):
            open_turn = [
                news
                for news in log(game, viewer)
                if isinstance(news, (DrawingNews, TakenBack)) and news.turn == game.state.turn
            ]
            assert {news.seat for news in open_turn} <= {viewer}
        game.anything(rng)
