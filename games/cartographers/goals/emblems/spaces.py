"""The emblems of clauses about single spaces and squares."""

from __future__ import annotations

from engine.cartographers.scoring.families import LargestSquare, Spaces
from engine.cartographers.terrain import Feature
from games.cartographers.goals.emblems.picture import Emblem, Numeral, Sign, at_least, numeral, sign, with_second

_CORNER = "M0 0h3v21h21v3H0z"
_RING = "M0 0h24v24H0zM4 4v16h16V4z"
_FENCE = "M7 7h10v10H7z"


def spaces_emblem(clause: Spaces, also: Feature | None) -> Emblem:
    """Return the emblem of a clause about single spaces, with what surrounds them.

    `also` is the feature that a second clause counts.
    """
    terrain, enclosed_by = clause.terrain, clause.enclosed_by
    if enclosed_by is Feature.FILLED:
        return with_second(Emblem((sign(terrain, 6, 6, 12),), solid=_RING), also)
    if enclosed_by is not None:
        around = tuple(sign(enclosed_by, x, y, 7.5) for x, y in ((8.25, -0.5), (-0.5, 8.25), (17, 8.25), (8.25, 17)))
        return with_second(Emblem((sign(terrain, 7.75, 7.75, 8.5), *around), lines=_FENCE), also)
    if clause.on is Feature.EDGE:
        return with_second(Emblem(_on_edge(clause), _numeral_beside(clause, 8.5), solid=_CORNER), also)
    if clause.on is not None:
        return with_second(Emblem((sign(terrain, 6, 0, 12), sign(clause.on, 6, 12, 12))), also)
    if clause.beside is None:
        return with_second(Emblem((sign(terrain, 2, 2, 20),)), also)
    if also is clause.beside:
        both = sign(terrain, 0, 6, 12), sign(clause.beside, 12, 6, 12)
        return Emblem(both, numeral(at_least(clause.at_least), 18, 21, 8))
    if also is not None:
        three = sign(terrain, 0, 0, 12), sign(also, 0, 12, 12), sign(clause.beside, 12, 6, 12)
        return Emblem(three, numeral(at_least(clause.at_least), 19, 3, 8))
    two = sign(terrain, 0, 0, 13), sign(clause.beside, 12.5, 12.5, 11.5)
    return Emblem(two, _numeral_beside(clause, 6))


def _on_edge(clause: Spaces) -> tuple[Sign, ...]:
    if clause.beside is None:
        return (sign(clause.terrain, 5.5, 1, 17),)
    return sign(clause.terrain, 4.5, 0, 10), sign(clause.beside, 14, 10, 10)


def _numeral_beside(clause: Spaces, y: float) -> tuple[Numeral, ...]:
    return numeral(at_least(clause.at_least), 18.5, y) if clause.beside is not None else ()


_RULE_BELOW = "M4 20v4M4 22h16M20 20v4"


def square_emblem(clause: LargestSquare) -> Emblem:
    """A square with a rule below it."""
    if clause.of is Feature.FILLED:
        cells = "".join(f"M{x} {y}h4.7v4.7h-4.7z" for y in (1, 6.5, 12) for x in (4, 9.6, 15.3))
        return Emblem(lines=_RULE_BELOW, solid=cells)
    return Emblem((sign(clause.of, 6, 3, 12),), lines=_RULE_BELOW + "M4 1h16v16H4z")
