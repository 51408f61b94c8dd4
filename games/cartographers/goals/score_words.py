"""Sentences about the stars of scoring cards, coins and monsters."""

from __future__ import annotations

from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.cards import ScoringCard
from engine.cartographers.geometry import Mask
from engine.cartographers.scoring.contribution import Contribution
from engine.cartographers.scoring.families import (
    BestCluster,
    Clusters,
    LargestSquare,
    Lines,
    LinkedFeatures,
    LongestRun,
    RankedCluster,
    Spaces,
)
from games.cartographers.words.features import a_space, coins_of, spaces_of, stars_of
from games.cartographers.words.names import card_name, terrain_name
from games.cartographers.words.places import place, space_list
from games.cartographers.words.scoring.clusters import best_reason, clusters_reason, ranked_reason
from games.cartographers.words.scoring.lines import lines_reason, run_reason
from games.cartographers.words.scoring.spaces import spaces_reason


def contribution_sentence(contribution: Contribution, card: ScoringCard) -> str:
    """Return the sentence about one contribution to a card's stars; it must be one of that card."""
    clause = card.clauses[contribution.part]
    words = {"stars": _earned(contribution), "names": space_list(contribution.spaces)}
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
        case LongestRun():
            return run_reason(clause, words, contribution.spaces)
        case _:
            assert_never(clause)


def _earned(contribution: Contribution) -> str:
    """The stars in all, and how many each where that is not one."""
    if contribution.units == 1 or contribution.stars == 1:
        return stars_of(contribution.total)
    text = ngettext("%(n)s star (%(each)s each)", "%(n)s stars (%(each)s each)", contribution.total)
    return text % {"n": contribution.total, "each": contribution.stars}


def _linked_reason(clause: LinkedFeatures, words: dict[str, str], units: int) -> str:
    words = words | {"spaces": spaces_of(clause.of, units), "terrain": terrain_name(clause.terrain)}
    if clause.of is clause.partner:
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
    """The same within a sentence: "7 stars for 7 coins"."""
    return _("%(stars)s for %(coins)s") % {"stars": stars_of(n), "coins": coins_of(n)}


def no_stars_sentence(card: ScoringCard) -> str:
    """Return the sentence that a card earns no stars on this map."""
    return _("%(card)s scores no stars on this map so far.") % {"card": card_name(card)}


def measure_sentence(targets: int) -> str:
    """Return the sentence that compares a solo player's stars with the sum of the four edicts' targets."""
    return _("Compared with the edicts’ solo targets: %(stars)s.") % {"stars": stars_of(targets)}


def target_sentence(card: ScoringCard) -> str:
    """The target of one edict."""
    text = ngettext(
        "Solo target: %(target)s star.",
        "Solo target: %(target)s stars.",
        card.solo_target,
    )
    return text % {"target": card.solo_target}
