"""Forms for new tables (the game adds its own fields) and table codes."""

from collections.abc import Mapping
from typing import Any, Final, cast
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.contract import Level
from games.accounts.forms import CartoForm
from games.accounts.models import User
from games.accounts.names import USERNAME_MAX
from games.tables import names
from games.tables.bots import DEFAULT_LEVEL
from games.tables.game import Game, Options
from games.tables.lobby.cards import least_words
from games.tables.lobby.device_form import DeviceFields
from games.tables.lobby.hosting import FILL_TIMES
from games.tables.lobby.services import NewTable, device_table
from games.tables.models import HOST_ACCESS, MOST_NAMED, Access, KeptChoices, Table, Talk
from games.tables.names import TABLE_NAME_MAX, clean_kept_name, clean_table_name, default_table_name
from games.tables.time_control import HOUR, MINUTE

_DEFAULT_SEATS: Final = 4
_LONGEST_TYPED: Final = 40
"""Maximum length of a typed code, including spaces and hyphens."""
MOST_BOTS: Final = 5
"""Maximum number of bots in a game that is started by one form."""
DEFAULT_BOTS: Final = 2
PRESET_FIELDS: Final = ("capacity", "access", "pace")
"""URL parameters that preset the form for a new table."""


class NewTableForm(DeviceFields):
    """Form of a new table's common settings, for any game.

    Without a host, who has yet to sign in, the name may stay empty. `query`, from the URL, may set the initial seats
    (if the game has that number), access and pace.
    """

    name = forms.CharField(label=gettext_lazy("Name"), max_length=TABLE_NAME_MAX)
    capacity = forms.TypedChoiceField(label=gettext_lazy("Seats"), coerce=int)
    access = forms.ChoiceField(label=gettext_lazy("Access"), choices=HOST_ACCESS, widget=forms.RadioSelect)
    start_when_full = forms.BooleanField(
        label=gettext_lazy("Start when all seats are taken"),
        help_text=gettext_lazy("You can also start earlier with fewer players."),
        required=False,
    )
    practice = forms.BooleanField(
        label=gettext_lazy("Fill the empty seats with bots"),
        help_text=gettext_lazy(
            "The game is then a practice game, which doesn’t count. It starts as soon as you create the table, unless "
            "you turn off “Start when all seats are taken”."
        ),
        required=False,
    )
    bot_level = forms.ChoiceField(label=gettext_lazy("Bot level"), widget=forms.RadioSelect, required=False)
    as_on_paper = forms.BooleanField(label=gettext_lazy("Play as on paper"), required=False)
    fresh_deck = forms.BooleanField(
        label=gettext_lazy("Fresh deck"),
        help_text=gettext_lazy(
            "For public solo games. Otherwise you get a deck that others have played too, and see at the end how you "
            "compare. Only players of the same deck can see such a game at first."
        ),
        required=False,
    )
    fill_after = forms.TypedChoiceField(
        label=gettext_lazy("Fill free seats with bots after"),
        help_text=gettext_lazy("The game then starts with bots, and doesn’t count toward statistics."),
        coerce=int,
        required=False,
    )
    talk = forms.ChoiceField(
        label=gettext_lazy("Chat"),
        choices=Talk,
        help_text=gettext_lazy("Spectators have a chat of their own. Players see it after the game."),
        required=False,
    )
    guests_write = forms.BooleanField(
        label=gettext_lazy("Guests can write messages"),
        help_text=gettext_lazy("Otherwise guests can only send phrases."),
        required=False,
    )
    keep_as = forms.CharField(
        label=gettext_lazy("Save these settings as"),
        help_text=gettext_lazy("A name to find them again."),
        max_length=TABLE_NAME_MAX,
        required=False,
    )

    def __init__(
        self, data: Mapping[str, object] | None, *, game: Game, host: User | None, query: Mapping[str, str]
    ) -> None:
        initial: dict[str, object] = {
            "name": default_table_name(host.display_name) if host else "",
            "access": Access.OPEN,
            "start_when_full": True,
            "bot_level": DEFAULT_LEVEL,
            "talk": Talk.TEXT,
            **{name: query[name] for name in PRESET_FIELDS if name in query},
        }
        if str(initial.get("capacity")) not in map(str, game.seats):
            initial["capacity"] = _default_seats(game)
        super().__init__(data, initial=initial)
        self.set_default_pace(query.get("pace"))
        self.game = game
        self.host = host
        if host is None:
            self.fields["name"].required = False
            self.fields["name"].label = _("Table name")
            self.fields["name"].help_text = _("If empty, your name is used.")
        if game.as_on_paper:
            self.fields["as_on_paper"].help_text = str(game.as_on_paper.hint)
        else:
            del self.fields["as_on_paper"]
        if game.comparison is None:
            del self.fields["fresh_deck"]
        if game.seats.start > 1:
            when = self.fields["start_when_full"]
            when.help_text = f"{when.help_text} {least_words(game.seats.start)}"
        seats = cast(forms.TypedChoiceField, self.fields["capacity"])
        seats.choices = [(count, _seat_choice(count)) for count in game.seats]
        cast(forms.ChoiceField, self.fields["bot_level"]).choices = level_choices(game)
        cast(forms.ChoiceField, self.fields["fill_after"]).choices = fill_choices()
        self.add_device_fields(game)

    def clean(self) -> dict[str, Any]:
        """Check the names of the players who share the host's device."""
        cleaned = super().clean() or self.cleaned_data
        self.clean_device(self.host.display_name if self.host else "")
        return cleaned

    def clean_name(self) -> str:
        """Return the normalized name."""
        name = self.cleaned_data["name"]
        return clean_table_name(name) if name or self.fields["name"].required else ""

    def clean_keep_as(self) -> str:
        """Return the normalized name, or "" if nothing is to be saved."""
        name = clean_kept_name(self.cleaned_data["keep_as"])
        if name and self.host and not KeptChoices.objects.has_room(self.host, self.game.key, name):
            raise forms.ValidationError(no_room_words())
        return name

    def clean_fill_after(self) -> int:
        """Read a missing choice as never."""
        return self.cleaned_data["fill_after"] or 0

    def clean_talk(self) -> str:
        """Read a missing choice as the default."""
        return self.cleaned_data["talk"] or Talk.TEXT

    def chosen(self) -> dict[str, Any]:
        """Return the settings to save for the next table; the form must be valid."""
        kept = (
            "capacity",
            "access",
            "start_when_full",
            "fill_after",
            "as_on_paper",
            "fresh_deck",
            "talk",
            "guests_write",
        )
        chosen = {name: self.cleaned_data[name] for name in kept if name in self.cleaned_data}
        return chosen | self.chosen_pace()

    def new_table(self, options: Options, *, host: User, command_id: UUID | None) -> NewTable:
        """Return the new table, given the game's own options; the form must be valid."""
        entered = self.cleaned_data["name"]
        name = "" if entered == clean_table_name(default_table_name(host.display_name)) else entered
        if device := self.device_players():
            return device_table(
                self.game.key,
                name,
                options,
                device,
                as_on_paper=self.cleaned_data.get("as_on_paper", False),
                command_id=command_id,
            )
        return NewTable(
            game=self.game.key,
            name=name,
            options=options,
            capacity=self.cleaned_data["capacity"],
            access=Access(self.cleaned_data["access"]),
            start_when_full=self.cleaned_data["start_when_full"],
            tempo=self.tempo(),
            practice=self.cleaned_data["practice"] and self.cleaned_data["capacity"] > 1,
            bot_level=Level(self.cleaned_data["bot_level"] or DEFAULT_LEVEL),
            as_on_paper=self.cleaned_data.get("as_on_paper", False),
            fill_after=self.cleaned_data["fill_after"],
            talk=Talk(self.cleaned_data["talk"]),
            guests_write=self.cleaned_data["guests_write"],
            command_id=command_id,
        )


def level_choices(game: Game) -> list[tuple[str, str]]:
    """Return the choices for the level of a game's bots, weakest first."""
    words = game.levels
    return [
        (level, _("%(level)s: %(style)s") % {"level": words[level].name, "style": words[level].style})
        for level in Level
    ]


def fill_choices() -> list[tuple[int, str]]:
    """Return the choices for the time after which bots take the free seats, in seconds."""
    return [(0, _("Never")), *((seconds, _fill_words(seconds)) for seconds in FILL_TIMES)]


def _fill_words(seconds: int) -> str:
    minutes, hours = seconds // MINUTE, seconds // HOUR
    if hours:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}


class BotLevelForm(CartoForm):
    """Form to choose the level of the bots that fill a table."""

    bot_level = forms.ChoiceField(label=gettext_lazy("Bot level"), widget=forms.RadioSelect, required=False)

    def __init__(self, data: Mapping[str, object] | None = None, *, game: Game) -> None:
        super().__init__(data, initial={"bot_level": DEFAULT_LEVEL})
        cast(forms.ChoiceField, self.fields["bot_level"]).choices = level_choices(game)

    def level(self) -> Level:
        """Return the chosen level; the form must be valid."""
        return Level(self.cleaned_data["bot_level"] or DEFAULT_LEVEL)


class BotSeatForm(BotLevelForm):
    """Form to give a bot the next free seat. Its ids differ from those of the form that fills the table."""

    def __init__(self, data: Mapping[str, object] | None = None, *, game: Game) -> None:
        super().__init__(data, game=game)
        self.auto_id = "id_seat_%s"


class BotFillForm(BotLevelForm):
    """Form to let bots take the free seats later, or not. Its ids differ from those of the other forms with a level."""

    fill_after = forms.TypedChoiceField(
        label=gettext_lazy("Fill free seats with bots after"), coerce=int, required=False
    )
    field_order = ("fill_after", "bot_level")

    def __init__(self, data: Mapping[str, object] | None = None, *, game: Game, table: Table | None = None) -> None:
        super().__init__(data, game=game)
        self.auto_id = "id_later_%s"
        cast(forms.ChoiceField, self.fields["fill_after"]).choices = fill_choices()
        if table and table.fill_after:
            self.initial = {"fill_after": table.fill_after, "bot_level": table.bot_level}


class BotsForm(BotLevelForm):
    """Form to play against bots at once, a number of them. Lessons send a `set`; the page doesn't offer the choice."""

    bots = forms.TypedChoiceField(label=gettext_lazy("Number of bots"), coerce=int, required=False)
    set = forms.ChoiceField(required=False)
    field_order = ("bots", "bot_level")

    def __init__(self, data: Mapping[str, object] | None = None, *, game: Game) -> None:
        super().__init__(data, game=game)
        least = max(1, game.seats.start - 1)
        bots = range(least, max(least, min(MOST_BOTS, game.seats.stop - 2)) + 1)
        cast(forms.TypedChoiceField, self.fields["bots"]).choices = [(count, str(count)) for count in bots]
        self._default = self.initial["bots"] = min(max(DEFAULT_BOTS, bots.start), bots.stop - 1)
        cast(forms.ChoiceField, self.fields["set"]).choices = game.sets.names

    def count(self) -> int:
        """Return the number of bots; the form must be valid."""
        return int(self.cleaned_data["bots"] or self._default)

    def chosen_set(self) -> str:
        """Return the key of the set to play with, "" for the default one; the form must be valid."""
        return str(self.cleaned_data["set"])


class InviteForm(CartoForm):
    """Form to invite a person to a table by name."""

    prefix = "invite"
    username = forms.CharField(
        label=gettext_lazy("Invite by username"),
        max_length=USERNAME_MAX,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )


class RenameForm(CartoForm):
    """Form to rename saved settings."""

    prefix = "rename"
    name = forms.CharField(label=gettext_lazy("New name"), max_length=TABLE_NAME_MAX)

    def clean_name(self) -> str:
        """Return the normalized name."""
        return clean_kept_name(self.cleaned_data["name"])


def no_room_words() -> str:
    """Return why settings cannot be saved under another name."""
    return _("You’ve saved %(count)d settings already. Delete one or overwrite it by using its name.") % {
        "count": MOST_NAMED
    }


class ByCodeForm(CartoForm):
    """Form for a table code."""

    code = forms.CharField(
        label=gettext_lazy("Table code"),
        max_length=_LONGEST_TYPED,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_code(self) -> str:
        """Return the normalized table code."""
        return names.typed_code(self.cleaned_data["code"])


def _default_seats(game: Game) -> int:
    return min(max(_DEFAULT_SEATS, game.seats.start), game.seats.stop - 1)


def _seat_choice(count: int) -> str:
    if count == 1:
        return _("1 (solo)")
    return ngettext("%(count)d seat", "%(count)d seats", count) % {"count": count}
