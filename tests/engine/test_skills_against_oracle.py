"""Skills in the engine against the slow oracle: what they offer, and whole games."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from engine.cartographers.cards import AmbushCard, ExploreCard, Place
from engine.cartographers.catalog import cartographers
from engine.cartographers.events import Drawn, SeasonScored
from engine.cartographers.notation import board_of, board_text
from engine.cartographers.placement import Offer, SingleTerrain, explore_offer
from engine.cartographers.skills import Skill, SkillPower
from engine.cartographers.terrain import DRAWABLE
from tests.engine.compare import cells_of, drawing_of
from tests.engine.oracle import placement as oracle
from tests.engine.oracle.board import OracleMap, format_map, parse_map
from tests.engine.oracle.cards import AMBUSH, COIN_TRACK, EXPLORE
from tests.engine.oracle.placement import Drawing
from tests.engine.oracle.random_maps import random_map
from tests.engine.oracle.scoring import monster_loss, score
from tests.engine.oracle.skills import draw_over, skill_drawings
from tests.engine.skill_games import DRAWING, play_with_skills, skill, skill_game
from tests.engine.tools import Game

CARDS = list(cartographers().explore.values())


def _by_skill(offer: Offer | None) -> dict[str, set[Drawing]]:
    """The drawings of each skill."""
    found: dict[str, set[Drawing]] = {}
    for placement in offer.placements() if offer else ():
        found.setdefault(offer.options[placement.option].skill, set()).add(drawing_of(offer, placement))
    found.pop("", None)
    return found


def _theirs(
    board: OracleMap, card: str, skills: Sequence[Skill], coins: int, ruins: bool, place: str, earlier: Sequence[str]
) -> dict[str, set[Drawing]]:
    own = {drawing[:2] for drawing in oracle.offer(board, EXPLORE[card], ruins, place=place)}
    before = [EXPLORE[id] for id in earlier]
    found = {}  # nothing that the card offers for free
    for each in skills:
        drawings = skill_drawings(board, EXPLORE[card], each.power.value, ruins, place, before)
        found[each.id] = {drawing for drawing in drawings if drawing[:2] not in own}
    affordable = {each.id for each in skills if each.cost <= coins}
    return {id: drawings for id, drawings in found.items() if drawings and id in affordable and board.empty()}


@pytest.mark.parametrize("power", DRAWING)
def test_every_skill_offers_what_the_oracle_does(power: SkillPower, full: bool) -> None:
    rng = Random(7)
    for _ in range(60 if full else 16):
        text = random_map(rng, density=rng.choice((None, 0.7, 0.9, 0.97)))
        card, *before = rng.sample(CARDS, 3)
        tied = replace(card, place=rng.choice((None, None, Place.EDGE, Place.MOUNTAIN)))
        ruins, coins, skills = rng.random() < 0.4, rng.randint(0, 5), (skill(power, rng.randint(1, 5)),)
        offer = explore_offer(
            tied,
            board_of(text),
            ruins=ruins,
            singles=DRAWABLE,
            single_terrain=SingleTerrain.ANY,
            coins=coins,
            skills=skills,
            earlier=before,
        )
        earlier, place = [each.id for each in before], tied.place.value if tied.place else ""
        theirs = _theirs(parse_map(text), card.id, skills, coins, ruins, place, earlier)
        assert (text, tied.id, ruins, _by_skill(offer)) == (text, tied.id, ruins, theirs)


@pytest.mark.parametrize("number", range(4))
def test_a_whole_game_with_skills_goes_as_by_the_oracle(number: int) -> None:
    rng = Random(number)
    skills = [skill(power, rng.randint(1, 3)) for power in DRAWING]
    game = play_with_skills(skill_game(skills, 2, number), rng)
    used = _follow(game)
    assert used, "some skill is used"


def _follow(game: Game) -> int:
    """Check each answer and score of a game, and return how often skills were used."""
    replayed = skill_game(game.state.definition.skills, game.state.seats, 0)
    replayed.state, used = replayed.rules.initial, 0
    boards, coins = [parse_map(board_text(board)) for board in skill_game((), 2).state.boards], [0, 0]
    changed, paid = dict[int, OracleMap](), dict[int, int]()
    for event in game.events:
        before = replayed.state
        replayed.add([event])
        match event:
            case Drawn(subject=owner):
                drawing = (cells_of(event.cells), event.terrain.word, event.coin)
                assert drawing in _legal(
                    game, before.open, before.earlier(), boards[owner], event, before.ruins_pending
                )
                offered = {each.id: each.cost for each in game.state.skills}
                assert event.spent == (offered[event.skill] if event.skill else 0) <= coins[owner]
                used += bool(event.skill)
                changed[owner], earned = draw_over(boards[owner], drawing)
                paid[owner] = min(COIN_TRACK, coins[owner] - event.spent + earned)
            case SeasonScored(season, scores):
                for seat, of in enumerate(scores):
                    ids = [game.state.edicts[edict.number].id for edict in game.state.definition.seasons[season].edicts]
                    assert of.edicts == tuple(score(id, boards[seat]) for id in ids)
                    assert (of.coins, of.losses) == (coins[seat], monster_loss(boards[seat]))
        if changed and not any(replayed.state.answers):
            for owner, board in changed.items():
                boards[owner], coins[owner] = board, paid[owner]
            changed, paid = {}, {}
            assert [board_text(board, "\n") for board in replayed.state.boards] == list(map(format_map, boards))
            assert list(replayed.state.coins) == coins
    return used


def _legal(
    game: Game, card: object, earlier: Sequence[ExploreCard], board: OracleMap, event: Drawn, ruins: bool
) -> set[Drawing]:
    if isinstance(card, AmbushCard):
        return oracle.ambush_offer(board, AMBUSH[card.id])
    assert isinstance(card, ExploreCard), "the base box has no heroes"
    if not event.skill:
        return oracle.offer(board, EXPLORE[card.id], ruins)
    power = next(each.power for each in game.state.skills if each.id == event.skill)
    return skill_drawings(board, EXPLORE[card.id], power.value, ruins, "", [EXPLORE[each.id] for each in earlier])
