"""PettingZoo environment of a game: the parts that don't depend on which game it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray
from pettingzoo import AECEnv

from engine.contract import Ask, Rules, RuleViolation, Seat
from engine.randomness import SEED_BYTES, Shuffler
from engine.runner import advance, begin

Observation: TypeAlias = dict[str, NDArray[Any]]
"""Observation of an agent: "observation", a vector of numbers, and "action_mask", 1 for each legal action."""

Features: TypeAlias = Mapping[str, NDArray[np.float32]]
"""Parts of an observation by name."""

LIMIT = 10_000
"""Bound of the numbers in an observation."""


class GameEnv(AECEnv[str, Observation, int], ABC):
    """Game whose seats are agents, `seat_0` and so on, who act one after another.

    An observation depends only on the view of its seat. `layout` has the place and the shape of each of its parts by
    name; parts about seats begin with the agent's own and go on clockwise. Only the acting agent has legal actions.

    An agent's reward is what it has scored since its last action, so that the sum is its final score. At the end,
    `infos` has the `score` and the `rank` of each agent. Games longer than `max_steps` are truncated.

    `reset(seed=N)` deals the cards of `Shuffler(N.to_bytes(32, "big"))`. Later resets without a seed deal new ones,
    determined by N.
    """

    metadata: dict[str, Any] = {"name": "carto", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        rules: Rules[Any, Any, Any, Any, Any, Any],
        setup: Any,
        seats: int,
        actions: int,
        max_steps: int | None,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        self.rules, self.setup, self.max_steps = rules, setup, max_steps
        if render_mode not in (None, "ansi"):
            raise ValueError(f'"{render_mode}" is no render mode')
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._chance, _ = np_random()
        self._deal(bytes(SEED_BYTES))
        self.layout: dict[str, tuple[slice, tuple[int, ...]]] = {}
        size = 0
        for name, part in self._features(self.view(self.possible_agents[0]), Seat(0)).items():
            self.layout[name] = slice(size, size + part.size), part.shape
            size += part.size
        space = spaces.Dict(
            {
                "observation": spaces.Box(-LIMIT, LIMIT, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces: dict[str, Any] = dict.fromkeys(self.possible_agents, space)
        self.action_spaces: dict[str, Any] = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """Return the space of an agent's observations."""
        space: spaces.Space[Observation] = self.observation_spaces[agent]
        return space

    def action_space(self, agent: str) -> spaces.Space[int]:
        """Return the space of an agent's actions."""
        space: spaces.Space[int] = self.action_spaces[agent]
        return space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        if seed is None:
            self._deal(self._chance.bytes(SEED_BYTES))
        else:
            self._chance, _ = np_random(seed)
            self._deal(seed.to_bytes(SEED_BYTES, "big"))

    def _deal(self, seed: bytes) -> None:
        self.shuffler = Shuffler(seed)
        self.game: Any = begin(self.rules, self.setup, len(self.possible_agents), self.shuffler).state
        self.steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Let the first seat act that owes an answer."""
        self.ask: Ask | None = next((ask for ask in self.rules.asks(self.game) if not ask.answered), None)
        if self.ask:
            self.agent_selection = self.possible_agents[self.ask.seat]

    def view(self, agent: str) -> Any:
        """Return the view of an agent's seat."""
        return self.rules.view(self.game, Seat(self.possible_agents.index(agent)))

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent."""
        seat, view = Seat(self.possible_agents.index(agent)), self.view(agent)
        parts = [part.ravel() for part in self._features(view, seat).values()]
        mask = np.zeros(self.action_spaces[agent].n, np.int8)
        if self.ask and self.ask.seat == seat and not any(self.truncations.values()):
            mask[self._legal_actions(view, self.ask)] = 1
        return {"observation": np.concatenate(parts), "action_mask": mask}

    def split(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Return the parts of an observation's vector by name, each in its shape."""
        return {name: observation[place].reshape(shape) for name, (place, shape) in self.layout.items()}

    def step(self, action: int | None) -> None:
        """Take the action of the selected agent, None if it is done. Raises ValueError if it is illegal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self.ask is not None, "an agent that is not done owes an answer"
        if action is None:
            raise ValueError(f"{agent} is not done, and owes an action")
        command = self._command(self.view(agent), self.ask, int(action))
        before = self._points(self.game)
        if command is not None:
            try:
                self.game = advance(self.rules, self.game, command, self.shuffler).state
            except RuleViolation as refused:
                raise ValueError(f"action {action} is illegal: {refused.code}") from None
            self._select()
        self.steps += 1
        self._cumulative_rewards[agent] = 0.0
        for other, points, earlier in zip(self.possible_agents, self._points(self.game), before, strict=True):
            self.rewards[other] = float(points - earlier)
        self._end_game()
        self._accumulate_rewards()

    def _end_game(self) -> None:
        if self.ask is None:
            self.terminations = dict.fromkeys(self.agents, True)
            for place in self.rules.standings(self.game).places:
                self.infos[self.possible_agents[place.seat]] = {"score": place.score, "rank": place.rank}
        elif self.max_steps is not None and self.steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """Return what a spectator sees, as text, with the render mode "ansi"; else None."""
        return self._text(self.rules.view(self.game, None)) if self.render_mode else None

    def close(self) -> None:
        """Do nothing: there are no windows or processes to close."""

    @abstractmethod
    def _text(self, view: Any) -> str:
        """Return what a spectator sees, as text."""

    @abstractmethod
    def actions_of(self, command: Any) -> list[int]:
        """Return the actions by which the acting agent gives a command.

        They let a player of the engine, a function of `view(agent)` and `ask`, act for an agent.
        """

    @abstractmethod
    def _features(self, view: Any, seat: Seat) -> Features:
        """Return the parts of a seat's observation by name."""

    @abstractmethod
    def _legal_actions(self, view: Any, ask: Ask) -> list[int]:
        """Return the legal actions for an open ask."""

    @abstractmethod
    def _command(self, view: Any, ask: Ask, action: int) -> Any:
        """Return the command of an action, None if more actions complete it. Raises ValueError if it is illegal."""

    @abstractmethod
    def _points(self, state: Any) -> list[int]:
        """Return the points of all seats so far."""


def clockwise(seat: Seat, seats: int) -> list[Seat]:
    """Return all seats, from a seat on."""
    return [Seat((seat + step) % seats) for step in range(seats)]


def numbers(values: Sequence[Any]) -> NDArray[np.float32]:
    """Return a part of an observation."""
    return np.array(values, np.float32)


def one_hot(place: int | None, size: int) -> NDArray[np.float32]:
    """Return zeros with a one in a place, or without one."""
    part = np.zeros(size, np.float32)
    if place is not None:
        part[place] = 1
    return part
