"""Interface of computer players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.cartographers.commands import Command
from engine.cartographers.view import View
from engine.contract import Ask


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits for one answer: seconds of the clock, and playouts of sampled games. None means that there is no limit.

    A player that thinks ahead stops at the first limit. With a limit of playouts alone, the answer is the same on any
    machine.
    """

    seconds: float | None = None
    playouts: int | None = None


UNLIMITED = Budget()


class Player(Protocol):
    """Player that answers asks. It knows nothing but the view, and the same arguments always give the same command."""

    def choose(self, view: View, ask: Ask, budget: Budget = UNLIMITED) -> Command:
        """Return the command for an open ask of the viewer."""
        ...
