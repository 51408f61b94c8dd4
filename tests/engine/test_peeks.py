"""Skills that show the next card: what they cost, to whom the card is shown, and that they can't be undone."""

from dataclasses import replace
from random import Random

import pytest

from engine.cartographers import codec
from engine.cartographers.commands import UseSkill
from engine.cartographers.errors import Refusal
from engine.cartographers.events import Drawn, Event, SkillUsed
from engine.cartographers.game import RULES
from engine.cartographers.rules import replay
from engine.cartographers.rules.setup import Setup
from engine.cartographers.sampling import sample
from engine.cartographers.skills import Skill, SkillPower, skill_options
from engine.contract import RuleViolation, Seat, Viewer
from engine.forks import collect_answers, reply_for_others
from engine.runner import play_game
from engine.verification import Fault, verify
from tests.engine.skill_games import PEEK, skill, skill_game
from tests.engine.tools import BLANK, EDICTS, Game, Stacked, any_placement, definition, seed_of

SMALL = skill(SkillPower.SINGLE)
CARDS = "farmland", "temple_ruins", "homestead", "orchard", "great_river", "fishing_village"


def _game(seats: int = 2, coins: int = 3, skills: tuple[Skill, ...] = (PEEK, SMALL), practice: bool = False) -> Game:
    """A game on an empty map whose first cards are known."""
    played = replace(definition(BLANK), skills=skills, practice=practice)
    rng = Stacked(seed_of(1), {"deck/spring": CARDS})
    game = Game(Setup(played, EDICTS), seats, rng)
    return game.put("/".join(["." * 11] * 11), coins=(coins,) * seats)


def _peek(game: Game, seat: int = 0, skill_id: str = PEEK.id) -> list[Event]:
    return game.do(UseSkill(Seat(seat), game.state.turn, skill_id))


def _refusal(game: Game, seat: int = 0, skill_id: str = PEEK.id, turn: int | None = None) -> RuleViolation:
    with pytest.raises(RuleViolation) as refused:
        RULES.answer(game.state, UseSkill(Seat(seat), game.state.turn if turn is None else turn, skill_id))
    return refused.value


def _next_cards(game: Game) -> list[str | None]:
    viewers: list[Viewer] = [*map(Seat, range(game.state.seats)), None]
    cards = [RULES.view(game.state, viewer).next_card for viewer in viewers]
    return [card.id if card else None for card in cards]


def test_peek_costs_coins_at_once_and_shows_the_card_to_its_seat_alone() -> None:
    game = _game(3)
    assert _next_cards(game) == [None] * 4
    assert _peek(game, 1) == [SkillUsed(1, Seat(1), PEEK.id, 1)]
    assert game.state.coins == (3, 2, 3)
    assert _next_cards(game) == [None, "temple_ruins", None, None]
    assert {RULES.view(game.state, viewer).peeked for viewer in (None, Seat(0), Seat(1))} == {(1,)}


@pytest.mark.parametrize("viewer", [None, Seat(0), Seat(1)])
def test_peek_is_news_to_everyone_at_once_without_the_card(viewer: Viewer) -> None:
    game = _game()
    (used,) = _peek(game)
    assert RULES.visible(used, viewer, game.state) == used == SkillUsed(1, Seat(0), PEEK.id, 1)


def test_peek_leaves_other_views_the_same_for_every_next_card() -> None:
    game = _game(3)
    _peek(game)
    others = [game.state.but(deck=(card, *game.state.deck)) for card in ("goblin_attack", "orchard", "outpost_ruins")]
    for viewer in (None, Seat(1), Seat(2)):
        assert len({repr(RULES.view(state, viewer)) for state in others}) == 1
    assert len({repr(RULES.view(state, Seat(0))) for state in others}) == len(others)


def test_card_stays_in_sight_until_the_turn_ends() -> None:
    game = _game()
    _peek(game)
    game.draw("1 farm A1")
    assert _next_cards(game)[0] == "temple_ruins"
    game.draw("1 farm A1", 1)
    assert game.state.turn == 2
    assert _next_cards(game) == [None] * 3
    assert game.state.coins[0] == 2 + 1, "the shape earned a coin"


def test_take_back_of_the_drawing_keeps_the_peek_paid() -> None:
    game = _game()
    _peek(game)
    game.draw("1 farm A1")
    game.take_back()
    assert (game.state.coins, game.state.peeked) == ((2, 3), (0,))
    assert _next_cards(game)[0] == "temple_ruins"
    with pytest.raises(RuleViolation) as refused:
        game.take_back()
    assert refused.value.code == Refusal.NOT_DRAWN


def test_seat_that_peeked_is_offered_no_other_skill_in_that_turn() -> None:
    game = _game()
    assert any(option.skill for option in game.offer(0).options)
    _peek(game)
    assert not any(option.skill for option in game.offer(0).options)
    assert any(option.skill for option in game.offer(1).options)
    desk = RULES.view(game.state, Seat(0)).desk
    assert desk is not None
    assert not any(option.skill for option in desk.offer.options)
    with pytest.raises(RuleViolation) as refused:
        game.draw("3 farm A1")
    assert refused.value.code == Refusal.UNKNOWN_OPTION
    game.draw_all("1 farm A1")
    assert game.state.peeked == ()


def test_peek_after_a_drawing_with_a_skill_was_taken_back_is_allowed() -> None:
    game = _game()
    game.draw("3 farm A1")
    game.take_back()
    _peek(game)
    game.draw("1 farm A1")
    assert game.state.coins == (2, 3)


def test_peek_is_refused_where_the_rules_forbid_it() -> None:
    game = _game()
    assert _refusal(game, skill_id=SMALL.id).code == Refusal.SKILL_NOT_OFFERED
    assert _refusal(game, skill_id="unheard_of").code == Refusal.SKILL_NOT_OFFERED
    assert _refusal(game, turn=2).code == Refusal.TURN_AHEAD
    assert _refusal(game, turn=0).code == Refusal.TURN_OVER
    assert _refusal(game, seat=7).code == Refusal.SEATS
    _peek(game)
    assert (_refusal(game).code, _refusal(game).behind) == (Refusal.SKILL_USED, True)
    game.draw("1 farm A1", 1)
    assert (_refusal(game, 1).code, _refusal(game, 1).behind) == (Refusal.ALREADY_DRAWN, True)


def test_peek_that_the_seat_cannot_pay_is_refused() -> None:
    assert _refusal(_game(coins=0)).code == Refusal.TOO_FEW_COINS
    assert _refusal(_game(coins=1, skills=(replace(PEEK, cost=2),))).code == Refusal.TOO_FEW_COINS


def test_peek_that_would_leave_too_few_coins_to_draw_is_refused() -> None:
    game = _game()
    spaces = ",".join(f"{row}{column}" for row in "ABCDEFGHIJK" for column in range(1, 12))
    game.put(f"{'/'.join(['.' * 11] * 11)} tolls:{spaces}", coins=(5, 5))
    assert game.state.coins == (5, 5)
    _peek(game)
    game.put(f"{'/'.join(['.' * 11] * 11)} tolls:{spaces}", coins=(1, 1))
    assert _refusal(game, 1).code == Refusal.TOO_FEW_COINS


def test_peek_of_a_seat_with_a_full_board_is_refused() -> None:
    game = _game()
    game.put("/".join(["F" * 11] * 11), "/".join(["." * 11] * 11), coins=(3, 3))
    assert _refusal(game).code == Refusal.NOTHING_TO_DRAW


def test_peek_in_the_last_turn_of_a_season_is_refused() -> None:
    game, rng, seen = _game(), Random(4), 0
    while not game.state.over:
        state = game.state
        if (
            state.open in state.definition.explore
            and state.time >= state.season_card.threshold
            and not any(state.answers)
        ):
            game.put("/".join(["." * 11] * 11), coins=(3, 3))
            assert _refusal(game).code == Refusal.NO_NEXT_CARD
            seen += 1
        game.anything(rng)
    assert seen == 4


def test_peek_for_an_ambush_is_refused() -> None:
    played = replace(definition(BLANK), skills=(PEEK,))
    game = Game(
        Setup(played, EDICTS), 2, Stacked(seed_of(1), {"deck/spring": ("gnoll_raid",), "ambushes": ("gnoll_raid",)})
    )
    game.put("/".join(["." * 11] * 11), coins=(3, 3))
    assert _refusal(game).code == Refusal.NOT_ASKED


def test_card_that_is_shown_is_the_one_revealed_next() -> None:
    game, rng, seen = skill_game((PEEK,), number=5), Random(5), 0
    while not game.state.over:
        ask = rng.choice(game.open_asks)
        try:
            _peek(game, ask.seat)
        except RuleViolation:
            game.do(game.any_answer(rng, ask))
            continue
        seen += 1
        card, before = RULES.view(game.state, ask.seat).next_card, len(game.events)
        assert card is not None
        turn = game.state.turn
        while game.state.turn == turn and game.open_asks:
            game.do(game.any_answer(rng, game.open_asks[0]))
        revealed = [event for event in game.events[before:] if hasattr(event, "card") and hasattr(event, "turn")]
        assert revealed[0].card == card.id
    assert seen > 3
    stored = [codec.encode(event) for event in game.events]
    assert [codec.decode(kind, data) for kind, data in stored] == game.events
    assert verify(RULES, game.events, seed_of(5)).fault is None


def test_practice_keeps_the_peek_when_the_drawing_is_undone_and_closes_after_it() -> None:
    game = _game(1, practice=True)
    _peek(game)
    game.draw("1 farm A1")
    assert game.state.held
    assert _refusal(game).code == Refusal.ALREADY_DRAWN
    game.take_back()
    assert game.state.coins == (2,)
    assert _next_cards(game)[0] == "temple_ruins"


def test_record_with_another_price_has_a_fault() -> None:
    game = skill_game((PEEK,), number=5)
    rng = Random(5)
    while not any(isinstance(event, SkillUsed) for event in game.events):
        ask = game.open_asks[0]
        try:
            _peek(game, ask.seat)
        except RuleViolation:
            game.do(game.any_answer(rng, ask))
    cheaper = [replace(event, spent=0) if isinstance(event, SkillUsed) else event for event in game.events]
    fault = verify(RULES, cheaper, seed_of(5)).fault
    assert fault is not None
    assert fault.reason is Fault.DIFFERS


def test_drawing_after_a_peek_is_repeated_in_another_game() -> None:
    game, other = _game(), _game()
    _peek(game)
    (drawn, *_) = game.draw("1 farm A1")
    assert isinstance(drawn, Drawn)
    assert replay.answer_alike(other.state, Seat(0), drawn) == drawn


def test_fork_repeats_the_peek_of_another_seat_once_before_its_drawing() -> None:
    game = _game()
    start = game.state
    original = [*game.events, *_peek(game, 1), *game.draw("1 farm A1", 1), *game.draw("1 farm A1")]
    played = collect_answers(RULES, original)
    replies = list(reply_for_others(RULES, start, Seat(0), played, original, game.rng))
    assert [type(original[reply.number - 1]) for reply in replies if reply.number] == [SkillUsed, Drawn]
    assert [event for reply in replies for event in reply.run.events] == [
        event for event in original if isinstance(event, SkillUsed | Drawn) and event.seat == 1
    ]
    assert replies[-1].run.state.coins == (3, 2)
    broke = start.but(positions=tuple(position._replace(coins=0) for position in start.positions))
    replies = list(reply_for_others(RULES, broke, Seat(0), played, original, game.rng))
    assert [type(original[reply.number - 1]) for reply in replies if reply.number] == [Drawn]


def test_sample_knows_which_seats_have_peeked() -> None:
    game = _game()
    _peek(game, 1)
    assert sample(RULES.view(game.state, Seat(0)), Random(0)).peeked == (1,)
    game.do(game.any_answer(Random(1), game.open_asks[1]))
    for number in range(5):
        (_, answer) = sample(RULES.view(game.state, Seat(0)), Random(number)).answers
        assert isinstance(answer, Drawn)
        assert not answer.skill


def test_peek_adds_no_options_and_no_bot_uses_it() -> None:
    assert all(skill_options(PEEK, card) == () for card in definition().explore)
    setup = Setup(replace(definition(), skills=(PEEK,)), EDICTS)
    players = [RULES.choose_command, RULES.fallback]
    game = Game(setup, 2, Stacked(seed_of(2), {}))
    events = play_game(RULES, setup, players, game.rng).events
    assert not [event for event in events if isinstance(event, SkillUsed)]
    assert any_placement(Random(0), game.offer())
