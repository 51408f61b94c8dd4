"""The choice of a space that a monster destroys."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.geometry import Mask, Space, space_bit
from engine.cartographers.notation import NotationError, space_name, space_of
from engine.cartographers.view import Choice, View
from games.cartographers.presenters.boards import MapView, Marks, map_view
from games.cartographers.presenters.desk import PlaceForm, coins_then, reward_coins
from games.cartographers.presenters.edicts import Change, changes
from games.cartographers.presenters.people import Person
from games.cartographers.words.effects_text import choice_sentence, effect_sentence
from games.cartographers.words.names import card_name


@dataclass(frozen=True, slots=True)
class ChoosingView:
    """The board on which a space is chosen: its possible spaces are buttons. `changes` are what the chosen one would
    change, none before one is; `chosen` is its name.
    """

    title: str
    owner_css: str
    ask: str
    effect: str
    address: str
    map: MapView
    chosen: str
    changes: tuple[Change, ...]
    form: PlaceForm


def choosing_view(view: View, choice: Choice, query: QueryDict, people: tuple[Person, ...], table: str) -> ChoosingView:
    """The choice of a seat, with the space that the address names put forward."""
    owner = people[choice.subject]
    put_forward = _space_of(query) & choice.targets
    title = _("Your map") if owner.me else _("%(name)s’s map") % {"name": owner.name}
    marks = Marks(wanted=choice.targets, doomed=put_forward, fresh=view.latest[choice.subject])
    chosen = space_name_of(put_forward)
    return ChoosingView(
        title=f"{card_name(choice.card)}: {title}",
        owner_css=owner.css,
        ask=choice_sentence(choice.card, owner.name, own=owner.me),
        effect=effect_sentence(choice.card),
        address=reverse("tables:table", args=[table]),
        map=map_view(choice.board, title, marks, active=choice.targets, button="space"),
        chosen=chosen,
        changes=_changes(view, choice, put_forward) if put_forward else (),
        form=_form(view, chosen, table),
    )


def space_name_of(mask: Mask) -> str:
    """The name of the one space of a set, "" for the empty set."""
    return space_name(Space(mask.bit_length() - 1)) if mask else ""


def _space_of(query: QueryDict) -> Mask:
    try:
        return space_bit(space_of(query.get("space", "")))
    except NotationError:
        return 0


def _changes(view: View, choice: Choice, put_forward: Mask) -> tuple[Change, ...]:
    after = choice.board.destroy(put_forward)
    mountains = choice.board.mountains_closed_by(put_forward).bit_count()
    coins = coins_then(view, choice.subject, mountains + reward_coins(view, choice.subject, after))
    return changes(view, choice.board, after, coins)


def _form(view: View, chosen: str, table: str) -> PlaceForm:
    confirm = _("Destroy %(space)s") % {"space": chosen} if chosen else _("Choose a space first")
    fields = (("space", chosen), ("command_id", str(uuid.uuid4())))
    return PlaceForm(reverse("cartographers:choice", args=[table, view.turn]), fields, confirm)
