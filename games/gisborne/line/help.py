"""Help for typed commands."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.gisborne.line.vocabulary import Verb, vocabulary
from games.play.line import CommandHelp
from games.play.vocabulary import help_for


def entries() -> tuple[CommandHelp, ...]:
    """Return every command: first those that play, then those that describe."""
    return (_cards_entry(), *map(_entry, _ENTRIES))


def help_sentences(word: str, *, plays: bool = True) -> tuple[str, ...]:
    """Return the help for all commands, or for one.

    If `plays` is false, the list leaves out commands that play. Raises UnreadableCommand if the word isn't a command.
    """
    if word in vocabulary().tent or vocabulary().metal(word):
        return (_cards_entry().sentence,)
    return help_for(word, entries(), vocabulary().verbs, _entry, plays=plays)


def _entry(verb: Verb) -> CommandHelp:
    typed, does = _ENTRIES[verb]
    return CommandHelp(str(typed), str(does), verb in _PLAYS, speaks=verb is Verb.SAY)


def _cards_entry() -> CommandHelp:
    does = _(
        "Lays a play: cards by the initial of their metal and their value, with a number before several alike. "
        "“silver 3 3 2” is the same. “tent” alone, or with cards, keeps your pawn where it is. At a river, discards "
        "the cards."
    )
    return CommandHelp(_("2s3 s2"), does, plays=True)


_PLAYS: Final = frozenset(
    {Verb.LAY, Verb.TRY, Verb.REACH, Verb.CLEAR, Verb.CONFIRM, Verb.BACK, Verb.DISCARD, Verb.GIVE}
)
_ENTRIES: dict[Verb, tuple[Promise, Promise]] = {
    Verb.LAY: (
        pgettext_lazy("how a command is typed", "lay tent b1"),
        gettext_lazy("Lays a play. Typing only the cards does the same."),
    ),
    Verb.TRY: (
        pgettext_lazy("how a command is typed", "try s3 s2"),
        gettext_lazy("Selects cards without laying them, and shows where they lead."),
    ),
    Verb.REACH: (
        pgettext_lazy("how a command is typed", "reach s3 s2"),
        gettext_lazy(
            "Shows where a play would lead, the rivers you would cross and the cards you would draw back. “reach” "
            "alone shows it for each number of steps of your hand, “reach 8” for 8 steps."
        ),
    ),
    Verb.CLEAR: (
        pgettext_lazy("how a command is typed", "clear"),
        gettext_lazy("Puts the selected cards back."),
    ),
    Verb.CONFIRM: (
        pgettext_lazy("how a command is typed", "confirm"),
        gettext_lazy("Lays or discards the selected cards."),
    ),
    Verb.BACK: (
        pgettext_lazy("how a command is typed", "back"),
        gettext_lazy("Undoes your answer while that’s possible."),
    ),
    Verb.DISCARD: (
        pgettext_lazy("how a command is typed", "discard b1 b1"),
        gettext_lazy("Discards cards at a river."),
    ),
    Verb.GIVE: (
        pgettext_lazy("how a command is typed", "give 2"),
        gettext_lazy("Gives the wolves a chip of that value."),
    ),
    Verb.CHEST: (
        pgettext_lazy("how a command is typed", "chest 2"),
        gettext_lazy(
            "In a position scoring, puts that many of your cards into the chest; “chest all” puts in all of them. "
            "At any other time, “chest Ben” shows a player’s chest and “chest all” all chests."
        ),
    ),
    Verb.HAND: (
        pgettext_lazy("how a command is typed", "hand"),
        gettext_lazy(
            "Shows your cards. “hand Ben” shows how many cards a player has. In a position scoring, “hand all” "
            "takes all of your cards into your hand."
        ),
    ),
    Verb.NOW: (
        pgettext_lazy("how a command is typed", "now"),
        gettext_lazy("Shows what to do now and the latest events."),
    ),
    Verb.WHO: (
        pgettext_lazy("how a command is typed", "who"),
        gettext_lazy("Shows the players, and which of them have laid cards."),
    ),
    Verb.ORDER: (
        pgettext_lazy("how a command is typed", "order"),
        gettext_lazy("Shows the order of the round, where each pawn is, and what you may know of the plays."),
    ),
    Verb.WAY: (
        pgettext_lazy("how a command is typed", "way"),
        gettext_lazy("Shows the way tile by tile."),
    ),
    Verb.TILE: (
        pgettext_lazy("how a command is typed", "tile 3"),
        gettext_lazy("Shows every field of a tile. You can also type its name."),
    ),
    Verb.FIELD: (
        pgettext_lazy("how a command is typed", "field 26"),
        gettext_lazy("Shows what is on a field. “field of Ben” shows the one under a player’s pawn."),
    ),
    Verb.AHEAD: (
        pgettext_lazy("how a command is typed", "ahead of Ben"),
        gettext_lazy("Shows what is ahead of a player’s pawn. “ahead” alone means yours."),
    ),
    Verb.CHIPS: (
        pgettext_lazy("how a command is typed", "chips"),
        gettext_lazy("Shows the chips on the way and on the beach, and the next one."),
    ),
    Verb.SUPPLIES: (
        pgettext_lazy("how a command is typed", "supplies"),
        gettext_lazy("Shows the pile, the discards, and the hidden tiles."),
    ),
    Verb.PLACES: (
        pgettext_lazy("how a command is typed", "places"),
        gettext_lazy("Shows how many cards each rank gets in a position scoring."),
    ),
    Verb.SCORING: (
        pgettext_lazy("how a command is typed", "scoring"),
        gettext_lazy("Shows the open position scoring, or the next one by current ranks."),
    ),
    Verb.SCORE: (
        pgettext_lazy("how a command is typed", "score"),
        gettext_lazy("Shows your points and your rank. “score Ben” shows those of a player."),
    ),
    Verb.STANDINGS: (
        pgettext_lazy("how a command is typed", "standings"),
        gettext_lazy("Shows all players’ points."),
    ),
    Verb.ROUND: (
        pgettext_lazy("how a command is typed", "round 6"),
        gettext_lazy("Shows what happened in a round."),
    ),
    Verb.LOG: (
        pgettext_lazy("how a command is typed", "log"),
        gettext_lazy("Shows the latest events."),
    ),
    Verb.SAY: (
        pgettext_lazy("how a command is typed", "say good game"),
        gettext_lazy("Sends a phrase or a text to the chat of the table."),
    ),
    Verb.HELP: (
        pgettext_lazy("how a command is typed", "help tile"),
        gettext_lazy("Shows help for a command. “help” alone lists all commands."),
    ),
}
