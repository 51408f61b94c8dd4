"""Stars of clauses and cards: tiers, penalties, clauses that exclude each other, caps and floors."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.cards import Combination, ScoringCard
from engine.cartographers.scoring.contribution import Contribution, Limited, Overruled, TierReached
from engine.cartographers.scoring.families import Clause
from engine.cartographers.scoring.tiers import Tiers
from games.cartographers.words.features import space_list, stars_of
from games.cartographers.words.scoring.blanks import blank
from games.play.words import and_list, figure


def clause_stars(clause: Clause) -> str:
    """Return the first words of a clause's rule: "2 stars", or "Stars" if tiers decide how many."""
    return blank(stars_of(clause.stars) if clause.tiers is None else _("Stars"), "stars")


def tiers_rule(stars: int, tiers: Tiers) -> str:
    """Return the sentence about the stars for 1, 2, 3 … things that count."""
    *lower, (most, highest) = enumerate(tiers.values, 1)
    each = [_("%(stars)s for %(n)s") % {"stars": stars_of(stars * value), "n": n} for n, value in lower]
    last = _("%(stars)s for %(n)s or more") % {"stars": stars_of(stars * highest), "n": most}
    return _("Their number decides the total: %(tiers)s.") % {"tiers": blank(and_list([*each, last]), "tiers")}


def combination_rules(card: ScoringCard) -> Iterator[str]:
    """Yield the sentences of a card's rule that apply to all its clauses together."""
    two = len(card.clauses) == 2
    match card.combination:
        case Combination.LARGEST:
            yield _("Only the higher of the two scores counts.") if two else _("Only the highest score counts.")
        case Combination.SMALLEST:
            yield _("Only the lower of the two scores counts.") if two else _("Only the lowest score counts.")
        case Combination.SUM:
            pass
    if card.cap is not None:
        yield _("At most %(stars)s in total.") % {"stars": stars_of(card.cap)}
    if card.floor is not None:
        yield _("Never less than %(stars)s in total.") % {"stars": stars_of(card.floor)}


def earned_stars(contribution: Contribution) -> str:
    """Return the total stars, and the stars for each unit if that isn't 1."""
    if contribution.units == 1 or abs(contribution.stars) == 1:
        return stars_of(contribution.total)
    text = ngettext("%(n)s star (%(each)s each)", "%(n)s stars (%(each)s each)", abs(contribution.total))
    return text % {"n": figure(contribution.total), "each": figure(contribution.stars)}


def tier_reason(tier: TierReached) -> str:
    """Return the reason for the stars of a clause with tiers."""
    text = ngettext(
        "%(stars)s for %(n)s that counts: %(names)s.", "%(stars)s for %(n)s that count: %(names)s.", tier.units
    )
    return text % {"stars": stars_of(tier.total), "n": tier.units, "names": space_list(tier.spaces)}


def overruled_reason(overruled: Overruled, combination: Combination) -> str:
    """Return the reason why a clause doesn't count."""
    words = {"number": overruled.part + 1, "stars": stars_of(overruled.stars)}
    if combination is Combination.LARGEST:
        return _("Clause %(number)s would score %(stars)s, but only the highest score counts.") % words
    return _("Clause %(number)s would score %(stars)s, but only the lowest score counts.") % words


def limit_reason(limited: Limited) -> str:
    """Return the reason for the stars that a cap takes away, or that a floor adds."""
    words = {"stars": stars_of(limited.total), "limit": stars_of(limited.limit)}
    if limited.total < 0:
        return _("%(stars)s, because this card scores at most %(limit)s.") % words
    return _("%(stars)s, because this card scores at least %(limit)s.") % words
