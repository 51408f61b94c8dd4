"""Forms that the browser sends when a seat draws or chooses, and the intents made from them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms

from engine.cartographers.commands import Choose, Close, Command, Draw, TakeBack, UseSkill, ask_id, closing_id
from engine.cartographers.geometry import Space
from engine.cartographers.notation import NotationError, Placement, space_of
from engine.cartographers.shapes import ShapeTurn
from engine.cartographers.terrain import Terrain
from engine.contract import Seat
from games.cartographers.words.names import KEY
from games.play.command_responses import CommandForm
from games.tables.log.submit import Intent


class TurnField(forms.Field):
    """Form field for a shape's orientation, such as "r1f"."""

    def to_python(self, value: Any) -> ShapeTurn:
        """The turn of a code; raises ValidationError."""
        try:
            return ShapeTurn.from_code(value or "")
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


class SkillForm(CommandForm):
    """The skill (id) with which a seat looks at the next card."""

    skill = forms.CharField(max_length=200)


def draw_intent(turn: int, placement: Placement) -> Intent:
    """Return the intent to place a shape."""
    return answer_intent(turn, lambda seat: Draw(seat, turn, placement))


def choose_intent(turn: int, space: Space) -> Intent:
    """Return the intent to choose the space that a monster destroys."""
    return answer_intent(turn, lambda seat: Choose(seat, turn, space))


def use_skill_intent(turn: int, skill: str) -> Intent:
    """Return the intent to look at the next card with a skill (id), before the seat draws."""
    return Intent(KEY, partial(ask_id, turn), lambda seat: UseSkill(seat, turn, skill), aside=True)


def take_back_intent(turn: int) -> Intent:
    """Return the intent to undo the seat's answer in the open turn."""
    return Intent(KEY, partial(ask_id, turn), lambda seat: TakeBack(seat, turn), withdraws=True)


def close_intent(turn: int) -> Intent:
    """Return the intent to close the answered turn, in practice."""
    return Intent(KEY, partial(closing_id, turn), lambda seat: Close(seat, turn))


def answer_intent(turn: int, build: Callable[[Seat], Command]) -> Intent:
    """Return the intent to answer a turn; `build` makes the command or raises RuleViolation."""
    return Intent(KEY, partial(ask_id, turn), build)
