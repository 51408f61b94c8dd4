"""Final standings of a table, and texts on games that ended early."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.contract import Standing, Standings
from engine.handicaps import with_handicaps
from games.tables.models import Ending, Seat, Table
from games.tables.models.players import has_resigned, is_away, was_removed
from games.tables.turn_words import has_rounds


def final_standings(standings: Standings, seats: Iterable[Seat]) -> Standings:
    """Return the standings of the rules with handicaps, and all seats that were left behind those that stayed.

    Nobody has rank 1 where every seat of several was left. A solo game keeps its standings.
    """
    seats = sorted(seats, key=lambda seat: seat.index)
    standings = with_handicaps(standings, [seat.handicap for seat in seats])
    left = {seat.index for seat in seats if is_away(seat.player)}
    if not left or len(standings.places) == 1:
        return standings
    stayed = [place for place in standings.places if place.seat not in left]
    gone = [replace(place, left=True) for place in standings.places if place.seat in left]
    return replace(standings, places=(*_ranked(stayed, 0), *_ranked(gone, max(1, len(stayed)))))


def with_handicap_words(score: int, handicap: int, words: str) -> str:
    """Return how a final score with a handicap adds up; without one, the `words` for the score itself."""
    if not handicap:
        return words
    parts = {"base": score - handicap, "handicap": handicap, "score": words}
    return _("%(base)d + %(handicap)d handicap = %(score)s") % parts


def score_without_handicap(seat: Seat) -> int:
    """Return what a seat scored in a finished game by itself, as lists and statistics compare it."""
    return (seat.score or 0) - seat.handicap


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
    stayed = [seat for seat in seats if not is_away(seat.player)]
    others = [seat for seat in seats if has_resigned(seat.player)]
    return stayed[0] if len(seats) == 2 and stayed and others else None


def winners(seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats that won or shared a game that is over; none where every seat was left."""
    return [seat for seat in seats if seat.rank == 1]


_IN_ROUNDS: Final[dict[str, Promise]] = {
    Ending.GIVEN_UP: gettext_lazy("This game was abandoned in round %(turn)d."),
    Ending.RESIGNED: gettext_lazy("Everyone left in round %(turn)d."),
    Ending.AGREED: gettext_lazy("The remaining players ended this game in round %(turn)d."),
    Ending.STAFF: gettext_lazy("A moderator ended this game in round %(turn)d."),
}
_SENTENCES: Final[dict[str, Promise]] = {
    Ending.GIVEN_UP: gettext_lazy("This game was abandoned on turn %(turn)d."),
    Ending.RESIGNED: gettext_lazy("Everyone left on turn %(turn)d."),
    Ending.AGREED: gettext_lazy("The remaining players ended this game on turn %(turn)d."),
    Ending.STAFF: gettext_lazy("A moderator ended this game on turn %(turn)d."),
}


def ending_sentence(table: Table, seats: Sequence[Seat]) -> str:
    """Return who ended a game early and when, with the reason they gave, or whose resignation decided it."""
    best = winners(seats)
    if best:
        return _decided_sentence(table, best[0], next(seat for seat in seats if seat != best[0]))
    sentences = _IN_ROUNDS if has_rounds(table) else _SENTENCES
    sentence = str(sentences.get(table.ending, sentences[Ending.GIVEN_UP])) % {"turn": table.turn}
    return with_reason(sentence, table.ending_reason)


def _decided_sentence(table: Table, winner: Seat, loser: Seat) -> str:
    if has_rounds(table):
        sentence = (
            _("%(loser)s was removed, so %(winner)s won. The game ended in round %(turn)d.")
            if was_removed(loser.player)
            else _("%(loser)s resigned, so %(winner)s won. The game ended in round %(turn)d.")
        )
    else:
        sentence = (
            _("%(loser)s was removed, so %(winner)s won. The game ended on turn %(turn)d.")
            if was_removed(loser.player)
            else _("%(loser)s resigned, so %(winner)s won. The game ended on turn %(turn)d.")
        )
    return sentence % {"loser": loser.shown_name, "winner": winner.shown_name, "turn": table.turn}


def ending_meaning(seats: Sequence[Seat]) -> str:
    """Return why a game that was ended early counts in no statistics."""
    if winners(seats):
        return _("It wasn’t played to the end, so it doesn’t count toward anyone’s statistics.")
    return _("It has no result and doesn’t count toward anyone’s statistics.")


def with_reason(sentence: str, reason: str) -> str:
    """Return a sentence followed by a moderator's reason, if there is one."""
    return _("%(sentence)s Reason: %(reason)s") % {"sentence": sentence, "reason": reason} if reason else sentence
