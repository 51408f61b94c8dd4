"""Drill "How many stars?": a map, a scoring card, and the stars to count."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.game import RULES
from engine.cartographers.mixing.build import setup_of
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.scoring.tally import score, stars
from engine.contract import Level, Seat
from engine.randomness import SEED_BYTES, Shuffler
from engine.runner import advance, begin
from games.accounts.forms import CartoForm
from games.cartographers.goals.explanations import edict_reasons
from games.cartographers.map.boards import MapView, Marks, map_view
from games.cartographers.reference.card_list import CardEntry, card_entry
from games.cartographers.words.features import stars_of
from games.play.explanations import ReasonView

ROUTE: Final = "cartographers:star_drill"
QUESTIONS: Final = 500
"""Number of questions. Each is made when it is first asked, which takes a while, and then kept."""
_MOST_STARS: Final = 999
_MOST_IN_A_ROW: Final = 9_999
_TURNS: Final = tuple(range(8, 27))
"""Turns after which a game may be left for a question: there is something to count on the map."""
_MIXES: Final = tuple(
    replace(PRESETS[preset], sheet=sheet)
    for preset, sheets in ((Preset.CARTOGRAPHERS, "AB"), (Preset.HEROES, "CD"))
    for sheet in sheets
)


@dataclass(frozen=True, slots=True)
class StarQuestion:
    """A map, and the scoring card whose stars are counted on it."""

    card: ScoringCard
    board: Board

    @property
    def stars(self) -> int:
        """The right answer."""
        return stars(self.card, self.board)


@lru_cache(maxsize=QUESTIONS)
def find_question(number: int) -> StarQuestion:
    """Return a question by its number: the map of a bot in the middle of a game, and one of the game's edicts."""
    shuffler = Shuffler(number.to_bytes(SEED_BYTES, "big"))
    (mix, *_others), (last, *_turns) = shuffler.shuffle("mix", _MIXES), shuffler.shuffle("turn", _TURNS)
    state = begin(RULES, setup_of(mix), 1, shuffler).state
    while state.turn <= last and (asks := RULES.asks(state)):
        command = RULES.choose_command(RULES.view(state, Seat(0)), asks[0], Level.SURVEYOR)
        state = advance(RULES, state, command, shuffler).state
    board = state.boards[0]
    cards = [card for card in state.edicts if stars(card, board)] or list(state.edicts)
    return StarQuestion(shuffler.shuffle("edict", cards)[0], board)


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


def star_drill_page(query: QueryDict) -> StarDrillPage | None:
    """Return the question of an address with what was answered, or None for an address without a question."""
    number = _whole_number(query.get("question"), QUESTIONS - 1)
    if number is None:
        return None
    in_a_row = _whole_number(query.get("row"), _MOST_IN_A_ROW) or 0
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


def _whole_number(text: str | None, most: int) -> int | None:
    """Return the number that a query holds, or None if there is none from 0 to `most`."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > len(str(most)):
        return None
    number = int(text)
    return number if number <= most else None
