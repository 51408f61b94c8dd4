"""Potential of a card: an estimate of the stars that unfinished patterns on a board may still score.

The estimate helps to choose placements long before they score. It is not part of the rules, and scoring never uses it.
Clause families not handled here have no potential.
"""

from __future__ import annotations

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.geometry import FULL, Mask, clusters, neighbours, spaces_next_to, surrounded_spaces
from engine.cartographers.scoring.clusters import Clusters
from engine.cartographers.scoring.families import Clause
from engine.cartographers.scoring.lines import LINES, Lines
from engine.cartographers.scoring.parameters import TERRAINS
from engine.cartographers.scoring.spaces import Spaces
from engine.cartographers.terrain import Feature

_EMPTY, _EDGE = Feature.EMPTY, Feature.EDGE
_LASTING = (Feature.MOUNTAIN, Feature.RUINS)
"""Printed features of a sheet, which players can't add."""

Layers = tuple[Mask, ...]


def estimate_potential(card: ScoringCard, board: Board) -> float:
    """Return the stars that a card may still earn for what has been started on a board.

    Stars already earned are not included. The closer something is to completion, the more of its stars are counted.
    """
    return sum([_clause_potential(clause, board.layers) for clause in card.clauses])


def _clause_potential(clause: Clause, layers: Layers) -> float:
    match clause:
        case Lines():
            return clause.stars * sum([_line(clause, line, layers) for line in LINES[clause.direction]])
        case Spaces():
            return clause.stars * _spaces(clause, layers)
        case Clusters():
            return clause.stars * _clusters(clause, layers)
        case _:
            return 0.0


def _line(clause: Lines, line: Mask, layers: Layers) -> float:
    """Return the progress of a line that does not score yet, from 0 to 1."""
    free = (line & layers[_EMPTY]).bit_count()
    if not free:
        return 0.0
    share = _filled(line, free) if clause.filled else 1.0
    if clause.containing is not None:
        held = (line & layers[clause.containing]).bit_count()
        share *= _counted(held, clause.at_least, free, lasting=clause.containing in _LASTING)
    if clause.kinds:
        kinds = sum([1 for layer in layers[: len(TERRAINS)] if layer & line])
        share *= _counted(kinds, clause.kinds, free)
    if clause.equal:
        share *= _balanced([(line & layers[kind]).bit_count() for kind in clause.equal], free)
    return share if clause.filled or share < 1.0 else 0.0


def _filled(line: Mask, free: int) -> float:
    length = line.bit_count()
    return float(((length - free) / length) ** 3)


def _counted(have: int, need: int, free: int, *, lasting: bool = False) -> float:
    """Return the progress of `have` toward `need`, or 0 if `need` can no longer be reached."""
    if have >= need:
        return 1.0
    return 0.0 if lasting or need - have > free else _share(have, need)


def _balanced(counts: list[int], free: int) -> float:
    """Return a measure, from 0 to 1, of how close some counts are to being equal.

    It halves with each space still missing. It is 0 if all counts are 0 or the free spaces do not suffice.
    """
    short = max(counts) * len(counts) - sum(counts)
    return 0.0 if short > free or not any(counts) else float(0.5**short)


def _spaces(clause: Spaces, layers: Layers) -> float:
    """Return the potential of spaces missing neighbours, as fractions of a full one."""
    spaces = layers[clause.terrain]
    if clause.on is not None:
        spaces &= layers[clause.on]
    if clause.enclosed_by is not None:
        return _enclosing(spaces, layers[clause.enclosed_by], layers[_EMPTY])
    if clause.beside is not None and clause.at_least > 1:
        return _adjacency_value(spaces, layers[clause.beside], clause.at_least, layers[_EMPTY])
    return 0.0


def _enclosing(spaces: Mask, around: Mask, empty: Mask) -> float:
    gaps = FULL & ~around
    begun = surrounded_spaces(spaces, around | empty) & ~surrounded_spaces(spaces, around)
    two, three = spaces_next_to(begun, gaps, 2), spaces_next_to(begun, gaps, 3)
    return 0.55 * (begun & ~two).bit_count() + 0.25 * (two & ~three).bit_count()


def _adjacency_value(spaces: Mask, targets: Mask, need: int, empty: Mask) -> float:
    incomplete = spaces & neighbours(empty) & ~spaces_next_to(spaces, targets, need)
    return sum(
        [(2 * have - 1) / need**2 * spaces_next_to(incomplete, targets, have).bit_count() for have in range(1, need)]
    )


def _clusters(clause: Clusters, layers: Layers) -> float:
    """Return the potential of clusters with room to grow, as fractions of one that counts."""
    if clause.terrain is _EMPTY:
        return 0.0
    avoided = 0
    for feature in clause.avoiding:
        avoided |= layers[_EDGE] if feature is _EDGE else neighbours(layers[feature] & ~layers[clause.terrain])
    room = layers[_EMPTY] & ~avoided
    groups = [group for group in clusters(layers[clause.terrain]) if not group & avoided]
    return sum([_cluster(clause, group, layers) for group in groups if neighbours(group) & room])


def _cluster(clause: Clusters, group: Mask, layers: Layers) -> float:
    size, around = group.bit_count(), neighbours(group) & ~group
    if size > clause.largest:
        return 0.0
    share = _share(size, clause.smallest)
    if clause.containing is not None and not clause.containing.fits_somewhere(group):
        fits = clause.containing.orientations_covering(group | layers[_EMPTY], group)
        share *= 0.6 * _share(size, len(clause.containing.cells)) if fits else 0.0
    if clause.touching is not None and clause.touching is not _EDGE:
        share *= _share((around & layers[clause.touching]).bit_count() + 0.5, clause.at_least + 0.5)
    if clause.kinds:
        kinds = [kind for kind in TERRAINS if kind is not clause.terrain and layers[kind] & around]
        share *= _share(len(kinds), clause.kinds)
    return share if share < 1.0 else 0.0


def _share(have: float, need: float) -> float:
    """Return the square of `have` divided by `need`, at most 1."""
    return 1.0 if have >= need else float((have / need) ** 2)
