"""Positions as query strings: round trips, hand-written maps, and errors."""

from dataclasses import replace

import pytest
from django.http import QueryDict
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cartographers.board import Board
from engine.cartographers.cards import ExploreCard
from engine.cartographers.geometry import FULL, space_bit
from engine.cartographers.notation import board_of, board_text, space_of
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import Feature, Terrain
from engine.contract import Seat
from games.cartographers.analysis.components import NO_CARD, analysis_components, deck_of, seasons_of
from games.cartographers.analysis.pasting import find_sheet
from games.cartographers.analysis.position import BRUSHES, COIN_TRACK, AnalysisPosition, TurnOrigin
from games.cartographers.analysis.query import read_map, read_position, write_map, write_position

pytestmark = pytest.mark.django_db

ORIGINS = st.none() | st.builds(
    TurnOrigin, st.from_regex(r"[A-Za-z0-9_-]{1,40}", fullmatch=True), st.integers(1, 99), st.integers(0, 9).map(Seat)
)


def read(query: str) -> tuple[AnalysisPosition, list[str]]:
    problems: list[str] = []
    return read_position(QueryDict(query).dict(), problems), problems


def in_printed_order(cards: set[ExploreCard]) -> tuple[ExploreCard, ...]:
    return tuple(card for card in analysis_components().cards.values() if card in cards)  # type: ignore[misc]  # explore


@st.composite
def positions(draw: st.DrawFn) -> AnalysisPosition:
    """Return a position with painted spaces, initials and marks."""
    held = analysis_components()
    heroes = draw(st.booleans())
    season = draw(st.integers(0, 3))
    sheet = draw(st.sampled_from(list(held.sheets.values())))
    position = AnalysisPosition(
        sheet,
        Board.of_sheet(sheet),
        edicts=tuple(draw(st.sampled_from([NO_CARD, *held.scoring.values()])) for _ in range(4)),
        season=season,
        left=draw(st.integers(0, seasons_of(heroes=heroes)[season].threshold)),
        coins=draw(st.integers(0, COIN_TRACK)),
        card=draw(st.none() | st.sampled_from(list(held.cards.values()))),
        ruins=draw(st.booleans()),
        solo=draw(st.booleans()),
        heroes=heroes,
        seen=draw(st.sets(st.sampled_from(deck_of(heroes=heroes))).map(in_printed_order)),
    )
    for feature in draw(st.lists(st.sampled_from(list(BRUSHES.values())), max_size=6)):
        position = position.painted(draw(st.integers(0, FULL)) & FULL, feature)
    monsters = position.board.layers[Feature.MONSTER]
    board = replace(position.board, initials=(("D", monsters),)) if monsters and draw(st.booleans()) else position.board
    board = board.mark(draw(st.sampled_from([0, space_bit(space_of("E5"))])))
    return replace(position, board=board, origin=draw(ORIGINS))


@settings(max_examples=60)
@given(st.data())
def test_position_written_and_read_is_the_same(data: st.DataObject) -> None:
    position = data.draw(positions())
    query = write_position(position)
    assert read(query) == (position, [])
    assert len(query) < 3_000


@given(
    st.text(max_size=300),
    st.sampled_from(["map", "fields", "edicts", "coins", "left", "season", "card", "seen", "turn"]),
)
def test_any_text_is_read_or_refused_with_a_message(text: str, name: str) -> None:
    problems: list[str] = []
    position = read_position({"sheet": "A", name: text}, problems)
    assert read(write_position(position)) == (position, [])


def test_query_is_readable() -> None:
    position, problems = read("sheet=A&edicts=treetower,,great_city&season=summer&left=5&coins=3&card=hamlet")
    assert problems == []
    painted = position.painted(space_bit(space_of("A2")) | space_bit(space_of("A3")), Feature.FOREST)
    rows = "/".join(["1FF8", *["11"] * 10])
    assert write_position(painted) == (
        f"sheet=A&edicts=treetower,,great_city,&season=summer&left=5&coins=3&card=hamlet&map={rows}"
    )


def test_map_on_printed_terrain_is_written_without_it_and_read_with_it() -> None:
    sheet = Sheet.from_rows("meadow", "Meadow", ["FF.f.......", *["." * 11] * 10])
    drawn = Board.of_sheet(sheet).draw(space_bit(space_of("A3")), Terrain.WATER).destroy(space_bit(space_of("A1")))
    text, problems = write_map(sheet, drawn), list[str]()
    assert text.startswith("X1W8/11/")
    assert read_map(sheet, text, problems) == drawn
    assert not problems
    assert find_sheet(drawn, sheet) == sheet
    assert find_sheet(Board.of_sheet(sheet).destroy(space_bit(space_of("B1"))), sheet) == sheet
    without = board_of("/".join(["..Wf.......", *["." * 11] * 10]))
    assert find_sheet(without, sheet) is None


def test_drawings_move_to_another_sheet_without_printed_terrain() -> None:
    sheet, plain = Sheet.from_rows("meadow", "Meadow", ["FF.f.......", *["." * 11] * 10]), analysis_components()
    position = AnalysisPosition(sheet, Board.of_sheet(sheet)).painted(space_bit(space_of("A3")), Feature.FOREST)
    moved = position.on_sheet(plain.sheets["A"])
    assert moved.board.layers[Feature.FOREST] == space_bit(space_of("A3"))
    assert position.painted(FULL, Feature.WATER).board.layers[Feature.FOREST] == sheet.printed


def test_rows_in_the_notation_are_read_too() -> None:
    held = analysis_components().sheets["A"]
    board = Board.of_sheet(held).draw(space_bit(space_of("B6")), Terrain.WATER)
    rows = board_text(board).replace("#", "%23")
    position, problems = read(f"sheet=A&map={rows}")
    assert problems == []
    assert position.board == board


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("sheet=Q", "There is no map sheet “Q”."),
        ("edicts=foo", "There is no scoring card “foo”."),
        ("edicts=,,,,", "There are only 4 edicts."),
        ("season=autumn", "There is no season “autumn”."),
        ("left=-1", "The time left must be a number."),
        ("coins=15", "Coins must be a number from 0 to 14."),
        ("coins=٣", "Coins must be a number from 0 to 14."),
        ("card=canal_lake", "There is no explore card “canal_lake”."),
        ("seen=hamlet,wren_the_lioness", "There is no explore card “wren_the_lioness”."),
        ("map=11/11", "The map has 2 rows instead of 11."),
        ("map=" + "/".join(["9", *["11"] * 10]), "Row A of the map has 9 spaces instead of 11."),
        ("map=" + "/".join(["é", *["11"] * 10]), "Row A of the map can’t be read."),
        ("map=" + "/".join(["11", "3F7", *["11"] * 9]), "B4 can’t be drawn on."),
        ("fields=D:A1", "Some spaces of the map can’t be read: D: A1 is neither monster nor destroyed"),
    ],
)
def test_error_is_reported_and_the_rest_is_kept(query: str, problem: str) -> None:
    position, problems = read(f"solo=1&{query}")
    assert problems == [problem]
    assert position.solo


def test_time_left_is_at_most_that_of_the_season() -> None:
    assert read("season=winter&left=8")[0].left == 6
    assert read("season=summer")[0].left == 8
    assert read("season=summer&heroes=1")[0].left == 7
