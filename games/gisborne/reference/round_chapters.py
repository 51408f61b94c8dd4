"""Rules from the goal of the game to laying cards."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.gisborne.reference.rulings import ruling
from games.play.rulebook import Chapter, Item, Rule

ROUND_CHAPTERS: Final = (
    Chapter(
        "aim",
        _("Goal of the game"),
        summary=(
            Rule(
                _(
                    "You follow a way that nobody has mapped yet. Cards move your pawn. As you go, you win chips, and "
                    "you put cards into your chest. A chip is worth 1 to 4 points, a card in the chest 1 point. "
                    "The player with the most points wins."
                )
            ),
        ),
        full=(
            Rule(
                _(
                    "3 to 5 players move their pawns from the bar to the beach. Chips and cards in your chest are "
                    "points. The player with the most points wins."
                )
            ),
            ruling(1, _("The game has no rules for 1, 2 or 6 players. A table needs 3, 4 or 5.")),
        ),
    ),
    Chapter(
        "components",
        _("Components"),
        summary=(
            Rule(
                _(
                    "Cards come in three metals: bronze is worth 1 or 2 steps, silver 2 or 3, gold 3 or 4. Each "
                    "player also has a tent, which always comes back to its owner."
                )
            ),
            Rule(
                _(
                    "The way is made of tiles. Most of them are uncovered during the game. Each tile except the end "
                    "tile has a viewpoint, where a chip lies."
                )
            ),
        ),
        full=(
            Item(
                _(
                    "122 cards: 50 of bronze (25 each with the values 1 and 2), 40 of silver (20 each with 2 and 3) "
                    "and 32 of gold (16 each with 3 and 4)."
                )
            ),
            Item(_("A tent and a pawn for each player.")),
            Item(_("12 chips: 4 worth 1, 4 worth 2, 3 worth 3 and 1 worth 4.")),
            Item(_("12 tiles: the start tile, 10 path tiles and the end tile. 9 path tiles are played.")),
            Item(
                _(
                    "The tiles on the table form the way. Its fields are numbered from the first one after the bar, "
                    "across all tiles."
                )
            ),
            Item(_("The start tile and each path tile each have one viewpoint. The end tile has none.")),
            ruling(3, _("A pawn has the color of its seat. Players don’t choose a color.")),
        ),
    ),
    Chapter(
        "setup",
        pgettext_lazy("section of the rules", "Setup"),
        summary=(
            Rule(
                _(
                    "All pawns wait on the bar of the start tile, in random order; the first is the furthest ahead. A "
                    "chip worth 1 lies on the viewpoint of the start tile. Each player gets 5 cards and a tent."
                )
            ),
        ),
        full=(
            Item(
                _(
                    "The start tile is placed first, with a chip worth 1 on its viewpoint. The end tile lies face up "
                    "at the far end, with the chip worth 4 on its beach. It joins the way later."
                )
            ),
            Item(_("The 10 path tiles are shuffled. One of them is set aside unseen, and the other 9 form the stack.")),
            Item(
                _(
                    "The other 10 chips are shuffled. One of them is set aside unseen, and the other 9 form the chip "
                    "pile."
                )
            ),
            Item(_("The order of the pawns on the bar is random. The first pawn is the furthest ahead.")),
            Item(
                _(
                    "The cards are shuffled and form the pile. In bar order, each player gets 5 cards. Each player "
                    "also gets a tent."
                )
            ),
            ruling(
                2,
                _(
                    "The chip pile lies face up: you see its top chip, which goes onto the next tile, but none of "
                    "the chips below."
                ),
            ),
        ),
    ),
    Chapter(
        "rank",
        _("Rank and order"),
        summary=(
            Rule(
                _(
                    "The further along the way, the better the rank. The ranks at the start of a round set its "
                    "order. Pawns move in this order, and players further ahead get more cards in a position "
                    "scoring."
                )
            ),
        ),
        full=(
            Rule(
                _(
                    "A pawn on the beach is ahead of pawns on the way, and these are ahead of pawns on the bar. On the "
                    "beach, the earlier arrival is ahead; on the way, the higher-numbered field; on the bar, the bar "
                    "order decides."
                )
            ),
            Rule(_("Two pawns never share a field or a slot, so a rank is never shared.")),
            ruling(
                4,
                _(
                    "The order stays the same for the whole round. Pawns only go forward, and move one after "
                    "another from the front, so checking the ranks after each move would give the same order."
                ),
            ),
        ),
    ),
    Chapter(
        "round",
        _("A round"),
        summary=(
            Rule(
                _(
                    "All players lay cards face down. The cards are revealed, and the pawns move one after another, "
                    "the one in front first. Then the players draw cards back, and position scorings follow if any "
                    "were triggered."
                )
            ),
        ),
        full=(
            Item(
                _("The ranks at the start of a round set its order."),
                subject=pgettext_lazy("step of a round", "Order"),
            ),
            Item(
                _("Each player lays a play face down: cards, the tent, or both."),
                subject=pgettext_lazy("step of a round", "Lay"),
            ),
            Item(
                _("All plays are revealed at once, including cards under a tent."),
                subject=pgettext_lazy("step of a round", "Reveal"),
            ),
            Item(
                _("In the order of the round, each player completes their move before the next player begins."),
                subject=pgettext_lazy("step of a round", "Move"),
            ),
            Item(
                _(
                    "Cards that were played go to the discards. A player who laid the tent takes it back, with all "
                    "cards that lay with it."
                ),
                subject=pgettext_lazy("step of a round", "Clear"),
            ),
            Item(
                _("In the order of the round, all players draw cards back, except in the last round."),
                subject=pgettext_lazy("step of a round", "Draw back"),
            ),
            Item(
                _("All that were triggered in the round follow, one after another."),
                subject=_("Position scorings"),
            ),
        ),
    ),
    Chapter(
        "lay",
        _("Laying cards"),
        summary=(
            Rule(
                _(
                    "Lay 1 to 5 cards of a single metal. Their values are your steps. Or lay the tent to stay where "
                    "you are. You can add any cards to it to keep the others guessing: they come back to your "
                    "hand."
                )
            ),
            Rule(_("Until the reveal, you can undo your play as long as no player behind you has laid cards.")),
        ),
        full=(
            Item(_("A play has at least 1 card and at most 5. The cards leave your hand.")),
            Item(_("Without the tent, all its cards are of one metal. In a village, you can mix metals.")),
            Item(_("With the tent, a play can have any other cards in any mix, or none.")),
            Item(_("Players lay cards when they like. Nobody has to wait for the players ahead.")),
            ruling(6, _("The tent is one of the 5 cards of a play, so you can lay at most 4 others with it.")),
            ruling(7, _("If your hand is empty, only the tent is left. It is laid for you, and you aren’t asked.")),
            ruling(
                8,
                _(
                    "Before the reveal, players behind you see how many cards your play has, including the tent. "
                    "Players ahead and spectators only see that you have laid cards. The host can choose that "
                    "nobody sees these numbers."
                ),
            ),
            ruling(
                9,
                _(
                    "You can’t undo your play once a player behind you has laid cards, because that player may have "
                    "seen how many you laid. A tent that was laid for an empty hand doesn’t count. At tables where "
                    "nobody sees the numbers, you can always undo your play until the reveal."
                ),
            ),
        ),
    ),
)
