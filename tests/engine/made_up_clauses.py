"""Random clauses of every family, as an administrator may make them."""

from random import Random
from typing import Any

from engine.cartographers.cards import Combination, ScoringCard, Stack
from engine.cartographers.scoring.families import FAMILIES, Clause
from engine.cartographers.scoring.parameters import Parameter, ParameterKind, find_empty_range, parameters_of
from engine.cartographers.scoring.tiers import Tiers
from engine.cartographers.scoring.unions import FeatureLike, FeatureUnion
from engine.cartographers.shapes import Shape
from engine.cartographers.stamps import ANY, LONGEST, MARKS, MOST_SPACES, Stamp

SHAPES = (["####"], ["##", "##"], ["#..", "##."], ["#.#"])


def random_clause(rng: Random, part: int = 0) -> Clause:
    """A clause of a random family, with random values for its parameters."""
    return clause_of(FAMILIES[rng.choice(list(FAMILIES))], rng, part)


def clause_of(family: type[Clause], rng: Random, part: int = 0, share: float = 0.6) -> Clause:
    """A clause of a family, with random values for a share of its parameters."""
    values = {name: value(rng, parameter) for name, parameter in parameters_of(family).items() if rng.random() < share}
    required = {
        name: value(rng, parameter)
        for name, parameter in parameters_of(family).items()
        if name in ("stars", "terrain", "of", "partner", "direction", "stamp")
    }
    return family(part, **with_ranges(family, {**values, **required}))


def with_ranges(family: type[Clause], values: dict[str, Any]) -> dict[str, Any]:
    """Values of parameters, with the upper end of each range at its lower end if it was below."""
    if ceiling := find_empty_range(family, values):
        floor = parameters_of(family)[ceiling].floor
        least = values.get(floor, family.__dataclass_fields__[floor].default)
        return with_ranges(family, {**values, ceiling: least})
    return values


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
        case ParameterKind.STAMP:
            return random_stamp(rng)
        case ParameterKind.FEATURES:
            return tuple(rng.sample(parameter.choices, rng.choice((0, 0, 1, 2))))
        case ParameterKind.GROUPS:
            return random_groups(rng, parameter)
        case ParameterKind.UNION if rng.random() < 0.3:
            return FeatureUnion(tuple(sorted(rng.sample(parameter.united, rng.choice((2, 2, 3))))))
        case ParameterKind.FEATURE | ParameterKind.UNION | ParameterKind.CHOICE:
            return rng.choice(parameter.choices)


def random_groups(rng: Random, parameter: Parameter) -> tuple[FeatureLike, ...]:
    """Up to three features or unions, each feature once."""
    left, groups = rng.sample(parameter.choices, len(parameter.choices)), []
    for size in rng.choice(((), (), (1,), (1, 1), (2,), (1, 2), (3, 2), (1, 1, 2))):
        group, left = sorted(left[:size]), left[size:]
        groups.append(FeatureUnion(tuple(group)) if size > 1 else group[0])
    return tuple(groups)


def random_stamp(rng: Random) -> Stamp:
    """A stamp of a few spaces, most of them next to each other."""
    high, wide = rng.randint(1, LONGEST), rng.randint(1, LONGEST)
    cells = [(row, column) for row in range(high) for column in range(wide)]
    asked = rng.sample(cells, min(rng.choice((1, 2, 2, 3, 4, MOST_SPACES)), len(cells)))
    marks = {cell: rng.choice(MARKS.replace(ANY, "")) for cell in asked}
    return Stamp.from_rows(["".join(marks.get((row, column), ANY) for column in range(wide)) for row in range(high)])


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
