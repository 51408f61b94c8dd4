"""Statistics on a person's page, computed from the rows of their games that count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, Max, Q, QuerySet, Sum
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contract import Level
from games.accounts.models import User
from games.accounts.pages import PersonPart
from games.history.best_boards import BestBoards, build_best_boards
from games.history.bot_figures import bot_game_rows
from games.history.charts import LineChart, line_chart
from games.history.models import COUNTED, Gain, Result, SeatSummary
from games.history.pages import GameRow, build_latest_game_rows
from games.play.bars import Bar, bar_chart
from games.play.game import PlayedGame, played_game
from games.play.summary_keys import PieceKind
from games.play.words import number_text
from games.tables.game import games

SPANS: Final = 24
"""Number of latest months or days with games on the time chart."""
FEW: Final = 4
"""Minimum number of months for the time chart. With fewer months, it shows days."""
LATEST: Final = 1000
"""Number of latest games that the time chart covers."""
_FAVOURITES: Final = 3


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """Games of one kind: count, wins ("" for solo games), mean and best score, and list URLs for all of them and the
    best.
    """

    name: str
    url: str
    games: str
    wins: str
    mean: str
    best: str
    best_game_url: str


@dataclass(frozen=True, slots=True)
class PieceAverage:
    """Average score from a piece, for a person and for all players, and as a bar."""

    name: str
    url: str
    games: str
    mean: str
    all: str
    bar: Bar


@dataclass(frozen=True, slots=True)
class Comparison:
    """Average scores from the pieces of one kind, ordered by the difference from all players."""

    name: str
    one: str
    rows: tuple[PieceAverage, ...]


@dataclass(frozen=True, slots=True)
class Favourite:
    """Piece played with often: the number of games, and the URL of their list or ""."""

    name: str
    url: str
    games: str


@dataclass(frozen=True, slots=True)
class SpanFigures:
    """A month or a day: number of games and mean score."""

    name: str
    games: str
    mean: str


@dataclass(frozen=True, slots=True)
class ScoresOverTime:
    """Scores over time, by month, or by day if there are few months.

    `line` is the picture; `spans` are the same figures, latest first.
    """

    caption: str
    one: str
    line: LineChart
    spans: tuple[SpanFigures, ...]


@dataclass(frozen=True, slots=True)
class GameFigures:
    """Statistics of one game; `name` is "" if the site has no other game."""

    name: str
    whole: GroupFigures
    seats: tuple[GroupFigures, ...]
    sets: tuple[GroupFigures, ...]
    comparisons: tuple[Comparison, ...]
    titles: tuple[str, ...]
    most_played: tuple[Favourite, ...]
    time: ScoresOverTime | None


@dataclass(frozen=True, slots=True)
class BotFigures:
    """Games of one kind against bots, by their level."""

    caption: str
    levels: tuple[GroupFigures, ...]


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """Statistics of a person by game, and the URL of their games.

    `mine` is True if the viewer is that person. `best` are their best boards, and `rows` their latest games with images
    of their final boards. No other figure counts the games of `bots`.
    """

    mine: bool
    url: str
    games: tuple[GameFigures, ...]
    bots: tuple[BotFigures, ...]
    best: tuple[BestBoards, ...]
    rows: tuple[GameRow, ...]


_Row = Mapping[str, Any]


def person_part(person: User, viewer: User | AnonymousUser) -> PersonPart:
    """Return the statistics for a person's page: all games for themselves, public games for others."""
    url, mine = reverse("history:person", args=[person.username]), person.pk == viewer.pk
    own, gained = _games_of(person, mine=mine)
    rows = _by_game(_counted(own))
    gains, titles, latest = _by_game(_gains(gained)), _by_game(_titles(own)), _by_game(_latest(own))
    boards = _by_game(_boards(own))
    shown = [key for key in games() if key in rows]
    content = PersonFigures(
        mine,
        url,
        tuple(_of_game(key, url, rows[key], gains[key], boards[key], titles[key], latest[key]) for key in shown),
        tuple(_with_bots(_by_game(bot_game_rows(person, mine=mine)))),
        build_best_boards(person),
        tuple(row for row in build_latest_game_rows(person, viewer, url) if row.board),
    )
    return PersonPart("history/_figures.html", "css/history.css", content)


def figures_by_game(person: User) -> dict[str, GroupFigures]:
    """Return a person's overall public statistics by game key, most played game first."""
    rows = _by_game(_counted(_games_of(person, mine=False)[0]))
    wholes = {key: _figures(_("All games"), "", {}, rows[key]) for key in games() if key in rows}
    return dict(sorted(wholes.items(), key=lambda pair: -int(pair[1].games)))


def _games_of(person: User, *, mine: bool) -> tuple[QuerySet[SeatSummary], QuerySet[Gain]]:
    """A person's games that count, with score breakdowns."""
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


def _boards(own: QuerySet[SeatSummary]) -> Iterable[_Row]:
    """Return how many of these games were played on each board, by game and component."""
    kinds = {kind.key for key in games() for kind in played_game(key).statistics.kinds() if kind.is_board}
    if not kinds:
        return ()
    pieces = {"piece__kind": F("summary__pieces__piece__kind"), "piece__key": F("summary__pieces__piece__key")}
    on_boards = own.filter(summary__pieces__piece__kind__in=kinds).order_by().values("game", **pieces)
    return on_boards.annotate(count=Count("pk"))


def _titles(own: QuerySet[SeatSummary]) -> Iterable[_Row]:
    titled = own.exclude(title="").order_by().values("game", "title")
    return titled.annotate(count=Count("pk"), best=Max("score")).order_by("-best")


def _latest(own: QuerySet[SeatSummary]) -> Iterable[_Row]:
    """Return the latest games from the first on, with day and score, and whether the month is `whole`, with no day
    truncated.
    """
    latest = list(own.order_by("-finished_at", "-summary").values_list("game", "finished_at", "score")[:LATEST])
    cut = localdate(latest[-1][1]) if len(latest) == LATEST else date.min
    for game, at, score in reversed(latest):
        day = localdate(at)
        if day > cut:
            yield {"game": game, "day": day, "score": score, "whole": day.replace(day=1) > cut}


def _by_game(rows: Iterable[_Row]) -> defaultdict[str, list[_Row]]:
    sorted_out = defaultdict[str, list[_Row]](list)
    for row in rows:
        sorted_out[row["game"]].append(row)
    return sorted_out


def _of_game(
    key: str,
    url: str,
    rows: list[_Row],
    gains: list[_Row],
    boards: list[_Row],
    titles: list[_Row],
    latest: list[_Row],
) -> GameFigures:
    game = played_game(key)
    kinds, sets = game.statistics.kinds(), dict(game.sets.names())
    base = {"game": key} if len(games()) > 1 else {}
    return GameFigures(
        name=str(game.name) if base else "",
        whole=_figures(_("All games"), url, base, rows),
        seats=_grouped(rows, "seats", url, base, {count: seats_name(count) for count in game.seats}),
        sets=_grouped(rows, "set", url, base, {name: str(words) for name, words in sets.items()}),
        comparisons=tuple(_comparisons(kinds, gains, url, base)),
        titles=tuple(_title(game, row) for row in titles),
        most_played=(*_favourites(kinds, boards, url, base, boards=True), *_favourites(kinds, gains, url, base)),
        time=_over_time(latest),
    )


def _with_bots(rows: Mapping[str, list[_Row]]) -> Iterable[BotFigures]:
    """Yield the figures of each game against bots, the weakest first, those of several levels last."""
    for key in games():
        if some := rows.get(key):
            levels = played_game(key).levels
            names = {str(level): str(levels[level].name) for level in Level} | {"": _("Mixed or unknown")}
            caption = _("Against bots: %(game)s") if len(games()) > 1 else _("Against bots")
            groups = _grouped(some, "level", "", {}, names)
            yield BotFigures(
                caption % {"game": played_game(key).name},
                tuple(replace(group, url="", best_game_url="") for group in groups),
            )


def _over_time(latest: list[_Row]) -> ScoresOverTime | None:
    """Return the average score by month, or by day for few months; None for a single day."""
    months, days = defaultdict[date, list[int]](list), defaultdict[date, list[int]](list)
    for row in latest:
        days[row["day"]].append(row["score"])
        if row["whole"]:
            months[row["day"].replace(day=1)].append(row["score"])
    if len(months) < FEW:
        return _spans(_("Average score by day"), _("Day"), "DATE_FORMAT", days)
    return _spans(_("Average score by month"), _("Month"), "YEAR_MONTH_FORMAT", months)


def _spans(caption: str, one: str, form: str, scores: Mapping[date, list[int]]) -> ScoresOverTime | None:
    shown = [(date_format(day, form), some) for day, some in scores.items()][-SPANS:]
    if len(shown) < 2:
        return None
    spans = tuple(SpanFigures(name, str(len(some)), mean(sum(some), len(some))) for name, some in reversed(shown))
    return ScoresOverTime(caption, one, line_chart([(name, sum(some) / len(some)) for name, some in shown]), spans)


def seats_name(count: int) -> str:
    """Return the label for games with this many seats."""
    return ngettext("%(count)d seat", "%(count)d seats", count) % {"count": count}


def _title(game: PlayedGame, row: _Row) -> str:
    name = game.statistics.title_name(row["title"])
    words = ngettext("%(title)s: %(count)d game", "%(title)s: %(count)d games", row["count"])
    return words % {"title": name, "count": row["count"]}


def _grouped(
    rows: list[_Row], column: str, url: str, base: Mapping[str, str], names: Mapping[Any, str]
) -> tuple[GroupFigures, ...]:
    """Return the games grouped by a column, sorted by name."""
    groups = {value: [row for row in rows if row[column] == value] for value in names}
    return tuple(
        _figures(names[value], url, {**base, column: str(value)}, some) for value, some in groups.items() if some
    )


def _figures(name: str, url: str, parameters: Mapping[str, str], rows: Sequence[_Row]) -> GroupFigures:
    count, wins, total = (sum(row[column] for row in rows) for column in ("count", "wins", "total"))
    several = sum(row["count"] for row in rows if row["seats"] > 1)
    best = max(row["best"] for row in rows)
    return GroupFigures(
        name=name,
        url=_listed(url, parameters),
        games=str(count),
        wins=_("%(wins)d of %(games)d") % {"wins": wins, "games": several} if several else "",
        mean=mean(total, count),
        best=number_text(best),
        best_game_url=_listed(url, parameters, least=str(best)),
    )


def _listed(url: str, parameters: Mapping[str, str], **more: str) -> str:
    """Return the URL of a filtered list of games."""
    query = {**parameters, **more}
    return f"{url}?{urlencode(query)}" if query else url


def mean(total: int, count: int) -> str:
    """Return a mean with one decimal, localized."""
    return number_text(total / max(count, 1), 1)


def _comparisons(
    kinds: Sequence[PieceKind], gains: list[_Row], url: str, base: Mapping[str, str]
) -> Iterable[Comparison]:
    for kind in sorted(kinds, key=lambda kind: not kind.whole):
        rows = [row for row in gains if row["piece__kind"] == kind.key]
        if not rows or not (kind.compared or kind.whole):
            continue
        names = dict(kind.pieces)
        rows.sort(key=lambda row: (_overall_average(row) - _own_average(row), row["piece__key"]))
        yield Comparison(
            name=str(kind.many),
            one=str(kind.one),
            rows=tuple(
                _gained(row, bar, _name(row, names), kind, url, base)
                for row, bar in zip(
                    rows, bar_chart([(_own_average(row), _overall_average(row)) for row in rows]), strict=True
                )
            ),
        )


def _gained(row: _Row, bar: Bar, name: str, kind: PieceKind, url: str, base: Mapping[str, str]) -> PieceAverage:
    link = _listed(url, base, **{kind.key: row["piece__key"]}) if kind.chosen else ""
    everybody = mean(row["piece__total"], row["piece__seats"])
    return PieceAverage(name, link, str(row["count"]), mean(row["total"], row["count"]), everybody, bar)


def _name(row: _Row, names: Mapping[str, str]) -> str:
    return names.get(row["piece__key"], row["piece__key"])


def _own_average(row: _Row) -> float:
    return float(row["total"] / row["count"])


def _overall_average(row: _Row) -> float:
    return float(row["piece__total"] / max(row["piece__seats"], 1))


def _favourites(
    kinds: Sequence[PieceKind], rows: list[_Row], url: str, base: Mapping[str, str], *, boards: bool = False
) -> Iterable[Favourite]:
    """Yield the pieces played with most often, each in more than one game: `boards`, or those that are compared."""
    often = [row for row in rows if row["count"] > 1]
    often.sort(key=lambda row: -row["count"])
    for kind in (kind for kind in kinds if (kind.is_board if boards else kind.compared)):
        names = dict(kind.pieces)
        known = [row for row in often if row["piece__kind"] == kind.key and row["piece__key"] in names]
        for row in known[:_FAVOURITES]:
            link = _listed(url, base, **{kind.key: row["piece__key"]}) if kind.chosen else ""
            words = ngettext("%(count)d game", "%(count)d games", row["count"]) % {"count": row["count"]}
            yield Favourite(names[row["piece__key"]], link, words)
