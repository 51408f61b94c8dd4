"""What people choose to hear."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games.accounts.forms_base import CartoForm
from games.accounts.zones import zone_choices
from games.notices.models import Topic
from games.notices.preferences import Wishes, switch_name


class SettingsForm(CartoForm):
    """A switch for each topic and way, quiet hours, and where one lives."""

    quiet_hours = forms.BooleanField(
        label=gettext_lazy("Quiet hours"),
        required=False,
        help_text=gettext_lazy(
            "From 22 to 8 o’clock where you are, word waits until the morning."
            " Only that your time runs out during the night comes at once."
        ),
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        required=False,
        help_text=gettext_lazy("Used for all times you see, for quiet hours and for nights that don’t count."),
    )

    def __init__(self, *args: Any, ways: Iterable[str], wishes: Wishes, time_zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ways = tuple(ways)
        zone = self.fields["time_zone"]
        assert isinstance(zone, forms.ChoiceField)
        zone.choices = zone_choices()
        self.initial = {"quiet_hours": wishes.quiet_hours, "time_zone": time_zone}
        for topic in Topic:
            for way in self.ways:
                name = switch_name(topic, way)
                self.fields[name] = forms.BooleanField(required=False)
                self.initial[name] = wishes.wants(topic, way)

    def switches(self) -> dict[str, bool]:
        """What was chosen; call it on a valid form only."""
        names = (switch_name(topic, way) for topic in Topic for way in self.ways)
        return {name: self.cleaned_data[name] for name in names}
