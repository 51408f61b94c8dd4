"""Drill "How many stars?": a map, a scoring card, and the stars to count."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.scoring.tally import score, stars
from games.accounts.forms import CartoForm
from games.cartographers.drills.positions import QUESTIONS, Questions, play_states, read_number, shuffler_of
from games.cartographers.goals.explanations import edict_reasons
from games.cartographers.map.boards import MapView, Marks, map_view
from games.cartographers.reference.card_list import CardEntry, card_entry
from games.cartographers.words.features import stars_of
from games.play.explanations import ReasonView

ROUTE: Final = "cartographers:star_drill"
_MOST_STARS: Final = 999
_MOST_IN_A_ROW: Final = 9_999


@dataclass(frozen=True, slots=True)
class StarQuestion:
    """A map, and the scoring card whose stars are counted on it."""

    card: ScoringCard
    board: Board

    @property
    def stars(self) -> int:
        """The right answer."""
        return stars(self.card, self.board)


def _make_question(number: int) -> StarQuestion:
    """Return a question by its number: the map of a bot in the middle of a game, and one of the game's edicts."""
    shuffler = shuffler_of(number)
    *_before, state = play_states(shuffler)
    board = state.boards[0]
    cards = [card for card in state.edicts if stars(card, board)] or list(state.edicts)
    return StarQuestion(shuffler.shuffle("edict", cards)[0], board)


find_question: Final = Questions(_make_question)
"""Return a question by its number."""


class StarForm(CartoForm):
    """Form for the answer."""

    answer = forms.IntegerField(
        label=gettext_lazy("Stars"),
        min_value=-_MOST_STARS,
        max_value=_MOST_STARS,
        error_messages={"required": gettext_lazy("Enter the number of stars.")},
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off", "autofocus": True}),
    )


@dataclass(frozen=True, slots=True)
class StarDrillPage:
    """Page of a question. `verdict` is "" until it is answered; then the reasons are shown, and the next question.

    `right` is True if the answer is. `whole` is True if no spaces of the map are faded, because none of them counts or
    the question is open. `in_a_row` says how many answers were right without a mistake, "" if none. `fields` are sent
    along with the answer.
    """

    entry: CardEntry
    map: MapView
    form: StarForm
    fields: dict[str, int]
    verdict: str = ""
    right: bool = False
    whole: bool = True
    reasons: tuple[ReasonView, ...] = ()
    in_a_row: str = ""
    next: str = ""


def new_question_url(in_a_row: int = 0) -> str:
    """Return the address of a random question, after a number of right answers in a row."""
    fields = {"question": secrets.randbelow(QUESTIONS), **({"row": in_a_row} if in_a_row else {})}
    return f"{reverse(ROUTE)}?{urlencode(fields)}"


def question_number(query: QueryDict) -> int | None:
    """Return the number of the question of an address, or None for an address without a question."""
    return read_number(query.get("question"), QUESTIONS - 1)


def star_drill_page(query: QueryDict, number: int) -> StarDrillPage:
    """Return a question with what was answered."""
    in_a_row = read_number(query.get("row"), _MOST_IN_A_ROW) or 0
    question = find_question(number)
    form = StarForm(query.dict() if "answer" in query else None)
    page = StarDrillPage(
        card_entry(question.card),
        map_view(question.board, _("Map for this question"), Marks()),
        form,
        {"question": number, **({"row": in_a_row} if in_a_row else {})},
        in_a_row=_in_a_row(in_a_row),
    )
    return _answered(page, question, form.cleaned_data, in_a_row) if form.is_valid() else page


def _answered(page: StarDrillPage, question: StarQuestion, answer: dict[str, Any], in_a_row: int) -> StarDrillPage:
    right = answer["answer"] == question.stars
    in_a_row = min(in_a_row + 1, _MOST_IN_A_ROW) if right else 0
    verdict = _("Right: %(stars)s.") if right else _("No: the card scores %(stars)s, not %(answer)d.")
    lit = score(question.card, question.board).lit
    return replace(
        page,
        map=map_view(question.board, page.map.caption, Marks(lit=lit)),
        verdict=verdict % {"stars": stars_of(question.stars), "answer": answer["answer"]},
        right=right,
        whole=not lit,
        reasons=edict_reasons(question.card, question.board),
        in_a_row=_in_a_row(in_a_row),
        next=new_question_url(in_a_row),
    )


def _in_a_row(number: int) -> str:
    words = ngettext("%(number)d right answer in a row", "%(number)d right answers in a row", number)
    return words % {"number": number} if number else ""
