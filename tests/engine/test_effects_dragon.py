"""The Dragon: it pays the board's owner 3 coins as soon as it is surrounded."""

import pytest

from engine.cartographers.events import Chosen, Drawn, MonstersSpread, MonsterWalkedIn
from engine.cartographers.placement import Forced
from tests.engine.mixes import staged
from tests.engine.test_effects import GORGON, TROLL, ZOMBIE
from tests.engine.test_heroes import destroyed, monsters
from tests.engine.tools import FULL_MAP, Game, mostly_empty, mostly_full, names

DRAGON, LAGOON = "dragon_inferno", "lagoon"
ANY = "kethras_gates"
CLOSED_BUT_ONE = mostly_empty(A="MF.........", B=".F.........", C="F..........") + " D:A1"


def rewards(game: Game) -> list[tuple[str, ...]]:
    kinds = (Drawn, MonsterWalkedIn, Chosen)
    return [event.rewards for event in game.events if isinstance(event, kinds) and event.rewards]


def test_it_pays_while_it_is_being_drawn() -> None:
    lair = mostly_full(E="FFFF..FFFFF", F="FFFF.FFFFFF", G="FFF..FFFFFF")
    game = staged(2, [DRAGON, LAGOON, "pasture"]).put(lair, mostly_empty())
    game.draw("1 monster r1 f E5", 1)  # counter-clockwise: seat 1 draws on the board of seat 0
    assert game.state.coins == (0, 0)
    game.draw("1 monster E5", 0)
    assert monsters(game, 0) == "E5 E6 F5 G4 G5"
    assert (game.state.coins, [position.rewarded for position in game.state.positions]) == ((3, 0), [("D",), ()])


def test_it_pays_when_its_owner_closes_it() -> None:
    game = staged(1, [ANY, LAGOON]).put(CLOSED_BUT_ONE)
    (drawn, *_) = game.draw("1 farm B1")
    assert isinstance(drawn, Drawn)
    assert (drawn.rewards, drawn.outcome.coins, game.state.coins) == (("D",), 3, (3,))


def test_it_pays_the_owner_when_a_neighbour_closes_it() -> None:
    game = staged(2, [ZOMBIE, LAGOON]).put(CLOSED_BUT_ONE, mostly_empty())
    for ask in game.open_asks:
        game.draw("1 monster " + ("B1" if ask.subject == 0 else "K1"), ask.seat)
    assert game.state.coins == (3, 0)


def test_it_pays_when_an_open_side_is_destroyed() -> None:
    game = staged(1, [TROLL, LAGOON]).put(
        mostly_empty(A="MFM........", B="..F........", C="M..........") + " D:A1 T:C1"
    )
    game.draw("1 water J10")
    assert game.state.coins == (1,)
    (chosen, *_) = game.choose("B1")
    assert isinstance(chosen, Chosen)
    assert (chosen.rewards, game.state.coins) == (("D",), (4,))
    assert game.state.scores[0][0].coins == 1


def test_it_pays_when_zombies_spread_over_the_last_open_side() -> None:
    game = staged(1, [ZOMBIE, LAGOON]).put(
        mostly_empty(A="MF.........", B=".F.........", C="M..........") + " D:A1 Z:C1"
    )
    new = game.draw("1 water J10")
    (spread,) = [event for event in new if isinstance(event, MonstersSpread)]
    assert (spread.growths[0].rewards, game.state.coins) == (("D",), (4,))


def test_it_pays_when_all_of_it_is_destroyed() -> None:
    game = staged(1, ["dobrik_of_lorkheim", LAGOON]).put(mostly_empty(E="...X.M.....") + " D:E4,E6")
    (drawn, *_) = game.draw("1 hero F6")
    assert isinstance(drawn, Drawn)
    assert (drawn.rewards, game.state.coins, destroyed(game)) == (("D",), (3,), "E4 E6")


def test_it_pays_when_what_survives_of_it_is_closed_in() -> None:
    """Its destroyed spaces may have empty neighbors."""
    game = staged(1, [ANY, LAGOON]).put(mostly_empty(A="MX.........", B="...........") + " D:A1,A2")
    game.draw("1 farm B1")
    assert game.state.coins == (3,)


def test_it_pays_when_the_gorgon_destroys_its_last_space() -> None:
    game = staged(1, [GORGON, LAGOON])
    game.put(mostly_empty(J="........M.M", K="........MM.") + " D:K9 G:J9,J11,K10")
    game.choose("K9")
    assert game.state.coins == (3,)


def test_marks_may_destroy_it_all_while_it_is_drawn() -> None:
    game = staged(1, [DRAGON, LAGOON])
    assert monsters(game) == "I3 J1 J2 J3 K1"
    game = staged(1, ["dal_of_jolev", DRAGON, LAGOON])
    game.put(mostly_empty() + " marks:I3,J1,J2,J3,K1")
    game.draw("1 hero A1")
    assert (monsters(game), destroyed(game), game.state.coins) == ("", "I3 J1 J2 J3 K1", (3,))


def test_it_pays_once() -> None:
    game = staged(1, [ANY, "dobrik_of_lorkheim", LAGOON]).put(CLOSED_BUT_ONE)
    game.draw("1 farm B1")
    game.draw("1 hero A3")
    game.draw("1 water J10")
    assert (rewards(game), game.state.coins) == ([("D",)], (4,))


def test_a_single_in_its_place_has_no_initial_and_pays_nothing() -> None:
    narrow = mostly_full(E="FFF.FFFFFFF", K="..FFFFFFFFF")
    game = staged(2, [DRAGON, LAGOON, "pasture"]).put(narrow)
    assert game.offer().forced is Forced.NOTHING_FITS
    game.draw_all("1 monster E4")
    assert (rewards(game), game.state.coins) == ([], (0, 0))
    assert [board.initials for board in game.state.boards] == [(), ()]


def test_on_a_full_board_there_is_none() -> None:
    game = staged(2, [DRAGON, LAGOON]).put(FULL_MAP, mostly_empty())
    game.draw("1 monster E5", 0)
    assert game.state.coins == (0, 0)


def test_the_coins_stop_at_the_end_of_the_track() -> None:
    game = staged(1, [ANY, LAGOON]).put(CLOSED_BUT_ONE, coins=[12])
    game.draw("1 farm B1")
    assert game.state.coins == (14,)


def test_together_with_a_mountain_and_a_shapes_coin() -> None:
    game = staged(1, [LAGOON, "pasture"]).put(mostly_empty(A="M..........", B=".^F........", C=".F.........") + " D:A1")
    (drawn, *_) = game.draw("1 water A2")
    assert isinstance(drawn, Drawn)
    assert (names(drawn.cells), names(drawn.mountains), drawn.coin, drawn.rewards) == ("A2 B1", "B2", True, ("D",))
    assert (drawn.outcome.coins, game.state.coins) == (5, (5,))


@pytest.mark.parametrize("letter", ["Z", "T", "G"])
def test_no_other_monster_pays(letter: str) -> None:
    game = staged(1, [ANY, LAGOON]).put(CLOSED_BUT_ONE.replace("D:", f"{letter}:"))
    game.draw("1 farm B1")
    assert game.state.coins == (0,)
