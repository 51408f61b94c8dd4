"""Base class of clauses: the parameters that every family has."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.cartographers.scoring.parameters import Parameter, ParameterKind, number
from engine.cartographers.scoring.tiers import Tiers


@dataclass(frozen=True, slots=True)
class BaseClause:
    """Clause with stars for each thing that counts. Negative stars make it a penalty.

    With `tiers`, the clause is worth `stars` times the tier that the number of things reaches. Contributions don't
    know about tiers; the score of a card does. `part` is the 0-based index of the clause on its card.
    """

    part: int
    stars: int = number(-20, 20, nonzero=True)
    tiers: Tiers | None = field(
        default=None, kw_only=True, metadata={"parameter": Parameter(ParameterKind.TIERS, optional=True)}
    )
