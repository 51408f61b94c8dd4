"""Presenters of the game lists."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.urls import reverse

from games.accounts.models import User
from games.history.filters import GameFilter, GamesForm, Stage
from games.history.game_queries import ON_A_PAGE, keys_of, tables_at
from games.history.games_in_progress import UnderWay, under_way
from games.history.list_rows import Link, Row, address, rows_of


@dataclass(frozen=True, slots=True)
class GamesPage:
    """List of games of `person`, or of everyone if that is "".

    `asked` are the active filters, each with the address of the list without it. `only_playing` is True if finished
    games are excluded. `older` and `newest` are the pagination links, "" if there is no such page.
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
    """Return the list of games for a form, empty if the form is invalid."""
    person = form.person
    here = reverse("history:person", args=[person.username]) if person else reverse("history:games")
    asked = form.asked() if form.is_valid() else None
    playing = under_way(asked, viewer, partial(address, here, asked.said)) if asked else UnderWay()
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
        newest=address(here, asked.said) if asked and asked.before else "",
    )


def _asked(form: GamesForm, here: str) -> list[Link]:
    said = form.said()
    return [Link(words, address(here, said, **{name: ""})) for name, words in form.words()]


def _rows(asked: GameFilter, here: str) -> tuple[tuple[Row, ...], str]:
    """A page of games, and the address of the next."""
    keys = keys_of(asked, ON_A_PAGE + 1)
    tables = tables_at(keys[:ON_A_PAGE])
    older = address(here, asked.said, before=str(keys[ON_A_PAGE - 1])) if len(keys) > ON_A_PAGE else ""
    return rows_of(tables, asked, here), older
