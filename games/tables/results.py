"""Final standings of a table, in which a seat whose player left never ranks above one whose player stayed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.contract import Standing, Standings
from games.tables.models import Seat


def has_left(seat: Seat) -> bool:
    """Return whether the seat's player resigned, was removed or was replaced by the stand-in at the end."""
    return bool(seat.resigned_at or seat.stand_in_since)


def final_standings(standings: Standings, seats: Iterable[Seat]) -> Standings:
    """Return the standings of the rules with all seats that were left behind those that stayed.

    Nobody has rank 1 where every seat of several was left. A solo game keeps its standings.
    """
    left = {seat.index for seat in seats if has_left(seat)}
    if not left or len(standings.places) == 1:
        return standings
    stayed = [place for place in standings.places if place.seat not in left]
    gone = [replace(place, left=True) for place in standings.places if place.seat in left]
    return replace(standings, places=(*_ranked(stayed, 0), *_ranked(gone, max(1, len(stayed)))))


def _ranked(places: Sequence[Standing], ahead: int) -> list[Standing]:
    """Rank some places among themselves, behind `ahead` others."""
    ranks = [1 + ahead + sum(other.rank < place.rank for other in places) for place in places]
    return [
        replace(place, rank=rank, tie_break=place.tie_break if _is_tie(place, places) else "")
        for place, rank in zip(places, ranks, strict=True)
    ]


def _is_tie(place: Standing, places: Sequence[Standing]) -> bool:
    return any(other.score == place.score for other in places if other != place)


def winner_by_resignation(seats: Sequence[Seat]) -> Seat | None:
    """Return the seat that wins a game in progress of two because the other player resigned or was removed.

    None for any other game, and where the stand-in plays for both.
    """
    stayed = [seat for seat in seats if not has_left(seat)]
    others = [seat for seat in seats if seat.resigned_at]
    return stayed[0] if len(seats) == 2 and stayed and others else None


def winners(seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats that won or shared a game that is over; none where every seat was left."""
    return [seat for seat in seats if seat.rank == 1]
