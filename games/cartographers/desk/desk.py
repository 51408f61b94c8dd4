"""The desk: a board with what may be drawn on it, every step of the drawing as an address."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard
from engine.cartographers.geometry import FULL, Mask
from engine.cartographers.placement import Forced
from engine.cartographers.position import Outcome
from engine.cartographers.view import Desk, View
from games.cartographers.desk.pending_result import Pending, harm_of, outcome_of, pending
from games.cartographers.desk.placement_state import Ghost
from games.cartographers.desk.placement_values import Goal, Heat, goals, heat
from games.cartographers.desk.preview import preview_data
from games.cartographers.desk.steps import Steps, steps
from games.cartographers.map.boards import MapView, Marks, map_view
from games.cartographers.others.ambush import AmbushDesk, ambush_desk
from games.cartographers.words.effects import effect_in_game, hero_sentence
from games.cartographers.words.names import card_name
from games.play.people import Person


@dataclass(frozen=True, slots=True)
class PlaceForm:
    """The form that confirms: its address, hidden fields and the words on its button."""

    action: str
    fields: tuple[tuple[str, str], ...]
    confirm: str


@dataclass(frozen=True, slots=True)
class DeskView:
    """View of the drawing desk.

    `data` is what the script previews from: the legal anchors of every orientation, as the engine has them. `ambush`
    is None on the viewer's own map. `hidden` are the fields of the form that places the shape. `goals` are what the
    viewer may draw for. `heat` shows where the shape would score for the selected goal.
    """

    title: str
    owner_css: str
    ambush: AmbushDesk | None
    wanted: str
    effect: str
    map: MapView
    hidden: tuple[tuple[str, str], ...]
    steps: Steps
    pending: Pending
    form: PlaceForm
    data: dict[str, object]
    goals: tuple[Goal, ...]
    heat: Heat | None


def desk_view(
    view: View,
    desk: Desk,
    ghost: Ghost,
    people: tuple[Person, ...],
    table: str,
    *,
    worth: str = "",
    lit: Mask = 0,
) -> DeskView:
    """The desk of a seat that has to draw; `worth` is the goal for which the map shows where the shape would pay, `lit`
    are spaces that are spoken of.
    """
    card, owner = view.open, people[desk.subject]
    assert card is not None, "a desk stands in an open turn"
    title, glow = _title(view, owner), heat(view, desk, ghost, worth) if worth else None
    return DeskView(
        title=title,
        owner_css=owner.css,
        ambush=ambush_desk(view, people, reverse("tables:table", args=[table])) if not owner.me else None,
        wanted=_("Cover at least one of the circled ruins.") if desk.offer.covering else "",
        effect=_effect(card, desk, view),
        map=map_view(desk.board, title, _marks(view, desk, ghost, glow, lit), active=FULL),
        hidden=ghost.fields,
        steps=steps(ghost),
        pending=pending(view, desk, ghost, owner),
        form=_form(view, ghost, owner, table),
        data=preview_data(desk, ghost),
        goals=goals(view, ghost),
        heat=glow,
    )


def _marks(view: View, desk: Desk, ghost: Ghost, glow: Heat | None, lit: Mask) -> Marks:
    outcome = outcome_of(desk, ghost)
    return Marks(
        ghost=ghost.cells,
        terrain=ghost.terrain.word,
        legal=ghost.legal,
        fresh=view.latest[desk.subject],
        lit=lit,
        wanted=desk.offer.covering,
        attack=0 if ghost.anchor is None else ghost.orientation.marks(ghost.anchor),
        doomed=outcome.destroyed if isinstance(outcome, Outcome) else 0,
        harm=harm_of(desk.board, desk.position.after(outcome).board)[0] if isinstance(outcome, Outcome) else 0,
        heat=glow.spaces if glow else {},
    )


def _effect(card: ExploreCard | AmbushCard | HeroCard, desk: Desk, view: View) -> str:
    """Return the text on the open card's effect besides being drawn, or "" if it has none.

    A single square drawn in place of a monster has no effect.
    """
    match card:
        case AmbushCard() if desk.offer.forced is Forced.NO:
            return effect_in_game(card, view.definition, alone=view.seats == 1)
        case HeroCard():
            return hero_sentence(card)
        case _:
            return ""


def _title(view: View, owner: Person) -> str:
    if not isinstance(view.open, AmbushCard):
        return _("Your map")
    card = card_name(view.open)
    if owner.me:
        return _("%(card)s on your map") % {"card": card}
    return _("%(card)s on %(name)s’s map") % {"card": card, "name": owner.name}


def _form(view: View, ghost: Ghost, owner: Person, table: str) -> PlaceForm:
    address = reverse("cartographers:placement", args=[table, view.turn])
    return PlaceForm(address, (*ghost.fields, ("command_id", str(uuid.uuid4()))), _confirm(view, ghost, owner))


def _confirm(view: View, ghost: Ghost, owner: Person) -> str:
    if not isinstance(view.open, AmbushCard) or owner.me:
        return _("Place")
    if ghost.offer.forced is not Forced.NO:
        return _("Place a monster square on %(name)s’s map") % {"name": owner.name}
    return _("Place %(card)s on %(name)s’s map") % {"card": card_name(view.open), "name": owner.name}
