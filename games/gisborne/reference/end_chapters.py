"""Rules from drawing back to the end of the game, and of what is secret."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.gisborne.reference.rulings import ruling
from games.play.rulebook import Chapter, Item, Rule

END_CHAPTERS: Final = (
    Chapter(
        "draws",
        _("Drawing back"),
        summary=(
            Rule(
                _(
                    "You draw back 2 cards after bronze, 1 after silver and none after gold, no matter how many you "
                    "laid. After the tent, you draw back 2. From a village without the tent, you always draw back 1."
                )
            ),
        ),
        full=(
            Item(_("If you laid the tent, with or without cards, you draw back 2 cards.")),
            Item(_("If you laid cards from a village without the tent, you draw back 1 card.")),
            Item(
                _(
                    "Otherwise, you draw back 2 cards after bronze, 1 after silver and none after gold, no matter how "
                    "many you laid."
                )
            ),
            Item(
                _(
                    "If the pile is empty when a card must be drawn, the discards are shuffled into a new pile. If "
                    "there are no discards either, the rest of the draw is lost."
                )
            ),
            ruling(
                5,
                _(
                    "Nobody draws back in the last round. The cards would be worth nothing, and the last position "
                    "scoring could run short of them."
                ),
            ),
            ruling(16, _("From a village you draw back 1 card, even if you laid cards of a single metal.")),
            ruling(
                17,
                _(
                    "After the tent you draw back 2 cards wherever you are. If you are in a village or a swamp, it "
                    "counts again in the next round."
                ),
            ),
            ruling(
                22,
                _(
                    "If the cards run out, players later in the order go without. In a position scoring, players of "
                    "lower rank do."
                ),
            ),
        ),
    ),
    Chapter(
        "scoring",
        _("Position scoring"),
        summary=(
            Rule(
                _(
                    "All players get cards by rank, face down: 3, 2, 2 with 3 players, 3, 2, 1, 2 with 4 and 3, 2, 1, "
                    "1, 2 with 5. Without looking at them, you decide how many go into your chest. The others go into "
                    "your hand. The player in last place has to keep all cards in hand."
                )
            ),
        ),
        full=(
            Item(
                _(
                    "Each chip taken by landing triggers a position scoring, and so does the first arrival on the "
                    "beach. If there are several, they follow one after another, with the same ranks."
                )
            ),
            Item(
                _(
                    "Cards are dealt face down by rank, from the first to the last: 3, 2, 2 with 3 players, 3, 2, 1, "
                    "2 with 4 and 3, 2, 1, 1, 2 with 5."
                )
            ),
            Item(_("The cards of the player in last place go into their hand.")),
            Item(
                _(
                    "The other players decide at the same time how many of their cards go into the chest. The rest "
                    "goes into the hand. Until all have decided, you can change your mind."
                )
            ),
            Item(
                _(
                    "Then all players see these numbers, and you see the cards that went into your hand. Nobody sees "
                    "the cards in a chest until the game is over."
                )
            ),
            ruling(
                23,
                _(
                    "You decide about all your cards at once, before you have seen any of them. The cards dealt first "
                    "go into the chest."
                ),
            ),
            ruling(
                24,
                _(
                    "In the last round, cards in hand are no longer worth anything. So all cards go into the chests "
                    "automatically, except those of the player in last place."
                ),
            ),
            ruling(
                25,
                _("The first arrival on the beach earns one position scoring. The host can choose two instead."),
            ),
        ),
    ),
    Chapter(
        "end",
        _("End of the game"),
        summary=(
            Rule(
                _(
                    "The first pawn on the beach takes the chip worth 4, and this round is the last. Your points are "
                    "the cards in your chest, 1 each, and the values of your chips. If players tie, the better rank "
                    "wins."
                )
            ),
        ),
        full=(
            Item(
                _(
                    "The first pawn on the beach takes the chip worth 4. All other pawns still move, and the game ends "
                    "with this round."
                )
            ),
            Item(
                _(
                    "Your points are the cards in your chest, 1 each, and the values of your chips. Cards in hand are "
                    "worth nothing."
                )
            ),
            Item(_("The player with the most points wins. If players tie, the one with the better rank is ahead.")),
            ruling(30, _("Chips that nobody took are worth nothing.")),
        ),
    ),
    Chapter(
        "secrets",
        _("Public and secret information"),
        full=(
            Item(
                _(
                    "All players see the way with its chips and pawns, the order, the tiles left, the top chip, all "
                    "plays after the reveal and all cards discarded at rivers. They see how many cards are in the "
                    "pile, the discards and each hand."
                )
            ),
            Item(_("Only you see your hand, your play before the reveal, and your choice in a position scoring.")),
            Item(
                _(
                    "Until the game is over, nobody sees the order of the tiles, chips and cards in their piles, "
                    "the tile and the chip that were set aside, or the cards in chests."
                )
            ),
            ruling(
                26,
                _(
                    "All players see the chips in each chest and the number of its cards, because everyone saw how "
                    "they were won."
                ),
            ),
        ),
    ),
    Chapter(
        "automatic",
        _("Automatic answers"),
        full=(
            ruling(
                27,
                _(
                    "You aren’t asked when you have no choice: with an empty hand, at a river if all your cards are "
                    "alike or you must discard all of them, at wolves if all your chips are alike, in a position "
                    "scoring in last place or without cards, and in the position scorings of the last round."
                ),
            ),
            ruling(
                28,
                _(
                    "A stand-in for an absent player lays the lowest single card that moves the pawn; if values tie, "
                    "bronze before silver before gold. Without such a card, it lays the tent. At a river, it discards "
                    "the lowest cards. It gives wolves the lowest chip, and puts all cards of a position scoring into "
                    "the chest."
                ),
            ),
            ruling(
                29,
                _("All players can stay where they are with their tents, for as many rounds as they like."),
            ),
        ),
    ),
)
