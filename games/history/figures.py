"""What a person's page says of how they play: worked out from the rows of their games that count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Max, Q, QuerySet, Sum
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.models import User
from games.accounts.pages import PersonPart
from games.history.charts import Bars, Line, bars, line
from games.history.models import COUNTED, Gain, Result, SeatSummary
from games.play.game import Played, played_game
from games.play.numbers import written
from games.play.summing import Kind
from games.tables.game import games

MONTHS: Final = 24
"""Months with games that the line over time shows, the latest."""
LATEST: Final = 1000
"""Games by which it is drawn, the latest."""
_FAVOURITES: Final = 3


@dataclass(frozen=True, slots=True)
class Figures:
    """Games of one kind: how many, how many of them won ("" for games alone), their mean and best score, and where they
    are listed.
    """

    name: str
    url: str
    games: str
    wins: str
    mean: str
    best: str


@dataclass(frozen=True, slots=True)
class Gained:
    """What a piece brings a person in a game, and what it brings everybody; both in the mean."""

    name: str
    url: str
    games: str
    mean: str
    all: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """What each piece of a kind brings, as a chart and in rows, the best beside everybody's first."""

    name: str
    one: str
    chart: Bars
    rows: tuple[Gained, ...]


@dataclass(frozen=True, slots=True)
class Month:
    """A month: how many games, and their mean score."""

    name: str
    games: str
    mean: str


@dataclass(frozen=True, slots=True)
class OfGame:
    """Everything about one game; `name` is "" where the site has no other."""

    name: str
    whole: Figures
    seats: tuple[Figures, ...]
    sets: tuple[Figures, ...]
    comparisons: tuple[Comparison, ...]
    titles: tuple[str, ...]
    favourites: str
    line: Line | None
    months: tuple[Month, ...]


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """How somebody plays, game by game, and where all their games are listed; `mine` where the viewer is who plays."""

    mine: bool
    url: str
    games: tuple[OfGame, ...]


_Row = Mapping[str, Any]


def person_part(person: User, viewer: User | AnonymousUser) -> PersonPart:
    """How a person plays, for their page: to themselves by all of their games, to others by those that anybody may
    see.
    """
    url, mine = reverse("history:person", args=[person.username]), person.pk == viewer.pk
    own, gained = _games_of(person, mine=mine)
    told = _by_game(_counted(own))
    gains, titles, months = _by_game(_gains(gained)), _by_game(_titles(own)), _by_game(_months(own))
    shown = [key for key in games() if key in told]
    content = PersonFigures(
        mine, url, tuple(_of_game(key, url, told[key], gains[key], titles[key], months[key]) for key in shown)
    )
    return PersonPart("history/_figures.html", "css/history.css", content)


def figures_by_game(person: User) -> dict[str, Figures]:
    """How a person plays all in all, as anybody may know, by the key of the game, what they play most first."""
    told = _by_game(_counted(_games_of(person, mine=False)[0]))
    wholes = {key: _figures(_("All together"), "", {}, told[key]) for key in games() if key in told}
    return dict(sorted(wholes.items(), key=lambda pair: -int(pair[1].games)))


def _games_of(person: User, *, mine: bool) -> tuple[QuerySet[SeatSummary], QuerySet[Gain]]:
    """Somebody's games that count, and what came from what in them."""
    own, gained = SeatSummary.objects.filter(user=person, result__in=COUNTED), Gain.objects.filter(user=person)
    return (own, gained) if mine else (own.filter(open=True), gained.filter(open=True))


def _counted(own: QuerySet[SeatSummary]) -> Iterable[_Row]:
    won = Count("pk", filter=Q(result=Result.WON))
    grouped = own.order_by().values("game", "set", "seats")
    return grouped.annotate(count=Count("pk"), wins=won, total=Sum("score"), best=Max("score"))


def _gains(gained: QuerySet[Gain]) -> Iterable[_Row]:
    pieces = ("piece__kind", "piece__key", "piece__seats", "piece__total")
    grouped = gained.order_by().values("piece__game", *pieces)
    return [{**row, "game": row["piece__game"]} for row in grouped.annotate(count=Count("pk"), total=Sum("score"))]


def _titles(own: QuerySet[SeatSummary]) -> Iterable[_Row]:
    titled = own.exclude(title="").order_by().values("game", "title")
    return titled.annotate(count=Count("pk"), best=Max("score")).order_by("-best")


def _months(own: QuerySet[SeatSummary]) -> Iterable[_Row]:
    """The months of the latest games, by game and from the first on; one of which games are left out is none."""
    latest = list(own.order_by("-finished_at", "-summary").values_list("game", "finished_at", "score")[:LATEST])
    months = dict[tuple[date, str], list[int]]()
    for game, at, score in reversed(latest):
        months.setdefault((localdate(at).replace(day=1), game), []).append(score)
    cut = localdate(latest[-1][1]).replace(day=1) if len(latest) == LATEST else date.min
    for (month, game), scores in months.items():
        if month > cut:
            yield {"game": game, "month": month, "count": len(scores), "total": sum(scores)}


def _by_game(rows: Iterable[_Row]) -> defaultdict[str, list[_Row]]:
    sorted_out = defaultdict[str, list[_Row]](list)
    for row in rows:
        sorted_out[row["game"]].append(row)
    return sorted_out


def _of_game(key: str, url: str, told: list[_Row], gains: list[_Row], titles: list[_Row], months: list[_Row]) -> OfGame:
    game = played_game(key)
    kinds, sets, later = game.kinds(), dict(game.sets), months[-MONTHS:]
    base = {"game": key} if len(games()) > 1 else {}
    return OfGame(
        name=str(game.name) if base else "",
        whole=_figures(_("All together"), url, base, told),
        seats=_grouped(told, "seats", url, base, {count: _seats(count) for count in game.seats}),
        sets=_grouped(told, "set", url, base, {name: str(words) for name, words in sets.items()}),
        comparisons=tuple(_comparisons(kinds, gains, url, base)),
        titles=tuple(_title(game, row) for row in titles),
        favourites=_favourites(kinds, gains),
        line=line([(_month(row["month"]), row["total"] / row["count"]) for row in later]) if len(later) > 1 else None,
        months=tuple(
            Month(_month(row["month"]), str(row["count"]), mean(row["total"], row["count"])) for row in reversed(later)
        ),
    )


def _seats(count: int) -> str:
    return ngettext("%(count)d seat", "%(count)d seats", count) % {"count": count}


def _month(month: date) -> str:
    return date_format(month, "YEAR_MONTH_FORMAT")


def _title(game: Played, row: _Row) -> str:
    name = game.title_name(row["title"])
    words = ngettext("%(title)s: %(count)d game", "%(title)s: %(count)d games", row["count"])
    return words % {"title": name, "count": row["count"]}


def _grouped(
    told: list[_Row], column: str, url: str, base: Mapping[str, str], names: Mapping[Any, str]
) -> tuple[Figures, ...]:
    """The games put together by what stands in a column, in the order of the names."""
    rows = {value: [row for row in told if row[column] == value] for value in names}
    return tuple(
        _figures(names[value], url, {**base, column: str(value)}, some) for value, some in rows.items() if some
    )


def _figures(name: str, url: str, said: Mapping[str, str], rows: Sequence[_Row]) -> Figures:
    count, wins, total = (sum(row[column] for row in rows) for column in ("count", "wins", "total"))
    several = sum(row["count"] for row in rows if row["seats"] > 1)
    return Figures(
        name=name,
        url=f"{url}?{urlencode(said)}" if said else url,
        games=str(count),
        wins=_("%(wins)d of %(games)d") % {"wins": wins, "games": several} if several else "",
        mean=mean(total, count),
        best=written(max(row["best"] for row in rows)),
    )


def mean(total: int, count: int) -> str:
    """A mean with one decimal, as the language writes it."""
    return written(total / max(count, 1), 1)


def _comparisons(kinds: Sequence[Kind], gains: list[_Row], url: str, base: Mapping[str, str]) -> Iterable[Comparison]:
    for kind in kinds:
        rows = [row for row in gains if row["piece__kind"] == kind.key]
        if not rows or not (kind.compared or kind.whole):
            continue
        names = dict(kind.pieces)
        rows.sort(key=lambda row: (_everybody(row) - _own(row), row["piece__key"]))
        yield Comparison(
            name=str(kind.many),
            one=str(kind.one),
            chart=bars([(_name(row, names), _own(row), _everybody(row)) for row in rows]),
            rows=tuple(_gained(row, _name(row, names), kind, url, base) for row in rows),
        )


def _gained(row: _Row, name: str, kind: Kind, url: str, base: Mapping[str, str]) -> Gained:
    link = f"{url}?{urlencode({**base, kind.key: row['piece__key']})}" if kind.chosen else ""
    everybody = mean(row["piece__total"], row["piece__seats"])
    return Gained(name, link, str(row["count"]), mean(row["total"], row["count"]), everybody)


def _name(row: _Row, names: Mapping[str, str]) -> str:
    return names.get(row["piece__key"], row["piece__key"])


def _own(row: _Row) -> float:
    return float(row["total"] / row["count"])


def _everybody(row: _Row) -> float:
    return float(row["piece__total"] / max(row["piece__seats"], 1))


def _favourites(kinds: Sequence[Kind], gains: list[_Row]) -> str:
    """What was played with most often, "" while nothing comes twice."""
    names = {(kind.key, key): name for kind in kinds if kind.compared for key, name in kind.pieces}
    often = [row for row in gains if row["count"] > 1 and (row["piece__kind"], row["piece__key"]) in names]
    often.sort(key=lambda row: -row["count"])
    listed = [f"{names[row['piece__kind'], row['piece__key']]} ({row['count']})" for row in often[:_FAVOURITES]]
    return ", ".join(listed)
