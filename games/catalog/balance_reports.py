"""Interface between the workshop and editors whose entries have balance reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from games.catalog.balance_tests import TrialProgress
from games.catalog.models import CatalogEntry


@dataclass(frozen=True, slots=True)
class BalanceReport:
    """Balance report of a version: its progress, and a template with its context for the results.

    `introduction` is about the games that it plays. `problems` are sentences about why there can be none. `can_run` is
    true if some of them are left to play.
    """

    progress: TrialProgress
    introduction: str
    problems: tuple[str, ...]
    can_run: bool
    template: str
    context: Mapping[str, Any]


@runtime_checkable
class ReportedEditor(Protocol):
    """Editor whose entries have balance reports: of a version as saved, whatever its state."""

    def balance_report(self, entry: CatalogEntry) -> BalanceReport:
        """Return the balance report of an entry, in the page's language."""

    def run_report(self, entry: CatalogEntry) -> None:
        """Queue the games that are left to play. Raises ValidationError if none can be played."""
