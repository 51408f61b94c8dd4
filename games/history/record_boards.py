"""Best boards of everyone in a game, by set, board and number of seats.

Only games that everyone may see and that count in statistics are compared: so no practice, hints, known decks,
handicaps, forks, uploads or open deals. Their decks come from seeds that the site drew and that anyone can check. Here
the moves must also be those of the players alone, without a stand-in or a former player at any seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts.models import User
from games.history.best_boards import BestBoard, build_board
from games.history.figures import seats_name
from games.history.models import COUNTED, PlayedWith, SeatSummary
from games.history.pages import GameLink, filter_url
from games.play.game import PlayedGame, played_game
from games.tables.game import games
from games.tables.holders import find_seat
from games.tables.models import Incident, Table, TableEvent

MOST: Final = 12
"""Number of boards that a page shows."""
_MOST_SEATS: Final = 6
"""Largest number of seats with a link of its own."""
SET, SEATS = "set", "seats"


@dataclass(frozen=True, slots=True)
class RecordBoard:
    """One of the best boards, with its rank and its player; `url` is "" for a player without a profile."""

    rank: int
    board: BestBoard
    player: str
    url: str
    crest: str


@dataclass(frozen=True, slots=True)
class _Choice:
    """Property that boards can be filtered by, with the names of its values and those that have links."""

    key: str
    label: str
    names: Mapping[str, str]
    linked: Sequence[str]


@dataclass(frozen=True, slots=True)
class RecordFilter:
    """Links to other boards by one property; the current one has no address."""

    name: str
    links: tuple[GameLink, ...]


@dataclass(frozen=True, slots=True)
class RecordBoardsPage:
    """Best boards of a game under a title; `clear` is the page without filters, "" if it has none."""

    title: str
    game: str
    filters: tuple[RecordFilter, ...]
    boards: tuple[RecordBoard, ...]
    clear: str


def record_boards_page(key: str, query: Mapping[str, str]) -> RecordBoardsPage | None:
    """Return the best boards of a game for a query, or None if there are no such boards."""
    game = played_game(key) if key in games() else None
    if game is None or game.final_boards is None:
        return None
    choices = {choice.key: choice for choice in _choices(game)}
    chosen = {name: value for name, value in query.items() if name in choices and value}
    if any(value not in choices[name].names for name, value in chosen.items()):
        return None
    here = reverse("history:record_boards", args=[key])
    return RecordBoardsPage(
        title=str(game.final_boards.best),
        game=str(game.name) if len(games()) > 1 else "",
        filters=tuple(_filter(choice, chosen, here) for choice in choices.values() if len(choice.linked) > 1),
        boards=tuple(_boards(game, list(_best(key, chosen).values_list("summary", "user")[:MOST]))),
        clear=here if chosen else "",
    )


def _choices(game: PlayedGame) -> Iterator[_Choice]:
    sets = {name: str(words) for name, words in game.sets.names()}
    yield _Choice(SET, _("Setup"), sets, tuple(sets))
    for kind in game.statistics.kinds():
        if kind.is_board:
            names = dict(kind.pieces)
            yield _Choice(kind.key, str(kind.one), names, tuple(names))
    seats = {str(count): seats_name(count) for count in game.seats}
    yield _Choice(SEATS, _("Seats"), seats, tuple(count for count in seats if int(count) <= _MOST_SEATS))


def _filter(choice: _Choice, chosen: Mapping[str, str], here: str) -> RecordFilter:
    current = chosen.get(choice.key, "")
    named = {"": _("Any"), **{value: choice.names[value] for value in choice.linked}}
    if current and current not in named:
        named[current] = choice.names[current]
    links = (
        GameLink(words, "" if value == current else filter_url(here, chosen, **{choice.key: value}))
        for value, words in named.items()
    )
    return RecordFilter(choice.label, tuple(links))


def _best(key: str, chosen: Mapping[str, str]) -> QuerySet[SeatSummary]:
    """Return the seats with the best boards, the first to get there first."""
    rows = SeatSummary.objects.filter(game=key, open=True, result__in=COUNTED)
    for name, value in chosen.items():
        if name in {SET, SEATS}:
            rows = rows.filter(**{name: value})
        else:
            with_piece = PlayedWith.objects.filter(summary=OuterRef("summary"), piece__kind=name, piece__key=value)
            rows = rows.filter(Exists(with_piece))
    of_table = {"table": OuterRef("summary")}
    return rows.filter(
        ~Exists(TableEvent.objects.filter(stand_in=True, **of_table)),
        ~Exists(Incident.objects.filter(kind=Incident.Kind.TAKEN, **of_table)),
        ~Exists(Table.objects.filter(pk=OuterRef("summary"), hints=True)),
        Exists(Table.objects.filter(pk=OuterRef("summary")).exclude(commitment="")),
        Exists(User.objects.shown_to(None).filter(pk=OuterRef("user"))),
    ).order_by("-score", "finished_at", "summary")


def _boards(game: PlayedGame, keys: Sequence[tuple[int, int]]) -> Iterator[RecordBoard]:
    tables = Table.objects.finished().with_seats().select_related("summary").in_bulk([table for table, _user in keys])
    rank, last = 0, ""
    for number, (key, user) in enumerate(keys, 1):
        table = tables.get(key)
        seat = find_seat(table.seats.all(), user) if table else None
        board = build_board(table, seat, game) if table else None
        if seat is None or seat.user is None or board is None:
            continue
        if board.score != last:
            rank, last = number, board.score
        yield RecordBoard(rank, board, str(seat.user), seat.user.profile_url_for(None), seat.user.shown_crest)
