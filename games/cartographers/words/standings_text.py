"""The end of a game in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.rules.finish import TieBreak
from engine.contract import Seat, Standing, Standings
from games.cartographers.words.features import stars_of
from games.cartographers.words.lists import and_list
from games.cartographers.words.names import title_name


def tie_break_sentence(code: str, losses: int) -> str:
    """What parted a seat from others of equal stars, "" where there were none; `losses` are its stars lost to
    monsters.
    """
    match TieBreak(code):
        case TieBreak.NONE:
            return ""
        case TieBreak.SHARED:
            text = ngettext(
                "Equal stars, and equally many lost to monsters (%(n)s star): the place is shared.",
                "Equal stars, and equally many lost to monsters (%(n)s stars): the place is shared.",
                losses,
            )
        case TieBreak.FEWER_LOSSES:
            text = ngettext(
                "Equal stars: who lost fewer to monsters stands higher (%(n)s star lost here).",
                "Equal stars: who lost fewer to monsters stands higher (%(n)s stars lost here).",
                losses,
            )
    return text % {"n": losses}


def standing_sentence(standing: Standing, names: Sequence[str], viewer: Seat | None = None) -> str:
    """Where a seat came in, and with how many stars."""
    words = {"rank": standing.rank, "name": names[standing.seat], "stars": stars_of(standing.stars)}
    if standing.seat == viewer:
        return _("Place %(rank)s: you, with %(stars)s.") % words
    return _("Place %(rank)s: %(name)s, with %(stars)s.") % words


def winners_sentence(standings: Standings, names: Sequence[str], viewer: Seat | None = None) -> str:
    """Who has won; alone, the title instead."""
    if standings.rating is not None:
        return solo_sentence(standings)
    winners = standings.winners
    if len(winners) > 1 and viewer in winners:
        others = and_list([names[seat] for seat in winners if seat != viewer])
        return _("You share the victory with %(names)s.") % {"names": others}
    if len(winners) > 1:
        return _("%(names)s share the victory.") % {"names": and_list([names[seat] for seat in winners])}
    if viewer in winners:
        return _("You have won.")
    return _("%(name)s has won.") % {"name": names[winners[0]]}


def solo_sentence(standings: Standings) -> str:
    """The rating and the title of a game alone."""
    words = {"rating": standings.rating, "title": title_name(standings.title)}
    return _("Your rating is %(rating)s, which makes you: %(title)s.") % words
