"""Choices of spaces that monsters destroy: sealed, taken back, refused, and made for absent players."""

from random import Random

import pytest

from engine.cartographers.commands import Choose
from engine.cartographers.errors import Refusal
from engine.cartographers.events import Chosen, HeroDeckShuffled, SeasonBegan, TakenBack
from engine.cartographers.game import RULES
from engine.cartographers.geometry import spaces
from engine.cartographers.news import ChoiceNews, News, SeasonOpened
from engine.cartographers.view import view
from engine.contract import RuleViolation, Seat, Viewer
from tests.engine.mixes import BOTH, HEROES, staged
from tests.engine.test_effects import GORGON, LAGOON, TROLL
from tests.engine.test_heroes import destroyed
from tests.engine.test_view import leaks, log, viewers
from tests.engine.tools import Game, mask, names

SEALED = (None, Seat(1), Seat(2))


def gorgon(seats: int = 3) -> Game:
    """A game in which every seat has drawn a Gorgon on E5 E7 F6 of the previous seat's board."""
    game = staged(seats, [GORGON, LAGOON, "pasture"])
    game.draw_all("1 monster E5")
    return game


def refusal(game: Game, space: str, seat: int, turn: int | None = None) -> tuple[str, bool]:
    with pytest.raises(RuleViolation) as refused:
        game.choose(space, seat, turn)
    return refused.value.code, refused.value.behind


def shown(game: Game, viewer: Viewer) -> list[News]:
    return [news for news in log(game, viewer) if isinstance(news, ChoiceNews | TakenBack)]


def test_a_choice_is_hidden_until_all_have_chosen() -> None:
    game = gorgon()
    game.choose("E6", 0)
    assert shown(game, Seat(0)) == [ChoiceNews(2, Seat(0), Seat(2), GORGON, mask("E6"))]
    assert [shown(game, viewer) for viewer in SEALED] == [[], [], []]
    for viewer in viewers(game.state):
        seen = view(game.state, viewer)
        assert seen.boards == game.state.boards
        assert (seen.drawn, seen.awaited) == ((True, False, False), (False, True, True))
        assert leaks(seen, game.state) == []
    game.choose("E6", 1)
    game.choose("D5", 2)
    assert [len(shown(game, viewer)) for viewer in viewers(game.state)] == [3] * 4


def test_what_is_chosen_in_secret_changes_no_other_view() -> None:
    game = gorgon()
    others = []
    for space in spaces(game.targets(0)):
        game.do(Choose(Seat(0), game.state.turn, space))
        others.append([view(game.state, viewer) for viewer in SEALED])
        game.take_back(0)
    assert len(others) > 5
    first, *rest = others
    assert all(seen == first for seen in rest)


def test_a_view_holds_the_choice_of_its_own_seat() -> None:
    game = gorgon()
    for seat in range(3):
        choice = view(game.state, Seat(seat)).choice
        assert choice is not None
        assert (choice.card.id, choice.subject, choice.answer) == (GORGON, (seat - 1) % 3, None)
        assert choice.board == game.state.boards[choice.subject]
        assert names(choice.targets) == "D5 D7 E4 E6 E8 F5 F7 G6"
        assert view(game.state, Seat(seat)).desk is None
    assert view(game.state, None).choice is None
    assert {view(game.state, viewer).destroyer for viewer in viewers(game.state)} == {game.state.card(GORGON)}
    game.choose("E6", 0)
    mine, theirs = (view(game.state, Seat(seat)).choice for seat in (0, 1))
    assert mine is not None
    assert theirs is not None
    assert (mine.answer, theirs.answer) == (game.state.answers[0], None)


def test_a_choice_can_be_taken_back_until_the_last_is_made() -> None:
    game = gorgon()
    game.choose("E6", 0)
    (event,) = game.take_back(0)
    assert event == TakenBack(2, Seat(0))
    (again,) = game.choose("D5", 0)
    assert isinstance(again, Chosen)
    assert again.attempt == 1
    game.choose("D7", 1)
    game.choose("D7", 2)
    assert destroyed(game, 2) == "D5"
    with pytest.raises(RuleViolation) as refused:
        game.take_back(0, 2)
    assert (refused.value.code, refused.value.behind) == (Refusal.TURN_OVER, True)


def test_what_was_taken_back_stays_hidden_for_good() -> None:
    game = gorgon()
    game.choose("E6", 0)
    game.take_back(0)
    game.choose("D5", 0)
    for seat in (1, 2):
        game.choose("D7", seat)
    assert [names(news.destroyed) for news in shown(game, None) if isinstance(news, ChoiceNews)] == ["D5", "D7", "D7"]
    assert [type(news) for news in shown(game, Seat(0))[:3]] == [ChoiceNews, TakenBack, ChoiceNews]


def test_choices_are_refused_when_they_are_not_asked() -> None:
    game = staged(2, [TROLL, LAGOON])
    assert refusal(game, "A1", 0) == (Refusal.NOT_ASKED, False)
    game.draw_all("1 monster E5")
    assert refusal(game, "E4", 0) == (Refusal.NOT_ASKED, False)
    game.draw_all("1 water J10")
    with pytest.raises(RuleViolation) as refused:
        game.draw("1 water A1", 0)
    assert refused.value.code == Refusal.NOT_ASKED
    assert refusal(game, "E5", 0) == (Refusal.NOT_A_TARGET, False)
    assert refusal(game, "E4", 0, 2) == (Refusal.TURN_OVER, True)
    assert refusal(game, "E4", 0, 4) == (Refusal.TURN_AHEAD, False)
    assert refusal(game, "E4", 7) == (Refusal.SEATS, False)
    with pytest.raises(RuleViolation) as refused:
        game.take_back(0)
    assert refused.value.code == Refusal.NOT_DRAWN
    game.choose("E4", 0)
    assert refusal(game, "E4", 0) == (Refusal.ALREADY_DRAWN, True)
    game.play_on(Random(1))
    assert refusal(game, "E4", 0) == (Refusal.GAME_OVER, True)


def test_the_refusal_names_what_can_be_chosen() -> None:
    game = gorgon()
    with pytest.raises(RuleViolation) as refused:
        game.choose("A1", 0)
    assert " ".join(refused.value.details) == "D5 D7 E4 E6 E8 F5 F7 G6"


def test_who_is_absent_chooses_what_may_be_destroyed_and_draws_a_hero_who_attacks() -> None:
    game = gorgon()
    possible = game.targets()
    for ask in game.open_asks:
        game.do(game.fallback(ask))
    chosen = [mask(destroyed(game, seat)) for seat in range(3)]
    # The boards are alike, and of equals each seat may take another.
    assert [space & possible for space in chosen] == chosen
    assert all(chosen)
    game = staged(1, ["dal_of_jolev", LAGOON])
    game.do(game.fallback(game.open_asks[0]))
    assert game.state.boards[0].layers[5].bit_count() == 1
    assert game.state.boards[0].marked


def test_absent_seats_bring_every_preset_to_its_end() -> None:
    for mix in (HEROES, BOTH):
        for seats in (1, 3):
            game = staged(seats, mix=mix)
            while not game.state.over:
                game.do(game.fallback(game.open_asks[0]))
            assert len(game.state.scores) == len(game.state.definition.seasons)


def test_answered_asks_stay_listed_as_answered() -> None:
    game = gorgon()
    game.choose("E6", 0)
    assert [(ask.seat, ask.answered) for ask in RULES.asks(game.state)] == [(0, True), (1, False), (2, False)]
    assert len({ask.id for ask in RULES.asks(game.state)}) == 3


def test_the_hero_deck_and_the_new_hero_are_nobodys_business() -> None:
    game = staged(2, ["dal_of_jolev", LAGOON], mix=HEROES)
    for viewer in viewers(game.state):
        assert not [news for news in log(game, viewer) if isinstance(news, HeroDeckShuffled | SeasonBegan)]
        assert [news for news in log(game, viewer) if isinstance(news, SeasonOpened)] == [SeasonOpened(0)]
        assert leaks(view(game.state, viewer), game.state) == []
