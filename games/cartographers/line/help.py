"""What may be typed, command by command."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.cartographers.typed.vocabulary import Verb, vocabulary
from games.play.line import Entry, Unread


def entries() -> tuple[Entry, ...]:
    """Every command: first those that play, then those that tell."""
    placement = Entry(_("2 forest r1 f C5"), _placement_does(), plays=True)
    return (placement, *(Entry(str(typed), str(does), verb in _PLAYS) for verb, (typed, does) in _ENTRIES.items()))


def help_sentences(word: str, *, plays: bool = True) -> tuple[str, ...]:
    """All commands, without those that play where the reader cannot, or what one does. Raises Unread for a word that is
    none.
    """
    if not word:
        return tuple(entry.sentence for entry in entries() if plays or not entry.plays)
    verb = vocabulary().verbs.get(word)
    if verb is None:
        raise Unread(_("“%(word)s” is no command. “help” lists them all.") % {"word": word[:20]})
    typed, does = _ENTRIES[verb]
    return (Entry(str(typed), str(does)).sentence,)


def _placement_does() -> str:
    return _(
        "Draws: number of the shape, terrain, how it is held, and the space of its first square, which is the topmost "
        "one, of several the leftmost. r0 to r3 turn it to the right, f mirrors it. What there is only one of may be "
        "left out."
    )


_PLAYS: Final = frozenset({Verb.TRY, Verb.NEXT, Verb.CONFIRM, Verb.DESTROY, Verb.BACK})
_ENTRIES: dict[Verb, tuple[Promise, Promise]] = {
    Verb.TRY: (
        pgettext_lazy("how a command is typed", "try 2 forest C5"),
        gettext_lazy("Puts the shape down without drawing it, and tells what would change."),
    ),
    Verb.NEXT: (
        pgettext_lazy("how a command is typed", "next"),
        gettext_lazy(
            "Puts the shape in hand where it fits next; where a space is to be destroyed, the next of them. At "
            "practice, once you have drawn, it shows the next card."
        ),
    ),
    Verb.CONFIRM: (
        pgettext_lazy("how a command is typed", "confirm"),
        gettext_lazy("Draws what was put down, or destroys the space put forward."),
    ),
    Verb.DESTROY: (
        pgettext_lazy("how a command is typed", "destroy C5"),
        gettext_lazy("Chooses the space that a monster destroys. The space alone will do."),
    ),
    Verb.BACK: (
        pgettext_lazy("how a command is typed", "back"),
        gettext_lazy("Takes a drawing or a choice back, as long as the turn is open."),
    ),
    Verb.NOW: (
        pgettext_lazy("how a command is typed", "now"),
        gettext_lazy("Tells what is asked of you and what happened last."),
    ),
    Verb.CARD: (
        pgettext_lazy("how a command is typed", "card"),
        gettext_lazy("Tells the open card and its shapes."),
    ),
    Verb.SHAPES: (
        pgettext_lazy("how a command is typed", "shapes"),
        gettext_lazy("Tells the shapes on offer."),
    ),
    Verb.FITS: (
        pgettext_lazy("how a command is typed", "fits"),
        gettext_lazy("Tells where the shapes fit; “fits 2 r1” names every place of one shape held in one way."),
    ),
    Verb.MAP: (
        pgettext_lazy("how a command is typed", "map"),
        gettext_lazy("Tells the map row by row; “map 2” and “map Ben” tell another’s, as all these do."),
    ),
    Verb.ROW: (
        pgettext_lazy("how a command is typed", "row C"),
        gettext_lazy("Tells a row."),
    ),
    Verb.COLUMN: (
        pgettext_lazy("how a command is typed", "column 5"),
        gettext_lazy("Tells a column."),
    ),
    Verb.SPACE: (
        pgettext_lazy("how a command is typed", "at C5"),
        gettext_lazy("Tells what is on a space."),
    ),
    Verb.CLUSTER: (
        pgettext_lazy("how a command is typed", "cluster C5"),
        gettext_lazy("Tells the cluster of a space, its size, and what is around it."),
    ),
    Verb.RUINS: (
        pgettext_lazy("how a command is typed", "ruins"),
        gettext_lazy("Tells which ruins are empty."),
    ),
    Verb.MOUNTAINS: (
        pgettext_lazy("how a command is typed", "mountains"),
        gettext_lazy("Tells on which sides mountains are open still."),
    ),
    Verb.EDICT: (
        pgettext_lazy("how a command is typed", "edict A"),
        gettext_lazy("Tells what an edict asks, when it is scored, and what it counts."),
    ),
    Verb.EDICTS: (
        pgettext_lazy("how a command is typed", "edicts"),
        gettext_lazy("Tells the stars of all edicts."),
    ),
    Verb.MONSTERS: (
        pgettext_lazy("how a command is typed", "monsters"),
        gettext_lazy("Tells where monsters are and where they cost stars."),
    ),
    Verb.COINS: (
        pgettext_lazy("how a command is typed", "coins"),
        gettext_lazy("Tells the coins."),
    ),
    Verb.SEASON: (
        pgettext_lazy("how a command is typed", "season"),
        gettext_lazy("Tells the season, its time and its cards."),
    ),
    Verb.SCORE: (
        pgettext_lazy("how a command is typed", "score"),
        gettext_lazy("Tells the score sheet, and what the year would bring as of now."),
    ),
    Verb.STANDINGS: (
        pgettext_lazy("how a command is typed", "standings"),
        gettext_lazy("Tells everybody’s stars."),
    ),
    Verb.WHO: (
        pgettext_lazy("how a command is typed", "who"),
        gettext_lazy("Tells who sits here and who has drawn."),
    ),
    Verb.LOG: (
        pgettext_lazy("how a command is typed", "log"),
        gettext_lazy("Tells what happened last."),
    ),
    Verb.HELP: (
        pgettext_lazy("how a command is typed", "help row"),
        gettext_lazy("Tells what a command does; “help” alone lists all of them."),
    ),
}
