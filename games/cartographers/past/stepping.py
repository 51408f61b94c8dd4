"""Stepping through a game: its turns by season, with what each brought and where a monster came."""

from __future__ import annotations

from itertools import groupby
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from engine.contract import Seat
from games.cartographers.log.tape import ClosedTurn, Tape
from games.cartographers.words.features import stars_of
from games.cartographers.words.names import card_name, season_name
from games.play.log import TurnLink, turn_address, turn_name
from games.play.numbers import signed
from games.play.replay import Chapter, Mark, Replay, replay

ALL = "all"
"""What an address calls all boards side by side, in `boards`."""


def kept(looked_at: Seat | None, *, side_by_side: bool) -> str:
    """What the address of a turn hands on to that of the next: whose board is looked at, and whether all are."""
    query = {} if looked_at is None else {"look": str(looked_at + 1)}
    query |= {"boards": ALL} if side_by_side else {}
    return f"?{urlencode(query)}" if query else ""


def stepping(tape: Tape, here: int, table: str, focus: Seat, looked_at: Seat | None, *, side_by_side: bool) -> Replay:
    """The steps from a turn, `here`, of those on a tape; the stars are those of `focus`."""
    query, seasons = kept(looked_at, side_by_side=side_by_side), tape.state.definition.seasons
    chapters = [
        Chapter(
            season_name(seasons[season].id),
            f"season-{seasons[season].id}",
            tuple(_mark(tape, turn, turn_address(table, turn.number) + query, focus, here) for turn in turns),
        )
        for season, turns in groupby(tape.turns, lambda turn: turn.season)
    ]
    other = turn_address(table, here) + kept(looked_at, side_by_side=not side_by_side)
    boards = TurnLink(_("One map large") if side_by_side else _("All maps side by side"), other)
    return replay(chapters, _("Ambushes"), boards if tape.state.seats > 1 else None)


def _mark(tape: Tape, turn: ClosedTurn, url: str, focus: Seat, here: int) -> Mark:
    gained = turn.gained[focus]
    return Mark(turn.number, url, signed(gained), _label(tape, turn, gained), turn.ambush, turn.number == here)


def _label(tape: Tape, turn: ClosedTurn, gained: int) -> str:
    words = {"turn": turn_name(turn.number), "card": card_name(tape.state.card(turn.card)), "stars": stars_of(gained)}
    if turn.ambush:
        return _("%(turn)s, %(card)s, ambush: %(stars)s") % words
    return _("%(turn)s, %(card)s: %(stars)s") % words


def name_of_turn(tape: Tape, turn: ClosedTurn) -> str:
    """A turn by its number and card."""
    words = {"turn": turn_name(turn.number), "card": card_name(tape.state.card(turn.card))}
    return _("%(turn)s, %(card)s") % words
