"""Collections: owners, readers, and the order of their turns."""

import re
from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.studies import services
from games.studies.collection_pages import ENTRIES_ON_A_PAGE, ON_A_PAGE
from games.studies.errors import StudyRefusal, StudyRefusalReason
from games.studies.models import Collection, Entry, Visibility
from games.studies.models.collections import MOST_COLLECTIONS, MOST_ENTRIES
from games.studies.services import SeatTurn
from games.tables.models import Access, Table
from games.tables.people.personal_data import delete_tables
from tests.games.history.finished import ended
from tests.games.history.playing import begun
from tests.games.studies.writing import collection, entry, page
from tests.games.tables.clients import signed_in


def at(kept: Collection, what: str = "") -> str:
    return f"/collections/{kept.code}/{what}"


def words(kept: Collection) -> list[str]:
    return [one.words for one in Entry.objects.in_order(kept)]


def test_a_collection_is_begun_changed_and_deleted(people: list[User]) -> None:
    ann = signed_in(people[0])
    answer = ann.post("/collections/new/", {"title": " Good   farms ", "words": "<i>Mine</i>", "visibility": "link"})
    kept = Collection.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, at(kept))
    assert (kept.title, kept.visibility, len(kept.code)) == ("Good farms", Visibility.LINK, 22)
    assert "&lt;i&gt;Mine&lt;/i&gt;" in page(ann, at(kept))
    assert 'value="Good farms"' in page(ann, at(kept, "edit/"))
    changed = {"title": "Bad farms", "words": "", "visibility": "public"}
    assert ann.post(at(kept, "edit/"), changed).status_code == 303
    assert "Bad farms" in page(Client(), at(kept))
    assert "Delete “Bad farms”?" in page(ann, at(kept, "delete/"))
    assert ann.post(at(kept, "delete/")).status_code == 303
    assert ann.get(at(kept)).status_code == 404


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"title": ""}, "This field is required."),
        ({"title": "  "}, "This field is required."),
        ({"title": "x" * 81}, "at most 80"),
        ({"title": "\u202egood"}, "Use only visible characters."),
        ({"words": "x" * 4001}, "at most 4000"),
        ({"visibility": "all"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_one_is_refused_and_not_lost(people: list[User], changes: dict[str, str], fault: str) -> None:
    sent = {"title": "Good farms", "words": "Look at these", "visibility": "public", **changes}
    answer = signed_in(people[0]).post("/collections/new/", sent)
    text = answer.content.decode()
    assert (answer.status_code, fault in text) == (422, True)
    assert sent["words"] in text
    assert not Collection.objects.exists()


def test_a_form_that_comes_twice_begins_one(people: list[User]) -> None:
    ann = signed_in(people[0])
    form = re.search(r'name="command_id" value="([^"]+)"', page(ann, "/collections/new/"))
    assert form
    sent = {"title": "Farms", "visibility": "public", "command_id": form[1]}
    where = {ann.post("/collections/new/", sent)["Location"] for _ in range(2)}
    assert (len(where), Collection.objects.count()) == (1, 1)


def test_there_is_a_most(people: list[User]) -> None:
    rows = [Collection(keeper=people[0], title=f"{number}") for number in range(MOST_COLLECTIONS)]
    Collection.objects.bulk_create(rows)
    answer = signed_in(people[0]).post("/collections/new/", {"title": "One more", "visibility": "public"})
    assert (answer.status_code, "You’ve reached the limit of 100 collections" in answer.content.decode()) == (422, True)
    assert "One more" in answer.content.decode()
    assert collection(people[1], "Ben has room")


READERS: dict[str, tuple[int, ...]] = {"public": (200, 200, 200), "link": (200, 200, 200), "private": (404, 404, 200)}


@pytest.mark.parametrize("visibility", READERS)
def test_who_reads_it(people: list[User], table: Table, visibility: str) -> None:
    kept = collection(people[0], visibility=visibility)
    entry(kept, table)
    readers = (None, people[1], people[0])
    for address in (at(kept), at(kept, "1/")):
        answers = [signed_in(reader).get(address) for reader in readers]
        assert tuple(answer.status_code for answer in answers) == READERS[visibility]
        robots = {answer.get("X-Robots-Tag") for answer in answers}
        assert robots == ({None} if visibility == "public" else {"noindex"})
    listed = "Good farms" in page(Client(), "/collections/")
    assert listed == (visibility == "public")
    assert ("Good farms" in page(Client(), "/people/ann/")) == (visibility == "public")
    assert "Good farms" in page(signed_in(people[0]), "/collections/")


def test_what_it_tells_where_it_is_passed_on(people: list[User], table: Table) -> None:
    kept = collection(people[0], words='Three farms,\n"well" placed')
    closed = ended((people[0], 3), (people[1], 2), access=Access.INVITATION, turn=9)
    entry(kept, closed)
    text = page(Client(), at(kept) + "?from=1&x=y")
    assert f'<link rel="canonical" href="http://testserver{at(kept)}">' in text
    assert '<meta property="og:title" content="Good farms">' in text
    assert 'content="Three farms, &quot;well&quot; placed"' in text
    assert 'og:image" content="http://testserver/picture.png"' in text
    entry(kept, table, turn=7)
    assert f"/tables/{table.code}/turns/7/picture.png" in page(Client(), at(kept))
    private = collection(people[0], visibility="private")
    assert "og:title" not in page(signed_in(people[0]), at(private))


def test_an_empty_list_invites(people: list[User], guest: User) -> None:
    assert "No public collections yet. Open a finished game and add the best turns to a collection." in page(
        Client(), "/collections/"
    )
    assert "Create an account to make your own collections" in page(signed_in(guest), "/collections/")
    answer = signed_in(guest).get("/collections/new/")
    assert (answer.status_code, answer["Location"]) == (303, "/accounts/keep/?next=%2Fcollections%2Fnew%2F")
    collection(people[0])
    assert "No public collections yet. Open a finished game and add the best turns to a collection." in page(
        signed_in(people[1]), "/collections/"
    ), "an empty one is none"


def test_the_list_goes_on(people: list[User], table: Table, django_assert_max_num_queries: Any) -> None:
    for number in range(ON_A_PAGE + 3):
        entry(collection(people[number % 2], f"Farms {number:02}"), table)
    with django_assert_max_num_queries(3):
        first = page(Client(), "/collections/")
    titles = re.findall(r"<h3><a [^>]*>(Farms \d+)", first)
    older = re.search(r'href="(/collections/\?after=[^"]+)" rel="next"', first)
    assert older
    second = page(Client(), older[1])
    titles += re.findall(r"<h3><a [^>]*>(Farms \d+)", second)
    assert titles == [f"Farms {number:02}" for number in reversed(range(ON_A_PAGE + 3))]
    assert 'rel="next"' not in second
    for junk in ("x", "1", "9" * 40, "1-2-3", "\x00", "9999999999999999-999999999999999999"):
        assert Client().get("/collections/", {"after": junk}).status_code == 200


def test_who_hides_their_page_keeps_their_collections_open(people: list[User], table: Table) -> None:
    kept = collection(people[0])
    entry(kept, table)
    User.objects.filter(pk=people[0].pk).update(hidden=True)
    assert Client().get("/people/ann/").status_code == 404
    for address in ("/collections/", at(kept)):
        text = page(Client(), address)
        assert ("Ann" in text, "/people/ann/" in text) == (True, False)


# --- Its turns -------------------------------------------------------------------------------------------------------


def test_a_turn_is_kept_from_its_page_in_a_new_collection_and_in_one_that_there_is(
    people: list[User], game: Table
) -> None:
    cas, keep = signed_in(people[2]), f"/tables/{game.code}/turns/5/keep/?look=2"
    text = page(cas, keep)
    assert 'value="1" selected' in text, "the board that was looked at"
    sent = {"collection": "new", "title": "Farms", "seat": "1", "words": "Well placed"}
    answer = cas.post(keep, sent)
    kept = Collection.objects.get()
    assert (answer.status_code, answer["Location"], kept.visibility) == (303, at(kept), Visibility.PRIVATE)
    assert cas.post(keep, {**sent, "collection": kept.code, "seat": "0"}).status_code == 422, "which of the two?"
    assert cas.post(keep, {**sent, "collection": kept.code, "title": "", "seat": "0"}).status_code == 303
    assert list(Entry.objects.values_list("place", "table", "turn", "seat")) == [
        (1, game.pk, 5, 1),
        (2, game.pk, 5, 0),
    ]
    text = page(cas, at(kept))
    assert text.count('class="small-map"') == 2
    assert f'href="/tables/{game.code}/turns/5/?look=2"' in text


def test_what_cannot_be_kept_is_refused_and_not_lost(people: list[User], game: Table) -> None:
    ann, keep = signed_in(people[0]), f"/tables/{game.code}/turns/5/keep/"
    sent = {"collection": "new", "title": "", "seat": "0", "words": "Well placed"}
    answer = ann.post(keep, sent)
    assert (answer.status_code, "Well placed" in answer.content.decode()) == (422, True)
    entry(kept := collection(people[0]), game, 5, words="Other words")
    answer = ann.post(keep, {**sent, "collection": kept.code})
    text = answer.content.decode()
    assert (answer.status_code, "This turn is already in the collection." in text) == (422, True)
    assert "Well placed" in text
    answer = ann.post(keep, sent)
    assert (answer.status_code, "Enter a title for the new collection." in answer.content.decode()) == (422, True)
    other = collection(people[1])
    for changes in ({"collection": other.code}, {"collection": "x"}, {"seat": "7"}, {"seat": "x"}):
        assert ann.post(keep, {**sent, "title": "Farms", **changes}).status_code == 422
    assert Entry.objects.count() == 1
    assert not Collection.objects.filter(title="Farms").exists(), "both, or neither"
    for turn in (0, game.turn + 1, 9**30):
        assert ann.get(f"/tables/{game.code}/turns/{turn}/keep/").status_code == 404


@pytest.mark.parametrize("form", ["http://testserver{}", "{}", "  {} ", "{}?look=2#notes", "https://other.example{}"])
def test_a_turn_is_added_by_its_address(people: list[User], game: Table, form: str) -> None:
    kept = collection(people[1])
    address = form.format(f"/tables/{game.code}/turns/5/")
    answer = signed_in(people[1]).post(at(kept, "add/"), {"add-address": address, "add-words": "This session"})
    assert (answer.status_code, answer["Location"]) == (303, at(kept))
    added = Entry.objects.get()
    assert (added.table, added.turn, added.seat, added.words) == (game, 5, 1, "This session")


def test_a_turn_leads_to_the_analysis_board(people: list[User], game: Table) -> None:
    kept = collection(people[0])
    entry(kept, game, 3, 1)
    link = f"/tables/{game.code}/analysis/?look=2&turn=3"
    for address in (f"/collections/{kept.code}/", f"/collections/{kept.code}/1/"):
        assert f'href="{link.replace("&", "&amp;")}"' in page(Client(), address)
    assert Client().get(link)["Location"].startswith("/cartographers/analysis/?")


def test_what_is_no_turn_is_refused_at_its_field(people: list[User], game: Table) -> None:
    playing, kept = begun(*people[:2]), collection(people[2])
    closed = ended((people[0], 1), (people[1], 0), access=Access.INVITATION, turn=9)
    wrong = {
        "": "Enter either a link to a turn or a link to an analysis board.",
        "https://[": "This isn’t a link to a turn on this site.",
        f"/tables/{game.code}/": "This isn’t a link to a turn on this site.",
        "/tables/aaaaaaaa/turns/5/": "This game doesn’t exist, or you don’t have access to it.",
        f"/tables/{closed.code}/turns/5/": "This game doesn’t exist, or you don’t have access to it.",
        f"/tables/{playing.code}/turns/1/": "This game isn’t over yet. You can add its turns when it’s finished.",
        f"/tables/{game.code}/turns/9999/": "This game doesn’t have that turn.",
        f"/tables/{game.code}/turns/5/?look=9": "This game doesn’t have that turn.",
    }
    for address, fault in wrong.items():
        sent = {"add-address": address, "add-words": "Not lost"}
        answer = signed_in(people[2]).post(at(kept, "add/"), sent)
        text = answer.content.decode()
        assert (answer.status_code, fault in text, "Not lost" in text) == (422, True, True), address
    assert not Entry.objects.exists()


def test_turns_are_moved_to_places_so_that_what_comes_twice_does_no_harm(people: list[User], table: Table) -> None:
    ann, kept = signed_in(people[0]), collection(people[0])
    first, _second, third = (entry(kept, table, turn, words=name) for turn, name in enumerate("abc", 1))
    for _ in range(2):
        answer = ann.post(at(kept, f"turns/{third.pk}/move/"), {"to": "2"})
        assert (answer.status_code, answer["Location"]) == (303, at(kept, "#turn-2"))
        assert words(kept) == ["a", "c", "b"]
    ann.post(at(kept, f"turns/{first.pk}/move/"), {"to": "99"})
    assert words(kept) == ["c", "b", "a"]
    for junk in ("", "x", "0", "-1", "9" * 30):
        assert ann.post(at(kept, f"turns/{first.pk}/move/"), {"to": junk}).status_code == 303
    assert words(kept) == ["c", "b", "a"]
    assert ann.get(at(kept, f"turns/{first.pk}/move/")).status_code == 303


def test_words_are_changed_and_turns_taken_out(people: list[User], table: Table) -> None:
    ann, kept = signed_in(people[0]), collection(people[0])
    one, two = entry(kept, table, 1), entry(kept, table, 2, words="Stays")
    assert ann.post(at(kept, f"turns/{one.pk}/edit/"), {"words": "New"}).status_code == 303
    assert words(kept) == ["New", "Stays"]
    assert ann.post(at(kept, f"turns/{one.pk}/edit/"), {"words": "x" * 4001}).status_code == 422
    assert "Remove “Turn 1” from" in page(ann, at(kept, f"turns/{one.pk}/remove/"))
    assert ann.post(at(kept, f"turns/{one.pk}/remove/")).status_code == 303
    assert words(kept) == ["Stays"]
    assert "1 of 1" in page(Client(), at(kept, "1/"))
    assert Client().get(at(kept, "2/")).status_code == 404
    assert two.pk


def test_a_collection_can_be_full(people: list[User], table: Table, game: Table) -> None:
    kept = collection(people[0])
    rows = [Entry(collection=kept, place=n, table=table, turn=n, seat=0) for n in range(1, MOST_ENTRIES + 1)]
    Entry.objects.bulk_create(rows)
    with pytest.raises(StudyRefusal) as refused:
        entry(kept, table, turn=1, seat=1)
    assert refused.value.reason == StudyRefusalReason.ENTRIES_FULL
    sent = {"add-address": f"/tables/{game.code}/turns/5/", "add-words": "One more"}
    answer = signed_in(people[0]).post(at(kept, "add/"), sent)
    text = answer.content.decode()
    assert (answer.status_code, f"at most {MOST_ENTRIES} turns. Remove one first." in text) == (422, True)
    assert "One more" in text


def test_nobody_else_changes_anything(people: list[User], guest: User, table: Table) -> None:
    kept = collection(people[0])
    one = entry(kept, table)
    own = ("edit/", "delete/", "add/", *(f"turns/{one.pk}/{what}/" for what in ("edit", "move", "remove")))
    for what in own:
        for method in ("get", "post"):
            assert getattr(signed_in(people[1]), method)(at(kept, what)).status_code == 404
            answer = getattr(signed_in(None), method)(at(kept, what))
            assert (answer.status_code, "/accounts/sign-in/" in answer["Location"]) == (303, True)
            answer = getattr(signed_in(guest), method)(at(kept, what))
            assert (answer.status_code, "/accounts/keep/" in answer["Location"]) == (303, True)
        assert at(kept, what) not in page(signed_in(people[1]), at(kept))
    other = collection(people[1])
    for what in ("edit", "move", "remove"):
        sent = {"words": "x", "to": "1"}
        assert signed_in(people[1]).post(at(other, f"turns/{one.pk}/{what}/"), sent).status_code == 404
    assert Entry.objects.get().words == one.words


def test_of_a_game_that_a_reader_may_not_see_the_words_alone_are_shown(people: list[User]) -> None:
    closed = ended((people[0], 3), (people[1], 2), name="The secret club", access=Access.INVITATION, turn=9)
    kept = collection(people[0])
    entry(kept, closed, words="What a move")
    for address in (at(kept), at(kept, "1/")):
        text = page(signed_in(people[2]), address)
        assert ("What a move" in text, "You don’t have access to this game." in text) == (True, True)
        assert not [secret for secret in ("secret club", closed.code, "Ben") if secret in text]
        assert "The secret club" in page(signed_in(people[1]), address), "who sat there sees it"


def test_of_a_game_that_is_gone_the_words_stay(people: list[User], table: Table) -> None:
    kept = collection(people[2])
    entry(kept, table, words="What a move")
    delete_tables([table.pk])
    for address in (at(kept), at(kept, "1/")):
        text = page(signed_in(people[2]), address)
        assert ("What a move" in text, "This game no longer exists." in text) == (True, True)


def test_a_game_that_is_no_longer_installed_does_no_harm(people: list[User], table: Table) -> None:
    kept = collection(people[2])
    entry(kept, table)
    Table.objects.update(game="chess")
    assert "See the river." in page(Client(), at(kept))
    assert "See the river." in page(Client(), at(kept, "1/"))


def test_a_reader_steps_from_turn_to_turn(people: list[User], game: Table) -> None:
    kept = collection(people[0])
    for turn in (3, 4, 5):
        entry(kept, game, turn, words=f"Words {turn}")
    text = page(Client(), at(kept, "2/"))
    assert ("Words 4" in text, "2 of 3" in text, 'class="small-map"' in text) == (True, True, True)
    assert [link in text for link in (f'href="{at(kept, "1/")}"', f'href="{at(kept, "3/")}"')] == [True, True]
    for none in ("0/", "4/", f"{9**30}/"):
        assert Client().get(at(kept, none)).status_code == 404


def test_many_turns_come_page_by_page(people: list[User], game: Table, django_assert_max_num_queries: Any) -> None:
    kept = collection(people[0])
    for turn in range(1, ENTRIES_ON_A_PAGE + 3):
        entry(kept, game, turn, words=f"Words {turn}.")
    with django_assert_max_num_queries(8):
        first = page(Client(), at(kept))
    after = at(kept, f"?from={ENTRIES_ON_A_PAGE + 1}")
    assert (first.count('class="small-map"'), f'href="{after}" rel="next"' in first) == (ENTRIES_ON_A_PAGE, True)
    second = page(Client(), after)
    assert second.count('class="small-map"') == 2
    assert f'href="{at(kept)}" rel="prev"' in second
    for junk in ("0", "x", "99999999", "-3", "999"):
        assert "Words 1." in page(Client(), at(kept, f"?from={junk}"))


def test_several_games_cost_as_many_statements_as_one(
    people: list[User], game: Table, django_assert_max_num_queries: Any
) -> None:
    kept = collection(people[0])
    tables = [game, *(ended((people[0], 3), (people[1], 2), turn=9) for _ in range(6))]
    for one in tables:
        entry(kept, one)
    with django_assert_max_num_queries(8):
        page(Client(), at(kept))
    # With seats that may have changed hands: one statement for their answers, one for who had them.
    Table.objects.filter(pk__in=[one.pk for one in tables]).update(incidents_count=1)
    with django_assert_max_num_queries(10):
        page(Client(), at(kept))


def test_what_the_site_removed_is_its_keepers_to_read_but_not_to_change(people: list[User], table: Table) -> None:
    kept = collection(people[0])
    one = entry(kept, table)
    entry(kept, table, 4, words="Stays")
    Entry.objects.filter(pk=one.pk).update(removed_at=one.written_at, removal="No insults.")
    assert "See the river." not in page(signed_in(people[1]), at(kept))
    assert "1 of 1" in page(signed_in(people[1]), at(kept, "1/"))
    assert "No insults." in page(signed_in(people[0]), at(kept))
    answer = signed_in(people[0]).post(at(kept, f"turns/{one.pk}/edit/"), {"words": "x"})
    assert (answer.status_code, Entry.objects.get(pk=one.pk).words) == (422, "See the river.")
    Collection.objects.update(removed_at=one.written_at, removal="No adverts.")
    assert signed_in(people[1]).get(at(kept)).status_code == 404
    assert "Good farms" not in page(Client(), "/collections/")
    text = page(signed_in(people[0]), at(kept))
    assert ("No adverts." in text, "Add a turn" in text) == (True, False)
    answer = signed_in(people[0]).post(at(kept, "edit/"), {"title": "x", "visibility": "public"})
    assert answer.status_code == 422
    with pytest.raises(StudyRefusal):
        services.add_entry(code=kept.code, keeper=people[0], turn=SeatTurn(table, 9, 0), words="")
    assert signed_in(people[0]).post(at(kept, "delete/")).status_code == 303
