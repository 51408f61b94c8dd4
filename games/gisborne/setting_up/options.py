"""Choices of the host, and the setup made from them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.gisborne.definition import LaidNumbers
from engine.gisborne.rules.setup import Setup
from games.gisborne.lesson.lesson_box import is_lesson, lesson_setup
from games.gisborne.setting_up.set_choice import definition_of, set_choices, set_name
from games.gisborne.shelf.problems import DEFAULT_SET
from games.tables.game import Options, OptionsForm

ONE, TWO = "1", "2"
_LAID: Final = (
    (LaidNumbers.BEHIND.value, gettext_lazy("Players behind see it")),
    (LaidNumbers.HIDDEN.value, gettext_lazy("Hidden until the reveal")),
)
_FINAL: Final = ((ONE, gettext_lazy("One position scoring")), (TWO, gettext_lazy("Two position scorings")))


class GisborneOptionsForm(OptionsForm):
    """The tile set, and the two rules that the rulebook leaves open."""

    laid_numbers = forms.ChoiceField(
        label=gettext_lazy("Number of cards laid"),
        widget=forms.RadioSelect,
        choices=_LAID,
        initial=LaidNumbers.BEHIND.value,
        help_text=gettext_lazy(
            "If players behind you see how many cards you laid, you can’t undo your play once one of them has laid "
            "cards."
        ),
    )
    final_scorings = forms.ChoiceField(
        label=gettext_lazy("When the first pawn reaches the beach"),
        widget=forms.RadioSelect,
        choices=_FINAL,
        initial=ONE,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = set_choices()
        # With the box as printed alone there is nothing to choose.
        widget = forms.Select() if len(choices) > 1 else forms.HiddenInput()
        self.fields["set"] = forms.ChoiceField(
            label=_("Tile set"), choices=choices, widget=widget, initial=DEFAULT_SET, required=False
        )
        self.order_fields(["set"])

    def clean_set(self) -> str:
        """Return the chosen set, the box as printed for none."""
        return self.cleaned_data["set"] or DEFAULT_SET


def setup_of(options: Options) -> Setup:
    """Return the setup for options of the form, or of the lesson.

    Raises ValidationError for a set that can't be played.
    """
    if is_lesson(options):
        return lesson_setup()
    return Setup(
        replace(
            definition_of(options),
            laid_numbers=LaidNumbers(options.get("laid_numbers", LaidNumbers.BEHIND)),
            final_scorings=int(options.get("final_scorings", ONE)),
        )
    )


def describe(options: Options) -> list[str]:
    """Return the options that differ from those of most games, a few words each."""
    lines = [name] if (name := set_name(options)) else []
    if options.get("laid_numbers") == LaidNumbers.HIDDEN:
        lines.append(_("Number of cards laid hidden until the reveal"))
    if options.get("final_scorings") == TWO:
        lines.append(_("Two scorings for the first arrival"))
    return lines
