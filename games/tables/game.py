"""Interface between the site and a game beyond its rules, and the list of games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from engine.contract import Level, Progress, Rules, RuleViolation, Seat
from games.accounts.models import User
from games.tables.bots import LEVELS, LevelWords
from games.tables.comparison import Comparison
from games.tables.daily import DailyDeal
from games.tables.holders import has_winner, is_solo
from games.tables.introductions import Introduction, Opening, Poster, Reference
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


@dataclass(frozen=True, slots=True)
class AsOnPaper:
    """Words of a game that can be played as on paper: without figures of scores before they are counted.

    `rule` is the sentence that says so of a table, and `seat_rule` of a single seat. `hint` explains the choice.
    """

    hint: str | Promise
    rule: str | Promise
    seat_rule: str | Promise


class OptionsForm(forms.Form):
    """Game-specific fields of the new table form. The initial values make a good game.

    With a `host`, the form may offer what only this user can choose.
    """

    def __init__(self, data: Any = None, *, host: User | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.host = host

    def options(self) -> Options:
        """Return the cleaned choices as JSON; the form must be valid."""
        return self.chosen()

    @property
    def is_detailed(self) -> bool:
        """True if a folded field has an effect; the form is then unfolded from the start."""
        return False

    @property
    def is_private(self) -> bool:
        """True if the chosen options aren't public, so that the table is invite-only; the form must be valid."""
        return False

    def chosen(self) -> Options:
        """Return the chosen options in the form that `begin_with` takes; the form must be valid."""
        return {name: self.cleaned_data[name] for name in self.fields if name in self.cleaned_data}


def _no_picture(_state: Any, _seat: Seat) -> SafeString:
    return SafeString("")


@dataclass(frozen=True, slots=True)
class Pictures:
    """Small pictures of what a seat has, as it sees it; "" for none.

    `inks` is the template of what several pictures on a page share, such as patterns; "" for none.
    """

    of_seat: Callable[[Any, Seat], SafeString] = _no_picture
    inks: str = ""


@dataclass(frozen=True, slots=True)
class NamedCrest:
    """Name of a player with the spec of their crest, "" for none."""

    name: str
    crest: str


@dataclass(frozen=True, slots=True)
class CoverText:
    """Text of a preview picture: `over` is above the title, `lines` and then `people` are below it.

    `crest` is the spec of the crest beside a title that is a person's name, "" for none.
    """

    over: str
    title: str
    lines: Sequence[str]
    crest: str = ""
    people: Sequence[NamedCrest] = ()


@dataclass(frozen=True, slots=True)
class Sharing:
    """Pictures of 1200 by 630 for link previews, as SVG without fonts other than the site's.

    `cover(text, beside)` shows text next to a public picture of the game, or next to the final board of a seat of a
    finished game. `game(seated, turn)` shows a finished game or a closed turn as spectators see it; it
    returns None if there is no such turn, or if the game is still running.
    """

    cover: Callable[[CoverText, Seated | None], str]
    game: Callable[[Seated, int | None], str | None]


def _no_set(_options: Options) -> str:
    return ""


def _no_fields(_key: str) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Sets:
    """Sets that tables can be filtered by.

    `names` returns their keys (at most 32 characters) and names, `of_options` the key of the set that options select,
    "" for none, and `fields` the values of the options form for a set.
    """

    names: Callable[[], Sequence[tuple[str, str | Promise]]] = tuple
    of_options: Callable[[Options], str] = _no_set
    fields: Callable[[str], Mapping[str, Any]] = _no_fields


def _no_questions(_options: Options) -> Sequence[SetupQuestion]:
    return ()


def _as_they_are(options: Options, *_answers_and_chance: Any) -> Options:
    return options


@dataclass(frozen=True, slots=True)
class PlayerVotes:
    """Questions about the setup that hosts can leave to the players.

    `questions` returns those of a table. `settle` returns the options with the players' decisions, given each seat's
    answers and a source of chance for ties; it raises ValidationError for options that can no longer be played.
    `clear` returns the options as the host left them.
    """

    questions: Callable[[Options], Sequence[SetupQuestion]] = _no_questions
    settle: Callable[[Options, Sequence[Mapping[str, str]], Random], Options] = _as_they_are
    clear: Callable[[Options], Options] = _as_they_are


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

    @property
    def as_on_paper(self) -> bool:
        """True if the viewer sees no figures of scores before they are counted.

        Players who have left watch as spectators, who see what the table shows.
        """
        own = None if self.seat is None or self.has_left else self.seats[self.seat]
        return not self.table.is_over and (self.table.as_on_paper or (own is not None and own.as_on_paper))


class Game(ABC):
    """One game as the site offers it.

    A game defines the attributes without a value and the abstract methods. Other methods are hooks whose body is the
    answer of most games. Other attributes are capabilities, empty or None unless a game has them: the site leaves out
    what a game lacks. `games.play.game.PlayedGame` adds what a game needs and may have at its table.
    """

    key: str
    """Key under which tables store the game, and first part of its addresses."""
    name: str | Promise
    rules: AnyRules
    seats: range
    """Possible numbers of players, within 1 to `MOST_SEATS`."""
    has_rounds: bool = False
    """True if players call the game's turns rounds."""
    options_form: type[OptionsForm]
    """Form of the host's choices; its initial values are valid."""
    options_template: str = "parts/_form_fields.html"
    """Template of the fields of `form`, an `options_form`, that everybody should see."""
    more_template: str = ""
    """Template of its folded fields, "" for none."""
    urls: str = ""
    """Dotted path of the game's `Urls` of `game_urls.py`, "" for none; a path, because views import the game."""

    style: str = ""
    """Style sheet of the poster and the pictures, "" for none."""

    introduction: Introduction | None = None
    poster: Poster | None = None
    opening: Opening | None = None
    sharing: Sharing | None = None
    reference: Reference = Reference()
    pictures: Pictures = Pictures()
    sets: Sets = Sets()
    votes: PlayerVotes = PlayerVotes()
    daily: DailyDeal | None = None
    comparison: Comparison | None = None
    """Comparison of solo games with the same deck; without it, every solo game has a deck of its own."""
    as_on_paper: AsOnPaper | None = None
    """Words of a game that can be played without figures of scores before they are counted."""
    praise: str | Promise = gettext_lazy("Well played!")
    """Phrase of the chat for a good move."""
    levels: Mapping[Level, LevelWords] = LEVELS
    """Words for the levels of the game's bots."""

    @abstractmethod
    def setup(self, options: Options, seats: int) -> Any:
        """Return the setup for `rules.start`."""

    @abstractmethod
    def page(self, request: HttpRequest, seated: Seated) -> HttpResponse:
        """Return the page of a started table, or the fragment of it that htmx asks for."""

    def public_news(self, before: Any, seated: Seated, seat: Seat) -> Mapping[str, str]:
        """Return what an answer of `seat` has changed for everybody else, as fragments of HTML by language.

        Each element of a fragment replaces the one of the same id. Empty if more than these has changed, so that pages
        have to ask. `before` is the state before the answer, `seated` the table as a spectator sees it after it.
        """
        return {}

    def check_options(self, options: Options, seats: int = 1) -> None:  # noqa: B027 - all are fine by default
        """Raise ValidationError for options that can't be played, or not with this number of seats."""

    def refusals(self, violation: RuleViolation) -> str:
        """Return all reasons of a refusal in sentences, "" for none."""
        return ""

    def lets_bots_plan(self, chosen: Options) -> bool:
        """Return True if the bots of a table with these options may plan ahead, and so answer differently each time."""
        return True

    def describe(self, options: Options) -> list[str]:
        """Return the options that matter in a list of tables, a few words each."""
        return []

    def setup_again(self, options: Options, state: Any) -> Any:
        """Return the setup for `rules.start` that repeats the deck of a finished game.

        `options` and `state` are those of that game.
        """
        return self.setup(options, len(self.rules.standings(state).places))

    def solo_options(self) -> Options | None:
        """Return the options of a game started by one click for one player, or None if there is no such game."""
        return None

    def phase_label(self, progress: Progress) -> str:
        """Return the phase of a game in a few words, "" for none."""
        return ""

    def score_words(self, score: int) -> str:
        """Return a score with the game's unit, such as "18 points"."""
        return str(score)

    def missed(self, state: Any, seat: Seat, names: Sequence[str], events: Sequence[Any]) -> Sequence[str]:
        """Return sentences on `events` that a seat's player missed, most important first.

        The events lead up to `state`. It must reveal nothing that the seat may not know yet. `names` are those of the
        seats.
        """
        return ()


class UnknownGame(LookupError):
    """Raised when no installed game has that key."""


@lru_cache
def _imported(path: str) -> Game:
    return cast(Game, import_string(path))


def games() -> dict[str, Game]:
    """Return the installed games by key, in settings order."""
    paths: dict[str, str] = getattr(settings, "CARTO_GAMES", {})
    return {key: _imported(path) for key, path in paths.items()}


def game_named(key: str) -> Game:
    """Return the game with that key. Raises UnknownGame."""
    try:
        return games()[key]
    except KeyError:
        raise UnknownGame(key) from None


def solo_game() -> Game | None:
    """Return the first game with a solo mode."""
    return next((game for game in games().values() if game.solo_options() is not None), None)


def sharing_game(first: Iterable[str] = ()) -> Game | None:
    """Return the first game with pictures for link previews, beginning with the keys `first`."""
    installed = games()
    return next((installed[key] for key in (*first, *installed) if key in installed and installed[key].sharing), None)


def questions_of(table: models.Table) -> Sequence[SetupQuestion]:
    """Return the setup questions for the players of a table that gathers.

    There are none for solo games and for games with a known deck.
    """
    if table.is_for_one or table.deck_of_id is not None:
        return ()
    return game_of(table).votes.questions(table.options)


def route_url(route: str) -> str:
    """Return the address of a URL name of a `Reference`, "" for none."""
    return reverse(route) if route else ""


def game_of(table: models.Table) -> Game:
    """Return the game played at a table. Raises UnknownGame if it is no longer installed."""
    return game_named(table.game)
