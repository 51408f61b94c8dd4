"""Sentences about the current state of a game."""

from __future__ import annotations

from typing import assert_never

from games.cartographers.desk.card_text import card_sentences, hand_sentences, shape_sentences
from games.cartographers.desk.typed_placement import Hand
from games.cartographers.goals.season_text import season_line, season_sentences
from games.cartographers.log.last_event_text import latest_sentences
from games.cartographers.others.people_text import who_sentences
from games.cartographers.others.prompts import offer_sentence
from games.cartographers.typed.commands import Topic
from games.cartographers.typed.map_owner import Known


def topic_sentences(topic: Topic, known: Known, hand: Hand) -> tuple[str, ...]:
    """Return the sentences that answer a topic's command."""
    match topic:
        case Topic.NOW:
            return now_sentences(known, hand)
        case Topic.CARD:
            return card_sentences(known, hand)
        case Topic.SHAPES:
            return shape_sentences(known, hand)
        case Topic.SEASON:
            return (offer_sentence(known.view, known.names),) if known.view.over else season_sentences(known)
        case Topic.WHO:
            return who_sentences(known)
        case Topic.LOG:
            return latest_sentences(known.log)
        case _:
            assert_never(topic)


def now_sentences(known: Known, hand: Hand) -> tuple[str, ...]:
    """Return sentences about the reader's task, the shape in hand, the season, and the latest events.

    The latest events are those since the reader's last answer.
    """
    asked = offer_sentence(known.view, known.names)
    sentences = [sentence for sentence in (known.left, asked) if sentence] + [*hand_sentences(hand)]
    if not known.view.over:
        sentences.append(season_line(known.view))
    return (*sentences, *latest_sentences(known.log, since=known.acted))
