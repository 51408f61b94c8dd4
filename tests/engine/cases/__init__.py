"""Drawn boards with the stars and spaces they must give, worked out by hand from the rules; data only."""

from tests.engine.cases import (
    cartographers_farm_water,
    cartographers_forest,
    cartographers_spatial,
    cartographers_village,
    heroes_farm_water,
    heroes_forest,
    heroes_spatial,
    heroes_village,
    monsters,
)
from tests.engine.cases.case import Case

SCORING_CASES: tuple[Case, ...] = (
    cartographers_forest.CASES
    + cartographers_village.CASES
    + cartographers_farm_water.CASES
    + cartographers_spatial.CASES
    + heroes_forest.CASES
    + heroes_village.CASES
    + heroes_farm_water.CASES
    + heroes_spatial.CASES
)
MONSTER_CASES: tuple[Case, ...] = monsters.CASES
