"""The open card and its shapes, and what is in hand, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, Option
from engine.cartographers.view import Choice, View
from games.cartographers.desk.pending_result import laid_sentence
from games.cartographers.desk.placement_state import Ghost
from games.cartographers.desk.typed_placement import Hand, PutForward
from games.cartographers.desk.words import fits_count
from games.cartographers.others.prompts import offer_sentence
from games.cartographers.typed.map_owner import Known
from games.cartographers.words.effects import effect_in_game, hero_sentence
from games.cartographers.words.names import card_name, terrain_name
from games.cartographers.words.places import space_list
from games.cartographers.words.shapes import attack_phrase, cells_phrase
from games.play.phrases import or_list


def hand_sentences(hand: Hand) -> tuple[str, ...]:
    """Return the sentences on where the shape or space in hand lies, or () if it is not placed."""
    match hand:
        case Ghost() as ghost if ghost.anchor is not None:
            return (laid_sentence(ghost),)
        case PutForward(space=space) if space:
            return (_("Selected space: %(space)s.") % {"space": space_list(space)},)
        case _:
            return ()


def card_sentences(known: Known, hand: Hand) -> tuple[str, ...]:
    """The open card, or the monster that destroys, and what is asked."""
    view = known.view
    if view.destroyer is not None:
        return (f"{card_name(view.destroyer)}.", offer_sentence(view, known.names), *_targets(known))
    if view.open is None:
        return (offer_sentence(view, known.names),)
    words = {"card": card_name(view.open), "time": view.open.time}
    return (
        _("%(card)s, time value %(time)s.") % words,
        offer_sentence(view, known.names),
        *shape_sentences(known, hand),
    )


def _targets(known: Known) -> tuple[str, ...]:
    choice = known.view.owed
    if not isinstance(choice, Choice):
        return ()
    text = ngettext(
        "%(n)s space can be destroyed: %(names)s.",
        "%(n)s spaces can be destroyed: %(names)s.",
        choice.targets.bit_count(),
    )
    return (text % {"n": choice.targets.bit_count(), "names": space_list(choice.targets)},)


def shape_sentences(known: Known, hand: Hand) -> tuple[str, ...]:
    """Every shape on offer in words, with its terrains, what it brings, and in how many places it fits."""
    view = known.view
    if view.destroyer is not None:
        return _targets(known) or (offer_sentence(view, known.names),)
    options = hand.offer.options if isinstance(hand, Ghost) else _printed(view)
    if not options:
        return (offer_sentence(view, known.names),)
    sentences = [_shape(number, option, hand) for number, option in enumerate(options)]
    return (*sentences, *_effect(view))


def _printed(view: View) -> tuple[Option, ...]:
    """Return the options of the open card as printed, as if nothing limited them."""
    match view.open:
        case ExploreCard() | AmbushCard():
            return view.open.options
        case HeroCard():
            return view.open.turnable
        case None:
            return ()


def _shape(number: int, option: Option, hand: object) -> str:
    terrains = or_list([terrain_name(terrain) for terrain in option.terrains])
    words = {"number": number + 1, "shape": cells_phrase(option.shape.cells), "terrains": terrains}
    sentences = [_("Shape %(number)s: %(shape)s, as %(terrains)s.") % words]
    if option.shape.attack:
        sentences.append(
            _("Attack pattern, from its space: %(steps)s.") % {"steps": attack_phrase(option.shape.attack)}
        )
    if option.coin:
        sentences.append(_("It earns a coin."))
    if isinstance(hand, Ghost):
        sentences.append(fits_count(len(hand.offer.fits(option.shape))))
    return " ".join(sentences)


def _effect(view: View) -> tuple[str, ...]:
    match view.open:
        case AmbushCard() as ambush:
            text = effect_in_game(ambush, view.definition, alone=view.seats == 1)
        case HeroCard() as hero:
            text = hero_sentence(hero)
        case _:
            text = ""
    return (text,) if text else ()
