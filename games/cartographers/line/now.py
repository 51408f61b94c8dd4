"""What goes on, in words."""

from __future__ import annotations

from typing import assert_never

from games.cartographers.desk.aiming import Hand
from games.cartographers.desk.card_told import card, in_hand, shapes
from games.cartographers.goals.season_told import season, season_line
from games.cartographers.log.told import latest
from games.cartographers.others.announcements import offer_sentence
from games.cartographers.others.told import who
from games.cartographers.typed.commands import Topic
from games.cartographers.typed.looking import Room


def told(topic: Topic, room: Room, hand: Hand) -> tuple[str, ...]:
    """What a topic's word asks for."""
    match topic:
        case Topic.NOW:
            return now(room, hand)
        case Topic.CARD:
            return card(room, hand)
        case Topic.SHAPES:
            return shapes(room, hand)
        case Topic.SEASON:
            return (offer_sentence(room.view, room.names),) if room.view.over else season(room)
        case Topic.WHO:
            return who(room)
        case Topic.LOG:
            return latest(room.log)
        case _:
            assert_never(topic)


def now(room: Room, hand: Hand) -> tuple[str, ...]:
    """What is asked of the reader, what is in hand, the season, and what happened since the reader answered last."""
    found = [offer_sentence(room.view, room.names), *in_hand(hand)]
    if not room.view.over:
        found.append(season_line(room.view))
    return (*found, *latest(room.log, since=room.acted))
