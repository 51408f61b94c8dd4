"""Filters of game lists, as URL parameters, sentences and queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.accounts.forms import CartoForm
from games.accounts.models import User
from games.accounts.names import USERNAME_MAX
from games.history.models import Result
from games.play.game import PlayedGame, played_game
from games.play.navigation import Key
from games.play.summary_keys import Piece as Named
from games.play.summary_keys import PieceKind
from games.tables.game import games
from games.tables.models import MOST_SEATS, Seat, Status, Table

_MOST_SCORE: Final = 9999
_FIRST_DAY, _LAST_DAY = date(2000, 1, 1), date(2199, 12, 31)


LIST: Final = "list"
"""Value of `view` for lines of text instead of images of final boards."""


class ResultFilter(models.TextChoices):
    """Result filter."""

    WON = Result.WON.value, gettext_lazy("Won")
    LOST = Result.LOST.value, gettext_lazy("Lost")
    ALONE = Result.ALONE.value, gettext_lazy("Solo")
    UNFINISHED = "unfinished", gettext_lazy("Unfinished")


class GameStage(models.TextChoices):
    """Filter by stage of a game; "" shows games in progress above finished ones."""

    PLAYING = "playing", gettext_lazy("In progress")
    OVER = "over", gettext_lazy("Finished")


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Filter of a game list for a viewer (None if signed out); "", 0 or None means any.

    `least` and `most` bound the score of `player`, or the best score of the game without one. Games ended from
    `since` to before `until`. `stage` is one of `Stage`.
    """

    viewer: User | None = None
    player: User | None = None
    opponent: User | None = None
    game: str = ""
    set: str = ""
    seats: int = 0
    pieces: tuple[Named, ...] = ()
    least: int | None = None
    most: int | None = None
    since: datetime | None = None
    until: datetime | None = None
    result: str = ""
    stage: str = ""
    before: Key | None = None
    parameters: Mapping[str, str] = field(default_factory=dict)

    @property
    def finished_only(self) -> bool:
        """True if a filter applies only to finished games, so that no game in progress can match."""
        bounds = (self.least, self.most, self.since, self.until)
        has_bounds = any(bound is not None for bound in bounds)
        return (
            has_bounds
            or bool(self.pieces)
            or self.result in {ResultFilter.WON, ResultFilter.LOST, ResultFilter.UNFINISHED}
        )


def _game_of(data: Mapping[str, Any]) -> PlayedGame | None:
    """Return the game that is asked for: by its name, as the only one, or as the one that has the filters in use."""
    installed = {key: played_game(key) for key in games()}
    if data.get("game"):
        return installed.get(str(data["game"]))
    matching = [game for game in installed.values() if len(installed) == 1 or _has_filters(game, data)]
    if data.get("set") and not matching:
        return next(iter(installed.values()), None)  # whose form tells that there is no such set
    return matching[0] if len(matching) == 1 else None


def _has_filters(game: PlayedGame, data: Mapping[str, Any]) -> bool:
    """Return True if a filter in use is about the components or the sets of a game."""
    if any(data.get(kind.key) for kind in game.statistics.kinds() if kind.chosen):
        return True
    return data.get("set", "") in dict(game.sets.names())


class GamesForm(CartoForm):
    """Form of the game filters; `player` is left out on that player's own list."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    player = forms.CharField(label=gettext_lazy("Player"), required=False, max_length=USERNAME_MAX)
    opponent = forms.CharField(label=gettext_lazy("Opponent"), required=False, max_length=USERNAME_MAX)
    result = forms.ChoiceField(label=gettext_lazy("Result"), required=False)
    set = forms.ChoiceField(label=gettext_lazy("Setup"), required=False)
    seats = forms.ChoiceField(label=gettext_lazy("Seats"), required=False)
    least = forms.IntegerField(label=gettext_lazy("Minimum score"), required=False)
    most = forms.IntegerField(label=gettext_lazy("Maximum score"), required=False)
    since = forms.DateField(label=gettext_lazy("Ended on or after"), required=False)
    until = forms.DateField(label=gettext_lazy("Ended on or before"), required=False)
    status = forms.ChoiceField(label=gettext_lazy("Status"), required=False)
    view = forms.CharField(required=False, widget=forms.HiddenInput)
    before = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any], *, viewer: User | None, person: User | None = None) -> None:
        super().__init__(data)
        self.viewer, self.person = viewer, person
        self.played = _game_of(data)
        self.kinds: tuple[PieceKind, ...] = tuple(self.played.statistics.kinds()) if self.played else ()
        self._offer_choices()
        self._limit()
        self.order_fields(["game", "player", "opponent", "result", "set", *self._by_kind, "seats"])

    @property
    def _by_kind(self) -> list[str]:
        return [kind.key for kind in self.kinds if kind.chosen]

    def _offer_choices(self) -> None:
        if self.person:
            del self.fields["player"]
        self._offer("result", ResultFilter.choices)
        self._offer("status", GameStage.choices)
        self._offer("game", [(key, game.name) for key, game in games().items()])
        self._offer("set", list(self.played.sets.names()) if self.played else [])
        self._offer("seats", [(str(count), str(count)) for count in self._seats()])
        for kind in self.kinds:
            if kind.chosen:
                self.fields[kind.key] = forms.ChoiceField(label=str(kind.one), required=False)
                self._offer(kind.key, list(kind.pieces))

    def _seats(self) -> range:
        return self.played.seats if self.played else range(1, MOST_SEATS + 1)

    def _offer(self, name: str, choices: Any) -> None:
        """Set the choices of a field, plus "Any"; remove the field if there are fewer than two."""
        if len(choices) < 2:
            del self.fields[name]
        else:
            cast(forms.ChoiceField, self.fields[name]).choices = [("", _("Any")), *choices]

    def _limit(self) -> None:
        """Reject numbers and dates that a database can't hold; calendar dates are typed as such."""
        for name in ("least", "most"):
            bounds = (MinValueValidator(-_MOST_SCORE), MaxValueValidator(_MOST_SCORE))
            self.fields[name].validators.extend(bounds)
        for name in ("since", "until"):
            self.fields[name].validators.extend((MinValueValidator(_FIRST_DAY), MaxValueValidator(_LAST_DAY)))
            self.fields[name].widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        for name in {"player", "opponent"} & self.fields.keys():
            self.fields[name].widget.attrs |= {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}

    def clean_player(self) -> User | None:
        """Return the person with that name, if the viewer may see their games."""
        return self._person("player")

    def clean_opponent(self) -> User | None:
        """Likewise; of the viewer's own games also against anybody with whom they have played."""
        player = self.person or self.cleaned_data.get("player")
        opponent = self._person("opponent", met=player is not None and player == self.viewer)
        if opponent and opponent == player:
            raise ValidationError(_("Choose a different opponent. You can’t play against yourself."), code="same")
        return opponent

    def _person(self, name: str, *, met: bool = False) -> User | None:
        """Return the user named in a field, or None if it is empty.

        `met` also accepts players whom the viewer has met at a table. Raises ValidationError for anyone else who does
        not show their games.
        """
        username = self.cleaned_data[name].removeprefix("@")
        if not username:
            return None
        person = User.objects.active().named(username).first()
        if person is None or not (self._shows_games(person) or (met and self._has_played_with(person))):
            raise ValidationError(_("No user with public games has this name."), code="unknown")
        return person

    def _shows_games(self, person: User) -> bool:
        return person == self.viewer or not (person.guest or person.hidden)

    def _has_played_with(self, person: User) -> bool:
        began = Q(status__in=(Status.PLAYING, Status.FINISHED)) | Q(started_at__isnull=False)
        together = Table.objects.filter(began, seats__user=person)
        return together.filter(Exists(Seat.objects.filter(table=OuterRef("pk"), user=self.viewer))).exists()

    def clean_view(self) -> str:
        """Return how the list is shown; anything unknown is the default."""
        return LIST if self.cleaned_data["view"] == LIST else ""

    def clean_before(self) -> Key | None:
        """Return the place where the list continues, or None for its beginning.

        Raises ValidationError if the place is invalid.
        """
        before = self.cleaned_data["before"]
        key = Key.read(before)
        if before and key is None:
            raise ValidationError(_("This page of results doesn’t exist."), code="place")
        return key

    def clean(self) -> dict[str, Any]:
        """A result is somebody's, and what begins must not end before."""
        cleaned = super().clean() or {}
        if self.person is None and not cleaned.get("player") and "player" not in self.errors:
            cleaned["player"] = cleaned.get("opponent")
            cleaned["opponent"] = None
        owned = cleaned.get("result") in {ResultFilter.WON, ResultFilter.LOST}
        if owned and not (self.person or cleaned.get("player") or self.has_error("player")):
            self.add_error("result", ValidationError(_("Enter a player too."), code="whose"))
        for first, last in (("least", "most"), ("since", "until")):
            low, high = cleaned.get(first), cleaned.get(last)
            if low is not None and high is not None and low > high:
                self.add_error(last, ValidationError(_("The end must be after the start."), code="order"))
        return cleaned

    def build_filter(self) -> GameFilter:
        """Return the filter; the form must be valid."""
        cleaned = self.cleaned_data
        return GameFilter(
            viewer=self.viewer,
            player=self.person or cleaned.get("player"),
            opponent=cleaned.get("opponent"),
            game=cleaned.get("game", ""),
            set=cleaned.get("set", ""),
            seats=int(cleaned.get("seats") or 0),
            pieces=tuple((key, cleaned[key]) for key in self._by_kind if cleaned.get(key)),
            least=cleaned["least"],
            most=cleaned["most"],
            since=_midnight(cleaned["since"]) if cleaned["since"] else None,
            until=_midnight(cleaned["until"] + timedelta(days=1)) if cleaned["until"] else None,
            result=cleaned.get("result", ""),
            stage=cleaned.get("status", ""),
            before=cleaned["before"],
            parameters=self.parameters(),
        )

    def parameters(self) -> dict[str, str]:
        """Return the valid URL parameters as given, except the place in the list."""
        cleaned = self.cleaned_data
        values = {name: _cleaned_values(cleaned[name]) for name in self.fields if name != "before" and name in cleaned}
        return {name: value for name, value in values.items() if value}

    def words(self) -> Iterator[tuple[str, str]]:
        """Return each active filter with its label."""
        for name in self.parameters():
            if name != "view":
                yield name, self._words(name)

    def _words(self, name: str) -> str:
        value = self.cleaned_data[name]
        match name:
            case "player" | "opponent":
                label = _("Player: %(name)s") if name == "player" else _("Opponent: %(name)s")
                return label % {"name": value}
            case "seats":
                count = int(value)
                return ngettext("%(count)d seat", "%(count)d seats", count) % {"count": count}
            case "least" | "most":
                label = _("Score: %(score)d or more") if name == "least" else _("Score: %(score)d or less")
                return label % {"score": value}
            case "since" | "until":
                label = _("From %(day)s") if name == "since" else _("Until %(day)s")
                return label % {"day": date_format(value)}
        return f"{self.fields[name].label}: {self._label(name)}"

    def _label(self, name: str) -> str:
        """Return the label of a choice."""
        choices = cast(Any, self.fields[name]).choices
        return next(str(words) for key, words in choices if key == self.cleaned_data[name])


def _cleaned_values(value: Any) -> str:
    if value is None:
        return ""
    return value.username if isinstance(value, User) else str(value)


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
