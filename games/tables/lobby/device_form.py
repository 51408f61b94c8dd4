"""Fields of the new table form for players who share the host's device."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.names import DISPLAY_NAME_MAX, clean_shown_name
from games.tables.clocks.pace_form import PaceForm
from games.tables.game import Game
from games.tables.lobby.device_players import MOST_ON_DEVICE, DevicePlayer, DevicePlayers, hash_pin

_ACCOUNT: Final = "@"
"""First letter of a name that is the username of an account."""
_PIN: Final = re.compile(r"[0-9]{4}", re.ASCII)

_OF_SEVERAL_DEVICES: Final = (
    *("capacity", "access", "practice", "bot_level", "fill_after", "talk", "guests_write"),
    *("pace", "turn_seconds", "reserve_minutes", "turn_hours", "nights_free"),
)
"""Fields that a table on one device ignores. The page then hides them, so their errors would be out of sight."""


class PinField(forms.CharField):
    """Field for a PIN of 4 digits, which may stay empty."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4, "maxlength": 4})
        super().__init__(widget=widget, required=False, **kwargs)

    def clean(self, value: Any) -> str:
        """Return the PIN, or "". Raises ValidationError unless it has 4 digits."""
        pin: str = super().clean(value)
        if pin and not _PIN.fullmatch(pin):
            raise forms.ValidationError(_("Enter 4 digits."))
        return pin


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """Fields of one player at the device; the host has no `name`."""

    name: BoundField | None
    pin: BoundField


class DeviceFields(PaceForm):
    """Fields for players who share the host's device. They are ignored unless `on_device` is checked."""

    on_device = forms.BooleanField(
        label=gettext_lazy("Play on this device"),
        help_text=gettext_lazy("All players share this browser and pass it around. The game doesn’t count."),
        required=False,
    )

    def add_device_fields(self, game: Game) -> None:
        """Add a name and a PIN for each player that the game has room for; none if it is always played alone."""
        self._least = game.seats.start
        self._numbers = range(2, min(MOST_ON_DEVICE, game.seats.stop - 1) + 1)
        if not self._numbers:
            del self.fields["on_device"]
            return
        self.fields["pin_1"] = PinField(label=_("Your PIN"), help_text=_("4 digits, asked when you get the device."))
        accounts = _("With @ and a username, that player can confirm it, and the game will be in their history too.")
        for number in self._numbers:
            self.fields[f"player_{number}"] = forms.CharField(
                label=_("Name of player %(number)d") % {"number": number},
                max_length=len(_ACCOUNT) + DISPLAY_NAME_MAX,
                help_text=accounts if number == self._numbers.start else "",
                required=False,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )
            self.fields[f"pin_{number}"] = PinField(label=_("PIN of player %(number)d") % {"number": number})

    @property
    def device_rows(self) -> Iterator[DeviceRow]:
        """The fields of each player at the device, those of the host first."""
        if self._numbers:
            yield DeviceRow(None, self["pin_1"])
        for number in self._numbers:
            yield DeviceRow(self[f"player_{number}"], self[f"pin_{number}"])

    def clean_device(self, host_name: str) -> None:
        """Add errors for names at the device that are missing, unusable or not unique."""
        if not self.cleaned_data.get("on_device"):
            return
        for field in _OF_SEVERAL_DEVICES:
            self.errors.pop(field, None)
        known = {host_name.casefold()}
        for number in self._numbers:
            field = f"player_{number}"
            account, name = _split_account(self.cleaned_data.get(field, ""))
            try:
                name = clean_shown_name(name, most=DISPLAY_NAME_MAX)
            except forms.ValidationError as wrong:
                self.add_error(field, wrong)
                continue
            if not name and (account or self.cleaned_data.get(f"pin_{number}")):
                self.add_error(field, _("Enter a name."))
            if name and name.casefold() in known:
                self.add_error(field, _("Another player has this name. Choose a different one."))
            known.add(name.casefold())
            self.cleaned_data[field] = account + name
        least = max(2, self._least)
        if not self.errors and 1 + len(self._names()) < least:
            self.add_error("player_2", _("Enter the names of the other players."))

    def device_players(self) -> DevicePlayers | None:
        """Return the players at the device, or None if everybody uses their own; the form must be valid."""
        if not self.cleaned_data.get("on_device"):
            return None
        others = tuple(self._player(number, entered) for number, entered in self._names())
        return DevicePlayers(others, hash_pin(self.cleaned_data["pin_1"]))

    def _player(self, number: int, entered: str) -> DevicePlayer:
        account, name = _split_account(entered)
        return DevicePlayer(name, hash_pin(self.cleaned_data[f"pin_{number}"]), account=name if account else "")

    def _names(self) -> list[tuple[int, str]]:
        return [(number, name) for number in self._numbers if (name := self.cleaned_data.get(f"player_{number}"))]


def _split_account(entered: str) -> tuple[str, str]:
    """Return the mark of an account, "" for a player without one, and the name after it."""
    return (_ACCOUNT, entered[len(_ACCOUNT) :]) if entered.startswith(_ACCOUNT) else ("", entered)
