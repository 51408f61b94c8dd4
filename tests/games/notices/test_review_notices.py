"""Site notifications about reviews: the bell, the list, deletion and privacy."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.cartographers.models import OwnSet
from games.cartographers.workshop import own_sets
from games.catalog.drafts import discard_draft
from games.catalog.models import CatalogEntry, EntryAction
from games.catalog.pages import entry_url
from games.catalog.publication import publish, send_back, submit
from games.catalog.site_cards import load_published
from games.notices.dispatcher import dispatch
from games.notices.models import ReviewNotice
from games.notices.reviews import write_review_notice
from games.notices.task_worker import work
from games.notices.upkeep import tidy_notices
from games.tables import signals
from games.tables.models import Table
from games.tables.people import personal_data
from games.tables.people.personal_data import export_user_data
from tests.games.cartographers.play import gather
from tests.games.notices.reviewing import curator, submitted
from tests.games.tables.clients import signed_in, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
LIST = "/notices/"


@pytest.fixture
def ada() -> User:
    """The author of every draft here."""
    load_published()
    return curator("ada")


@pytest.fixture
def ben() -> User:
    """A reviewer."""
    return curator("ben")


def unread(user: User) -> int:
    return ReviewNotice.objects.unread_by(User.objects.get(pk=user.pk)).count()


def listing(user: User) -> str:
    return text_of(signed_in(user).get(LIST)).partition("<main")[2].partition("</main>")[0]


def test_submission_is_listed_for_reviewers_and_not_for_its_author(ada: User, ben: User) -> None:
    entry = submitted(ada, "Please look at the names.")
    work()
    assert (unread(ada), unread(ben)) == (0, 1)
    page = signed_in(ben).get("/cartographers/rules/").content.decode()
    assert 'aria-label="Notifications, 1 unread"' in page
    assert '<span class="badge mine">1</span>' in page
    shown = listing(ben)
    assert f'<a href="{entry_url(entry)}">Submitted for review: Riverside (explore card)</a>' in shown
    assert "ada: Please look at the names." in shown


@pytest.mark.parametrize(("decision", "title"), [("back", "Changes requested"), ("published", "Published")])
def test_decision_is_listed_for_its_author_with_the_words(ada: User, ben: User, decision: str, title: str) -> None:
    entry = submitted(ada)
    if decision == "back":
        send_back(entry=entry, by=ben, words="Too <long>.\nShorten it.")
    else:
        publish(entry=entry, saves=entry.saves, by=ben, words="Too <long>.\nShorten it.")
    work()
    assert (unread(ada), unread(ben)) == (1, 0)
    shown = listing(ada)
    assert f'<a href="{entry_url(entry)}">{title}: Riverside (explore card)</a>' in shown
    assert "ben: Too &lt;long&gt;. Shorten it." in shown
    assert '<span class="badge mine">New</span>' in shown


def test_opening_the_list_marks_reviews_as_read(ada: User, ben: User) -> None:
    send_back(entry=submitted(ada), by=ben, words="Too long.")
    work()
    browser = signed_in(ada)
    browser.head(LIST)
    assert unread(ada) == 1
    browser.get(LIST)
    assert unread(ada) == 0
    assert 'aria-label="Notifications"' in browser.get("/cartographers/rules/").content.decode()
    assert "Changes requested: Riverside" in listing(ada)
    assert '<span class="badge mine">New</span>' not in listing(ada)


def test_submission_counts_only_while_it_is_in_review(ada: User, ben: User) -> None:
    cas = curator("cas")
    entry = submitted(ada)
    work()
    send_back(entry=entry, by=cas, words="Too long.")
    assert unread(ben) == 0
    submit(entry=entry, by=ada)
    work()
    assert unread(ben) == 1, "a resubmission replaces the first one"
    assert listing(ben).count("Submitted for review: Riverside") == 1


def test_submission_that_was_reviewed_before_the_task_runs_is_not_listed(ada: User, ben: User) -> None:
    send_back(entry=submitted(ada), by=curator("cas"), words="Too long.")
    work()
    assert not ReviewNotice.objects.filter(user=ben).exists()


def test_notice_goes_with_a_draft_that_is_deleted(ada: User, ben: User) -> None:
    entry = submitted(ada)
    work()
    discard_draft(entry=entry, by=ada)
    assert unread(ben) == 0
    assert "Riverside" not in listing(ben)


def test_former_member_of_staff_no_longer_sees_submissions(ada: User, ben: User) -> None:
    submitted(ada, "A secret plan.")
    work()
    User.objects.filter(pk=ben.pk).update(is_staff=False)
    assert unread(ben) == 0
    assert "Riverside" not in listing(ben)
    assert "Riverside" not in str(export_user_data(User.objects.get(pk=ben.pk)))


def test_author_is_not_told_what_they_did_themselves(ada: User) -> None:
    ada.user_permissions.add(Permission.objects.get(codename="publish_alone"))
    entry = submitted(User.objects.get(pk=ada.pk))
    publish(entry=entry, saves=entry.saves, by=User.objects.get(pk=ada.pk), words="Mine.")
    work()
    assert not ReviewNotice.objects.exists()


def test_nothing_is_listed_of_what_was_rolled_back(ada: User, ben: User) -> None:
    with transaction.atomic():
        submitted(ada)
        transaction.set_rollback(True)
    work()
    assert not ReviewNotice.objects.exists()


def test_a_task_that_runs_twice_writes_one_notice(ada: User, ben: User) -> None:
    send_back(entry=submitted(ada), by=ben, words="Too long.")
    work()
    (notice,) = ReviewNotice.objects.filter(user=ada)
    write_review_notice.call(notice.change_id, ada.pk)
    assert ReviewNotice.objects.filter(user=ada).count() == 1


def test_reviews_and_tables_are_one_list_with_the_latest_first(ada: User, ben: User, clock: Any) -> None:
    submitted(ada)
    clock.shift(timedelta(hours=1))
    invited = gather(ada, capacity=2)
    signals.person_invited.send(sender=Table, table=invited, by=ada, person=ben)
    clock.shift(timedelta(hours=1))
    submitted(ada, name="Lakeside")
    dispatch()
    work()
    shown = listing(ben).partition(">Recent<")[2]
    places = [shown.index(name) for name in ("Lakeside", invited.name, "Riverside")]
    assert places == sorted(places)


def test_notice_is_in_the_language_of_its_reader(ada: User, ben: User) -> None:
    send_back(entry=submitted(ada), by=ben, words="Too long.")
    work()
    User.objects.filter(pk=ada.pk).update(language="fr")
    assert "Modifications demandées : Riverside (carte Exploration)" in listing(User.objects.get(pk=ada.pk))


def test_erased_reader_leaves_no_notice_and_gets_none(ada: User, ben: User) -> None:
    entry = submitted(ada)
    work()
    assert ReviewNotice.objects.filter(user=ben).exists()
    personal_data.erase(user=ben)
    assert not ReviewNotice.objects.exists()
    send_back(entry=entry, by=curator("cas"), words="Too long.")
    personal_data.erase(user=ada)
    work()
    assert not ReviewNotice.objects.exists()


def test_erased_reviewer_is_not_named(ada: User, ben: User) -> None:
    send_back(entry=submitted(ada), by=ben, words="Too long.")
    work()
    personal_data.erase(user=ben)
    assert "Former player: Too long." in listing(ada)


def test_notices_are_exported_without_the_reviewer_and_deleted_when_old(ada: User, ben: User, clock: Any) -> None:
    send_back(entry=submitted(ada), by=ben, words="Too long.")
    work()
    (exported,) = export_user_data(ada)["review_notices"]
    assert (exported["act"], exported["piece"], exported["read_at"]) == (EntryAction.SENT_BACK, "riverside", None)
    assert "ben" not in str(exported)
    assert tidy_notices() == 0
    clock.shift(timedelta(days=31))
    assert tidy_notices() == 1
    assert not ReviewNotice.objects.exists()


@pytest.fixture
def ann(ada: User) -> User:
    """A player who let the site publish a set."""
    return User.objects.create_user("ann", "chart and compass", email="ann@example.org")


def submitted_set(owner: User) -> tuple[OwnSet, CatalogEntry]:
    own_set = own_sets.create_own_set(owner=owner, name="Lakes")
    OwnSet.objects.filter(pk=own_set.pk).update(asked_at=timezone.now())
    entry = own_sets.answer_publish_request(own_set=own_set, owner=owner, agreed=True)
    assert entry
    return own_set, entry


def test_player_whose_set_is_sent_back_is_told_and_mailed(ann: User, ben: User, mailoutbox: list[Any]) -> None:
    own_set, entry = submitted_set(ann)
    entry.refresh_from_db()
    send_back(entry=entry, by=ben, words="Too <few> sheets.")
    work()
    url = own_set.url
    assert unread(ann) == 1
    assert f'<a href="{url}">Changes requested: Lakes (set)</a>' in listing(ann)
    (letter,) = [letter for letter in mailoutbox if letter.to == ["ann@example.org"]]
    assert letter.subject == "Changes requested: Lakes (set)"
    assert letter.body.startswith("Too <few> sheets.\n\nben requested changes to Lakes (set).")
    assert f"http://127.0.0.1:8000{url}\n" in letter.body
    assert "because you suggested a set for publication or agreed to it" in letter.body
    assert "/admin/" not in letter.body
    page = text_of(signed_in(ann).get(url))
    assert "A reviewer requested changes to this set. Curators can change it and submit it again." in page
    assert "Too &lt;few&gt; sheets." in page


def test_player_whose_set_is_published_is_told_and_mailed(ann: User, ben: User, mailoutbox: list[Any]) -> None:
    own_set, entry = submitted_set(ann)
    url = own_set.url
    assert "This set is in review." in text_of(signed_in(ann).get(url))
    entry.refresh_from_db()
    publish(entry=entry, saves=entry.saves, by=ben, words="Lovely.")
    work()
    assert f'<a href="{url}">Published: Lakes (set)</a>' in listing(ann)
    assert [letter.subject for letter in mailoutbox if letter.to == ["ann@example.org"]] == ["Published: Lakes (set)"]
    assert '<a href="/cartographers/sets/lakes/">View the published set</a>' in text_of(signed_in(ann).get(url))
    discard_draft(entry=own_set, by=ann)
    assert '<a href="/cartographers/sets/lakes/">Published: Lakes (set)</a>' in listing(ann)


def test_player_without_their_set_gets_no_link_into_the_workshop(ann: User, ben: User, mailoutbox: list[Any]) -> None:
    own_set, entry = submitted_set(ann)
    discard_draft(entry=own_set, by=ann)
    entry.refresh_from_db()
    send_back(entry=entry, by=ben, words="Too few sheets.")
    work()
    shown = listing(ann)
    assert "Changes requested: Lakes (set)" in shown
    assert "/admin/" not in shown
    assert "http" not in next(letter.body for letter in mailoutbox if letter.to == ["ann@example.org"])


def test_no_player_is_asked_to_review(ann: User, ben: User) -> None:
    ann.user_permissions.add(Permission.objects.get(codename="review_catalogentry"))
    submitted_set(User.objects.create_user("eve", "chart and compass"))
    work()
    assert ReviewNotice.objects.filter(user=ben).exists()
    assert not ReviewNotice.objects.filter(user=ann).exists()
    assert "Lakes" not in Client().get("/").content.decode()
