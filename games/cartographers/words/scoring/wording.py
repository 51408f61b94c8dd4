"""Wording of a clause with several conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a clause, as two whole sentences: `rule` says what earns stars, this condition included;
    `limit` adds the condition to a rule that has been given already.
    """

    rule: str
    limit: str


def conditional_rule(conditions: Sequence[Condition], otherwise: str) -> str:
    """The rule of the first condition and the limits of the others; `otherwise` where there is none."""
    if not conditions:
        return otherwise
    return " ".join([conditions[0].rule, *(condition.limit for condition in conditions[1:])])
