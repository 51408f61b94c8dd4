"""Ambushes on the page: the drawer of a new monster, and the path of one that walked in."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from engine.cartographers.cards import AmbushCard
from engine.cartographers.catalog import heroes
from engine.cartographers.events import CardRevealed, MonsterWalkedIn
from engine.cartographers.game import RULES
from engine.cartographers.geometry import FULL, Mask, mask_of
from engine.cartographers.notation import space_of
from engine.cartographers.rules import effects, solo
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.others.ambush import ambush_desk, harm_sentences, intruders, walk_sentences
from games.play.people import Person
from games.tables.log.state import DecodedEvent
from games.tables.models import Table
from tests.engine.tools import FULL_MAP, mostly_empty, new_game
from tests.games.cartographers import monsters
from tests.games.cartographers.play import gather, state_of, url
from tests.games.tables.clients import people_named, signed_in, text_of

TROLL, GORGON = "giant_troll_ravage", "gorgon_gaze"
RAID = re.compile(r"Highlighted: Giant Troll Ravage on [\w, ]+, drawn by (\w+)\.")


@pytest.fixture
def three(db: None, monkeypatch: pytest.MonkeyPatch) -> tuple[list[User], Table]:
    """A game of Ann, Ben and Cas that starts with trolls."""
    people = people_named("Ann", "Ben", "Cas")
    monsters.stack(monkeypatch, TROLL)
    return people, gather(*people)


def caption(page: str) -> str:
    """The caption about a monster beside the large map, or "" for none."""
    match = re.search(r'<p class="intruder[^>]*id="ambushed"[^>]*>(.*?)</p>', page, re.DOTALL)
    return re.sub(r"<[^>]+>", "", match[1]).strip() if match else ""


def shown(viewer: User | None, table: Table, query: str = "") -> str:
    return text_of(signed_in(viewer).get(url(table) + query))


def drawers(table: Table) -> dict[int, int]:
    """The seat that draws on each board, by board."""
    return {drawing.subject: drawing.seat for drawing in state_of(table).answers if drawing}


def after_the_ambush(people: list[User], table: Table) -> dict[int, int]:
    turn = state_of(table).turn
    monsters.everybody_else(table, people, mine=2)
    by = drawers(table)
    by[next(owner for owner in range(3) if owner not in by)] = 2
    monsters.play_on(table, people, lambda state: state.turn > turn)
    return by


def test_every_owner_is_told_who_drew(three: tuple[list[User], Table]) -> None:
    people, table = three
    by = after_the_ambush(people, table)
    for owner, user in enumerate(people):
        page = shown(user, table)
        match = RAID.match(caption(page))
        assert match
        assert match[1] == people[by[owner]].display_name
        assert f'class="intruder seat-{by[owner]}"' in page
        assert "fresh" in page


def test_the_caption_goes_with_the_map_that_is_shown(three: tuple[list[User], Table]) -> None:
    people, table = three
    by = after_the_ambush(people, table)
    for owner in range(3):
        words = caption(shown(people[0], table, f"?look={owner + 1}"))
        by_whom = "you" if by[owner] == 0 else people[by[owner]].display_name
        assert f"drawn by {by_whom}." in words
    cards = re.findall(r"Monster drawn by (\w+)<", shown(None, table))
    assert cards == [people[by[owner]].display_name for owner in range(3)]


def test_the_caption_goes_when_the_next_turn_closes(three: tuple[list[User], Table]) -> None:
    people, table = three
    after_the_ambush(people, table)
    turn = state_of(table).turn
    monsters.everybody_else(table, people, mine=2)
    assert caption(shown(people[0], table)), "drawn, but the turn is open"
    assert shown(people[0], table).count('class="t-monster') > 2
    monsters.play_on(table, people, lambda state: state.turn > turn)
    assert caption(shown(people[0], table)) == ""
    assert "Monster drawn by" not in shown(people[0], table)


def test_nobody_is_named_while_the_ambush_is_open(three: tuple[list[User], Table]) -> None:
    people, table = three
    monsters.everybody_else(table, people, mine=2)
    for viewer in (*people, None):
        assert "drawn by" not in shown(viewer, table)


def test_what_it_destroyed_there_is_told_as_well(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monsters.stack(monkeypatch, GORGON)
    table = gather(*people[:3])
    choice = monsters.play_on(table, people, monsters.chooses)
    by = {effects.chooser_of(choice.choice, Seat(seat), 3): seat for seat in range(3)}
    spaces = {owner: monsters.targets(table, by[owner])[0] for owner in range(3)}
    monsters.play_on(table, people, lambda state: state.turn > choice.turn)
    for owner, user in enumerate(people[:3]):
        name = people[by[owner]].display_name
        words = caption(shown(user, table))
        assert re.match(
            rf"Gorgon Gaze on [\w, ]+, drawn by {name}\. {name} destroyed {spaces[owner]} on your map\.", words
        )
        assert f'class="intruder seat-{by[owner]}"' in shown(user, table)
    assert shown(None, table).count("Monster drawn by") == 3
    turn = state_of(table).turn
    monsters.play_on(table, people, lambda state: state.turn > turn)
    assert caption(shown(people[0], table)) == ""


# --- Alone ------------------------------------------------------------------------------------------------------------


def walk(card: AmbushCard, taken: Mask = 0) -> tuple[Mask, str]:
    """The place of a monster that walks in when some spaces are filled, and the page's text about it."""
    path = solo.path(card.shape, card.solo_corner, card.solo_way)
    tried = next(number for number, place in enumerate(path) if not place & taken)
    return path[tried], " ".join(walk_sentences(card, path[tried], tried, 0, outlined=True))


def test_a_walk_is_told_from_its_corner(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monsters.stack(monkeypatch, TROLL)
    table = gather(people[0])
    assert caption(shown(people[0], table)) == walk(heroes().ambushes[TROLL])[1]
    assert "entered from the northeast corner, clockwise along the edge." in caption(shown(people[0], table))
    assert "Monster placed automatically" in text_of(Client().get(url(table)))


def test_a_walk_tells_what_was_not_free() -> None:
    card = heroes().ambushes[TROLL]
    _cells, words = walk(card, mask_of(map(space_of, ("A11", "B11"))))
    assert "spots were blocked." in words
    words = " ".join(walk_sentences(card, 1, 1, 2, outlined=False))
    assert (
        "It didn’t fit along the edge, so it moved 2 spaces inward. 1 spot was blocked. The first free spot was A1."
        in words
    )
    words = " ".join(walk_sentences(card, 0, 0, 0, outlined=False))
    assert words.endswith("It didn’t fit anywhere, so the card was ignored.")


def test_walks_one_after_the_other_are_told_from_the_last(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monsters.stack(monkeypatch, TROLL)
    table = gather(people[0])
    turn = state_of(table).turn
    monsters.play_on(table, people, lambda state: state.turn > turn)
    assert caption(shown(people[0], table)) == ""


def test_two_walks_at_once_are_both_told(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monsters.stack(monkeypatch, ambushes=(TROLL, "goblin_attack"), **{"deck/summer": (TROLL, "goblin_attack")})
    table = gather(people[0])
    state = monsters.play_on(table, people, lambda state: state.season == 1)
    assert state.column[:2] == (TROLL, "goblin_attack")
    words = caption(shown(people[0], table))
    assert "Giant Troll Ravage entered from" in words
    assert "Goblin Attack entered from" in words
    monsters.play_on(table, people, lambda other: other.turn > state.turn)
    assert caption(shown(people[0], table)) == ""


def test_a_walk_stays_told_while_a_space_is_chosen_and_drawn_after(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, GORGON)
    table = gather(people[0])
    assert state_of(table).choice
    assert "Gorgon Gaze entered from" in caption(shown(people[0], table))
    state = monsters.play_on(table, people, lambda state: state.open is not None)
    assert "Gorgon Gaze entered from" in caption(shown(people[0], table))
    monsters.play_on(table, people, lambda other: other.turn > state.turn)
    assert caption(shown(people[0], table)) == ""


def test_coins_that_a_walk_brought_are_told(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monsters.stack(monkeypatch, "temple_ruins")
    view = RULES.view(state_of(gather(people[0])), Seat(0))
    cells = mask_of(map(space_of, ("I3", "J1", "J2", "J3", "K1")))
    events = (CardRevealed("outpost_ruins", 7), CardRevealed("dragon_inferno", 7))
    walked = MonsterWalkedIn(7, cells, initial="D", destroyed=cells, rewards=("D",), reward_coins=3)
    log = tuple(DecodedEvent(n, 7, None, timezone.now(), event) for n, event in enumerate((*events, walked)))
    ann = Person(Seat(0), "Ann", "", "", "", True)
    sentence = intruders(view, (ann,), log, {Seat(0)})[Seat(0)].sentence
    assert sentence.startswith("Dragon Inferno entered from")
    assert sentence.endswith("Surrounded: Dragon Inferno. You earned 3 coins.")


def test_the_ring_of_a_place_is_found() -> None:
    from games.cartographers.others.ambush import _ring

    assert [_ring(mask_of([space_of(name)])) for name in ("A5", "B2", "F6", "I3")] == [0, 1, 5, 2]
    assert _ring(FULL) == _ring(0) == 0


# --- What it costs ----------------------------------------------------------------------------------------------------


def test_harm_is_told_as_spaces_and_stars() -> None:
    def spaces_of(*names: str) -> Mask:
        return mask_of(map(space_of, names))

    assert harm_sentences(spaces_of("C5"), 0, "Ben") == ["It costs Ben 1 more star each season: C5."]
    assert harm_sentences(spaces_of("C5", "C6"), spaces_of("D1"), "Ben") == [
        "It costs Ben 2 more stars each season: C5, C6.",
        "D1 would no longer cost stars.",
    ]
    assert harm_sentences(0, 0, "Ben") == ["It doesn’t cost Ben any more stars."]


def test_the_desk_carries_the_owners_name_and_the_own_map(three: tuple[list[User], Table]) -> None:
    people, table = three
    page = shown(people[0], table, "?anchor=E8")
    owner = re.search(r'id="desk-title"[^>]*>Giant Troll Ravage on (\w+)’s map</h2>', page)
    assert owner
    assert f"It costs {owner[1]} " in page
    assert f">Place on {owner[1]}’s map</button>" in page
    other = ({"Ann", "Ben", "Cas"} - {"Ann", owner[1]}).pop()
    assert f"{other} draws on your map" in page
    harm = re.findall(r"[A-K]\d+", page.split('id="harm">')[1].split("</p>")[0])
    assert re.findall(r'<td class="[^"]*\bharm\b[^"]*"><button[^>]* id="(\w+)"', page) == harm


def test_no_harm_is_told_where_nothing_lies_or_of_the_own_map(three: tuple[list[User], Table]) -> None:
    people, table = three
    assert 'id="harm"' not in shown(people[0], table)
    after_the_ambush(people, table)
    page = shown(people[0], table, "?anchor=E8")
    assert 'id="harm"' not in page
    assert 'class="banner"' not in page


def test_who_has_a_full_map_is_told_that_nobody_draws_on_it() -> None:
    game = new_game(2, spring=["goblin_attack"]).put(FULL_MAP, mostly_empty())
    everybody = tuple(
        Person(Seat(seat), name, "", "", f"seat-{seat}", False) for seat, name in enumerate(("Ann", "Ben"))
    )
    own, other = (ambush_desk(RULES.view(game.state, Seat(seat)), everybody, "/table/") for seat in range(2))
    assert own
    assert other
    assert (own.caption, own.css) == ("Your map is full, so no monster is drawn on it", "")
    assert (other.caption, other.css) == ("Ann draws on your map", "seat-0")
