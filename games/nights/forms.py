"""Forms of game nights."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.accounts.forms import CartoForm
from games.accounts.models import User
from games.accounts.time_zones import zone_choices
from games.nights.models import MOST_PEOPLE, GameNight
from games.nights.night_settings import NightSettings, read_choice, settings_choices
from games.nights.people import people_to_invite
from games.nights.schedule import Schedule
from games.tables.game import UnknownGame
from games.tables.names import TABLE_NAME_MAX, clean_table_name

KEEP: Final = "keep"
"""Choice of the settings that a game night has."""


class PeopleForm(CartoForm):
    """Choice of people to invite to a game night, with room for so many."""

    people = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Invite people"), coerce=int, widget=forms.CheckboxSelectMultiple, required=False
    )

    def __init__(self, data: Any = None, *, host: User, present: Collection[int] = (), **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.known = {user.pk: user for user in people_to_invite(host, present)}
        self._room = MOST_PEOPLE - max(1, len(present))
        field = cast(forms.TypedMultipleChoiceField, self.fields["people"])
        field.choices = [(key, str(user)) for key, user in self.known.items()]
        field.help_text = _("People you follow or have played with recently. You can also send the link later.")
        if not self.known:
            del self.fields["people"]

    def clean_people(self) -> list[User]:
        """Return the chosen people, if there is room for them."""
        people = [self.known[key] for key in self.cleaned_data["people"]]
        if len(people) > self._room:
            words = ngettext("Choose at most %(count)d person.", "Choose at most %(count)d people.", self._room)
            raise ValidationError(words % {"count": self._room})
        return people

    def chosen_people(self) -> list[User]:
        """Return the chosen people; the form must be valid."""
        people: list[User] = self.cleaned_data.get("people", [])
        return people


class NightForm(PeopleForm):
    """Name, time and settings of a game night; of an existing one without people."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=TABLE_NAME_MAX)
    weekday = forms.TypedChoiceField(label=gettext_lazy("Weekday"), coerce=int)
    at = forms.TimeField(
        label=gettext_lazy("Time"),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        help_text=gettext_lazy("The table opens 15 minutes earlier."),
    )
    zone = forms.ChoiceField(label=gettext_lazy("Time zone"))
    settings = forms.ChoiceField(
        label=gettext_lazy("Game and settings"),
        help_text=gettext_lazy("You can save settings under a name when you start a table."),
    )
    field_order = ("name", "weekday", "at", "zone", "settings", "people")

    def __init__(self, data: Any, *, host: User, zone: str, night: GameNight | None = None) -> None:
        initial = {"zone": zone, "weekday": 4, "at": "20:00"}
        if night:
            initial = {"name": night.name, "weekday": night.weekday, "at": night.at, "zone": night.zone}
        super().__init__(data, host=host, initial=initial)
        self._host = host
        cast(forms.ChoiceField, self.fields["weekday"]).choices = [(day, str(name)) for day, name in WEEKDAYS.items()]
        _browser, *zones = zone_choices(str(initial["zone"]))
        cast(forms.ChoiceField, self.fields["zone"]).choices = zones
        kept = [(KEEP, _("Don’t change"))] if night else []
        cast(forms.ChoiceField, self.fields["settings"]).choices = [*kept, *settings_choices(host)]
        if night:
            self.fields.pop("people", None)

    def clean_name(self) -> str:
        """Return the normalized name."""
        return clean_table_name(self.cleaned_data["name"])

    def clean_settings(self) -> NightSettings | None:
        """Return the chosen settings, None for those that the night has."""
        if self.cleaned_data["settings"] == KEEP:
            return None
        try:
            return read_choice(self._host, self.cleaned_data["settings"])
        except (UnknownGame, ValidationError) as wrong:
            raise ValidationError(_("These settings can’t be played. Choose others.")) from wrong

    def schedule(self) -> Schedule:
        """Return the weekly time; the form must be valid."""
        at = self.cleaned_data["at"].replace(second=0, microsecond=0)
        return Schedule(self.cleaned_data["weekday"], at, self.cleaned_data["zone"])


class AnswerForm(forms.Form):
    """Day of a date, and for an answer if the user comes."""

    day = forms.DateField(input_formats=["%Y-%m-%d"])
    comes = forms.TypedChoiceField(
        choices=[("yes", ""), ("no", "")], coerce=lambda value: value == "yes", required=False, empty_value=None
    )
