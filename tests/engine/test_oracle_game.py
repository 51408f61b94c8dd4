"""The oracle's whole games against results worked out by hand."""

from dataclasses import replace
from random import Random

import pytest

from tests.engine.oracle.cards import SHEETS
from tests.engine.oracle.game import Ask, Record, Setup, play, ranks_of, replay, title_of
from tests.engine.oracle.placement import Drawing, in_order
from tests.engine.oracle.random_games import greedy_chooser, random_chooser, random_decks, random_setup, revealed

BLANK_SHEET = "\n".join(["." * 11] * 11)
EDICTS = ("sentinel_wood", "wildholds", "canal_lake", "borderlands")
DOMINOES = tuple(("farmland",) * count for count in (8, 8, 7, 6))


def _first(ask: Ask) -> Drawing:
    return in_order(ask.drawings)[0]


def _first_with_coin(ask: Ask) -> Drawing:
    return next((drawing for drawing in in_order(ask.drawings) if drawing[2]), _first(ask))


def test_solo_game_worked_out_by_hand() -> None:
    """Dominoes from the top: 11 fill two rows; the track is full from the 14th on."""
    record = play(Setup(1, BLANK_SHEET, EDICTS, DOMINOES), _first_with_coin)
    seasons = [(score.edicts, score.coins, score.monsters, score.total) for (score,) in record.scores]
    assert seasons == [
        ((("sentinel_wood", 0), ("wildholds", 0)), 8, 0, 8),
        ((("wildholds", 0), ("canal_lake", 0)), 14, 0, 14),
        ((("canal_lake", 0), ("borderlands", 24)), 14, 0, 38),
        ((("borderlands", 30), ("sentinel_wood", 0)), 14, 0, 44),
    ]
    assert record.totals == (104,)
    assert (record.rating, record.title) == (104 - 25 - 16 - 24 - 24, "Journeyman Topographer")
    assert len(record.turns) == 29


def test_solo_ambush_costs_its_stars_every_season() -> None:
    decks = (("goblin_attack", *DOMINOES[0]), *DOMINOES[1:])
    record = play(Setup(1, BLANK_SHEET, EDICTS, decks), _first_with_coin)
    assert [score.monsters for (score,) in record.scores] == [6, 6, 6, 6]
    assert (record.rating, record.title) == (104 - 24 - 89, "Inept Assistant")
    assert record.turns[0].answers[0].cells == {(8, 8), (9, 9), (10, 10)}


def test_ruins_wait_through_an_ambush_and_bind_the_next_card_only() -> None:
    spring: tuple[str, ...] = ("temple_ruins", "goblin_attack", "farmland", "orchard", "outpost_ruins", "temple_ruins")
    spring += ("homestead", "rift_lands", "marshlands", "hamlet", "great_river")
    record = play(Setup(3, SHEETS["A"], EDICTS, (spring, *DOMINOES[1:])), _first)
    turns = [(turn.card, turn.ruins_pending, turn.time) for turn in record.turns if turn.season == "spring"]
    assert turns == [
        ("goblin_attack", False, 0),
        ("farmland", True, 1),
        ("orchard", False, 3),
        ("homestead", True, 5),
        ("rift_lands", False, 5),
        ("marshlands", False, 7),
        ("hamlet", False, 8),
    ]


def test_surplus_time_is_lost() -> None:
    spring = ("farmland", "orchard", "homestead", "marshlands", "treetop_village", "great_river")
    record = play(Setup(2, SHEETS["B"], EDICTS, (spring, *DOMINOES[1:])), _first)
    spring_turns = [turn for turn in record.turns if turn.season == "spring"]
    summer_turns = [turn for turn in record.turns if turn.season == "summer"]
    assert [turn.time for turn in spring_turns] == [1, 3, 5, 7, 9]
    assert [turn.time for turn in summer_turns] == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("card", "drawer_of_board"),
    [("kobold_onslaught", {0: 1, 1: 2, 2: 0}), ("gnoll_raid", {0: 2, 1: 0, 2: 1})],
)
def test_boards_pass_in_the_cards_direction(card: str, drawer_of_board: dict[int, int]) -> None:
    """Clockwise passes to the next seat, so seat 1 draws on the board of seat 0."""
    record = play(Setup(3, BLANK_SHEET, EDICTS, ((card, *DOMINOES[0]), *DOMINOES[1:])), _first)
    assert {answer.board_of: answer.seat for answer in record.turns[0].answers} == drawer_of_board


def test_full_board_has_nothing_to_draw_and_still_scores() -> None:
    record = play(Setup(2, BLANK_SHEET.replace(".", "F"), EDICTS, DOMINOES), _first)
    assert all(turn.answers == () for turn in record.turns)
    assert record.totals == (40 + 0 + 132 + 132 + 40,) * 2
    assert record.ranks == (1, 1)


def test_fewer_monsters_break_a_tie_and_then_the_rank_is_shared() -> None:
    assert ranks_of((10, 10, 10, 5), (3, 2, 3, 0)) == (2, 1, 2, 4)


@pytest.mark.parametrize(
    ("rating", "title"),
    [
        (30, "Legendary Cartographer"),
        (29, "Master Mapsmith"),
        (10, "Journeyman Topographer"),
        (0, "Apprentice Surveyor"),
        (-1, "Amateur Assessor"),
        (-5, "Amateur Assessor"),
        (-6, "Inept Assistant"),
        (-20, "Dimwitted Doodler"),
        (-21, "Oblivious Inkdrinker"),
        (-99, "Oblivious Inkdrinker"),
    ],
)
def test_titles(rating: int, title: str) -> None:
    assert title_of(rating) == title


def _random_record(seed: int, seats: int) -> Record:
    rng = Random(seed)
    return play(random_setup(rng, seats), random_chooser(rng))


@pytest.mark.parametrize("seed", range(8))
def test_random_games_replay(seed: int) -> None:
    record = _random_record(seed, seats=1 + seed % 4)
    assert replay(record) == record


def test_replay_refuses_what_does_not_follow() -> None:
    record = _random_record(1, seats=2)
    first = record.turns[0]
    moved = replace(first.answers[0], cells=frozenset({(0, 0), (10, 10)}))
    for broken in (
        replace(record, totals=(99, 99)),
        replace(record, turns=(replace(first, answers=(moved, *first.answers[1:])), *record.turns[1:])),
        replace(record, turns=(replace(first, coins=(7, 7)), *record.turns[1:])),
    ):
        with pytest.raises(AssertionError):
            replay(broken)


def test_greedy_play_beats_random_play() -> None:
    setup = random_setup(Random(3), seats=1)
    assert play(setup, greedy_chooser(setup)).totals > play(setup, random_chooser(Random(3))).totals


def test_decks_keep_unrevealed_ambushes() -> None:
    for seed in range(50):
        waiting: set[str] = set()
        for deck, threshold in zip(random_decks(Random(seed)), (8, 8, 7, 6), strict=True):
            ambushes = {card for card in deck if card.endswith(("attack", "assault", "onslaught", "raid"))}
            assert len(deck) == 13 + len(ambushes)
            assert waiting < ambushes
            assert len(ambushes) == len(waiting) + 1
            waiting = ambushes - set(revealed(deck, threshold))
