"""Data with which anyone can verify the shuffle."""

from __future__ import annotations

from dataclasses import dataclass

from games.tables.game import Seated


@dataclass(frozen=True, slots=True)
class Fairness:
    """The fingerprint of the number that all chance follows from, and the number itself, "" before the game is over.
    It is `missing` for a record that was brought without it, whose deck is not checked.
    It `stays_secret` after a game that was ended early, as its deck can still be played."""

    commitment: str
    seed: str
    stays_secret: bool = False
    missing: bool = False


def fairness(seated: Seated, *, over: bool) -> Fairness:
    """Return the shuffle data that may be shown; the seed stays hidden until the game is over."""
    table = seated.table
    seed = bytes(table.seed or b"").hex() if over else ""
    return Fairness(table.commitment, seed, seated.ended_early, missing=over and not table.seed)
