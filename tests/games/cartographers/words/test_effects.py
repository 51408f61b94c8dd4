"""Texts of heroes' attacks and monster effects: rules, prompts and log entries."""

import re
from dataclasses import replace
from typing import Any

import pytest

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard
from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.effects import PUBLISHED
from engine.cartographers.errors import Refusal
from engine.cartographers.events import (
    CardRevealed,
    ChoiceAsked,
    Chosen,
    EffectPassed,
    Growth,
    MonstersSpread,
    MonstersWalkedIn,
    MonsterWalkedIn,
)
from engine.cartographers.news import ChoiceNews, DrawingNews, News
from engine.cartographers.notation import board_of, placement_of, space_of
from engine.cartographers.state import BetweenCards, ChoosePhase, State
from engine.cartographers.terrain import Terrain
from engine.cartographers.view import View, view
from engine.contract import Seat
from games.cartographers.desk.words import destroyed_spaces_sentence
from games.cartographers.log.effects_words import spread_sentences
from games.cartographers.log.entries import log_line, log_lines
from games.cartographers.map.boards import space_label, space_state
from games.cartographers.others.strip import offer_sentence, turn_title
from games.cartographers.words import effects
from games.cartographers.words.refusals import refusal
from games.play.words import waiting_sentence
from tests.engine.tools import mask, standing
from tests.games.cartographers.monsters import mixed

CARDS = heroes()
DEFINITION = mixed()
ADA, BEN, CY = Seat(0), Seat(1), Seat(2)
NAMES = ("Ada", "Ben", "Cy")
TROLL, GORGON = CARDS.ambushes["giant_troll_ravage"], CARDS.ambushes["gorgon_gaze"]
EMPTY = "/".join(["." * 11] * 11)


def line(event: News, viewer: Seat | None = None, names: tuple[str, ...] = NAMES) -> str | None:
    return log_line(event, names, DEFINITION, viewer)


# --- What cards do ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alone", [False, True])
def test_every_effect_is_explained_in_its_own_words(alone: bool) -> None:
    sentences = {effects.effect_sentence(card, alone=alone) for card in CARDS.ambushes.values()}
    assert len(sentences) == 4
    assert all(sentence.endswith(".") for sentence in sentences)
    assert {card.effect for card in CARDS.ambushes.values()} == set(PUBLISHED.values())
    assert {effects.effect_sentence(card, alone=alone) for card in cartographers().ambushes.values()} == {""}


def test_alone_nobody_owns_a_map_or_draws_a_monster() -> None:
    together = " ".join(effects.effect_sentence(card, alone=False) for card in CARDS.ambushes.values())
    by_oneself = " ".join(effects.effect_sentence(card, alone=True) for card in CARDS.ambushes.values())
    for words in ("owner", "the player who", "drawn,"):
        assert words in together
        assert words not in by_oneself


@pytest.mark.parametrize("alone", [False, True])
def test_the_gorgon_must_destroy_and_says_what_it_cannot(alone: bool) -> None:
    sentence = effects.effect_sentence(GORGON, alone=alone)
    assert re.search(r"(has to destroy one space|one space [^,]+ has to be destroyed)", sentence)
    assert "if possible: an empty or filled space" in sentence
    assert sentence.endswith("but not a mountain or a destroyed space. It spares wasteland.")


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("walks", [False, True])
def test_the_gorgon_of_a_table_spares_wasteland_or_destroys_it_too(alone: bool, walks: bool) -> None:
    spared, destroyed = (
        effects.effect_in_game(
            GORGON, replace(DEFINITION, monsters_walk=walks, destroys_wasteland=destroys), alone=alone
        )
        for destroys in (False, True)
    )
    assert spared.endswith("destroyed space. It spares wasteland.")
    assert destroyed.endswith("destroyed space. At this table, it can also destroy wasteland.")
    assert destroyed.count("wasteland") == 1


@pytest.mark.parametrize("alone", [False, True])
def test_the_troll_must_destroy_what_is_empty(alone: bool) -> None:
    sentence = effects.effect_sentence(TROLL, alone=alone)
    assert re.search(r"(must destroy one empty space|one empty space [^,]+ must be destroyed)", sentence)
    assert ", if there is one. Unfilled ruins" in sentence


def test_a_dragon_promises_what_it_pays() -> None:
    dragon = CARDS.ambushes["dragon_inferno"]
    assert effects.effect_sentence(dragon, alone=False).startswith("The map’s owner earns 3 coins once ")
    assert effects.effect_sentence(dragon, alone=True).startswith("It earns 3 coins once ")
    assert effects.effect_sentence(replace(dragon, coins=1), alone=True).startswith("It earns 1 coin once ")


def test_heroes_say_how_much_they_attack() -> None:
    sentences = {id: effects.hero_sentence(card) for id, card in CARDS.heroes.items()}
    assert "attacks 3 other spaces." in sentences["wren_the_lioness"]
    assert "attacks 4 other spaces." in sentences["dal_of_jolev"]
    assert "attacks 1 other space." in effects.hero_sentence(replace(CARDS.heroes["dal_of_jolev"], attack=((0, 1),)))


def test_what_is_to_be_chosen() -> None:
    own = effects.choice_sentence(TROLL, "Ada", own=True, alone=False)
    assert own == "Choose a space for Giant Troll Ravage to destroy on your map."
    other = effects.choice_sentence(GORGON, "Ben", own=False, alone=False)
    assert other == "Choose a space for Gorgon Gaze to destroy on Ben’s map."
    alone = effects.choice_sentence(GORGON, "Ada", own=True, alone=True)
    assert alone == "Choose a space for Gorgon Gaze to destroy."


def test_what_would_be_destroyed() -> None:
    assert destroyed_spaces_sentence(Terrain.HERO, 0) == ""
    assert destroyed_spaces_sentence(Terrain.HERO, mask("B2 B3")) == "The attack would destroy B2, B3."
    under = destroyed_spaces_sentence(Terrain.MONSTER, mask("B2"))
    assert under == "A hero’s attack would immediately destroy B2."


# --- The log ---------------------------------------------------------------------------------------------------------


def drawn(terrain: Terrain, seat: Seat = ADA, subject: Seat = ADA, **more: Any) -> DrawingNews:
    cells = mask("C4")
    return replace(DrawingNews(5, seat, subject, placement_of(f"1 {terrain.word} C4"), cells, terrain), **more)


@pytest.mark.parametrize(
    ("event", "viewer", "expected"),
    [
        (CardRevealed("dal_of_jolev", 3), None, "Dal of Jolev revealed. All players draw a hero."),
        (drawn(Terrain.HERO), ADA, "You drew hero on C4."),
        (
            drawn(Terrain.HERO, destroyed=mask("B2 B3")),
            BEN,
            "Ada drew hero on C4. The attack destroyed B2, B3.",
        ),
        (
            drawn(Terrain.MONSTER, ADA, BEN, destroyed=mask("C4")),
            BEN,
            "Ada drew a monster on your map: C4. A hero’s attack immediately destroyed C4.",
        ),
        (
            drawn(Terrain.FARM, rewards=("D",), reward_coins=3),
            ADA,
            "You drew farm on C4. Surrounded: Dragon Inferno. You earned 3 coins.",
        ),
        (
            ChoiceAsked(6, "giant_troll_ravage"),
            None,
            "Giant Troll Ravage effect: each map owner destroys an empty space next to it.",
        ),
        (
            ChoiceAsked(6, "gorgon_gaze"),
            None,
            "Gorgon Gaze effect: the player who drew it destroys a space next to it.",
        ),
        (EffectPassed("zombie_plague"), None, "Zombie Plague had no effect."),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_the_log(event: News, viewer: Seat | None, expected: str | None) -> None:
    assert line(event, viewer) == expected


def test_the_log_of_a_game_alone() -> None:
    assert [
        line(event, ADA, ("Ada",))
        for event in (
            ChoiceAsked(6, "giant_troll_ravage"),
            ChoiceAsked(6, "gorgon_gaze"),
            CardRevealed("dal_of_jolev", 3),
        )
    ] == [
        "Giant Troll Ravage effect: an empty space next to it is destroyed.",
        "Gorgon Gaze effect: a space next to it is destroyed.",
        "Dal of Jolev revealed. Draw a hero.",
    ]


@pytest.mark.parametrize(
    ("seat", "subject", "viewer", "expected"),
    [
        (ADA, ADA, ADA, "You destroyed B2."),
        (ADA, ADA, None, "Ada destroyed B2."),
        (ADA, BEN, ADA, "You destroyed B2 on Ben’s map."),
        (ADA, BEN, BEN, "Ada destroyed B2 on your map."),
        (ADA, BEN, CY, "Ada destroyed B2 on Ben’s map."),
    ],
)
def test_a_choice_in_the_log(seat: Seat, subject: Seat, viewer: Seat | None, expected: str) -> None:
    event = ChoiceNews(6, seat, subject, "gorgon_gaze", mask("B2"))
    assert line(event, viewer) == expected
    paid = line(replace(event, mountains=mask("B3")), viewer)
    owner = "You" if subject == viewer else NAMES[subject]
    assert paid == f"{expected} {owner} earned 1 coin."
    closed = line(replace(event, rewards=("D",), reward_coins=3), viewer)
    assert closed == f"{expected} Surrounded: Dragon Inferno. {owner} earned 3 coins."


SPREAD = MonstersSpread(
    "zombie_plague",
    (Growth(mask("B2 C3")), Growth(0), Growth(mask("A1 A2"), mask("A2"), mask("A3"))),
)


def test_a_spreading_has_a_line_for_each_space() -> None:
    assert log_lines(SPREAD, NAMES, DEFINITION, ADA) == [
        "Zombie Plague spread to B2 on your map.",
        "Zombie Plague spread to C3 on your map.",
        "Zombie Plague spread to A1 on Cy’s map.",
        "Zombie Plague spread to A2 on Cy’s map, where a hero’s attack destroyed it.",
        "Cy earned 1 coin.",
    ]
    assert log_lines(SPREAD, NAMES, DEFINITION, CY) == [
        "Zombie Plague spread to B2 on Ada’s map.",
        "Zombie Plague spread to C3 on Ada’s map.",
        "Zombie Plague spread to A1 on your map.",
        "Zombie Plague spread to A2 on your map, where a hero’s attack destroyed it.",
        "You earned 1 coin.",
    ]
    assert line(SPREAD) == " ".join(log_lines(SPREAD, NAMES, DEFINITION, None))
    assert "your map" not in (line(SPREAD) or "")


def test_a_spreading_that_closes_a_dragon_in_says_so() -> None:
    spread = MonstersSpread("zombie_plague", (Growth(mask("B2"), rewards=("D",), reward_coins=3),))
    assert log_lines(spread, NAMES[:1], DEFINITION, ADA)[1:] == ["Surrounded: Dragon Inferno. You earned 3 coins."]


def test_a_spreading_is_told_by_map() -> None:
    assert spread_sentences(SPREAD, NAMES, DEFINITION, ADA) == [
        "Zombie Plague spread to B2, C3 on your map.",
        "Zombie Plague spread to A1, A2 on Cy’s map. A hero’s attack immediately destroyed A2. It earned 1 coin.",
    ]


def test_a_monster_that_walks_into_an_attack() -> None:
    walked = MonsterWalkedIn(5, mask("A1 B2"), initial="T", destroyed=mask("B2"))
    expected = "The monster was placed on A1, B2. A hero’s attack destroyed B2."
    assert line(walked, ADA, ("Ada",)) == expected
    assert line(replace(walked, rewards=("D",), reward_coins=3), ADA, ("Ada",)) == (
        f"{expected} Surrounded: Dragon Inferno. You earned 3 coins."
    )


def test_names_are_left_as_they_are() -> None:
    event = ChoiceNews(6, ADA, BEN, "gorgon_gaze", mask("B2"))
    assert line(event, CY, ("%(owner)s <b>", "100 %", "Cy")) == "%(owner)s <b> destroyed B2 on 100 %’s map."
    assert effects.choice_sentence(GORGON, "%(card)s", own=False, alone=False).endswith("on %(card)s’s map.")


# --- What is asked ---------------------------------------------------------------------------------------------------


def monster_at(where: str, initial: str) -> Board:
    return board_of(EMPTY).draw(mask(where), Terrain.MONSTER, initial)


def choosing(card: AmbushCard, *boards: Board) -> State:
    """Return a state in which players choose spaces."""
    state = standing(DEFINITION, *boards, card=card)
    phase = ChoosePhase(card, (None,) * state.seats, BetweenCards())
    return state.but(phase=phase, edicts=DEFINITION.pool[::8], turn=6)


def view_of(now: State, viewer: Seat | None = ADA) -> View:
    return view(now, viewer)


def test_who_chooses_and_who_waits() -> None:
    now = choosing(TROLL, monster_at("C5", "T"), monster_at("C5", "T"), board_of(EMPTY))
    assert offer_sentence(view_of(now), NAMES) == "Choose a space for Giant Troll Ravage to destroy on your map."
    assert turn_title(view_of(now), NAMES) == "Your turn"
    assert offer_sentence(view_of(now, CY), NAMES) == (
        "Giant Troll Ravage has nothing to destroy on your map. Waiting for Ada and Ben."
    )
    assert turn_title(view_of(now, CY), NAMES) == "Waiting"
    assert offer_sentence(view_of(now, None), NAMES) == "Waiting for Ada and Ben."
    answers = (Chosen(6, ADA, ADA, TROLL.id, mask("C6")), None, None)
    chosen = now.but(phase=ChoosePhase(TROLL, answers, BetweenCards()))
    assert offer_sentence(view_of(chosen), NAMES) == "You’ve chosen. Waiting for Ben."
    assert waiting_sentence(NAMES, view_of(chosen, BEN).awaited, BEN) == ""


def test_a_choice_on_another_map() -> None:
    now = choosing(GORGON, monster_at("C5", "G"), monster_at("C5", "G"))
    assert offer_sentence(view_of(now), NAMES) == "Choose a space for Gorgon Gaze to destroy on Ben’s map."


def test_a_choice_alone() -> None:
    now = choosing(GORGON, monster_at("C5", "G"))
    assert offer_sentence(view_of(now), ("Ada",)) == "Choose a space for Gorgon Gaze to destroy."


def test_a_hero_is_asked_for() -> None:
    sentences = []
    for hero in ("wren_the_lioness", "dal_of_jolev"):
        now = standing(DEFINITION, board_of(EMPTY), board_of(EMPTY), card=CARDS.heroes[hero])
        sentences.append(offer_sentence(view_of(now), NAMES))
    assert sentences == [
        "Draw Wren the Lioness on your map and choose the direction of its attack.",
        "Draw Dal of Jolev on your map.",
    ]


def test_spaces_tell_their_monsters_initial() -> None:
    board = monster_at("C5", "T")
    assert space_label(space_state(board, space_of("C5"))) == "C5, monster T"
    assert space_label(space_state(board.destroy(mask("C5")), space_of("C5"))) == "C5, destroyed"
    assert space_label(space_state(board_of(EMPTY).draw(mask("C5"), Terrain.MONSTER), space_of("C5"))) == "C5, monster"


def test_refusals_of_a_choice() -> None:
    only = refusal(Refusal.NOT_A_TARGET, ["C5"])
    assert only == "This space can’t be chosen. Choose C5."
    several = refusal(Refusal.NOT_A_TARGET, ["C5", "C6", "D5"])
    assert several == "This space can’t be chosen. Choose one of these: C5, C6 or D5."
    assert "circled" in refusal(Refusal.NOT_A_TARGET)
    assert refusal(Refusal.NOT_ASKED) == "This move doesn’t match the current turn. Check what to do and try again."


def test_the_player_who_drew_a_monster_chooses_unless_it_walked_in() -> None:
    asked = ChoiceAsked(3, GORGON.id)
    assert line(asked) == "Gorgon Gaze effect: the player who drew it destroys a space next to it."
    walking = replace(DEFINITION, monsters_walk=True)
    words = "Gorgon Gaze effect: each map owner destroys a space next to it."
    assert log_line(asked, NAMES, walking, ADA) == words


def test_a_walk_of_several_monsters_is_one_line() -> None:
    walk = MonstersWalkedIn(3, GORGON.id, (Growth(mask("A1")), Growth(0), Growth(mask("B2"))))
    told = line(walk, BEN)
    assert told == " ".join(log_lines(walk, NAMES, DEFINITION, BEN))
    assert told.startswith("Gorgon Gaze was placed on Ada’s map: A1.")
