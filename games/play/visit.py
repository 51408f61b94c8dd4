"""Parts of a table's page that depend on the visitor and the request."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games.accounts.access import HtmxHttpRequest
from games.play.absent_seats import Away, away
from games.play.pace import PaceVote, change_pace_url, pace_vote
from games.play.page_parts import shown_parts
from games.tables.fork_pages import ForkOrigin, fork_origin
from games.tables.game import Seated
from games.tables.pace_words import running_pace_words
from games.tables.post_game import Afterwards, DeckOrigin, afterwards, deck_origin
from games.tables.resignation import give_up_url


@dataclass(frozen=True, slots=True)
class Visit:
    """Parts of a table's page that depend on the visitor.

    `after` is what a finished game offers, `deck_of` the game with the same deck, `fork` the original game of a fork;
    each may be None. `refusal` is why a command was refused, or "". `turned` is True if the turn is new to the
    requesting page. `give_up` and `resign` are URLs, "" if not allowed. `pace_words` is "" without a pace. `away` is
    the notice about seats played by the stand-in. `pace` is the open proposal of another pace, and `change_pace` the
    URL to propose one, "" if not allowed.
    """

    after: Afterwards | None
    deck_of: DeckOrigin | None
    fork: ForkOrigin | None
    refusal: str
    turned: bool
    give_up: str
    resign: str
    pace_words: str
    away: Away | None
    pace: PaceVote | None
    change_pace: str


def visit(request: HtmxHttpRequest, seated: Seated, *, turn: int, over: bool, refusal: str) -> Visit:
    """The visit to a table whose open turn, or last one where the game is `over`, is `turn`."""
    played, seats = seated.seat is not None, len(seated.seats)
    return Visit(
        after=afterwards(request, seated.table, seated=played, seats=seats) if over or seated.ended_early else None,
        deck_of=deck_origin(request, seated.table),
        fork=fork_origin(request, seated),
        refusal=refusal,
        turned=_turned(request, turn),
        give_up=give_up_url(seated.table, seats, seated=played),
        resign=_resign_url(seated, over=over),
        pace_words="" if over else running_pace_words(seated.table),
        away=away(request, seated, over=over),
        pace=None if over else pace_vote(seated),
        change_pace="" if over else change_pace_url(seated),
    )


def _resign_url(seated: Seated, *, over: bool) -> str:
    if over or seated.ended_early or seated.seat is None or seated.alone or seated.seats[seated.seat].resigned_at:
        return ""
    return reverse("tables:resign", args=[seated.table.code])


def _turned(request: HtmxHttpRequest, turn: int) -> bool:
    """Return True if the requesting page shows another turn than this one."""
    shown = (shown_parts(request) or {}).get("fields") or request.POST.get("turn")
    return shown not in {None, str(turn)}
