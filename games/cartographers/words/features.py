"""Features as the nouns of a sentence: counted, singled out, in clusters and at their places.

Several features counted as one are one noun: "forest or village space".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy, npgettext, pgettext, pgettext_lazy

from engine.cartographers.cards import Overlap, Place
from engine.cartographers.geometry import Mask, column_of, row_of, space, spaces
from engine.cartographers.notation import space_name, space_names
from engine.cartographers.scoring.unions import FeatureLike, FeatureUnion
from engine.cartographers.terrain import Feature, Terrain
from games.cartographers.words.names import terrain_name
from games.play.words import comma_list, figure, or_list


def space_list(mask: Mask) -> str:
    """The names of spaces in reading order: "B2, B3, C4"."""
    return comma_list(space_names(mask))


def place(mask: Mask) -> str:
    """Return the location of a group of spaces: the top left and bottom right corners, as in "B2–C4".

    The corners are those of its bounding box; a single space is named alone. The set must not be empty.
    """
    where = spaces(mask)
    rows, columns = [row_of(space) for space in where], [column_of(space) for space in where]
    low, high = space_name(space(min(rows), min(columns))), space_name(space(max(rows), max(columns)))
    return low if low == high else _("%(first)s–%(last)s") % {"first": low, "last": high}


def stars_of(n: int) -> str:
    """Return a number of stars: "6 stars"."""
    return ngettext("%(n)s star", "%(n)s stars", abs(n)) % {"n": figure(n)}


def coins_of(n: int) -> str:
    """Return a number of coins: "1 coin"."""
    return ngettext("%(n)s coin", "%(n)s coins", n) % {"n": n}


def spaces_of(feature: FeatureLike | Terrain, n: int) -> str:
    """Return a number of spaces: "6 village spaces"."""
    if isinstance(feature, FeatureUnion):
        text = ngettext("%(n)s %(kinds)s space", "%(n)s %(kinds)s spaces", n)
        return text % {"n": n, "kinds": _kinds(feature)}
    return str(_COUNTED[Feature(feature)] % {"n": n})


def range_of(counted: Callable[[int], str], least: int, most: int | None) -> str:
    """Return a range with its noun: "at least 2 coins", "exactly 2 coins", "at most 2 coins", "2 to 4 coins".

    `counted` returns a number with its noun; `most` is None without a limit.
    """
    if most is None:
        return pgettext("range", "at least %(count)s") % {"count": counted(least)}
    words = {"least": least, "count": counted(most)}
    if least == most:
        return pgettext("range", "exactly %(count)s") % words
    if least == 0:
        return pgettext("range", "at most %(count)s") % words
    return pgettext("range", "%(least)s to %(count)s") % words


def spaces_range(feature: FeatureLike | Terrain, least: int, most: int | None) -> str:
    """Return a range of spaces: "at least 2 village spaces"."""
    return range_of(partial(spaces_of, feature), least, most)


def kinds_range(least: int, most: int | None) -> str:
    """Return a range of terrain types: "at least 2 different terrain types"."""
    return range_of(_kinds_of, least, most)


def _kinds_of(n: int) -> str:
    return ngettext("%(n)s terrain type", "%(n)s different terrain types", n) % {"n": n}


def each_space(feature: FeatureLike | Terrain) -> str:
    """Return a space as used after "each": "village space"."""
    if isinstance(feature, FeatureUnion):
        return pgettext("after each", "%(kinds)s space") % {"kinds": _kinds(feature)}
    return str(_EACH[Feature(feature)])


def a_space(feature: FeatureLike | Terrain) -> str:
    """Return an unspecified space: "a village space"."""
    if isinstance(feature, FeatureUnion):
        return pgettext("whichever", "a %(kinds)s space") % {"kinds": _kinds(feature)}
    return str(_ANY[Feature(feature)])


def such_spaces(feature: FeatureLike | Terrain) -> str:
    """Return spaces without a number: "village spaces"."""
    if isinstance(feature, FeatureUnion):
        return pgettext("without a number", "%(kinds)s spaces") % {"kinds": _kinds(feature)}
    return str(_PLURALS[Feature(feature)])


def cluster_of(feature: FeatureLike | Terrain) -> str:
    """Return a cluster without an article: "village cluster", "cluster of forest or village spaces"."""
    if isinstance(feature, FeatureUnion):
        return pgettext("a group of touching spaces", "cluster of %(kinds)s spaces") % {"kinds": _kinds(feature)}
    return str(_CLUSTERS[Feature(feature)])


def _kinds(union: FeatureUnion) -> str:
    return or_list([str(_KINDS[feature]) for feature in union.features])


_KINDS = {
    Feature.FOREST: pgettext_lazy("kind of space, in “forest or village space”", "forest"),
    Feature.VILLAGE: pgettext_lazy("kind of space, in “forest or village space”", "village"),
    Feature.FARM: pgettext_lazy("kind of space, in “forest or village space”", "farm"),
    Feature.WATER: pgettext_lazy("kind of space, in “forest or village space”", "water"),
    Feature.MONSTER: pgettext_lazy("kind of space, in “forest or village space”", "monster"),
    Feature.HERO: pgettext_lazy("kind of space, in “forest or village space”", "hero"),
    Feature.MOUNTAIN: pgettext_lazy("kind of space, in “forest or village space”", "mountain"),
    Feature.WASTELAND: pgettext_lazy("kind of space, in “forest or village space”", "wasteland"),
    Feature.DESTROYED: pgettext_lazy("kind of space, in “forest or village space”", "destroyed"),
    Feature.RUINS: pgettext_lazy("kind of space, in “forest or village space”", "ruins"),
    Feature.MARKED: pgettext_lazy("kind of space, in “forest or village space”", "marked"),
    Feature.EMPTY: pgettext_lazy("kind of space, in “forest or village space”", "empty"),
    Feature.LANDMARK: pgettext_lazy("kind of space, in “forest or village space”", "landmark"),
    Feature.TOLL: pgettext_lazy("kind of space, in “forest or village space”", "coin"),
    Feature.REGION_1: pgettext_lazy("kind of space, in “forest or village space”", "region 1"),
    Feature.REGION_2: pgettext_lazy("kind of space, in “forest or village space”", "region 2"),
    Feature.REGION_3: pgettext_lazy("kind of space, in “forest or village space”", "region 3"),
    Feature.REGION_4: pgettext_lazy("kind of space, in “forest or village space”", "region 4"),
}
"""Kinds of spaces that a union names, before the noun "space"."""

_COUNTED = {
    Feature.FOREST: ngettext_lazy("%(n)s forest space", "%(n)s forest spaces", "n"),
    Feature.VILLAGE: ngettext_lazy("%(n)s village space", "%(n)s village spaces", "n"),
    Feature.FARM: ngettext_lazy("%(n)s farm space", "%(n)s farm spaces", "n"),
    Feature.WATER: ngettext_lazy("%(n)s water space", "%(n)s water spaces", "n"),
    Feature.MONSTER: ngettext_lazy("%(n)s monster space", "%(n)s monster spaces", "n"),
    Feature.HERO: ngettext_lazy("%(n)s hero space", "%(n)s hero spaces", "n"),
    Feature.MOUNTAIN: ngettext_lazy("%(n)s mountain", "%(n)s mountains", "n"),
    Feature.WASTELAND: ngettext_lazy("%(n)s wasteland space", "%(n)s wasteland spaces", "n"),
    Feature.DESTROYED: ngettext_lazy("%(n)s destroyed space", "%(n)s destroyed spaces", "n"),
    Feature.RUINS: ngettext_lazy("%(n)s ruins space", "%(n)s ruins spaces", "n"),
    Feature.MARKED: ngettext_lazy("%(n)s marked space", "%(n)s marked spaces", "n"),
    Feature.EDGE: ngettext_lazy("%(n)s space on the edge of the map", "%(n)s spaces on the edge of the map", "n"),
    Feature.FILLED: ngettext_lazy("%(n)s filled space", "%(n)s filled spaces", "n"),
    Feature.EMPTY: ngettext_lazy("%(n)s empty space", "%(n)s empty spaces", "n"),
    Feature.LANDMARK: ngettext_lazy("%(n)s landmark", "%(n)s landmarks", "n"),
    Feature.TOLL: ngettext_lazy("%(n)s coin space", "%(n)s coin spaces", "n"),
    Feature.REGION_1: ngettext_lazy("%(n)s space in region 1", "%(n)s spaces in region 1", "n"),
    Feature.REGION_2: ngettext_lazy("%(n)s space in region 2", "%(n)s spaces in region 2", "n"),
    Feature.REGION_3: ngettext_lazy("%(n)s space in region 3", "%(n)s spaces in region 3", "n"),
    Feature.REGION_4: ngettext_lazy("%(n)s space in region 4", "%(n)s spaces in region 4", "n"),
}

_EACH = {
    Feature.FOREST: pgettext_lazy("after each", "forest space"),
    Feature.VILLAGE: pgettext_lazy("after each", "village space"),
    Feature.FARM: pgettext_lazy("after each", "farm space"),
    Feature.WATER: pgettext_lazy("after each", "water space"),
    Feature.MONSTER: pgettext_lazy("after each", "monster space"),
    Feature.HERO: pgettext_lazy("after each", "hero space"),
    Feature.MOUNTAIN: pgettext_lazy("after each", "mountain"),
    Feature.WASTELAND: pgettext_lazy("after each", "wasteland space"),
    Feature.DESTROYED: pgettext_lazy("after each", "destroyed space"),
    Feature.RUINS: pgettext_lazy("after each", "ruins space"),
    Feature.MARKED: pgettext_lazy("after each", "marked space"),
    Feature.EDGE: pgettext_lazy("after each", "space on the edge of the map"),
    Feature.FILLED: pgettext_lazy("after each", "filled space"),
    Feature.EMPTY: pgettext_lazy("after each", "empty space"),
    Feature.LANDMARK: pgettext_lazy("after each", "landmark"),
    Feature.TOLL: pgettext_lazy("after each", "coin space"),
    Feature.REGION_1: pgettext_lazy("after each", "space in region 1"),
    Feature.REGION_2: pgettext_lazy("after each", "space in region 2"),
    Feature.REGION_3: pgettext_lazy("after each", "space in region 3"),
    Feature.REGION_4: pgettext_lazy("after each", "space in region 4"),
}

_ANY = {
    Feature.FOREST: pgettext_lazy("whichever", "a forest space"),
    Feature.VILLAGE: pgettext_lazy("whichever", "a village space"),
    Feature.FARM: pgettext_lazy("whichever", "a farm space"),
    Feature.WATER: pgettext_lazy("whichever", "a water space"),
    Feature.MONSTER: pgettext_lazy("whichever", "a monster space"),
    Feature.HERO: pgettext_lazy("whichever", "a hero space"),
    Feature.MOUNTAIN: pgettext_lazy("whichever", "a mountain"),
    Feature.WASTELAND: pgettext_lazy("whichever", "a wasteland space"),
    Feature.DESTROYED: pgettext_lazy("whichever", "a destroyed space"),
    Feature.RUINS: pgettext_lazy("whichever", "a ruins space"),
    Feature.MARKED: pgettext_lazy("whichever", "a marked space"),
    Feature.EDGE: pgettext_lazy("whichever", "the edge of the map"),
    Feature.FILLED: pgettext_lazy("whichever", "a filled space"),
    Feature.EMPTY: pgettext_lazy("whichever", "an empty space"),
    Feature.LANDMARK: pgettext_lazy("whichever", "a landmark"),
    Feature.TOLL: pgettext_lazy("whichever", "a coin space"),
    Feature.REGION_1: pgettext_lazy("whichever", "a space in region 1"),
    Feature.REGION_2: pgettext_lazy("whichever", "a space in region 2"),
    Feature.REGION_3: pgettext_lazy("whichever", "a space in region 3"),
    Feature.REGION_4: pgettext_lazy("whichever", "a space in region 4"),
}

_PLURALS = {
    Feature.FOREST: pgettext_lazy("without a number", "forest spaces"),
    Feature.VILLAGE: pgettext_lazy("without a number", "village spaces"),
    Feature.FARM: pgettext_lazy("without a number", "farm spaces"),
    Feature.WATER: pgettext_lazy("without a number", "water spaces"),
    Feature.MONSTER: pgettext_lazy("without a number", "monster spaces"),
    Feature.HERO: pgettext_lazy("without a number", "hero spaces"),
    Feature.MOUNTAIN: pgettext_lazy("without a number", "mountains"),
    Feature.WASTELAND: pgettext_lazy("without a number", "wasteland spaces"),
    Feature.DESTROYED: pgettext_lazy("without a number", "destroyed spaces"),
    Feature.RUINS: pgettext_lazy("without a number", "ruins spaces"),
    Feature.MARKED: pgettext_lazy("without a number", "marked spaces"),
    Feature.EDGE: pgettext_lazy("without a number", "spaces on the edge of the map"),
    Feature.FILLED: pgettext_lazy("without a number", "filled spaces"),
    Feature.EMPTY: pgettext_lazy("without a number", "empty spaces"),
    Feature.LANDMARK: pgettext_lazy("without a number", "landmarks"),
    Feature.TOLL: pgettext_lazy("without a number", "coin spaces"),
    Feature.REGION_1: pgettext_lazy("without a number", "spaces in region 1"),
    Feature.REGION_2: pgettext_lazy("without a number", "spaces in region 2"),
    Feature.REGION_3: pgettext_lazy("without a number", "spaces in region 3"),
    Feature.REGION_4: pgettext_lazy("without a number", "spaces in region 4"),
}

_CLUSTERS = {
    Feature.FOREST: pgettext_lazy("a group of touching spaces", "forest cluster"),
    Feature.VILLAGE: pgettext_lazy("a group of touching spaces", "village cluster"),
    Feature.FARM: pgettext_lazy("a group of touching spaces", "farm cluster"),
    Feature.WATER: pgettext_lazy("a group of touching spaces", "water cluster"),
    Feature.MONSTER: pgettext_lazy("a group of touching spaces", "monster cluster"),
    Feature.HERO: pgettext_lazy("a group of touching spaces", "hero cluster"),
    Feature.MOUNTAIN: pgettext_lazy("a group of touching spaces", "mountain cluster"),
    Feature.WASTELAND: pgettext_lazy("a group of touching spaces", "wasteland cluster"),
    Feature.DESTROYED: pgettext_lazy("a group of touching spaces", "cluster of destroyed spaces"),
    Feature.RUINS: pgettext_lazy("a group of touching spaces", "ruins cluster"),
    Feature.MARKED: pgettext_lazy("a group of touching spaces", "cluster of marked spaces"),
    Feature.EDGE: pgettext_lazy("a group of touching spaces", "cluster of spaces on the edge of the map"),
    Feature.FILLED: pgettext_lazy("a group of touching spaces", "cluster of filled spaces"),
    Feature.EMPTY: pgettext_lazy("a group of touching spaces", "cluster of empty spaces"),
    Feature.LANDMARK: pgettext_lazy("a group of touching spaces", "landmark cluster"),
    Feature.TOLL: pgettext_lazy("a group of touching spaces", "cluster of coin spaces"),
    Feature.REGION_1: pgettext_lazy("a group of touching spaces", "cluster of spaces in region 1"),
    Feature.REGION_2: pgettext_lazy("a group of touching spaces", "cluster of spaces in region 2"),
    Feature.REGION_3: pgettext_lazy("a group of touching spaces", "cluster of spaces in region 3"),
    Feature.REGION_4: pgettext_lazy("a group of touching spaces", "cluster of spaces in region 4"),
}


@dataclass(frozen=True, slots=True)
class Condition:
    """Condition of a clause, as two complete sentences.

    `rule` says what earns stars, including this condition. `limit` adds the condition to a rule that has already been
    stated.
    """

    rule: str
    limit: str


def conditional_rule(conditions: Sequence[Condition], otherwise: str) -> str:
    """Return the first condition's rule and the others' limits, or `otherwise` without conditions."""
    if not conditions:
        return otherwise
    return limited_rule(conditions[0].rule, conditions[1:])


def limited_rule(rule: str, conditions: Sequence[Condition]) -> str:
    """Return a rule with the limits that conditions add to it."""
    return " ".join([rule, *(condition.limit for condition in conditions)])


def number_of_spaces(n: int) -> str:
    """Return a number of spaces of any kind: "2 spaces"."""
    # Shapes are described with the same singular, but another plural.
    return npgettext("of any kind", "%(n)s space", "%(n)s spaces", n) % {"n": n}


def place_sentence(place: Place) -> str:
    """Return the sentence about the place that an explore card is tied to."""
    match place:
        case Place.EDGE:
            return _("Its shape must cover an empty space on the edge of the map if possible.")
        case Place.MOUNTAIN:
            return _("Its shape must cover an empty space next to a mountain if possible.")
        case Place.LANDMARK:
            return _("Its shape must cover an empty space next to a landmark if possible.")
        case _:
            return _("Its shape must cover an empty space in %(region)s if possible.") % {"region": region_label(place)}


def region_label(place: Place) -> str:
    """Return a place that is a region as a phrase: "region 1"."""
    return terrain_name(Feature.from_word(place.value))


def overlap_sentence(overlap: Overlap) -> str:
    """Return the sentence about an explore card that is drawn over terrain, or "" if it isn't."""
    match overlap:
        case Overlap.NONE:
            return ""
        case Overlap.REPLACE:
            return _("It may cover drawn spaces, which it replaces, but at least one space must be empty.")
        case Overlap.DESTROY:
            return _("It may cover drawn spaces, which are destroyed, but at least one space must be empty.")
        case _:
            assert_never(overlap)
