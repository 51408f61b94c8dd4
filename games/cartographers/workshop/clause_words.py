"""Words for the clauses of a scoring card in the workshop: rule types, parameters and their choices."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.parameters import Parameter, ParameterKind, parameters_of
from engine.cartographers.terrain import Feature
from games.cartographers.words.names import terrain_label

Words = str | Promise

SENTENCES: Final[dict[str, Words]] = {
    "spaces": gettext_lazy("Stars for each space of a terrain, anywhere or only under certain conditions."),
    "clusters": gettext_lazy("Stars for each cluster of a terrain, of any size or only under certain conditions."),
    "ranked_cluster": gettext_lazy("Stars for each space of the largest cluster, the second largest, and so on."),
    "best_cluster": gettext_lazy("Stars for the single cluster that scores most, by its size or its surroundings."),
    "lines": gettext_lazy("Stars for each row, column or diagonal that meets the conditions."),
    "linked_features": gettext_lazy(
        "Stars for each mountain or other space that a cluster connects to something else."
    ),
    "largest_square": gettext_lazy("Stars for the side length of the largest square on the map."),
    "longest_run": gettext_lazy("Stars for each space of the longest unbroken line of a terrain."),
    "runs": gettext_lazy("Stars for each unbroken line of a terrain, of any length or only of certain lengths."),
    "patterns": gettext_lazy("Stars for each place on the map that looks like a small drawing."),
    "touching_pairs": gettext_lazy("Stars for each pair of clusters of different terrain that are next to each other."),
    "linked_edges": gettext_lazy("Stars for each cluster that connects edges of the map, or for each of its spaces."),
    "sets": gettext_lazy("Stars for each complete set of one cluster or space of each terrain."),
}
"""Sentences by the name of the family in a definition."""

_LABELS: Final[dict[str, Words]] = {
    "stars": gettext_lazy("Stars"),
    "tiers": gettext_lazy("Tiers"),
    "terrain": gettext_lazy("Terrain"),
    "of": gettext_lazy("Terrain"),
    "partner": gettext_lazy("Connected to"),
    "smallest": gettext_lazy("Minimum size"),
    "largest": gettext_lazy("Maximum size"),
    "containing": gettext_lazy("Must contain"),
    "touching": gettext_lazy("Must be adjacent to"),
    "at_least": gettext_lazy("Minimum number"),
    "at_most": gettext_lazy("Maximum number"),
    "avoiding": gettext_lazy("Must not be adjacent to"),
    "exact": gettext_lazy("Exactly this shape, not larger"),
    "from_smallest": gettext_lazy("Count from the smallest"),
    "kinds": gettext_lazy("Minimum number of terrain types"),
    "rank": gettext_lazy("Rank by size"),
    "measure": gettext_lazy("What is scored"),
    "direction": gettext_lazy("Lines"),
    "filled": gettext_lazy("Full lines only"),
    "equal": gettext_lazy("Same number of each"),
    "axis": gettext_lazy("Direction"),
    "on": gettext_lazy("Only on"),
    "enclosed_by": gettext_lazy("Only surrounded by"),
    "beside": gettext_lazy("Only adjacent to"),
    "not_beside": gettext_lazy("Not adjacent to"),
    "most_kinds": gettext_lazy("Maximum number of terrain types"),
    "adjacency": gettext_lazy("Adjacent spaces"),
    "corners": gettext_lazy("Only in corners of the map"),
    "edge_distance": gettext_lazy("Minimum distance from the edge"),
    "most_edge_distance": gettext_lazy("Maximum distance from the edge"),
    "ties": gettext_lazy("All runs of that length"),
    "per_space": gettext_lazy("Stars for each space"),
    "stamp": gettext_lazy("Pattern"),
    "one_of": gettext_lazy("Terrains for “One of several”"),
    "as_drawn": gettext_lazy("Only as drawn"),
    "overlapping": gettext_lazy("Can overlap"),
    "link": gettext_lazy("Edges to connect"),
    "each": gettext_lazy("Terrains"),
    "members": gettext_lazy("What is counted"),
}
_OTHER_LABELS: Final[dict[tuple[str, str], Words]] = {
    ("clusters", "containing"): gettext_lazy("Must contain this shape"),
    ("clusters", "kinds"): gettext_lazy("Other adjacent terrain types"),
    ("clusters", "most_kinds"): gettext_lazy("Maximum number of other terrain types"),
    ("linked_features", "terrain"): gettext_lazy("Connecting cluster"),
    ("runs", "at_least"): gettext_lazy("Minimum length"),
    ("runs", "at_most"): gettext_lazy("Maximum length"),
    ("touching_pairs", "partner"): gettext_lazy("Must be adjacent to a cluster of"),
}
"""Labels of parameters whose meaning in one family differs from the others."""

_COMMON_HELP: Final[dict[str, Words]] = {
    "stars": gettext_lazy("A negative number is a penalty."),
    "tiers": gettext_lazy(
        "For 1, 2, 3 and so on that count, for example 1, 3, 6, 10. Each is multiplied by Stars. "
        "Leave empty to score the same for each."
    ),
}
"""Help texts of the parameters that every family has."""
_HELP: Final[dict[tuple[str, str], Words]] = {
    ("spaces", "at_least"): gettext_lazy("Counts adjacent spaces of the required type."),
    ("clusters", "at_least"): gettext_lazy("Counts spaces of the required type adjacent to the cluster."),
    ("clusters", "per_space"): gettext_lazy("Otherwise, each cluster scores once."),
    ("clusters", "containing"): gettext_lazy("Can be rotated and flipped. Leave empty for any shape."),
    ("lines", "at_least"): gettext_lazy("Counts spaces of the required type in the line."),
    ("lines", "kinds"): gettext_lazy("Number in each line; 0 for no limit."),
    ("spaces", "kinds"): gettext_lazy("Counts the different terrain types around the space; 0 for no limit."),
    ("spaces", "edge_distance"): gettext_lazy("0 is on the edge, 5 is the center of the map."),
    ("runs", "per_space"): gettext_lazy("Instead of stars for each run."),
    ("linked_features", "at_least"): gettext_lazy("Counts the connected spaces the cluster must be adjacent to."),
    ("patterns", "stamp"): gettext_lazy("Paint up to 9 squares. The others can be anything."),
    ("patterns", "as_drawn"): gettext_lazy("Otherwise, the pattern can be rotated and flipped."),
    ("patterns", "overlapping"): gettext_lazy(
        "Otherwise, they’re counted row by row from the top left, and any that overlaps one already counted is skipped."
    ),
    ("linked_edges", "per_space"): gettext_lazy("Otherwise, each cluster scores once."),
    ("touching_pairs", "smallest"): gettext_lazy("Applies to both clusters."),
    ("sets", "smallest"): gettext_lazy("Applies only to clusters."),
}

_NO_LIMIT: Final = gettext_lazy("Leave empty for no limit.")

_CHOICES: Final[dict[tuple[str, str], Words]] = {
    ("measure", "size"): gettext_lazy("Its spaces"),
    ("measure", "empty_around"): gettext_lazy("Adjacent empty spaces"),
    ("measure", "rows_and_columns"): gettext_lazy("Rows and columns it covers"),
    ("direction", "rows"): gettext_lazy("Rows"),
    ("direction", "columns"): gettext_lazy("Columns"),
    ("direction", "rows_and_columns"): gettext_lazy("Rows and columns"),
    ("direction", "odd_columns"): gettext_lazy("Odd-numbered columns: 1, 3, 5 and so on"),
    ("direction", "diagonals"): gettext_lazy("Diagonals, from the left edge down to the bottom edge"),
    ("axis", "column"): gettext_lazy("Column"),
    ("axis", "row"): gettext_lazy("Row"),
    ("axis", "either"): gettext_lazy("Row or column"),
    ("adjacency", "side"): gettext_lazy("Spaces that share a side"),
    ("adjacency", "corner"): gettext_lazy("Spaces that touch diagonally"),
    ("adjacency", "both"): gettext_lazy("Both"),
    ("link", "left_and_right"): gettext_lazy("Left and right"),
    ("link", "top_and_bottom"): gettext_lazy("Top and bottom"),
    ("link", "opposite"): gettext_lazy("Opposite edges"),
    ("link", "two"): gettext_lazy("Any 2 edges"),
    ("link", "three"): gettext_lazy("Any 3 edges"),
    ("link", "four"): gettext_lazy("All 4 edges"),
    ("members", "clusters"): gettext_lazy("Clusters"),
    ("members", "spaces"): gettext_lazy("Spaces anywhere"),
    ("members", "spaces_of_row"): gettext_lazy("Spaces of the same row"),
    ("members", "spaces_of_column"): gettext_lazy("Spaces of the same column"),
}
_ANYTHING: Final = gettext_lazy("Any")


def label_of(family: str, parameter: str) -> Words:
    """Return the label of a parameter."""
    return _OTHER_LABELS.get((family, parameter), _LABELS[parameter])


def help_of(family: str, parameter: str) -> Words:
    """Return the help text of a parameter, or "" if its label is enough."""
    default = _NO_LIMIT if parameters_of(FAMILIES[family])[parameter].floor else ""
    return _HELP.get((family, parameter), _COMMON_HELP.get(parameter, default))


def choices_of(name: str, parameter: Parameter) -> list[tuple[str, Words]]:
    """Return the choices for a parameter with their labels."""
    choices = [(_value(choice), _words(name, choice)) for choice in parameter.choices]
    leaving_out = parameter.optional and parameter.kind in (ParameterKind.FEATURE, ParameterKind.UNION)
    return [("", _ANYTHING), *choices] if leaving_out else choices


def _value(choice: Any) -> str:
    return choice.word if isinstance(choice, Feature) else str(choice.value)


def _words(name: str, choice: Any) -> Words:
    return terrain_label(choice) if isinstance(choice, Feature) else _CHOICES[name, choice.value]
