"""Introduction of a game to newcomers: its lessons, reference pages, poster and first turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Introduction:
    """Introduction of a game to newcomers: headline, lead, search engine text and footer."""

    headline: str | Promise
    lead: str | Promise
    description: str | Promise
    colophon: str | Promise


def _explains_every_table(_options: dict[str, Any]) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class LessonLink:
    """Lesson of a game: its URL name, its title, and a condition for tables whose options it explains."""

    route: str
    title: str | Promise
    explains: Callable[[dict[str, Any]], bool] = _explains_every_table

    @property
    def url(self) -> str:
        """Address of its page, to which a POST starts it."""
        return reverse(self.route)


@dataclass(frozen=True, slots=True)
class Reference:
    """Pages that explain a game. `learn`, `rules` and `pieces` are URL names, "" for none.

    `learn` is the first lesson, and `more_lessons` are those that follow it. `pieces` has all components,
    and `pieces_name` is its name, such as "Cards". `addresses` returns the pages about single topics, for search
    engines; listed pages without parameters are found by themselves.
    """

    learn: str = ""
    more_lessons: Sequence[LessonLink] = ()
    rules: str = ""
    pieces: str = ""
    pieces_name: str | Promise = ""
    addresses: Callable[[], Sequence[str]] = tuple


@dataclass(frozen=True, slots=True)
class Poster:
    """Template that shows newcomers what is played; `context` returns its `poster`."""

    template: str
    context: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class FirstMove:
    """Seed of a game that began on the home page, and the `Intent` with which it goes on, None for no move."""

    seed: bytes
    intent: Any = None


@dataclass(frozen=True, slots=True)
class Opening:
    """First turn of a one-click game, for newcomers to play on the home page.

    `context` returns the turn as a query leaves it, None if it can't be played; `board` and `task` are the templates
    that show it, and `result` is that of the part of `task` that a move changes; each gets it as `opening`. `begin`
    returns how the game goes on from the fields that `task` adds to the form `place-form`, None without them.
    """

    board: str
    task: str
    result: str
    context: Callable[[QueryDict], Any]
    begin: Callable[[QueryDict], FirstMove | None]
