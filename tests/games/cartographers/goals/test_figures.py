"""Figures beside the map: earned stars, stars as of now, and the change by a placement."""

from typing import Any

import pytest

from engine.cartographers.board import Board
from engine.cartographers.catalog import cartographers
from engine.cartographers.events import SeasonScore
from engine.cartographers.notation import board_of, space_of
from engine.cartographers.position import Outcome
from engine.cartographers.state import BetweenCards, OverPhase
from engine.cartographers.terrain import Terrain
from engine.cartographers.view import View, view
from engine.contract import Seat
from games.cartographers.goals.explanations import coin_reasons, edict_reasons, monster_reasons
from games.cartographers.goals.figures import figure_changes
from games.cartographers.goals.panels import edicts
from games.cartographers.goals.scores import score_rows, score_sheet
from games.cartographers.log.past_states import CoinGain
from games.play.people import Person
from tests.engine.tools import definition, standing

SCORING = cartographers().scoring
# Spaces, lines, clusters, squares: a forest edict in A, then B, C and D.
EDICTS = tuple(SCORING[id] for id in ("sentinel_wood", "canal_lake", "wildholds", "borderlands"))
BOARD = board_of(
    """\
FF.........
...........
...M.......
...........
.....M.M...
...........
..WA.......
...^.......
...........
...........
.........VV"""
)
EMPTY = board_of("/".join(["." * 11] * 11))


def view_of(*boards: Board, **changes: Any) -> View:
    """The first seat's view of a game with these boards, in spring unless told otherwise."""
    opened = cartographers().explore["hamlet"]
    return view(standing(definition(), *boards, card=opened, coins=2).but(edicts=EDICTS, **changes), Seat(0))


def person(seat: int) -> Person:
    return Person(Seat(seat), f"Seat {seat}", "", f"seat{seat}", "", seat == 0)


SPRING = (SeasonScore((2, 1), 2, 3), SeasonScore((0, 0), 1, 0))


def test_edicts_show_what_is_earned_and_what_would_be() -> None:
    in_order = edicts(
        view_of(BOARD, EMPTY, season=1, scores=(SPRING,)), Seat(0), "/tables/x/", lit=True, table="/tables/x/"
    )
    views = sorted(in_order, key=lambda edict: edict.letter)
    stars = {edict.letter: [edict.stars.text, *(mark.stars.text for mark in edict.marks)] for edict in views}
    # A is scored in spring and winter, B in spring and summer, C in summer and fall, D in fall and winter.
    assert stars == {"A": ["2", "2", "2"], "B": ["2", "1", "2"], "C": ["0", "0", "0"], "D": ["0", "0", "0"]}
    assert [[mark.stars.pale for mark in edict.marks] for edict in views] == [
        [False, True],
        [False, True],
        [True, True],
        [True, True],
    ]
    assert [edict.due for edict in views] == [False, True, True, False]
    assert [edict.spaces for edict in views] == ["A1 A2", "G3 G4", "", ""]
    assert views[0].stars.label == "Edict A, Sentinel Wood: 2 stars if scored now"
    past = edicts(view_of(BOARD, EMPTY, phase=BetweenCards()), Seat(0), "/tables/x/", lit=True)
    assert past[0].stars.label == "Edict A, Sentinel Wood: 2 stars at that point"
    assert views[0].stars.url == "/tables/x/why/now/1/A"
    assert views[0].url == "/tables/x/cards/sentinel_wood/"
    assert [mark.stars.label for mark in views[0].marks] == ["Spring: 2 stars", "Winter: 2 stars if scored now"]


def test_nothing_is_lit_on_a_map_of_somebody_else() -> None:
    watched = view_of(BOARD, EMPTY)
    assert {edict.spaces for edict in edicts(watched, Seat(0), "/", lit=False)} == {""}
    boxes = score_sheet(watched, person(0), "/", lit=False).seasons
    assert {line.stars.spaces for box in boxes for line in box.lines} == {""}


def test_the_score_sheet_projects_the_seasons_to_come() -> None:
    sheet = score_sheet(view_of(BOARD, EMPTY, season=1, scores=(SPRING,)), person(0), "/t/", lit=True)
    spring, summer, fall, winter = sheet.seasons
    assert [box.pale for box in sheet.seasons] == [False, True, True, True]
    assert [line.stars.text for line in spring.lines] == ["2", "1", "2", "−3"]
    assert [line.stars.text for line in summer.lines] == ["2", "0", "2", "−11"]
    assert [box.total.text for box in sheet.seasons] == ["2", "−7", "−9", "−7"]
    assert [line.stars.spaces for line in spring.lines] == [""] * 4
    assert [line.stars.spaces for line in winter.lines][:3] == ["", "A1 A2", ""]
    assert summer.lines[3].stars.spaces.split() == ["B4", "C3", "C5", "D4", "D6", "D8", "E5", "E7", "E9", "F6", "F8"]
    assert set(summer.total.spaces.split()) == {"G3", "G4", *summer.lines[3].stars.spaces.split()}
    assert (sheet.total.text, sheet.outlook and sheet.outlook.text) == ("2", "−21 stars if scored now")
    assert fall.lines[0].stars.label == "Fall, edict C: 0 stars if scored now"
    assert summer.total.url == "/t/why/summer/1/stars"


def test_the_rows_project_for_every_seat_what_is_public() -> None:
    rows = score_rows(view_of(BOARD, EMPTY, season=1, scores=(SPRING,)), [person(0), person(1)], "/t/")
    assert [[stars.text for stars in row.seasons] for row in rows] == [["2", "−7", "−9", "−7"], ["1", "2", "2", "2"]]
    assert [[stars.pale for stars in row.seasons] for row in rows] == [[False, True, True, True]] * 2
    assert [(row.total.text, row.losses.text) for row in rows] == [("2", "3"), ("1", "0")]


def test_a_finished_sheet_projects_nothing() -> None:
    sheet = score_sheet(
        view_of(BOARD, EMPTY, season=3, scores=(SPRING,) * 4, phase=OverPhase()), person(1), "/t/", lit=True
    )
    assert sheet.outlook is None
    assert not any(box.pale for box in sheet.seasons)


def test_a_drawing_changes_edicts_coins_monsters_and_the_season() -> None:
    drawn = BOARD.draw(1 << space_of("A3") | 1 << space_of("B4"), Terrain.FOREST)
    view = view_of(BOARD)
    (position,) = view.positions
    differences = figure_changes(view, position, position._replace(board=drawn, coins=3))
    assert [
        (change.letter, change.glyph, change.now, change.then, change.difference, change.due) for change in differences
    ] == [
        ("A", "", 2, 3, "+1", True),
        ("B", "", 2, 2, "0", True),
        ("C", "", 0, 0, "0", False),
        ("D", "", 0, 0, "0", False),
        ("", "coin", 2, 3, "+1", False),
        ("", "monster", -11, -10, "+1", False),
        ("", "", -5, -2, "+3", False),
    ]
    assert differences[-1].label == "Spring score"
    assert [change.better for change in differences] == [True, False, False, False, True, True, True]


@pytest.mark.parametrize(("scored", "label"), [(1, "Summer score"), (3, "Winter score")])
def test_the_season_to_be_scored_next_is_told(scored: int, label: str) -> None:
    """Covers monsters that act between two seasons, too."""
    view = view_of(BOARD, season=scored - 1, scores=(SPRING,) * scored)
    differences = figure_changes(view, *view.positions * 2)
    assert differences[-1].label == label


@pytest.mark.parametrize(
    ("scored", "letters", "due", "finished"), [(0, "ABCD", "AB", ""), (1, "BCAD", "BC", ""), (2, "CDAB", "CD", "B")]
)
def test_edicts_that_are_due_come_first_and_finished_ones_last(
    scored: int, letters: str, due: str, finished: str
) -> None:
    view = view_of(BOARD, season=scored, scores=(SPRING,) * scored)
    standings = figure_changes(view, *view.positions * 2)[:4]
    assert "".join(standing.letter for standing in standings) == letters
    assert "".join(standing.letter for standing in standings if standing.due) == due
    assert "".join(standing.letter for standing in standings if standing.finished) == finished
    assert all(standing.card == EDICTS["ABCD".index(standing.letter)] for standing in standings)
    panel = edicts(view, Seat(0), "/t/", lit=True)
    assert [(edict.letter, edict.due, edict.finished) for edict in panel] == [
        (standing.letter, standing.due, standing.finished) for standing in standings
    ]


def test_edicts_name_the_spaces_behind_their_stars() -> None:
    view = view_of(BOARD)
    assert figure_changes(view, *view.positions * 2)[0].spaces == "A1 A2"


def test_after_the_last_scoring_no_season_is_told() -> None:
    view = view_of(BOARD, season=3, scores=(SPRING,) * 4)
    differences = figure_changes(view, *view.positions * 2)
    assert [change.glyph for change in differences] == ["", "", "", "", "coin", "monster"]


# --- Reasons ---------------------------------------------------------------------------------------------------------


def test_each_contribution_has_a_sentence_and_its_spaces() -> None:
    wood, lake, hold, _ = EDICTS
    assert [(reason.sentence, reason.spaces) for reason in edict_reasons(wood, BOARD)] == [
        ("2 stars for 2 forest spaces on the edge of the map: A1, A2.", "A1 A2")
    ]
    assert [reason.spaces for reason in edict_reasons(lake, BOARD)] == ["G3", "G4"]
    assert [(reason.sentence, reason.spaces, reason.path) for reason in edict_reasons(hold, BOARD)] == [
        ("Wildholds scores no stars on this map so far.", "", "")
    ]


def test_a_path_has_a_tile_a_space() -> None:
    (wood,) = edict_reasons(EDICTS[0], BOARD)
    assert wood.path == "M0.25 0.25h.5v.5h-.5zM1.25 0.25h.5v.5h-.5z"


def test_monsters_are_told_with_the_spaces_beside_them() -> None:
    alone, pair = monster_reasons(BOARD)
    assert alone.sentence == ("4 stars lost for the empty spaces next to monsters: B4, C3, C5, D4. Monster at C4.")
    assert alone.spaces == "B4 C3 C4 C5 D4"
    # Both touch E7, which counts once.
    assert pair.sentence.startswith("7 stars lost for the empty spaces next to monsters: ")
    assert pair.sentence.endswith("Monsters at E6, E8.")
    assert set(pair.spaces.split()) == {"E6", "E8", "D6", "D8", "E5", "E7", "E9", "F6", "F8"}
    (none,) = monster_reasons(EMPTY)
    assert none.sentence == "No empty space is next to a monster, so you lose no stars."


def test_coins_are_told_by_where_they_come_from() -> None:
    mountain, shape = 1 << space_of("H4"), 1 << space_of("A1") | 1 << space_of("A2")
    reasons = coin_reasons(
        view_of(BOARD), 2, [CoinGain("forgotten_forest", Outcome(shape, coin=True, mountains=mountain))], BOARD
    )
    assert [(reason.sentence, reason.spaces) for reason in reasons] == [
        ("1 coin for the shape of Forgotten Forest on A1, A2.", "A1 A2"),
        ("1 coin for the mountain H4.", "H4"),
    ]


def test_coins_beyond_the_track_are_said_to_be_lost() -> None:
    mountain = 1 << space_of("H4")
    reasons = coin_reasons(view_of(BOARD), 1, [CoinGain("", Outcome(mountains=mountain))] * 2, BOARD)
    assert reasons[-1].sentence == "The coin track is full. Extra coins are ignored."
