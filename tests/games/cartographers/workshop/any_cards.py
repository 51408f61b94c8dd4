"""A Hypothesis strategy for any scoring card that the schema of its families allows."""

from collections.abc import Iterator
from itertools import accumulate
from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.cartographers.bounds import CAP, FLOOR, MOST_CLAUSES
from engine.cartographers.cards import Combination, Stack
from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.parameters import Parameter, ParameterKind, parameters_of
from engine.cartographers.scoring.tiers import FEWEST, HIGHEST, MOST
from engine.cartographers.terrain import Feature
from games.cartographers.workshop.shapes import rows_of
from games.catalog.shelves import Data
from tests.engine.made_up_clauses import random_stamp, with_ranges

_cells = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=8)


def _values(parameter: Parameter) -> st.SearchStrategy[Any]:
    """Return a strategy for a parameter's values, as JSON."""
    words = [getattr(choice, "word", None) or choice.value for choice in parameter.choices]
    match parameter.kind:
        case ParameterKind.NUMBER if parameter.nonzero:
            return st.one_of(st.integers(1, 4), st.integers(parameter.least, parameter.most).filter(bool))
        case ParameterKind.TIERS:
            return st.lists(st.integers(0, HIGHEST), min_size=FEWEST, max_size=MOST, unique=True).map(sorted)
        case ParameterKind.NUMBER:
            # Small ones mean something on a board; large ones must do no harm.
            small = st.integers(parameter.least, min(parameter.most, parameter.least + 4))
            return st.one_of(small, st.integers(parameter.least, parameter.most))
        case ParameterKind.FEATURE | ParameterKind.CHOICE:
            return st.sampled_from(words)
        case ParameterKind.UNION:
            united = [feature.word for feature in parameter.united]
            several = st.lists(st.sampled_from(united), min_size=2, max_size=3, unique=True)
            in_order = several.map(lambda some: sorted(some, key=Feature.from_word))
            return st.one_of(st.sampled_from(words), in_order)
        case ParameterKind.FEATURES:
            return st.lists(st.sampled_from(words), max_size=3, unique=True).map(
                lambda some: sorted(some, key=words.index)
            )
        case ParameterKind.GROUPS:
            return st.permutations(words).flatmap(_groups)
        case ParameterKind.SWITCH:
            return st.booleans()
        case ParameterKind.SHAPE:
            return _cells.map(rows_of)
        case ParameterKind.STAMP:
            return st.integers(0, 2**32 - 1).map(lambda seed: list(random_stamp(Random(seed)).rows))


def _groups(words: list[str]) -> st.SearchStrategy[list[str | list[str]]]:
    """Return a strategy for features and unions, in the order of the form."""
    sizes = st.sampled_from(((), (1,), (1, 1), (1, 1, 1), (2,), (1, 2), (3, 2), (1, 2, 2), (2, 2, 2)))
    return sizes.map(lambda sizes: list(_split(words, sizes)))


def _split(words: list[str], sizes: tuple[int, ...]) -> Iterator[str | list[str]]:
    ends = list(accumulate(sizes))
    groups = [sorted(words[end - size : end], key=Feature.from_word) for size, end in zip(sizes, ends, strict=True)]
    yield from sorted((group[0] for group in groups if len(group) == 1), key=Feature.from_word)
    yield from (group for group in groups if len(group) > 1)


def _clauses(family: str) -> st.SearchStrategy[Data]:
    fields = {name: _values(parameter) for name, parameter in parameters_of(FAMILIES[family]).items()}
    optional = {
        name: fields.pop(name) for name, parameter in parameters_of(FAMILIES[family]).items() if parameter.optional
    }
    drawn = st.fixed_dictionaries(fields, optional=optional)
    return drawn.map(lambda values: {"family": family, **with_ranges(FAMILIES[family], values)})


clauses = st.sampled_from(sorted(FAMILIES)).flatmap(_clauses)
definitions = st.fixed_dictionaries(
    {
        "stack": st.sampled_from([stack.value for stack in Stack]),
        "solo_target": st.integers(0, 99),
        "clauses": st.lists(clauses, min_size=1, max_size=MOST_CLAUSES),
    },
    optional={
        "combination": st.sampled_from([each.value for each in Combination]),
        "cap": st.integers(*CAP),
        "floor": st.integers(*FLOOR),
    },
)
"""What a card's form comes to, without its id and its name."""
