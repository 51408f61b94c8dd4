"""The forms of the page of one's vacations."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games.accounts.forms_base import CartoForm


def _day(label: Any) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, input_formats=["%Y-%m-%d"], widget=widget)


class VacationForm(CartoForm):
    """The days of a vacation that is announced."""

    begins = _day(gettext_lazy("Start date"))
    ends = _day(gettext_lazy("End date"))


class CancelForm(CartoForm):
    """The vacation that is cancelled, by its first day."""

    begins = _day(gettext_lazy("Start date"))
