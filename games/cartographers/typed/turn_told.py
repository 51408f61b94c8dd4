"""What goes on, in words: what is asked, the open card and its shapes, the season, whom the table waits for."""

from __future__ import annotations

from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, Option
from engine.cartographers.view import View
from games.cartographers.placing import Ghost
from games.cartographers.presenters.edicts import next_season
from games.cartographers.presenters.log import LogEntry
from games.cartographers.presenters.people import Person
from games.cartographers.presenters.season import season_view
from games.cartographers.typed.aiming import PutForward
from games.cartographers.typed.commands import Topic
from games.cartographers.typed.looking import Room
from games.cartographers.words.announcements import lying_sentence, offer_sentence
from games.cartographers.words.effects_text import effect_sentence, hero_sentence, no_stakes_sentence
from games.cartographers.words.lists import and_list, or_list, space_list
from games.cartographers.words.names import card_name, season_name, terrain_name
from games.cartographers.words.shapes_text import attack_phrase, cells_phrase

LINES_OF_LOG = 8
"""Lines of the log that are told at once."""


def told(topic: Topic, room: Room) -> tuple[str, ...]:
    """What a topic's word asks for."""
    match topic:
        case Topic.NOW:
            return now(room)
        case Topic.CARD:
            return card(room)
        case Topic.SHAPES:
            return shapes(room)
        case Topic.SEASON:
            return season(room)
        case Topic.WHO:
            return who(room)
        case Topic.LOG:
            return log(room)
        case _:
            assert_never(topic)


def now(room: Room) -> tuple[str, ...]:
    """What is asked of the reader, what is in hand, the season, and what happened since the reader answered last."""
    found = [offer_sentence(room.view, room.names), *in_hand(room)]
    if not room.view.over:
        found.append(_season_line(room.view))
    return (*found, *log(room, since=room.acted))


def in_hand(room: Room) -> tuple[str, ...]:
    """Where what is in hand lies, nothing where it lies nowhere."""
    match room.hand:
        case Ghost() as ghost if ghost.anchor is not None:
            return (lying(ghost),)
        case PutForward(space=space) if space:
            return (_("Put forward: %(space)s.") % {"space": space_list(space)},)
        case _:
            return ()


def lying(ghost: Ghost) -> str:
    """Where a drawing lies that was put down."""
    attack = 0 if ghost.anchor is None else ghost.orientation.marks(ghost.anchor)
    return lying_sentence(ghost.terrain, ghost.cells, attack, fits=ghost.legal)


def _season_line(view: View) -> str:
    if next_season(view) is None:
        return no_stakes_sentence()
    season = view.definition.seasons[view.season]
    words = {"season": season_name(season.id), "time": view.time, "threshold": season.threshold}
    if view.time >= season.threshold:
        return _("%(season)s: time %(time)s of %(threshold)s, so the season ends with this turn.") % words
    return _("%(season)s: time %(time)s of %(threshold)s.") % words


# --- The card and its shapes -----------------------------------------------------------------------------------------


def card(room: Room) -> tuple[str, ...]:
    """The open card, or the monster that destroys, and what is asked."""
    view = room.view
    if view.destroyer is not None:
        return (f"{card_name(view.destroyer)}.", offer_sentence(view, room.names), *_targets(room))
    if view.open is None:
        return (offer_sentence(view, room.names),)
    words = {"card": card_name(view.open), "time": view.open.time}
    return (_("%(card)s, time %(time)s.") % words, offer_sentence(view, room.names), *shapes(room))


def _targets(room: Room) -> tuple[str, ...]:
    choice = room.view.choice
    if choice is None or choice.chosen is not None:
        return ()
    text = ngettext(
        "%(n)s space can be destroyed: %(names)s.",
        "%(n)s spaces can be destroyed: %(names)s.",
        choice.targets.bit_count(),
    )
    return (text % {"n": choice.targets.bit_count(), "names": space_list(choice.targets)},)


def shapes(room: Room) -> tuple[str, ...]:
    """Every shape on offer in words, with its terrains, what it brings, and in how many places it fits."""
    view, hand = room.view, room.hand
    if view.destroyer is not None:
        return _targets(room) or (offer_sentence(view, room.names),)
    options = hand.offer.options if isinstance(hand, Ghost) else _printed(view)
    if not options:
        return (offer_sentence(view, room.names),)
    found = [_shape(number, option, hand) for number, option in enumerate(options)]
    return (*found, *_effect(view))


def _printed(view: View) -> tuple[Option, ...]:
    """What the open card offers where nobody's map is in the way."""
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
    found = [_("Shape %(number)s: %(shape)s, as %(terrains)s.") % words]
    if option.shape.attack:
        found.append(_("It attacks, from where it stands: %(steps)s.") % {"steps": attack_phrase(option.shape.attack)})
    if option.coin:
        found.append(_("It earns a coin."))
    if isinstance(hand, Ghost):
        found.append(fits_count(len(hand.offer.fits(option.shape))))
    return " ".join(found)


def fits_count(n: int) -> str:
    """In how many places something may be drawn, each way to hold it counted."""
    return ngettext("It fits in %(n)s place.", "It fits in %(n)s places.", n) % {"n": n} if n else _("It fits nowhere.")


def _effect(view: View) -> tuple[str, ...]:
    match view.open:
        case AmbushCard() as ambush:
            text = effect_sentence(ambush, alone=view.seats == 1)
        case HeroCard() as hero:
            text = hero_sentence(hero)
        case _:
            text = ""
    return (text,) if text else ()


# --- The season, the others, and what happened -----------------------------------------------------------------------


def season(room: Room) -> tuple[str, ...]:
    """The season and its time, its edicts, what was revealed, and what ruins and monsters will do."""
    view = room.view
    if view.over:
        return (offer_sentence(view, room.names),)
    shown = season_view(view)
    counting = and_list([edict.value for edict in view.definition.seasons[view.season].edicts])
    cards = [_("%(card)s (time %(time)s)") % {"card": one.name, "time": one.time} for one in shown.cards]
    found = [_season_line(view), _("Edicts %(letters)s count.") % {"letters": counting}]
    found.append(_("Revealed: %(cards)s.") % {"cards": and_list(cards)})
    found += [shown.ruins] if shown.ruins else []
    found += [f"{monster.name}: {monster.effect}" for monster in shown.monsters.each]
    return tuple(found)


def who(room: Room) -> tuple[str, ...]:
    """Who sits here, and what the table waits for."""
    return tuple(_person(number, person) for number, person in enumerate(room.people, 1))


def _person(number: int, person: Person) -> str:
    words = {"number": number, "name": _("you") if person.me else person.name, "state": person.state}
    return (_("%(number)s: %(name)s, %(state)s.") if person.state else _("%(number)s: %(name)s.")) % words


def log(room: Room, since: int = 0) -> tuple[str, ...]:
    """The latest lines of the log, the latest first, of no earlier turn than `since`."""
    return tuple(_logged(entry) for entry in room.log[:LINES_OF_LOG] if entry.turn >= since)


def _logged(entry: LogEntry) -> str:
    return _("Turn %(turn)s: %(text)s") % {"turn": entry.turn, "text": entry.text} if entry.turn else entry.text
