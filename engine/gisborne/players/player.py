"""Interface of computer players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.contract import Ask
from engine.gisborne.commands import Command
from engine.gisborne.view import View


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits for one answer: seconds of elapsed time, and number of playouts. None means no limit.

    A player that looks ahead stops at the first limit it reaches. Others ignore the budget.
    """

    seconds: float | None = None
    playouts: int | None = None


UNLIMITED = Budget()


class Player(Protocol):
    """Player that answers asks. It sees only the view.

    Unless the budget limits seconds, the same arguments always give the same command.
    """

    def choose(self, view: View, ask: Ask, budget: Budget = UNLIMITED) -> Command:
        """Return the command for an open ask of the viewer."""
        ...
