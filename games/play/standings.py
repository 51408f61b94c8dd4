"""Final standings of tables, in views and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from engine import contract
from engine.contract import Standing, Standings
from games.play.words import and_list
from games.tables.models import Seat
from games.tables.results import final_standings, with_handicap_words

ViewT = TypeVar("ViewT", bound=Any)


def with_final_standings(view: ViewT, seats: Sequence[Seat]) -> ViewT:
    """Return a game's view; once it is `over`, its `standings` put seats that were left last."""
    if not view.over:
        return view
    final: ViewT = replace(view, standings=final_standings(view.standings, seats))
    return final


def final_score(standing: Standing, score: str) -> str:
    """Return the score of a seat at the end, given in the game's unit, with its handicap and the stand-in's mark."""
    score = with_handicap_words(standing.score, standing.handicap, score)
    return _("%(score)s, stand-in") % {"score": score} if standing.left else score


def standing_sentence(standing: Standing, names: Sequence[str], score: str, viewer: contract.Seat | None = None) -> str:
    """Return the sentence about a seat's rank and score, which is given in the game's unit."""
    words = {"rank": standing.rank, "name": names[standing.seat], "score": final_score(standing, score)}
    if standing.seat == viewer:
        return _("Rank %(rank)s: you, with %(score)s.") % words
    return _("Rank %(rank)s: %(name)s, with %(score)s.") % words


def unranked_sentence(standing: Standing, names: Sequence[str], score: str, viewer: contract.Seat | None = None) -> str:
    """Return the sentence with a seat's score at the end of a game without a winner."""
    name = _("You") if standing.seat == viewer else names[standing.seat]
    return _("%(name)s: %(score)s.") % {"name": name, "score": score}


def fork_places(standings: Standings, fork: contract.Seat) -> tuple[Standing, ...]:
    """Return a fork's places: the seat of the player who opened it first, then the others by seat."""
    return tuple(sorted(standings.places, key=lambda place: (place.seat != fork, place.seat)))


def winners_sentence(standings: Standings, names: Sequence[str], viewer: contract.Seat | None = None) -> str:
    """Return the sentence about the winners."""
    winners = standings.winners
    if not winners:
        return _("No winner: all players left.")
    if len(winners) > 1 and viewer in winners:
        others = and_list([names[seat] for seat in winners if seat != viewer])
        return _("You share the victory with %(names)s.") % {"names": others}
    if len(winners) > 1:
        return _("%(names)s share the victory.") % {"names": and_list([names[seat] for seat in winners])}
    if viewer in winners:
        return _("You won.")
    return _("%(name)s won.") % {"name": names[winners[0]]}


def rank_name(rank: int) -> str:
    """Return a rank from 2 on: in words up to the twelfth, then as a number."""
    if rank - 2 < len(RANKS):
        return str(RANKS[rank - 2])
    return pgettext("rank", "number %(rank)s") % {"rank": rank}


RANKS = (
    pgettext_lazy("rank", "second"),
    pgettext_lazy("rank", "third"),
    pgettext_lazy("rank", "fourth"),
    pgettext_lazy("rank", "fifth"),
    pgettext_lazy("rank", "sixth"),
    pgettext_lazy("rank", "seventh"),
    pgettext_lazy("rank", "eighth"),
    pgettext_lazy("rank", "ninth"),
    pgettext_lazy("rank", "tenth"),
    pgettext_lazy("rank", "eleventh"),
    pgettext_lazy("rank", "twelfth"),
)
"""Ranks from 2."""
