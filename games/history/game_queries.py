"""Queries behind game lists, each backed by an index, one page at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.accounts.models import User
from games.history.filters import GameFilter, GameStage, ResultFilter
from games.history.models import Piece, PlayedWith, Result, SeatSummary, Summary
from games.play.navigation import Key
from games.tables.lobby.cards import TableCard, cards_of
from games.tables.models import Seat, Status, Table, TableQuerySet

ON_A_PAGE: Final = 20


def finished_game_keys(game_filter: GameFilter, most: int = ON_A_PAGE) -> list[Key]:
    """Return the keys of matching games visible to the viewer, latest first, up to `most`: public games and those the
    viewer played.
    """
    pieces = _pieces(game_filter)
    if pieces is None:
        return []
    if game_filter.player:
        return _first(_of_player(game_filter, game_filter.player.pk, pieces), "summary", most)
    name, rows = _open(game_filter, pieces)
    keys = _first(rows, name, most)
    if game_filter.viewer:
        keys += _first(_own_closed(game_filter, game_filter.viewer.pk, pieces), "summary", most)
    return sorted(keys, reverse=True)[:most]


def tables_at(keys: list[Key]) -> list[Table]:
    """Return the tables with those keys, in order, with seats and summaries."""
    tables = Table.objects.with_seats().select_related("summary").in_bulk([key.pk for key in keys])
    return [tables[key.pk] for key in keys if key.pk in tables]


def running_games(game_filter: GameFilter) -> TableQuerySet:
    """Return the running games that match the filter, those with the latest moves first.

    These are the games of one player that the viewer may know of, however long ago the last move was, or else public
    games. Returns none if the filter is about the end of games.
    """
    if game_filter.finished_only:
        return Table.objects.none()
    tables = _under_way(game_filter).played_here().filter(_after(game_filter.before, "pk", "changed_at"))
    columns = {"game": game_filter.game, "set": game_filter.set}
    tables = tables.filter(**{column: value for column, value in columns.items() if value})
    if seats := _seats(game_filter):
        last, beyond = (Seat.objects.filter(table=OuterRef("pk"), index=seats - less) for less in (1, 0))
        tables = tables.filter(Exists(last), ~Exists(beyond))
    if game_filter.opponent:
        tables = tables.filter(Exists(Seat.objects.filter(table=OuterRef("pk"), user=game_filter.opponent)))
    return tables


def _under_way(game_filter: GameFilter) -> TableQuerySet:
    if game_filter.player is None:
        return Table.objects.open_games()
    # A join that starts with the player's seats.
    theirs = Table.objects.filter(seats__user=game_filter.player, status=Status.PLAYING)
    return theirs.visible_to(game_filter.viewer.pk if game_filter.viewer else None).order_by("-changed_at", "-pk")


def _pieces(game_filter: GameFilter) -> list[int] | None:
    """Return the keys of the selected pieces, or None if no game was ever played with one of them."""
    if not game_filter.pieces:
        return []
    named = Q()
    for kind, key in game_filter.pieces:
        named |= Q(kind=kind, key=key)
    ids = list(
        Piece.objects.filter(named, **({"game": game_filter.game} if game_filter.game else {})).values_list(
            "pk", flat=True
        )
    )
    return ids if len(ids) == len(game_filter.pieces) else None


def _open(game_filter: GameFilter, pieces: list[int]) -> tuple[str, QuerySet[Any]]:
    """Return the public games, filtered by components if any, and the name of their key column."""
    if not pieces:
        return "table", _about(game_filter, Summary.objects.filter(open=True), score="best")
    first, *others = pieces
    rows = _with(PlayedWith.objects.filter(open=True, piece=first), others)
    return "summary", _about(game_filter, rows, score="best")


def _own_closed(game_filter: GameFilter, viewer: int, pieces: list[int]) -> QuerySet[Any]:
    """Return the viewer's non-public games, filtered by the game's best score.

    That score may be another player's.
    """
    rows = _with(SeatSummary.objects.filter(user=viewer, open=False), pieces)
    rows = _about(game_filter, rows, score="")
    bounds = {"summary__best__gte": game_filter.least, "summary__best__lte": game_filter.most}
    return rows.filter(**{name: bound for name, bound in bounds.items() if bound is not None})


def _of_player(game_filter: GameFilter, player: int, pieces: list[int]) -> QuerySet[Any]:
    rows = _with(SeatSummary.objects.filter(user=player), pieces)
    if game_filter.opponent:
        rows = rows.filter(played_by(game_filter.opponent.pk))
    viewer = game_filter.viewer.pk if game_filter.viewer else None
    if viewer != player:
        rows = rows.filter(Q(open=True) | Q(played_by(viewer))) if viewer else rows.filter(open=True)
    if game_filter.result in {ResultFilter.WON, ResultFilter.LOST}:
        rows = rows.filter(result=game_filter.result)
    return _about(game_filter, rows, score="score")


def played_by(person: int) -> Exists:
    """Return a condition for summaries of games that a person played."""
    return Exists(SeatSummary.objects.filter(summary=OuterRef("summary"), user=person))


def _with(rows: QuerySet[Any], pieces: list[int]) -> QuerySet[Any]:
    for piece in pieces:
        rows = rows.filter(Exists(PlayedWith.objects.filter(summary=OuterRef("summary"), piece=piece)))
    return rows


def _about(game_filter: GameFilter, rows: QuerySet[Any], *, score: str) -> QuerySet[Any]:
    """Filter rows; `score` names the column of the score, or "" for none."""
    # Rows of a component all belong to one game, so they need no filter by game.
    game = "" if rows.model is PlayedWith else game_filter.game
    columns = {"game": game, "set": game_filter.set, "seats": _seats(game_filter)}
    bounds: dict[str, Any] = {"finished_at__gte": game_filter.since, "finished_at__lt": game_filter.until}
    if score:
        bounds |= {f"{score}__gte": game_filter.least, f"{score}__lte": game_filter.most}
    rows = _by_ending(game_filter, rows)
    rows = rows.filter(**{column: value for column, value in columns.items() if value})
    rows = rows.filter(**{name: bound for name, bound in bounds.items() if bound is not None})
    return rows.filter(_after(game_filter.before, "table" if rows.model is Summary else "summary", "finished_at"))


def _by_ending(game_filter: GameFilter, rows: QuerySet[Any]) -> QuerySet[Any]:
    """Filter rows by whether the game ended early, if the result filter requires it.

    Rows by component exist only for games that did not end early.
    """
    unfinished = game_filter.result == ResultFilter.UNFINISHED
    scored = game_filter.least is not None or game_filter.most is not None
    if rows.model is PlayedWith or not (unfinished or scored or game_filter.result == ResultFilter.ALONE):
        return rows.none() if unfinished else rows
    if rows.model is Summary:
        return rows.filter(unfinished=unfinished)
    return rows.filter(result=Result.UNFINISHED) if unfinished else rows.exclude(result=Result.UNFINISHED)


def _seats(game_filter: GameFilter) -> int:
    """Return the number of seats to filter by, or 0 for any.

    It is -1, which matches no game, for solo games with several seats.
    """
    if game_filter.result != ResultFilter.ALONE:
        return game_filter.seats
    return 1 if game_filter.seats in {0, 1} else -1


def _after(before: Key | None, table: str, moment: str) -> Q:
    """Return a condition for rows after a place in a list, written so that an index is used.

    `table` and `moment` name the columns of the table's key and of the list's time.
    """
    if before is None:
        return Q()
    same = Q(**{moment: before.at, f"{table}__gte": before.pk})
    return Q(**{f"{moment}__lte": before.at}) & ~same


def _first(rows: QuerySet[Any], name: str, most: int) -> list[Key]:
    """Return the keys of the first rows; `name` is the relation to their table."""
    ordered = rows.order_by("-finished_at", f"-{name}_id").values_list("finished_at", f"{name}_id")
    return [Key(*row) for row in ordered[:most]]


_ABOVE: Final = 6
"""Number of games in progress listed above the finished ones."""


@dataclass(frozen=True, slots=True)
class RunningGames:
    """Games under way, and the address where the list of them goes on, "" where it does not; `words` say why there can
    be none.
    """

    cards: tuple[TableCard, ...] = ()
    more: str = ""
    words: str = ""


def list_running_games(game_filter: GameFilter, viewer: User | None, address: Callable[..., str]) -> RunningGames:
    """Return the filtered games in progress: a page of them, or the first few above finished games.

    It is a page if the filter asks for games in progress alone. `address` builds the URL of the list with changed
    parameters.
    """
    alone = game_filter.stage == GameStage.PLAYING
    if game_filter.stage == GameStage.OVER or (game_filter.before and not alone):
        return RunningGames()
    if game_filter.finished_only:
        return RunningGames(
            words=_("Some of these filters only apply to finished games, so no games in progress are shown.")
        )
    most = ON_A_PAGE if alone else _ABOVE
    tables = list(running_games(game_filter).with_seats()[: most + 1])
    shown, goes_on = tables[:most], len(tables) > most
    more = address(status=GameStage.PLAYING.value, before=_place(shown[-1]) if alone else "") if goes_on else ""
    return RunningGames(cards_of(shown, viewer or AnonymousUser()), more)


def _place(table: Table) -> str:
    return str(Key(table.changed_at, table.pk))
