"""The form of a new table; the game adds its own fields beside it."""

from collections.abc import Mapping
from typing import cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.accounts.forms_base import CartoForm
from games.accounts.models import User
from games.tables.game import Game, Options
from games.tables.models import Access
from games.tables.names import TABLE_NAME_MAX, clean_table_name
from games.tables.services import NewTable

_DEFAULT_SEATS = 4


class NewTableForm(CartoForm):
    """What every table has, whatever is played at it."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=TABLE_NAME_MAX)
    capacity = forms.TypedChoiceField(label=gettext_lazy("Seats"), coerce=int)
    access = forms.ChoiceField(label=gettext_lazy("Who may join"), choices=Access, widget=forms.RadioSelect)
    start_when_full = forms.BooleanField(
        label=gettext_lazy("Start as soon as all seats are taken"),
        help_text=gettext_lazy("You can start earlier, with whoever is there."),
        required=False,
    )

    def __init__(self, data: Mapping[str, object] | None, *, game: Game, host: User) -> None:
        initial = {
            "name": default_name(host),
            "capacity": min(max(_DEFAULT_SEATS, game.seats.start), game.seats.stop - 1),
            "access": Access.OPEN,
            "start_when_full": True,
        }
        super().__init__(data, initial=initial)
        self.game = game
        seats = cast(forms.TypedChoiceField, self.fields["capacity"])
        seats.choices = [(count, _seat_choice(count)) for count in game.seats]

    def clean_name(self) -> str:
        """The name in its shown form."""
        return clean_table_name(self.cleaned_data["name"])

    def new_table(self, options: Options) -> NewTable:
        """What the host asks for, given the game's own choices; call it on a valid form only."""
        return NewTable(
            game=self.game.key,
            name=self.cleaned_data["name"],
            options=options,
            capacity=self.cleaned_data["capacity"],
            access=Access(self.cleaned_data["access"]),
            start_when_full=self.cleaned_data["start_when_full"],
        )


def default_name(host: User) -> str:
    """A table's name where the host thinks of none."""
    return _("%(name)s’s table") % {"name": host.display_name}


def _seat_choice(count: int) -> str:
    if count == 1:
        return _("1, playing alone")
    return ngettext("%(count)d seat", "%(count)d seats", count) % {"count": count}
