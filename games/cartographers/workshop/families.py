"""What a curator reads of the scoring families: what each of them does, and what their parameters are."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.cartographers.scoring.parameters import Parameter, ParameterKind
from engine.cartographers.terrain import Feature
from games.cartographers.words.names import terrain_label

Words = str | Promise

SENTENCES: Final[dict[str, Words]] = {
    "spaces": gettext_lazy("Stars for each space of a terrain, anywhere or only where you say."),
    "clusters": gettext_lazy("Stars for each cluster of a terrain, of any size or only for those that you describe."),
    "ranked_cluster": gettext_lazy("Stars for each space of the largest cluster, or of the second largest, and so on."),
    "best_cluster": gettext_lazy("Stars for the one cluster that brings most: by its size, or by what is around it."),
    "lines": gettext_lazy("Stars for each row, column or diagonal that holds what you say."),
    "linked_features": gettext_lazy("Stars for each mountain or other space that a cluster joins to something else."),
    "largest_square": gettext_lazy("Stars for the side of the largest square that lies anywhere on the map."),
    "longest_run": gettext_lazy("Stars for each space of the longest unbroken line of a terrain."),
}
"""By the name of the family in a definition."""

_LABELS: Final[dict[str, Words]] = {
    "stars": gettext_lazy("Stars"),
    "terrain": gettext_lazy("Terrain"),
    "of": gettext_lazy("Of what"),
    "partner": gettext_lazy("Joined to"),
    "smallest": gettext_lazy("Smallest size"),
    "largest": gettext_lazy("Largest size"),
    "containing": gettext_lazy("Has to hold"),
    "touching": gettext_lazy("Has to touch"),
    "at_least": gettext_lazy("At least so many"),
    "avoiding": gettext_lazy("May not touch"),
    "kinds": gettext_lazy("Different terrain types"),
    "rank": gettext_lazy("Rank by size"),
    "measure": gettext_lazy("What counts"),
    "direction": gettext_lazy("Lines"),
    "filled": gettext_lazy("Only full lines"),
    "equal": gettext_lazy("As many of each of these"),
    "axis": gettext_lazy("Where the run lies"),
    "on": gettext_lazy("Only on"),
    "enclosed_by": gettext_lazy("Only enclosed by"),
    "beside": gettext_lazy("Only beside"),
}
_OTHER_LABELS: Final[dict[tuple[str, str], Words]] = {
    ("clusters", "containing"): gettext_lazy("Has to hold this shape"),
    ("clusters", "kinds"): gettext_lazy("Other terrain types around it"),
    ("linked_features", "terrain"): gettext_lazy("The cluster that joins them"),
}
"""Where a family means something else by a name than others do."""

_HELP: Final[dict[tuple[str, str], Words]] = {
    ("spaces", "at_least"): gettext_lazy("Counts the neighbours of the kind that it has to lie beside."),
    ("clusters", "at_least"): gettext_lazy("Counts the spaces around it of the kind that it has to touch."),
    ("clusters", "kinds"): gettext_lazy("0 where it does not matter."),
    ("clusters", "containing"): gettext_lazy("Turned and flipped as it likes. No square where it does not matter."),
    ("lines", "at_least"): gettext_lazy("Counts the spaces of the kind that the line has to hold."),
    ("lines", "kinds"): gettext_lazy("So many in each line; 0 where it does not matter."),
    ("linked_features", "at_least"): gettext_lazy(
        "Counts the spaces that the cluster has to touch of what it joins to."
    ),
}

_CHOICES: Final[dict[tuple[str, str], Words]] = {
    ("measure", "size"): gettext_lazy("Its own spaces"),
    ("measure", "empty_around"): gettext_lazy("The empty spaces around it"),
    ("measure", "rows_and_columns"): gettext_lazy("The rows and columns that it reaches into"),
    ("direction", "rows"): gettext_lazy("Rows"),
    ("direction", "columns"): gettext_lazy("Columns"),
    ("direction", "rows_and_columns"): gettext_lazy("Rows and columns"),
    ("direction", "odd_columns"): gettext_lazy("Every other column: 1, 3, 5 and so on"),
    ("direction", "diagonals"): gettext_lazy("Diagonals, from the left edge down to the bottom edge"),
    ("axis", "column"): gettext_lazy("In one column"),
    ("axis", "row"): gettext_lazy("In one row"),
}
_ANYTHING: Final = gettext_lazy("It does not matter")


def label_of(family: str, parameter: str) -> Words:
    """What a parameter is called."""
    return _OTHER_LABELS.get((family, parameter), _LABELS[parameter])


def help_of(family: str, parameter: str) -> Words:
    """What has to be said of a parameter beyond its label, "" for nothing."""
    return _HELP.get((family, parameter), "")


def choices_of(name: str, parameter: Parameter) -> list[tuple[str, Words]]:
    """What may be chosen for a parameter, each with its words."""
    choices = [(_value(choice), _words(name, choice)) for choice in parameter.choices]
    leaving_out = parameter.optional and parameter.kind is ParameterKind.FEATURE
    return [("", _ANYTHING), *choices] if leaving_out else choices


def _value(choice: Any) -> str:
    return choice.word if isinstance(choice, Feature) else str(choice.value)


def _words(name: str, choice: Any) -> Words:
    return terrain_label(choice) if isinstance(choice, Feature) else _CHOICES[name, choice.value]
