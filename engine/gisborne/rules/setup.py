"""Set-up: the first events of a game. Source: docs/gisborne.md, "Set-up"."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Seat
from engine.gisborne.definition import Definition, check_definition
from engine.gisborne.events import BarDrawn, ChipsShuffled, Event, GameStarted, TilesShuffled
from engine.randomness import Shuffler


@dataclass(frozen=True, slots=True)
class Setup:
    """Box to play with; its switches are part of the definition."""

    definition: Definition


def start(setup: Setup, seats: int, rng: Shuffler) -> list[Event]:
    """Return the first events. Raises RuleViolation if the box or the number of seats cannot be played."""
    box = setup.definition
    check_definition(box, seats)
    return [
        GameStarted(box, seats),
        TilesShuffled(rng.shuffle("tiles", [tile.id for tile in box.path])),
        ChipsShuffled(rng.shuffle("chips", box.chips)),
        BarDrawn(rng.shuffle("bar", [Seat(seat) for seat in range(seats)])),
    ]
