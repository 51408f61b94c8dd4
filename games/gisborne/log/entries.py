"""The log in words: a line for each seat and round, and those about all seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contract import Viewer
from engine.gisborne.definition import Definition
from engine.gisborne.news import DrawNews
from engine.gisborne.way import Way
from games.gisborne.log.deeds import move_sentence, own_play_sentence, play_sentence
from games.gisborne.log.rounds import Round, ScoringRecord, viewer_of, visible_rounds
from games.gisborne.words.names import card_list, cards_count, tile_name
from games.play.log import LogEntry
from games.play.people import Person, people
from games.play.words import and_list
from games.tables.game import Seated


def log_entries(seated: Seated) -> list[LogEntry]:
    """Return the log as the viewer may read it, latest first."""
    everybody, state, viewer = people(seated), seated.state, viewer_of(seated)
    return [
        LogEntry(one.number, line)
        for one in reversed(visible_rounds(seated))
        for line in reversed(list(round_lines(one, everybody, state.way, state.box, viewer)))
    ]


def round_lines(
    one: Round, everybody: Sequence[Person], way: Way, definition: Definition, viewer: Viewer
) -> Iterator[str]:
    """Yield the lines of a round, or of the set-up, as they happened."""
    if not one.number:
        yield from _setup_lines(one, everybody)
        return
    yield _("Order: %(names)s.") % {"names": and_list([everybody[seat].name_at(one.began) for seat in one.order])}
    yield from _play_lines(one, everybody, way, viewer)
    if one.tiles:
        yield _tiles_line(one, definition)
    yield from _draw_lines(one, everybody)
    for scoring in one.scorings:
        yield scoring_sentence(scoring, everybody)
        yield from _own_scoring_lines(scoring)
    if one.ended:
        yield _("The game is over.")


def _setup_lines(one: Round, everybody: Sequence[Person]) -> Iterator[str]:
    if one.seats:
        yield ngettext("Game started: %(n)s player.", "Game started: %(n)s players.", one.seats) % {"n": one.seats}
    if one.bar:
        names = [everybody[seat].name_at(one.last) for seat in one.bar]
        yield _("Order on the bar: %(names)s.") % {"names": and_list(names)}
    if one.draws:
        count = one.draws[0].count
        text = ngettext("Each player was dealt %(n)s card.", "Each player was dealt %(n)s cards.", count)
        yield text % {"n": count}
    for draw in one.draws:
        if draw.own:
            yield _("You were dealt %(cards)s.") % {"cards": card_list(draw.own)}


def _play_lines(one: Round, everybody: Sequence[Person], way: Way, viewer: Viewer) -> Iterator[str]:
    """Yield a line for each play that the viewer may see, with the move of its pawn."""
    if not one.revealed:
        yield from (own_play_sentence(play) for play in one.plays.values() if play.seat == viewer)
        return
    for seat in one.order:
        play, move = one.plays[seat], one.move_of(seat)
        name = everybody[seat].name_at(play.number)
        yield move_sentence(play, move, way, name) if move else play_sentence(play, name)


def _tiles_line(one: Round, definition: Definition) -> str:
    named = [(tile_name(definition.tiles[laid.tile]), laid.chip) for laid in one.tiles]
    tiles = [
        _("%(tile)s with a chip worth %(value)s") % {"tile": name, "value": chip} if chip else name
        for name, chip in named
    ]
    text = ngettext("New tile: %(tiles)s.", "New tiles: %(tiles)s.", len(tiles))
    return text % {"tiles": and_list(tiles)}


def _draw_lines(one: Round, everybody: Sequence[Person]) -> Iterator[str]:
    for count in one.piles:
        text = ngettext(
            "The pile ran out: %(n)s discarded card was shuffled into it.",
            "The pile ran out: %(n)s discarded cards were shuffled into it.",
            count,
        )
        yield text % {"n": count}
    if one.draws:
        yield _("Drawn back: %(draws)s.") % {"draws": and_list([_draw(one, draw, everybody) for draw in one.draws])}
    for draw in one.draws:
        if draw.own:
            yield _("You drew %(cards)s.") % {"cards": card_list(draw.own)}


def _draw(one: Round, draw: DrawNews, everybody: Sequence[Person]) -> str:
    return _("%(name)s %(cards)s") % {
        "name": everybody[draw.seat].name_at(one.last),
        "cards": cards_count(draw.count),
    }


def scoring_sentence(scoring: ScoringRecord, everybody: Sequence[Person]) -> str:
    """Return what a position scoring dealt to each rank, and, once it is closed, put into the chests."""
    results = [
        _scoring_result(scoring, rank, everybody[seat].name_at(scoring.event))
        for rank, seat in enumerate(scoring.ranks)
    ]
    return _("Position scoring: %(results)s.") % {"results": and_list(results)}


def _scoring_result(scoring: ScoringRecord, rank: int, name: str) -> str:
    dealt, last = scoring.dealt[rank], rank + 1 == len(scoring.ranks)
    words = {"name": name, "cards": cards_count(dealt), "n": dealt}
    if not dealt:
        return _("%(name)s got no cards") % words
    if last:
        return _("%(name)s took %(cards)s into their hand") % words
    if not scoring.is_closed:
        return _("%(name)s %(cards)s") % words
    words["chest"] = scoring.chests[scoring.ranks[rank]]
    return _("%(name)s put %(chest)s of %(cards)s into their chest") % words


def _own_scoring_lines(scoring: ScoringRecord) -> Iterator[str]:
    if scoring.choice is not None:
        yield kept_sentence(scoring.choice)
    if scoring.own:
        yield _("You took %(cards)s into your hand.") % {"cards": card_list(scoring.own)}


def kept_sentence(chest: int) -> str:
    """Return the sentence about the reader's decision in a position scoring."""
    text = ngettext(
        "You decided to put %(n)s card into your chest.", "You decided to put %(n)s cards into your chest.", chest
    )
    return text % {"n": chest}
