"""Hints in practice games: three good answers to the open ask, with their reasons, drawn on the map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.geometry import Mask
from engine.cartographers.notation import Placement, space_name
from engine.cartographers.players.hints import Adviser, Hints
from engine.cartographers.players.raters import Answer
from engine.cartographers.view import View
from games.cartographers.coach.words import answer_words, reasons, tenths
from games.cartographers.desk.placement_state import Fields, step_of
from games.cartographers.desk.scene import viewed_seat
from games.tables.game import Seated
from games.tables.hints import find_hint_problem

HINTS: Final = "hints"
"""Name of the parameter for the turn whose hints the page of a table shows. It shows nothing in a game without hints,
and nothing of another turn, so going back to an old address reveals nothing.
"""
_IN_HAND: Final = ("option", "terrain", "held", "anchor", "space")


@dataclass(frozen=True, slots=True)
class HintView:
    """One good answer in words: where, the owner's expected stars at the end, and why. `url` puts it in hand."""

    words: str
    stars: str
    why: str
    url: str


@dataclass(frozen=True, slots=True)
class HintsView:
    """Hints beside a map, or the address of the form that shows them, and its fields. `spaces` are theirs, in order.

    `is_own` is False on the map of another player, `is_choice` True if a space is chosen. `note` is the sentence that
    says what the stars mean.
    """

    action: str
    fields: Fields = ()
    hints: tuple[HintView, ...] = ()
    spaces: tuple[Mask, ...] = ()
    is_own: bool = True
    is_choice: bool = False
    note: str = ""


def hint_problem(seated: Seated, view: View) -> str:
    """Return why a visitor can't have hints, "" if they can."""
    return find_hint_problem(seated, practice=view.definition.practice)


def hints_view(seated: Seated, view: View, query: QueryDict) -> HintsView | None:
    """Return the hints if the game has them and the query asks for those of this turn, else the form that shows them.

    None if the visitor can't have any.
    """
    look = viewed_seat(query, view)
    if view.owed is None or look not in {None, view.owed.subject} or hint_problem(seated, view):
        return None
    are_shown = seated.table.hints and query.get(HINTS) == str(view.turn)
    found = Adviser().find_hints(view) if are_shown else None
    if found is None:
        return HintsView(reverse("cartographers:hints", args=[seated.table.code, view.turn]), fields_in_hand(query))
    address = reverse("tables:table", args=[seated.table.code])
    return HintsView(
        "",
        hints=tuple(
            HintView(
                answer_words(rating, view.skills),
                tenths(found.scored + rating.value),
                reasons(rating, found.median, view.edicts),
                f"{address}?{step_in_query(rating.answer)}&{HINTS}={view.turn}",
            )
            for rating in found.best
        ),
        spaces=tuple(rating.cells for rating in found.best),
        is_own=found.is_own,
        is_choice=not isinstance(found.best[0].answer, Placement),
        note=note_sentence(found),
    )


def fields_in_hand(query: QueryDict) -> Fields:
    """Return the fields of a query that hold the shape or space in hand."""
    return tuple((name, str(query[name])) for name in _IN_HAND if query.get(name))


def step_in_query(answer: Answer) -> str:
    """Return the query that puts an answer in hand."""
    return step_of(answer).urlencode() if isinstance(answer, Placement) else urlencode({"space": space_name(answer)})


def no_hints_sentence() -> str:
    """Return why there are no hints if all answers are worth the same."""
    return _("This choice doesn’t affect any stars, so there are no hints.")


def note_sentence(found: Hints) -> str:
    """Return what the stars and reasons of hints mean."""
    if found.is_own:
        return _("The stars estimate your final total. The reasons compare each spot with an average one.")
    return _(
        "The stars estimate the final total of the map’s owner, so fewer is better for you. The reasons "
        "compare each spot with an average one."
    )
