"""Texts about rule types for curators: what each of them does, and its parameters."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.cartographers.scoring.parameters import Parameter, ParameterKind
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
}
"""Sentences by the name of the family in a definition."""

_LABELS: Final[dict[str, Words]] = {
    "stars": gettext_lazy("Stars"),
    "terrain": gettext_lazy("Terrain"),
    "of": gettext_lazy("Terrain"),
    "partner": gettext_lazy("Connected to"),
    "smallest": gettext_lazy("Minimum size"),
    "largest": gettext_lazy("Maximum size"),
    "containing": gettext_lazy("Must contain"),
    "touching": gettext_lazy("Must be adjacent to"),
    "at_least": gettext_lazy("Minimum number"),
    "avoiding": gettext_lazy("Must not be adjacent to"),
    "kinds": gettext_lazy("Different terrain types"),
    "rank": gettext_lazy("Rank by size"),
    "measure": gettext_lazy("What is scored"),
    "direction": gettext_lazy("Lines"),
    "filled": gettext_lazy("Full lines only"),
    "equal": gettext_lazy("Same number of each"),
    "axis": gettext_lazy("Direction"),
    "on": gettext_lazy("Only on"),
    "enclosed_by": gettext_lazy("Only surrounded by"),
    "beside": gettext_lazy("Only adjacent to"),
}
_OTHER_LABELS: Final[dict[tuple[str, str], Words]] = {
    ("clusters", "containing"): gettext_lazy("Must contain this shape"),
    ("clusters", "kinds"): gettext_lazy("Other adjacent terrain types"),
    ("linked_features", "terrain"): gettext_lazy("Connecting cluster"),
}
"""Labels of parameters whose meaning in one family differs from the others."""

_HELP: Final[dict[tuple[str, str], Words]] = {
    ("spaces", "at_least"): gettext_lazy("Counts adjacent spaces of the required type."),
    ("clusters", "at_least"): gettext_lazy("Counts spaces of the required type adjacent to the cluster."),
    ("clusters", "kinds"): gettext_lazy("0 for no limit."),
    ("clusters", "containing"): gettext_lazy("Can be rotated and flipped. Leave empty for any shape."),
    ("lines", "at_least"): gettext_lazy("Counts spaces of the required type in the line."),
    ("lines", "kinds"): gettext_lazy("Number in each line; 0 for no limit."),
    ("linked_features", "at_least"): gettext_lazy("Counts the connected spaces the cluster must be adjacent to."),
}

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
}
_ANYTHING: Final = gettext_lazy("Any")


def label_of(family: str, parameter: str) -> Words:
    """Return the label of a parameter."""
    return _OTHER_LABELS.get((family, parameter), _LABELS[parameter])


def help_of(family: str, parameter: str) -> Words:
    """Return the help text of a parameter, or "" if its label is enough."""
    return _HELP.get((family, parameter), "")


def choices_of(name: str, parameter: Parameter) -> list[tuple[str, Words]]:
    """Return the choices for a parameter with their labels."""
    choices = [(_value(choice), _words(name, choice)) for choice in parameter.choices]
    leaving_out = parameter.optional and parameter.kind is ParameterKind.FEATURE
    return [("", _ANYTHING), *choices] if leaving_out else choices


def _value(choice: Any) -> str:
    return choice.word if isinstance(choice, Feature) else str(choice.value)


def _words(name: str, choice: Any) -> Words:
    return terrain_label(choice) if isinstance(choice, Feature) else _CHOICES[name, choice.value]
