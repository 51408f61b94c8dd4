"""Pace fields of the new table form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.accounts.forms import CartoForm
from games.tables.models import Access, Pace, Table
from games.tables.time_control import HOUR, MINUTE, NO_CLOCK, TimeControl, hours_words, nights_words

_HOURS: Final = (24, 48, 72, 168)
_SENTENCES: Final[dict[Pace, Promise]] = {
    Pace.LIVE: gettext_lazy("Everyone plays at the same time. If a player’s time runs out, a stand-in plays."),
    Pace.DAYS: gettext_lazy("Play whenever it suits you. If a player is late, a stand-in plays."),
    Pace.NONE: gettext_lazy("No deadline for anyone."),
}
_OF_PACE: Final = {
    Pace.LIVE: ("turn_seconds", "reserve_minutes"),
    Pace.DAYS: ("turn_hours", "nights_free"),
    Pace.NONE: (),
}
"""Fields that apply to each time control."""


@dataclass(frozen=True, slots=True)
class PaceOffer:
    """A pace option: its radio button, name and description."""

    tag: SafeString
    name: str
    sentence: str


def usual_pace(access: object) -> Pace:
    """Return the default pace: live for public tables, no clock for invite-only ones.

    Strangers do not wait for each other; friends need no clock.
    """
    return Pace.NONE if access == Access.INVITATION else Pace.LIVE


def _number(label: Any, least: int, most: int, initial: int) -> forms.IntegerField:
    # Not a number input of the browser. If it were hidden because another time control is chosen, its validation
    # would block the form.
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4})
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, initial=initial, required=False, widget=widget
    )


class PaceForm(CartoForm):
    """Pace fields. Fields of paces that are not selected are ignored."""

    pace = forms.ChoiceField(
        label=gettext_lazy("Time control"), choices=Pace, initial=Pace.LIVE, widget=forms.RadioSelect, required=False
    )
    turn_seconds = _number(gettext_lazy("Seconds per turn"), 15, 10 * MINUTE, MINUTE)
    reserve_minutes = _number(gettext_lazy("Time bank for the whole game (minutes)"), 0, 60, 5)
    turn_hours = forms.TypedChoiceField(
        label=gettext_lazy("Time per turn"), coerce=int, initial=24, required=False, empty_value=None
    )
    nights_free = forms.BooleanField(
        label=gettext_lazy("Pause the clock at night (22:00 to 8:00 in each player’s time zone)"), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        hours = self.fields["turn_hours"]
        assert isinstance(hours, forms.ChoiceField)
        hours.choices = [(count, hours_words(count)) for count in _HOURS]

    def set_default_pace(self, requested: object) -> None:
        """Set the default time control if the requested one is invalid."""
        if requested not in Pace.values:
            self.initial["pace"] = usual_pace(self.get_initial_for_field(self.fields["access"], "access"))

    @property
    def nights(self) -> str:
        """Return the hours of night in the host's time zone."""
        return nights_words()

    @property
    def paces(self) -> Iterator[PaceOffer]:
        """Paces to choose from."""
        for option, pace in zip(self["pace"], Pace, strict=True):
            yield PaceOffer(option.tag(), str(pace.label), str(_SENTENCES[pace]))

    def clean(self) -> dict[str, Any]:
        """Ignore the fields of other paces and require those of the selected one."""
        cleaned = super().clean() or {}
        counting = () if cleaned.get("capacity") == 1 else _OF_PACE.get(self._pace(cleaned), ())
        for name in {name for names in _OF_PACE.values() for name in names} - set(counting):
            self.errors.pop(name, None)
        for name in ("turn_seconds", "reserve_minutes", "turn_hours"):
            if name in counting and cleaned.get(name, 0) is None:
                self.add_error(name, self.fields[name].error_messages["required"])
        return cleaned

    def chosen_pace(self) -> dict[str, Any]:
        """Return the chosen pace fields; the form must be valid."""
        names = ("pace", *(name for names in _OF_PACE.values() for name in names))
        return {name: self.cleaned_data[name] for name in names if self.cleaned_data.get(name) is not None}

    def tempo(self) -> TimeControl:
        """Return the selected pace. Call only on a valid form."""
        cleaned = self.cleaned_data
        if cleaned.get("capacity") == 1:
            return NO_CLOCK
        match self._pace(cleaned):
            case Pace.LIVE:
                return TimeControl(Pace.LIVE, cleaned["turn_seconds"], cleaned["reserve_minutes"] * MINUTE)
            case Pace.DAYS:
                return TimeControl(Pace.DAYS, cleaned["turn_hours"] * HOUR, nights_free=cleaned["nights_free"])
        return NO_CLOCK

    @staticmethod
    def _pace(cleaned: Mapping[str, Any]) -> Pace:
        """Default to no clock if the form has no pace fields."""
        return Pace(cleaned.get("pace") or Pace.NONE)


class ChangePaceForm(PaceForm):
    """Another pace for a game in progress; it begins with the one that the table has."""

    def __init__(self, data: Mapping[str, object] | None, *, table: Table) -> None:
        self._current = TimeControl.of(table)
        super().__init__(data, initial=_initial(self._current))
        self.fields["pace"].required = True

    def clean(self) -> dict[str, Any]:
        """Refuse the pace that the table has already, beside the choices rather than at the table."""
        cleaned = super().clean()
        if not self.errors and self.tempo() == self._current:
            self.add_error("pace", gettext_lazy("This game already has this time control. Choose another one."))
        return cleaned


def _initial(tempo: TimeControl) -> dict[str, object]:
    match tempo.pace:
        case Pace.LIVE:
            seconds = {"turn_seconds": tempo.turn_seconds, "reserve_minutes": tempo.reserve_seconds // MINUTE}
            return {"pace": tempo.pace, **seconds}
        case Pace.DAYS:
            return {
                "pace": tempo.pace,
                "turn_hours": tempo.turn_seconds // HOUR,
                "nights_free": tempo.nights_free,
            }
    return {"pace": tempo.pace}
