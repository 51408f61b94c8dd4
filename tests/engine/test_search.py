"""The player that looks ahead: legal, deterministic, by the view alone; its playouts, futures, limits and ratings."""

from collections import Counter
from dataclasses import replace
from itertools import count
from operator import itemgetter
from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard
from engine.cartographers.commands import Choose, Close, Command, Draw
from engine.cartographers.events import Definition, SeasonBegan
from engine.cartographers.game import RULES
from engine.cartographers.geometry import space_bit, spaces
from engine.cartographers.notation import Placement, board_of, placement_of
from engine.cartographers.players.futures import Futures, Reveal, SeasonEnd, Start, steps
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.player import Budget, Player
from engine.cartographers.players.playouts import Playouts
from engine.cartographers.players.replies import Drawing, Rated, Replies, offer_of
from engine.cartographers.players.search import LEAST, PLAYOUTS, WIDTH, Doubt, Search
from engine.cartographers.players.value import BoardValue, Moment, moment_of, value_of
from engine.cartographers.players.weights import trained_weights
from engine.cartographers.position import Position
from engine.cartographers.rules.setup import Setup
from engine.cartographers.sampling import sample
from engine.cartographers.shapes import ShapeTurn
from engine.cartographers.terrain import Feature
from engine.cartographers.unseen_deck import find_unseen_deck
from engine.cartographers.view import Desk, SpaceChoice, View
from engine.contract import Ask, RuleViolation, Seat
from engine.randomness import Shuffler
from tests.engine.any_boards import ALWAYS_THE_SAME
from tests.engine.mixes import CARTOGRAPHERS, HEROES, PRESETS, mixed_random
from tests.engine.player_games import finish, made_up_game
from tests.engine.tools import Game, definition, mostly_full, seed_of

PLAYER: Player = Search()
FEW = Budget(playouts=14)
SEVERAL = Budget(playouts=3 * WIDTH)


def solo(number: int = 1, turns: int = 0) -> tuple[Game, View, Desk]:
    """A solo game of the base box after some random turns, with the view and the desk of its seat."""
    game, rng = Game(CARTOGRAPHERS.setup(), 1, Shuffler(seed_of(number))), Random(number)
    for _ in range(turns):
        game.anything(rng)
    view = RULES.view(game.state, Seat(0))
    assert view.desk is not None
    return game, view, view.desk


# --- Legal, deterministic, and by the view alone ----------------------------------------------------------------------


@pytest.mark.parametrize("few", range(4))
def test_commands_are_legal_in_games_of_any_parts(few: int, full: bool) -> None:
    kinds = set()
    for number in range(few, 120 if full else 16, 4):
        kinds |= finish(mixed_random(number), PLAYER, Random(number), 0.1, FEW)
    assert "draw" in kinds


@pytest.mark.parametrize(("seats", "preset"), [(1 + number % 2, preset) for number, preset in enumerate(PRESETS)])
def test_commands_are_legal_in_whole_games_of_every_preset(seats: int, preset: str) -> None:
    game = Game(PRESETS[preset].setup(), seats, Shuffler(seed_of(seats)))
    finish(game, PLAYER, Random(seats), budget=FEW)
    assert len(game.state.scores) == 4


@pytest.mark.parametrize("number", range(4))
def test_commands_are_legal_with_made_up_cards(number: int) -> None:
    game = made_up_game(number)
    finish(game, PLAYER, Random(number), 0.4, FEW)
    assert len(game.state.scores) == 4


@settings(ALWAYS_THE_SAME, max_examples=15)
@given(st.integers(0, 999), st.integers(0, 60), st.integers(0, 2**32 - 1))
def test_states_that_look_the_same_to_a_seat_get_the_same_command(number: int, steps: int, seed: int) -> None:
    game, rng = mixed_random(number), Random(seed)
    for _ in range(steps):
        if game.state.over:
            return
        game.anything(rng)
    for ask in game.open_asks[:2]:
        view = RULES.view(game.state, ask.seat)
        other = sample(view, rng)
        assert RULES.view(other, ask.seat) == view
        assert Search().choose(RULES.view(other, ask.seat), ask, FEW) == PLAYER.choose(view, ask, FEW)


def test_other_seeds_and_tables_meet_other_futures() -> None:
    commands = Counter[str]()
    for number in range(6):
        game, view, _ = solo(number, 6)
        (ask,) = game.open_asks
        plain = PLAYER.choose(view, ask, SEVERAL)
        commands["seed"] += Search(seed=seed_of(9)).choose(view, ask, SEVERAL) != plain
        commands["table"] += PLAYER.choose(view, replace(ask, tie_key="another table"), SEVERAL) != plain
    assert commands["seed"]
    assert commands["table"]


def test_asks_that_are_not_searched_are_answered_like_one_ply() -> None:
    """Ambushes on a neighbour's board, spaces to destroy, and the end of a practice turn."""
    kinds, number = set[str](), 0
    while kinds != {"ambush", "destroy"}:
        number += 1
        game, rng = mixed_random(number), Random(number)
        while not game.state.over:
            for ask in game.open_asks:
                view = RULES.view(game.state, ask.seat)
                if view.task and (view.choice or view.task.subject != ask.seat):
                    assert PLAYER.choose(view, ask) == OnePly().choose(view, ask)
                    kinds.add(ask.kind)
            game.anything(rng)
    game = Game(Setup(replace(definition(), practice=True)), 1, Shuffler(seed_of(3)))
    game.do(PLAYER.choose(RULES.view(game.state, Seat(0)), game.open_asks[0], FEW))
    assert PLAYER.choose(RULES.view(game.state, Seat(0)), game.open_asks[0]) == Close(Seat(0), 1)


# --- Playouts, compared with games of the engine ----------------------------------------------------------------------


class BestOfAll:
    """Replier, and player of the same replies, that rates everything and takes the first of the best."""

    def __init__(self, game: Definition, value: BoardValue) -> None:
        self.game, self.value = game, value

    def reply(self, position: Position, reveal: Reveal) -> Rated | None:
        """Return the reply in a playout."""
        if not position.board.empty:
            return None
        offer, find = offer_of(self.game, position, reveal), min if isinstance(reveal.card, AmbushCard) else max
        best = find(self.value.rate(position, offer, reveal.moment), key=itemgetter(0))
        return Rated(best.value, Drawing.of(offer, best))

    def choose(self, view: View, ask: Ask) -> Command:
        """Return the command in a game."""
        moment = moment_of(view)
        assert moment is not None
        match view.owed:
            case Desk(subject, position, offer):
                find = max if subject == ask.seat else min
                best = find(self.value.rate(position, offer, moment), key=itemgetter(0))
                return Draw(ask.seat, ask.turn, best.placement)
            case SpaceChoice(_, subject, position, targets):
                find = max if subject == ask.seat else min
                outcomes = [position.after(position.destruction(space_bit(space))) for space in spaces(targets)]
                values = [self.value.value(each, moment) for each in outcomes]
                return Choose(ask.seat, ask.turn, spaces(targets)[values.index(find(values))])
        raise AssertionError("something is owed")


@pytest.mark.parametrize("number", range(12))
def test_playouts_bring_the_stars_of_the_engines_games(number: int) -> None:
    """With the true decks and the same replies, every season scores what it scores in the game."""
    game = mixed_random(number)
    state, box = game.state, game.state.definition
    replies = BestOfAll(box, value_of(RULES.view(state, None), trained_weights()))
    while not game.state.over:
        ask = game.open_asks[0]
        game.do(replies.choose(RULES.view(game.state, ask.seat), ask))
    decks = [[box.card(card) for card in event.deck] for event in game.events if isinstance(event, SeasonBegan)]
    future = steps(box, Start(Moment(0, 0), False, ()), decks, 999)
    playouts = Playouts(box, replies.value, automatic=state.seats == 1 or box.monsters_walk)
    ends = [place for place, step in enumerate(future, 1) if isinstance(step, SeasonEnd)]
    assert len(ends) == 4
    found = [playouts.play(state.positions[0], future[:end], replies) for end in ends]
    scored = [sum(scores[0].total for scores in game.state.scores[: season + 1]) for season in range(4)]
    assert found == scored


def test_replies_are_nearly_as_good_as_the_best_of_all() -> None:
    """A reply from a list is legal, has its true value, and is rarely far below the best."""
    losses = []
    for number, mix in enumerate((CARTOGRAPHERS, HEROES) * 3):
        game, rng = Game(mix.setup(), 1 + number % 2, Shuffler(seed_of(number))), Random(number)
        for _ in range(6):
            game.anything(rng)
        view = RULES.view(game.state, Seat(0))
        value, box, position = value_of(view, trained_weights()), view.definition, view.positions[0]
        replies = Replies(box, value, position)
        cards: list[ExploreCard | AmbushCard | HeroCard] = [*box.explore[:6], *box.ambushes[:2], *box.heroes[:2]]
        for card in cards:
            reveal = Reveal(card, Moment(2, 3), ruins=False)
            first = replies.reply(position, reveal)
            assert first is not None
            after = first.drawing.on(position)
            found, best = replies.reply(after, reveal), BestOfAll(box, value).reply(after, reveal)
            assert found is not None
            assert best is not None
            assert not found.drawing.cells & after.board.filled
            assert found.drawing.initial == getattr(card, "initial", "")
            losses.append(abs(best.value - found.value))
    assert mean(losses) < 0.3


def test_a_reply_takes_no_coins_again_from_what_has_paid() -> None:
    view = solo()[1]
    value, box, board = value_of(view, trained_weights()), view.definition, board_of(mostly_full(A="^.FFFFFFF.*"))
    unpaid = Position(board, 14, landmark_coins=3)
    paid = unpaid._replace(paid=board.layers[Feature.MOUNTAIN] | board.layers[Feature.LANDMARK])
    replies, reveal = Replies(box, value, unpaid), Reveal(box.explore[0], Moment(2, 3), ruins=False)
    for position, coins in ((unpaid, 3), (paid, 0)):
        found = replies.reply(position, reveal)
        assert found is not None
        after = found.drawing.on(position)
        assert (found.value, after.coins) == (pytest.approx(value.value(after, reveal.moment)), coins)


# --- Futures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(8))
def test_futures_reveal_only_cards_that_may_come(number: int) -> None:
    game, rng = mixed_random(number), Random(number)
    for _ in range(5 + number):
        game.anything(rng)
    view = RULES.view(game.state, None)
    moment = moment_of(view)
    assert moment is not None
    unseen, hidden = find_unseen_deck(view), (AmbushCard, HeroCard)
    futures = Futures(view, moment, 999, Shuffler(seed_of(number)), "")
    for future in map(futures.deal, range(10)):
        cards = [step.card for step in future if isinstance(step, Reveal)]
        monsters = [card for card in cards if isinstance(card, hidden)]
        assert len(set(monsters)) == len(monsters)
        assert set(monsters) <= {*unseen.ambushes.cards, *unseen.heroes.cards}
        now = [step.card for step in future if isinstance(step, Reveal) and step.moment.season == moment.season]
        assert len(set(now)) == len(now)
        assert {card for card in now if isinstance(card, ExploreCard)} <= set(unseen.sure)
        assert sum(isinstance(card, AmbushCard) for card in now) <= unseen.ambushes.count
        assert sum(isinstance(card, HeroCard) for card in now) <= unseen.heroes.count
        seasons = [step.season for step in future if isinstance(step, SeasonEnd)]
        assert seasons == list(range(moment.season, 4))


def test_every_explore_card_comes_first_equally_often() -> None:
    _, view, _ = solo(turns=2)
    moment = moment_of(view)
    assert moment is not None
    explore = [card for card in find_unseen_deck(view).sure if isinstance(card, ExploreCard)]
    futures = Futures(view, moment, 1, Shuffler(seed_of(1)), "")
    first = Counter[str]()
    for future in map(futures.deal, range(3 * len(explore))):
        first[next(step.card.id for step in future if isinstance(step, Reveal) and step.card in explore)] += 1
    assert first == {card.id: 3 for card in explore}


def test_a_future_ends_with_the_wanted_card() -> None:
    _, view, _ = solo()
    futures = Futures(view, Moment(0, view.time), 2, Shuffler(seed_of(1)), "")
    for future in map(futures.deal, range(20)):
        assert sum(isinstance(step, Reveal) and not isinstance(step.card, AmbushCard) for step in future) == 2
        assert isinstance(future[-1], Reveal)


# --- Limits -----------------------------------------------------------------------------------------------------------


def playouts_of(budget: Budget, player: Search | None = None) -> int:
    """The playouts of a comparison in the first turn of a game."""
    _, view, desk = solo()
    return sum(each.playouts for each in (player or Search()).rate_placements(view, desk, budget))


def test_a_search_stops_at_its_playouts() -> None:
    assert playouts_of(Budget(playouts=WIDTH - 1)) == 0
    assert 20 < playouts_of(Budget(playouts=40)) <= 40
    assert 0.8 * PLAYOUTS < playouts_of(Budget()) <= PLAYOUTS


def test_a_single_future_does_not_overrule_one_ply() -> None:
    for number in range(6):
        game, view, _ = solo(number)
        one, none = (PLAYER.choose(view, game.open_asks[0], Budget(playouts=each)) for each in (WIDTH, 0))
        assert one == none


def test_a_search_stops_at_its_seconds() -> None:
    """The clock of the test goes on by a second whenever it is read."""
    assert playouts_of(Budget(seconds=0), Search(clock=count().__next__)) == 0
    assert 20 < playouts_of(Budget(seconds=60), Search(clock=count().__next__)) <= 60
    assert playouts_of(Budget(seconds=60, playouts=30), Search(clock=count().__next__)) <= 30


def test_without_playouts_the_drawing_is_that_of_one_ply() -> None:
    game, view, desk = solo()
    command = PLAYER.choose(view, game.open_asks[0], Budget(playouts=0))
    assert isinstance(command, Draw)
    rated = {each.placement: each.value for each in OnePly().rate_placements(view, desk)}
    assert rated[command.placement] == max(rated.values())


# --- Ratings ----------------------------------------------------------------------------------------------------------


def test_given_placements_meet_every_future() -> None:
    _, view, desk = solo(turns=3)
    placements = list(desk.offer.placements())
    found = Search().rate_placements(view, desk, Budget(playouts=100), placements[::300])
    drawn = [each for each in found if each.placement in placements[::300]]
    assert len(drawn) == len(placements[::300])
    assert {each.playouts for each in drawn} == {max(each.playouts for each in found)}
    assert all(each.error > 0 for each in drawn)


def test_ratings_are_sorted_and_compared_with_the_first() -> None:
    _, view, desk = solo(turns=3)
    found = Search().rate_placements(view, desk, Budget(playouts=100))
    assert len(found) == WIDTH
    assert found[0].behind == 0
    assert [each.behind for each in found] == sorted(each.behind for each in found)
    for each in found:
        assert each.value == pytest.approx(found[0].value - each.behind)
        if each.playouts == found[0].playouts:
            assert each.behind_error <= each.error + found[0].error


def test_playouts_end_when_a_doubt_is_settled() -> None:
    _, view, desk = solo(turns=3)
    one_ply = sorted(OnePly().rate_placements(view, desk), key=itemgetter(0))
    worst, best = one_ply[0].placement, one_ply[-1].placement

    def judge(placement: Placement, bound: float) -> tuple[float, float, int]:
        """Return its distance to the best, the error of that, and its playouts."""
        doubt = Doubt(bound, 2.5)
        every = Search().rate_placements(view, desk, Budget(playouts=1000), (placement,), doubt)
        (found,) = [each for each in every if each.placement == placement]
        assert sum(each.playouts for each in every) <= 1000
        assert found.playouts == max(each.playouts for each in every)
        return found.behind, found.behind_error, found.playouts

    for placement in (worst, best):
        behind, error, playouts = judge(placement, 3.0)
        assert playouts >= LEAST
        assert abs(behind - 3.0) > 2.5 * error
    behind, _, few = judge(worst, 3.0)
    _, _, more = judge(worst, behind)
    assert few == LEAST < more


def test_only_promising_placements_are_compared_to_settle_a_doubt() -> None:
    _, view, desk = solo(turns=3)
    one_ply = {each.placement: each.value for each in OnePly().rate_placements(view, desk)}
    ranked = sorted(one_ply, key=one_ply.__getitem__, reverse=True)
    best, fourth, worst = ranked[0], ranked[3], ranked[-1]

    def compared(placement: Placement, *limits: float) -> set[Placement]:
        doubt = Doubt(3.0, 2.5, *limits)  # type: ignore[arg-type]  # a width and a gap
        found = Search().rate_placements(view, desk, Budget(playouts=200), (placement,), doubt)
        return {each.placement for each in found}

    assert len(compared(worst)) == WIDTH + 1
    assert compared(worst, 4) == {*ranked[:4], worst}
    gap = one_ply[best] - one_ply[fourth]
    assert all(one_ply[best] - one_ply[each] <= gap for each in compared(worst, WIDTH, gap) - {worst})
    assert compared(best, 1) == {best}, "nothing else is promising"


def test_a_choice_is_the_first_of_its_ratings() -> None:
    game, view, desk = solo(turns=3)
    command = PLAYER.choose(view, replace(game.open_asks[0], tie_key=""), FEW)
    assert isinstance(command, Draw)
    assert command.placement == Search().rate_placements(view, desk, FEW)[0].placement


def test_orientations_that_look_the_same_are_one_candidate() -> None:
    """A placement may name any of them."""
    _, view, desk = solo(turns=3)
    best = Search().rate_placements(view, desk, FEW)[0].placement
    shape = desk.offer.options[best.option].shape
    fit = desk.offer.fit(best)
    twins = [
        Placement(best.option, best.terrain, ShapeTurn(quarters, flipped), best.anchor)
        for quarters in range(4)
        for flipped in (False, True)
        if shape.fit_at(ShapeTurn(quarters, flipped), best.anchor) == fit
    ]
    for twin in twins:
        assert len(Search().rate_placements(view, desk, FEW, [twin, best])) == WIDTH


def test_illegal_placements_are_refused() -> None:
    _, view, desk = solo()
    with pytest.raises(RuleViolation):
        Search().rate_placements(view, desk, FEW, [placement_of("9 forest r0 A1")])


def test_ratings_on_another_board_begin_with_the_worst_for_its_owner() -> None:
    game, rng = Game(CARTOGRAPHERS.setup(), 2, Shuffler(seed_of(2))), Random(2)
    while game.open_asks[0].kind != "ambush":
        game.anything(rng)
    view = RULES.view(game.state, Seat(0))
    assert view.desk is not None
    found = Search().rate_placements(view, view.desk)
    assert len(found) == len(list(view.desk.offer.placements()))
    assert found[0].value == min(each.value for each in found)
    assert {each.playouts for each in found} == {0}


@pytest.mark.parametrize("number", range(3))
def test_the_last_drawing_brings_the_most_stars(number: int) -> None:
    game, rng = Game(CARTOGRAPHERS.setup(), 1, Shuffler(seed_of(number))), Random(number)
    while len(game.state.scores) < 3 or game.state.time < game.state.season_card.threshold:
        game.anything(rng)
    view = RULES.view(game.state, Seat(0))
    if view.desk is None:
        return
    command = PLAYER.choose(view, game.open_asks[0])
    assert isinstance(command, Draw)
    rated = {each.placement: each.value for each in OnePly().rate_placements(view, view.desk)}
    assert rated[command.placement] == max(rated.values())
