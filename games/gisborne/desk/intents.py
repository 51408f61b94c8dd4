"""Forms with which a seat lays, discards, gives and keeps, and the intents made from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django import forms

from engine.contract import Seat
from engine.gisborne.cards import Cards, Face, sort_cards
from engine.gisborne.commands import Discard, Give, Keep, Lay, TakeBack
from games.gisborne.words.names import KEY
from games.play.command_responses import CommandForm
from games.tables.log.submit import Intent

MOST: Final = 999
"""Most cards of one face that a form may name."""
LAY: Final = "lay"
"""Question of a round that asks each seat for a play. Others have a number: "river1", "wolves2", "keep1"."""


class CardsForm(CommandForm):
    """A selection of cards: a number for each face, by its code such as "s3"."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        for face in Face:
            self.fields[face.value] = forms.IntegerField(required=False, min_value=0, max_value=MOST)

    def cards(self) -> Cards:
        """Return the cards of a valid form."""
        return sort_cards(face for face in Face for _ in range(self.cleaned_data[face.value] or 0))


class LayForm(CardsForm):
    """A play: cards, and the tent."""

    tent = forms.BooleanField(required=False)


class QuestionForm(CommandForm):
    """An answer to one of several questions of a round."""

    question = forms.RegexField(r"\A(lay|(river|wolves|keep)[1-9][0-9]{0,2})\Z")


class DiscardForm(CardsForm, QuestionForm):
    """The cards that a seat discards at a river."""


class NumberForm(QuestionForm):
    """The value of the chip for the wolves, or the number of cards for the chest."""

    number = forms.IntegerField(min_value=0, max_value=MOST)


def lay_intent(turn: int, cards: Cards, *, tent: bool) -> Intent:
    """Return the intent to lay a play."""
    return _intent(turn, LAY, lambda seat, _ask: Lay(seat, turn, cards, tent=tent))


def discard_intent(turn: int, question: str, cards: Cards) -> Intent:
    """Return the intent to discard cards at a river."""
    return _intent(turn, question, lambda seat, ask: Discard(seat, ask, cards))


def give_intent(turn: int, question: str, value: int) -> Intent:
    """Return the intent to give the wolves a chip of a value."""
    return _intent(turn, question, lambda seat, ask: Give(seat, ask, value))


def keep_intent(turn: int, question: str, chest: int) -> Intent:
    """Return the intent to put a number of the cards dealt into the chest."""
    return _intent(turn, question, lambda seat, ask: Keep(seat, ask, chest))


def take_back_intent(turn: int, question: str) -> Intent:
    """Return the intent to undo the seat's answer to a question of the open round."""
    return _intent(turn, question, TakeBack, withdraws=True)


def _intent(turn: int, question: str, build: Callable[[Seat, str], Any], *, withdraws: bool = False) -> Intent:
    def ask(seat: Seat) -> str:
        return f"{turn}.{question}.{seat}"

    return Intent(KEY, ask, lambda seat: build(seat, ask(seat)), withdraws)
