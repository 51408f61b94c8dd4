"""The scoring card editor without JavaScript, using plain form posts."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from engine.cartographers.notation import whole_board_text
from games.accounts.models import User
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.workshop.clauses import blank_clause
from games.cartographers.workshop.scoring import ScoringForm
from games.catalog.models import CatalogEntry, EntryState
from games.catalog.publication import submit
from games.catalog.site_cards import load_published
from games.tables.models import Access, Table
from tests.games.cartographers import monsters, play
from tests.games.cartographers.workshop.editing import Page, draft, opened, sent, staff
from tests.games.catalog.making import address

pytestmark = pytest.mark.django_db
FORESTS = "FFF........\n" + "...........\n" * 9 + "..........F"


@pytest.fixture
def curator(client: Client) -> User:
    return staff(client)


@pytest.fixture
def entry(curator: User) -> CatalogEntry:
    return draft(curator, EntryKind.SCORING)


def test_a_card_is_built_tested_and_handed_in(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "add-clause")
    page = sent(client, entry, page, clause__1__family="clusters", clause__0__stars="2", stack="spatial")
    assert page.fields["clause-1-was"] == "clusters"
    assert page.fields["clause-1-largest"] == "121"
    page = sent(client, entry, page, clause__1__containing=["2,2", "2,3"], clause__1__avoiding=["edge", "water"])
    assert "##</code>" in page.html
    page = sent(client, entry, page, "move-clause-up=1")
    page = sent(client, entry, page, "find-example=some")
    page = sent(client, entry, page, "find-example=none")
    assert "Example 1 matches: " in page.html
    sent(client, entry, page, "submit")
    entry.refresh_from_db()
    assert entry.state == EntryState.IN_REVIEW
    first, second = entry.definition["clauses"]
    assert (first["family"], first["containing"], first["avoiding"]) == ("clusters", ["##"], ["water", "edge"])
    assert second == {"family": "spaces", "stars": 2, "terrain": "forest", "at_least": 1}
    assert entry.definition["stack"] == "spatial"
    assert len(entry.examples) == 2


def test_clauses_are_combined_without_scripts(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "add-clause")
    assert (page.fields["combination"], page.fields["cap"], page.fields["floor"]) == ("sum", "", "")
    page = sent(client, entry, page, clause__0__stars="-2", clause__1__tiers="1/3 ; 6", cap="12", floor="-3")
    page = sent(client, entry, page, combination="largest")
    assert "−2 stars for each forest space." in page.html
    assert (
        "Stars for each forest space. Their number decides the total: 1 star for 1, 3 stars for 2 and 6 stars for 3 or "
        "more." in page.html
    )
    assert "Only the higher of the two scores counts." in page.html
    sent(client, entry, page, "save")
    entry.refresh_from_db()
    first, second = entry.definition["clauses"]
    assert (first["stars"], second["tiers"]) == (-2, [1, 3, 6])
    combining = {key: entry.definition[key] for key in ("combination", "cap", "floor")}
    assert combining == {"combination": "largest", "cap": 12, "floor": -3}
    again = opened(client, entry)
    assert again.fields["clause-1-tiers"] == "1, 3, 6"
    assert (again.fields["combination"], again.fields["cap"], again.fields["floor"]) == ("largest", "12", "-3")
    sent(client, entry, again, "save", clause__1__tiers="", combination="sum", cap="", floor="")
    entry.refresh_from_db()
    assert not {"combination", "cap", "floor"} & entry.definition.keys()
    assert "tiers" not in entry.definition["clauses"][1]


def test_a_penalty_is_previewed_with_a_minus(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "draw-example")
    page = sent(client, entry, page, **{"clause-0-stars": "-1", "example-0-board": FORESTS, "example-0-stars": "-4"})
    assert "The card scores −4 stars on this map." in page.html
    assert "Example 1 matches: −4." in page.html
    page = sent(client, entry, page, "find-example=many")
    assert int(page.fields["example-1-stars"]) < -4


@pytest.mark.parametrize(
    ("press", "there"),
    [
        ("add-clause", "clause-4"),
        ("remove-clause=0", "clause-1"),
        ("remove-clause=1", "clause-2"),
        ("remove-clause=2", "clause-2"),
        ("remove-example=0", "example-1"),
        ("remove-example=1", "example-1"),
        ("use-stars=1", "example-2"),
    ],
)
def test_a_button_leads_to_where_one_goes_on(client: Client, entry: CatalogEntry, press: str, there: str) -> None:
    page = opened(client, entry)
    for before in ("add-clause", "add-clause", "draw-example", "find-example=some"):
        page = sent(client, entry, page, before)
    page = sent(client, entry, page, **{"example-1-stars": "3"})
    tool, _equals, at = press.partition("=")
    value = rf'name="at" value="{at}" ' if at else ""
    assert re.search(rf'<button {value}id="[^"]*" formaction="{address(entry, "tool", tool)}#{there}"', page.html)
    assert f'id="{there}"' in sent(client, entry, page, press).html


def test_who_takes_the_last_example_away_goes_on_where_there_are_others(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "draw-example")
    tool = address(entry, "tool", "remove-example")
    assert f'value="0" id="example-remove-0" formaction="{tool}#example-blank"' in page.html
    assert 'id="example-blank"' in sent(client, entry, page, "remove-example=0").html


def test_a_draft_is_opened_as_it_was_saved(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "find-example=many")
    before = sent(client, entry, page, "paint-example=0").fields
    sent(client, entry, page, "save")
    entry.refresh_from_db()
    again = opened(client, entry)
    again = sent(client, entry, again, "paint-example=0")
    changing = ("csrfmiddlewaretoken", "saves")
    assert {**again.fields.dict(), **dict.fromkeys(changing)} == {**before.dict(), **dict.fromkeys(changing)}


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("clause-0-stars", "0", "Enter a whole number from −20 to 20, except 0."),
        ("clause-0-stars", "", "Enter a whole number from −20 to 20, except 0."),
        ("clause-0-stars", "many", "Enter a whole number from −20 to 20, except 0."),
        ("clause-0-at_least", "9", "Enter a whole number from 0 to 8."),
        ("clause-0-at_most", "0", "Enter a maximum that isn’t smaller than the minimum."),
        ("clause-0-at_most", "9", "Enter a whole number from 0 to 8."),
        ("clause-0-terrain", "lava", "Select a valid choice."),
        ("clause-0-family", "magic", "Select a valid choice."),
        ("solo_target", "100", "Enter a whole number from 0 to 99."),
        ("example-0-stars", "-10000", "Enter a whole number from −9999 to 9999."),
        ("clause-0-tiers", "6, 3, 1", "Enter 2 to 10 increasing numbers from 0 to 99, for example 1, 3, 6, 10."),
        ("clause-0-tiers", "-1, 3", "Enter 2 to 10 increasing numbers"),
        ("clause-0-tiers", "1.5 3", "Enter 2 to 10 increasing numbers"),
        ("clause-0-tiers", "7", "Enter 2 to 10 increasing numbers"),
        ("cap", "0", "Enter a whole number from 1 to 99."),
        ("floor", "1", "Enter a whole number from −99 to 0."),
        ("combination", "middle", "Select a valid choice."),
        ("combination", "largest", "Only one clause would count, so the card needs at least two."),
        ("example-0-board", "FFF", "Line 1 has 3 spaces instead of 11."),
        ("example-0-board", FORESTS.replace("FFF", "FQF"), "Line 1, column 2: “Q” isn’t one of"),
        ("example-0-board", "", "Draw the map or enter it as text."),
    ],
)
def test_what_is_wrong_is_told_at_its_field(
    client: Client, entry: CatalogEntry, field: str, value: str, words: str
) -> None:
    page = sent(client, entry, opened(client, entry), "draw-example")
    page = sent(client, entry, page, "save", **{field: value})
    assert page.status == 422
    place = page.html.partition(f'<div id="errors-{field}">')[2].partition("</div>")[0]
    assert words in place
    entry.refresh_from_db()
    assert (entry.saves, entry.examples) == (0, [])


def test_what_stands_beside_a_wrong_field_is_the_draft_as_it_was_saved(client: Client, entry: CatalogEntry) -> None:
    sent(client, entry, opened(client, entry), "save", **{"clause-0-stars": "3"})
    page = opened(client, entry)
    for press in ("preview", "save", "add-clause"):
        preview = sent(client, entry, page, press, **{"clause-0-stars": "99"}).html.partition('id="status"')[2]
        assert "Showing an earlier state until the error is fixed. Stars: Enter a whole number from −20 to" in preview
        assert "3 stars for each forest space." in preview
        assert preview.count('class="small-map"') == 4
    assert "Showing an earlier state" not in sent(client, entry, page).html


def test_only_who_asks_what_it_comes_to_keeps_what_they_see(client: Client, entry: CatalogEntry) -> None:
    fields = {**opened(client, entry).fields.dict(), "clause-0-stars": "99"}
    for press, kept in (["preview"], True), (["save"], False), (["tool", "add-clause"], False):
        answer = client.post(address(entry, *press), fields)
        assert (answer.headers.get("HX-Reswap") == "none") is kept, press
    assert "HX-Reswap" not in client.post(address(entry, "preview"), {**fields, "clause-0-stars": "9"}).headers


@pytest.mark.parametrize("stars", ["3", "99"])
@pytest.mark.parametrize("press", ["preview", "save", "submit"])
def test_a_form_is_validated_once(
    client: Client, entry: CatalogEntry, monkeypatch: pytest.MonkeyPatch, press: str, stars: str
) -> None:
    page = sent(client, entry, opened(client, entry), "find-example=some")
    validated: list[ScoringForm] = []
    full_clean = ScoringForm.full_clean

    def clean(form: ScoringForm) -> None:
        validated.extend([form] if form.is_bound else [])
        full_clean(form)

    monkeypatch.setattr(ScoringForm, "full_clean", clean)
    sent(client, entry, page, press, **{"clause-0-stars": stars})
    assert len(validated) == 1


def test_a_card_is_told_of_though_an_example_is_wrong(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "find-example=some")
    page = sent(client, entry, page, "find-example=none")
    page = sent(client, entry, page, "preview", **{"clause-0-stars": "3", "example-0-stars": "many"})
    preview = page.html.partition('id="preview"')[2]
    assert "3 stars for each forest space." in preview
    assert "Example 1 is invalid." in preview
    assert "Example 2 matches: 0." in preview
    assert "Showing an earlier state" not in page.html


def test_refusals_speak_french(client: Client, curator: User, entry: CatalogEntry) -> None:
    User.objects.filter(pk=curator.pk).update(language="fr")
    page = sent(client, entry, opened(client, entry), "save", **{"clause-0-terrain": "lava"})
    assert "Sélectionnez un choix valide" in page.html


def test_beside_it_are_its_sentences_and_its_stars(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), words_fr="Des mots.", **{"clause-0-stars": "3"})
    preview = page.html.partition('id="preview"')[2]
    assert "3 stars for each forest space." in preview
    assert '<section class="workshop-face" lang="fr"' in preview
    assert "Des mots." in preview
    assert preview.count('class="small-map"') == 4
    assert 'class="lit"' in preview


def test_a_clause_that_can_never_score_is_refused_at_the_field_to_change(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), **{"clause-0-family": "clusters"})
    sizes = {"clause-0-smallest": "8", "clause-0-largest": "3"}
    for press in ("preview", "save", "submit"):
        html = sent(client, entry, page, press, **sizes).html
        place = html.partition('<div id="errors-clause-0-smallest">')[2].partition("</div>")[0]
        assert "This clause can never score: the minimum size is larger than the maximum." in place
    entry.refresh_from_db()
    assert (entry.saves, entry.state) == (0, EntryState.DRAFT)


def test_a_stored_draft_that_can_never_score_is_warned_of_and_not_published(
    client: Client, curator: User, entry: CatalogEntry
) -> None:
    clause = {**blank_clause("clusters"), "smallest": 8, "largest": 3}
    entry.definition = {**entry.definition, "clauses": [clause]}
    entry.save()
    words = "Clause 1 can never score: the minimum size is larger than the maximum."
    assert words in opened(client, entry).html
    with pytest.raises(ValidationError, match=words):
        submit(entry=entry, by=curator)


@pytest.mark.parametrize(
    ("examples", "words"),
    [
        (["none"], "Add an example where the card scores stars."),
        (["some"], "Add an example where the card scores no stars."),
        ([], "Add an example where the card scores stars."),
    ],
)
def test_review_needs_an_example_that_scores_and_one_that_does_not(
    client: Client, entry: CatalogEntry, examples: list[str], words: str
) -> None:
    page = opened(client, entry)
    for sought in examples:
        page = sent(client, entry, page, f"find-example={sought}")
    refused = sent(client, entry, page, "submit")
    assert (refused.status, words in refused.html) == (422, True)
    for sought in {"none", "some"} - set(examples):
        page = sent(client, entry, opened(client, entry), f"find-example={sought}")
        sent(client, entry, page, "save")
    assert sent(client, entry, opened(client, entry), "submit").status == 302


def test_an_example_that_fails_is_marked_and_keeps_the_card_from_review(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "draw-example")
    page = sent(client, entry, page, "submit", **{"example-0-board": FORESTS, "example-0-stars": "5"})
    assert page.status == 422
    page = sent(client, entry, opened(client, entry))
    assert "Example 1 doesn’t match: expected 5, scores 4." in page.html
    page = sent(client, entry, page, "use-stars=0")
    assert page.fields["example-0-stars"] == "4"
    assert "is-failing" not in page.html
    page = sent(client, entry, page, "remove-example=0")
    sent(client, entry, page, "submit")
    entry.refresh_from_db()
    assert (entry.state, entry.examples) == (EntryState.DRAFT, [])


def test_a_board_is_painted(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "draw-example")
    page = sent(client, entry, page, "paint=C5")
    page = sent(client, entry, page, "paint=C6")
    page = sent(client, entry, page, "use-stars=0")
    page = sent(client, entry, page, "draw-example")
    assert (page.fields["painted"], page.fields["example-0-stars"]) == ("1", "2")
    assert page.fields["example-0-board"].splitlines()[2] == "....FF....."
    page = sent(client, entry, page, "remove-example=0")
    assert (page.fields["painted"], page.fields["examples"]) == ("0", "1")


def test_found_boards_are_worth_what_was_looked_for_and_differ(client: Client, entry: CatalogEntry) -> None:
    page = opened(client, entry)
    for sought in ("none", "some", "many", "many"):
        page = sent(client, entry, page, f"find-example={sought}")
    earned = [int(page.fields[f"example-{number}-stars"]) for number in range(4)]
    assert earned[0] == 0 < earned[1] < earned[3] <= earned[2]
    assert len({page.fields[f"example-{number}-board"] for number in range(4)}) == 4


def test_no_example_is_added_twice_in_a_row(client: Client, entry: CatalogEntry) -> None:
    page = sent(client, entry, opened(client, entry), "draw-example")
    page = sent(client, entry, page, "draw-example")
    assert page.fields["examples"] == "1"
    assert "The last example already has this map. Change it before you add another one." in page.html
    page = sent(client, entry, page, "paint=C5")
    page = sent(client, entry, page, "draw-example")
    assert page.fields["examples"] == "2"
    assert "The last example already has this map. Change it before you add another one." not in page.html


@pytest.mark.parametrize("press", ["draw-example", "find-example=some", "add-clause"])
def test_a_form_that_is_sent_twice_adds_one(client: Client, entry: CatalogEntry, press: str) -> None:
    page = opened(client, entry)
    part = "clauses" if press == "add-clause" else "examples"
    before = int(page.fields[part])
    for _click in range(2):
        assert sent(client, entry, page, press).fields[part] == str(before + 1)
    assert opened(client, entry).fields[part] == str(before)


def test_there_is_an_end_to_examples_and_clauses(client: Client, entry: CatalogEntry) -> None:
    page = opened(client, entry)
    for _clause in range(3):
        page = sent(client, entry, page, "add-clause")
    assert "add-clause" not in page.tools
    page.fields["examples"] = "999"
    page = sent(client, entry, page, "draw-example")
    assert page.fields["examples"] == "12"
    assert "You’ve reached the maximum number of examples. Remove one first." in page.html


def test_a_button_that_needs_the_card_says_so_where_it_cannot_be_read(client: Client, entry: CatalogEntry) -> None:
    for press in ("find-example=many", "use-all-stars", "add-game-map", "run-test"):
        page = opened(client, entry)
        page.tools.append(press)
        page = sent(client, entry, page, press, **{"clause-0-stars": "99"})
        assert "Fix the card’s errors first, then try again." in page.html
        assert page.fields["examples"] == "0"


@pytest.fixture
def over(people: list[User]) -> Table:
    table = play.gather(*people, access=Access.INVITATION)
    monsters.play_on(table, people)
    return Table.objects.get(pk=table.pk)


def _requested(client: Client, entry: CatalogEntry, code: str, seat: str) -> Page:
    return sent(client, entry, opened(client, entry), "add-game-map", game_code=code, game_seat=seat)


def test_a_board_is_taken_from_a_finished_game_that_one_may_see(
    client: Client, entry: CatalogEntry, over: Table
) -> None:
    assert (
        "No finished Cartographers game has this code, or you don’t have access to it."
        in _requested(client, entry, over.code, "2").html
    )
    assert (
        "No finished Cartographers game has this code, or you don’t have access to it."
        in _requested(client, entry, "nowhere", "2").html
    )
    Table.objects.filter(pk=over.pk).update(access=Access.OPEN)
    assert "No player had this seat. Enter a name or seat number." in _requested(client, entry, over.code, "").html
    assert "No player had this seat. Enter a name or seat number." in _requested(client, entry, over.code, "9").html
    ends = [whole_board_text(board) for board in play.state_of(over).boards]
    for seat, expected in (("2", ends[1]), ("ANN", ends[0])):
        page = _requested(client, entry, over.code, seat)
        assert page.fields["example-0-board"].splitlines()[:11] == expected.split(" ")[0].split("/")
        assert (page.fields["game_code"], page.fields["game_seat"]) == ("", "")


def test_a_game_that_goes_on_shows_no_board(client: Client, entry: CatalogEntry, table: Table) -> None:
    assert (
        "No finished Cartographers game has this code, or you don’t have access to it."
        in _requested(client, entry, table.code, "1").html
    )


def test_every_published_card_is_opened_and_saved_as_it_is(client: Client, curator: User) -> None:
    load_published()
    cards = CatalogEntry.objects.in_play().filter(kind=EntryKind.SCORING, box=CatalogBox.HEROES)
    for card in cards:
        client.post(address(card, "edit"))
        mine = CatalogEntry.objects.get(box=card.box, key=card.key, kind=card.kind, state=EntryState.DRAFT)
        page = opened(client, mine)
        assert "doesn’t match" not in page.html.lower()
        sent(client, mine, page, "save")
        mine.refresh_from_db()
        assert (mine.definition, mine.examples, mine.saves) == (card.definition, card.examples, 0), card.key


def test_who_only_reads_sees_the_examples_drawn_and_no_buttons(client: Client, curator: User) -> None:
    load_published()
    card = CatalogEntry.objects.in_play().get(kind=EntryKind.SCORING, key="treetower")
    page = opened(client, card)
    assert page.tools == []
    assert "Example 1 with scored spaces" in page.html
    assert "Balance test" not in page.html
    broken = draft(curator, EntryKind.SCORING)
    CatalogEntry.objects.filter(pk=broken.pk).update(
        state=EntryState.IN_REVIEW, examples=[{"board": "no", "stars": 1}, 7]
    )
    assert "Example 2 is invalid." in opened(client, broken).html


def test_two_versions_stand_side_by_side(client: Client, curator: User) -> None:
    load_published()
    card = CatalogEntry.objects.in_play().get(kind=EntryKind.SCORING, key="treetower")
    client.post(address(card, "edit"))
    mine = CatalogEntry.objects.get(key="treetower", state=EntryState.DRAFT)
    page = sent(client, mine, opened(client, mine), "run-test", **{"clause-0-stars": "7"})
    sent(client, mine, page, "save")
    html = client.get(f"/admin/catalog/catalogentry/{card.pk}/compare/{mine.pk}/").content.decode()
    assert html.count('<section class="workshop-face" lang="fr"') == 2
    assert html.count(f'id="trial-{mine.pk}"') == 1
    assert "/tools/" not in html
