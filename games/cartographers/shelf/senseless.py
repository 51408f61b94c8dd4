"""What a scoring card asks that no map can ever have: it can be played with, but earns nothing."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from engine.cartographers.cards import ScoringCard
from engine.cartographers.geometry import SIZE
from engine.cartographers.scoring.families import Clause, Clusters, Lines, Spaces
from engine.cartographers.scoring.parameters import TERRAINS
from engine.cartographers.terrain import Feature

_FILLING = {*TERRAINS, Feature.FILLED}


def senseless(card: ScoringCard) -> Iterator[str]:
    """Sentences about clauses that can never earn a star, each with the reason."""
    for number, clause in enumerate(card.clauses, 1):
        if reason := next(_reasons(clause), ""):
            words = {"number": number, "reason": reason}
            yield _("Clause %(number)s can never earn a star: %(reason)s") % words


def _reasons(clause: Clause) -> Iterator[str]:
    match clause:
        case Spaces():
            yield from _of_spaces(clause)
        case Clusters():
            yield from _of_clusters(clause)
        case Lines():
            yield from _of_lines(clause)


def _of_spaces(clause: Spaces) -> Iterator[str]:
    if clause.terrain is Feature.MOUNTAIN and clause.on is Feature.RUINS:
        yield _("a mountain never lies on ruins.")
    if clause.on is Feature.EDGE and clause.beside is not None and clause.at_least > 3:
        yield _("a space on the edge of the map has three neighbours at most.")
    if clause.enclosed_by is None or clause.beside is None:
        return
    around = clause.enclosed_by
    both_terrains = around in TERRAINS and clause.beside in TERRAINS and around is not clause.beside
    if both_terrains or (around in _FILLING and clause.beside is Feature.EMPTY):
        yield _("what encloses the space leaves no room for what it has to lie beside.")


def _of_clusters(clause: Clusters) -> Iterator[str]:
    if clause.smallest > clause.largest:
        yield _("the smallest size is larger than the largest.")
    if clause.touching is not None and clause.touching in clause.avoiding:
        yield _("a cluster would have to touch what it may not touch.")
    if clause.containing is not None and len(clause.containing.cells) > clause.largest:
        yield _("the shape that a cluster has to hold is larger than its largest size.")
    if clause.touching is not None and clause.at_least > _most_around(clause):
        yield _("so small a cluster never touches so much.")
    others = set(TERRAINS) - {clause.terrain, *clause.avoiding}
    if clause.kinds > len(others):
        yield _("too few terrain types are left that may lie around a cluster.")


def _most_around(clause: Clusters) -> int:
    """Spaces of the kind that it has to touch that the largest cluster may have."""
    return clause.largest if clause.touching is Feature.EDGE else 2 * clause.largest + 2


def _of_lines(clause: Lines) -> Iterator[str]:
    if not (clause.filled or clause.containing is not None or clause.equal or clause.kinds):
        yield _("it says nothing that a line has to hold.")
    if _least_in_line(clause) > SIZE:
        yield _("no line is long enough for all that it has to hold.")


def _least_in_line(clause: Lines) -> int:
    """Spaces that a line needs at least for what has to be in it."""
    each = dict.fromkeys(clause.equal, 1)
    held = clause.containing
    if held in each:
        each = dict.fromkeys(each, clause.at_least)
    elif held is not None and held is not Feature.RUINS:
        each[held] = clause.at_least
    return sum(each.values()) + max(0, clause.kinds - len(each))
