"""Table cards for lists, and table labels used on all pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.contract import Level, Progress
from games import clock
from games.accounts.models import User
from games.tables.bots import read_level
from games.tables.clocks.vacations import vacation_words
from games.tables.deal_links import deal_title
from games.tables.game import UnknownGame, game_of
from games.tables.hints import hints_words
from games.tables.holders import find_seat, has_bots, has_handicaps, is_solo
from games.tables.lobby.previews import NO_GLANCE, TableSummary, result_words, table_summaries, waiting_words
from games.tables.models import MOST_LISTED, Access, Bot, BotLevel, Origin, Pace, Seat, Status, Table
from games.tables.models.players import has_resigned, is_free
from games.tables.seats.absences import abandon_url
from games.tables.time_control import due_words, pace_words, time_until
from games.tables.turn_words import has_rounds, turn_label


@dataclass(frozen=True, slots=True)
class CardPerson:
    """Player on a table's card; `crest` is the spec of the crest, or ""."""

    name: str
    crest: str


@dataclass(frozen=True, slots=True)
class TableCard:
    """Table in a list; text fields are "" if they do not apply.

    `pace` is the time control. `language` is the host's, if it differs from the viewer's. `invited_by` is the player
    who invited the viewer by name. `others` counts the players beyond those listed. `vacation` is the host's. `result`
    names the winners of a finished game.

    `join_url` and `sign_in_join_url` are for viewers who can join; the latter is for those who must sign in or enter a
    name first.

    For players of a running game: `under_way` is True, `give_up_url` is where a solo game can be abandoned, and
    `waits_for` names the players awaited. The fields of a `Glance` show the news. `due` is the deadline of the
    viewer's turn, "" without a clock. `unseen` is the first turn closed since the viewer looked, or 0.

    `free_seat` describes a free seat in a running game.
    """

    code: str
    url: str
    name: str
    game: str
    pace: str
    language: str
    lines: tuple[str, ...]
    seats: str
    people: tuple[CardPerson, ...]
    others: str
    host: str
    vacation: str
    state: str
    waits_for: str
    news: str
    unseen: int
    picture: str
    result: str
    since: datetime
    age: str
    my_turn: bool
    due: str
    is_aside: bool
    invited_by: str
    free_seat: str
    under_way: bool
    by_invitation: bool
    give_up_url: str
    join_url: str
    sign_in_join_url: str


def card_of(table: Table, *, viewer: User | AnonymousUser, glance: TableSummary = NO_GLANCE) -> TableCard:
    """A table in a list. The table must have been fetched `with_seats`."""
    seats = list(table.seats.all())
    own, since = find_seat(seats, viewer.pk), _since(table)
    sits, plays = own is not None, own is not None and not has_resigned(own.player)
    room = table.status == Status.GATHERING and len(seats) < table.capacity and not sits
    return TableCard(
        code=table.code,
        url=table_url(table),
        name=table.shown_name,
        game=game_name(table),
        pace=_pace(table),
        language="" if sits else _language(table),
        lines=(*table_lines(table, seats), *_fill_line(table)),
        seats=_seats(table, len(seats)),
        people=tuple(CardPerson(seat.shown_name, seat.shown_crest) for seat in seats[:MOST_LISTED]),
        others=others_words(len(seats)),
        host=str(table.host),
        vacation=vacation_words(table, table.host) if table.status == Status.GATHERING else "",
        state=state_words(table),
        waits_for=waiting_words(table, viewer) if sits else "",
        news=glance.news,
        unseen=glance.turn,
        picture=glance.picture,
        result=result_words(table, seats),
        since=since,
        age=age(since),
        my_turn=bool(getattr(table, "my_turn", False)),
        due=due_words(own.due_at if own and own.awaited else None),
        is_aside=bool(getattr(table, "aside", False)),
        invited_by=getattr(table, "invited_by", "") or "",
        free_seat=free_seat_words(table, seats) if not sits else "",
        under_way=table.status == Status.PLAYING and plays,
        by_invitation=table.access == Access.INVITATION,
        give_up_url=abandon_url(table, seats, own),
        join_url=reverse("tables:join", args=[table.code]) if room and viewer.is_authenticated else "",
        sign_in_join_url=table_url(table) if room and not viewer.is_authenticated else "",
    )


def cards_of(tables: Iterable[Table], viewer: User | AnonymousUser) -> tuple[TableCard, ...]:
    """Return cards for the tables, in the same order."""
    return tuple(card_of(table, viewer=viewer) for table in tables)


def card_in_progress(table: Table, viewer: User | AnonymousUser, blocked: Collection[int]) -> TableCard:
    """Return a card that offers no free seat beside one of the `blocked` users, given by key."""
    card = card_of(table, viewer=viewer)
    is_kept_apart = any(seat.user_id in blocked for seat in table.seats.all())
    return replace(card, free_seat="") if is_kept_apart else card


def own_cards(tables: Iterable[Table], viewer: User) -> tuple[TableCard, ...]:
    """Return the viewer's own tables in order, the first ones with a picture and news."""
    listed = list(tables)
    shown = table_summaries(listed, viewer)
    return tuple(card_of(table, viewer=viewer, glance=shown.get(table.code, NO_GLANCE)) for table in listed)


def table_url(table: Table) -> str:
    """Return the URL of a table."""
    return reverse("tables:table", args=[table.code])


def table_report_url(table: Table, seats: Iterable[Seat], viewer: User | AnonymousUser) -> str:
    """Return the URL for reporting the players and the name of a table, "" if there is nothing that the viewer may."""
    if not isinstance(viewer, User) or not (may_report_name(table, viewer) or reportable_people(table, seats, viewer)):
        return ""
    return reverse("studies:report_table", args=[table.code])


def may_report_name(table: Table, viewer: User) -> bool:
    """Return True unless the name is a default one or the viewer's own."""
    return not (table.is_default_name or _acts_for_all(table, viewer) or viewer.pk == table.namer_id)


def reportable_people(table: Table, seats: Iterable[Seat], viewer: User) -> list[User]:
    """Return the players at a table whom the viewer may report, profile or not."""
    if _acts_for_all(table, viewer):
        return []
    return [seat.user for seat in seats if seat.user and seat.user.is_active and seat.user.pk != viewer.pk]


def _acts_for_all(table: Table, viewer: User) -> bool:
    """Return True for the host and the players of a table on one device, in whose browser all of them act."""
    return table.on_device and (viewer.on_device or viewer.pk == table.host_id)


def game_name(table: Table) -> str:
    """Return the name of the table's game, or its key if it is no longer installed."""
    try:
        return str(game_of(table).name)
    except UnknownGame:
        return table.game


def table_lines(table: Table, seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the game's main options, in a few words each."""
    deck = (_("Same deck as an earlier game"),) if table.deck_of_id else ()
    deal = (deal_title(table.deal),) if table.deal else ()
    kind = (words,) if (words := fork_words(table) if table.is_fork else practice_words(table, seats)) else ()
    rest = (*deal, *deck, *kind, *special_rules_lines(table, seats))
    try:
        return (*game_of(table).describe(table.options), *rest)
    except UnknownGame:
        return rest


def special_rules_lines(table: Table, seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the sentences that a table plays as on paper or with handicaps, none for any other."""
    return tuple(words for words in (as_on_paper_words(table), handicap_words(seats)) if words)


def special_rules(table: Table, seats: Sequence[Seat]) -> str:
    """Return the sentences of `special_rules_lines` in one text."""
    return " ".join(special_rules_lines(table, seats))


def as_on_paper_words(table: Table) -> str:
    """Return the sentence that a table plays as on paper, "" for any other."""
    try:
        words = game_of(table).as_on_paper
    except UnknownGame:
        words = None
    return str(words.rule) if words and table.as_on_paper else ""


def handicap_words(seats: Iterable[Seat]) -> str:
    """Return the sentence that a game with handicaps doesn't count, "" for any other game."""
    return _("Game with handicaps: it doesn’t count toward statistics.") if has_handicaps(seats) else ""


def seat_marks(table: Table, seat: Seat) -> tuple[str, ...]:
    """Return what is said beside the name of a seat that plays as on paper or has a handicap, in a few words each."""
    paper = _("as on paper") if seat.as_on_paper and not table.as_on_paper else ""
    handicap = _("handicap +%(points)d") % {"points": seat.handicap} if seat.handicap else ""
    return tuple(words for words in (paper, handicap) if words)


def _fill_line(table: Table) -> tuple[str, ...]:
    if not table.fill_at:
        return ()
    return (_("Bots join %(left)s") % {"left": left},) if (left := time_until(table.fill_at)) else (_("Bots join now"),)


def fork_words(table: Table) -> str:
    """Return a short public description of a fork, with its turn."""
    if has_rounds(table):
        return _("Continued from round %(round)s of another game") % {"round": table.fork_turn}
    return _("Continued from turn %(turn)s of another game") % {"turn": table.fork_turn}


def practice_words(table: Table, seats: Sequence[Seat]) -> str:
    """Return the sentences that a game with bots doesn't count, with their levels, and that a game was played with
    hints or on one device; "" for any other game.
    """
    sentences = _bots_sentence(table, seats), hints_words(table), device_words(table)
    return " ".join(words for words in sentences if words)


def device_words(table: Table) -> str:
    """Return the sentence that a game on one device doesn't count, "" for any other game."""
    return _("Game on one device: it doesn’t count.") if table.on_device else ""


def _bots_sentence(table: Table, seats: Sequence[Seat]) -> str:
    levels = ", ".join(level_names(table, seats))
    if not (table.practice or has_bots(seats)):
        return ""
    if is_practice(table, seats):
        return (
            _("Practice game with bots (%(level)s): it doesn’t count.") % {"level": levels}
            if levels
            else _("Practice game: it doesn’t count.")
        )
    return (
        _("Game with bots (%(level)s): it doesn’t count toward statistics.") % {"level": levels}
        if levels
        else _("Game with bots: it doesn’t count toward statistics.")
    )


def is_practice(table: Table, seats: Sequence[Seat]) -> bool:
    """Return True if a game is called a practice game: one person plays with bots, or bots will fill its seats."""
    return table.practice and (table.status == Status.GATHERING or is_solo(seats) or not has_bots(seats))


def level_names(table: Table, seats: Iterable[Seat]) -> list[str]:
    """Return the levels of the bots of a game, weakest first: those seated, and those that will fill its seats."""
    levels = {bot.level for seat in seats if isinstance(bot := seat.player, Bot)} | {read_level(table.bot_level)}
    return [level_name(table, level) for level in Level if level in levels]


def level_name(table: Table, level: Level) -> str:
    """Return the name of a level in the table's game, or a general one if that is not installed."""
    try:
        return str(game_of(table).levels[level].name)
    except UnknownGame:
        return str(BotLevel(level).label)


def origin_words(table: Table) -> str:
    """Return a sentence on where an uploaded game or fork comes from, or on a game with bots; "" for any other game."""
    if table.origin == Origin.UPLOADED:
        return _("Uploaded game. The player names come from the file, and the game doesn’t count toward statistics.")
    if table.is_fork:
        return fork_words(table)
    if not (table.practice or table.hints or table.on_device):
        return ""
    return practice_words(table, table.loaded_seats or tuple(Seat.objects.at(table)))


def _pace(table: Table) -> str:
    """Return the pace while it matters to current or future players."""
    gathers = table.status == Status.GATHERING
    return pace_words(table) if gathers or (table.status == Status.PLAYING and table.pace != Pace.NONE) else ""


def _language(table: Table) -> str:
    """Return the host's language for a gathering table, unless the viewer uses it too."""
    if table.status != Status.GATHERING or table.language == get_language():
        return ""
    return dict(settings.LANGUAGES).get(table.language, "")


def seats_taken(taken: int, capacity: int) -> str:
    """Return the number of taken seats and of all seats, in words."""
    words = ngettext("%(taken)d of %(all)d seat taken", "%(taken)d of %(all)d seats taken", capacity)
    return words % {"taken": taken, "all": capacity}


def least_words(least: int) -> str:
    """Return a sentence on how many players a game needs."""
    words = ngettext("It needs at least %(count)d player.", "It needs at least %(count)d players.", least)
    return words % {"count": least}


def _seats(table: Table, taken: int) -> str:
    if table.status == Status.GATHERING:
        return seats_taken(taken, table.capacity)
    return ngettext("%(count)d player", "%(count)d players", taken) % {"count": taken}


def others_words(count: int) -> str:
    """Return how many of so many players a list leaves out, "" for none."""
    more = count - MOST_LISTED
    if more < 1:
        return ""
    return ngettext("and %(count)d other", "and %(count)d others", more) % {"count": more}


def age(since: datetime) -> str:
    """Return the time since a moment, in its two largest units."""
    if clock.now() - since < timedelta(minutes=1):
        return _("just now")
    return _("%(age)s ago") % {"age": timesince(since)}


def state_words(table: Table) -> str:
    """Return the state of a table in a few words that everyone who sees it may read."""
    if table.ended_early:
        return _("Unfinished")
    if table.status != Status.PLAYING:
        return str(Status(table.status).label)
    try:
        phase = game_of(table).phase_label(Progress(table.turn, table.phase, over=False))
        turn = turn_label(table, table.turn)
        return " · ".join([turn, phase] if phase not in {"", turn} else [turn])
    except UnknownGame:
        return str(Status(table.status).label)


def free_seat_words(table: Table, seats: list[Seat]) -> str:
    """Return the turn or phase of a running game with a free seat, or "" if no seat is free."""
    free = sum(is_free(seat.player) for seat in seats)
    if table.status != Status.PLAYING or not free:
        return ""
    try:
        phase = game_of(table).phase_label(Progress(table.turn, table.phase, over=False))
    except UnknownGame:
        phase = ""
    words = {"count": free, "turn": table.turn, "phase": phase}
    if has_rounds(table):
        return _free_seats_in_round(free, phase) % words
    if not phase:
        return ngettext("Free seat, turn %(turn)d", "%(count)d free seats, turn %(turn)d", free) % words
    return (
        ngettext("Free seat: %(phase)s, turn %(turn)d", "%(count)d free seats: %(phase)s, turn %(turn)d", free) % words
    )


def _free_seats_in_round(free: int, phase: str) -> str:
    if not phase:
        return ngettext("Free seat, round %(turn)d", "%(count)d free seats, round %(turn)d", free)
    return ngettext("Free seat: %(phase)s, round %(turn)d", "%(count)d free seats: %(phase)s, round %(turn)d", free)


def _since(table: Table) -> datetime:
    """Return the opening time of a gathering table, or a game's last change."""
    return table.created_at if table.status == Status.GATHERING else table.finished_at or table.changed_at
