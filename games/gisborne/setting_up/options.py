"""Choices of the host, and the setup made from them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.gisborne.catalog import gisborne
from engine.gisborne.definition import Definition, LaidNumbers
from engine.gisborne.rules.setup import Setup
from games.tables.game import Options, OptionsForm

ONE, TWO = "1", "2"
_LAID: Final = (
    (LaidNumbers.BEHIND.value, gettext_lazy("Players behind see it")),
    (LaidNumbers.HIDDEN.value, gettext_lazy("Hidden until the reveal")),
)
_FINAL: Final = ((ONE, gettext_lazy("One position scoring")), (TWO, gettext_lazy("Two position scorings")))


class GisborneOptionsForm(OptionsForm):
    """The two rules that the rulebook leaves open."""

    laid_numbers = forms.ChoiceField(
        label=gettext_lazy("Number of cards laid"),
        widget=forms.RadioSelect,
        choices=_LAID,
        initial=LaidNumbers.BEHIND.value,
        help_text=gettext_lazy(
            "If players behind see the number of your cards, you can’t undo your play after one of them has laid."
        ),
    )
    final_scorings = forms.ChoiceField(
        label=gettext_lazy("When the first pawn reaches the beach"),
        widget=forms.RadioSelect,
        choices=_FINAL,
        initial=ONE,
    )


def setup_of(options: Options, box: Definition | None = None) -> Setup:
    """Return the setup for options of the form; `box` is the box as printed if left out."""
    return Setup(
        replace(
            box or gisborne(),
            laid_numbers=LaidNumbers(options.get("laid_numbers", LaidNumbers.BEHIND)),
            final_scorings=int(options.get("final_scorings", ONE)),
        )
    )


def describe(options: Options) -> list[str]:
    """Return the options that differ from those of most games, a few words each."""
    lines = []
    if options.get("laid_numbers") == LaidNumbers.HIDDEN:
        lines.append(_("Numbers of cards hidden"))
    if options.get("final_scorings") == TWO:
        lines.append(_("Two position scorings on the beach"))
    return lines
