"""Feats on a person's page, by kind, each with a link to the latest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Max, Q, QuerySet
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.accounts.models import User
from games.accounts.pages import PersonPart
from games.history.models import COUNTED, Feat
from games.play.feats import FeatKind
from games.play.game import played_game
from games.play.log import LOOK, turn_address
from games.tables.game import games
from games.tables.holders import find_seat
from games.tables.lobby.cards import table_url
from games.tables.models import Table
from games.tables.turn_words import turn_title


@dataclass(frozen=True, slots=True)
class FeatView:
    """Feats of one kind: how many, and the turn of the latest with its page."""

    name: str
    words: str
    count: int
    latest: str
    url: str


@dataclass(frozen=True, slots=True)
class GameFeats:
    """Feats in one game; `name` is "" if the site has no other."""

    name: str
    feats: tuple[FeatView, ...]


def person_part(person: User, viewer: User | AnonymousUser) -> PersonPart | None:
    """Return the feats for a person's page, or None if they have none that the viewer may see.

    They are those of games that count, for others only of games that everyone may see.
    """
    own = Feat.objects.filter(seat__user=person, seat__result__in=COUNTED)
    if person.pk != viewer.pk:
        own = own.filter(seat__open=True)
    rows = own.order_by().values("seat__game", "kind").annotate(count=Count("pk"), ended=Max("seat__finished_at"))
    groups = {(row["seat__game"], row["kind"]): row for row in rows}
    latest = {(feat.seat.game, feat.kind): feat for feat in _at(own, groups.values())}
    keys = [feat.seat.summary_id for feat in latest.values()]
    tables = Table.objects.with_seats().in_bulk(keys) if keys else {}
    by_kind = {key: (groups[key]["count"], feat, tables[feat.seat.summary_id]) for key, feat in latest.items()}
    shown = tuple(_games(person, by_kind))
    return PersonPart("history/_feats.html", "css/history.css", shown) if shown else None


def _at(own: QuerySet[Feat], groups: Iterable[Mapping[str, Any]]) -> QuerySet[Feat]:
    """Return the feats of each group in its latest game, the last turn last."""
    latest = [Q(kind=row["kind"], seat__game=row["seat__game"], seat__finished_at=row["ended"]) for row in groups]
    return own.filter(reduce(or_, latest, Q(pk__in=[]))).select_related("seat").order_by("turn", "pk")


def _games(person: User, by_kind: Mapping[tuple[str, str], tuple[int, Feat, Table]]) -> Iterator[GameFeats]:
    for key in games():
        feats = played_game(key).feats
        kinds = [kind for kind in feats.kinds if (key, kind.key) in by_kind] if feats else []
        if kinds:
            views = tuple(_view(kind, *by_kind[key, kind.key], person) for kind in kinds)
            yield GameFeats(str(played_game(key).name) if len(games()) > 1 else "", views)


def _view(kind: FeatKind, count: int, feat: Feat, table: Table, person: User) -> FeatView:
    return FeatView(
        name=str(kind.name),
        words=str(kind.words),
        count=count,
        latest=_("Latest: %(turn)s") % {"turn": turn_title(table, feat.turn)},
        url=_turn_url(table, feat, person),
    )


def _turn_url(table: Table, feat: Feat, person: User) -> str:
    url, seat = turn_address(table_url(table), feat.turn), find_seat(table.seats.all(), person.pk)
    return f"{url}?{urlencode({LOOK: seat.index + 1})}" if seat else url
