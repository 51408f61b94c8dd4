"""Choice of a game, and filters of the list of open tables, as URL parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from django import forms
from django.db import models
from django.db.models import Case, F, OuterRef, Subquery, Value, When
from django.http import Http404
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.accounts.forms import new_command_id
from games.accounts.models import Language, User
from games.tables.game import Game, games, route_url, solo_game
from games.tables.introductions import LessonLink, Reference
from games.tables.models import MOST_SEATS, Access, Pace, Seat, TableQuerySet


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A link by which a game is chosen, or all of them."""

    name: str
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SoloOptions:
    """Ways to start a solo game: one click, or the settings page at `settings_url`."""

    label: str
    settings_url: str


@dataclass(frozen=True, slots=True)
class PracticeOffer:
    """Form that starts a game against bots by one click, with the initial values of the page at `url`.

    `set` is the key of the set to play with, "" for the default one.
    """

    key: str
    url: str
    set: str = ""
    command_id: str = field(default_factory=new_command_id)


@dataclass(frozen=True, slots=True)
class GameCard:
    """Game as introduced to new players; an address is "" if there is no such page."""

    game: Game
    seats: str
    learn: str
    more_lessons: Sequence[LessonLink]
    rules: str
    pieces: str
    lobby: str
    new: str
    practice: PracticeOffer | None


def may_choose() -> bool:
    """Return True if the site has more than one game."""
    return len(games()) > 1


def named_game(key: str) -> Game:
    """The game that an address or a form names; raises Http404."""
    try:
        return games()[key]
    except KeyError:
        raise Http404 from None


def searched_game(set_key: str) -> Game | None:
    """Return the game that a search without one is about: the only game, or the one with a set of that key.

    None if that could be any game.
    """
    matching = [game for game in games().values() if len(games()) == 1 or set_key in dict(game.sets.names())]
    return matching[0] if len(matching) == 1 else None


def game_choices(route: str, chosen: Game, fields: Mapping[str, str]) -> tuple[GameChoice, ...]:
    """The page of that name with each game chosen and the rest as in `fields`; nothing where there is no choice."""
    if not may_choose():
        return ()
    return tuple(_choice(route, game, fields, chosen=game is chosen) for game in games().values())


def game_filters(route: str, chosen: Game | None) -> tuple[GameChoice, ...]:
    """The list of that name with all games in it, and with each alone; nothing where there is no choice."""
    if not may_choose():
        return ()
    everything = GameChoice(_("All board games"), reverse(route), chosen is None)
    return (everything, *(_choice(route, game, {}, chosen=game is chosen) for game in games().values()))


def _choice(route: str, game: Game, fields: Mapping[str, str], *, chosen: bool) -> GameChoice:
    return GameChoice(str(game.name), game_page_url(route, game, **fields), chosen)


def game_page_url(route: str, game: Game | None, **query: str) -> str:
    """The page of that name for a game, None for all games, and with what else its address says."""
    parameters = {"game": game.key, **query} if game and may_choose() else query
    return f"{reverse(route)}?{urlencode(parameters)}" if parameters else reverse(route)


def game_card(game: Game) -> GameCard:
    """Return the game as introduced to new players."""
    return GameCard(
        game=game,
        seats=_seats(game.seats),
        learn=route_url(game.reference.learn),
        more_lessons=game.reference.more_lessons,
        rules=route_url(game.reference.rules),
        pieces=route_url(game.reference.pieces),
        lobby=game_page_url("tables:lobby", game),
        new=game_page_url("tables:new", game),
        practice=practice_offer(game),
    )


def plays_bots(game: Game) -> bool:
    """Return True if a game can be played against bots: it has more than one seat."""
    return game.seats.stop > 2


def practice_url(game: Game | None = None) -> str:
    """Return the page to start a game against bots, "" if that game, or every one for None, has one seat."""
    possible = any(map(plays_bots, games().values() if game is None else [game]))
    return game_page_url("tables:practice", game) if possible else ""


def practice_offer(game: Game, chosen_set: str = "") -> PracticeOffer | None:
    """Return the offer of a game against bots, or None for a game that is always played alone."""
    return PracticeOffer(game.key, practice_url(game), chosen_set) if plays_bots(game) else None


def _seats(seats: range) -> str:
    if len(seats) == 1:
        return ngettext("%(count)d player", "%(count)d players", seats.start) % {"count": seats.start}
    return _("%(least)d to %(most)d players") % {"least": seats.start, "most": seats.stop - 1}


def solo_options() -> SoloOptions | None:
    """Return the way to start a solo game, or None if no game has a solo mode."""
    game = solo_game()
    if game is None:
        return None
    label = _("Play %(game)s solo") % {"game": game.name} if may_choose() else _("Play solo")
    return SoloOptions(label, game_page_url("tables:new", game, capacity="1"))


def first_lesson_reference() -> Reference:
    """Return the reference of the first game that has a lesson, an empty one if none has."""
    return next((game.reference for game in games().values() if game.reference.learn), Reference())


_ANY: Final = ("", gettext_lazy("Any"))
_LIVELINESS: Final = {Pace.LIVE: 0, Pace.DAYS: 1, Pace.NONE: 2}


class Sort(models.TextChoices):
    """Sort order of the list; ties are sorted newest first."""

    NEWEST = "newest", gettext_lazy("Newest first")
    FULLEST = "fullest", gettext_lazy("Fewest free seats")
    QUICKEST = "quickest", gettext_lazy("Fastest first")


class SearchForm(forms.Form):
    """Filter form of the list of open tables. Unknown URL parameters are ignored."""

    seats = forms.ChoiceField(label=gettext_lazy("Seats"), required=False)
    pace = forms.ChoiceField(label=gettext_lazy("Time control"), choices=[_ANY, *Pace.choices], required=False)
    set = forms.ChoiceField(label=gettext_lazy("Setup"), required=False)
    language = forms.ChoiceField(label=gettext_lazy("Host’s language"), required=False)
    sort = forms.ChoiceField(label=gettext_lazy("Sort by"), choices=Sort, required=False)
    free = forms.BooleanField(label=gettext_lazy("Only tables I can join"), required=False)

    def __init__(self, data: Mapping[str, Any], *, game: Game | None, viewer: User | None) -> None:
        """`game` is the one that is played at all tables of the list, if it is one; a set is one of its."""
        super().__init__({**data, "sort": data.get("sort") or Sort.NEWEST})
        self.game = game
        self.viewer = viewer
        counts = game.seats if game else range(2, MOST_SEATS + 1)
        self._offer("seats", [(str(count), str(count)) for count in counts if count > 1])
        self._offer("set", list(game.sets.names()) if game else [])
        self._offer("language", [one for one in Language.offered() if one[0]])
        self.is_valid()

    def _offer(self, name: str, choices: list[tuple[str, str | Promise]] | list[tuple[str, str]]) -> None:
        """Set the choices of a field, plus "Any"; remove the field if there are fewer than two."""
        if len(choices) < 2:
            del self.fields[name]
        else:
            cast(forms.ChoiceField, self.fields[name]).choices = [_ANY, *choices]

    @property
    def parameters(self) -> dict[str, str]:
        """Valid URL parameters in use, as given."""
        values = {name: value for name, value in self.cleaned_data.items() if value and value != Sort.NEWEST}
        return {name: "on" if value is True else str(value) for name, value in values.items()}

    @property
    def words(self) -> tuple[str, ...]:
        """Active filters in words; empty if all tables are shown."""
        parameters = self.parameters
        seats = int(parameters.get("seats", 0))
        shown = [
            ngettext("%(count)d seat", "%(count)d seats", seats) % {"count": seats} if seats else "",
            *(self._label(name) for name in ("pace", "set", "language") if name in parameters),
            _("with a free seat") if "free" in parameters else "",
        ]
        return tuple(one for one in shown if one)

    def _label(self, name: str) -> str:
        """Return the label of a choice."""
        field = cast(forms.ChoiceField, self.fields[name])
        return next(str(words) for key, words in cast(Any, field.choices) if key == self.cleaned_data[name])

    @property
    def opening(self) -> dict[str, str]:
        """URL parameters that open the form of a new table with these filters."""
        parameters = self.parameters
        renamed = {"seats": "capacity", "pace": "pace", "set": "set"}
        opening = {renamed[name]: value for name, value in parameters.items() if name in renamed}
        return {**opening, "access": Access.OPEN.value} if opening else {}

    def shown(self, tables: TableQuerySet) -> TableQuerySet:
        """Return the open tables that match the filters, in the chosen order."""
        parameters = self.parameters
        columns = {"seats": "capacity", "pace": "pace", "set": "set", "language": "language"}
        such = tables.filter(**{column: parameters[name] for name, column in columns.items() if name in parameters})
        return _sorted(such.joinable(self.viewer) if "free" in parameters else such, parameters.get("sort", ""))


def _sorted(tables: TableQuerySet, sort: str) -> TableQuerySet:
    if sort == Sort.FULLEST:
        last = Seat.objects.filter(table=OuterRef("pk")).order_by("-index").values("index")[:1]
        return tables.annotate(missing=F("capacity") - Subquery(last)).order_by("missing", "-created_at", "-pk")
    if sort == Sort.QUICKEST:
        paces = [When(pace=pace, then=Value(place)) for pace, place in _LIVELINESS.items()]
        slowness = Case(*paces, default=Value(len(paces)))
        return tables.annotate(slowness=slowness).order_by("slowness", "turn_seconds", "-created_at", "-pk")
    return tables
