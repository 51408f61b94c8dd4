"""Skill of players by the Plackett-Luce model of `openskill`, and the number by which pages show it.

A table of several is one match by its final order. A solo result is one match against the field of its deal. A large
field is cut into 11 equal parts by rank: the player stands for their own part, and the result in the middle of each
other part for that. In a small field, everyone is an opponent. Equal results share a place. So the player's place in
the match is their percentile, the match knows how strong the field was, and it costs the same in a field of 12 and of
100,000. Only the player's own skill changes by it; the others have a match of their own.

On average each place is as likely as any other, so the mean rating of all players hardly changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()
FIRST_MU: Final = _MODEL.mu
FIRST_SIGMA: Final = _MODEL.sigma
SETTLED_AFTER: Final = 10
"""Number of results after which a rating is no longer provisional."""

_AVERAGE, _SCALE, _LOWEST = 1500, 25, 100
_LIKELY: Final = 1.96
"""Standard deviations on either side of the mean that hold 95 percent."""


@dataclass(frozen=True, slots=True)
class Skill:
    """Belief about a player's skill: its mean, and its standard deviation."""

    mu: float = FIRST_MU
    sigma: float = FIRST_SIGMA

    @property
    def number(self) -> int:
        """The rating that pages show: 1500 + 25 × (mu − 25), at least 100. Everyone begins at 1500."""
        return max(_LOWEST, round(_AVERAGE + _SCALE * (self.mu - FIRST_MU)))

    @property
    def margin(self) -> int:
        """By how much the number may be off, with 95 percent confidence."""
        return round(_SCALE * _LIKELY * self.sigma)


def rate_table(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return the skills of two or more players after a match that ended in these places; equal ones are a tie."""
    teams = [[_MODEL.rating(skill.mu, skill.sigma)] for skill in skills]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(player.mu, player.sigma) for [player] in rated]


def rate_solo(skill: Skill, score: int, others: Sequence[tuple[int, Skill]]) -> Skill:
    """Return the skill of a player after a solo result, by the scores and skills of others that stand for the field."""
    scores = [score, *(other for other, _skill in others)]
    places = [1 + sum(other > own for other in scores) for own in scores]
    return rate_table([skill, *(other for _score, other in others)], places)[0]
