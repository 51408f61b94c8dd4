"""A person's figures from games against bots alone, by the level of the bots. No other statistics count such games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery, Sum

from games.accounts.models import User
from games.play.taught_table import taught_tables
from games.tables.models import Access, PlayerKind, Seat, Status


def bot_game_rows(person: User, *, mine: bool) -> Iterable[Mapping[str, Any]]:
    """Return one row for each game of the site and level of bots, with count, wins, total and best score.

    The level is "" if a table had bots of several levels or if none is known. Left out are lessons, games with hints or
    a handicap, with a deck known before, and those in which others played most turns of the person; and unless it is
    `mine`, those that not everybody may see.
    """
    own = Seat.objects.filter(user=person, played_by=PlayerKind.PERSON, drew_less_than_half=False)
    own = own.filter(table__status=Status.FINISHED, table__practice=True, table__deck_of=None, table__hints=False)
    for taught in taught_tables():
        own = own.exclude(table__in=taught)
    own = own if mine else own.filter(table__access=Access.OPEN)
    return _grouped(_against_bots_alone(own))


def _against_bots_alone(own: QuerySet[Seat]) -> QuerySet[Seat]:
    there = Seat.objects.filter(table=OuterRef("table"))
    others = there.exclude(pk=OuterRef("pk")).exclude(played_by=PlayerKind.BOT)
    bots = there.filter(played_by=PlayerKind.BOT)
    return own.filter(Exists(bots), ~Exists(others), ~Exists(there.filter(handicap__gt=0)))


def _grouped(own: QuerySet[Seat]) -> Iterable[Mapping[str, Any]]:
    levels = Seat.objects.filter(table=OuterRef("table"), played_by=PlayerKind.BOT).order_by().values("table")
    marked = own.order_by().annotate(
        game=F("table__game"),
        lowest=Subquery(levels.annotate(level=Min("bot_level")).values("level")),
        highest=Subquery(levels.annotate(level=Max("bot_level")).values("level")),
    )
    rows = marked.values("game", "lowest", "highest").annotate(
        count=Count("pk"), wins=Count("pk", filter=Q(rank=1)), total=Sum("score"), best=Max("score")
    )
    for row in rows:
        # Any number above 1 says that such games can be won.
        yield {**row, "seats": 2, "level": row["lowest"] if row["lowest"] == row["highest"] else ""}
