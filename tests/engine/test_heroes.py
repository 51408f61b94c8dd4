"""Heroes: where they may be drawn, the spaces they mark, and monsters under marks."""

from types import NoneType

import pytest

from engine.cartographers.catalog import heroes
from engine.cartographers.errors import Refusal
from engine.cartographers.events import CardRevealed, Drawn, HeroDeckShuffled, SeasonBegan
from engine.cartographers.game import RULES
from engine.cartographers.news import DrawingNews
from engine.cartographers.placement import Forced, HeroPattern
from engine.contract import RuleViolation, Seat
from tests.engine.compare import cells_of
from tests.engine.mixes import BOTH, CARTOGRAPHERS, HEROES, Box, Mix, staged
from tests.engine.oracle.board import parse_map
from tests.engine.oracle.heroes import ATTACKS, hero_drawings, patterns
from tests.engine.tools import BLANK, FULL_MAP, Game, mostly_full, names

CARDS = heroes().heroes
DOBRIK, WREN, FREYLA, DAL = "dobrik_of_lorkheim", "wren_the_lioness", "freyla_the_true", "dal_of_jolev"
PRINTED = Mix(BLANK, pool="both", hero_pattern=HeroPattern.AS_PRINTED)
EMPTY = "/".join(["." * 11] * 11)


def marked(game: Game, seat: int = 0) -> str:
    return names(game.state.boards[seat].marked)


def layer(game: Game, number: int, seat: int = 0) -> str:
    return names(game.state.boards[seat].layers[number])


def monsters(game: Game, seat: int = 0) -> str:
    return layer(game, 4, seat)


def destroyed(game: Game, seat: int = 0) -> str:
    return layer(game, 8, seat)


@pytest.mark.parametrize(("card", "ways"), [(DOBRIK, 1), (WREN, 4), (FREYLA, 4), (DAL, 1)])
def test_a_pattern_has_so_many_ways_to_be_held(card: str, ways: int) -> None:
    turnable, printed = CARDS[card].turnable[0].shape, CARDS[card].as_printed[0].shape
    assert {frozenset(way.attack) for way in turnable.orientations} == patterns(card, turnable=True)
    assert (len(turnable.orientations), len(printed.orientations)) == (ways, 1)
    assert frozenset(printed.orientations[0].attack) == ATTACKS[card]


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("pattern", HeroPattern)
def test_a_hero_is_offered_every_empty_space_with_every_pattern(card: str, pattern: HeroPattern) -> None:
    sheet = heroes().sheets["D"]
    game = staged(1, [card, "lagoon"], mix=Mix(sheet, pool="both", hero_pattern=pattern))
    offer = game.offer()
    offered = [(offer.fit(placement), placement.terrain.word) for placement in offer.placements()]
    drawings = {(cells_of(fit.cells), cells_of(fit.orientation.marks(fit.anchor))) for fit, _ in offered}
    assert drawings == hero_drawings(parse_map("\n".join(sheet.rows())), card, pattern is HeroPattern.TURNABLE)
    assert {word for _, word in offered} == {"hero"}
    assert (offer.forced, offer.covering, offer.options[0].coin) == (Forced.NO, 0, False)


@pytest.mark.parametrize(
    ("card", "placement", "marks"),
    [
        (DOBRIK, "1 hero E5", "D5 E4 E6 F5"),
        (DOBRIK, "1 hero r3 f E5", "D5 E4 E6 F5"),
        (DAL, "1 hero E5", "D4 D6 F4 F6"),
        (WREN, "1 hero E5", "D7 E7 F7"),
        (WREN, "1 hero r1 E5", "G4 G5 G6"),
        (WREN, "1 hero r2 E5", "D3 E3 F3"),
        (WREN, "1 hero r0 f E5", "D3 E3 F3"),
        (WREN, "1 hero r3 E5", "C4 C5 C6"),
        (FREYLA, "1 hero E5", "E6 E7 E8"),
        (FREYLA, "1 hero r1 E5", "F5 G5 H5"),
        (FREYLA, "1 hero r2 E5", "E2 E3 E4"),
        (FREYLA, "1 hero r3 E5", "B5 C5 D5"),
        (DOBRIK, "1 hero A1", "A2 B1"),
        (DAL, "1 hero K11", "J10"),
        (WREN, "1 hero A10", ""),
        (FREYLA, "1 hero F9", "F10 F11"),
    ],
)
def test_a_hero_marks_what_it_attacks_and_what_is_beyond_the_edge_is_lost(
    card: str, placement: str, marks: str
) -> None:
    game = staged(1, [card, "lagoon"])
    game.draw(placement)
    assert (layer(game, 5), marked(game)) == (placement.split()[-1], marks)
    assert game.state.boards[0].filled.bit_count() == 1


@pytest.mark.parametrize("turn", ["r0", "r1", "r2", "r3 f"])
def test_as_printed_every_turn_is_the_printed_one_and_recorded_so(turn: str) -> None:
    game = staged(1, [WREN, "lagoon"], mix=PRINTED)
    (drawn, *_) = game.draw(f"1 hero {turn} E5")
    assert isinstance(drawn, Drawn)
    assert str(drawn.placement) == "1 hero r0 E5"
    assert marked(game) == "D7 E7 F7"


def test_a_pattern_that_may_be_turned_is_recorded_as_it_was_asked_for() -> None:
    game = staged(1, [WREN, "lagoon"])
    (drawn, *_) = game.draw("1 hero r3 f E5")
    assert isinstance(drawn, Drawn)
    assert str(drawn.placement) == "1 hero r3 f E5"


def test_a_hero_stands_on_empty_spaces_only_and_is_nothing_but_a_hero() -> None:
    game = staged(1, [DAL, "lagoon"]).put(mostly_full(E="FF.FFFFFFFF"))
    for text, code in (("1 hero E1", Refusal.BLOCKED), ("1 forest E3", Refusal.TERRAIN_NOT_OFFERED)):
        with pytest.raises(RuleViolation) as refused:
            game.draw(text)
        assert refused.value.code == code
    game.draw("1 hero E3")
    assert marked(game) == "D2 D4 F2 F4"


def test_marks_lie_over_anything_and_over_one_another_and_fill_nothing() -> None:
    game = staged(1, [DOBRIK, "lagoon"], [DAL, "lagoon"]).put(mostly_full(E="FF..FFFFFFF", F="FF...FFFFFF"))
    game.draw("1 hero F4")
    assert marked(game) == "E4 F3 F5 G4"
    assert names(game.state.boards[0].empty) == "E3 E4 F3 F5"
    game.draw("1 water E4")  # a marked space may be drawn on
    assert layer(game, 3) == "E4 F3"
    game.draw("1 hero E3")
    assert marked(game) == "D2 D4 E4 F2 F3 F4 F5 G4"
    assert destroyed(game) == ""


def test_monsters_under_new_marks_are_destroyed_and_nothing_else_is() -> None:
    game = staged(1, [DOBRIK, "lagoon"]).put(mostly_full(D="FFFFMFFFFFF", E="FFFM.VFFFFF", F="FFFFMMFFFFF"))
    (drawn, *_) = game.draw("1 hero E5")
    assert isinstance(drawn, Drawn)
    assert (names(drawn.marks), names(drawn.destroyed)) == ("D5 E4 E6 F5", "D5 E4 F5")
    assert (destroyed(game), monsters(game), layer(game, 1)) == ("D5 E4 F5", "F6", "E6")


def test_a_monster_drawn_on_marks_later_loses_those_spaces_and_keeps_the_rest() -> None:
    game = staged(2, [FREYLA, "gorgon_gaze", "lagoon"])
    game.draw_all("1 hero E5")  # marks E6 E7 E8
    game.draw("1 monster D7", 0)  # the neighbour may place a monster on marks: D7 D9 E8
    game.draw("1 monster D6", 1)
    assert [destroyed(game, seat) for seat in (0, 1)] == ["E7", "E8"]
    assert [monsters(game, seat) for seat in (0, 1)] == ["D6 D8", "D7 D9"]
    assert [names(board.marked_with("G")) for board in game.state.boards] == ["D6 D8 E7", "D7 D9 E8"]


@pytest.mark.parametrize(("deck", "card"), [("cartographers", "rift_lands"), ("heroes", "kethras_gates")])
def test_a_single_monster_under_a_mark_is_destroyed(deck: Box, card: str) -> None:
    mix = Mix(BLANK, deck=deck, pool="both")
    game = staged(1, [DOBRIK, card, "hamlet" if deck == "cartographers" else "lagoon"], mix=mix)
    game.draw("1 hero E5")
    game.draw("1 monster E6")
    assert (destroyed(game), monsters(game), game.state.boards[0].initials) == ("E6", "", ())


def test_a_forced_single_monster_under_a_mark_is_destroyed_too() -> None:
    game = staged(1, [DOBRIK, "hillside_terrace"]).put(mostly_full(E="F...FFFFFFF"))
    game.draw("1 hero E3")
    assert game.offer().forced is Forced.NOTHING_FITS
    (drawn, *_) = game.draw("1 monster E2")
    assert isinstance(drawn, Drawn)
    assert (names(drawn.destroyed), destroyed(game)) == ("E2", "E2")
    assert game.state.scores[0][0].losses == 0


def test_marks_go_on_destroying_and_outlive_their_hero() -> None:
    game = staged(1, [DOBRIK, "gorgon_gaze", "kethras_gates", "lagoon"])
    game.draw("1 hero J10")  # the Gorgon walks in on J9 J11 K10, where nothing of it stays
    assert (destroyed(game), monsters(game), game.state.choice) == ("J9 J11 K10", "", None)
    game = staged(1, [WREN, "gorgon_gaze", "kethras_gates", "lagoon"])
    game.draw("1 hero r2 J8")  # marks I6 J6 K6
    game.choose("J8")
    assert (layer(game, 5), destroyed(game), marked(game)) == ("", "J8", "I6 J6 K6")
    game.draw("1 monster J6")
    assert destroyed(game) == "J6 J8"


def test_a_full_board_gets_no_hero() -> None:
    game = staged(2, [DAL, "lagoon"]).put(FULL_MAP, EMPTY)
    assert [ask.seat for ask in RULES.asks(game.state)] == [1]
    with pytest.raises(RuleViolation) as refused:
        game.draw("1 hero A1", 0)
    assert refused.value.code == Refusal.NOTHING_TO_DRAW
    game.draw("1 hero A1", 1)
    assert game.state.boards[0].marked == 0
    assert game.state.column == (DAL, "lagoon")


def test_every_seat_has_its_own_hero_on_its_own_board() -> None:
    game = staged(3, [FREYLA, "lagoon"])
    assert [(ask.seat, ask.subject, ask.kind) for ask in RULES.asks(game.state)] == [
        (seat, seat, "hero") for seat in range(3)
    ]
    for seat, place in enumerate(("A1", "C1", "E1")):
        game.draw(f"1 hero {place}", seat)
    assert [marked(game, seat) for seat in range(3)] == ["A2 A3 A4", "C2 C3 C4", "E2 E3 E4"]


def test_ruins_pending_outlast_a_hero_and_do_not_bind_it() -> None:
    game = staged(
        2, ["temple_ruins", DAL, "gorgon_gaze", "outpost_ruins", "lagoon", "pasture"], mix=Mix("C", pool="both")
    )
    assert (game.state.ruins_pending, game.offer().covering) == (True, 0)
    game.draw_all("1 hero A1")
    game.draw_all("1 monster C1")
    while game.state.choice:
        ask = game.open_asks[0]
        game.choose("C2", ask.seat)
    assert game.state.ruins_pending
    assert names(game.offer().covering) == "B5 D8 G7 H3 J9 K1"
    game.draw_all("1 water B5")
    assert (game.state.open, game.state.ruins_pending) == (game.state.card("pasture"), False)


def test_a_hero_has_no_time_and_brings_no_coin() -> None:
    game = staged(1, [DAL, "lagoon"])
    assert game.state.time == 0
    (drawn, *_) = game.draw("1 hero A1")
    assert isinstance(drawn, Drawn)
    assert (drawn.coin, drawn.outcome.coins, drawn.initial) == (False, 0, "")


def test_a_hero_closes_mountains() -> None:
    game = staged(1, [DAL, "lagoon"]).put(mostly_full(D="FFFF^.FFFFF"))
    game.draw("1 hero D6")
    assert game.state.coins == (1,)


def test_a_hero_can_be_taken_back_and_nobody_sees_it_before_all_have_drawn() -> None:
    game = staged(2, [DAL, "lagoon"])
    game.draw("1 hero A1", 0)
    first = game.state.answers[0]
    assert first is not None
    seen = [RULES.visible(first, viewer, game.state) for viewer in (Seat(0), Seat(1), None)]
    assert [type(news) for news in seen] == [DrawingNews, NoneType, NoneType]
    assert RULES.view(game.state, Seat(1)).boards == game.state.boards
    game.take_back(0)
    game.draw("1 hero C3", 0)
    game.draw("1 hero C3", 1)
    assert [marked(game, seat) for seat in (0, 1)] == ["B2 B4 D2 D4"] * 2


def test_a_forced_single_may_be_a_hero_only_where_hero_cards_are_in_and_attacks_nothing() -> None:
    for mix, can in ((Mix(BLANK, pool="both"), True), (Mix(BLANK, pool="both", heroes=False), False)):
        game = staged(1, ["hillside_terrace", "lagoon"], mix=mix).put(mostly_full(E="F..FFFFFFFF"))
        terrains = [terrain.word for terrain in game.offer().options[0].terrains]
        assert terrains == ["forest", "village", "farm", "water", "monster"] + ["hero"] * can
        if can:
            game.draw("1 hero E2")
            assert (layer(game, 5), marked(game)) == ("E2", "")


def test_each_season_brings_one_hero_more_and_those_not_met_stay() -> None:
    game = staged(1, ["lagoon"], ["pasture"], ["settlement"], ["timber_grove"])
    shuffled = next(event for event in game.events if isinstance(event, HeroDeckShuffled))
    while not game.state.over:
        game.do(game.first_legal(game.open_asks[0]))
    began = [event for event in game.events if isinstance(event, SeasonBegan)]
    assert [event.hero for event in began] == list(shuffled.deck)
    for number, event in enumerate(began, 1):
        assert {card for card in event.deck if card in CARDS} == set(shuffled.deck[:number])
        assert len([card for card in event.deck if card in heroes().ambushes]) == number


def test_a_hero_that_was_met_is_out_of_the_game() -> None:
    game = staged(1, [DAL, "lagoon"], ["lagoon"])
    while not game.state.over:
        game.do(game.first_legal(game.open_asks[0]))
    later = [event for event in game.events if isinstance(event, SeasonBegan)][1:]
    assert [DAL in event.deck for event in later] == [False] * 3
    met = [event.card for event in game.events if isinstance(event, CardRevealed)]
    assert met.count(DAL) == 1


def test_hero_decks_are_there_only_where_heroes_are() -> None:
    for mix, there in ((HEROES, True), (BOTH, True), (CARTOGRAPHERS, False), (Mix("C", heroes=False), False)):
        game = staged(1, mix=mix)
        assert any(isinstance(event, HeroDeckShuffled) for event in game.events) is there
        assert bool(game.state.hero_deck) is there
