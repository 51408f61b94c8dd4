"""Players that decide from a view, and their scores in whole games."""

from collections.abc import Callable

from engine.cartographers.commands import Command, Draw
from engine.cartographers.game import RULES
from engine.cartographers.stand_in import first_legal
from engine.cartographers.trial_placements import ScoreCache, TrialPlacement, try_placements
from engine.cartographers.view import View
from engine.contract import Ask, Seat
from engine.randomness import Shuffler
from tests.engine.mixes import BOTH, CARTOGRAPHERS, HEROES
from tests.engine.tools import Game, seed_of

Player = Callable[[View, Ask], Command]

MIXES = (CARTOGRAPHERS, HEROES, BOTH)


def greedy(view: View, ask: Ask) -> Command:
    """Answer with the best placement by the next two edicts, or the worst on another seat's board.

    To destroy a space, choose the first one.
    """
    if view.desk is None:
        return first_legal(view, ask)
    assert view.next_season is not None
    due = [view.edicts[edict.number] for edict in view.next_season.edicts]
    side = 1 if view.desk.subject == ask.seat else -1
    found = try_placements(view.desk.position, view.desk.offer, due, ScoreCache())
    return Draw(ask.seat, ask.turn, max(found, key=lambda each: side * each.worth).placement)


def greedy_all_seasons(view: View, ask: Ask) -> Command:
    """Answer with the best placement by all seasons to come, each scored as of now; on another board the worst.

    Otherwise like `greedy`.
    """
    if view.desk is None:
        return first_legal(view, ask)
    seasons = view.seasons_to_come
    due = [view.edicts[edict.number] for season in seasons for edict in season.edicts]
    side = 1 if view.desk.subject == ask.seat else -1
    found = try_placements(view.desk.position, view.desk.offer, due, ScoreCache())

    def worth(each: TrialPlacement) -> int:
        return side * (each.stars + len(seasons) * (each.coins - each.losses))

    return Draw(ask.seat, ask.turn, max(found, key=worth).placement)


def scores(player: Player, seats: int, number: int) -> list[int]:
    """The final stars of all seats in a numbered game, all played by the same player."""
    game = Game(MIXES[number % len(MIXES)].setup(), seats, Shuffler(seed_of(number)))
    while not game.state.over:
        ask = game.open_asks[0]
        game.do(player(RULES.view(game.state, ask.seat), ask))
    return [game.state.total(Seat(seat)) for seat in range(seats)]
