"""Effects of the Heroes box's monsters: Dragon, Zombie, Troll and Gorgon."""

from collections.abc import Sequence
from functools import reduce

import pytest

from engine.cartographers.commands import Choose
from engine.cartographers.errors import Refusal
from engine.cartographers.events import (
    CardRevealed,
    ChoiceAsked,
    Chosen,
    EffectPassed,
    Event,
    GameEnded,
    MonstersSpread,
    MonsterWalkedIn,
    SeasonBegan,
    SeasonScored,
    TurnClosed,
)
from engine.cartographers.game import RULES
from engine.cartographers.geometry import spaces
from engine.cartographers.placement import Forced
from engine.cartographers.rules import effects
from engine.contract import RuleViolation
from engine.verification import check
from tests.engine.mixes import Mix, staged
from tests.engine.test_heroes import destroyed, monsters
from tests.engine.tools import BLANK, FULL_MAP, mostly_empty, mostly_full, names

ZOMBIE, TROLL, GORGON = "zombie_plague", "giant_troll_ravage", "gorgon_gaze"
LAGOON = "lagoon"


def kinds(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


# The Zombie.


def test_zombies_take_one_step_after_the_scoring() -> None:
    game = staged(1, [ZOMBIE, LAGOON])
    new = game.draw("1 water J10")
    assert kinds(new)[1:6] == ["TurnClosed", "SeasonScored", "MonstersSpread", "SeasonBegan", "CardRevealed"]
    assert monsters(game) == "A1 A2 B1"
    assert names(game.state.boards[0].marked_with("Z")) == "A1 A2 B1"
    assert game.state.scores[0][0].losses == 2


def test_zombies_go_on_every_season_winter_included() -> None:
    game = staged(1, [ZOMBIE, LAGOON], *[[LAGOON]] * 3)
    grown = []
    for place in ("J10", "J8", "J6", "J4"):
        game.draw(f"1 water {place}")
        grown.append(game.state.boards[0].layers[4].bit_count())
    assert grown == [3, 6, 10, 15]
    assert kinds(game.events[-3:]) == ["SeasonScored", "MonstersSpread", "GameEnded"]
    assert [season[0].losses for season in game.state.scores] == [2, 3, 4, 5]


def test_zombies_do_not_spread_before_they_are_revealed() -> None:
    game = staged(1, [LAGOON], [ZOMBIE, LAGOON])
    new = game.draw("1 water J10")
    assert not [event for event in new if isinstance(event, MonstersSpread | EffectPassed)]
    new = game.draw("1 water J8")
    assert [event.card for event in new if isinstance(event, MonstersSpread)] == [ZOMBIE]


def test_zombies_spread_on_all_boards_at_once() -> None:
    game = staged(3, [ZOMBIE, LAGOON])
    for seat, place in enumerate(("A1", "F6", "K11")):
        game.draw(f"1 monster {place}", seat)  # onto the boards of seats 1, 2 and 0
    new = game.draw_all("1 water C3")
    (spread,) = [event for event in new if isinstance(event, MonstersSpread)]
    owners = [1, 2, 0]  # counter-clockwise: who draws on the board of seat 1 is seat 0
    grown = {owner: names(spread.growths[owner].cells) for owner in range(3)}
    assert [grown[owner] for owner in owners] == ["A2 B1", "E6 F5 F7 G6", "J11 K10"]
    assert [monsters(game, owner) for owner in owners] == ["A1 A2 B1", "E6 F5 F6 F7 G6", "J11 K10 K11"]


def test_zombies_that_come_under_marks_are_destroyed_and_do_not_spread() -> None:
    game = staged(1, ["dal_of_jolev", ZOMBIE, LAGOON], [LAGOON])
    game.draw("1 hero C2")  # marks B1 B3 D1 D3
    new = game.draw("1 water J10")
    (spread,) = [event for event in new if isinstance(event, MonstersSpread)]
    assert (names(spread.growths[0].cells), names(spread.growths[0].destroyed)) == ("A2 B1", "B1")
    assert (monsters(game), destroyed(game)) == ("A1 A2", "B1")
    game.draw("1 water J8")
    assert (monsters(game), destroyed(game)) == ("A1 A2 A3 B2", "B1")


def test_zombies_close_mountains_and_the_coins_count_in_the_next_scoring() -> None:
    mix = Mix(sheet=BLANK, pool="both")
    game = staged(1, [ZOMBIE, LAGOON], [LAGOON], mix=mix)
    game.put(mostly_empty(A="MF.........", B=".F.........", C="^F.........", D="F..........") + " Z:A1")
    game.draw("1 water J10")
    assert game.state.coins == (2,)  # the lagoon's own, and the mountain that the Zombie shut in
    assert [season[0].coins for season in game.state.scores] == [1]
    assert monsters(game) == "A1 B1"
    game.draw("2 water H8")
    assert [season[0].coins for season in game.state.scores] == [1, 2]


def test_zombies_without_room_pass() -> None:
    game = staged(2, [ZOMBIE, LAGOON]).put(mostly_empty())
    game.draw_all("1 monster A1")
    game.put(mostly_empty(A="MF.........", B="F.........."), FULL_MAP)
    new = game.draw("1 water J10", 0)
    assert [event.card for event in new if isinstance(event, EffectPassed)] == [ZOMBIE]
    assert not [event for event in new if isinstance(event, MonstersSpread)]


def test_what_was_destroyed_of_the_zombies_does_not_spread() -> None:
    game = staged(1, [ZOMBIE, LAGOON]).put(mostly_empty(A="X.M........") + " Z:A1,A3")
    game.draw("1 water J10")
    assert monsters(game) == "A2 A3 A4 B3"


def test_other_monsters_and_singles_do_not_spread() -> None:
    game = staged(1, [ZOMBIE, LAGOON]).put(mostly_empty(A="M..........", E="....M......") + " Z:A1")
    game.draw("1 water J10")
    assert monsters(game) == "A1 A2 B1 E5"


# The Troll.


def test_each_owner_chooses_for_the_troll_and_the_season_waits_for_all() -> None:
    game = staged(2, [TROLL, LAGOON], [LAGOON])
    game.draw_all("1 monster E5")  # E5 E6 E7 F6
    new = game.draw_all("1 water J10")
    assert kinds(new)[-2:] == ["SeasonScored", "ChoiceAsked"]
    asks = RULES.asks(game.state)
    assert [(ask.seat, ask.subject, ask.kind, ask.turn) for ask in asks] == [(0, 0, "destroy", 3), (1, 1, "destroy", 3)]
    assert len({ask.group for ask in asks}) == 1
    assert names(game.targets(0)) == "D5 D6 D7 E4 E8 F5 F7 G6"
    assert kinds(game.choose("E4", 0)) == ["Chosen"]
    assert destroyed(game) == ""
    assert kinds(game.choose("G6", 1))[:4] == ["Chosen", "TurnClosed", "SeasonBegan", "CardRevealed"]
    assert [destroyed(game, seat) for seat in (0, 1)] == ["E4", "G6"]
    assert game.state.turn == 4


def test_the_troll_destroys_empty_spaces_only() -> None:
    game = staged(1, [TROLL, LAGOON]).put(mostly_empty(A="^M#X.......", B="FMr........", C=".V.........") + " T:A2,B2")
    game.draw("1 water J10")
    assert names(game.targets()) == "B3"
    for place in ("A1", "A3", "A4", "B1", "C2", "B2", "K1"):
        with pytest.raises(RuleViolation) as refused:
            game.choose(place)
        assert (refused.value.code, refused.value.details) == (Refusal.NOT_A_TARGET, ("B3",))
    game.choose("B3")
    assert destroyed(game) == "A4 B3"


def test_nobody_is_asked_for_a_troll_that_has_no_room() -> None:
    game = staged(2, [TROLL, LAGOON])
    game.draw_all("1 monster E5")
    game.put(mostly_empty(A="MX.........", B="F..........") + " T:A1", mostly_empty(A="M..........") + " T:A1")
    game.draw_all("1 water J10")
    assert [(ask.seat, ask.subject) for ask in RULES.asks(game.state)] == [(1, 1)]
    with pytest.raises(RuleViolation) as refused:
        game.choose("A2", 0)
    assert refused.value.code == Refusal.NOTHING_TO_DESTROY
    game.choose("A2", 1)
    assert [destroyed(game, seat) for seat in (0, 1)] == ["A2", "A2"]


def test_a_troll_without_room_on_any_board_passes() -> None:
    game = staged(1, [TROLL, LAGOON]).put(mostly_empty(A="MX.........", B="F..........") + " T:A1")
    new = game.draw("1 water J10")
    assert [event.card for event in new if isinstance(event, EffectPassed)] == [TROLL]


def test_the_troll_comes_back_every_season_and_asks_nobody_once_winter_is_scored() -> None:
    game = staged(1, [TROLL, LAGOON], *[[LAGOON]] * 3)
    for place in ("J10", "J8", "J6"):
        game.draw(f"1 water {place}")
        assert game.state.choice is not None
        game.do(game.first_legal(game.open_asks[0]))
    game.draw("1 water J4")
    assert game.state.over
    assert kinds(game.events[-4:]) == ["ChoiceAsked", "Chosen", "TurnClosed", "GameEnded"]
    assert game.state.boards[0].layers[8].bit_count() == 4


def test_a_record_in_which_somebody_chose_after_winter_is_as_good() -> None:
    game = staged(1, *[[LAGOON]] * 3, [TROLL, LAGOON])
    for place in ("J10", "J8", "J6", "J4"):
        game.draw(f"1 water {place}")
    *before, by_itself, closed, ended = game.events
    state = reduce(RULES.evolve, before, RULES.initial)
    assert state.choice is not None
    (ask,), targets = RULES.asks(state), list(spaces(effects.targets(state.choice, state.boards[0])))
    first, other = (RULES.answer(state, Choose(ask.seat, ask.turn, space)) for space in (targets[0], targets[-1]))
    assert first == by_itself != other
    for chosen in (first, other):
        assert check(RULES, [*before, chosen, closed, ended]).over
    check(RULES, before)  # a game that was under way when nobody was asked any more


def test_destruction_closes_mountains_breaks_clusters_and_frees_of_losses() -> None:
    game = staged(1, [TROLL, LAGOON], [LAGOON]).put(mostly_empty(A="^.M........", B="F..........") + " T:A3")
    game.draw("1 water J10")
    assert game.state.scores[0][0].losses == 3
    game.choose("A2")
    assert game.state.coins == (2,)
    game.draw("2 water H7")
    assert (game.state.scores[1][0].losses, game.state.scores[1][0].coins) == (2, 2)


# The Gorgon.


def test_who_drew_the_gorgon_chooses_right_after_all_have_drawn_it() -> None:
    game = staged(3, [GORGON, LAGOON])
    new = game.draw_all("1 monster E5")  # E5 E7 F6, onto the board of the seat before
    assert kinds(new)[-2:] == ["TurnClosed", "ChoiceAsked"]
    assert [(ask.seat, ask.subject) for ask in RULES.asks(game.state)] == [(0, 2), (1, 0), (2, 1)]
    game.choose("E6", 0)
    game.choose("D5", 1)
    assert [destroyed(game, seat) for seat in range(3)] == ["", "", ""]
    new = game.choose("G6", 2)
    assert kinds(new) == ["Chosen", "TurnClosed", "CardRevealed"]
    assert [destroyed(game, seat) for seat in range(3)] == ["D5", "G6", "E6"]


def test_the_gorgon_destroys_once_only() -> None:
    game = staged(1, [GORGON, LAGOON], *[[LAGOON]] * 3)
    game.choose("J10")
    for place in ("A2", "A4", "A6", "A8"):
        game.draw(f"1 water {place}")
    assert game.state.over
    assert len([event for event in game.events if isinstance(event, ChoiceAsked)]) == 1


def test_the_gorgon_destroys_empty_and_drawn_spaces_but_nothing_lasting() -> None:
    around = mostly_empty(D="....F......", E="...^.#.....", F="....r.H....", G="....X......")
    game = staged(2, [GORGON, LAGOON]).put(around)
    game.draw_all("1 monster r2 E5")  # E5, F4 and F6
    assert names(game.targets(0)) == "D5 F3 F5 F7 G4 G6"
    for place in ("E4", "E6", "G5", "E5", "E7"):
        with pytest.raises(RuleViolation) as refused:
            game.choose(place, 0)
        assert refused.value.code == Refusal.NOT_A_TARGET
    game.choose("F7", 0)
    game.choose("D5", 1)
    assert [destroyed(game, seat) for seat in (1, 0)] == ["F7 G5", "D5 G5"]


def test_a_gorgon_that_did_not_survive_or_sees_nothing_is_passed() -> None:
    shut = mostly_full(E="FFFF^X^FFFF", F="FFF^.#.^FFF", G="FFFF^.^FFFF", H="FFFFF#FFFFF")
    game = staged(2, [GORGON, LAGOON, "pasture"]).put(shut)
    game.draw_all("1 monster F5")
    assert [event.card for event in game.events if isinstance(event, EffectPassed)] == [GORGON]
    assert game.state.choice is None
    game = staged(1, ["dobrik_of_lorkheim", GORGON, LAGOON])
    new = game.draw("1 hero J10")
    assert kinds(new)[-3:] == ["MonsterWalkedIn", "EffectPassed", "CardRevealed"]


def test_only_those_choose_who_drew_a_gorgon() -> None:
    """A forced single has no initial, and a full board has no Gorgon."""
    game = staged(3, [GORGON, LAGOON]).put(mostly_empty(), mostly_full(E="FF..FFFFFFF"), FULL_MAP)
    game.draw("1 monster E5", 1)
    assert game.offer(2).forced is Forced.NOTHING_FITS
    game.draw("1 monster E3", 2)
    assert [(ask.seat, ask.subject) for ask in RULES.asks(game.state)] == [(1, 0)]
    assert [len(board.initials) for board in game.state.boards] == [1, 0, 0]


def test_alone_the_player_chooses_for_the_gorgon() -> None:
    game = staged(1, [GORGON, LAGOON])
    assert [type(event) for event in game.events[-3:]] == [CardRevealed, MonsterWalkedIn, ChoiceAsked]
    assert [(ask.seat, ask.subject, ask.kind) for ask in RULES.asks(game.state)] == [(0, 0, "destroy")]
    assert names(game.targets()) == "I9 I11 J8 J10 K9 K11"
    game.choose("J10")
    assert destroyed(game) == "J10"


# Several at once.


def test_effects_come_in_the_order_in_which_the_cards_were_revealed() -> None:
    for first, second in ((ZOMBIE, TROLL), (TROLL, ZOMBIE)):
        game = staged(1, [first, LAGOON], [second, LAGOON])
        for place in ("J6", "J4"):
            game.draw(f"1 water {place}")
            while game.state.choice:
                game.do(game.first_legal(game.open_asks[0]))
        scored = [index for index, event in enumerate(game.events) if isinstance(event, SeasonScored)]
        acts = [
            event.card
            for event in game.events[scored[1] :]
            if isinstance(event, MonstersSpread | ChoiceAsked | EffectPassed)
        ]
        assert acts == [first, second]


def test_one_card_is_done_on_all_boards_before_the_next() -> None:
    game = staged(2, [TROLL, LAGOON], [ZOMBIE, LAGOON])
    game.draw_all("1 monster E5")
    game.draw_all("1 water J10")
    for seat in (0, 1):
        game.choose("D5", seat)
    game.draw_all("1 monster A1")
    game.draw_all("1 water J8")
    game.choose("D6", 1)
    assert monsters(game, 1).startswith("A1 E5")
    new = game.choose("D6", 0)
    assert kinds(new)[:3] == ["Chosen", "TurnClosed", "MonstersSpread"]


def test_a_choice_is_a_turn_of_its_own() -> None:
    game = staged(1, [GORGON, LAGOON], [LAGOON])
    turns = [(type(event), event.turn) for event in game.events if isinstance(event, CardRevealed | ChoiceAsked)]
    assert turns == [(CardRevealed, 1), (ChoiceAsked, 2)]
    new = game.choose("J10")
    assert [event.turn for event in new if isinstance(event, Chosen | TurnClosed | CardRevealed)] == [2, 2, 3]
    assert not [event for event in new if isinstance(event, SeasonBegan | GameEnded)]
