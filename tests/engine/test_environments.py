"""Environments for reinforcement learning: their own API tests, legal actions, and what an observation may show."""

import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, product
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from engine import RuleViolation, Shuffler, play_game
from engine.cartographers import PRESETS, TURNS, Choose, Draw, Placement, Preset, Terrain, setup_of
from engine.cartographers import RULES as CARTOGRAPHERS
from engine.contract import Seat
from engine.environments import CartographersEnv, GameEnv, GisborneEnv, SingleSeatEnv
from engine.environments.cartographers import CELLS
from engine.environments.gisborne import DONE, TENT
from engine.gisborne import RULES as GISBORNE
from engine.gisborne import Discard, Face, Give, Keep, KeepDesk, Lay, LayDesk, RiverDesk, Setup, WolvesDesk, gisborne
from engine.gisborne.cards import sort_cards
from tests.engine.gisborne_worlds import other_state
from tests.engine.test_sampling import other_world

MAKERS = {
    "cartographers": lambda: CartographersEnv(setup_of(PRESETS[Preset.CARTOGRAPHERS]), 2),
    "solo": lambda: CartographersEnv(setup_of(PRESETS[Preset.FIRST_GAME]), 1),
    "heroes": lambda: CartographersEnv(setup_of(PRESETS[Preset.HEROES]), 3),
    "both": lambda: CartographersEnv(setup_of(PRESETS[Preset.BOTH]), 2),
    "gisborne": lambda: GisborneEnv(Setup(gisborne()), 3),
    "gisborne of five": lambda: GisborneEnv(Setup(gisborne()), 5),
}


@pytest.fixture(params=MAKERS)
def env(request: pytest.FixtureRequest) -> GameEnv:
    """Return a new environment of each kind."""
    made: GameEnv = MAKERS[request.param]()
    return made


def _legal(env: GameEnv) -> list[int]:
    mask = env.observe(env.agent_selection)["action_mask"]
    return [int(action) for action in np.flatnonzero(mask)]


def _random_steps(env: GameEnv, seed: int) -> Iterator[Random]:
    """Yield at each step of a random game, before the action is taken."""
    chance = Random(seed)
    env.reset(seed)
    while env.ask:
        yield chance
        env.step(chance.choice(_legal(env)))


def test_the_api_test_of_pettingzoo_passes(env: GameEnv) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("error", module="pettingzoo")
        # Its own environments have dictionaries with masks too, but are listed there by name.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        api_test(env, num_cycles=200)


@pytest.mark.parametrize("name", ["both", "gisborne"])
def test_the_seed_test_of_pettingzoo_passes(name: str) -> None:
    seed_test(MAKERS[name], num_cycles=100)


@pytest.mark.parametrize("name", MAKERS)
def test_the_environment_check_of_gymnasium_passes(name: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*not within a registered|.*spec.*")
        check_env(SingleSeatEnv(MAKERS[name]()), skip_render_check=True)


def test_observations_are_in_their_space(env: GameEnv) -> None:
    for number, _ in enumerate(_random_steps(env, 3)):
        for agent in env.agents if number % 9 == 0 else ():
            assert env.observe(agent) in env.observation_space(agent)
    parts = env.split(env.observe(env.possible_agents[0])["observation"])
    assert list(parts) == list(env.layout)
    assert sum(part.size for part in parts.values()) == env.observe(env.possible_agents[0])["observation"].size


def _accepted(env: GameEnv, command: Any) -> bool:
    try:
        env.rules.answer(env.game, command)
    except RuleViolation:
        return False
    return True


@pytest.mark.parametrize("name", ["cartographers", "both"])
def test_masks_are_the_legal_commands_of_cartographers(name: str) -> None:
    """Try every placement and every space: one action for each that the rules accept, however a shape is turned."""
    env: CartographersEnv = MAKERS[name]()
    placements = [Placement(*each) for each in product(range(2), Terrain, TURNS, CELLS)]
    checked = set()
    for number, _ in enumerate(chain(*(_random_steps(env, seed) for seed in range(8)))):
        view = env.view(env.agent_selection)
        if number % 70 and (view.choice is None or "choice" in checked):
            continue
        assert env.ask is not None
        seat, turn = env.ask.seat, env.ask.turn
        draws = [command for placement in placements if _accepted(env, command := Draw(seat, turn, placement))]
        spaces = [command for cell in CELLS if _accepted(env, command := Choose(seat, turn, cell))]
        assert {env.actions_of(command)[0] for command in [*draws, *spaces]} == set(_legal(env))
        assert bool(draws) != bool(spaces)
        checked.add("choice" if spaces else "drawing")
    assert len(checked) == (2 if name == "both" else 1)


def _reachable(env: GisborneEnv) -> set[tuple[int, ...]]:
    """Return the actions, sorted, of all commands to which legal actions lead."""
    view, ask = env.view(env.agent_selection), env.ask
    assert ask is not None
    found: set[tuple[int, ...]] = set()
    seen: set[tuple[int, ...]] = set()
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        taken = waiting.pop()
        if taken in seen:
            continue
        seen.add(taken)
        env._tent = TENT in taken
        env._picked = tuple(list(Face)[action] for action in taken if action < TENT)
        for action in env._legal_actions(view, ask):
            longer = tuple(sorted((*taken, action)))
            is_last = action >= DONE or (isinstance(view.desk, RiverDesk) and len(longer) == view.desk.surplus)
            (found.add if is_last else waiting.append)(longer)
    env._tent, env._picked = False, ()
    return found


def _commands(env: GisborneEnv) -> Iterator[Any]:
    """Yield every command that might be legal."""
    assert env.ask is not None
    seat, ask, hand = env.ask.seat, env.ask, env.view(env.agent_selection).hand
    counts = [range(hand.count(face) + 1) for face in Face]
    for numbers in product(*counts):
        cards = sort_cards(face for face, number in zip(Face, numbers, strict=True) for _ in range(number))
        yield from (Lay(seat, ask.turn, cards, tent) for tent in (False, True))
        yield Discard(seat, ask.id, cards)
    yield from (Give(seat, ask.id, value) for value in range(10))
    yield from (Keep(seat, ask.id, number) for number in range(10))


def test_masks_are_the_legal_commands_of_gisborne() -> None:
    env: GisborneEnv = MAKERS["gisborne"]()
    kinds = Counter[type]()
    for _ in chain(*(_random_steps(env, seed) for seed in range(12))):
        view = env.view(env.agent_selection)
        if env._picked or env._tent or len(view.hand) > 9 or kinds[type(view.desk)] >= 5:
            continue
        kinds[type(view.desk)] += 1
        legal = {tuple(sorted(env.actions_of(each))) for each in _commands(env) if _accepted(env, each)}
        assert legal == _reachable(env)
    assert kinds.keys() == {LayDesk, RiverDesk, WolvesDesk, KeepDesk}


def test_other_actions_are_refused_and_change_nothing(env: GameEnv) -> None:
    for number, chance in enumerate(_random_steps(env, 2)):
        if number % 10 == 0:
            before = env.observe(env.agent_selection)
            illegal = np.flatnonzero(before["action_mask"] == 0)
            for action in [*chance.sample(list(illegal), 5), len(before["action_mask"]), -1]:
                with pytest.raises(ValueError, match="is illegal"):
                    env.step(int(action))
            assert (env.observe(env.agent_selection)["observation"] == before["observation"]).all()
    env.reset(1)
    with pytest.raises(ValueError, match="owes an action"):
        env.step(None)


def test_observations_show_only_the_view(env: GameEnv) -> None:
    """Compare with worlds that differ in what an agent may not know: decks, sealed answers, other hands."""
    differ = 0
    for number, chance in enumerate(_random_steps(env, 4)):
        if number % 3 or (isinstance(env, GisborneEnv) and (env._picked or env._tent)):
            continue
        for agent in env.possible_agents:
            seat, game, seen = Seat(env.possible_agents.index(agent)), env.game, env.observe(agent)
            env.game = (
                other_world(game, seat, chance) if env.rules is CARTOGRAPHERS else other_state(game, seat, chance)
            )
            differ += env.game != game
            other = env.observe(agent)
            env.game = game
            assert (other["observation"] == seen["observation"]).all()
            assert (other["action_mask"] == seen["action_mask"]).all()
    assert differ > 5


def test_picked_cards_are_shown_to_their_agent_only() -> None:
    env: GisborneEnv = MAKERS["gisborne"]()
    env.reset(1)
    before = {agent: env.observe(agent)["observation"] for agent in env.agents}
    acting = env.agent_selection
    env.step(_legal(env)[0])
    changed = [agent for agent in env.agents if (env.observe(agent)["observation"] != before[agent]).any()]
    assert changed == [acting] == [env.agent_selection]


def test_players_of_the_engine_play_the_same_game_as_agents(env: GameEnv) -> None:
    seats = len(env.possible_agents)
    env.reset(7)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    while env.ask:
        for action in env.actions_of(env.rules.choose_command(env.view(env.agent_selection), env.ask)):
            env.step(action)
            for agent, reward in env.rewards.items():
                earned[agent] += reward
    game = play_game(env.rules, env.setup, [env.rules.choose_command] * seats, Shuffler((7).to_bytes(32, "big")))
    assert env.game == game.state
    places = {env.possible_agents[place.seat]: place for place in env.rules.standings(game.state).places}
    assert earned == {agent: place.score for agent, place in places.items()}
    assert env.infos == {agent: {"score": place.score, "rank": place.rank} for agent, place in places.items()}


def test_any_orientation_of_a_command_is_an_action() -> None:
    """Draw a shape by each way of turning it, of which some look alike."""
    env: CartographersEnv = MAKERS["cartographers"]()
    env.reset(1)
    offer = env.view(env.agent_selection).desk.offer
    for way in TURNS:
        placement = next(each for each in offer.placements() if each.turn == offer.options[0].shape.held(way).turn)
        assert env.ask
        (action,) = env.actions_of(Draw(env.ask.seat, env.ask.turn, replace(placement, turn=way)))
        assert action in _legal(env)


def test_rewards_of_a_single_seat_are_its_score() -> None:
    for maker in MAKERS.values():
        single, chance = SingleSeatEnv(maker(), seat=0), Random(1)
        single.reset(seed=5)
        earned, ended, info = 0.0, False, {}
        while not ended:
            legal = list(np.flatnonzero(single.action_masks()))
            _, reward, ended, truncated, info = single.step(chance.choice(legal))
            assert not truncated
            earned += reward
        assert earned == info["score"]


def test_an_illegal_action_of_a_single_seat_changes_nothing() -> None:
    single = SingleSeatEnv(MAKERS["cartographers"]())
    before, _ = single.reset(seed=5)
    illegal = int(np.flatnonzero(~single.action_masks())[0])
    after, *rest = single.step(illegal)
    assert (after["observation"] == before["observation"]).all()
    assert rest == [-1.0, False, False, {"illegal_action": True}]


def test_long_games_are_truncated() -> None:
    env = GisborneEnv(Setup(gisborne()), 3, max_steps=40)
    env.reset(1)
    while not any(env.truncations.values()):
        env.step(TENT if TENT in _legal(env) else _legal(env)[-1])
    assert env.steps == 40
    assert _legal(env) == []
    for _ in range(3):
        env.step(None)
    assert env.agents == []


def test_text_shows_every_seat() -> None:
    for env in (
        CartographersEnv(setup_of(PRESETS[Preset.BOTH]), 2, render_mode="ansi"),
        GisborneEnv(Setup(gisborne()), 3, render_mode="ansi"),
    ):
        env.reset(1)
        text = env.render()
        assert text
        assert [agent for agent in env.possible_agents if f"{agent}: " not in text] == []
    assert CartographersEnv(setup_of(PRESETS[Preset.BOTH]), 2).render() is None
    with pytest.raises(ValueError, match="no render mode"):
        GisborneEnv(Setup(gisborne()), 3, render_mode="human")


def test_games_without_an_environment_are_refused() -> None:
    mix = replace(PRESETS[Preset.CARTOGRAPHERS], practice=True)
    with pytest.raises(ValueError, match="practice"):
        CartographersEnv(setup_of(mix), 1)
    with pytest.raises(RuleViolation):
        GisborneEnv(Setup(gisborne()), 2)
    assert GISBORNE is GisborneEnv(Setup(gisborne()), 3).rules
