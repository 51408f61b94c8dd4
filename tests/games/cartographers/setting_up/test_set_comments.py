"""Comments on sets, which only their authors read, by players who have finished a game with them."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts import sanctions
from games.accounts.limits import Limit
from games.accounts.models import User
from games.accounts.services import make_guest
from games.cartographers.models import OwnSet
from games.cartographers.setting_up import comment_views
from games.cartographers.workshop import own_sets
from games.catalog import comments
from games.catalog.authors import set_credit
from games.catalog.drafts import end_link, make_link
from games.catalog.models import AuthorComment, CatalogEntry
from games.catalog.site_cards import load_published
from games.people.services import block, follow, unblock
from games.studies.models import Case, ModeratorAction, Report, ReportReason
from games.studies.moderation import judge
from games.tables.models import Status, Table
from games.tables.people.personal_data import erase, export_user_data
from tests.games.cartographers.play import gather
from tests.games.cartographers.shelf.sets import published_set
from tests.games.catalog.making import curator, staff
from tests.games.studies.moderating import make_moderator
from tests.games.tables.clients import people_named, signed_in, text_of

pytestmark = pytest.mark.django_db

SET = "/cartographers/sets/riverside/"
FORM = 'name="comment-words"'
WORDS = "The rivers are lovely."


@pytest.fixture
def people() -> list[User]:
    load_published()
    return people_named("Ann", "Ben", "Cas")


@pytest.fixture
def lakes(people: list[User]) -> OwnSet:
    """Return Ann's set, which she shares by link; Ben has finished a game with it."""
    own_set = own_sets.create_own_set(owner=people[0], name="Lakes")
    make_link(entry=own_set, by=people[0])
    own_set.refresh_from_db()
    finish(people[1], f"own/{own_set.key}")
    return own_set


@pytest.fixture
def riverside(people: list[User]) -> CatalogEntry:
    """Return a published set without a credit; Ben has finished a game with it."""
    entry = published_set()
    finish(people[1], "workshop/riverside")
    return entry


def finish(user: User, ref: str) -> None:
    table = gather(user)
    Table.objects.filter(pk=table.pk).update(status=Status.FINISHED, options={**table.options, "set": ref})


def write(user: User, ref: str, words: str = WORDS, back: str = SET) -> Any:
    url = f"/cartographers/sets/comment/{ref}/"
    return signed_in(user).post(url, {"comment-words": words, "next": back})


def bell(user: User) -> bool:
    return "1 unread" in text_of(signed_in(user).get("/"))


def test_player_writes_changes_and_withdraws_a_comment(people: list[User], lakes: OwnSet) -> None:
    _ann, ben, _cas = people
    ref, page = f"own/{lakes.key}", f"/cartographers/sets/try/{lakes.link}/"
    browser = signed_in(ben)
    assert FORM in text_of(browser.get(page))
    assert write(ben, ref, back=page).headers["Location"] == page
    assert write(ben, ref, "  The lakes too.\r\n").status_code == 303
    assert [comment.words for comment in AuthorComment.objects.all()] == ["The lakes too."]
    shown = text_of(browser.get(page))
    assert ("The lakes too." in shown, "Only the author of this set can read your comment" in shown) == (True, True)
    assert browser.post(f"/cartographers/sets/comment/{ref}/withdraw/", {"next": page}).headers["Location"] == page
    assert not AuthorComment.objects.exists()


def test_author_alone_reads_it_on_the_page_and_in_the_notifications(people: list[User], lakes: OwnSet) -> None:
    ann, ben, cas = people
    write(ben, f"own/{lakes.key}")
    finish(cas, f"own/{lakes.key}")
    assert WORDS not in text_of(signed_in(cas).get(f"/cartographers/sets/try/{lakes.link}/"))
    assert WORDS in text_of(signed_in(ann).get(lakes.url))
    assert (bell(ann), bell(ben)) == (True, False)
    listed = text_of(signed_in(ann).get("/notices/"))
    assert ("Comment on Lakes" in listed, f"Ben: {WORDS}" in listed, f'"{lakes.url}#comments"' in listed) == (True,) * 3
    assert not bell(ann), "it has been read"
    assert WORDS not in text_of(signed_in(ben).get("/notices/"))
    write(ben, f"own/{lakes.key}", "More hills.")
    assert bell(ann), "its text is new"


def test_only_players_who_finished_a_game_write(people: list[User], lakes: OwnSet) -> None:
    ann, _ben, cas = people
    ref, page = f"own/{lakes.key}", f"/cartographers/sets/try/{lakes.link}/"
    finish(ann, ref)
    for user in (ann, cas):
        assert write(user, ref).status_code == 404
        assert FORM not in text_of(signed_in(user).get(page))
    guest = make_guest(display_name="Heron")
    finish(guest, ref)
    assert write(guest, ref).headers["Location"].startswith("/accounts/keep/")
    assert FORM not in text_of(Client().get(page))
    finish(cas, "heroes/heroes")
    assert write(cas, "heroes/heroes").status_code == 404, "the sets of the boxes have no author here"
    assert not AuthorComment.objects.exists()


def test_comment_needs_a_set_that_the_writer_may_see(people: list[User], lakes: OwnSet) -> None:
    ann, ben, _cas = people
    ref = f"own/{lakes.key}"
    end_link(entry=lakes, by=ann)
    assert write(ben, ref).status_code == 404
    own_sets.share_with_followers(own_set=lakes, owner=ann, shared=True)
    assert write(ben, ref).status_code == 404
    follow(follower=ben, followed=ann)
    page = f"/cartographers/sets/followed/{lakes.key}/"
    assert FORM in text_of(signed_in(ben).get(page))
    assert write(ben, ref, back=page).headers["Location"] == page


def test_comment_on_a_published_set_is_for_its_credited_author(people: list[User], riverside: CatalogEntry) -> None:
    ann, ben, cas = people
    set_credit(reference=("workshop", "set", "riverside"), author=ann, shown=True)
    assert write(ben, "workshop/riverside").status_code == 303
    assert WORDS in text_of(signed_in(ann).get(SET))
    assert f'"{SET}#comments"' in text_of(signed_in(ann).get("/notices/"))
    for page in (Client(), signed_in(cas)):
        assert WORDS not in text_of(page.get(SET))
    reader = staff("cleo", "view_catalogentry", "change_catalogentry")
    assert WORDS not in text_of(reader.get(f"/admin/catalog/catalogentry/{riverside.pk}/change/"))
    set_credit(reference=("workshop", "set", "riverside"), author=ann, shown=False)
    assert WORDS in text_of(signed_in(ann).get(SET)), "it was written to her"
    assert WORDS not in text_of(reader.get(f"/admin/catalog/catalogentry/{riverside.pk}/change/"))


def test_comment_on_a_published_set_without_credit_is_for_curators(people: list[User], riverside: CatalogEntry) -> None:
    _ann, ben, _cas = people
    assert "Only the curators of this site can read your comment" in text_of(signed_in(ben).get(SET))
    assert write(ben, "workshop/riverside").status_code == 303
    page = f"/admin/catalog/catalogentry/{riverside.pk}/change/"
    found = AuthorComment.objects.get()
    viewer, editor = staff("cleo", "view_catalogentry"), staff("edda", "view_catalogentry", "change_catalogentry")
    shown = text_of(viewer.get(page))
    delete, report = f"/comments/{found.pk}/delete/", f"/comments/{found.pk}/report/"
    assert (WORDS in shown, delete in shown, report in shown) == (True, False, True)
    assert viewer.post(delete, {"next": page}).status_code == 404
    assert viewer.get(report).status_code == 200
    assert delete in text_of(editor.get(page))
    assert signed_in(people[0]).post(delete).status_code == 404
    assert editor.post(delete, {"next": page}).headers["Location"] == page
    assert not AuthorComment.objects.exists()
    assert write(curator(), "workshop/riverside").status_code == 404, "its author"


@pytest.mark.parametrize(("words", "sentence"), [("", "required"), ("x" * 1_001, "1001")])
def test_invalid_comment_is_refused_with_its_text(people: list[User], lakes: OwnSet, words: str, sentence: str) -> None:
    answer = write(people[1], f"own/{lakes.key}", words)
    assert (answer.status_code, sentence in text_of(answer), words in text_of(answer)) == (422, True, True)
    assert write(people[1], f"own/{lakes.key}", "x\r\n" * 500).status_code == 303, "a line ends with one character"


def test_muted_people_do_not_write(people: list[User], lakes: OwnSet) -> None:
    ben = people[1]
    until = timezone.now() + timedelta(days=1)
    sanctions.mute(person=ben, reason="Rude.", until=until)
    answer = write(ben, f"own/{lakes.key}")
    assert answer.status_code == 422
    assert ("A moderator has muted you" in text_of(answer), WORDS in text_of(answer)) == (True, True)
    assert not AuthorComment.objects.exists()


@pytest.mark.parametrize("first", [0, 1])
def test_blocks_keep_comments_apart_in_both_directions(people: list[User], lakes: OwnSet, first: int) -> None:
    ann, ben, _cas = people
    write(ben, f"own/{lakes.key}")
    block(blocker=people[first], blocked=people[1 - first])
    assert WORDS not in text_of(signed_in(ann).get(lakes.url))
    assert not bell(ann)
    assert WORDS not in text_of(signed_in(ann).get("/notices/"))
    assert write(ben, f"own/{lakes.key}", "Again.").status_code == 404
    assert signed_in(ann).post(f"/comments/{AuthorComment.objects.get().pk}/delete/").status_code == 404
    unblock(blocker=people[first], blocked=people[1 - first])
    assert WORDS in text_of(signed_in(ann).get(lakes.url))


def test_author_deletes_blocks_and_reports(people: list[User], lakes: OwnSet) -> None:
    ann, ben, cas = people
    write(ben, f"own/{lakes.key}")
    found, browser = AuthorComment.objects.get(), signed_in(ann)
    page = text_of(browser.get(lakes.url))
    assert ("/accounts/block/?person=" in page, f"/comments/{found.pk}/report/?next=" in page) == (True, True)
    url = f"/comments/{found.pk}/report/"
    for other in (ben, cas):
        assert signed_in(other).get(url).status_code == 404
        assert signed_in(other).post(f"/comments/{found.pk}/delete/").status_code == 404
    assert WORDS in text_of(browser.get(url))
    answer = browser.post(f"{url}?next={lakes.url}", {"reason": ReportReason.INSULT})
    assert answer.headers["Location"] == lakes.url
    report = Report.objects.get()
    assert (report.case.kind, report.case.author, report.text) == ("comment", ben, WORDS)
    assert browser.post(f"/comments/{found.pk}/delete/", {"next": lakes.url}).headers["Location"] == lakes.url
    assert not AuthorComment.objects.exists()
    assert (Report.objects.get().text, Case.objects.get().comment) == (WORDS, None)


def test_removed_comment_is_shown_to_its_writer_alone(people: list[User], lakes: OwnSet) -> None:
    ann, ben, cas = people
    moderator = make_moderator(cas)
    write(ben, f"own/{lakes.key}")
    url = f"/comments/{AuthorComment.objects.get().pk}/report/"
    signed_in(ann).post(url, {"reason": ReportReason.INSULT})
    case = Case.objects.get()
    judge(case=case.pk, act=ModeratorAction.REMOVE, words="Rude.", by=moderator)
    assert WORDS not in text_of(signed_in(ann).get(lakes.url))
    assert signed_in(ann).get(url).status_code == 404
    page = text_of(signed_in(ben).get(f"/cartographers/sets/try/{lakes.link}/"))
    assert ("Reason: Rude." in page, WORDS in page, FORM in page) == (True, True, False)
    assert write(ben, f"own/{lakes.key}", "Again.").status_code == 422
    withdraw = f"/cartographers/sets/comment/own/{lakes.key}/withdraw/"
    assert withdraw not in page
    answer = signed_in(ben).post(withdraw, {"next": f"/cartographers/sets/try/{lakes.link}/"}, follow=True)
    assert "A moderator removed this" in text_of(answer)
    assert AuthorComment.objects.get().is_removed
    judge(case=case.pk, act=ModeratorAction.RESTORE, words="Fine.", by=moderator)
    assert WORDS in text_of(signed_in(ann).get(lakes.url))


@pytest.mark.parametrize("end", ["delete_own_set", "end_link"])
def test_comment_on_a_set_that_closes_meanwhile_is_refused(
    people: list[User], lakes: OwnSet, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, _cas = people
    check = comment_views.may_comment

    def close_after(user: User, ref: str) -> Any:
        monkeypatch.setattr(comment_views, "may_comment", check)
        found = check(user, ref)
        if end == "end_link":
            end_link(entry=lakes, by=ann)
        else:
            own_sets.delete_own_set(own_set=lakes, owner=ann)
        return found

    monkeypatch.setattr(comment_views, "may_comment", close_after)
    assert write(ben, f"own/{lakes.key}").status_code == 404
    assert not AuthorComment.objects.exists()


def test_comments_have_a_limit(people: list[User], lakes: OwnSet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comments, "WRITE", Limit("author-comment", 1, comments.WRITE.window))
    assert [write(people[1], f"own/{lakes.key}", words).status_code for words in "ab"] == [303, 429]


def test_comments_are_exported_and_deleted_with_either_account_or_the_set(people: list[User], lakes: OwnSet) -> None:
    ann, ben, cas = people
    other = own_sets.create_own_set(owner=cas, name="Hills")
    make_link(entry=other, by=cas)
    for own_set in (lakes, other):
        finish(ben, f"own/{own_set.key}")
        write(ben, f"own/{own_set.key}")
    rows = export_user_data(ben)["author_comments"]
    assert [(row["box"], row["key"], row["words"]) for row in rows] == [
        ("own", lakes.key, WORDS),
        ("own", other.key, WORDS),
    ]
    assert export_user_data(ann)["author_comments"] == []
    erase(user=cas)
    assert [comment.key for comment in AuthorComment.objects.all()] == [lakes.key]
    own_sets.delete_own_set(own_set=lakes, owner=ann)
    assert not AuthorComment.objects.exists()
    again = own_sets.create_own_set(owner=ann, name="Again")
    make_link(entry=again, by=ann)
    finish(ben, f"own/{again.key}")
    write(ben, f"own/{again.key}")
    erase(user=ben)
    assert not AuthorComment.objects.exists()


def test_pages_of_sets_need_few_queries_for_visitors(
    people: list[User], riverside: CatalogEntry, django_assert_max_num_queries: Any
) -> None:
    Client().get(SET)
    with django_assert_max_num_queries(6):
        assert Client().get(SET).status_code == 200
