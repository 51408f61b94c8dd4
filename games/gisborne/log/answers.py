"""A seat's own answers in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.contract import Seat
from engine.gisborne import events as ev
from engine.gisborne.news import KeepNews, News, PlayNews
from games.gisborne.log.deeds import play_words
from games.gisborne.log.entries import kept_sentence
from games.gisborne.words.names import card_list


def answer_sentence(news: News, seat: Seat) -> str:
    """Return the sentence about an answer of the reader's `seat`, "" for other news."""
    if getattr(news, "seat", None) != seat:
        return ""
    match news:
        case PlayNews(cards=cards, tent=tent, chosen=True):
            return _("You laid %(play)s.") % {"play": play_words(cards, tent=tent)}
        case ev.TakenBack():
            return _("You undid your play.")
        case ev.Discarded(cards=cards):
            return _("You discarded %(cards)s.") % {"cards": card_list(cards)}
        case ev.ChipGiven(value=value):
            return _("You gave the wolves a chip worth %(value)s.") % {"value": value}
        case KeepNews(chest=chest):
            return kept_sentence(chest)
        case ev.KeepTakenBack():
            return _("You undid your choice.")
        case _:
            return ""
