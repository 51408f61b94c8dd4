"""The open proposal of another pace, and where the viewer proposes one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.page_parts import Part
from games.tables import models
from games.tables.game import Seated
from games.tables.models import PaceProposal
from games.tables.pace_changes import may_change_pace
from games.tables.pace_words import tempo_words
from games.tables.proposals import open_proposal, voters_on_pace
from games.tables.time_control import TimeControl

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
    voters = voters_on_pace(seated.seats)
    count = sum(seat.agreed_pace is not None for seat in voters)
    return ngettext("%(count)d of %(all)d agrees.", "%(count)d of %(all)d agree.", count) % {
        "count": count,
        "all": len(voters),
    }
