"""Check and end of a season: thresholds, decks, scores, and the end of the game."""

from dataclasses import replace
from random import Random

import pytest

from engine.cartographers.catalog import cartographers
from engine.cartographers.events import CardRevealed, GameEnded, SeasonBegan, SeasonScore, SeasonScored
from engine.cartographers.game import RULES
from engine.cartographers.rules.finish import TieBreak
from engine.cartographers.rules.setup import MOST_SEATS, Setup
from engine.cartographers.rules.solo import rating, title
from engine.cartographers.state import OverPhase
from engine.contract import Seat
from engine.runner import begin
from tests.engine.tools import EDICTS, FULL_MAP, Game, definition, new_game, random_game

BASE = sorted([*cartographers().explore, *cartographers().ruins])
WITHOUT = ["farmland", "hamlet", "great_river", "forgotten_forest", "orchard", "homestead", "marshlands"]


def _season(game: Game) -> str:
    return game.state.season_card.id


def _play(game: Game, turns: int) -> None:
    for _ in range(turns):
        game.close_turn()


def test_a_season_ends_when_its_time_comes_to_the_threshold() -> None:
    game = new_game(1, spring=["farmland", "orchard", "homestead", "marshlands", "hamlet"])
    _play(game, 4)
    assert (_season(game), game.state.time) == ("spring", 8)
    _play(game, 1)
    assert _season(game) == "summer"


def test_what_goes_beyond_the_threshold_is_lost() -> None:
    summer = ["farmland", "orchard", "homestead"]
    game = new_game(
        1, spring=["farmland", "orchard", "homestead", "marshlands", "treetop_village"], tops={"deck/summer": summer}
    )
    _play(game, 4)
    assert (_season(game), game.state.time) == ("spring", 9)
    _play(game, 1)
    assert (_season(game), game.state.time, game.state.column) == ("summer", 1, ("farmland",))


def test_the_season_is_looked_at_only_when_the_turn_is_over() -> None:
    spring = ["orchard", "homestead", "marshlands", "treetop_village", "goblin_attack"]
    game = new_game(2, spring=spring)
    _play(game, 3)
    game.anything(Random(0))
    assert (_season(game), game.state.time) == ("spring", 8)
    _play(game, 1)
    assert _season(game) == "summer"


def test_the_thresholds_and_edicts_are_those_of_the_cards() -> None:
    seasons = [(season.id, season.threshold, "".join(season.edicts)) for season in cartographers().seasons]
    assert seasons == [("spring", 8, "AB"), ("summer", 8, "BC"), ("fall", 7, "CD"), ("winter", 6, "DA")]


def test_times_are_printed_on_the_cards() -> None:
    published = cartographers()
    times = {1: WITHOUT[:4], 0: ["rift_lands"]}
    for card in published.explore.values():
        expected = next((time for time, cards in times.items() if card.id in cards), 2)
        assert (card.id, card.time, len(card.shapes)) == (card.id, expected, 2 if expected == 1 else 1)
    assert {card.time for card in published.ruins.values()} | {card.time for card in published.ambushes.values()} == {0}


def _decks(game: Game) -> list[SeasonBegan]:
    return [event for event in game.events if isinstance(event, SeasonBegan)]


def test_each_season_one_more_ambush_comes_in_and_the_unrevealed_stay() -> None:
    for number in range(40):
        game = random_game(1 + number % 3, number)
        waiting: set[str] = set()
        met: set[str] = set()
        for began, after in zip(_decks(game), [*_decks(game)[1:], None], strict=True):
            ambushes = waiting | {began.ambush}
            assert sorted(began.deck) == sorted([*BASE, *ambushes])
            assert began.ambush not in met | waiting
            end = len(game.events) if after is None else game.events.index(after)
            span = game.events[game.events.index(began) : end]
            revealed = [event.card for event in span if isinstance(event, CardRevealed)]
            assert tuple(revealed) == began.deck[: len(revealed)]
            met |= set(revealed) & ambushes
            waiting = ambushes - met
        assert len(met | waiting) == 4


def test_a_revealed_ambush_never_comes_back() -> None:
    game = new_game(1, spring=["goblin_attack", *WITHOUT], tops={"ambushes": ["goblin_attack", "gnoll_raid"]})
    _play(game, 6)
    assert _season(game) == "summer"
    began = _decks(game)[-1]
    assert (began.ambush, "goblin_attack" in began.deck, "gnoll_raid" in began.deck) == ("gnoll_raid", False, True)


def test_an_ambush_nobody_met_stays_in_the_deck() -> None:
    game = new_game(1, spring=WITHOUT, tops={"ambushes": ["goblin_attack", "gnoll_raid"]})
    _play(game, 6)
    began = _decks(game)[-1]
    assert (began.ambush, "goblin_attack" in began.deck, len(began.deck)) == ("gnoll_raid", True, 15)


def test_a_set_without_ambushes_plays_too() -> None:
    peaceful = replace(definition(), ambushes=())
    began = [
        event
        for event in begin(RULES, Setup(peaceful, EDICTS), 1, new_game().rng).events
        if isinstance(event, SeasonBegan)
    ]
    assert [(event.ambush, sorted(event.deck)) for event in began] == [("", BASE)]


SPRING_END = """
F.....V....
F.....V....
F.....V....
......VVV..
......MVV..
...........
..^........
...........
.A.........
WW.......M.
A.........A
"""


def test_a_season_scores_its_two_edicts_coins_and_monsters() -> None:
    game = new_game(1, spring=["orchard", "homestead", "marshlands", "treetop_village"])
    _play(game, 3)
    game.put(SPRING_END, coins=[5])
    new = game.draw("1 village r0 G7")
    (scored,) = [event for event in new if isinstance(event, SeasonScored)]
    # A: three forest spaces on the edge. B: one city of eight, another of five. Monsters: E6 F7 I9 J8 J10 K9.
    assert scored == SeasonScored(0, (SeasonScore((3, 8), 5, 6),))
    assert scored.scores[0].total == 10
    assert game.state.total(Seat(0)) == 10
    assert game.state.losses(Seat(0)) == 6


def test_every_season_scores_its_own_edicts_for_every_seat() -> None:
    game = new_game(3, spring=["farmland"])
    game.put(FULL_MAP.replace("F", ".", 2), coins=[1, 2, 3])
    for seat in range(3):
        game.draw("1 farm r1 A1", seat)
    scored = [event for event in game.events if isinstance(event, SeasonScored)]
    # A: 38 of 40 spaces of the edge. B: no village. C: nothing. D: 22 full lines.
    assert [[score.edicts for score in event.scores] for event in scored] == [
        [(38, 0)] * 3,
        [(0, 0)] * 3,
        [(0, 132)] * 3,
        [(132, 38)] * 3,
    ]
    assert {tuple(score.coins for score in event.scores) for event in scored} == {(2, 3, 4)}
    assert isinstance(game.events[-1], GameEnded)
    assert [place.score for place in RULES.standings(game.state).places] == [356, 352, 348]


def _finished(*seats: list[tuple[int, int]]) -> Game:
    """A finished game; for each seat and season, the stars before monsters and those lost to them."""
    game = new_game(len(seats))
    seasons = zip(*seats, strict=True)
    scores = tuple(tuple(SeasonScore((stars, 0), 0, lost) for stars, lost in season) for season in seasons)
    game.state = game.state.but(scores=scores, phase=OverPhase())
    return game


def _places(game: Game) -> list[tuple[int, int, int, str]]:
    return [(place.seat, place.rank, place.score, place.tie_break) for place in RULES.standings(game.state).places]


def test_most_stars_win() -> None:
    game = _finished([(10, 0), (5, 0)], [(9, 0), (9, 0)], [(0, 3), (1, 0)])
    assert _places(game) == [(1, 1, 18, ""), (0, 2, 15, ""), (2, 3, -2, "")]
    assert RULES.standings(game.state).winners == (1,)


def test_of_equals_the_one_who_lost_less_to_monsters_wins() -> None:
    game = _finished([(12, 2), (5, 0)], [(10, 0), (6, 1)], [(3, 0), (0, 0)])
    broken = TieBreak.FEWER_LOSSES
    assert _places(game) == [(1, 1, 15, broken), (0, 2, 15, broken), (2, 3, 3, "")]


def test_equal_in_all_share_the_victory() -> None:
    game = _finished([(12, 2)], [(11, 1)], [(12, 2)], [(11, 1)], [(20, 10)])
    assert _places(game) == [
        (1, 1, 10, TieBreak.SHARED),
        (3, 1, 10, TieBreak.SHARED),
        (0, 3, 10, TieBreak.SHARED),
        (2, 3, 10, TieBreak.SHARED),
        (4, 5, 10, TieBreak.FEWER_LOSSES),
    ]
    assert RULES.standings(game.state).winners == (1, 3)


@pytest.mark.parametrize(
    ("points", "code"),
    [
        (99, "legendary_cartographer"),
        (30, "legendary_cartographer"),
        (29, "master_mapsmith"),
        (20, "master_mapsmith"),
        (19, "journeyman_topographer"),
        (10, "journeyman_topographer"),
        (9, "apprentice_surveyor"),
        (0, "apprentice_surveyor"),
        (-1, "amateur_assessor"),
        (-5, "amateur_assessor"),
        (-6, "inept_assistant"),
        (-10, "inept_assistant"),
        (-11, "dimwitted_doodler"),
        (-20, "dimwitted_doodler"),
        (-21, "oblivious_inkdrinker"),
        (-30, "oblivious_inkdrinker"),
        (-99, "oblivious_inkdrinker"),
    ],
)
def test_a_rating_has_its_title(points: int, code: str) -> None:
    assert title(points) == code


def test_alone_the_rating_is_what_goes_beyond_the_four_targets() -> None:
    game = _finished([(50, 0), (60, 0), (10, 4), (0, 0)])
    standings = RULES.standings(game.state)
    targets = 25 + 16 + 24 + 24
    assert (standings.rating, standings.title) == (116 - targets, "master_mapsmith")
    assert rating(targets, game.state.edicts) == 0
    assert [(place.seat, place.rank, place.score) for place in standings.places] == [(0, 1, 116)]


def test_together_there_is_no_rating() -> None:
    standings = RULES.standings(_finished([(5, 0)], [(6, 0)]).state)
    assert (standings.rating, standings.title) == (None, "")


def test_a_game_under_way_has_its_present_order() -> None:
    game = new_game(3)
    assert _places(game) == [(seat, 1, 0, TieBreak.SHARED) for seat in range(3)]


def test_a_hundred_play_a_whole_game() -> None:
    game = random_game(MOST_SEATS, 1)
    assert game.state.over
    assert sorted(place.seat for place in RULES.standings(game.state).places) == list(range(100))
    assert all(len(season) == 100 for season in game.state.scores)
