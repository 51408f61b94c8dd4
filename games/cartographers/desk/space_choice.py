"""Choice of a space that a monster takes: it is destroyed, or the monster spreads or moves to it."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.geometry import Mask, Space, space_bit
from engine.cartographers.notation import NotationError, space_name, space_of
from engine.cartographers.view import SpaceChoice, View
from games.cartographers.desk.desk import DeskStep, PlaceForm
from games.cartographers.desk.pending_result import PendingResult
from games.cartographers.goals.figures import FigureChange, figure_changes
from games.cartographers.map.boards import MapView, Marks, map_title, map_view
from games.cartographers.words.effects import effect_in_game, is_drawn, is_moved, no_stakes_sentence
from games.cartographers.words.names import card_name
from games.play.people import Person


@dataclass(frozen=True, slots=True)
class SpaceChoiceView:
    """View of the board on which a space is chosen; the possible spaces are buttons. `chosen` is the name of the
    selected space, or "". `destroy` (with {space}) and `first` are the confirm button's labels with and without one.
    """

    title: str
    owner_css: str
    effect: str
    address: str
    map: MapView
    chosen: str
    pending: PendingResult
    destroy: str
    first: str
    drop: DeskStep
    form: PlaceForm


def build_space_choice_view(
    view: View,
    choice: SpaceChoice,
    query: QueryDict,
    people: tuple[Person, ...],
    table: str,
    pieces: tuple[Mask, ...],
    hints: tuple[Mask, ...] = (),
) -> SpaceChoiceView:
    """Return the space choice of a seat, with the space from the query selected, the `pieces` of its map, and good
    spaces as `hints`.
    """
    owner = people[choice.subject]
    space = selected_space(query, choice)
    title = map_title(owner)
    marks = Marks(wanted=choice.targets, doomed=space, fresh=view.latest[choice.subject], pieces=pieces, hints=hints)
    chosen, address = space_name_of(space), reverse("tables:table", args=[table])
    return SpaceChoiceView(
        title=f"{card_name(choice.card)}: {title}",
        owner_css=owner.css,
        effect=_effect(view, choice),
        address=address,
        map=map_view(choice.board, title, marks, active=choice.targets, button="space"),
        chosen=chosen,
        pending=build_pending_choice(view, choice, query, owner),
        destroy=_confirm(choice, "{space}"),
        first=_first(),
        drop=DeskStep("drop", "", _("Clear"), f"{address}#desk" if chosen else ""),
        form=_form(view, choice, chosen, table),
    )


def _effect(view: View, choice: SpaceChoice) -> str:
    effect = effect_in_game(choice.card, view.definition, alone=view.seats == 1)
    return effect if view.next_season else f"{effect} {no_stakes_sentence()}"


def build_pending_choice(view: View, choice: SpaceChoice, query: QueryDict, owner: Person) -> PendingResult:
    """Return the result of choosing the selected space on the owner's map; none after the last scoring."""
    space = selected_space(query, choice)
    if view.next_season is None:
        hint = "" if space else _choose()
        return PendingResult(owner, hint=hint, doomed=no_stakes_sentence() if space else "")
    if not space:
        return PendingResult(owner, hint=_choose(), changes=figure_changes(view, choice.position, choice.position))
    return PendingResult(owner, legal=True, changes=choice_changes(view, choice, space))


def _choose() -> str:
    return _("Choose one of the circled spaces on the map.")


def space_name_of(mask: Mask) -> str:
    """Return the name of the only space in a set, or "" for the empty set."""
    return space_name(Space(mask.bit_length() - 1)) if mask else ""


def selected_space(query: QueryDict, choice: SpaceChoice) -> Mask:
    """Return the selectable space that the query names, or 0."""
    try:
        return space_bit(space_of(query.get("space", ""))) & choice.targets
    except NotationError:
        return 0


def choice_changes(view: View, choice: SpaceChoice, space: Mask) -> tuple[FigureChange, ...]:
    """Return the changes if the space were chosen."""
    after = choice.position.after(choice.outcome(space))
    return figure_changes(view, choice.position, after)


def _confirm(choice: SpaceChoice, space: str) -> str:
    if is_moved(choice.card):
        return _("Move to %(space)s") % {"space": space}
    if is_drawn(choice.card):
        return _("Spread to %(space)s") % {"space": space}
    return _("Destroy %(space)s") % {"space": space}


def _first() -> str:
    return _("Choose a space first")


def _form(view: View, choice: SpaceChoice, chosen: str, table: str) -> PlaceForm:
    confirm = _confirm(choice, chosen) if chosen else _first()
    fields = (("space", chosen), ("command_id", str(uuid.uuid4())))
    return PlaceForm(reverse("cartographers:choice", args=[table, view.turn]), fields, confirm)
