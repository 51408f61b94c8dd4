"""Random clauses of every family, as an administrator may make them."""

from random import Random
from typing import Any

from engine.cartographers.cards import Combination, ScoringCard, Stack
from engine.cartographers.scoring.families import FAMILIES, Clause
from engine.cartographers.scoring.parameters import Parameter, ParameterKind, parameters_of
from engine.cartographers.scoring.tiers import Tiers
from engine.cartographers.shapes import Shape

SHAPES = (["####"], ["##", "##"], ["#..", "##."], ["#.#"])


def random_clause(rng: Random, part: int = 0) -> Clause:
    """A clause of a random family, with random values for its parameters."""
    family = FAMILIES[rng.choice(list(FAMILIES))]
    values = {name: value(rng, parameter) for name, parameter in parameters_of(family).items() if rng.random() < 0.6}
    required = {
        name: value(rng, parameter)
        for name, parameter in parameters_of(family).items()
        if name in ("stars", "terrain", "of", "partner", "direction")
    }
    return family(part, **{**values, **required})


def value(rng: Random, parameter: Parameter) -> Any:
    """A random value of a parameter; small numbers are the most frequent."""
    match parameter.kind:
        case ParameterKind.NUMBER if parameter.nonzero:
            return rng.choice((1, 1, 2, 3, 5, -1, -2))
        case ParameterKind.TIERS:
            return Tiers(tuple(sorted(rng.sample(range(20), rng.randint(2, 6)))))
        case ParameterKind.NUMBER:
            return min(parameter.most, parameter.least + rng.choice((0, 0, 1, 1, 2, 3, 5)))
        case ParameterKind.SWITCH:
            return rng.random() < 0.5
        case ParameterKind.SHAPE:
            return Shape.from_rows(rng.choice(SHAPES))
        case ParameterKind.FEATURES:
            return tuple(rng.sample(parameter.choices, rng.choice((0, 0, 1, 2))))
        case ParameterKind.FEATURE | ParameterKind.CHOICE:
            return rng.choice(parameter.choices)


def random_card(rng: Random, number: int) -> ScoringCard:
    """A scoring card with one to three random clauses, combined in any way."""
    clauses = tuple(random_clause(rng, part) for part in range(rng.choice((1, 1, 2, 3))))
    return ScoringCard(
        f"made_up_{number}",
        "Made up",
        tuple(Stack)[number % 4],
        20,
        clauses,
        combination=rng.choice((Combination.SUM, *Combination)),
        cap=rng.choice((None, None, 3, 12)),
        floor=rng.choice((None, None, 0, -4)),
    )
