"""Sentences about the open card, spots for shapes, and the effects of an unconfirmed drawing or choice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, Option
from engine.cartographers.geometry import Mask
from engine.cartographers.notation import space_names
from engine.cartographers.placement import Offer
from engine.cartographers.shapes import Orientation, ShapeTurn
from engine.cartographers.skills import Skill, SkillPower
from engine.cartographers.view import Desk, SpaceChoice, View
from games.cartographers.desk.pending_result import (
    build_pending_result,
    change_sentences,
    placed_sentence,
    unplaced_sentence,
)
from games.cartographers.desk.placement_state import Ghost
from games.cartographers.desk.space_choice import choice_changes
from games.cartographers.desk.typed_placement import Hand, SelectedSpace, offered_option
from games.cartographers.desk.words import fits_count, orientation_label
from games.cartographers.goals.skills import can_peek, next_card_sentences, skill_sentence, skill_sentences
from games.cartographers.map.map_text import runs_phrase
from games.cartographers.others.strip import offer_sentence
from games.cartographers.typed.commands import Parts
from games.cartographers.typed.map_owner import ReaderFacts
from games.cartographers.words.effects import effect_in_game, hero_sentence, is_drawn, is_moved, no_stakes_sentence
from games.cartographers.words.features import overlap_sentence, space_list
from games.cartographers.words.names import as_on_paper_sentence, card_name, terrain_name
from games.cartographers.words.shapes import attack_phrase, cells_phrase
from games.play.line import UnreadableCommand
from games.play.people import Person
from games.play.words import fold_text, or_list


def hand_sentences(hand: Hand) -> tuple[str, ...]:
    """Return the sentences on where the shape or space in hand lies, or () if it is not placed."""
    match hand:
        case Ghost() as ghost if ghost.anchor is not None:
            return (placed_sentence(ghost),)
        case SelectedSpace(space=space) if space:
            return (_("Selected space: %(space)s.") % {"space": space_list(space)},)
        case _:
            return ()


def card_sentences(known: ReaderFacts, hand: Hand) -> tuple[str, ...]:
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


def _targets(known: ReaderFacts) -> tuple[str, ...]:
    choice = known.view.owed
    if not isinstance(choice, SpaceChoice):
        return ()
    number = choice.targets.bit_count()
    count = _count_moving if is_moved(choice.card) else _count_spreading if is_drawn(choice.card) else _count_destroyed
    text = count(number)
    return (text % {"n": number, "names": space_list(choice.targets)},)


def _count_destroyed(number: int) -> str:
    return ngettext("%(n)s space can be destroyed: %(names)s.", "%(n)s spaces can be destroyed: %(names)s.", number)


def _count_moving(number: int) -> str:
    return ngettext(
        "The monster’s first space can move to %(n)s space: %(names)s.",
        "The monster’s first space can move to %(n)s spaces: %(names)s.",
        number,
    )


def _count_spreading(number: int) -> str:
    return ngettext(
        "The monster can spread to %(n)s space: %(names)s.",
        "The monster can spread to %(n)s spaces: %(names)s.",
        number,
    )


def shape_sentences(known: ReaderFacts, hand: Hand) -> tuple[str, ...]:
    """Every shape on offer in words, with its terrains, what it brings, and in how many places it fits."""
    view = known.view
    if view.destroyer is not None:
        return _targets(known) or (offer_sentence(view, known.names),)
    options = hand.offer.options if isinstance(hand, Ghost) else _printed(view)
    if not options:
        return (offer_sentence(view, known.names),)
    sentences = [_shape(number, option, hand) for number, option in enumerate(options) if not option.skill]
    skills = skill_sentences(view) if isinstance(view.open, ExploreCard) else ()
    return (*sentences, *skills, *next_card_sentences(view), *_effect(view))


def skill_shape_sentences(view: View, skill: Skill, ghost: Ghost) -> tuple[str, ...]:
    """Return sentences about a skill and each of its shapes, with their numbers."""
    options = ghost.offer.options
    shapes = (_shape(number, options[number], ghost) for number in ghost.alike)
    lies = unplaced_sentence if ghost.anchor is None else placed_sentence
    return (skill_sentence(view, skill), *shapes, lies(ghost))


def is_full_name(name: str, skill: Skill) -> bool:
    """Return True if a typed name is the whole name of a skill, in the reader's language or its own."""
    return name in {fold_text(card_name(skill)), fold_text(skill.name)}


def peek_hints(view: View, skill: Skill) -> tuple[str, ...]:
    """Return how a skill that shows the next card is used, if the viewer can use it now."""
    if skill.power is not SkillPower.PEEK or not can_peek(view, skill):
        return ()
    return (_("Type “skill %(skill)s” to look at the next card.") % {"skill": card_name(skill)},)


def find_skill(name: str, view: View) -> Skill:
    """Return the skill of a game by its name or the beginning of it. Raises UnreadableCommand if there isn't one."""
    names = {skill: (fold_text(card_name(skill)), fold_text(skill.name)) for skill in view.skills}
    found = [skill for skill, spellings in names.items() if any(each.startswith(name) for each in spellings)]
    exact = [skill for skill in found if name in names[skill]]
    if len(found) == 1 or exact:
        return (exact or found)[0]
    listed = or_list([card_name(skill) for skill in view.skills])
    raise UnreadableCommand(_("Type the name of a skill: %(skills)s.") % {"skills": listed})


def ghost_with_skill(hand: Hand, skill: Skill) -> Ghost | None:
    """Return the drawing with the first shape of a skill, or None if it isn't on offer."""
    if not isinstance(hand, Ghost):
        return None
    numbers = [number for number, option in enumerate(hand.offer.options) if option.skill == skill.id]
    return hand.with_option(numbers[0]) if numbers else None


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
        sentences.append(fits_count(len(hand.offer.fits(option))))
    return " ".join(sentences)


def _effect(view: View) -> tuple[str, ...]:
    match view.open:
        case AmbushCard() as ambush:
            text = effect_in_game(ambush, view.definition, alone=view.seats == 1)
        case HeroCard() as hero:
            text = hero_sentence(hero)
        case ExploreCard(overlap=overlap):
            text = overlap_sentence(overlap)
        case None:
            text = ""
    return (text,) if text else ()


FEW = 4
"""Number of places listed for each orientation of a shape, unless only one orientation is requested."""


def fit_sentences(known: ReaderFacts, hand: Hand, parts: Parts) -> tuple[str, ...]:
    """Return sentences about the spots of the offered shapes, by orientation.

    If one orientation is requested, all its spots are named. Raises Unread if the shape isn't on offer.
    """
    if not isinstance(hand, Ghost):
        return shape_sentences(known, hand) if known.view.destroyer else (offer_sentence(known.view, known.names),)
    offer = hand.offer
    numbers = hand.alike if parts.option is None else (offered_option(parts.option, hand),)
    of_one = _fits_of if parts.turn is None else partial(_fits_held, turn=parts.turn)
    return tuple(sentence for number in numbers for sentence in of_one(number, offer))


def _fits_of(number: int, offer: Offer) -> Iterator[str]:
    option = offer.options[number]
    words = {"number": number + 1, "fits": fits_count(len(offer.fits(option)))}
    yield _("Shape %(number)s. %(fits)s") % words
    for way in option.shape.orientations:
        if anchors := offer.anchors(option, way):
            yield _way(way, anchors, few=anchors.bit_count() > FEW)


def _fits_held(number: int, offer: Offer, turn: ShapeTurn) -> Iterator[str]:
    option = offer.options[number]
    way = option.shape.held(turn)
    anchors = offer.anchors(option, way)
    words = {
        "number": number + 1,
        "held": orientation_label(way.turn),
        "fits": fits_count(anchors.bit_count()),
    }
    yield _("Shape %(number)s, %(held)s. %(fits)s") % words
    if anchors:
        yield _way(way, anchors, few=False)


def _way(way: Orientation, anchors: Mask, *, few: bool) -> str:
    """Return an orientation in words: code, shape, and all its spots or, if `few`, the first ones and their number."""
    places = space_names(anchors)
    words = {
        "code": orientation_code(way),
        "shape": attack_phrase(way.attack) if way.attack else cells_phrase(way.cells),
        "count": len(places),
        "places": ", ".join(places[:FEW]) if few else runs_phrase(anchors),
    }
    text = (
        _("%(code)s, %(shape)s: %(places)s and more (%(count)s in total).")
        if few
        else _("%(code)s, %(shape)s: %(places)s.")
    )
    return text % words


def orientation_code(way: Orientation) -> str:
    """Return the orientation as it is typed, for example "r1 f"."""
    return f"r{way.turn.quarters}{' f' if way.turn.flipped else ''}"


def placed_shape_sentences(known: ReaderFacts, hand: Hand) -> tuple[str, ...]:
    """Return sentences about the shape in hand and what it would change."""
    match hand:
        case Ghost(anchor=None) as ghost:
            return (_picked_up(ghost),)
        case Ghost() as ghost:
            assert known.view.desk is not None
            return _drawing(known.view, known.view.desk, ghost, known.people[known.view.desk.subject])
        case SelectedSpace(choice=choice, space=space):
            return _would_happen(choice, space), _chosen(known.view, choice, space), _confirm()
        case None:
            return (offer_sentence(known.view, known.names),)


def _would_happen(choice: SpaceChoice, space: Mask) -> str:
    if is_moved(choice.card):
        return _("The monster would move to %(spaces)s.") % {"spaces": space_list(choice.outcome(space).cells)}
    words = {"space": space_list(space)}
    if is_drawn(choice.card):
        return _("The monster would spread to %(space)s.") % words
    return _("%(space)s would be destroyed.") % words


def _chosen(view: View, choice: SpaceChoice, space: Mask) -> str:
    if view.next_season is None:
        return no_stakes_sentence()
    if view.as_on_paper:
        return as_on_paper_sentence(seated=True)
    return change_sentences(choice_changes(view, choice, space)) or _no_change()


def _picked_up(ghost: Ghost) -> str:
    return f"{unplaced_sentence(ghost)} {fits_count(ghost.offer.anchors(ghost.chosen, ghost.orientation).bit_count())}"


def _drawing(view: View, desk: Desk, ghost: Ghost, owner: Person) -> tuple[str, ...]:
    result = build_pending_result(view, desk, ghost, owner)
    if not result.legal:
        return result.sentences
    if view.as_on_paper:
        return (*result.sentences, as_on_paper_sentence(seated=True), _confirm())
    if not change_sentences(result.changes):
        return (*result.sentences, _no_change(), _confirm())
    return (*result.sentences, _confirm())


def _no_change() -> str:
    return _("No scores would change.")


def _confirm() -> str:
    return _("Type “confirm” to confirm.")
