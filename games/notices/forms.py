"""Forms of the notification settings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import time
from typing import Any

from django import forms
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.forms import CartoForm
from games.accounts.time_zones import zone_choices
from games.notices.models import ChannelKey, NoticeTopic
from games.notices.preferences import NotificationChoices, switch_name


def _hour(label: Any, *, off: Any = None, help_text: Any = "") -> forms.TypedChoiceField:
    hours: list[tuple[Any, Any]] = [(hour, time_format(time(hour), "H:i")) for hour in range(24)]
    choices = [("", off), *hours] if off is not None else hours
    return forms.TypedChoiceField(
        label=label, choices=choices, coerce=int, empty_value=None, required=False, help_text=help_text
    )


class SettingsForm(CartoForm):
    """Switches per topic and channel, quiet hours, and time zone."""

    quiet_hours = forms.BooleanField(
        label=gettext_lazy("Quiet hours"),
        required=False,
        help_text=gettext_lazy(
            "Notifications wait until these hours are over, unless your time for a turn would run out before then."
        ),
    )
    quiet_from = _hour(gettext_lazy("Quiet hours from"))
    quiet_until = _hour(gettext_lazy("Quiet hours until"))
    digest_hour = _hour(
        gettext_lazy("Daily digest by email"),
        off=gettext_lazy("Off"),
        help_text=gettext_lazy("Tables waiting for you and games that ended, at this hour in your time zone."),
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        required=False,
        help_text=gettext_lazy(
            "Used for all times you see, quiet hours and night pauses. If you change it, a turn in "
            "progress keeps the old time zone."
        ),
    )

    def __init__(
        self, *args: Any, ways: Iterable[ChannelKey], choices: NotificationChoices, time_zone: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.ways = tuple(ways)
        zone = self.fields["time_zone"]
        assert isinstance(zone, forms.ChoiceField)
        zone.choices = zone_choices(time_zone)
        self.initial = {
            "quiet_hours": choices.quiet_hours,
            "quiet_from": choices.quiet_from.hour,
            "quiet_until": choices.quiet_until.hour,
            "digest_hour": choices.digest_hour,
            "time_zone": time_zone,
        }
        for topic in NoticeTopic:
            for way in self.ways:
                name = switch_name(topic, way)
                self.fields[name] = forms.BooleanField(required=False)
                self.initial[name] = choices.wants(topic, way)

    def clean(self) -> dict[str, Any]:
        """Refuse quiet hours that end as they begin; hours that were not sent stay as they are."""
        cleaned = super().clean() or {}
        for name in ("quiet_from", "quiet_until"):
            if cleaned.get(name, 0) is None:
                cleaned[name] = self.initial[name]
        if self.add_prefix("digest_hour") not in self.data:
            cleaned["digest_hour"] = self.initial["digest_hour"]
        begin, end = cleaned.get("quiet_from"), cleaned.get("quiet_until")
        if begin is not None and begin == end:
            self.add_error("quiet_until", _("Quiet hours can’t start and end at the same hour. Choose another hour."))
        return cleaned

    def chosen_hours(self) -> dict[str, Any]:
        """Return the quiet hours and the hour of the digest; call it on a valid form only."""
        begin, end = (time(self.cleaned_data[name]) for name in ("quiet_from", "quiet_until"))
        chosen = {name: self.cleaned_data[name] for name in ("quiet_hours", "digest_hour")}
        return {**chosen, "quiet_from": begin, "quiet_until": end}

    def switches(self) -> dict[str, bool]:
        """Return the chosen switches; the form must be valid."""
        names = (switch_name(topic, way) for topic in NoticeTopic for way in self.ways)
        return {name: self.cleaned_data[name] for name in names}
