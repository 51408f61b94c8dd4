"""A result turn by turn beside the others on its deal: the share of the field that the player was ahead of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.deals.standings import Field
from games.play.log import turn_address
from games.play.words import number_text, signed_number
from games.tables.comparison import ScoredTurn
from games.tables.deals.services import scored_turns, store_turn_scores
from games.tables.lobby.cards import table_url
from games.tables.models import DealEntry

_MOST_COMPARED: Final = 500
"""Number of other players that a result is compared with turn by turn: those who finished first."""
_MOST_COMPUTED: Final = 10
"""Number of older entries whose scores by turn one visit computes."""
WIDTH: Final = 360
HEIGHT: Final = 100
"""Size of the chart, in units of the picture."""

Share = tuple[float, float]
"""Share of the field that a player was ahead of before and after a turn, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class FieldTurn:
    """Turn of the player: its shares and their difference in percent, and whether it cost the most places."""

    title: str
    url: str
    before: str
    after: str
    change: str
    is_costliest: bool


@dataclass(frozen=True, slots=True)
class FieldByTurn:
    """Field by turn. `line` are the points of the chart.

    `summary` says which turn cost the most places, and `costliest` is its URL, "" for none.
    """

    turns: tuple[FieldTurn, ...]
    line: str
    summary: str
    costliest: str
    compared: str


def field_by_turn(own: DealEntry, results: Field) -> FieldByTurn | None:
    """Return a player's result by turn, or None if there is nobody to compare with."""
    turns = scored_turns(own.table)
    others = _other_scores(own, len(turns)) if turns else []
    if not others:
        return None
    shares = compute_shares([(turn.before, turn.after) for turn in turns], others)
    costliest = find_costliest(shares)
    words = ngettext("Compared with %(count)s other player.", "Compared with %(count)s other players.", len(others))
    rows = tuple(_rows(own, turns, shares, costliest))
    return FieldByTurn(
        turns=rows,
        line=_line(shares),
        summary=_summary(turns, shares, costliest, results.count - 1),
        costliest="" if costliest is None else rows[costliest].url,
        compared=words % {"count": number_text(len(others))},
    )


def _other_scores(own: DealEntry, turns: int) -> list[list[list[int]]]:
    """Return the scores by turn of others who had as many turns, computing some that are missing."""
    entries = list(DealEntry.objects.first_finished(own.deal).exclude(pk=own.pk)[:_MOST_COMPARED])
    for entry in [entry for entry in entries if entry.turn_scores is None][:_MOST_COMPUTED]:
        entry.turn_scores = store_turn_scores(entry.pk)
    return [entry.turn_scores for entry in entries if entry.turn_scores and len(entry.turn_scores) == turns]


def compute_shares(own: Sequence[tuple[int, int]], others: Sequence[Sequence[Sequence[int]]]) -> list[Share]:
    """Return the shares by turn of a player with these scores before and after each turn; equal scores count half."""
    return [
        (
            _share(before, [scores[index][0] for scores in others]),
            _share(after, [scores[index][1] for scores in others]),
        )
        for index, (before, after) in enumerate(own)
    ]


def _share(score: int, others: Sequence[int]) -> float:
    return sum(1.0 if score > other else 0.5 if score == other else 0.0 for other in others) / len(others)


def find_costliest(shares: Sequence[Share]) -> int | None:
    """Return the index of the turn that lost the largest share, the first of equal ones; None if none lost any."""
    worst = min(range(len(shares)), key=lambda index: shares[index][1] - shares[index][0])
    return worst if shares[worst][1] < shares[worst][0] else None


def _rows(
    own: DealEntry, turns: Sequence[ScoredTurn], shares: Sequence[Share], costliest: int | None
) -> Iterator[FieldTurn]:
    table = table_url(own.table)
    for index, (turn, (before, after)) in enumerate(zip(turns, shares, strict=True)):
        first, last = _percent(before), _percent(after)
        yield FieldTurn(
            title=turn.title,
            url=turn_address(table, turn.number),
            before=_("%(percent)s%%") % {"percent": number_text(first)},
            after=_("%(percent)s%%") % {"percent": number_text(last)},
            change=signed_number(last - first),
            is_costliest=index == costliest,
        )


def _percent(share: float) -> int:
    return floor(100 * share)


def _summary(turns: Sequence[ScoredTurn], shares: Sequence[Share], costliest: int | None, others: int) -> str:
    if costliest is None:
        return _("No turn cost you places.")
    before, after = shares[costliest]
    # A tie counts as half a place.
    places = max(1, round((before - after) * others))
    words = ngettext(
        "%(turn)s cost you the most: %(count)s place.", "%(turn)s cost you the most: %(count)s places.", places
    )
    return words % {"turn": turns[costliest].title, "count": number_text(places)}


def _line(shares: Sequence[Share]) -> str:
    """Return the points of the chart: the share before the first turn, then after each."""
    heights = [shares[0][0], *(after for _before, after in shares)]
    step = WIDTH / (len(heights) - 1)
    return " ".join(f"{index * step:.0f},{HEIGHT * (1 - share):.0f}" for index, share in enumerate(heights))
