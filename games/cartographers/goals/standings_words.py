"""End of a season and of a game in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.rules.finish import TieBreak
from engine.cartographers.rules.solo import next_title
from engine.contract import Seat, Standing, Standings
from games.cartographers.words.features import stars_of
from games.cartographers.words.names import title_name
from games.play import standings
from games.play.words import and_list, figure


def tie_break_sentence(code: str, losses: int) -> str:
    """Return the sentence about a seat's tie break, or "" if there was no tie.

    `losses` are the seat's stars lost to monsters.
    """
    match TieBreak(code):
        case TieBreak.NONE:
            return ""
        case TieBreak.SHARED:
            text = ngettext(
                "Tied on stars and on stars lost to monsters (%(n)s star): shared rank.",
                "Tied on stars and on stars lost to monsters (%(n)s stars): shared rank.",
                losses,
            )
        case TieBreak.FEWER_LOSSES:
            text = ngettext(
                "Tied on stars. Fewer stars lost to monsters ranks higher (%(n)s star lost here).",
                "Tied on stars. Fewer stars lost to monsters ranks higher (%(n)s stars lost here).",
                losses,
            )
    return text % {"n": losses}


def final_stars(standing: Standing) -> str:
    """Return the stars of a seat at the end, marked where the stand-in finished it."""
    return standings.final_score(standing, stars_of(standing.score))


def standing_sentence(standing: Standing, names: Sequence[str], viewer: Seat | None = None) -> str:
    """Return the sentence about a seat's rank and stars."""
    return standings.standing_sentence(standing, names, stars_of(standing.score), viewer)


def unranked_sentence(standing: Standing, names: Sequence[str], viewer: Seat | None = None) -> str:
    """Return the sentence with a seat's stars at the end of a game without a winner."""
    return standings.unranked_sentence(standing, names, stars_of(standing.score), viewer)


def winners_sentence(final: Standings, names: Sequence[str], viewer: Seat | None = None) -> str:
    """Return the sentence about the winners, or about the title of a solo game."""
    return standings.winners_sentence(final, names, viewer) if final.rating is None else solo_sentence(final)


def solo_sentence(final: Standings) -> str:
    """Return the stars and rating of a solo game, and the title, which practice doesn't award."""
    words = {"stars": stars_of(final.places[0].score), "rating": figure(final.rating or 0)}
    if not final.title:
        rated = _("%(stars)s. Your rating is %(rating)s.") % words
        return f"{rated} {practice_sentence()}"
    words["title"] = title_name(final.title)
    return _("%(stars)s. Your rating is %(rating)s, which earns you the title %(title)s.") % words


def higher_sentence(rating: int) -> str:
    """Return the distance to the next title, or that there is no higher one.

    Ratings below 0 have mocking titles, so their distance is to the lowest title that is an honor.
    """
    least, code = next_title(max(rating, -1))
    if not code:
        return _("This is the highest title.")
    n = least - rating
    text = ngettext("%(n)s star from %(title)s", "%(n)s stars from %(title)s", n)
    return text % {"n": n, "title": title_name(code)}


def behind_sentence(final: Standings, viewer: Seat | None) -> str:
    """Return the viewer's rank and distance to the winner, or "" for winners, spectators and players who left."""
    place = next((place for place in final.places if place.seat == viewer), None)
    if place is None or place.left or place.rank == 1:
        return ""
    n = final.places[0].score - place.score
    rank = standings.rank_name(place.rank)
    if not n:
        return _("You are %(rank)s: the tie is broken by stars lost to monsters.") % {"rank": rank}
    text = ngettext("You are %(rank)s, %(n)s star behind.", "You are %(rank)s, %(n)s stars behind.", n)
    return text % {"rank": rank, "n": n}


def practice_sentence() -> str:
    """Return the sentence that practice games give no title."""
    return _("Practice game: no title.")


def year_edict_sentences(totals: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    """Return sentences about the edicts with the most and the fewest stars over all seasons.

    `totals` are their names and stars.
    """
    most, least = max(stars for _name, stars in totals), min(stars for _name, stars in totals)
    if most == least:
        return (_("All edicts scored the same: %(stars)s each.") % {"stars": stars_of(most)},)
    return _best(totals, most), _weakest(totals, least)


def _best(totals: Sequence[tuple[str, int]], most: int) -> str:
    names = [name for name, stars in totals if stars == most]
    text = ngettext("Best edict: %(names)s, %(stars)s.", "Best edicts: %(names)s, %(stars)s each.", len(names))
    return text % {"names": and_list(names), "stars": stars_of(most)}


def _weakest(totals: Sequence[tuple[str, int]], least: int) -> str:
    names = [name for name, stars in totals if stars == least]
    text = ngettext("Weakest edict: %(names)s, %(stars)s.", "Weakest edicts: %(names)s, %(stars)s each.", len(names))
    return text % {"names": and_list(names), "stars": stars_of(least)}


_OVER = {
    "spring": gettext_lazy("Spring is over"),
    "summer": gettext_lazy("Summer is over"),
    "fall": gettext_lazy("Fall is over"),
    "winter": gettext_lazy("Winter is over"),
}


def season_over_words(season_id: str) -> str:
    """Return the short text that a season is over; an unknown id is returned as it is."""
    return str(_OVER.get(season_id, season_id))


def season_over_sentence(season_id: str, stars: int, name: str, *, own: bool) -> str:
    """Return the sentence about a seat's stars in a season.

    `own` is true if `name`, the seat's player, is the reader.
    """
    if own:
        text = ngettext("%(over)s: you scored %(n)s star.", "%(over)s: you scored %(n)s stars.", stars)
    else:
        text = ngettext("%(over)s: %(name)s scored %(n)s star.", "%(over)s: %(name)s scored %(n)s stars.", stars)
    return text % {"over": season_over_words(season_id), "n": figure(stars), "name": name}


def leaders_sentence(leaders: Sequence[Seat], stars: int, names: Sequence[str], viewer: Seat | None) -> str:
    """Return the sentence about the seats that lead so far."""
    words = {"stars": stars_of(stars), "names": and_list([names[seat] for seat in leaders if seat != viewer])}
    if viewer not in leaders:
        text = ngettext("%(names)s leads with %(stars)s.", "%(names)s lead with %(stars)s each.", len(leaders))
    elif len(leaders) == 1:
        text = _("You’re in the lead with %(stars)s.")
    else:
        text = _("You’re tied for the lead with %(names)s: %(stars)s each.")
    return text % words
