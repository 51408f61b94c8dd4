"""The visit of a table: what depends on the visitor, such as the proposal of another pace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.access import HtmxHttpRequest
from games.play.absent_seats import AwayNotice, build_away_notice
from games.play.log import LogView
from games.play.page_parts import Part, shown_parts
from games.play.record_check import Fairness
from games.tables import models
from games.tables.clocks.pace_changes import may_change_pace, open_proposal
from games.tables.deal_links import DealLink, deal_link, field_url
from games.tables.game import Seated
from games.tables.holders import seats_present
from games.tables.lobby.cards import practice_words, special_rules, table_report_url
from games.tables.models import PaceProposal
from games.tables.models.players import has_resigned
from games.tables.pages.post_game import (
    DeckOrigin,
    ForkOrigin,
    PostGameOffers,
    build_post_game_offers,
    deck_origin,
    fork_origin,
)
from games.tables.seats.absences import abandon_url
from games.tables.seats.help import SeatHelp, seat_help
from games.tables.time_control import TimeControl, running_pace_words, tempo_words

_TEMPLATE: Final = "play/_pace.html"


@dataclass(frozen=True, slots=True)
class PaceVote:
    """A proposal as the viewer reads it: what is proposed, and how many agree.

    `answer` is the address of their answer, "" for those without a vote. `may_agree` is false once they have agreed,
    and `is_own` true for the proposer, who can withdraw it.
    """

    sentence: str
    count: str
    answer: str
    number: str
    may_agree: bool
    is_own: bool


def pace_vote(seated: Seated) -> PaceVote | None:
    """Return the open proposal as the viewer reads it, None where there is none. Spectators don't see it."""
    own = None if seated.seat is None else seated.seats[seated.seat]
    if own is None or seated.has_left or seated.table.is_over:
        return None
    proposal = open_proposal(seated.table, seated.seats)
    if proposal is None:
        return None
    votes = may_change_pace(seated.table, seated.seats, own)
    return PaceVote(
        sentence=_sentence(proposal, seated, own),
        count=_count_words(seated),
        answer=reverse("tables:answer_pace", args=[seated.table.code]) if votes else "",
        number=str(proposal.number),
        may_agree=own.agreed_pace is None,
        is_own=own.index == proposal.seat,
    )


def change_pace_url(seated: Seated) -> str:
    """Return where the viewer can propose another pace, "" if they can't."""
    own = None if seated.seat is None else seated.seats[seated.seat]
    if not may_change_pace(seated.table, seated.seats, own):
        return ""
    return reverse("tables:change_pace", args=[seated.table.code])


def pace_part(vote: PaceVote | None) -> Part:
    """Return the part of the page that shows the proposal. With its form it is drawn anew each time."""
    return Part("pace", _TEMPLATE) if vote else Part.of("pace", _TEMPLATE, page=None)


def _sentence(proposal: PaceProposal, seated: Seated, own: models.Seat) -> str:
    pace = tempo_words(TimeControl.of(proposal))
    if own.index == proposal.seat:
        return _("You proposed a new time control: %(pace)s.") % {"pace": pace}
    name = seated.seats[proposal.seat].shown_name
    return _("%(name)s proposes a new time control: %(pace)s.") % {"name": name, "pace": pace}


def _count_words(seated: Seated) -> str:
    voters = seats_present(seated.seats)
    count = sum(seat.agreed_pace is not None for seat in voters)
    return ngettext("%(count)d of %(all)d agrees.", "%(count)d of %(all)d agree.", count) % {
        "count": count,
        "all": len(voters),
    }


@dataclass(frozen=True, slots=True)
class Visit:
    """Parts of a table's page that depend on the visitor.

    `after` is what a finished game offers, `deal` the page of its deal, `field` where its
    player compares it with the others once it is over ("" if not), `deck_of` the game with the same deck, `fork`
    the original game of a fork; each may be None. `practice` says that a game with bots doesn't count, "" for any other
    game. `refusal` is why a command was refused, or "". `turned` is True if the turn is new to the requesting page.
    `give_up` and `resign` are URLs, "" if not allowed. `pace_words` is "" without a pace. `away` is the notice about
    seats played by the stand-in. `pace` is the open proposal of another pace, and `change_pace` the URL to propose one,
    "" if not allowed. `special_rules` says that the table plays as on paper or with handicaps, "" for any other. `help`
    is the choice of the viewer's seat to play as on paper, and `report` the URL for reporting the table's name, or "".
    """

    after: PostGameOffers | None
    deal: DealLink | None
    field: str
    deck_of: DeckOrigin | None
    fork: ForkOrigin | None
    practice: str
    refusal: str
    turned: bool
    give_up: str
    resign: str
    pace_words: str
    away: AwayNotice | None
    pace: PaceVote | None
    change_pace: str
    special_rules: str
    help: SeatHelp | None
    report: str

    @property
    def mark(self) -> str:
        """The sentences at the head of the page of a fork or a game that differs from others, "" for any other game."""
        kind = self.fork.sentence if self.fork else self.practice
        return " ".join(words for words in (kind, self.special_rules) if words)


def visit(request: HtmxHttpRequest, seated: Seated, *, turn: int, over: bool, refusal: str) -> Visit:
    """Return the visit to a table whose open turn, or last one if `over`, is `turn`."""
    own = None if seated.seat is None else seated.seats[seated.seat]
    played, seats = own is not None, len(seated.seats)
    return Visit(
        after=build_post_game_offers(request, seated.table, seated=played, seats=seats)
        if over or seated.ended_early
        else None,
        deal=deal_link(seated.table),
        field=field_url(seated.table) if over and played and not seated.ended_early else "",
        deck_of=deck_origin(request, seated.table),
        fork=fork_origin(request, seated),
        practice=practice_words(seated.table, seated.seats),
        refusal=refusal,
        turned=_turned(request, turn),
        give_up=abandon_url(seated.table, seated.seats, own),
        resign=_resign_url(seated, over=over),
        pace_words="" if over else running_pace_words(seated.table),
        away=build_away_notice(request, seated, over=over),
        pace=None if over else pace_vote(seated),
        change_pace="" if over else change_pace_url(seated),
        special_rules=special_rules(seated.table, seated.seats),
        help=seat_help(seated.table, own),
        report=table_report_url(seated.table, seated.seats, request.user),
    )


@dataclass(frozen=True, slots=True)
class _Log:
    """Values of the log and what is below it."""

    log: LogView
    played_with: str
    fairness: Fairness
    deck_of: DeckOrigin | None
    fork: ForkOrigin | None
    practice: str
    special_rules: str
    give_up: str
    resign: str
    change_pace: str
    pace: str
    code: str


def log_part(log: LogView, fairness: Fairness, visit: Visit, code: str, played_with: str = "") -> Part:
    """Return the part of the page with the log, the origin of the game, and ways out of it.

    `code` is that of the table, and `played_with` says what is played with.
    """
    origins = visit.deck_of, visit.fork, visit.practice, visit.special_rules
    ways = visit.give_up, visit.resign, visit.change_pace, visit.pace_words
    return Part.of("log", "play/_log.html", page=_Log(log, played_with, fairness, *origins, *ways, code))


def _resign_url(seated: Seated, *, over: bool) -> str:
    if over or seated.ended_early or seated.seat is None or seated.is_solo or seated.table.on_device:
        return ""
    if has_resigned(seated.seats[seated.seat].player):
        return ""
    return reverse("tables:resign", args=[seated.table.code])


def _turned(request: HtmxHttpRequest, turn: int) -> bool:
    """Return True if the requesting page shows another turn than this one."""
    shown = (shown_parts(request) or {}).get("fields") or request.POST.get("turn")
    return shown not in {None, str(turn)}
