"""Presenters of a case in the moderation queue: links to its subject, and what is known about its person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from games.accounts.models import User
from games.accounts.pages import PersonPart
from games.accounts.sanctions import current_closure
from games.play.log import turn_address
from games.studies.models import Case, Collection, Decision, Entry, Note, ReportedKind
from games.studies.models.reports import RIGHT
from games.tables.deal_links import deal_title, deal_url
from games.tables.lobby.cards import table_url
from games.tables.turn_words import turn_label, turn_title
from games.talk.models import Message

_MOST_DECISIONS: Final = 10


@dataclass(frozen=True, slots=True)
class CaseLink:
    """Link to something that the case is about."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class PersonInCase:
    """Person that a case is about, as moderators see them.

    `profile` is "" for a guest or a profile that the moderator can't see. `closed` is True for a closed account, with
    its end in `closed_until`, None for good. `count` is the number of decisions in all their cases, with the latest
    ones in `decisions`, and `cases` the URL of these cases.
    """

    name: str
    username: str
    is_guest: bool
    profile: str
    muted_until: datetime | None
    closed: bool
    closed_until: datetime | None
    count: int
    decisions: tuple[Decision, ...]
    cases: str
    open_cases: str


def person_in_case(case: Case, moderator: User) -> PersonInCase | None:
    """Return the person of a case, None for a deleted account."""
    person = case.author
    if person is None:
        return None
    decisions = Decision.objects.filter(case__author=person).select_related("by", "case").order_by("-pk")
    closure = current_closure(person)
    queue, query = reverse("admin:studies_case_changelist"), urlencode({"q": person.username})
    return PersonInCase(
        name=str(person),
        username=person.username,
        is_guest=person.guest,
        profile=person.profile_url_for(moderator),
        muted_until=person.muted_until if person.is_muted else None,
        closed=closure is not None,
        closed_until=closure.until if closure else None,
        count=decisions.count(),
        decisions=tuple(decisions[:_MOST_DECISIONS]),
        cases=f"{queue}?{query}&queue=handled",
        open_cases=f"{queue}?{query}",
    )


def links_of(case: Case) -> list[CaseLink]:
    """Return links to the pages where a moderator can see the subject of a case."""
    if case.table is not None:
        return [CaseLink(case.table.shown_name, table_url(case.table))]
    if case.race is not None:
        return [CaseLink(deal_title(case.race), deal_url(case.race))]
    match case.content:
        case Note() as content:
            title = turn_title(content.table, content.turn)
            return [CaseLink(title, f"{turn_address(table_url(content.table), content.turn)}#notes")]
        case Collection() as content:
            return [CaseLink(content.title, reverse("studies:collection", args=[content.code]))]
        case Message() as content:
            return [CaseLink(content.table.shown_name, table_url(content.table))]
        case Entry() as content:
            where = CaseLink(content.collection.title, reverse("studies:collection", args=[content.collection.code]))
            if content.table is None:
                return [where]
            return [
                where,
                CaseLink(turn_label(content.table, content.turn), turn_address(table_url(content.table), content.turn)),
            ]
    return []


@dataclass(frozen=True, slots=True)
class ReportLinks:
    """Links for a person's profile: to report them, and for moderators the URL that opens a case, else ""."""

    name: str
    report: str
    moderate: str


def person_part(person: User, viewer: User | AnonymousUser) -> PersonPart | None:
    """Return the links for a person's profile, None for visitors and on one's own page."""
    if not isinstance(viewer, User) or person.pk == viewer.pk:
        return None
    moderates = viewer.is_staff and viewer.has_perm(RIGHT)
    links = ReportLinks(
        name=str(person),
        report=reverse("studies:report_person", args=[person.username]),
        moderate=reverse("admin:studies_case_open", args=[ReportedKind.PERSON, person.pk]) if moderates else "",
    )
    return PersonPart("studies/_report_person.html", "", links)
