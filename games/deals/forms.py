"""Form of a new race."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy, ngettext

from games.accounts.forms import CartoForm
from games.tables.game import Game
from games.tables.names import TABLE_NAME_MAX, clean_table_name

_DAYS: Final = (1, 3, 7, 14, 30, 90)
_DEFAULT_DAYS: Final = 7


class RaceForm(CartoForm):
    """Settings of a race: its name, what is played with, and how long it is open."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=TABLE_NAME_MAX,
        help_text=gettext_lazy("For example the name of your club or class."),
    )
    set = forms.ChoiceField(label=gettext_lazy("Cards"), widget=forms.RadioSelect)
    days = forms.TypedChoiceField(label=gettext_lazy("Open for"), coerce=int, initial=_DEFAULT_DAYS)

    def __init__(self, data: Any, *, sets: dict[str, str]) -> None:
        super().__init__(data)
        self.fields["set"].choices = list(sets.items())  # type: ignore[attr-defined]
        self.fields["set"].initial = next(iter(sets), "")
        self.fields["days"].choices = [(days, _days_words(days)) for days in _DAYS]  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        """Return the normalized name."""
        return clean_table_name(self.cleaned_data["name"])

    def open_for(self) -> timedelta:
        """Return how long the race is open; the form must be valid."""
        return timedelta(days=self.cleaned_data["days"])


def _days_words(days: int) -> str:
    return ngettext("%(days)d day", "%(days)d days", days) % {"days": days}


def offered_sets(game: Game) -> dict[str, str]:
    """Return the names of a game's sets that a race or a daily map can be played with, by key."""
    return {key: str(name) for key, name in game.daily.choices()} if game.daily else {}
