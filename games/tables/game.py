"""Interface between the site and a game beyond its rules, and the list of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, cast

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString

from engine.contract import Progress, Rules, Seat
from games.tables.log.holders import has_winner, is_solo
from games.tables.models.players import has_resigned

if TYPE_CHECKING:
    from games.tables import models

Options = dict[str, Any]
"""The host's choices for a game, as JSON."""

AnyRules = Rules[Any, Any, Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class SetupQuestion:
    """A question about the setup that each player can answer before the start: one of `choices`, pairs of a value and
    a name, or "" for no preference.
    """

    key: str
    label: str
    choices: tuple[tuple[str, str], ...]
    hint: str


class OptionsForm(forms.Form):
    """The fields a game adds to the form of a new table; its initial values are a good game."""

    def options(self) -> Options:
        """The cleaned choices as JSON; call it on a valid form only."""
        raise NotImplementedError

    @property
    def is_detailed(self) -> bool:
        """True if a folded field has an effect; the form is then unfolded from the start."""
        return False

    def chosen(self) -> Options:
        """Return the chosen options in the form that `begin_with` takes; the form must be valid."""
        return {name: self.cleaned_data[name] for name in self.fields if name in self.cleaned_data}


def begin_with(form: forms.Form, chosen: Mapping[str, Any]) -> None:
    """Let the fields of a form begin with what was chosen before, as far as that can be chosen still."""
    for name, field in form.fields.items():
        with suppress(ValidationError):
            if name in chosen:
                field.clean(chosen[name])
                form.initial[name] = chosen[name]


@dataclass(frozen=True, slots=True)
class Routes:
    """The names of the addresses where a game is explained, "" for what it has not."""

    learn: str = ""
    """URL name of the interactive tutorial."""
    rules: str = ""
    pieces: str = ""
    """URL name of the page with all components, such as the cards."""


@dataclass(frozen=True, slots=True)
class Introduction:
    """Introduction of a game to newcomers: headline, lead, search engine text and footer."""

    headline: str | Promise
    lead: str | Promise
    description: str | Promise
    colophon: str | Promise


@dataclass(frozen=True, slots=True)
class Seated:
    """A game under way or over, as one visitor comes to it; `seat` is None for a spectator.

    `number` is that of the last event in `state`. The state is never older than `table.version`, which a page may show.
    """

    table: models.Table
    seat: Seat | None
    state: Any
    number: int
    seats: tuple[models.Seat, ...]

    @property
    def is_solo(self) -> bool:
        """True if one user plays here, so that nobody waits for anyone else."""
        return is_solo(self.seats)

    @property
    def has_winner(self) -> bool:
        """True if the best of several seats wins."""
        return has_winner(self.seats)

    @property
    def ended_early(self) -> bool:
        """True if the game ended before its last turn, so that no answers are awaited."""
        return self.table.ended_early

    @property
    def has_left(self) -> bool:
        """True if the viewer resigned from this game in progress, or was removed: they only watch from now on."""
        own = None if self.seat is None else self.seats[self.seat]
        return own is not None and has_resigned(own.player) and not self.table.is_over


class Game(Protocol):
    """One game as the site offers it."""

    @property
    def key(self) -> str:
        """The name by which tables remember the game."""

    @property
    def name(self) -> str | Promise:
        """The name people read."""

    @property
    def rules(self) -> AnyRules:
        """The engine's rules of it."""

    @property
    def seats(self) -> range:
        """Possible numbers of players, within 1 to 12."""

    @property
    def options_form(self) -> type[OptionsForm]:
        """The fields that a host chooses by, valid as they come."""

    @property
    def options_template(self) -> str:
        """The template that draws the fields of `form`, an `options_form`, that everybody should see."""

    @property
    def more_template(self) -> str:
        """The template that draws its other fields, which are folded; "" for none."""

    @property
    def introduction(self) -> Introduction:
        """Introduction of the game for newcomers."""

    @property
    def poster_template(self) -> str:
        """The template that shows strangers what is played, given the `poster`."""

    @property
    def poster_style(self) -> str:
        """The style sheet that the poster and the pictures need, as `static` knows it; "" for none."""

    @property
    def inks_template(self) -> str:
        """The template of what several pictures on a page refer to, as patterns; "" for none."""

    @property
    def routes(self) -> Routes:
        """Names of its help pages. The game's own URLs have its key as namespace."""

    @property
    def pieces_name(self) -> str | Promise:
        """Name of the page at `routes.pieces`, such as "Cards"."""

    def poster(self) -> Any:
        """Return the context of `poster_template`."""

    def check_options(self, options: Options, seats: int = 1) -> None:
        """Raises ValidationError for choices that cannot be played, or not at a table of so many seats."""

    def describe(self, options: Options) -> list[str]:
        """The choices that matter to those who look for a table, a few words each."""

    @property
    def sets(self) -> Sequence[tuple[str, str | Promise]]:
        """Sets that tables can be filtered by: keys of at most 32 characters, and names.

        Empty if there is no choice.
        """

    def set_of(self, options: Options) -> str:
        """Return the key of the set that these options select, or "" for none."""

    def set_fields(self, key: str) -> Mapping[str, Any]:
        """Return the field values of `options_form` for one of its `sets`."""

    def setup(self, options: Options, seats: int) -> Any:
        """Return the setup for `rules.start`."""

    def setup_again(self, options: Options, state: Any) -> Any:
        """Return the setup for `rules.start` to replay the deck of a finished game.

        `options` and `state` are those of that game.
        """

    def setup_questions(self, options: Options) -> Sequence[SetupQuestion]:
        """Return the questions that the host leaves to the players, none for most tables."""

    def settle(self, options: Options, answers: Sequence[Mapping[str, str]], chance: Random) -> Options:
        """Return the options with the players' decisions, given each seat's answers; `chance` breaks ties. Raises
        ValidationError for choices that can no longer be played.
        """

    def clear_decisions(self, options: Options) -> Options:
        """Return the options as the host left them, without the players' decisions."""

    def solo_options(self) -> Options | None:
        """The choices of a game started alone by one click, None where nobody plays it alone."""

    def phase_label(self, progress: Progress) -> str:
        """Return the phase of a game in a few words."""

    def score_words(self, score: int) -> str:
        """Return a score with the game's unit, such as "18 points"."""

    def picture(self, state: Any, seat: Seat) -> SafeString:
        """A small picture of what a seat has before it, as it sees that itself; "" for none."""

    def missed(self, state: Any, seat: Seat, names: Sequence[str], events: Sequence[Any]) -> Sequence[str]:
        """Return sentences on `events` that a seat's player missed, most important first.

        The events lead up to `state`. It must reveal nothing that the seat may not know yet. `names` are those of the
        seats.
        """

    def page(self, request: HttpRequest, seated: Seated) -> HttpResponse:
        """The page of a table that plays or has played, or the fragment of it that htmx asks for."""


class UnknownGame(LookupError):
    """No game of that key is installed."""


@lru_cache
def _imported(path: str) -> Game:
    return cast(Game, import_string(path))


def games() -> dict[str, Game]:
    """The installed games by key, in the order of the settings."""
    paths: dict[str, str] = getattr(settings, "CARTO_GAMES", {})
    return {key: _imported(path) for key, path in paths.items()}


def game_named(key: str) -> Game:
    """The game of that key; raises UnknownGame."""
    try:
        return games()[key]
    except KeyError:
        raise UnknownGame(key) from None


def solo_game() -> Game | None:
    """The first game that can be played alone."""
    return next((game for game in games().values() if game.solo_options() is not None), None)


def questions_of(table: models.Table) -> Sequence[SetupQuestion]:
    """Return the setup questions for the players of a table that gathers.

    There are none for solo games and for games with a known deck.
    """
    if table.is_for_one or table.deck_of_id is not None:
        return ()
    return game_of(table).setup_questions(table.options)


def route_url(route: str) -> str:
    """The address that a game's `routes` name, "" for none."""
    return reverse(route) if route else ""


def game_of(table: models.Table) -> Game:
    """The game that is played at a table; raises UnknownGame where it is no longer installed."""
    return game_named(table.game)
