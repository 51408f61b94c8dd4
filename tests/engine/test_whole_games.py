"""Whole games with everything at once: cards, sheets, monsters, heroes and skills of every kind."""

from collections.abc import Iterable
from random import Random

import pytest

from engine.cartographers.cards import Combination, ExploreCard, Overlap, Place, scoring_to_json
from engine.cartographers.effects import EffectAction, EffectTiming
from engine.cartographers.events import ChoiceAsked, Drawn, Event, MonstersActed, MonstersSpread, SeasonScored
from engine.cartographers.forecast import forecast_view
from engine.cartographers.game import RULES
from engine.cartographers.notation import whole_board_text
from engine.cartographers.placement import MOST_OPTIONS, Offer
from engine.cartographers.players.player import Budget
from engine.cartographers.players.raters import SearchRater
from engine.cartographers.players.review import review_answers, review_game, summarize
from engine.cartographers.players.search import Search
from engine.cartographers.position import Position
from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.tally import score, stars
from engine.cartographers.skills import SkillPower
from engine.cartographers.state import State
from engine.cartographers.terrain import Feature
from engine.cartographers.trial_placements import ScoreCache, try_placements
from engine.cartographers.view import view
from engine.contract import Level, Seat
from engine.verification import check
from tests.engine.compare import drawing_of
from tests.engine.mixed_games import check_game
from tests.engine.oracle import placement as oracle
from tests.engine.oracle.any_card import stars_of_card
from tests.engine.oracle.board import parse_map
from tests.engine.oracle.cards import EXPLORE
from tests.engine.oracle.placement import Drawing
from tests.engine.oracle.skills import skill_drawings
from tests.engine.player_games import finish
from tests.engine.shadow import shadowed
from tests.engine.test_review import check as check_review
from tests.engine.test_view import leaks, viewers
from tests.engine.whole_games import WholeGame, whole_definition, whole_game

GAMES, SHORT = 1600, 32


def _numbers(full: bool, begin: int = 0, step: int = 1) -> Iterable[int]:
    """The numbers of games to try: all kinds of sheets, seats and skills are among 32 in a row."""
    return range(begin, GAMES if full else SHORT, step)


def test_random_definitions_have_everything() -> None:
    every = [whole_definition(number) for number in range(64)]
    clauses = [clause for each in every for card in each.pool for clause in card.clauses]
    assert {type(clause) for clause in clauses} == set(FAMILIES.values())
    assert {card.combination for each in every for card in each.pool} == set(Combination)
    assert {card.place for each in every for card in each.explore} == {None, *Place}
    assert {card.overlap for each in every for card in each.explore} == set(Overlap)
    effects = [card.effect for each in every for card in each.ambushes if card.effect]
    assert {effect.timing for effect in effects} == set(EffectTiming)
    assert {effect.action for effect in effects} == set(EffectAction)
    assert {skill.power for each in every for skill in each.skills} == set(SkillPower)
    assert {feature for each in every for feature, cells in each.sheet.layers.items() if cells} >= {
        *(Feature.LANDMARK, Feature.TOLL, Feature.REGION_1, Feature.REGION_4, Feature.FOREST, Feature.MONSTER)
    }


@pytest.mark.parametrize("seats", range(1, 5))
def test_games_end_as_the_oracle_has_it(seats: int, full: bool) -> None:
    for number in _numbers(full, seats - 1, 4):
        game = whole_game(number)
        check_game(game, Random(number))
        _check_cards(game)


def _check_cards(game: WholeGame) -> None:
    """Compare the stars of every card of the pool on the final boards."""
    for board in game.state.boards:
        known = parse_map(whole_board_text(board))
        for card in game.state.definition.pool:
            tally, expected = score(card, board), stars_of_card(scoring_to_json(card), known)
            assert (tally.stars, stars(card, board)) == (expected, expected), scoring_to_json(card)
            assert sum(reason.total for reason in tally.contributions) == expected


def test_offers_are_those_of_the_oracle_and_come_to_what_each_placement_does_alone(full: bool) -> None:
    for number in _numbers(full):
        game, rng, tries = whole_game(number), Random(number), ScoreCache()
        while not game.state.over:
            ask = rng.choice(game.open_asks)
            if game.state.open is not None and rng.random() < 0.04:
                desk = view(game.state, ask.seat).desk
                assert desk is not None
                _check_offer(game.state, desk.position, desk.offer)
                _check_trials(game.state, desk.position, desk.offer, rng, tries)
            game.do(game.any_answer(rng, ask))


def _check_offer(state: State, position: Position, offer: Offer) -> None:
    """Assert that an offer for an explore card has all drawings of the oracle, with and without each skill."""
    card, known = state.open, parse_map(whole_board_text(position.board))
    if not isinstance(card, ExploreCard) or len(offer.options) == MOST_OPTIONS:
        return
    place, overlap = card.place.value if card.place else "", card.overlap.value
    singles, heroes = state.definition.single_terrain.value, bool(state.definition.heroes)
    ruins, played = state.ruins_pending, EXPLORE[card.id]
    ours: dict[str, set[Drawing]] = {"": set()}
    for placement in offer.placements():
        ours.setdefault(offer.options[placement.option].skill, set()).add(drawing_of(offer, placement))
    assert ours[""] == oracle.offer(known, played, ruins, singles, heroes, place, overlap, position.coins)
    own, earlier = {drawing[:2] for drawing in ours[""]}, [EXPLORE[each.id] for each in state.earlier()]
    for skill in state.skills:
        left, theirs = position.coins - skill.cost, set[Drawing]()
        if left >= 0:
            theirs = skill_drawings(known, played, skill.power.value, ruins, place, earlier, overlap, left)
        with_skill = ours.get(skill.id, set())
        assert {each for each in with_skill if each[:2] not in own} == {each for each in theirs if each[:2] not in own}


def _check_trials(state: State, position: Position, offer: Offer, rng: Random, tries: ScoreCache) -> None:
    """Compare placements that are tried at once with each by itself."""
    edicts = rng.sample(state.edicts, 2)
    tried = try_placements(position, offer, edicts, tries)
    assert [each.placement for each in tried] == list(offer.placements())
    for each in rng.sample(tried, min(60, len(tried))):
        after = position.after(position.drawing(offer, each.placement))
        earned = sum(stars(card, after.board) for card in edicts)
        losses = after.board.monster_losses().bit_count()
        assert (each.stars, each.coins, each.losses) == (earned, after.coins - position.coins, losses)


def test_forecasts_are_the_scores_of_the_next_season_end(full: bool) -> None:
    compared = 0
    for number in _numbers(full):
        game, rng = whole_game(number), Random(number)
        while not game.state.over:
            ask = rng.choice(game.open_asks)
            before, command = game.state, game.any_answer(rng, ask)
            event = RULES.answer(before, command)
            new = game.do(command)
            scored = next((event for event in new if isinstance(event, SeasonScored)), None)
            if isinstance(event, Drawn) and scored and not _acted_otherwise(before, new[: new.index(scored)]):
                positions = list(before.positions)
                for answer in (*filter(None, before.answers), event):
                    positions[answer.subject] = positions[answer.subject].after(answer.outcome)
                seen = view(before, None)
                foreseen = [forecast_view(seen, position).seasons[0].score for position in positions]
                assert foreseen == list(scored.scores)
                compared += 1
    assert compared > SHORT


def _acted_otherwise(state: State, events: Iterable[Event]) -> bool:
    """True if monsters acted by choice or at once, which a forecast leaves out."""
    return any(
        isinstance(event, ChoiceAsked)
        or (
            isinstance(event, (MonstersActed, MonstersSpread))
            and not state.monster(event.card).acts(EffectTiming.LAST_SCORING)
        )
        for event in events
    )


def test_views_show_no_secret_and_do_not_depend_on_any(full: bool) -> None:
    for number in _numbers(full):
        game, rng = whole_game(number), Random(number)
        while not game.state.over:
            if rng.random() < 0.08:
                _check_views(game, rng)
            game.anything(rng)


def _check_views(game: WholeGame, rng: Random) -> None:
    """Check the views before and after an answer that is given in two ways, and with other decks."""
    state, ask = game.state, rng.choice(game.open_asks)
    other_decks = state.but(deck=state.deck[::-1], ambush_deck=("other",), hero_deck=("other",))
    answered = [RULES.evolve(state, RULES.answer(state, game.any_answer(rng, ask))) for _ in range(2)]
    for viewer in viewers(state):
        assert leaks(view(state, viewer), state) == []
        assert view(state, viewer) == view(other_decks, viewer)
        if viewer != ask.seat:
            one, other = (view(each, viewer) for each in answered)
            assert one == other


def test_the_stand_in_plays_and_its_games_are_reviewed(full: bool) -> None:
    for number in _numbers(full, 5, 1 if full else 20):
        game = whole_game(number)
        while not game.state.over:
            game.do(game.fallback(game.open_asks[0]))
        assert shadowed(game.events) == check(RULES, game.events) == game.state
        answers = list(review_answers(game.events))
        for seat in range(game.state.seats):
            check_review(summarize(Seat(seat), answers))


def test_the_stand_in_judges_skills_with_a_terrain_of_which_it_sampled_no_drawing() -> None:
    game = whole_game(1004)
    while not game.state.over:
        game.do(game.fallback(game.open_asks[0]))
    assert shadowed(game.events) == game.state


@pytest.mark.parametrize("level", Level)
def test_bots_of_every_level_play(level: Level, full: bool) -> None:
    for number in _numbers(full, 12 + 5 * list(Level).index(level), 8 if full else SHORT):
        game, rng = whole_game(number), Random(number)
        while not game.state.over:
            ask = rng.choice(game.open_asks)
            if rng.random() < 0.3:
                game.do(RULES.choose_command(view(game.state, ask.seat), ask, level))
            else:
                game.anything(rng)
        assert shadowed(game.events) == game.state


def test_bots_look_ahead_and_reviews_measure_luck(full: bool) -> None:
    for number in _numbers(full, 28, 40):
        game = whole_game(number)
        finish(game, Search(), Random(number), 0.1, Budget(playouts=8))
        assert shadowed(game.events) == game.state
        for review in review_game(game.events, plays=1, deals=1):
            check_review(review)
        assert list(review_answers(game.events, Seat(0), SearchRater(playouts=2)))
