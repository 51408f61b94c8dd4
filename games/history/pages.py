"""Presenters of the game lists and of their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.models import User
from games.history.filters import LIST, GameFilter, GamesForm, GameStage
from games.history.game_queries import ON_A_PAGE, RunningGames, finished_game_keys, list_running_games, tables_at
from games.history.models import PlayedWith, Result, SeatSummary
from games.play.board_images import build_board_image, choose_seat, find_boards_label
from games.play.game import played_game
from games.play.summary_keys import Piece as Named
from games.play.summary_keys import PieceKind
from games.play.toned_images import TonedImage
from games.tables.game import games
from games.tables.holders import find_seat, has_handicaps, is_solo, seats_in_display_order
from games.tables.lobby.cards import game_name, others_words, table_url
from games.tables.lobby.previews import final_score_words
from games.tables.models import MOST_LISTED, Seat, Table
from games.tables.models.players import is_away, was_removed

_UNCOUNTED: Final = (Result.PRACTICE, Result.LEFT)


@dataclass(frozen=True, slots=True)
class GameLink:
    """Words that lead somewhere; `url` is "" where they do not."""

    words: str
    url: str


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who played, with the address of their page, "" for who has none; `score` in words, and `note` tells what
    else is to be known of how it ended for them, "" for nothing.
    """

    name: str
    url: str
    score: str
    note: str
    crest: str


@dataclass(frozen=True, slots=True)
class GameRow:
    """Finished game in a list.

    `players` are the best, `others` counts the rest. `more` are links to similar games. `mark` says that the game is
    unfinished, or that it does not count because it was practice, bots played or its deck was known, or else how it
    ended for the player whose list it is ("" in other lists). `board` is the final board of that player, else of the
    viewer, else of the winner; None for unfinished games and games without images.
    """

    url: str
    name: str
    ended: datetime
    players: tuple[Player, ...]
    others: str
    more: tuple[GameLink, ...]
    mark: str
    board: TonedImage | None


@dataclass(frozen=True, slots=True)
class _RowData:
    """Data of the rows of several games.

    `pieces` holds the components by table, `ends` the results by (table, user), and `names`, by game, the names of
    the components that a list can filter by.
    """

    pieces: Mapping[int, Sequence[Named]]
    ends: Mapping[tuple[int, int], SeatSummary]
    names: Mapping[str, Mapping[Named, str]]


def build_game_rows(tables: Sequence[Table], game_filter: GameFilter, here: str) -> tuple[GameRow, ...]:
    """Return the rows of these games, in their order, for a list at the address `here`."""
    row_data = _load_row_data(tables)
    return tuple(_row(table, row_data, game_filter, here) for table in tables)


_LATEST: Final = 6
"""Number of games on a person's page."""


def build_latest_game_rows(person: User, viewer: User | AnonymousUser, here: str) -> tuple[GameRow, ...]:
    """Return a person's latest games that the viewer may see, for a page that links to their list `here`."""
    game_filter = GameFilter(viewer=viewer if isinstance(viewer, User) else None, player=person)
    return build_game_rows(tables_at(finished_game_keys(game_filter, _LATEST)), game_filter, here)


def filter_url(here: str, parameters: Mapping[str, str], **changes: str) -> str:
    """The list of what is asked, with changes; each "" leaves something out."""
    query = {name: value for name, value in {**parameters, **changes}.items() if value}
    return f"{here}?{urlencode(query)}" if query else here


def _load_row_data(tables: Iterable[Table]) -> _RowData:
    keys = [table.pk for table in tables]
    pieces: dict[int, list[Named]] = {key: [] for key in keys}
    played_with = PlayedWith.objects.filter(summary__in=keys).order_by("pk")
    for key, kind, name in played_with.values_list("summary_id", "piece__kind", "piece__key"):
        pieces[key].append((kind, name))
    ends = SeatSummary.objects.filter(~Q(title="") | Q(result__in=_UNCOUNTED), summary__in=keys)
    names = {
        game: _names(played_game(game).statistics.kinds()) for game in {table.game for table in tables} & games().keys()
    }
    return _RowData(pieces, {(end.summary_id, end.user_id): end for end in ends}, names)


def _names(kinds: Iterable[PieceKind]) -> dict[Named, str]:
    return {(kind.key, key): name for kind in kinds if kind.chosen for key, name in kind.pieces}


def _row(table: Table, row_data: _RowData, game_filter: GameFilter, here: str) -> GameRow:
    seats = seats_in_display_order(list(table.seats.all()))
    marked = _marked_seat(table, seats, game_filter.player)
    return GameRow(
        url=table_url(table),
        name=table.shown_name,
        ended=table.summary.finished_at,
        players=tuple(
            _player(seat, table, row_data, game_filter.viewer, is_marked=seat is marked) for seat in seats[:MOST_LISTED]
        ),
        others=others_words(len(seats)),
        more=tuple(_more(table, row_data, game_filter, here)),
        mark=_mark(table, marked),
        board=_board(table, seats, game_filter),
    )


def _board(table: Table, seats: Sequence[Seat], game_filter: GameFilter) -> TonedImage | None:
    about = game_filter.player or game_filter.viewer
    seat = choose_seat(seats, about.pk if about else None)
    return build_board_image(table, seat.index, seat.shown_name) if seat else None


def _player(seat: Seat, table: Table, row_data: _RowData, viewer: User | None, *, is_marked: bool) -> Player:
    end = row_data.ends.get((table.pk, seat.user_id)) if seat.user_id else None
    name, url = (str(seat.user), seat.user.profile_url_for(viewer)) if seat.user else (seat.shown_name, "")
    note = _note(seat, end, table, is_marked=is_marked)
    crest = seat.user.shown_crest if seat.user else seat.shown_crest
    return Player(name, url, final_score_words(table, seat), note, crest)


def _note(seat: Seat, end: SeatSummary | None, table: Table, *, is_marked: bool) -> str:
    """Return how the game ended for a seat, without what the row's mark says if that is about the seat."""
    among_people = table.on_device or (table.practice and not is_solo(table.seats.all()))
    if (
        end
        and end.result == Result.PRACTICE
        and not (table.deck_of_id or among_people or has_handicaps(table.seats.all()))
    ):
        return _("practice")
    if was_removed(seat.player):
        return _("removed")
    if is_away(seat.player):
        return "" if is_marked else _("left early")
    if seat.drew_less_than_half:
        # The rank counts at the table, but the result doesn't count toward the player's statistics.
        if seat.rank == 1:
            return _("won, not counted: played less than half of the game")
        return _("not counted: played less than half of the game")
    if end and end.title:
        return played_game(end.game).statistics.title_name(end.title)
    return _("won") if seat.rank == 1 and table.summary.seats > 1 and not is_marked else ""


def _marked_seat(table: Table, seats: Sequence[Seat], player: User | None) -> Seat | None:
    """Return the seat whose result is the mark of a row: that of the player whose list it is.

    None in other lists, for games marked as a whole, and for solo games, whose result is in the note.
    """
    if player is None or table.ended_early or table.deck_of_id or table.practice or len(seats) == 1:
        return None
    if table.on_device or has_handicaps(seats):
        return None
    return find_seat(seats, player.pk)


def _mark(table: Table, seat: Seat | None) -> str:
    if table.ended_early:
        return _("Unfinished")
    if table.deck_of_id:
        return _("Known deck")
    if table.hints:
        return _("Practice with hints")
    if table.practice:
        return _("Practice") if is_solo(table.seats.all()) else _("With bots")
    if table.on_device:
        return _("One device")
    if has_handicaps(table.seats.all()):
        return _("Handicap")
    if seat is None:
        return ""
    if is_away(seat.player):
        return _("Left early")
    if seat.drew_less_than_half:
        return _("Not counted")
    return _("Won") if seat.rank == 1 else _("Lost")


def _more(table: Table, row_data: _RowData, game_filter: GameFilter, here: str) -> Iterator[GameLink]:
    """Links to what is like this game, within what is looked for."""

    def link(words: str, **changes: str) -> GameLink:
        is_current = all(game_filter.parameters.get(name) == value for name, value in changes.items())
        return GameLink(words, "" if is_current else filter_url(here, game_filter.parameters, **changes))

    if len(games()) > 1:
        yield link(game_name(table), game=table.game)
    sets = dict(games()[table.game].sets.names()) if table.game in games() else {}
    if table.set in sets:
        yield link(str(sets[table.set]), set=table.set)
    count = table.summary.seats
    yield link(ngettext("%(count)d seat", "%(count)d seats", count) % {"count": count}, seats=str(count))
    names = row_data.names.get(table.game, {})
    for kind, key in row_data.pieces[table.pk]:
        if (kind, key) in names:
            yield link(names[kind, key], **{kind: key})


@dataclass(frozen=True, slots=True)
class GamesPage:
    """List of games of `person`, or of everyone if that is "".

    `best` are links to the best boards of everyone, none on a person's list.
    `filters` are the active filters, each with the address of the list without it. `only_playing` is True if finished
    games are excluded. `older` and `newest` are the pagination links, "" if there is no such page. `views` are the
    links to the other ways to show the list, without a link to the present one; none if no game has images. `clear` is
    the list without filters.
    """

    person: str
    person_url: str
    form: GamesForm
    filters: tuple[GameLink, ...]
    playing: RunningGames
    only_playing: bool
    rows: tuple[GameRow, ...]
    here: str
    clear: str
    best: tuple[GameLink, ...]
    older: str
    newest: str
    views: tuple[GameLink, ...]
    is_list: bool


def games_page(form: GamesForm, *, viewer: User | None) -> GamesPage:
    """Return the list of games for a form, empty if the form is invalid."""
    person = form.person
    here = reverse("history:person", args=[person.username]) if person else reverse("history:games")
    game_filter = form.build_filter() if form.is_valid() else None
    playing = (
        list_running_games(game_filter, viewer, partial(filter_url, here, game_filter.parameters))
        if game_filter
        else RunningGames()
    )
    only_playing = game_filter is not None and game_filter.stage == GameStage.PLAYING
    boards = find_boards_label()
    is_list = not boards or form.cleaned_data.get("view") == LIST
    rows, older = _rows(game_filter, here) if game_filter and not only_playing else ((), playing.more)
    return GamesPage(
        person=str(person) if person else "",
        person_url=person.profile_url_for(viewer) if person else "",
        form=form,
        filters=tuple(_active_filters(form, here)) if game_filter else (),
        playing=playing,
        only_playing=only_playing,
        rows=rows,
        here=here,
        clear=filter_url(here, {"view": LIST} if is_list else {}),
        best=() if person else tuple(_record_board_links()),
        older=older,
        newest=filter_url(here, game_filter.parameters) if game_filter and game_filter.before else "",
        views=tuple(_views(boards, form, here, is_list=is_list)) if boards else (),
        is_list=is_list,
    )


def _record_board_links() -> Iterator[GameLink]:
    """Return links to the best boards of everyone in each game that has images of them."""
    for key in games():
        if boards := played_game(key).final_boards:
            words = f"{boards.best}: {played_game(key).name}" if len(games()) > 1 else str(boards.best)
            yield GameLink(words, reverse("history:record_boards", args=[key]))


def _views(boards: str, form: GamesForm, here: str, *, is_list: bool) -> Iterator[GameLink]:
    """Return the two ways to show the list."""
    for words, view in ((boards, ""), (_("List"), LIST)):
        is_current = is_list == (view == LIST)
        yield GameLink(words, "" if is_current else filter_url(here, form.parameters(), view=view))


def _active_filters(form: GamesForm, here: str) -> list[GameLink]:
    parameters = form.parameters()
    return [GameLink(words, filter_url(here, parameters, **{name: ""})) for name, words in form.words()]


def _rows(game_filter: GameFilter, here: str) -> tuple[tuple[GameRow, ...], str]:
    """Return a page of games and the URL of the next."""
    keys = finished_game_keys(game_filter, ON_A_PAGE + 1)
    tables = tables_at(keys[:ON_A_PAGE])
    older = filter_url(here, game_filter.parameters, before=str(keys[ON_A_PAGE - 1])) if len(keys) > ON_A_PAGE else ""
    return build_game_rows(tables, game_filter, here), older
