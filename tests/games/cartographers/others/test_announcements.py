"""Announcements during a live game and at its end."""

from dataclasses import replace

import pytest

from engine.cartographers.board import Board
from engine.cartographers.cards import Option, Place
from engine.cartographers.catalog import cartographers
from engine.cartographers.events import Drawn
from engine.cartographers.geometry import FULL
from engine.cartographers.notation import board_of, placement_of, space_of
from engine.cartographers.placement import Offer
from engine.cartographers.shapes import SINGLE, TURNS, ShapeTurn
from engine.cartographers.sheet import Region
from engine.cartographers.state import DrawPhase, OverPhase, State
from engine.cartographers.terrain import Feature, Terrain
from engine.cartographers.view import View, view
from engine.contract import Seat, Standing, Standings
from games.cartographers.desk.words import in_hand_sentence, option_label, orientation_label, placed_spaces_sentence
from games.cartographers.goals.season import time_sentence
from games.cartographers.goals.standings_words import (
    solo_sentence,
    standing_sentence,
    tie_break_sentence,
    winners_sentence,
)
from games.cartographers.map.boards import space_label, space_state
from games.cartographers.others.strip import announcement_sentence, offer_sentence, turn_title
from games.play.words import waiting_sentence
from tests.engine.tools import definition, standing, with_boards

CARDS = cartographers()
DEFINITION = definition("A")
SHEET = Board.of_sheet(CARDS.sheets["A"])
FULL_BOARD = board_of("/".join(["F" * 11] * 11))
ADA, BEN, CY = Seat(0), Seat(1), Seat(2)
NAMES = ("Ada", "Ben", "Cy", "Di", "Ed")


def state(card: str = "hamlet", seats: int = 3, board: Board = SHEET, *, ruins: bool = False) -> State:
    """An open turn."""
    opened = CARDS.explore.get(card) or CARDS.ambushes[card]
    return standing(DEFINITION, *[board] * seats, card=opened).but(
        edicts=DEFINITION.pool[::4], turn=5, ruins_pending=ruins
    )


def view_of(now: State, viewer: Seat | None = ADA) -> View:
    return view(now, viewer)


def drawn_by(now: State, *seats: Seat) -> State:
    answers = [
        Drawn(5, Seat(seat), Seat(seat), placement_of("1 village A1"), 1, Terrain.VILLAGE) if seat in seats else None
        for seat in range(now.seats)
    ]
    assert isinstance(now.phase, DrawPhase)
    return now.but(phase=DrawPhase(now.phase.card, tuple(answers)))


def test_offer_of_a_card_of_a_region_names_the_region() -> None:
    sheet = replace(CARDS.sheets["A"], regions=(Region("Marsh", FULL),))
    card = replace(CARDS.explore["hamlet"], place=Place.REGION_1)
    now = standing(DEFINITION, Board.of_sheet(sheet), card=card).but(edicts=DEFINITION.pool[::4], turn=5)
    assert offer_sentence(view_of(now), NAMES) == "Draw one of 2 shapes as village, covering a space in region 1."


@pytest.mark.parametrize(
    ("space", "expected"),
    [
        ("A1", "A1, forest"),
        ("A2", "A2, forest, on ruins"),
        ("A3", "A3, empty"),
        ("A4", "A4, empty ruins"),
        ("A5", "A5, mountain"),
        ("A6", "A6, wasteland"),
        ("A7", "A7, destroyed"),
        ("A8", "A8, destroyed, on ruins"),
        ("A9", "A9, monster"),
        ("C2", "C2, mountain, surrounded"),
    ],
)
def test_spaces(space: str, expected: str) -> None:
    board = board_of("/".join(["Ff.r^#XxM..", ".F.........", "F^F........", ".F........."] + ["." * 11] * 7))
    assert space_label(space_state(board, space_of(space))) == expected


def test_spaces_under_attack() -> None:
    layers = {Feature.MARKED: FULL, Feature.RUINS: 1 << space_of("A1"), Feature.WATER: 1 << space_of("A2")}
    board = Board.of_layers(layers)
    labels = [space_label(space_state(board, space_of(name))) for name in ("A1", "A2", "A3")]
    assert labels == ["A1, empty ruins, under attack", "A2, water", "A3, empty, under attack"]


def test_ways_to_hold_a_shape() -> None:
    assert [orientation_label(turn) for turn in TURNS][:2] == ["as printed", "rotated 90° right"]
    assert len({orientation_label(turn) for turn in TURNS}) == 8


def test_what_is_in_hand() -> None:
    hamlet = Offer(CARDS.explore["hamlet"].options, FULL)
    several = in_hand_sentence(hamlet, 1, Terrain.VILLAGE, ShapeTurn(1))
    assert several == "Selected: shape 2, village, rotated 90° right."
    stream = Offer(CARDS.explore["hinterland_stream"].options, FULL)
    assert in_hand_sentence(stream, 0, Terrain.WATER, ShapeTurn(0, True)) == "Selected: water, flipped."


def test_options() -> None:
    first, second = CARDS.explore["hamlet"].shapes
    small = option_label(0, Option(first.shape, (Terrain.FARM,), coin=True))
    assert small == "Shape 1: 2 spaces in a row and 1 above the first, earns a coin"
    large = option_label(1, Option(second.shape, (Terrain.FARM,)))
    assert large == "Shape 2: 3 spaces in a row, 1 below the first and 1 below the second"
    assert option_label(0, Option(SINGLE, (Terrain.FARM,))) == "Shape 1: 1 space"


@pytest.mark.parametrize(
    ("now", "viewer", "expected"),
    [
        (state("hamlet"), ADA, "Draw one of 2 shapes as village."),
        (state("marshlands"), ADA, "Draw the shape as forest or water."),
        (
            state("marshlands", ruins=True),
            ADA,
            "Draw the shape as forest or water, covering ruins.",
        ),
        (state("rift_lands"), ADA, "Draw the shape as forest, village, farm, water or monster."),
        (state("goblin_attack"), ADA, "Draw Goblin Attack on Ben’s map."),
        (state("bugbear_assault"), ADA, "Draw Bugbear Assault on Cy’s map."),
        (state("hamlet"), None, "Waiting for Ada, Ben and Cy."),
        (state("hamlet", 5), None, "Waiting for Ada, Ben, Cy and 2 others."),
        (drawn_by(state("hamlet"), ADA), ADA, "You’ve drawn. Waiting for Ben and Cy."),
        (
            with_boards(state("hamlet"), FULL_BOARD, SHEET, SHEET),
            ADA,
            "Your map is full, so there’s nothing to draw. Waiting for Ben and Cy.",
        ),
        (
            with_boards(state("goblin_attack"), SHEET, FULL_BOARD, SHEET),
            ADA,
            "Your neighbor’s map is full, so you don’t draw a monster. Waiting for Ben and Cy.",
        ),
        (state("hamlet").but(phase=OverPhase()), ADA, "The game is over."),
    ],
)
def test_what_is_asked(now: State, viewer: Seat | None, expected: str) -> None:
    assert offer_sentence(view_of(now, viewer), NAMES) == expected


def test_single_squares_are_explained() -> None:
    crowded = board_of("/".join(["F.F.F.F.F.F", "FFFFFFFFFFF"] * 5 + ["FFFFFFFFFFF"]))
    assert offer_sentence(view_of(state("hamlet", board=crowded)), NAMES) == (
        "No shape of Hamlet fits anywhere on your map. Draw a single square on any empty space. "
        "Allowed terrains: forest, village, farm, water or monster."
    )
    assert offer_sentence(view_of(state("gnoll_raid", board=crowded)), NAMES) == (
        "Gnoll Raid doesn’t fit on Ben’s map. Draw a single monster square there."
    )


def test_nobody_is_awaited_after_the_end() -> None:
    over, waiting = view_of(state().but(phase=OverPhase()), None), view_of(drawn_by(state(), BEN))
    assert waiting_sentence(NAMES, over.awaited, over.viewer) == ""
    assert waiting_sentence(NAMES, waiting.awaited, waiting.viewer) == "Waiting for Cy."


def test_titles() -> None:
    assert turn_title(view_of(state()), NAMES) == "Your turn"
    assert turn_title(view_of(state("goblin_attack")), NAMES) == "Your turn: draw on Ben’s map"
    assert turn_title(view_of(drawn_by(state(), ADA)), NAMES) == "Waiting"
    assert turn_title(view_of(state(), None), NAMES) == "Turn 5"
    assert turn_title(view_of(state().but(phase=OverPhase())), NAMES) == "Game over"


def test_time() -> None:
    assert time_sentence(5, 8, last=False) == "5 of 8"
    assert time_sentence(9, 8, last=True) == "9 of 8: the season ends this turn."


def test_ties() -> None:
    assert tie_break_sentence("", 3) == ""
    assert (
        tie_break_sentence("fewer_losses", 1)
        == "Tied on stars. Fewer stars lost to monsters ranks higher (1 star lost here)."
    )
    assert tie_break_sentence("shared", 0) == "Tied on stars and on stars lost to monsters (0 stars): shared rank."


def test_standings() -> None:
    place = Standing(BEN, 2, 57)
    assert standing_sentence(place, NAMES) == "Rank 2: Ben, with 57 stars."
    assert standing_sentence(place, NAMES, BEN) == "Rank 2: you, with 57 stars."


def test_winners() -> None:
    alone = Standings((Standing(BEN, 1, 60), Standing(ADA, 2, 57)))
    assert winners_sentence(alone, NAMES) == "Ben won."
    assert winners_sentence(alone, NAMES, BEN) == "You won."
    assert winners_sentence(alone, NAMES, ADA) == "Ben won."
    shared = Standings((Standing(ADA, 1, 60, "shared"), Standing(BEN, 1, 60, "shared"), Standing(CY, 1, 60, "shared")))
    assert winners_sentence(shared, NAMES) == "Ada, Ben and Cy share the victory."
    assert winners_sentence(shared, NAMES, CY) == "You share the victory with Ada and Ben."


def test_solo() -> None:
    standings = Standings((Standing(ADA, 1, 80),), 22, "master_mapsmith")
    assert solo_sentence(standings) == "80 stars. Your rating is 22, which earns you the title Master Mapsmith."
    assert winners_sentence(standings, NAMES, ADA) == solo_sentence(standings)


@pytest.mark.parametrize(
    ("now", "viewer", "words"),
    [
        (state("marshlands"), ADA, "Your turn. Marshlands. Draw the shape as forest or water."),
        (state("marshlands", seats=1), ADA, "Marshlands. Draw the shape as forest or water."),
        (state("gnoll_raid"), ADA, "Your turn. Draw Gnoll Raid on Ben’s map."),
        (state("marshlands"), None, "Waiting for Ada, Ben and Cy."),
        (drawn_by(state("marshlands"), ADA), ADA, "You’ve drawn. Waiting for Ben and Cy."),
    ],
)
def test_what_is_heard_names_the_card_and_whose_turn_it_is(now: State, viewer: Seat | None, words: str) -> None:
    seen = view_of(now, viewer)
    assert announcement_sentence(seen, NAMES, offer_sentence(seen, NAMES)) == words


def test_at_the_end_it_is_heard_who_has_won() -> None:
    won = Standings((Standing(BEN, 1, 40), Standing(ADA, 2, 30)))
    seen = replace(view_of(state(seats=2)), over=True, standings=won)
    assert announcement_sentence(seen, NAMES, offer_sentence(seen, NAMES)) == "The game is over. Ben won."


@pytest.mark.parametrize(
    ("attack", "fits", "words"),
    [
        (0, True, "Forest on A1, A2: valid placement."),
        (0, False, "Forest on A1, A2: doesn’t fit."),
        (4, True, "Forest on A1, A2, attacking A3: valid placement."),
        (4, False, "Forest on A1, A2, attacking A3: doesn’t fit."),
    ],
)
def test_where_a_drawing_lies(attack: int, fits: bool, words: str) -> None:
    assert placed_spaces_sentence(Terrain.FOREST, 3, attack, fits=fits) == words
