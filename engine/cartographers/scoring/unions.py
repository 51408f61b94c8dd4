"""Features counted as one: "forest or village"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.cartographers.geometry import Mask
from engine.cartographers.terrain import REGIONS, Feature

PLACES = (Feature.EDGE, *REGIONS)
"""Features that clusters touch by their own spaces on them."""
APART = (*PLACES, Feature.FILLED)
"""Features that are never part of a union: those that clusters touch by their own spaces, and filled spaces, which
include all terrains.
"""


@dataclass(frozen=True, slots=True)
class FeatureUnion:
    """Two or more distinct features that a clause counts as one, in the order of `Feature`."""

    features: tuple[Feature, ...]

    def __post_init__(self) -> None:
        assert len(self.features) > 1, "one feature is no union"
        assert list(self.features) == sorted(set(self.features)), "the features of a union are distinct and in order"


FeatureLike: TypeAlias = Feature | FeatureUnion
"""One feature, or several counted as one."""


def is_place(feature: FeatureLike) -> bool:
    """Return True if a cluster touches a feature by its own spaces on it, as it does the edge and regions."""
    return feature is Feature.EDGE or (isinstance(feature, Feature) and feature >= Feature.REGION_1)


def features_in(feature: FeatureLike) -> tuple[Feature, ...]:
    """Return the features of a union, or the one feature."""
    return (feature,) if isinstance(feature, Feature) else feature.features


def feature_in(feature: FeatureLike) -> Feature:
    """Return the one feature of a clause that has no union there."""
    assert isinstance(feature, Feature), "several features are counted as one"
    return feature


def layer_of(layers: Sequence[Mask], feature: FeatureLike) -> Mask:
    """Return the spaces that have a feature, or any feature of a union."""
    if isinstance(feature, Feature):
        return layers[feature]
    mask = 0
    for each in feature.features:
        mask |= layers[each]
    return mask
