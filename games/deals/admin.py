"""Admin of daily maps: the picks of curators for days to come, and the deals as they are."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.accounts.staff import NewestFirst, ReadOnly, StaffAdmin
from games.deals.daily import daily_game, today
from games.deals.forms import offered_sets
from games.deals.models import DailyPick
from games.tables.game import game_named
from games.tables.models import Deal


class DailyPickForm(forms.ModelForm):  # type: ignore[type-arg]  # generic to mypy alone
    """Form of a pick: a day to come, and a set that can be played."""

    set = forms.ChoiceField()

    class Meta:
        model = DailyPick
        fields = ("day", "set")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        game = daily_game()
        self.fields["set"].choices = list(offered_sets(game_named(game[0])).items()) if game else []  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Check that the day is to come and that the set can be played on it."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        day, game = cleaned.get("day"), daily_game()
        if day and day <= today():
            raise ValidationError({"day": _("The map of this day has already been made. Choose a later day.")})
        if day and game and cleaned.get("set"):
            game[1].options(cleaned["set"], day)
        return cleaned


@admin.register(DailyPick)
class DailyPickAdmin(StaffAdmin):
    """Admin for picks. Those of past days are read-only."""

    form = DailyPickForm
    list_display = ["day", "set"]
    ordering = ["-day"]

    def has_change_permission(self, request: HttpRequest, obj: DailyPick | None = None) -> bool:
        """Return False for past days."""
        return super().has_change_permission(request, obj) and (obj is None or obj.day > today())

    def has_delete_permission(self, request: HttpRequest, obj: DailyPick | None = None) -> bool:
        """Return False for past days."""
        return super().has_delete_permission(request, obj) and (obj is None or obj.day > today())


@admin.register(Deal)
class DealAdmin(ReadOnly, StaffAdmin):
    """Admin for deals, read-only. It never shows the seed or the cards."""

    list_display = ["__str__", "kind", "day", "game", "set", "opens_at", "closes_at", "closed_at"]
    list_filter = ["kind"]
    search_fields = ["code__exact", "name"]
    ordering = ["-pk"]
    sortable_by = ()
    paginator = NewestFirst
    actions = None
    fields = readonly_fields = (
        *("code", "kind", "name", "day", "game", "set", "commitment", "created_at", "opens_at", "closes_at"),
        "closed_at",
    )
