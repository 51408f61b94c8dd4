"""What the lists of games show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.models import User
from games.history.asking import Asked, GamesForm, Stage
from games.history.listing import ON_A_PAGE, keys_of, tables_at
from games.history.models import Summary
from games.history.under_way import UnderWay, under_way
from games.tables.cards import game_name, score_words, table_url
from games.tables.game import games
from games.tables.models import Seat, Table


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead somewhere; `url` is "" where they do not."""

    words: str
    url: str


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who played, with the address of their page, "" for who has none; `score` in words."""

    name: str
    url: str
    score: str
    won: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A finished game in a list, `more` of whose kind are to be seen by links; `mark` says that it counts for
    nobody as its deck was known, or else how it ended for whom is looked at, "" where that is nobody.
    """

    url: str
    name: str
    ended: datetime
    players: tuple[Player, ...]
    more: tuple[Link, ...]
    mark: str


@dataclass(frozen=True, slots=True)
class GamesPage:
    """A list of games: those of `person`, or of everybody where that is "". `asked` are what is looked for, each with
    the address of the list without it; `only_playing` where none that is over is looked for. `older` and `newest` lead
    through the list, "" where they would lead nowhere.
    """

    person: str
    person_url: str
    form: GamesForm
    asked: tuple[Link, ...]
    playing: UnderWay
    only_playing: bool
    rows: tuple[Row, ...]
    here: str
    older: str
    newest: str


def games_page(form: GamesForm, *, viewer: User | None) -> GamesPage:
    """The list that a form asks for, empty where that cannot be told."""
    person = form.person
    here = reverse("history:person", args=[person.username]) if person else reverse("history:games")
    asked = form.asked() if form.is_valid() else None
    playing = under_way(asked, viewer, partial(_address, here, asked.said)) if asked else UnderWay()
    only_playing = asked is not None and asked.stage == Stage.PLAYING
    rows, older = _rows(asked, here) if asked and not only_playing else ((), playing.more)
    return GamesPage(
        person=str(person) if person else "",
        person_url=person.page_for(viewer) if person else "",
        form=form,
        asked=tuple(_asked(form, here)) if asked else (),
        playing=playing,
        only_playing=only_playing,
        rows=rows,
        here=here,
        older=older,
        newest=_address(here, asked.said) if asked and asked.before else "",
    )


def _asked(form: GamesForm, here: str) -> list[Link]:
    said = form.said()
    return [Link(words, _address(here, said, **{name: ""})) for name, words in form.words()]


def _address(here: str, said: Mapping[str, str], **changes: str) -> str:
    told = {name: value for name, value in {**said, **changes}.items() if value}
    return f"{here}?{urlencode(told)}" if told else here


def _rows(asked: Asked, here: str) -> tuple[tuple[Row, ...], str]:
    """A page of games, and the address of the next."""
    keys = keys_of(asked, ON_A_PAGE + 1)
    tables = tables_at(keys[:ON_A_PAGE])
    older = _address(here, asked.said, before=str(keys[ON_A_PAGE - 1])) if len(keys) > ON_A_PAGE else ""
    return tuple(_row(table, asked, here) for table in tables), older


def _row(table: Table, asked: Asked, here: str) -> Row:
    seats = sorted(table.seats.all(), key=lambda seat: (seat.rank or 0, seat.index))
    return Row(
        url=table_url(table),
        name=table.name,
        ended=table.summary.finished_at,
        players=tuple(_player(seat, table, asked.viewer, len(seats)) for seat in seats),
        more=tuple(_more(table.summary, table, asked, here)),
        mark=_("Known deck") if table.deck_of_id else _mark(seats, asked),
    )


def _player(seat: Seat, table: Table, viewer: User | None, seats: int) -> Player:
    user, score = seat.user, score_words(table, seat.score or 0)
    return Player(str(user), user.page_for(viewer), score, seat.rank == 1 and seats > 1)


def _more(summary: Summary, table: Table, asked: Asked, here: str) -> list[Link]:
    """Links to what is like this game, within what is looked for."""
    several = len(games()) > 1
    sets = dict(games()[summary.game].sets) if summary.game in games() else {}
    seats = ngettext("%(count)d seat", "%(count)d seats", summary.seats) % {"count": summary.seats}
    said = {**asked.said, "game": summary.game} if several else asked.said
    links = [Link(game_name(table), _address(here, said))] if several else []
    if summary.set in sets:
        links.append(Link(str(sets[summary.set]), _address(here, said, set=summary.set)))
    return [*links, Link(seats, _address(here, asked.said, seats=str(summary.seats)))]


def _mark(seats: Sequence[Seat], asked: Asked) -> str:
    own = next((seat for seat in seats if asked.player and seat.user_id == asked.player.pk), None)
    if own is None or len(seats) == 1:
        return ""
    if own.resigned_at or own.stand_in_since:
        return _("Left early")
    return _("Won") if own.rank == 1 else _("Lost")
