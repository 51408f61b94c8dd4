"""Sentences about stars, coins and monsters, and about the source of a figure."""

from __future__ import annotations

from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, ScoringCard
from engine.cartographers.geometry import Mask
from engine.cartographers.scoring.contribution import (
    CardContribution,
    Contribution,
    Limited,
    Overruled,
    TierReached,
)
from engine.cartographers.scoring.families import (
    BestCluster,
    Clause,
    Clusters,
    LargestSquare,
    Lines,
    LinkedEdges,
    LinkedFeatures,
    LongestRun,
    Patterns,
    RankedCluster,
    Runs,
    Sets,
    Spaces,
    TouchingPairs,
)
from engine.cartographers.scoring.unions import features_in
from engine.cartographers.skills import Skill
from games.cartographers.words.features import a_space, cluster_of, coins_of, place, space_list, spaces_of, stars_of
from games.cartographers.words.names import NamedItem, card_name, terrain_name
from games.cartographers.words.scoring.clusters import best_reason, clusters_reason, ranked_reason
from games.cartographers.words.scoring.connections import edges_reason, pairs_reason
from games.cartographers.words.scoring.lines import lines_reason, run_reason
from games.cartographers.words.scoring.patterns import patterns_reason
from games.cartographers.words.scoring.sets import sets_reason
from games.cartographers.words.scoring.spaces import spaces_reason
from games.cartographers.words.scoring.stars import earned_stars, limit_reason, overruled_reason, tier_reason
from games.cartographers.words.sheet_features import needed_features
from games.play.words import and_list, or_list


def contribution_sentence(contribution: CardContribution, card: ScoringCard) -> str:
    """Return the sentence about one contribution to a card's stars; it must be one of that card."""
    match contribution:
        case Contribution():
            return _clause_sentence(contribution, card.clauses[contribution.part])
        case TierReached():
            return tier_reason(contribution)
        case Overruled():
            return overruled_reason(contribution, card.combination)
        case Limited():
            return limit_reason(contribution)


def _clause_sentence(contribution: Contribution, clause: Clause) -> str:
    words = {"stars": earned_stars(contribution), "names": space_list(contribution.spaces)}
    match clause:
        case Spaces():
            return spaces_reason(clause, words, contribution.units)
        case Clusters():
            return clusters_reason(clause, words, contribution.spaces)
        case RankedCluster():
            return ranked_reason(clause, words, contribution.spaces)
        case BestCluster():
            return best_reason(clause, words, contribution)
        case Lines():
            return lines_reason(clause, words, contribution.spaces)
        case LinkedFeatures():
            return _linked_reason(clause, words, contribution.units)
        case LargestSquare():
            return _square_reason(words, contribution)
        case LongestRun() | Runs():
            return run_reason(clause, words, contribution.spaces)
        case Patterns():
            return patterns_reason(words, contribution.spaces)
        case TouchingPairs():
            return pairs_reason(clause, words, contribution)
        case LinkedEdges():
            return edges_reason(clause, words, contribution)
        case Sets():
            return sets_reason(clause, words, contribution)
        case _:
            assert_never(clause)


def _linked_reason(clause: LinkedFeatures, words: dict[str, str], units: int) -> str:
    words = words | {"spaces": spaces_of(clause.of, units), "cluster": cluster_of(clause.terrain)}
    if not clause.at_least:
        return _("%(stars)s for %(spaces)s reached by a %(cluster)s: %(names)s.") % words
    words |= {"terrain": or_list([terrain_name(feature) for feature in features_in(clause.terrain)])}
    if clause.of == clause.partner:
        return _("%(stars)s for %(spaces)s connected by %(terrain)s: %(names)s.") % words
    words |= {"partner": a_space(clause.partner)}
    return _("%(stars)s for %(spaces)s connected by %(terrain)s to %(partner)s: %(names)s.") % words


def _square_reason(words: dict[str, str], contribution: Contribution) -> str:
    words = words | {"place": place(contribution.spaces), "side": str(contribution.units)}
    return _("%(stars)s for the %(side)s×%(side)s square %(place)s.") % words


def losses_sentence(mask: Mask) -> str:
    """Return the sentence about stars lost to monsters: 1 for each of the empty spaces in `mask`."""
    if not mask:
        return _("No empty space is next to a monster, so you lose no stars.")
    n = mask.bit_count()
    text = ngettext(
        "%(n)s star lost for the empty space next to a monster: %(names)s.",
        "%(n)s stars lost for the empty spaces next to monsters: %(names)s.",
        n,
    )
    return text % {"n": n, "names": space_list(mask)}


def coins_sentence(n: int) -> str:
    """Return the sentence about stars for coins: 1 each, in every season from now on."""
    if not n:
        return _("No coins yet, so no stars for coins.")
    return stars_for_coins(n) + "."


def stars_for_coins(n: int) -> str:
    """Return the stars for coins as a phrase: "7 stars for 7 coins"."""
    return _("%(stars)s for %(coins)s") % {"stars": stars_of(n), "coins": coins_of(n)}


def no_stars_sentence(card: ScoringCard) -> str:
    """Return the sentence that a card earns no stars on this map."""
    return _("%(card)s scores no stars on this map so far.") % {"card": card_name(card)}


def missing_sentence(card: ScoringCard, board: Board) -> str:
    """Return the sentence about regions, landmarks or coin spaces that a card refers to and a map lacks, or ""."""
    missing = [feature for feature in needed_features(card) if not board.layers[feature]]
    if not missing:
        return ""
    return _("This map has no %(features)s.") % {"features": or_list([terrain_name(feature) for feature in missing])}


def measure_sentence(targets: int) -> str:
    """Return the sentence that compares a solo player's stars with the sum of the four edicts' targets."""
    return _("Compared with the edicts’ solo targets: %(stars)s.") % {"stars": stars_of(targets)}


def target_sentence(card: ScoringCard) -> str:
    """Return the sentence about an edict's solo target."""
    text = ngettext(
        "Solo target: %(target)s star.",
        "Solo target: %(target)s stars.",
        card.solo_target,
    )
    return text % {"target": card.solo_target}


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


def monster_losses_sentence(losses: Mask, monsters: Mask) -> str:
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


def landmarks_sentence(landmarks: Mask, coins: int) -> str:
    """Return the sentence about the coins for landmarks that were surrounded."""
    text = ngettext(
        "%(coins)s for the landmark %(spaces)s.", "%(coins)s for the landmarks %(spaces)s.", landmarks.bit_count()
    )
    return text % {"coins": coins_of(coins), "spaces": space_list(landmarks)}


def tolls_sentence(coins: int, cells: Mask, card: NamedItem) -> str:
    """Return the sentence about the coins that were paid for the coin spaces under a card's shape."""
    text = ngettext(
        "%(coins)s paid to draw %(card)s on the coin space %(spaces)s.",
        "%(coins)s paid to draw %(card)s on the coin spaces %(spaces)s.",
        cells.bit_count(),
    )
    return text % {"coins": coins_of(coins), "spaces": space_list(cells), "card": card_name(card)}


def shape_sentence(cells: Mask, card: NamedItem) -> str:
    """The coin for a shape that a card offered with one."""
    words = {"coins": coins_of(1), "card": card_name(card), "spaces": space_list(cells)}
    return _("%(coins)s for the shape of %(card)s on %(spaces)s.") % words


def skill_coins_sentence(skill: Skill, card: NamedItem) -> str:
    """Return the sentence about the coins paid for a skill."""
    words = {"coins": coins_of(skill.cost), "skill": card_name(skill), "card": card_name(card)}
    return _("%(coins)s paid to use %(skill)s on %(card)s.") % words


def rewards_coins_sentence(coins: int, cards: list[AmbushCard]) -> str:
    """The coins for monsters that were closed in."""
    words = {"coins": coins_of(coins), "cards": and_list([card_name(card) for card in cards])}
    return _("%(coins)s for surrounding %(cards)s.") % words


def effect_coins_sentence(coins: int, card: NamedItem) -> str:
    """Return the sentence about the coins that a monster's effect gave, or cost if negative."""
    if coins < 0:
        text = ngettext("%(card)s cost %(n)s coin.", "%(card)s cost %(n)s coins.", -coins)
    else:
        text = ngettext("%(card)s gave %(n)s coin.", "%(card)s gave %(n)s coins.", coins)
    return text % {"card": card_name(card), "n": abs(coins)}


def full_track_sentence() -> str:
    """Return the sentence that the coin track is full and further coins are lost."""
    return _("The coin track is full. Extra coins are ignored.")


def edict_sentence(stars: int, letter: str, card: NamedItem) -> str:
    """Return the sentence about an edict's stars in a season."""
    words = {"stars": stars_of(stars), "letter": letter, "card": card_name(card)}
    return _("%(stars)s for edict %(letter)s, %(card)s.") % words
