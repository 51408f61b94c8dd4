"""Maps, shapes and scores as text, for drawn boards."""

import pytest
from django.conf import settings
from django.utils.translation import override

from engine.cartographers.board import Board
from engine.cartographers.cards import Edict
from engine.cartographers.events import SeasonScore
from engine.cartographers.game import RULES
from engine.cartographers.notation import board_of, space_of
from engine.cartographers.terrain import Terrain
from engine.contract import Seat
from games.cartographers.goals import score_text as score_told
from games.cartographers.line.help import entries, help_sentences
from games.cartographers.map import map_text as map_told
from games.cartographers.map.boards import space_label, space_state
from games.cartographers.typed.parser import parse
from games.cartographers.typed.vocabulary import Verb
from games.play.line import UnreadableCommand
from tests.engine.tools import mask, new_game, with_boards

BOARD = board_of(
    """
...........
...^.a.....
.r..FF.M^r.
....fF.....
VV....X#...
V..........
...........
...........
.rF......r.
.FvF.r.^...
..F........
""".strip()
    + " marks:A1,B6 D:C8,E7"
)


@pytest.fixture
def board() -> Board:
    return BOARD


def test_a_row_folds_what_is_alike(board: Board) -> None:
    assert map_told.row_sentence(board, 0) == "Row A: empty under attack 1, empty 2 to 11."
    assert map_told.row_sentence(board, 2) == (
        "Row C: empty 1, empty ruins 2, empty 3 to 4, forest 5 to 6, empty 7, monster D 8, mountain 9, "
        "empty ruins 10, empty 11."
    )
    assert map_told.row_sentence(board, 3) == "Row D: empty 1 to 4, forest on ruins 5, forest 6, empty 7 to 11."
    assert (
        map_told.row_sentence(board, 4)
        == "Row E: village 1 to 2, empty 3 to 6, destroyed D 7, wasteland 8, empty 9 to 11."
    )


def test_a_column_is_told_from_the_north(board: Board) -> None:
    assert map_told.column_sentence(board, 5) == (
        "Column 6: empty A, farm on ruins B, forest C to D, empty E to I, empty ruins J, empty K."
    )


def test_the_whole_map_tells_empty_rows_together(board: Board) -> None:
    sentences = map_told.map_sentences(board)
    assert len(sentences) == 10
    assert sentences[6] == "Rows G to H: empty."
    blank = map_told.map_sentences(board_of("/".join(["." * 11] * 11)))
    assert blank == ("Rows A to K: empty.",)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("C5", "C5, forest. Part of a forest cluster: C5, C6, D5, D6."),
        ("D5", "D5, forest, on ruins. Part of a forest cluster: C5, C6, D5, D6."),
        ("C7", "C7, empty. Next to a monster: costs 1 star."),
        ("G1", "G1, empty."),
        ("B4", "B4, mountain."),
        ("C8", "C8, monster D."),
        ("E8", "E8, wasteland."),
        ("A1", "A1, empty, under attack."),
    ],
)
def test_a_space_is_told_with_its_cluster_and_cost(name: str, sentence: str, board: Board) -> None:
    assert map_told.space_sentences(board, space_of(name)) == (sentence,)


def test_a_cluster_is_told_with_what_is_around_it(board: Board) -> None:
    assert map_told.cluster_sentences(board, space_of("E2")) == (
        "A village cluster of 3 spaces.",
        "Row E: 1 to 2.",
        "Row F: 1.",
        "Adjacent: 5 empty spaces (D1 to D2, E3, F2, G1) and the edge of the map.",
    )
    assert map_told.cluster_sentences(board, space_of("J3")) == (
        "J3, village, on ruins, single space.",
        "Adjacent: 4 forest spaces (I3, J2, J4, K3).",
    )


def test_ruins_and_mountains(board: Board) -> None:
    assert map_told.ruins_sentences(board) == (
        "5 empty ruins spaces: C2, C10, I2, I10, J6.",
        "Filled ruins: B6, D5, J3.",
    )
    assert map_told.mountain_sentences(board) == (
        "B4: open sides at A4, B3, B5, C4.",
        "C9: open sides at B9, C10, D9.",
        "J8: open sides at I8, J7, J9, K8.",
    )
    full = board_of("/".join(["F" * 11] * 5 + ["FFFFF^FFFFF"] + ["F" * 11] * 5))
    assert map_told.mountain_sentences(full) == ("F6: surrounded.",)
    assert map_told.ruins_sentences(full) == ("No empty ruins spaces.",)
    assert map_told.row_sentence(full, 5) == "Row F: forest 1 to 5, surrounded mountain 6, forest 7 to 11."


def test_monsters_with_their_initials(board: Board) -> None:
    assert map_told.monster_places(board) == ("Monster D: C8.",)
    plain = board_of("/".join(["M.........."] + ["." * 11] * 10))
    assert map_told.monster_places(plain) == ("Monsters: A1.",)


def test_runs_of_places() -> None:
    board = board_of("/".join(["F.FF......F"] + ["." * 11] * 10))
    assert map_told.runs_phrase(board.layers[0]) == "A1, A3 to A4, A11"
    assert map_told.runs_phrase(0) == ""


def test_an_edict_is_told_with_every_reason() -> None:
    game = new_game(1, edicts=("sentinel_wood", "wildholds", "canal_lake", "borderlands"))
    view = RULES.view(game.state, Seat(0))
    position = view.positions[0]._replace(board=board_of("/".join(["FF........."] + ["." * 11] * 10)))
    assert score_told.edict_sentences(view, Edict.A, position) == (
        "Edict A, Sentinel Wood: 2 stars.",
        "1 star for each forest space on the edge of the map.",
        "Scored in: Spring and Winter. Scored this season.",
        f"Solo target: {view.edicts[0].solo_target} stars.",
        "2 stars for 2 forest spaces on the edge of the map: A1, A2.",
    )
    assert score_told.edicts_sentences(view, position)[2] == "C, Canal Lake: 0 stars."
    assert score_told.sheet_sentences(view, Seat(0))[0] == "No season has been scored yet."


@pytest.mark.parametrize(
    ("language", "sentences", "measured"),
    [
        (
            "en",
            ("Summer if scored now: 1 star.", "All seasons if scored now: 8 stars."),
            "Compared with the edicts’ solo targets:",
        ),
        (
            "fr",
            (
                "Été, si on décomptait maintenant : 1 étoile.",
                "Toutes les saisons, si on décomptait maintenant : 8 étoiles.",
            ),
            "Par rapport aux objectifs solo des décrets :",
        ),
    ],
)
def test_the_sheet_tells_what_the_year_would_bring(language: str, sentences: tuple[str, ...], measured: str) -> None:
    """Spring scored 3; a coin is worth a star in each of three seasons, the forests two in winter.

    In a solo game, the projected total is compared with the targets.
    """
    game = new_game(1, edicts=("sentinel_wood", "wildholds", "canal_lake", "borderlands"))
    board = board_of("/".join(["FF.........", *["." * 11] * 10]))
    state = with_boards(game.state, board, coins=(1,)).but(scores=((SeasonScore((3, 0), 0, 0),),))
    view = RULES.view(state, Seat(0))
    with override(language):
        *_seasons, summer, year, measure = score_told.sheet_sentences(view, Seat(0))
    assert tuple(sentence.replace("\N{NO-BREAK SPACE}", " ") for sentence in (summer, year)) == sentences
    assert measure.startswith(measured)
    assert str(sum(card.solo_target for card in view.edicts)) in measure


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_help_names_every_command_and_each_example_can_be_typed(language: str) -> None:
    with override(language):
        assert len(entries()) == len(Verb) + 1
        assert len(help_sentences("")) == len(entries())
        for entry in entries():
            parse(entry.typed)
        for verb in Verb:
            assert len(help_sentences(verb.value)) == 1


def test_help_for_a_word_that_is_none() -> None:
    with pytest.raises(UnreadableCommand, match=r"” isn’t a command. Type “help” for a list."):
        help_sentences("foo")


def test_landmarks_coin_spaces_and_regions_are_told() -> None:
    board = board_of("/".join(["*.r........", *["..........."] * 10]) + " tolls:A2,A3 region_1:A1,A2 region_4:B5")
    labels = [space_label(space_state(board, space_of(name))) for name in ("A1", "A2", "A3", "B5")]
    assert labels == [
        "A1, landmark, region 1",
        "A2, empty, coin space, region 1",
        "A3, empty ruins, coin space",
        "B5, empty, region 4",
    ]
    drawn = board.draw(mask("A2 B1"), Terrain.FARM)
    assert space_label(space_state(drawn, space_of("A1"))) == "A1, landmark, surrounded, region 1"
    assert space_label(space_state(drawn, space_of("A2"))) == "A2, farm, region 1"
    sentences = map_told.map_sentences(board)
    assert sentences[0] == "Row A: landmark 1, empty coin space 2, empty coin ruins 3, empty 4 to 11."
    assert sentences[-3:] == ("Region 1: A1 to A2.", "Region 4: B5.", "Coin spaces: A2 to A3.")
    assert map_told.mountain_sentences(board) == ("Landmark A1: open sides at A2, B1.",)
