"""Hints in practice games: three good answers to the open ask, with their reasons, drawn on the map."""

from __future__ import annotations

from dataclasses import dataclass
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
from games.cartographers.desk.placement_state import step_of
from games.cartographers.desk.scene import viewed_seat
from games.tables.game import Seated
from games.tables.hints import find_hint_problem, mark_hints

HINTS = "hints"
"""Name of the parameter that asks for hints on the page of a table."""


@dataclass(frozen=True, slots=True)
class HintView:
    """One good answer in words: where, the owner's expected stars at the end, and why. `url` puts it in hand."""

    words: str
    stars: str
    why: str
    url: str


@dataclass(frozen=True, slots=True)
class HintsView:
    """Hints beside a map: the URL that shows them, or the hints. `spaces` are theirs, in order.

    `is_own` is False on the map of another player, `is_choice` True if a space is chosen. `note` is the sentence that
    says what the stars mean.
    """

    url: str
    hints: tuple[HintView, ...] = ()
    spaces: tuple[Mask, ...] = ()
    is_own: bool = True
    is_choice: bool = False
    note: str = ""


def hint_problem(seated: Seated, view: View) -> str:
    """Return why a visitor can't have hints, "" if they can."""
    return find_hint_problem(seated, practice=view.definition.practice)


def hints_view(seated: Seated, view: View, query: QueryDict) -> HintsView | None:
    """Return the hints if the query asks for them, else the URL that does; None if the visitor can't have any.

    Showing them marks the game as played with hints.
    """
    look = viewed_seat(query, view)
    if view.owed is None or look not in {None, view.owed.subject} or hint_problem(seated, view):
        return None
    address = reverse("tables:table", args=[seated.table.code])
    hand = {name: query[name] for name in ("option", "terrain", "held", "anchor", "space") if query.get(name)}
    found = show_hints(seated, view) if query.get(HINTS) else None
    if found is None:
        return HintsView(f"{address}?{urlencode({**hand, HINTS: 1})}")
    return HintsView(
        "",
        tuple(
            HintView(
                answer_words(rating),
                tenths(found.scored + rating.value),
                reasons(rating, found.median, view.edicts),
                f"{address}?{step_in_query(rating.answer)}&{HINTS}=1",
            )
            for rating in found.best
        ),
        tuple(rating.cells for rating in found.best),
        is_own=found.is_own,
        is_choice=not isinstance(found.best[0].answer, Placement),
        note=note_sentence(found),
    )


def show_hints(seated: Seated, view: View) -> Hints | None:
    """Return hints for a player who may have them, and mark the game; None if nothing is worth a hint."""
    found = Adviser().find_hints(view)
    if found is not None:
        mark_hints(seated.table)
    return found


def step_in_query(answer: Answer) -> str:
    """Return the query that puts an answer in hand."""
    return step_of(answer).urlencode() if isinstance(answer, Placement) else urlencode({"space": space_name(answer)})


def note_sentence(found: Hints) -> str:
    """Return what the stars and reasons of hints mean."""
    if found.is_own:
        return _("The stars estimate your final total. The reasons compare each spot with an average one.")
    return _(
        "The stars estimate the final total of the map’s owner, so fewer is better for you. The reasons "
        "compare each spot with an average one."
    )
