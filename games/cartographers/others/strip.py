"""Announcements of the current task, the status strip, and the key of the viewer's part of the page."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, Overlap, Place
from engine.cartographers.game import RULES
from engine.cartographers.notation import space_names
from engine.cartographers.placement import Forced, Offer
from engine.cartographers.state import State
from engine.cartographers.view import Desk, SpaceChoice, View
from engine.contract import Seat
from games.cartographers.goals.standings_words import unranked_sentence, winners_sentence
from games.cartographers.words.effects import choice_sentence, is_drawn, is_moved
from games.cartographers.words.features import region_label
from games.cartographers.words.names import card_name, terrain_name
from games.cartographers.words.refusals import forced_sentence
from games.play import strip as strips
from games.play.absent_seats import away_key
from games.play.standings import fork_places
from games.play.strip import Strip, open_rematch
from games.play.words import or_list, waiting_sentence
from games.tables.game import Seated
from games.tables.pages.post_game import fork_seat
from games.tables.results import ending_sentence


def offer_sentence(view: View, names: Sequence[str]) -> str:
    """Return the sentence about the viewer's task, or the players that the table waits for.

    `names` are those of the seats.
    """
    if view.over:
        return _("The game is over.")
    if view.viewer is not None and view.held:
        return _held(view)
    match view.owed:
        case Desk() as desk:
            return _desk(desk, view, names)
        case SpaceChoice() as choice:
            own, alone = choice.subject == view.viewer, view.seats == 1
            more = view.acting.count(choice.card.id)
            first = space_names(choice.board.surviving(choice.card.initial))[0]
            return choice_sentence(choice.card, names[choice.subject], own=own, alone=alone, first=first, more=more)
        case None:
            return _answered(view, names) if view.task else _nothing_asked(view, names)


def announcement_sentence(view: View, names: Sequence[str], sentence: str, fork: Seat | None = None) -> str:
    """Return the announcement of the current task for screen readers.

    `sentence` is that of `offer_sentence`. The announcement adds the card's name, that it is the reader's turn, and
    at the end the winners, or the result of the seat that played a `fork`.
    """
    if view.over and fork is not None:
        return f"{sentence} {unranked_sentence(fork_places(view.standings, fork)[0], names, view.viewer)}"
    if view.over:
        return f"{sentence} {winners_sentence(view.standings, names, view.viewer)}"
    if view.viewer is None or not view.awaited[view.viewer]:
        return sentence
    if isinstance(view.open, ExploreCard) and not view.held:
        sentence = f"{card_name(view.open)}. {sentence}"
    return sentence if view.seats == 1 else _("Your turn. %(what)s") % {"what": sentence}


def _held(view: View) -> str:
    if view.choice:
        return _("Choice made. You can undo it until you continue.")
    return _("Shape drawn. You can undo it until you continue.")


def _answered(view: View, names: Sequence[str]) -> str:
    text = _("You’ve chosen. %(waiting)s") if view.choice else _("You’ve drawn. %(waiting)s")
    return text % {"waiting": _waiting(view, names)}


def _nothing_asked(view: View, names: Sequence[str]) -> str:
    waiting = _waiting(view, names)
    if view.viewer is not None and view.destroyer is not None:
        card = card_name(view.destroyer)
        text = _nothing_to_take(view.destroyer)
        return text % {"card": card, "waiting": waiting}
    if view.viewer is None or view.open is None:
        return waiting
    if isinstance(view.open, AmbushCard):
        return _("Your neighbor’s map is full, so you don’t draw a monster. %(waiting)s") % {"waiting": waiting}
    return _("Your map is full, so there’s nothing to draw. %(waiting)s") % {"waiting": waiting}


def _nothing_to_take(card: AmbushCard) -> str:
    if is_moved(card):
        return _("%(card)s can’t move on your map. %(waiting)s")
    if is_drawn(card):
        return _("%(card)s can’t spread on your map. %(waiting)s")
    return _("%(card)s has nothing to destroy on your map. %(waiting)s")


def _desk(desk: Desk, view: View, names: Sequence[str]) -> str:
    card = view.open
    assert card is not None, "a desk is about an open card"
    match card:
        case AmbushCard():
            return _ambush(card, desk, names)
        case HeroCard():
            return _hero(card, desk.offer)
        case ExploreCard():
            return _explore(card, desk.offer)


def _ambush(card: AmbushCard, desk: Desk, names: Sequence[str]) -> str:
    words = {"card": card_name(card), "owner": names[desk.subject]}
    if desk.offer.forced is Forced.NO:
        return _("Draw %(card)s on %(owner)s’s map.") % words
    return _("%(card)s doesn’t fit on %(owner)s’s map. Draw a single monster square there.") % words


def _hero(card: HeroCard, offer: Offer) -> str:
    if len(offer.options[0].shape.orientations) == 1:
        return _("Draw %(card)s on your map.") % {"card": card_name(card)}
    return _("Draw %(card)s on your map and choose the direction of its attack.") % {"card": card_name(card)}


def _explore(card: ExploreCard, offer: Offer) -> str:
    terrains = or_list([terrain_name(terrain) for terrain in offer.options[0].terrains])
    words = {"terrains": terrains, "reason": forced_sentence(offer.forced, card)}
    if offer.forced is not Forced.NO:
        return _("%(reason)s Allowed terrains: %(terrains)s.") % words
    count = sum(not option.skill for option in offer.options)
    if offer.place not in (None, Place.EDGE, Place.MOUNTAIN, Place.LANDMARK):
        words["region"] = region_label(offer.place)
    task = _draw_text(offer, count) % {**words, "n": count}
    return task if card.overlap is Overlap.NONE else _("%(task)s It may cover drawn spaces.") % {"task": task}


def _draw_text(offer: Offer, count: int) -> str:
    match offer.place:
        case Place.EDGE:
            return ngettext(
                "Draw the shape as %(terrains)s, covering a space on the edge of the map.",
                "Draw one of %(n)s shapes as %(terrains)s, covering a space on the edge of the map.",
                count,
            )
        case Place.MOUNTAIN:
            return ngettext(
                "Draw the shape as %(terrains)s, next to a mountain.",
                "Draw one of %(n)s shapes as %(terrains)s, next to a mountain.",
                count,
            )
        case Place.LANDMARK:
            return ngettext(
                "Draw the shape as %(terrains)s, next to a landmark.",
                "Draw one of %(n)s shapes as %(terrains)s, next to a landmark.",
                count,
            )
        case None if offer.covering:
            return ngettext(
                "Draw the shape as %(terrains)s, covering ruins.",
                "Draw one of %(n)s shapes as %(terrains)s, covering ruins.",
                count,
            )
        case None:
            return ngettext("Draw the shape as %(terrains)s.", "Draw one of %(n)s shapes as %(terrains)s.", count)
        case _:
            return ngettext(
                "Draw the shape as %(terrains)s, covering a space in %(region)s.",
                "Draw one of %(n)s shapes as %(terrains)s, covering a space in %(region)s.",
                count,
            )


def turn_title(view: View, names: Sequence[str]) -> str:
    """The beginning of the page's title: what the viewer's turn is."""
    if view.over:
        return _("Game over")
    if view.viewer is None:
        return _("Turn %(turn)s") % {"turn": view.turn}
    if not view.awaited[view.viewer]:
        return _("Waiting")
    if view.desk and view.desk.subject != view.viewer:
        return _("Your turn: draw on %(owner)s’s map") % {"owner": names[view.desk.subject]}
    return _("Your turn")


def _waiting(view: View, names: Sequence[str]) -> str:
    return waiting_sentence(names, view.awaited, view.viewer)


def states(view: View) -> list[str]:
    """Return the status text of each seat, "" for none."""
    return [_state(view, seat) for seat in range(view.seats)]


def _state(view: View, seat: int) -> str:
    if view.destroyer:
        return _choosing(view, seat)
    if view.over or view.open is None:
        return ""
    if view.awaited[seat] and not view.held:
        return _("drawing")
    return _("has drawn") if view.drawn[seat] else _("nothing to draw")


def _choosing(view: View, seat: int) -> str:
    if view.awaited[seat] and not view.held:
        return _("choosing")
    return _("has chosen") if view.drawn[seat] else _("nothing to choose")


def progress_words(view: View) -> str:
    """Return the number of answers so far, as "3 of 8 drawn", or "" if no answer is expected."""
    answers = [drawn for awaited, drawn in zip(view.awaited, view.drawn, strict=True) if awaited or drawn]
    if view.over or not answers:
        return ""
    counts = {"count": sum(answers), "all": len(answers)}
    return (_("%(count)s of %(all)s have chosen") if view.destroyer else _("%(count)s of %(all)s have drawn")) % counts


def desk_key(view: View, *, rematch_offered: bool = False, away: str = "") -> str:
    """Return the cache key of the viewer's desk.

    While it stays the same, another seat's commit changes only the strip. `rematch_offered` is true if
    a rematch of a finished game is proposed, `away` is the key of the stand-in's notice.
    """
    if rematch_offered:
        return "again"
    answer = view.task.answer if view.task else None
    peeked = "p" if view.viewer in view.peeked else ""
    return f"{view.turn}.{len(view.scores)}.{'-' if answer is None else answer.attempt}{peeked}{away}"


def table_strip(seated: Seated, view: View) -> Strip:
    """Return the strip, which pages request again after every change."""
    if seated.ended_early:
        return _ended_strip(seated, view)
    names = [entry.shown_name for entry in seated.seats]
    sentence, again = offer_sentence(view, names), open_rematch(seated, over=view.over)
    return strips.strip(
        seated,
        strips.player_statuses(seated, view.awaited, states(view)),
        title=turn_title(view, names),
        sentence=sentence,
        waiting=_waiting(view, names),
        announcement=announcement_sentence(view, names, sentence, fork_seat(seated)),
        progress=progress_words(view),
        desk=desk_key(view, rematch_offered=again is not None, away=away_key(seated)),
        again=again,
    )


def public_news(before: State, seated: Seated, seat: Seat) -> dict[str, str]:
    """Return the news of the strip by language if an answer of `seat` has changed nothing else for the others.

    `seated` is the table as a spectator sees it after the answer, `before` the state before it.
    """
    now: State = seated.state
    # A skill that was used before drawing has cost coins.
    if (before.turn, before.open, before.choice, before.peeked) != (now.turn, now.open, now.choice, now.peeked):
        return {}
    view = RULES.view(now, None)
    return strips.news(seated, seat, lambda: table_strip(seated, view))


def _ended_strip(seated: Seated, view: View) -> Strip:
    """Return the strip of a game that ended early, in which no answers are awaited."""
    again = open_rematch(seated, over=True)
    return strips.strip(
        seated,
        strips.player_statuses(seated, view.awaited, [""] * view.seats),
        title=_("Unfinished"),
        sentence=_("This game is unfinished."),
        announcement=ending_sentence(seated.table, seated.seats),
        progress="",
        desk="again" if again else "ended",
        again=again,
    )
