"""Season, elapsed time and revealed cards of a game."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.cards import AmbushCard, DeckCard, ExploreCard, HeroCard, RotationDirection, RuinsCard
from engine.cartographers.placement import Forced
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.cards.faces import (
    CardTerrain,
    ShapePicture,
    card_address,
    card_terrains,
    face_sentence,
    shape_pictures,
)
from games.cartographers.goals.figures import is_past
from games.cartographers.goals.panels import Monsters, monsters_in_force
from games.cartographers.goals.scores import scored_figure, season_box
from games.cartographers.goals.skills import SkillView, list_skills, skill_sentences
from games.cartographers.typed.map_owner import ReaderFacts
from games.cartographers.words.effects import no_stakes_sentence
from games.cartographers.words.names import card_name, season_name
from games.play.explanations import Figure
from games.play.words import and_list


@dataclass(frozen=True, slots=True)
class CardView:
    """Card of the revealed column. `open` marks the open card, `kind` is the symbol of its kind ("" for an explore
    card), `css` its terrain if there is only one. `pictures` are the shapes of the open card, `face` its words.
    """

    name: str
    url: str
    time: int
    open: bool
    kind: str
    glyph: str
    css: str
    pictures: tuple[ShapePicture, ...]
    grounds: tuple[CardTerrain, ...]
    face: str


@dataclass(frozen=True, slots=True)
class Sand:
    """Sand in a drawn hourglass whose bulbs meet at 16: upper top and depth, and lower top."""

    above: str
    depth: str
    below: str


@dataclass(frozen=True, slots=True)
class Quarter:
    """Season of the year: its symbol, and "past", "now", or "" if still to come. `stars` is its total once scored."""

    name: str
    glyph: str
    css: str
    stars: Figure | None = None


@dataclass(frozen=True, slots=True)
class SeasonView:
    """Season, elapsed time and revealed cards of a game. `next_card` is one that the viewer has looked at."""

    name: str
    glyph: str
    year: tuple[Quarter, ...]
    sand: Sand
    css: str
    time: int
    threshold: int
    clock: str
    sentence: str
    cards: tuple[CardView, ...]
    ruins: str
    monsters: Monsters
    skills: tuple[SkillView, ...] = ()
    next_card: CardView | None = None

    @property
    def earlier(self) -> tuple[CardView, ...]:
        """Cards revealed before the open one."""
        return tuple(card for card in self.cards if not card.open)


def season_view(view: View, seat: Seat | None = None, *, table: str = "", omitted: str = "") -> SeasonView:
    """Return the current season, with the stars of a seat in the seasons before if one is given.

    `table` is the address of the table, or "" for no links to the cards. `omitted` is the id of a monster whose
    effect the page describes elsewhere, or "".
    """
    season = view.definition.seasons[view.season]
    column = [view.card(id) for id in view.column]
    newest = len(column) - 1
    cards = tuple(
        _card(view, card, view.open is not None and number == newest, table) for number, card in enumerate(column)
    )
    last = view.time >= season.threshold and not (view.over or is_past(view))
    return SeasonView(
        season_name(season.id),
        season.id,
        _year(view, seat, table),
        _sand(view.time, season.threshold),
        f"season-{season.id}",
        view.time,
        season.threshold,
        clock_words(view.time, season.threshold, last=last),
        time_sentence(view.time, season.threshold, last=last),
        cards,
        _ruins(view),
        monsters_in_force(view, omitted=omitted),
        list_skills(view, table) if view.skills else (),
        _card(view, view.next_card, True, table) if view.next_card else None,
    )


def _card(view: View, card: DeckCard, is_open: bool, table: str) -> CardView:
    shown = card_terrains(card) if is_open else ()
    return CardView(
        name=card_name(card),
        url=card_address(table, card),
        time=card.time,
        open=is_open,
        kind=_kind(card),
        glyph=_glyph(card),
        css=shown[0].css if len(shown) == 1 else "",
        pictures=shape_pictures(card) if is_open else (),
        grounds=shown,
        face=face_sentence(card) if is_open else "",
    )


def _kind(card: DeckCard) -> str:
    """Return the CSS classes of a card's kind, with `from-left` if an ambush takes the boards from the left."""
    left = isinstance(card, AmbushCard) and card.passing is RotationDirection.COUNTERCLOCKWISE
    return f"kind-{type(card).__name__}{' from-left' if left else ''}"


def _year(view: View, seat: Seat | None, table: str) -> tuple[Quarter, ...]:
    states = {True: "past", False: ""}
    return tuple(
        Quarter(
            season_name(season.id),
            season.id,
            "now" if number == view.season else states[number < view.season],
            None
            if seat is None or number >= len(view.scores)
            else scored_figure(season_box(view, number, seat, table, lit=False).total),
        )
        for number, season in enumerate(view.definition.seasons)
    )


def _sand(time: int, threshold: int) -> Sand:
    fallen = min(time / threshold, 1)
    above = 10 * (1 - fallen)
    return Sand(f"{16 - above:.1f}", f"{above:.1f}", f"{28 - 10 * fallen:.1f}")


def _ruins(view: View) -> str:
    """Return the text about pending ruins: the card they apply to is the open explore card, else the next.

    Returns "" if no ruins are pending, if the game is over, or if the drawing task mentions them already.
    """
    if not view.ruins_pending or view.over:
        return ""
    if view.desk and (view.desk.offer.covering or view.desk.offer.forced is not Forced.NO):
        return ""
    if isinstance(view.open, ExploreCard):
        return _("Ruins: this turn’s shape must cover a ruins space if possible.")
    return _("Ruins: the next explore card’s shape must cover a ruins space if possible.")


def _glyph(card: DeckCard) -> str:
    match card:
        case AmbushCard():
            return "monster"
        case HeroCard():
            return "hero"
        case RuinsCard():
            return "ruins"
        case _:
            return ""


def clock_words(time: int, threshold: int, *, last: bool) -> str:
    """Return the elapsed time of a season for narrow layouts.

    At the threshold it returns words instead of figures, since "9 of 8" would be confusing.
    """
    if time >= threshold:
        return _("Last turn") if last else _("Finished")
    return _("%(time)s of %(threshold)s") % {"time": time, "threshold": threshold}


def time_sentence(time: int, threshold: int, *, last: bool) -> str:
    """Return the elapsed time of a season; `last` if the open turn ends it."""
    if last:
        return _("%(time)s of %(threshold)s: the season ends this turn.") % {"time": time, "threshold": threshold}
    return _("%(time)s of %(threshold)s") % {"time": time, "threshold": threshold}


def season_line(view: View) -> str:
    """Return the sentence about the elapsed time of the current season."""
    if view.next_season is None:
        return no_stakes_sentence()
    season = view.definition.seasons[view.season]
    words = {"season": season_name(season.id), "time": view.time, "threshold": season.threshold}
    if view.time >= season.threshold:
        return _("%(season)s: time %(time)s of %(threshold)s. The season ends this turn.") % words
    return _("%(season)s: time %(time)s of %(threshold)s.") % words


def season_sentences(known: ReaderFacts) -> tuple[str, ...]:
    """The season under way and its time, its edicts, what was revealed, and what ruins and monsters will do."""
    view = known.view
    season = season_view(view)
    counting = and_list([edict.value for edict in view.definition.seasons[view.season].edicts])
    cards = [_("%(card)s (time value %(time)s)") % {"card": card.name, "time": card.time} for card in season.cards]
    sentences = [season_line(view), _("Edicts %(letters)s are scored.") % {"letters": counting}]
    sentences.append(_("Revealed: %(cards)s.") % {"cards": and_list(cards)})
    sentences += [season.ruins] if season.ruins else []
    sentences += [f"{monster.name}: {monster.effect}" for monster in season.monsters.each]
    sentences += skill_sentences(view)
    return tuple(sentences)
