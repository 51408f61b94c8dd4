"""Gymnasium environment of one seat; players of the engine take the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from engine.contract import Ask
from engine.environments.base import GameEnv, Observation


class SingleSeatEnv(gymnasium.Env[Observation, int]):
    """Environment of one seat of a game.

    `opponents` answers for all other seats, from their view and ask. By default they are bots of the highest level.
    The reward is what the seat has scored since its last action. An illegal action changes nothing, is rewarded with
    `illegal_reward` and doesn't count toward `max_steps`; its info has `illegal_action`. `action_masks` returns the
    legal ones.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        env: GameEnv,
        seat: int = 0,
        opponents: Callable[[Any, Ask], Any] | None = None,
        illegal_reward: float = -1.0,
    ) -> None:
        self.env, self.agent = env, env.possible_agents[seat]
        self.opponents = opponents or env.rules.choose_command
        self.illegal_reward = illegal_reward
        self.observation_space = env.observation_space(self.agent)
        self.action_space = env.action_space(self.agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game, and play it up to the seat's first action."""
        super().reset(seed=seed)
        self.env.reset(seed, options)
        self._play_others()
        return self.env.observe(self.agent), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action, and play the game up to the seat's next one, or to its end."""
        if not (self.action_space.contains(action) and self.action_masks()[action]):
            return self.env.observe(self.agent), self.illegal_reward, False, False, {"illegal_action": True}
        earned = self._take(int(action)) + self._play_others()
        env, agent = self.env, self.agent
        return env.observe(agent), earned, env.terminations[agent], env.truncations[agent], env.infos[agent]

    def action_masks(self) -> NDArray[np.bool_]:
        """Return True for each legal action."""
        mask: NDArray[np.bool_] = self.env.observe(self.agent)["action_mask"].astype(bool)
        return mask

    def _play_others(self) -> float:
        """Let the opponents act until it is the seat's turn. Returns what the seat earns by that."""
        env, earned = self.env, 0.0
        while not (env.terminations[self.agent] or env.truncations[self.agent] or env.agent_selection == self.agent):
            assert env.ask is not None, "a game that goes on asks somebody"
            for action in env.actions_of(self.opponents(env.view(env.agent_selection), env.ask)):
                earned += self._take(action)
        return earned

    def _take(self, action: int) -> float:
        """Take the action of the selected agent. Returns what this seat earns by it."""
        self.env.step(action)
        return self.env.rewards[self.agent]
