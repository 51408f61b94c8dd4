"""Form for the decision on a case."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any, Final, cast

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import clock
from games.studies.models import ModeratorAction, ReportedKind
from games.studies.models.notes import ANSWER_MAX

_MOST: Final = timedelta(days=366 * 5)
_KEEP: Final[dict[str, Any]] = {
    ReportedKind.PERSON: gettext_lazy("No action"),
    ReportedKind.APPEAL: gettext_lazy("Keep the account closed"),
}


class JudgeForm(forms.Form):
    """Form for deciding a case: the action, its reason and, where the action has one, its end."""

    act = forms.ChoiceField(label=gettext_lazy("Action"), widget=forms.RadioSelect)
    words = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=ANSWER_MAX,
        help_text=gettext_lazy("The person will see this reason, unless you keep the content or take no action."),
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
    )
    until = forms.DateField(
        label=gettext_lazy("Until"),
        required=False,
        help_text=gettext_lazy("For mutes and closed accounts. Leave it empty to close an account for good."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    username = forms.BooleanField(label=gettext_lazy("Replace the username too"), required=False)
    seen = forms.IntegerField(required=False, min_value=0, max_value=2**62, widget=forms.HiddenInput)

    def __init__(self, data: Any, acts: list[ModeratorAction], *, kind: str, seen: int = 0) -> None:
        super().__init__(data, initial={"seen": seen})
        keep = _KEEP.get(kind, ModeratorAction.LEAVE.label)
        labels = [(act.value, keep if act == ModeratorAction.LEAVE else act.label) for act in acts]
        cast(forms.ChoiceField, self.fields["act"]).choices = labels
        if ModeratorAction.MUTE not in acts:
            del self.fields["until"]
        if ModeratorAction.RENAME not in acts:
            del self.fields["username"]

    def clean(self) -> dict[str, Any]:
        """Require the end of a mute, and an end that is still to come."""
        cleaned = super().clean() or {}
        act, until = cleaned.get("act"), cleaned.get("until")
        if act not in (ModeratorAction.MUTE, ModeratorAction.CLOSE):
            cleaned["until"] = None
        elif until is None and act == ModeratorAction.MUTE and "until" not in self.errors:
            self.add_error("until", _("Enter the day on which the mute ends."))
        elif until is not None and not timezone.localdate() < until <= (clock.now() + _MOST).date():
            self.add_error("until", _("Enter a day from tomorrow on, within five years."))
        return cleaned

    def decision(self) -> dict[str, Any]:
        """Return the arguments of the decision; the form must be valid."""
        cleaned = self.cleaned_data
        until = cleaned["until"] and timezone.make_aware(datetime.combine(cleaned["until"], time.min))
        return {
            "act": ModeratorAction(cleaned["act"]),
            "words": cleaned["words"],
            "until": until,
            "username": cleaned.get("username", False) and cleaned["act"] == ModeratorAction.RENAME,
            "seen": cleaned["seen"],
        }
