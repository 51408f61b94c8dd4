"""Finished games that two people played together, with the figures of those that count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Avg, Count, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts.models import User
from games.history.filters import GameFilter
from games.history.game_queries import finished_game_keys, played_by, tables_at
from games.history.models import Result, SeatSummary
from games.history.pages import GameRow, build_game_rows, filter_url
from games.play.game import played_game
from games.play.words import number_text
from games.tables.game import games

LATEST: Final = 10
"""Number of latest games together that the page lists."""
_COUNTED: Final = (Result.WON, Result.LOST)
"""Results of games of several people that count in statistics."""


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """Figures of one of the two people: wins, and the mean score in the game's words."""

    name: str
    wins: str
    mean: str


@dataclass(frozen=True, slots=True)
class GameTogether:
    """Figures of one game of the site; `name` is "" if it has no other.

    `games` counts the games, `both` those that both won with the same result, and `neither` those that somebody else
    won; the last two are "" for none.
    """

    name: str
    games: str
    people: tuple[PersonFigures, PersonFigures]
    both: str
    neither: str


@dataclass(frozen=True, slots=True)
class Person:
    """One of the two people."""

    name: str
    url: str
    crest: str


@dataclass(frozen=True, slots=True)
class HeadToHeadPage:
    """Two people's games together as a viewer sees them.

    `title` is the heading, in the second person for one of the two. `everything` is the list of all their games
    together, "" if the page lists all of them.
    """

    title: str
    people: tuple[Person, Person]
    figures: tuple[GameTogether, ...]
    rows: tuple[GameRow, ...]
    everything: str


def head_to_head_page(one: User, other: User, viewer: User | None) -> HeadToHeadPage:
    """Return the page of two people: public games, and for a player of a game also that one."""
    listed = reverse("history:person", args=[one.username])
    parameters = {"opponent": other.username}
    game_filter = GameFilter(viewer=viewer, player=one, opponent=other, parameters=parameters)
    keys = finished_game_keys(game_filter, LATEST + 1)
    return HeadToHeadPage(
        title=_title(one, other, viewer),
        people=(_person(one, viewer), _person(other, viewer)),
        figures=tuple(_figures(one, other, _rows(one, other, viewer))) if keys else (),
        rows=build_game_rows(tables_at(keys[:LATEST]), game_filter, listed),
        everything=filter_url(listed, parameters) if len(keys) > LATEST else "",
    )


def _title(one: User, other: User, viewer: User | None) -> str:
    if viewer in (one, other):
        return _("You and %(name)s") % {"name": other if viewer == one else one}
    return _("%(one)s and %(other)s") % {"one": one, "other": other}


def _person(person: User, viewer: User | None) -> Person:
    return Person(str(person), person.profile_url_for(viewer), person.shown_crest)


def _rows(one: User, other: User, viewer: User | None) -> Iterable[Mapping[str, Any]]:
    """Return the counts of games, wins and mean scores, by game."""
    together = _counted_together(one, other)
    if viewer not in (one, other):
        together = together.filter(Q(open=True) | Q(played_by(viewer.pk)) if viewer else Q(open=True))
    won, others_won = Q(result=Result.WON), Q(summary__people__result=Result.WON)
    return (
        together.order_by()
        .values("game")
        .annotate(
            count=Count("pk"),
            wins=Count("pk", filter=won),
            others_wins=Count("pk", filter=others_won),
            both=Count("pk", filter=won & others_won),
            mean=Avg("score"),
            others_mean=Avg("summary__people__score"),
        )
    )


def _counted_together(one: User, other: User) -> QuerySet[SeatSummary]:
    """Return the first user's summaries of games that count for both, joined with the other's. By two indexes."""
    # One filter, so that both conditions are about the same row.
    return SeatSummary.objects.filter(
        user=one, result__in=_COUNTED, summary__people__user=other, summary__people__result__in=_COUNTED
    )


def _figures(one: User, other: User, rows: Iterable[Mapping[str, Any]]) -> Iterable[GameTogether]:
    by_game = {row["game"]: row for row in rows}
    for key in games():
        if row := by_game.get(key):
            neither = row["count"] - row["wins"] - row["others_wins"] + row["both"]
            yield GameTogether(
                name=str(played_game(key).name) if len(games()) > 1 else "",
                games=str(row["count"]),
                people=(
                    PersonFigures(str(one), str(row["wins"]), number_text(row["mean"], 1)),
                    PersonFigures(str(other), str(row["others_wins"]), number_text(row["others_mean"], 1)),
                ),
                both=str(row["both"] or ""),
                neither=str(neither or ""),
            )
