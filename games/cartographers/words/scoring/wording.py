"""Wording of a clause with several conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Condition:
    """Condition of a clause, as two complete sentences.

    `rule` says what earns stars, including this condition. `limit` adds the condition to a rule that has already been
    stated.
    """

    rule: str
    limit: str


def conditional_rule(conditions: Sequence[Condition], otherwise: str) -> str:
    """Return the first condition's rule and the others' limits, or `otherwise` without conditions."""
    if not conditions:
        return otherwise
    return " ".join([conditions[0].rule, *(condition.limit for condition in conditions[1:])])
