"""Decisions of moderators, and deletion of items that were removed long ago and not restored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from games import clock
from games.accounts import sanctions
from games.accounts.guests import guest_name
from games.accounts.models import SanctionKind, User
from games.accounts.person_lock import lock_people
from games.accounts.staff import may_act_on
from games.catalog.models import AuthorComment
from games.locks import writing
from games.studies.errors import StudyRefusal, StudyRefusalReason
from games.studies.models import (
    Case,
    Collection,
    Content,
    Decision,
    Entry,
    ModeratorAction,
    Note,
    Report,
    ReportedKind,
)
from games.tables import signals
from games.tables.changes import announce, touch
from games.tables.lobby.cards import game_name
from games.tables.models import Deal, Seat, Status, Table, TableQuerySet
from games.talk.models import Message
from games.talk.services import lock_tables, remove

KEPT: Final = timedelta(days=30)
"""Time during which removed content can be restored."""


def tidy_studies(*, older_than: timedelta = KEPT) -> int:
    """Delete content removed that long ago. Return the number of items deleted.

    Copies of it in reports answered that long ago are deleted too. The number counts notes, collections, turns and
    comments.
    """
    moment = clock.now() - older_than
    with writing():
        models = (Note, Entry, Collection, AuthorComment)
        things = [model.objects.filter(removed_at__lt=moment) for model in models]
        counts = [some.count() for some in things]
        for some in things:
            some.delete()
        Report.objects.filter(decision__at__lt=moment).exclude(text="").update(text="")
    return sum(counts)


@dataclass(frozen=True, slots=True)
class Measure:
    """Action of a moderator and its reason.

    `until` is the end of a mute or closure, None for a closure for good. `username` tells to replace that too.
    """

    act: ModeratorAction
    words: str
    until: datetime | None = None
    username: bool = False


def may_decide(case: Case, moderator: User) -> bool:
    """Return True if a moderator may decide a case: not about themselves, nor about someone with more permissions."""
    author = case.author
    return author is None or (author.pk != moderator.pk and may_act_on(moderator, author))


def possible_actions(case: Case) -> list[ModeratorAction]:
    """Return the actions that are possible for a case now."""
    leave = [ModeratorAction.LEAVE] if case.open_since is not None else []
    return [*_content_actions(case), *leave, *_person_actions(case)]


def _content_actions(case: Case) -> list[ModeratorAction]:
    content = case.content
    if case.table is not None and not case.table.is_default_name:
        return [ModeratorAction.TABLE]
    if case.race is not None and case.race.name:
        return [ModeratorAction.RACE]
    if content is None or (isinstance(content, Message) and content.is_removed):  # nothing is left of a removed one
        return []
    return [ModeratorAction.RESTORE if content.is_removed else ModeratorAction.REMOVE]


def _person_actions(case: Case) -> list[ModeratorAction]:
    author = case.author
    if author is None or author.erased_at:
        return []
    if not author.is_active:
        return [ModeratorAction.REOPEN] if sanctions.current_closure(author) else []
    if case.kind == ReportedKind.APPEAL:
        return []
    mute = [ModeratorAction.MUTE, *([ModeratorAction.UNMUTE] if author.is_muted else [])]
    return [ModeratorAction.WARN, *mute, ModeratorAction.RENAME, ModeratorAction.CLOSE]


def judge(
    *,
    case: int,
    act: ModeratorAction,
    words: str,
    by: User,
    until: datetime | None = None,
    username: bool = False,
    seen: int | None = None,
) -> Decision:
    """Take an action on a case, which answers its open reports. `seen` is the last decision that the moderator knew of.

    Raises AccountDeleted, Case.DoesNotExist, and StudyRefusal if the moderator may not decide the case, if another one
    was quicker, or if there is nothing to do. The caller has checked the permission to moderate.
    """
    author = Case.objects.select_related("author").get(pk=case).author
    with lock_people(by, *([author] if author else [])) as people:
        # Tables are locked before cases.
        lock_tables(Case.objects.filter(pk=case, message__isnull=False).values_list("message", flat=True))
        list(Table.objects.locked().filter(pk__in=Case.objects.filter(pk=case).values("table")))
        if author and act == ModeratorAction.CLOSE:
            list(Table.objects.locked().filter(seats__user=author, status=Status.GATHERING).order_by("pk"))
        if author and act == ModeratorAction.RENAME:
            list(_bearing_name(author).locked().order_by("pk"))
        judged = Case.objects.select_for_update().get(pk=case)
        person = people[author.pk] if author else None
        judged.author = person
        if not may_decide(judged, by):
            raise StudyRefusal(StudyRefusalReason.NOT_ALLOWED)
        if seen is not None and last_decision(judged) != seen:
            raise StudyRefusal(StudyRefusalReason.DECIDED)
        now = clock.now()
        _take(judged, person, Measure(act, words, until, username))
        decision = Decision.objects.create(case=judged, act=act, words=words, by=by, at=now, until=until)
        answered = Q(pk=case)
        if act == ModeratorAction.REOPEN:  # there is nothing left to appeal against
            answered |= Q(kind=ReportedKind.APPEAL, author=person)
        cases = list(Case.objects.filter(answered).values_list("pk", flat=True))
        Report.objects.filter(case__in=cases, decision=None).update(decision=decision)
        Case.objects.filter(pk__in=cases).update(open_since=None, handled_at=now)
    return decision


def last_decision(case: Case) -> int:
    """Return the key of the last decision on a case, 0 for none."""
    return Decision.objects.filter(case=case).order_by("-pk").values_list("pk", flat=True).first() or 0


def _take(case: Case, person: User | None, measure: Measure) -> None:
    """Take an action. Raises StudyRefusal if it is impossible now."""
    content = case.content
    if measure.act in (ModeratorAction.REMOVE, ModeratorAction.RESTORE) and content is None:
        raise StudyRefusal(StudyRefusalReason.GONE)
    if measure.act not in possible_actions(case):
        raise StudyRefusal(StudyRefusalReason.NOTHING_TO_DO)
    if content is not None and measure.act in (ModeratorAction.REMOVE, ModeratorAction.RESTORE):
        _remove_or_restore(content, measure)
    elif measure.act == ModeratorAction.TABLE and case.table is not None:
        _replace_table_name(case.table)
        if person is not None:
            sanctions.warn(person=person, reason=measure.words, kind=SanctionKind.TABLE_NAME)
    elif measure.act == ModeratorAction.RACE and case.race is not None:
        Deal.objects.filter(pk=case.race.pk).update(name="")
        if person is not None:
            sanctions.warn(person=person, reason=measure.words, kind=SanctionKind.RACE_NAME)
    elif person is not None:
        _sanction(person, measure)


def _named_after(person: User) -> TableQuerySet:
    """Return the tables whose default names are those of their host."""
    return Table.objects.filter(host=person, is_default_name=True)


def _bearing_name(person: User) -> TableQuerySet:
    """Return the tables that show a person's name: those named after them, and where they have a seat in a game that
    isn't over.
    """
    seated = Seat.objects.filter(user=person, table__in=Table.objects.unfinished()).values("table")
    return Table.objects.filter(Q(pk__in=_named_after(person).values("pk")) | Q(pk__in=seated))


def _replace_table_name(table: Table) -> None:
    former = table.name
    is_hosted = table.host.erased_at is None
    table.name, table.is_default_name = (table.host.display_name, True) if is_hosted else (game_name(table), False)
    table.named_by = None
    touch(table)
    signals.name_replaced.send(Table, table=table, former=former)
    announce(table.code, table.version)


def _remove_or_restore(content: Content, measure: Measure) -> None:
    if isinstance(content, Message):
        remove([content.pk], reason=measure.words)
        return
    removes = measure.act == ModeratorAction.REMOVE
    content.removed_at, content.removal = (clock.now(), measure.words) if removes else (None, "")
    content.save(update_fields=["removed_at", "removal"])


def _sanction(person: User, measure: Measure) -> None:
    reason = measure.words
    match measure.act:
        case ModeratorAction.WARN:
            sanctions.warn(person=person, reason=reason)
        case ModeratorAction.MUTE:
            assert measure.until is not None
            sanctions.mute(person=person, reason=reason, until=measure.until)
        case ModeratorAction.UNMUTE:
            sanctions.unmute(person=person)
        case ModeratorAction.RENAME:
            name = guest_name()
            sanctions.replace_name(person=person, reason=reason, display_name=name, username=measure.username)
            _named_after(person).update(name=name)
            for table in _bearing_name(person).unfinished():
                touch(table)
                announce(table.code, table.version)
        case ModeratorAction.CLOSE:
            sanctions.close_account(person=person, reason=reason, until=measure.until)
        case ModeratorAction.REOPEN:
            sanctions.reopen_account(person=person)
