"""Skills: how they are drawn, offered, paid, hidden, stored, repeated and used by bots."""

from dataclasses import replace
from random import Random

import pytest

from engine.cartographers import codec
from engine.cartographers.cards import CardShape, ExploreCard, Overlap, Place
from engine.cartographers.catalog import cartographers
from engine.cartographers.errors import Refusal
from engine.cartographers.events import Drawn, EdictsLaid, SkillsOffered
from engine.cartographers.game import RULES
from engine.cartographers.geometry import spaces
from engine.cartographers.mixing.mix import Box
from engine.cartographers.mixing.presets import SET_WITH_SKILLS, published_sets
from engine.cartographers.news import DrawingNews
from engine.cartographers.notation import board_of, placement_of
from engine.cartographers.placement import MOST_OPTIONS, Forced
from engine.cartographers.position import Position
from engine.cartographers.rules import replay
from engine.cartographers.rules.problems import ProblemCode, find_problems
from engine.cartographers.rules.setup import Setup, check
from engine.cartographers.sampling import sample
from engine.cartographers.shapes import Shape
from engine.cartographers.skills import (
    OFFERED,
    Skill,
    SkillPower,
    look_of,
    skill_from_json,
    skill_options,
    skill_to_json,
)
from engine.cartographers.terrain import DRAWABLE, Feature, Terrain
from engine.contract import RuleViolation, Seat
from engine.labels import Labels
from engine.randomness import Shuffler
from engine.verification import verify
from tests.engine.skill_games import ALL, DRAWING, offer_with_skills, play_with_skills, skill, skill_game, skill_shapes
from tests.engine.tools import definition, mostly_full, seed_of

EXPLORE = cartographers().explore
FARMLAND, HOMESTEAD = EXPLORE["farmland"], EXPLORE["homestead"]
BLANK = "/".join(["." * 11] * 11)


# Set-up


def test_a_game_offers_three_skills_at_random_after_the_edicts() -> None:
    game = skill_game()
    place = next(number for number, event in enumerate(game.events) if isinstance(event, EdictsLaid))
    offered = game.events[place + 1]
    assert isinstance(offered, SkillsOffered)
    assert len(offered.skills) == OFFERED
    assert [each.id for each in game.state.skills] == list(offered.skills)
    assert RULES.view(game.state, None).skills == game.state.skills
    assert {skill_game(number=number).state.skills for number in range(5)} != {game.state.skills}


def test_a_set_with_three_skills_or_fewer_offers_all() -> None:
    assert skill_game(ALL[:3]).state.skills == ALL[:3]
    assert skill_game(ALL[4:5]).state.skills == ALL[4:5]


def test_a_game_without_skills_has_no_event_for_them() -> None:
    game = skill_game(())
    assert not [event for event in game.events if isinstance(event, SkillsOffered)]
    assert game.state.skills == ()


def test_skills_with_the_same_id_are_a_problem() -> None:
    twice = replace(definition(), skills=(ALL[0], replace(ALL[1], id=ALL[0].id)))
    (problem,) = find_problems(twice)
    assert (problem.code, problem.part, problem.params["item"]) == (ProblemCode.SAME_ID, "skills", twice.skills[1])
    with pytest.raises(RuleViolation) as refused:
        check(Setup(twice), 2)
    assert refused.value.code == Refusal.SAME_ID


@pytest.mark.parametrize("cost", [0, 6])
def test_a_skill_that_costs_too_few_or_too_many_coins_is_a_problem(cost: int) -> None:
    spoilt = replace(definition(), skills=(skill(SkillPower.GROW, cost),))
    (problem,) = find_problems(spoilt)
    assert (problem.code, problem.part) == (ProblemCode.SKILL_COST, "skills")
    with pytest.raises(RuleViolation) as refused:
        check(Setup(spoilt), 2)
    assert refused.value.code == Refusal.SKILL_COST


def test_the_set_with_skills_has_one_of_each_power_to_draw() -> None:
    skills = cartographers().skills
    assert sorted(each.power for each in skills.values()) == sorted(DRAWING)
    base, with_skills = published_sets(Box.CARTOGRAPHERS)
    assert with_skills["id"] == SET_WITH_SKILLS
    assert with_skills["skills"] == [f"cartographers/{id}" for id in skills]
    assert {**with_skills, "id": base["id"], "name": base["name"]} == {**base, "skills": with_skills["skills"]}
    assert "skills" not in base
    game = skill_game(tuple(skills.values()))
    assert set(game.state.skills) <= set(skills.values())


# Options


def test_any_terrain_offers_those_that_the_card_lacks_with_its_coin() -> None:
    own, new = FARMLAND.options, offer_with_skills(FARMLAND, BLANK, skill(SkillPower.ANY_TERRAIN, 2)).options[2:]
    assert [option.shape for option in new] == [option.shape for option in own]
    assert {option.terrains for option in new} == {(Terrain.FOREST, Terrain.VILLAGE, Terrain.WATER)}
    assert [option.coin for option in new] == [True, False]
    assert {(option.cost, option.skill) for option in new} == {(2, "any_terrain")}


def test_a_card_with_all_terrains_has_nothing_more_to_be_drawn_in() -> None:
    assert not skill_shapes(offer_with_skills(EXPLORE["rift_lands"], BLANK, skill(SkillPower.ANY_TERRAIN)))


def test_single_offers_a_square_in_the_terrains_of_the_card() -> None:
    (option,) = offer_with_skills(HOMESTEAD, BLANK, skill(SkillPower.SINGLE)).options[1:]
    assert (option.shape.rows(), option.terrains, option.coin) == (["#"], HOMESTEAD.terrains, False)


def test_a_square_that_the_card_offers_anyway_needs_no_skill() -> None:
    assert not skill_shapes(offer_with_skills(EXPLORE["rift_lands"], BLANK, skill(SkillPower.SINGLE)))


def test_grow_and_shrink_offer_each_distinct_shape_once() -> None:
    assert len(skill_shapes(offer_with_skills(FARMLAND, BLANK, skill(SkillPower.GROW)))) == 2 + 2
    assert skill_shapes(offer_with_skills(FARMLAND, BLANK, skill(SkillPower.SHRINK))) == [["#"], ["###", ".#."]]


def test_a_shape_may_not_fall_apart_when_it_shrinks() -> None:
    river = replace(EXPLORE["great_river"], shapes=EXPLORE["great_river"].shapes[:1])
    assert skill_shapes(offer_with_skills(river, BLANK, skill(SkillPower.SHRINK))) == [["#", "#"]]


def test_a_grown_shape_that_is_on_the_card_needs_no_skill() -> None:
    both = replace(FARMLAND, shapes=(FARMLAND.shapes[0], EXPLORE["great_river"].shapes[0]))
    looks = {look_of(option.shape) for option in skill_options(skill(SkillPower.GROW), both)}
    offer = offer_with_skills(both, BLANK, skill(SkillPower.GROW))
    offered = {look_of(option.shape) for option in offer.options if option.skill}
    assert looks - offered == {look_of(both.shapes[1].shape)}


def test_anywhere_matters_only_for_a_card_that_is_tied() -> None:
    anywhere = skill(SkillPower.ANYWHERE)
    tied = replace(FARMLAND, place=Place.EDGE)
    assert not skill_shapes(offer_with_skills(FARMLAND, BLANK, anywhere))
    free = [option for option in offer_with_skills(tied, BLANK, anywhere).options if option.skill]
    assert [(option.anywhere, option.coin) for option in free] == [(True, True), (True, False)]
    offer = offer_with_skills(tied, BLANK, anywhere)
    assert offer.fit(placement_of("3 farm r0 F6")).cells
    with pytest.raises(RuleViolation):
        offer.fit(placement_of("1 farm r0 F6"))


def test_earlier_offers_the_shapes_of_earlier_cards_in_the_terrains_of_the_card() -> None:
    options = offer_with_skills(FARMLAND, BLANK, skill(SkillPower.EARLIER), earlier="great_river homestead").options[2:]
    assert [option.shape.rows() for option in options] == [["#", "#", "#"], ["..#", ".##", "##."], ["#.", "##", "#."]]
    assert {(option.terrains, option.coin) for option in options} == {((Terrain.FARM,), False)}


def test_earlier_cards_are_those_of_the_season() -> None:
    game = skill_game([skill(SkillPower.EARLIER)])
    rng = Random(1)
    while not game.state.over:
        explored = [game.state.card(id) for id in game.state.column]
        expected = [card for card in explored[:-1] if isinstance(card, ExploreCard)]
        assert list(game.state.earlier()) == expected
        game.anything(rng)


def test_replace_covers_terrain_and_at_least_one_empty_space() -> None:
    text = mostly_full(F=".FFFFFFFFFF")
    offer = offer_with_skills(FARMLAND, text, skill(SkillPower.REPLACE))
    assert offer.forced is Forced.NOTHING_FITS
    fits = [fit for option in offer.options if option.skill for fit in offer.fits(option)]
    assert fits
    assert all(fit.cells & offer.empty for fit in fits)


@pytest.mark.parametrize("card_overlap", Overlap)
@pytest.mark.parametrize("ruins", [False, True])
@pytest.mark.parametrize("tie", [None, Place.EDGE, Place.MOUNTAIN])
def test_a_skill_never_offers_what_is_legal_without_it(card_overlap: Overlap, ruins: bool, tie: Place | None) -> None:
    for text in (
        "\n".join(["....F.r....", "..^.FF....M", *["..........."] * 9]),
        mostly_full(A="r..F^.FFFFF", B=".F.FFFFFFFF"),
    ):
        for name in ("farmland", "homestead", "rift_lands"):
            offer = offer_with_skills(
                replace(EXPLORE[name], place=tie, overlap=card_overlap), text, *ALL, ruins=ruins, earlier="hamlet"
            )
            position = Position(board_of(text), 14, coins=5)
            found: dict[bool, set[tuple[int, Terrain, int]]] = {False: set(), True: set()}
            for placement in offer.placements():
                drawn = position.drawing(offer, placement)
                with_skill = bool(offer.options[placement.option].skill)
                found[with_skill].add((drawn.cells, drawn.terrain, drawn.destroyed))
            assert found[True]
            assert not found[True] & found[False]


def test_a_skill_that_changes_nothing_is_refused() -> None:
    text = BLANK.replace("...........", "FF.........", 1)
    tied = replace(FARMLAND, place=Place.EDGE)
    for card, power, free, paid in (
        (FARMLAND, SkillPower.REPLACE, "3 farm r0 D4", "3 farm r0 A1"),
        (tied, SkillPower.ANYWHERE, "3 farm r0 D1", "3 farm r0 D4"),
    ):
        offer = offer_with_skills(card, text, skill(power))
        (option, *_) = [each for each in offer.options if each.skill]
        assert offer.fit(placement_of(paid)).cells
        (violation,) = offer.violations(placement_of(free))
        assert violation.code == Refusal.SKILL_NOT_NEEDED
        with pytest.raises(RuleViolation):
            offer.fit(placement_of(free))
        for way in option.shape.orientations:
            fits = {fit.anchor for fit in offer.fits(option) if fit.orientation is way}
            assert fits == set(spaces(offer.anchors(option, way)))
            assert placement_of(free).anchor not in fits


def test_slay_replaces_a_monster_space() -> None:
    text = BLANK.replace("...........", ".M.........", 1)
    (option,) = offer_with_skills(FARMLAND, text, skill(SkillPower.SLAY)).options[2:]
    offer = offer_with_skills(FARMLAND, text, skill(SkillPower.SLAY))
    assert (option.overlap, [fit.cells for fit in offer.fits(option)]) == (Overlap.REPLACE, [option.targets])
    position = Position(board_of(text), 14, coins=3)
    after = position.after(position.drawing(offer, placement_of("3 farm r0 A2")))
    assert (after.coins, after.board.layers[Feature.MONSTER]) == (2, 0)
    assert after.board.layers[Feature.FARM] == option.targets


def test_slay_needs_a_monster() -> None:
    assert not skill_shapes(offer_with_skills(FARMLAND, BLANK, skill(SkillPower.SLAY)))


@pytest.mark.parametrize("power", DRAWING)
def test_a_skill_is_offered_only_for_coins_that_the_seat_has(power: SkillPower) -> None:
    text = BLANK.replace("...........", ".M..F......", 1)
    card = replace(FARMLAND, place=Place.EDGE)
    assert skill_shapes(offer_with_skills(card, text, skill(power, 3), coins=3, earlier="homestead"))
    assert not skill_shapes(offer_with_skills(card, text, skill(power, 3), coins=2, earlier="homestead"))


def test_a_forced_square_stands_beside_the_skills() -> None:
    text = mostly_full(F="..FFFFFFFFF")
    card = replace(EXPLORE["hamlet"], shapes=EXPLORE["hamlet"].shapes[:1])
    offer = offer_with_skills(card, text, skill(SkillPower.SHRINK))
    assert (offer.forced, offer.options[0].terrains) == (Forced.NOTHING_FITS, DRAWABLE)
    assert [option.shape.rows() for option in offer.options[1:]] == [["##"]]


def test_skills_stay_tied_where_the_forced_square_is_not() -> None:
    rows = ["..FFFFFFFFF", "..FFFFFFFFF", *["F" * 11] * 3, *["FFFF...FFFF"] * 2, *["F" * 11] * 4]
    text = "/".join(rows)
    card = replace(EXPLORE["hamlet"], shapes=EXPLORE["hamlet"].shapes[1:])
    offer = offer_with_skills(replace(card, place=Place.EDGE), text, skill(SkillPower.SHRINK))
    assert offer.forced is Forced.NOTHING_REACHES_PLACE
    assert offer.options[0].anywhere
    assert len(offer.fits(offer.options[0])) == 10
    assert skill_shapes(offer) == [["##", "##"]]
    for option in offer.options[1:]:
        assert all(fit.cells & offer.covering for fit in offer.fits(option))


def test_options_of_a_skill_are_neighbours_after_those_of_the_card() -> None:
    offer = offer_with_skills(FARMLAND, BLANK, *ALL, earlier="homestead")
    order = [option.skill for option in offer.options]
    assert order == sorted(order, key=["", *(each.id for each in ALL)].index)


def test_an_offer_never_has_more_options_than_notation_can_name() -> None:
    comb = Shape.from_rows(["#.#.#.#.#.#", "###########", "#.#.#.#.#.#"])
    steps = Shape.from_rows(["#...#..#.#.", "##########.", "..#..#...#."])
    card = replace(FARMLAND, shapes=tuple(CardShape(shape, False) for shape in (comb, steps) * 2))
    skills = map(skill, (SkillPower.GROW, SkillPower.SHRINK, SkillPower.ANY_TERRAIN))
    offer = offer_with_skills(card, BLANK, *skills)
    assert len(offer.options) <= MOST_OPTIONS
    assert [placement_of(str(each)) == each for each in offer.placements()]


# Answers


def test_a_drawing_names_its_skill_and_what_it_cost() -> None:
    game = skill_game([skill(SkillPower.GROW, 2)]).put(BLANK, coins=(5, 5))
    number = next(place for place, option in enumerate(game.offer().options) if option.skill)
    fit = game.offer().fits(game.offer().options[number])[0]
    terrain = game.offer().options[number].terrains[0]
    placement = f"{number + 1} {terrain.word} {fit.orientation.turn.code} A1"
    (drawn, *_) = game.draw(placement)
    assert isinstance(drawn, Drawn)
    assert (drawn.skill, drawn.spent, drawn.coin) == ("grow", 2, False)
    game.take_back()
    assert game.state.coins == (5, 5)
    game.draw(placement)
    assert game.state.coins == (5, 5)
    game.draw(f"1 {game.offer(1).options[0].terrains[0].word} r0 A1", 1)
    assert game.state.coins[0] == 3


def test_a_skill_in_the_open_turn_is_seen_by_its_seat_alone() -> None:
    game, rng = skill_game(), Random(3)
    seen = 0
    while not game.state.over:
        before = {viewer: RULES.view(game.state, viewer) for viewer in (None, Seat(1))}
        ask = next(iter(game.open_asks))
        events = game.do(game.any_answer(rng, ask))
        drawn = events[0]
        if isinstance(drawn, Drawn) and drawn.skill and ask.seat == 0 and len(events) == 1:
            seen += 1
            assert RULES.visible(drawn, Seat(1), game.state) is None
            assert RULES.visible(drawn, None, game.state) is None
            news = RULES.visible(drawn, Seat(0), game.state)
            assert isinstance(news, DrawingNews)
            assert (news.skill, news.spent) == (drawn.skill, drawn.spent)
            for viewer, view in before.items():
                assert replace(RULES.view(game.state, viewer), drawn=view.drawn, awaited=view.awaited) == view
    assert seen


def test_nobody_uses_a_skill_for_an_ambush() -> None:
    game = skill_game()
    rng = Random(5)
    while not game.state.over:
        if game.state.open is not None and not isinstance(game.state.open, ExploreCard):
            game.put(*[BLANK] * 2, coins=(14, 14))
            assert not [option for option in game.offer().options if option.skill]
        game.anything(rng)


# Records


def test_a_skill_keeps_its_stored_form() -> None:
    told = Skill("trim", "Trim", SkillPower.SHRINK, 2, Labels((("fr", "Taille"),), (("en", "Smaller."),)))
    stored = {
        "id": "trim",
        "name": "Trim",
        "power": "shrink",
        "cost": 2,
        "names": {"fr": "Taille"},
        "words": {"en": "Smaller."},
    }
    assert skill_to_json(told) == stored
    assert skill_from_json(stored) == told


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"cost": 0}, "cost"),
        ({"cost": 6}, "cost"),
        ({"cost": "1"}, "cost"),
        ({"power": "fly"}, "power"),
        ({"power": ["grow"]}, "power"),
        ({"id": ""}, "id"),
        ({"name": 3}, "name"),
    ],
)
def test_a_skill_that_is_spoilt_is_refused(changed: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        skill_from_json({**skill_to_json(ALL[0]), **changed})


def test_a_game_with_skills_is_stored_in_version_6_and_verified() -> None:
    game = play_with_skills(skill_game(number=2), Random(2))
    stored = [codec.encode(event) for event in game.events]
    assert stored[0][1]["version"] == 6
    assert [codec.decode(kind, data) for kind, data in stored] == game.events
    result = verify(RULES, game.events, seed_of(2))
    assert (result.fault, result.differing) == (None, ())
    assert "skills" in result.shuffled
    assert verify(RULES, game.events, seed_of(3)).differing


def test_a_game_without_skills_stores_none() -> None:
    for _, data in map(codec.encode, skill_game(()).events):
        assert "skills" not in data
        assert "skills" not in data.get("definition", {})


def test_a_record_with_other_skills_has_a_fault() -> None:
    game = play_with_skills(skill_game(number=2), Random(2))
    place = next(number for number, event in enumerate(game.events) if isinstance(event, SkillsOffered))
    other = SkillsOffered(tuple(each.id for each in ALL if each not in game.state.skills)[:OFFERED])
    result = verify(RULES, [*game.events[:place], other, *game.events[place + 1 :]], seed_of(2))
    assert result.fault or "skills" in result.differing


def test_a_drawing_with_a_skill_is_repeated_among_other_options() -> None:
    few, many = skill_game(ALL[1:2]).put(BLANK, coins=(5, 5)), skill_game(ALL[:3]).put(BLANK, coins=(5, 5))
    assert few.state.open == many.state.open
    number = next(place for place, option in enumerate(few.offer().options) if option.skill)
    terrain = few.offer().options[number].terrains[0].word
    (drawn, *_) = few.draw(f"{number + 1} {terrain} r0 F6")
    repeated = replay.answer_alike(many.state, Seat(0), drawn)
    assert isinstance(drawn, Drawn)
    assert isinstance(repeated, Drawn)
    assert (repeated.skill, repeated.cells, repeated.spent) == (drawn.skill, drawn.cells, drawn.spent)
    poor = skill_game(ALL[:3]).put(BLANK, coins=(0, 0))
    with pytest.raises(RuleViolation):
        replay.answer_alike(poor.state, Seat(0), drawn)


def test_a_sample_of_a_game_has_its_skills() -> None:
    game = skill_game()
    assert sample(RULES.view(game.state, Seat(0)), Random(0)).skills == game.state.skills


def test_shuffling_skills_leaves_other_decks_as_they_are() -> None:
    with_skills, without = skill_game(number=6), skill_game((), number=6)
    assert with_skills.state.deck == without.state.deck
    assert with_skills.state.edicts == without.state.edicts
    assert isinstance(with_skills.rng, Shuffler)
