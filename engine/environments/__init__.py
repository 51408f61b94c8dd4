"""PettingZoo and Gymnasium environments for reinforcement learning. See docs/engine.md for usage.

This package needs PettingZoo, Gymnasium and NumPy. Nothing else in the engine imports it.
"""

from engine.environments.base import GameEnv, Observation
from engine.environments.cartographers import CartographersEnv
from engine.environments.gisborne import GisborneEnv
from engine.environments.single_seat import SingleSeatEnv

__all__ = ["CartographersEnv", "GameEnv", "GisborneEnv", "Observation", "SingleSeatEnv"]
