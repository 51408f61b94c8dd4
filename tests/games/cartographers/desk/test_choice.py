"""Choosing the space that a monster destroys: responses, and secrecy until everyone has chosen."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.cartographers.cards import AmbushCard, HeroCard
from engine.cartographers.notation import placement_of, space_names
from engine.cartographers.terrain import Feature
from games.accounts.models import User
from games.tables.models import Access, Table
from tests.games.cartographers import monsters
from tests.games.cartographers.monsters import choose, everybody_else, play_on, targets
from tests.games.cartographers.play import draw, draw_in_words, events, gather, state_of, take_back, url
from tests.games.tables.clients import HTMX, signed_in, text_of

TROLL, GORGON, WREN = "giant_troll_ravage", "gorgon_gaze", "wren_the_lioness"


@pytest.fixture
def gorgon(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game in which Ann, Ben and Cas have drawn the Gorgon on each other's maps, and choose targets."""
    monsters.stack(monkeypatch, GORGON)
    table = gather(*people[:3])
    play_on(table, people, monsters.chooses)
    return table


@pytest.fixture
def troll(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game after spring in which Ann and Ben choose what the Troll destroys on their own maps."""
    monsters.stack(monkeypatch, TROLL)
    table = gather(*people[:2])
    play_on(table, people, monsters.chooses)
    return table


def page_of(client: Client, table: Table, query: str = "", **headers: str) -> str:
    answer: Any = client.get(url(table) + query, headers=headers)
    assert answer.status_code == 200
    return text_of(answer)


def buttons(page: str) -> list[str]:
    """The spaces that may be chosen."""
    return re.findall(r'<button type="submit" name="space" value="(\w+)"', page)


def of_class(page: str, css: str) -> list[str]:
    """The spaces with a CSS class."""
    return re.findall(rf'<td class="(?:[^"]* )?{css}(?: [^"]*)?"><(?:button|span)[^>]* id="(\w+)"', page)


# --- The page --------------------------------------------------------------------------------------------------------


def test_the_targets_are_buttons_and_nothing_else_is(ann: Client, gorgon: Table) -> None:
    page = page_of(ann, gorgon)
    assert buttons(page) == targets(gorgon) == of_class(page, "wanted")
    assert "Choose a space for Gorgon Gaze to destroy on Cas’s map." in page
    assert re.search(r'<button id="confirm"[^>]* disabled>Choose a space first', page)
    assert 'id="desk-data"' not in page


def test_a_space_of_the_address_is_put_forward(ann: Client, gorgon: Table) -> None:
    for space in targets(gorgon):
        page = page_of(ann, gorgon, f"?space={space}")
        assert of_class(page, "doomed") == [space]
        assert f'name="space" value="{space}">' in page
        assert f"Destroy {space}" in page
        assert 'id="whose">On Cas’s map</p>' in page


def test_ones_own_map_need_not_be_named_above_its_figures(ann: Client, troll: Table) -> None:
    page = page_of(ann, troll, f"?space={targets(troll)[0]}")
    assert 'class="goals' in page
    assert 'id="whose"' not in page


@pytest.mark.parametrize("junk", ["", "A0", "L1", "K11", "C٥", "\x00", "9" * 500, "<b>"])
def test_other_spaces_of_the_address_are_ignored(junk: str, ann: Client, gorgon: Table) -> None:
    answer: Any = ann.get(url(gorgon), {"space": junk})
    assert answer.status_code == 200
    assert of_class(text_of(answer), "doomed") == []


def test_other_maps_may_be_looked_at_meanwhile(ann: Client, gorgon: Table) -> None:
    page = page_of(ann, gorgon, "?look=2")
    assert buttons(page) == []
    assert "Ben’s map" in page


@pytest.mark.parametrize(
    ("monster", "begins"),
    [
        (
            GORGON,
            "Right after it appears, one space next to what is left of it has to be destroyed, if "
            "possible: an empty or filled space, but not a mountain or a destroyed space.",
        ),
        (TROLL, "After each season’s scoring, one empty space next to its remaining spaces must be"),
    ],
)
def test_alone_no_owner_is_spoken_of(
    monster: str, begins: str, people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, monster)
    table = gather(people[0])
    play_on(table, people, monsters.chooses)
    page = page_of(ann, table)
    assert re.search(r"Choose a space for [\w ]+ to destroy\.<", page)
    assert re.search(rf'id="effect">{begins}', page)
    assert "the player who drew it" not in page
    assert "owner" not in re.sub(r'class="[^"]*"', "", page)


def test_who_does_not_play_is_asked_nothing(people: list[User], gorgon: Table) -> None:
    for viewer in (None, people[3]):
        page = page_of(signed_in(viewer), gorgon)
        assert buttons(page) == []
        assert "Waiting for Ann, Ben and Cas." in page
        assert page.count("choosing\n") >= 3


# --- Choosing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("htmx", [False, True])
def test_a_choice_is_taken(htmx: bool, ann: Client, gorgon: Table) -> None:
    space = targets(gorgon)[-1]
    sent = {"space": space, "command_id": str(uuid4())}
    answer: Any = ann.post(url(gorgon, 2, "choice"), sent, headers=HTMX if htmx else {})
    assert answer.status_code == (200 if htmx else 303)
    if not htmx:
        assert answer["Location"] == f"{url(gorgon)}#table"
    page = page_of(ann, gorgon)
    assert of_class(page, "t-destroyed") == [space]
    assert "Choice saved. It stays hidden until all players have chosen." in page
    assert 'id="take-back"' in page
    again = ann.post(url(gorgon, 2, "choice"), sent)
    assert again.status_code == 303
    assert choose(ann, gorgon, space).status_code == 409


def test_a_choice_is_taken_back(ann: Client, gorgon: Table) -> None:
    one, *_, other = targets(gorgon)
    choose(ann, gorgon, one)
    assert take_back(ann, gorgon, 2).status_code == 303
    assert state_of(gorgon).answers[0] is None
    page = page_of(ann, gorgon)
    assert buttons(page) == targets(gorgon)
    assert "You undid your choice." in page
    assert "You undid your move" not in page
    assert take_back(ann, gorgon, 2).status_code == 409
    assert choose(ann, gorgon, other).status_code == 303


def test_the_last_choice_closes_the_turn(people: list[User], ann: Client, gorgon: Table) -> None:
    space = targets(gorgon)[0]
    everybody_else(gorgon, people)
    assert choose(ann, gorgon, space).status_code == 303
    state = state_of(gorgon)
    assert (state.choice, state.turn) == (None, 3)
    assert space_names(state.boards[2].layers[Feature.DESTROYED]) == (space,)
    late = choose(ann, gorgon, space, turn=2)
    assert late.status_code == 409
    assert "That turn is over" in text_of(late)
    assert take_back(ann, gorgon, 2).status_code == 409


def test_a_forged_space_is_422_with_those_that_would_do(ann: Client, gorgon: Table) -> None:
    before = events(gorgon)
    wrong = next(name for name in ("F6", "G7", "H8") if name not in targets(gorgon))
    for headers in ({}, HTMX):
        sent = {"space": wrong, "command_id": str(uuid4())}
        answer = ann.post(url(gorgon, 2, "choice"), sent, headers=headers)
        page = text_of(answer)
        assert answer.status_code == 422
        refusal = re.search(r'<p id="refusal"[^>]*>([^<]+)</p>', page)
        assert refusal
        assert all(name in refusal[1] for name in targets(gorgon))
        assert buttons(page) == targets(gorgon)
    assert events(gorgon) == before


@pytest.mark.parametrize(
    "changes",
    [{"space": junk} for junk in (None, "", "A0", "L1", "C٥", "\x00", "9" * 5000)]
    + [{"command_id": junk} for junk in (None, "", "x", "9" * 5000)],
    ids=lambda changes: str(changes)[:40],
)
def test_a_damaged_form_is_400_with_the_table(changes: dict[str, Any], ann: Client, gorgon: Table) -> None:
    before = events(gorgon)
    answer = choose(ann, gorgon, **({"space": targets(gorgon)[0]} | changes))
    assert answer.status_code == 400
    assert buttons(text_of(answer)) == targets(gorgon)
    assert events(gorgon) == before


def test_posts_only(ann: Client, gorgon: Table) -> None:
    for method in ("put", "patch", "delete", "options"):
        assert getattr(ann, method)(url(gorgon, 2, "choice")).status_code == 405


def test_a_reload_leads_to_the_table(ann: Client, gorgon: Table) -> None:
    for method in ("get", "head"):
        answer = getattr(ann, method)(url(gorgon, 2, "choice"))
        assert (answer.status_code, answer["Location"]) == (303, url(gorgon))


@pytest.mark.parametrize("access", Access)
def test_who_has_no_seat_is_told_nothing(
    access: Access, people: list[User], gorgon: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    Table.objects.filter(pk=gorgon.pk).update(access=access)
    space, before = targets(gorgon)[0], events(gorgon)
    for sent in ({"space": space, "command_id": str(uuid4())}, {}):
        assert signed_in(people[3]).post(url(gorgon, 2, "choice"), sent).status_code == 404
        nobody: Any = Client().post(url(gorgon, 2, "choice"), sent)
        assert nobody.status_code == 303
        assert nobody["Location"].startswith("/accounts/sign-in/")
    assert events(gorgon) == before


def test_without_a_csrf_token_it_is_403(people: list[User], gorgon: Table) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people[0])
    assert choose(client, gorgon, targets(gorgon)[0]).status_code == 403


@pytest.mark.parametrize("turn", [3, 999, 10**30])
def test_a_turn_to_come_is_against_the_rules(turn: int, ann: Client, gorgon: Table) -> None:
    assert choose(ann, gorgon, targets(gorgon)[0], turn=turn).status_code == 422


def test_a_drawing_is_not_asked_for_now(ann: Client, gorgon: Table) -> None:
    answer = draw_in_words(ann, gorgon, 2, placement_of("1 forest r0 K11"))
    assert answer.status_code == 422
    assert "This move doesn’t match the current turn. Check what to do and try again." in text_of(answer)
    assert buttons(text_of(answer)) == targets(gorgon)


def test_a_choice_is_not_asked_for_while_a_card_is_drawn(ann: Client, people: list[User]) -> None:
    table = gather(*people[:2])
    answer = choose(ann, table, "C5")
    assert answer.status_code == 422
    assert "This move doesn’t match the current turn. Check what to do and try again." in text_of(answer)
    assert draw(ann, table, 0).status_code == 303


# --- Sealed ----------------------------------------------------------------------------------------------------------


def plain(page: str) -> str:
    """A page without its version and the tokens that differ each time."""
    page = re.sub(
        r'csrfmiddlewaretoken" value="\w+|X-CSRFToken[^}]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', "", page
    )
    return re.sub(r'data-version="\d+"|since=\d+', "", page)


@pytest.mark.parametrize("kind", ["gorgon", "troll"])
def test_nobody_sees_a_choice_before_all_have_chosen(
    kind: str, ann: Client, people: list[User], request: pytest.FixtureRequest
) -> None:
    table: Table = request.getfixturevalue(kind)
    one, *_, other = targets(table)
    turn = state_of(table).turn
    watchers = [signed_in(people[1]), signed_in(people[3]), Client()]
    pages = []
    for space in (one, other):
        assert choose(ann, table, space).status_code == 303
        pages.append(
            [plain(page_of(client, table, query)) for client in watchers for query in ("", "?look=1", "?look=2")]
        )
        assert of_class(page_of(ann, table), "t-destroyed") == [space]
        assert take_back(ann, table, turn).status_code == 303
    assert pages[0] == pages[1]
    assert "has chosen" in pages[0][0]


def test_the_strip_alone_tells_that_somebody_has_chosen(ann: Client, ben: Client, gorgon: Table) -> None:
    match = re.search(r'id="strip"[^>]* hx-get="([^"]+)"', page_of(ben, gorgon))
    assert match
    address = match[1].replace("&amp;", "&")
    choose(ann, gorgon, targets(gorgon)[0])
    strip = ben.get(address, headers={"HX-Request": "true", "HX-Target": "strip"})
    assert text_of(strip).lstrip().startswith('<section id="strip"')
    assert "has chosen" in text_of(strip)


# --- A season's end, step by step ------------------------------------------------------------------------------------


def note(page: str) -> str:
    """The text of the season summary."""
    match = re.search(r'<section id="season-over".*?</section>', page, re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", match[0])) if match else ""


def test_the_seasons_end_is_told_while_it_goes_on_and_after(people: list[User], ann: Client, troll: Table) -> None:
    during = note(page_of(ann, troll))
    assert "Spring is over" in during
    assert "Monster effects: Giant Troll Ravage effect: each map owner destroys an empty space next to it." in during
    one, *_, other = targets(troll)
    choose(ann, troll, one)
    assert "destroyed" not in note(page_of(ann, troll))
    take_back(ann, troll, state_of(troll).turn)
    choose(ann, troll, other)
    everybody_else(troll, people)
    after = note(page_of(ann, troll))
    assert f"You destroyed {other}." in after
    assert f"You destroyed {one}." not in after
    assert "Monster effects:" in after
    assert f"Ann destroyed {other}." in note(page_of(signed_in(people[3]), troll))
    play_on(troll, people, lambda state: state.season == 1 and state.time > 2)
    assert note(page_of(ann, troll)) == ""


def test_a_spreading_is_told_by_map_and_the_end_of_the_game_too(
    people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, "zombie_plague")
    table = gather(*people[:2])
    for user in people[:2]:
        draw_in_words(signed_in(user), table, 1, placement_of("1 monster J6"))
    play_on(table, people, lambda state: state.season == 1)
    words = note(page_of(ann, table))
    assert re.search(r"Zombie Plague spread to [A-K\d, ]+ on your map\.", words)
    assert re.search(r"Zombie Plague spread to [A-K\d, ]+ on Ben’s map\.", words)
    play_on(table, people)
    page = page_of(ann, table)
    assert "Winter is over" in note(page)
    assert "Zombie Plague" in note(page)
    assert 'id="monsters"' not in page


def test_monsters_in_force_are_listed_with_what_they_do(
    people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, TROLL)
    table = gather(*people[:2])
    assert 'id="monsters"' not in page_of(ann, table), "the desk says it of the open card"
    assert "kind-AmbushCard" in page_of(ann, table)
    play_on(table, people, lambda state: state.turn == 2)
    page = page_of(ann, table)
    assert re.search(r"<dt>Giant Troll Ravage</dt> <dd>After each season’s scoring, [^<]+</dd>", page)
    assert "kind-AmbushCard" in page


def test_a_dragon_is_listed_until_it_has_paid(people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monsters.stack(monkeypatch, "dragon_inferno")
    table = gather(*people[:2])
    assert 'id="monsters"' not in page_of(ann, table)
    play_on(table, people, lambda state: state.turn == 2)
    assert "<dt>Dragon Inferno</dt>" in page_of(ann, table)


# --- A hero ----------------------------------------------------------------------------------------------------------


def test_a_heros_attack_is_shown_before_and_after(
    people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, TROLL, WREN)
    table = gather(*people[:2])
    play_on(table, people, monsters.opens(HeroCard))
    page = page_of(ann, table, "?option=1&terrain=hero&held=r2&at=C4")
    assert of_class(page, "attack") == ["B2", "C2", "D2"]
    assert of_class(page, "doomed") == ["B2"]
    assert "The attack would destroy B2." in page
    assert "kind-HeroCard" in page
    assert draw_in_words(ann, table, 2, placement_of("1 hero r2 C4")).status_code == 303
    everybody_else(table, people)
    page = page_of(ann, table)
    assert of_class(page, "marked") == ["B2", "C2", "D2"]
    assert of_class(page, "t-destroyed") == ["B2"]
    assert '<path class="marked"' in page
    assert not isinstance(state_of(table).open, AmbushCard)
