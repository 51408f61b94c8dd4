"""Sentences that explain a figure: whose map, at what time, and the source of the coins."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.cards import AmbushCard
from engine.cartographers.geometry import Mask
from games.cartographers.goals.score_words import losses_sentence
from games.cartographers.words.features import coins_of, stars_of
from games.cartographers.words.names import Named, card_name
from games.cartographers.words.places import space_list
from games.play.phrases import and_list

# Keyed by whether the game is over and whether the map belongs to the viewer.
_NOW = {
    (False, True): gettext_lazy("%(figure)s on your current map."),
    (False, False): gettext_lazy("%(figure)s on %(name)s’s current map."),
    (True, True): gettext_lazy("%(figure)s on your map at the end of the game."),
    (True, False): gettext_lazy("%(figure)s on %(name)s’s map at the end of the game."),
}
_YEAR = {
    (False, True): gettext_lazy("%(figure)s on your score sheet so far."),
    (False, False): gettext_lazy("%(figure)s on %(name)s’s score sheet so far."),
    (True, True): gettext_lazy("%(figure)s on your final score sheet."),
    (True, False): gettext_lazy("%(figure)s on %(name)s’s final score sheet."),
}


def now_sentence(figure: str, name: str, *, own: bool, over: bool, turn: int | None = None) -> str:
    """Stars or coins, counted, as they stand on a seat’s map, or stood there after a turn; `name` is the seat’s."""
    words = {"figure": figure, "name": name, "turn": turn}
    if turn is None:
        return str(_NOW[over, own]) % words
    if own:
        return _("%(figure)s on your map after turn %(turn)s.") % words
    return _("%(figure)s on %(name)s’s map after turn %(turn)s.") % words


def year_sentence(figure: str, name: str, *, over: bool, own: bool) -> str:
    """Stars, counted, of all seasons that were scored."""
    return str(_YEAR[over, own]) % {"figure": figure, "name": name}


def scored_sentence(figure: str, name: str, season: str, *, own: bool) -> str:
    """Stars, counted, of a season that was scored."""
    words = {"figure": figure, "name": name, "season": season}
    if own:
        return _("%(figure)s on your map at %(season)s scoring.") % words
    return _("%(figure)s on %(name)s’s map at %(season)s scoring.") % words


def outlook_sentence(figure: str, name: str, season: str, *, own: bool, turn: int | None = None) -> str:
    """Stars, counted, of a season as it would be scored now, or would have been after a turn."""
    words = {"figure": figure, "name": name, "season": season, "turn": turn}
    if turn is not None and own:
        return _("%(figure)s on your map if %(season)s had been scored after turn %(turn)s.") % words
    if turn is not None:
        return _("%(figure)s on %(name)s’s map if %(season)s had been scored after turn %(turn)s.") % words
    if own:
        return _("%(figure)s on your map if %(season)s were scored now.") % words
    return _("%(figure)s on %(name)s’s map if %(season)s were scored now.") % words


def beside_sentence(losses: Mask, monsters: Mask) -> str:
    """Return the sentence about stars lost to some monsters, and their spaces; neither set may be empty."""
    words = {"sentence": losses_sentence(losses), "spaces": space_list(monsters)}
    text = ngettext(
        "%(sentence)s Monster at %(spaces)s.",
        "%(sentence)s Monsters at %(spaces)s.",
        monsters.bit_count(),
    )
    return text % words


def mountains_sentence(mountains: Mask) -> str:
    """The coins for mountains that were closed in, one each."""
    n = mountains.bit_count()
    text = ngettext("%(coins)s for the mountain %(spaces)s.", "%(coins)s for the mountains %(spaces)s.", n)
    return text % {"coins": coins_of(n), "spaces": space_list(mountains)}


def shape_sentence(cells: Mask, card: Named) -> str:
    """The coin for a shape that a card offered with one."""
    words = {"coins": coins_of(1), "card": card_name(card), "spaces": space_list(cells)}
    return _("%(coins)s for the shape of %(card)s on %(spaces)s.") % words


def rewards_coins_sentence(coins: int, cards: list[AmbushCard]) -> str:
    """The coins for monsters that were closed in."""
    words = {"coins": coins_of(coins), "cards": and_list([card_name(card) for card in cards])}
    return _("%(coins)s for surrounding %(cards)s.") % words


def full_track_sentence() -> str:
    """Return the sentence that the coin track is full and further coins are lost."""
    return _("The coin track is full. Extra coins are ignored.")


def edict_sentence(stars: int, letter: str, card: Named) -> str:
    """Return the sentence about an edict's stars in a season."""
    words = {"stars": stars_of(stars), "letter": letter, "card": card_name(card)}
    return _("%(stars)s for edict %(letter)s, %(card)s.") % words
