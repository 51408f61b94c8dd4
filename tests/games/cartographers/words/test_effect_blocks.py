"""Texts about effects made of blocks: on cards, in prompts and in the log."""

import re
from dataclasses import replace
from itertools import product

import pytest

from engine.cartographers.cards import AmbushCard
from engine.cartographers.catalog import heroes
from engine.cartographers.effects import (
    COIN_ACTIONS,
    Effect,
    EffectAction,
    EffectArea,
    EffectChooser,
    EffectTiming,
    find_effect_problem,
)
from engine.cartographers.events import ChoiceAsked, EffectPassed, Growth, MonstersActed
from engine.cartographers.news import ChoiceNews, News
from engine.cartographers.sheet import Region
from engine.contract import Seat
from games.cartographers.goals.score_words import effect_coins_sentence
from games.cartographers.log.entries import TurnTask, log_line, log_lines
from games.cartographers.words import effects
from games.cartographers.words.sheet_features import missing_feature_warnings
from tests.engine.tools import mask
from tests.games.cartographers.monsters import mixed

NAMES = ("Ada", "Ben")
ADA, BEN = Seat(0), Seat(1)
NOW, AFTER, LAST = EffectTiming.AT_ONCE, EffectTiming.SEASON_END, EffectTiming.LAST_SCORING
TROLL = heroes().ambushes["giant_troll_ravage"]


def troll(effect: Effect, coins: int = 0) -> AmbushCard:
    return replace(TROLL, effect=effect, coins=coins)


def lines(event: News, effect: Effect, viewer: Seat | None = None, *, idle: bool = False) -> list[str]:
    game = mixed()
    cards = tuple(troll(effect) if card.id == TROLL.id else card for card in game.ambushes)
    return log_lines(event, NAMES, replace(game, ambushes=cards), viewer, TurnTask(idle=idle))


def every_effect() -> list[Effect]:
    every = product(EffectTiming, EffectAction, EffectArea, (None, 1, 2, 3), EffectChooser)
    fitting = [effect for effect in (Effect(*blocks) for blocks in every) if not find_effect_problem(effect)]
    return [effect for effect in fitting if not effect.is_published and effect.timing is not EffectTiming.SURROUNDED]


COINS = [Effect(timing, action) for timing, action in product((NOW, AFTER, LAST), COIN_ACTIONS)]


@pytest.mark.parametrize("alone", [False, True])
def test_every_combination_has_sentences_of_its_own(alone: bool) -> None:
    sentences = [effects.effect_sentence(troll(effect, 2), alone=alone) for effect in every_effect()]
    assert all(re.fullmatch(r"([A-Z][^.%]*\. ?)+", sentence) for sentence in sentences)
    if not alone:
        assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (
            Effect(AFTER, EffectAction.DESTROY_EMPTY, EffectArea.ROWS),
            "After each season’s scoring, this monster destroys every empty space in the rows of its remaining spaces.",
        ),
        (
            Effect(LAST, EffectAction.DRAW, count=2, chooser=EffectChooser.OWNER),
            "Before the last season’s scoring, this monster spreads to up to 2 empty spaces next to its remaining "
            "spaces. The map’s owner chooses them.",
        ),
        (
            Effect(NOW, EffectAction.DESTROY_ANY, EffectArea.DIAGONAL, 1),
            "Right after it is drawn, this monster destroys one space diagonally next to its remaining spaces, empty "
            "or filled, if possible. If there are several, the first one counts, row by row from the top left. The "
            "monster can’t destroy mountains, landmarks or wasteland.",
        ),
        (
            Effect(AFTER, EffectAction.DRAW, EffectArea.REGION_3),
            "After each season’s scoring, this monster spreads to every empty space in region 3.",
        ),
        (
            Effect(AFTER, EffectAction.MOVE, EffectArea.WEST, 1),
            "After each season’s scoring, this monster moves one space left, if it can. Its remaining spaces all "
            "move together, and only onto empty spaces. The spaces they leave become empty.",
        ),
        (
            Effect(NOW, EffectAction.MOVE, count=1, chooser=EffectChooser.DRAWER),
            "Right after it is drawn, this monster moves one space, if it can. Its remaining spaces all move "
            "together, and only onto empty spaces. The spaces they leave become empty. The player who drew the monster "
            "chooses the direction.",
        ),
        (
            Effect(NOW, EffectAction.LOSE_COINS),
            "Right after it is drawn, this monster costs the map’s owner 2 coins, or all that they have, if any of its "
            "spaces remains.",
        ),
    ],
)
def test_what_a_card_says(effect: Effect, expected: str) -> None:
    assert effects.effect_sentence(troll(effect, 2), alone=False) == expected


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (
            Effect(NOW, EffectAction.DRAW, count=2, chooser=EffectChooser.DRAWER),
            "Right after it appears, this monster spreads to up to 2 empty spaces next to its remaining spaces. You "
            "choose them.",
        ),
        (
            Effect(AFTER, EffectAction.EARN_COINS),
            "After each season’s scoring, this monster gives you 2 coins if any of its spaces remains.",
        ),
        (
            Effect(AFTER, EffectAction.MOVE, count=1, chooser=EffectChooser.OWNER),
            "After each season’s scoring, this monster moves one space, if it can. Its remaining spaces all move "
            "together, and only onto empty spaces. The spaces they leave become empty. You choose the direction.",
        ),
    ],
)
def test_a_card_of_a_solo_game_speaks_to_its_player(effect: Effect, expected: str) -> None:
    assert effects.effect_sentence(troll(effect, 2), alone=True) == expected


def test_the_owner_chooses_where_monsters_appear_automatically() -> None:
    card = troll(Effect(AFTER, EffectAction.DRAW, count=1, chooser=EffectChooser.DRAWER))
    game = replace(mixed(), monsters_walk=True, destroys_wasteland=True)
    assert effects.effect_in_game(card, mixed(), alone=False).endswith(
        "The player who drew the monster chooses the space."
    )
    assert effects.effect_in_game(card, game, alone=False).endswith("The map’s owner chooses the space.")
    assert effects.effect_in_game(card, game, alone=True).endswith("You choose the space.")
    any_space = troll(Effect(AFTER, EffectAction.DESTROY_ANY))
    assert effects.effect_in_game(any_space, game, alone=False).endswith(
        "The monster can’t destroy mountains or landmarks. At this table, it can also destroy wasteland."
    )


def test_what_is_to_be_chosen_and_how_often() -> None:
    spreads = troll(Effect(AFTER, EffectAction.DRAW, count=2, chooser=EffectChooser.OWNER))
    own = effects.choice_sentence(spreads, "Ada", own=True, alone=False, more=1)
    assert own == "Choose a space on your map to which Giant Troll Ravage spreads. Then choose 1 more, if possible."
    other = effects.choice_sentence(spreads, "Ben", own=False, alone=False)
    assert other == "Choose a space on Ben’s map to which Giant Troll Ravage spreads."
    alone = effects.choice_sentence(spreads, "Ada", own=True, alone=True)
    assert alone == "Choose a space to which Giant Troll Ravage spreads."


MOVES = Effect(AFTER, EffectAction.MOVE, count=1, chooser=EffectChooser.OWNER)


def test_the_direction_of_a_move_is_asked_for_by_the_first_space() -> None:
    rest = "Its other spaces move in the same direction."
    for own, alone, expected in [
        (True, True, "Choose where Giant Troll Ravage moves from B2."),
        (True, False, "Choose where Giant Troll Ravage moves from B2 on your map."),
        (False, False, "Choose where Giant Troll Ravage moves from B2 on Ada’s map."),
    ]:
        sentence = effects.choice_sentence(troll(MOVES), "Ada", own=own, alone=alone, first="B2")
        assert sentence == f"{expected} {rest}"


def test_a_chosen_move_is_told_to_everyone() -> None:
    own = ChoiceNews(6, ADA, ADA, TROLL.id, 0, grown=mask("B3 B4"), initial="T", cleared=mask("B2 B3"))
    assert lines(own, MOVES, ADA) == ["You moved the monster to B3, B4."]
    assert lines(own, MOVES, BEN) == ["Ada moved the monster to B3, B4."]
    assert lines(own, MOVES, BEN, idle=True) == [
        "The monster moved to B3, B4 on Ada’s map. This doesn’t affect scores."
    ]
    other = replace(own, seat=BEN, destroyed=mask("B4"))
    struck = "A hero’s attack immediately destroyed B4."
    assert lines(other, MOVES, ADA) == [f"Ben moved the monster to B3, B4 on your map. {struck}"]
    assert lines(other, MOVES, BEN) == [f"You moved the monster to B3, B4 on Ada’s map. {struck}"]
    assert lines(other, MOVES) == [f"Ben moved the monster to B3, B4 on Ada’s map. {struck}"]


def test_a_monster_that_moves_by_itself_has_a_line_for_each_map() -> None:
    moved = Growth(mask("B3 B4"), destroyed=mask("B4"), mountains=mask("A3"), cleared=mask("B2 B3"))
    event = MonstersActed(TROLL.id, (moved, Growth(0)))
    (line,) = lines(event, replace(MOVES, area=EffectArea.EAST, chooser=EffectChooser.NOBODY), ADA)
    assert line == (
        "Giant Troll Ravage moved to B3, B4 on your map. A hero’s attack immediately destroyed B4. You earned 1 coin."
    )


ROW = Effect(AFTER, EffectAction.DESTROY_EMPTY, EffectArea.ROWS)
CHOSEN = Effect(AFTER, EffectAction.DRAW, count=2, chooser=EffectChooser.OWNER)


def test_a_monster_that_destroys_by_itself_has_a_line_for_each_map() -> None:
    event = MonstersActed(TROLL.id, (Growth(0, destroyed=mask("A1 A2"), mountains=mask("B1")), Growth(0)))
    assert lines(event, ROW, ADA) == ["Giant Troll Ravage destroyed A1, A2 on your map. You earned 1 coin."]
    assert lines(event, ROW, BEN) == ["Giant Troll Ravage destroyed A1, A2 on Ada’s map. Ada earned 1 coin."]
    assert log_line(event, NAMES, mixed(), None) == lines(event, ROW)[0]


def test_coins_of_an_effect_are_told() -> None:
    event = MonstersActed(TROLL.id, (Growth(0, reward_coins=-2), Growth(0, reward_coins=1)))
    assert lines(event, COINS[0], ADA) == [
        "Giant Troll Ravage: you lost 2 coins.",
        "Giant Troll Ravage: Ben earned 1 coin.",
    ]
    assert lines(event, COINS[0], BEN) == [
        "Giant Troll Ravage: Ada lost 2 coins.",
        "Giant Troll Ravage: you earned 1 coin.",
    ]
    assert effect_coins_sentence(-1, TROLL) == "Giant Troll Ravage cost 1 coin."
    assert effect_coins_sentence(2, TROLL) == "Giant Troll Ravage gave 2 coins."


@pytest.mark.parametrize(
    ("effect", "line"),
    [
        (CHOSEN, "Giant Troll Ravage effect: each map owner chooses a space to which it spreads."),
        (MOVES, "Giant Troll Ravage effect: each map owner chooses where it moves."),
        (replace(CHOSEN, action=EffectAction.DESTROY_EMPTY), "each map owner destroys an empty space next to it."),
        (
            replace(CHOSEN, action=EffectAction.DESTROY_ANY, area=EffectArea.ROWS),
            "Giant Troll Ravage effect: each map owner destroys a space.",
        ),
        (replace(CHOSEN, chooser=EffectChooser.DRAWER), "the player who drew it chooses a space to which it spreads."),
        (
            replace(CHOSEN, action=EffectAction.DESTROY_ANY, area=EffectArea.ROWS, chooser=EffectChooser.DRAWER),
            "Giant Troll Ravage effect: the player who drew it destroys a space.",
        ),
    ],
)
def test_who_is_asked_is_told(effect: Effect, line: str) -> None:
    (told,) = lines(ChoiceAsked(3, TROLL.id), effect)
    assert told.endswith(line)


def test_a_chosen_spread_is_told_to_everyone() -> None:
    own = ChoiceNews(6, ADA, ADA, TROLL.id, 0, grown=mask("B2"), initial="T")
    assert lines(own, CHOSEN, ADA) == ["You spread the monster to B2."]
    assert lines(own, CHOSEN, BEN) == ["Ada spread the monster to B2."]
    assert lines(own, CHOSEN, BEN, idle=True) == ["The monster spread to B2 on Ada’s map. This doesn’t affect scores."]
    other = replace(own, seat=BEN, destroyed=mask("B2"))
    struck = "A hero’s attack immediately destroyed B2."
    assert lines(other, CHOSEN, ADA) == [f"Ben spread the monster to B2 on your map. {struck}"]
    assert lines(other, CHOSEN, BEN) == [f"You spread the monster to B2 on Ada’s map. {struck}"]
    assert lines(other, CHOSEN) == [f"Ben spread the monster to B2 on Ada’s map. {struck}"]


def test_an_effect_that_ends_is_told() -> None:
    assert lines(EffectPassed(TROLL.id), CHOSEN) == ["There was no space left for Giant Troll Ravage."]
    assert lines(EffectPassed(TROLL.id), ROW) == ["Giant Troll Ravage had no effect."]


def test_a_set_is_warned_of_an_effect_on_a_region_that_its_sheet_lacks() -> None:
    region = troll(Effect(AFTER, EffectAction.DRAW, EffectArea.REGION_2))
    sheet = mixed().sheet
    (warning,) = missing_feature_warnings((region, troll(ROW)), (sheet,))
    assert warning.startswith("Giant Troll Ravage refers to region 2, which these map sheets don’t have: ")
    parts = tuple(Region(name, mask("A1 A2")) for name in ("One", "Two"))
    assert not list(missing_feature_warnings((region,), (replace(sheet, regions=parts),)))
