"""Help for typed commands."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.cartographers.typed.vocabulary import Verb, vocabulary
from games.play.line import CommandHelp
from games.play.vocabulary import help_for


def entries() -> tuple[CommandHelp, ...]:
    """Return every command: first those that play, then those that describe."""
    placement = CommandHelp(_("2 forest r1 f C5"), _placement_does(), plays=True)
    return (placement, *map(_entry, _ENTRIES))


def help_sentences(word: str, *, plays: bool = True) -> tuple[str, ...]:
    """Return the help for all commands, or for one.

    If `plays` is false, the list leaves out commands that play. Raises UnreadableCommand if the word isn't a command.
    """
    return help_for(word, entries(), vocabulary().verbs, _entry, plays=plays)


def _entry(verb: Verb) -> CommandHelp:
    typed, does = _ENTRIES[verb]
    return CommandHelp(str(typed), str(does), verb in _PLAYS, speaks=verb is Verb.SAY)


def _placement_does() -> str:
    return _(
        "Places and confirms a shape: shape number, terrain, orientation and the space of its first "
        "square (topmost, then leftmost). r0 to r3 rotate it right, f flips it. Omit anything with "
        "only one option."
    )


_PLAYS: Final = frozenset({Verb.TRY, Verb.NEXT, Verb.CONFIRM, Verb.DESTROY, Verb.BACK})
_ENTRIES: dict[Verb, tuple[Promise, Promise]] = {
    Verb.TRY: (
        pgettext_lazy("how a command is typed", "try 2 forest C5"),
        gettext_lazy("Places the shape without confirming and previews the score change."),
    ),
    Verb.NEXT: (
        pgettext_lazy("how a command is typed", "next"),
        gettext_lazy(
            "Moves the shape to its next spot, or selects the next space for a monster. In practice games, "
            "shows the next card after you’ve drawn."
        ),
    ),
    Verb.CONFIRM: (
        pgettext_lazy("how a command is typed", "confirm"),
        gettext_lazy("Confirms the placed shape or the selected space."),
    ),
    Verb.DESTROY: (
        pgettext_lazy("how a command is typed", "destroy C5"),
        gettext_lazy("Chooses the space that a monster destroys or spreads to. You can also type only the space."),
    ),
    Verb.BACK: (
        pgettext_lazy("how a command is typed", "back"),
        gettext_lazy("Undoes your move while the turn is still open."),
    ),
    Verb.NOW: (
        pgettext_lazy("how a command is typed", "now"),
        gettext_lazy("Shows what to do now and the latest events."),
    ),
    Verb.CARD: (
        pgettext_lazy("how a command is typed", "card"),
        gettext_lazy("Shows the current card and its shapes."),
    ),
    Verb.SHAPES: (
        pgettext_lazy("how a command is typed", "shapes"),
        gettext_lazy("Shows the available shapes."),
    ),
    Verb.FITS: (
        pgettext_lazy("how a command is typed", "fits"),
        gettext_lazy("Shows where the shapes fit. “fits 2 r1” lists all spots for one shape in one orientation."),
    ),
    Verb.MAP: (
        pgettext_lazy("how a command is typed", "map"),
        gettext_lazy(
            "Shows the map row by row. Add a number or name for another player’s map: “map 2” or “map "
            "Ben”. This works for all of these commands."
        ),
    ),
    Verb.ROW: (
        pgettext_lazy("how a command is typed", "row C"),
        gettext_lazy("Shows a row."),
    ),
    Verb.COLUMN: (
        pgettext_lazy("how a command is typed", "column 5"),
        gettext_lazy("Shows a column."),
    ),
    Verb.SPACE: (
        pgettext_lazy("how a command is typed", "at C5"),
        gettext_lazy("Shows what is on a space."),
    ),
    Verb.CLUSTER: (
        pgettext_lazy("how a command is typed", "cluster C5"),
        gettext_lazy("Shows the cluster of a space, its size and what is next to it."),
    ),
    Verb.RUINS: (
        pgettext_lazy("how a command is typed", "ruins"),
        gettext_lazy("Shows which ruins are empty."),
    ),
    Verb.MOUNTAINS: (
        pgettext_lazy("how a command is typed", "mountains"),
        gettext_lazy("Shows the open sides of each mountain and landmark."),
    ),
    Verb.EDICT: (
        pgettext_lazy("how a command is typed", "edict A"),
        gettext_lazy("Shows an edict’s rule, when it’s scored and its current score."),
    ),
    Verb.EDICTS: (
        pgettext_lazy("how a command is typed", "edicts"),
        gettext_lazy("Shows the stars for all edicts."),
    ),
    Verb.MONSTERS: (
        pgettext_lazy("how a command is typed", "monsters"),
        gettext_lazy("Shows where monsters are and which spaces cost stars."),
    ),
    Verb.COINS: (
        pgettext_lazy("how a command is typed", "coins"),
        gettext_lazy("Shows the coins."),
    ),
    Verb.SEASON: (
        pgettext_lazy("how a command is typed", "season"),
        gettext_lazy("Shows the season, its time and its cards."),
    ),
    Verb.SCORE: (
        pgettext_lazy("how a command is typed", "score"),
        gettext_lazy("Shows the score sheet and the totals if scored now."),
    ),
    Verb.STANDINGS: (
        pgettext_lazy("how a command is typed", "standings"),
        gettext_lazy("Shows all players’ stars."),
    ),
    Verb.HINT: (
        pgettext_lazy("how a command is typed", "hint"),
        gettext_lazy("In practice games, shows 3 good spots for the shape, or 3 good spaces to choose."),
    ),
    Verb.BEST: (
        pgettext_lazy("how a command is typed", "best"),
        gettext_lazy("In practice games, shows only the best hint."),
    ),
    Verb.REVIEW: (
        pgettext_lazy("how a command is typed", "review 12"),
        gettext_lazy(
            "Shows the coach’s review of a turn in a finished game. “review” sums up the whole game. Add “of Ben” for "
            "another player."
        ),
    ),
    Verb.WHO: (
        pgettext_lazy("how a command is typed", "who"),
        gettext_lazy("Shows the players and who has drawn."),
    ),
    Verb.LOG: (
        pgettext_lazy("how a command is typed", "log"),
        gettext_lazy("Shows the latest events."),
    ),
    Verb.SKILL: (
        pgettext_lazy("how a command is typed", "skill"),
        gettext_lazy(
            "Lists the skills of the game. “skill broad brush” selects a skill and lists its shapes. To place one, "
            "type its number as usual. The full name of a skill that shows the next card uses it at once; you can’t "
            "undo that."
        ),
    ),
    Verb.SAY: (
        pgettext_lazy("how a command is typed", "say good game"),
        gettext_lazy("Sends a phrase or a text to the chat of the table."),
    ),
    Verb.HELP: (
        pgettext_lazy("how a command is typed", "help row"),
        gettext_lazy("Shows help for a command. “help” alone lists all commands."),
    ),
}
