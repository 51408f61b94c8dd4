"""Names of rule types."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

FAMILY_NAMES: Final[dict[str, str | Promise]] = {
    "spaces": gettext_lazy("Single spaces"),
    "clusters": gettext_lazy("Clusters"),
    "ranked_cluster": gettext_lazy("Cluster by size rank"),
    "best_cluster": gettext_lazy("Best cluster"),
    "lines": gettext_lazy("Rows, columns, diagonals"),
    "linked_features": gettext_lazy("Spaces connected by a cluster"),
    "largest_square": gettext_lazy("Largest square"),
    "longest_run": gettext_lazy("Longest run"),
}
"""Names by the name of the family in a definition."""
