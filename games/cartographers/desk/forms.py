"""Forms that the browser sends when a seat draws or chooses."""

from __future__ import annotations

from typing import Any

from django import forms

from engine.cartographers.geometry import Space
from engine.cartographers.notation import NotationError, Placement, space_of
from engine.cartographers.shapes import Turn
from engine.cartographers.terrain import Terrain
from games.play.forms import CommandForm


class TurnField(forms.Field):
    """Form field for a shape's orientation, such as "r1f"."""

    def to_python(self, value: Any) -> Turn:
        """The turn of a code; raises ValidationError."""
        try:
            return Turn.from_code(value or "")
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error


class TerrainField(forms.Field):
    """A terrain by its word."""

    def to_python(self, value: Any) -> Terrain:
        """The terrain of a word; raises ValidationError."""
        try:
            return Terrain.from_word(value or "")
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error


class SpaceField(forms.Field):
    """A space by its name: "C5"."""

    def to_python(self, value: Any) -> Space:
        """The space of a name; raises ValidationError with what is wrong with it."""
        try:
            return space_of(value or "")
        except NotationError as error:
            raise forms.ValidationError(error.reason) from error


class PlacementForm(CommandForm):
    """A placement: the client sends choices; spaces, board and coins are the server's to derive."""

    option = forms.IntegerField(min_value=1, max_value=99)
    terrain = TerrainField()
    held = TurnField()
    anchor = SpaceField()

    def placement(self) -> Placement:
        """The placement of a valid form."""
        choices = self.cleaned_data
        return Placement(choices["option"] - 1, choices["terrain"], choices["held"], choices["anchor"])


class ChoiceForm(CommandForm):
    """The space that a monster destroys."""

    space = SpaceField()
