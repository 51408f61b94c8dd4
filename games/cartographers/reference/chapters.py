"""Rules in our own words: a summary and the full rules, chapter by chapter."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class RuleBox(TextChoices):
    """Box that a rule comes from, or Carto for rules that are in neither box."""

    CARTOGRAPHERS = "cartographers", _("Cartographers")
    HEROES = "heroes", _("Cartographers Heroes")
    CARTO = "carto", "Carto"


@dataclass(frozen=True, slots=True)
class Rule:
    """A paragraph, or a list item if `listed`.

    `box` is None where it is that of the chapter. `anchor` is the id of the rule on the page, "" for none. The rule is
    on the `subject` (such as a card) at the address `url`, below the `heading` within its chapter; each may be "".
    """

    text: str | Promise
    listed: bool = False
    box: RuleBox | None = None
    anchor: str = ""
    heading: str | Promise = ""
    subject: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Chapter with its rules in short and in full; either may be missing."""

    key: str
    title: str | Promise
    summary: tuple[Rule, ...] = ()
    full: tuple[Rule, ...] = ()
    box: RuleBox = RuleBox.CARTOGRAPHERS


Item = partial(Rule, listed=True)

CHAPTERS: Final = (
    Chapter(
        "aim",
        _("Goal of the game"),
        summary=(
            Rule(
                _(
                    "You map the Queen’s northern lands. Each turn, all players draw the same discovery, each on "
                    "their own map and wherever they choose. After four seasons, the player with the most reputation "
                    "stars wins."
                )
            ),
        ),
    ),
    Chapter(
        "terms",
        _("Terms"),
        summary=(
            Rule(
                _(
                    "Spaces are adjacent if they share a side. Diagonal spaces aren’t adjacent. A cluster is a group "
                    "of adjacent spaces of the same terrain. Spaces are filled if they’re drawn on or destroyed; "
                    "mountains and wastelands are filled too. All other spaces are empty. The edge is the outermost "
                    "ring of spaces."
                )
            ),
        ),
        full=(
            Item(
                _(
                    "A space is one of the 121 squares of the map, named by its row (A to K, from the top) and its "
                    "column (1 to 11, from the left): C5."
                )
            ),
            Item(_("Two spaces are adjacent if they share a side. Corners don’t count.")),
            Item(_("A cluster is a group of adjacent spaces of one terrain type that can’t be made larger.")),
            Item(
                _(
                    "The terrain types are forest, village, farm, water, monster, mountain and, in games with heroes, "
                    "hero. Wasteland, ruins and destroyed spaces are not terrain types."
                )
            ),
            Item(
                _(
                    "A space is filled if something is drawn on it, or if it is destroyed, a mountain or wasteland. "
                    "Every other space is empty, including ruins spaces that nobody has drawn on."
                )
            ),
            Item(_("The edge of the map is rows A and K and columns 1 and 11.")),
        ),
    ),
    Chapter(
        "setup",
        pgettext_lazy("section of the rules", "Setup"),
        summary=(
            Rule(
                _(
                    "Four scoring cards are drawn before the game, one from each stack: forests, villages, farms and "
                    "water, and mixed terrain. They show what the Queen wants. During the game, each edict shows what "
                    "it would score now and why."
                )
            ),
        ),
        full=(
            Item(
                _("All players use the same map sheet. A and C are wilderness; B and D have wasteland in the middle.")
            ),
            Item(
                _(
                    "One scoring card is drawn from each of the four stacks (forest, village, farm and water, mixed "
                    "terrain), and the four are placed under the edicts A to D at random. The host can choose the "
                    "cards and their edicts instead."
                )
            ),
            Item(
                _(
                    "The ambush cards form a face-down ambush deck and the hero cards, if any, a hero deck. Each "
                    "season, one new ambush card and one new hero card are shuffled unseen into the explore deck."
                )
            ),
        ),
    ),
    Chapter(
        "explore",
        pgettext_lazy("phase of a turn", "Explore"),
        summary=(Rule(_("A card is revealed. It shows one or two shapes and one or two terrains.")),),
        full=(
            Rule(_("The top card of the explore deck is revealed.")),
            Item(
                _(
                    "Ruins card: it applies to the next explore card, and another card is revealed at once. A second "
                    "ruins card before that explore card has no further effect. Ambush and hero cards in between "
                    "don’t use it up."
                )
            ),
            Item(_("Ambush card: a monster is drawn on every map. Nothing else is drawn that turn.")),
            Item(_("Hero card: all players draw the hero. Nothing else is drawn that turn."), box=RuleBox.HEROES),
            Item(_("Explore card: all players draw.")),
        ),
    ),
    Chapter(
        "draw",
        pgettext_lazy("phase of a turn", "Draw"),
        summary=(
            Rule(
                _(
                    "Choose a shape and a terrain and draw the shape on empty spaces. You can rotate and flip it. It "
                    "doesn’t have to be adjacent to other shapes."
                )
            ),
            Rule(_("Drawings stay hidden until all players have drawn. Until then, you can undo your move.")),
            Rule(_("If no shape fits anywhere, draw a single square of any terrain instead.")),
        ),
        full=(
            Rule(
                _(
                    "All players draw at the same time, each on their own map: one shape of the card, in one of the "
                    "card’s terrains, rotated and flipped as they like. Every square of the shape goes on an empty "
                    "space. It doesn’t have to be adjacent to other shapes. A gap in a shape can cover filled spaces."
                )
            ),
            Item(
                _(
                    "If no shape of the card fits, or after a ruins card none fits over an empty ruins space, you "
                    "draw a single square on any empty space instead, in any terrain (hero only in games with "
                    "heroes). It earns no coin; as a monster it has no effect, as a hero it attacks nothing."
                )
            ),
            Item(
                _(
                    "Rift Lands and Kethra’s Gates: one square of any of the five terrains. After a ruins card it "
                    "must go on an empty ruins space if there is one."
                )
            ),
            Item(_("If your map is full, you draw nothing and the other players don’t wait for you.")),
            Rule(
                _(
                    "Drawings stay hidden until all players have drawn. Until then you can undo yours and draw again; "
                    "what you undo is never revealed."
                )
            ),
        ),
    ),
    Chapter(
        "ruins",
        _("Ruins"),
        summary=(
            Rule(
                _(
                    "After a ruins card, the shape of the next explore card must cover at least one empty ruins space "
                    "if possible. If not, draw a single square of any terrain on any empty space."
                )
            ),
            Rule(_("You can draw on ruins at any time. Until then, they count as empty.")),
            Rule(
                _(
                    "A table with only Cartographers Heroes has no ruins cards unless the host adds them. Ruins there "
                    "are ordinary empty spaces."
                ),
                box=RuleBox.HEROES,
            ),
        ),
        full=(
            Item(
                _(
                    "After a ruins card, at least one square must cover an empty ruins space if any shape of the card "
                    "can do so anywhere."
                )
            ),
            Item(
                _(
                    "The next explore card is the only one that a ruins card applies to. Monsters and heroes can be "
                    "drawn on ruins too, but don’t have to be."
                )
            ),
            Item(
                _(
                    "You can draw on ruins at any time. Until then, they count as empty, and cost a star next to a "
                    "monster."
                )
            ),
            Item(
                _(
                    "At a table where map sheet, season cards, explore deck, ambush cards and scoring cards are all "
                    "from Cartographers Heroes, there are no ruins cards. You never have to cover ruins there: they "
                    "are ordinary empty spaces, and matter only for scoring cards that refer to ruins. The host can "
                    "add the two ruins cards."
                ),
                box=RuleBox.HEROES,
            ),
        ),
    ),
    Chapter(
        "coins",
        _("Coins and mountains"),
        summary=(
            Rule(_("If the shape you draw has a coin symbol, you earn a coin.")),
            Rule(
                _(
                    "When you fill the last space next to a mountain, you earn a coin. Each coin scores 1 star at the "
                    "end of every season, so earn coins early. The coin track holds 14 coins."
                )
            ),
        ),
        full=(
            Item(_("Drawing a shape with a coin earns 1 coin.")),
            Item(
                _(
                    "A mountain earns the owner of the map 1 coin, once, when the last space next to it is filled, no "
                    "matter how or by whom. At the edge, the spaces that exist are enough. A mountain that is "
                    "surrounded on the printed sheet earns nothing."
                )
            ),
            Item(_("The coin track holds 14 coins; further coins are lost.")),
            Item(_("Every coin on the track scores 1 star at the end of each season.")),
        ),
    ),
    Chapter(
        "check",
        pgettext_lazy("phase of a turn", "Check"),
        summary=(
            Rule(
                _(
                    "Each card has a time value, shown by the hourglass. When the total reaches the season’s time "
                    "threshold, the season ends with that turn and all players score."
                )
            ),
        ),
        full=(
            Rule(
                _(
                    "Every explore card has a time value: 1 for cards with two shapes, 2 for cards with one. Rift "
                    "Lands, Kethra’s Gates, ruins, ambush and hero cards have 0. When the time values revealed in a "
                    "season reach its time threshold, the season ends with that turn. Excess time is lost."
                )
            ),
            Rule(_("The time thresholds are 8 in spring, 8 in summer, 7 in fall and 6 in winter.")),
            Rule(
                _("With the season cards of Cartographers Heroes, the time threshold of summer is 7."),
                box=RuleBox.HEROES,
            ),
        ),
    ),
    Chapter(
        "ambushes",
        _("Ambushes"),
        summary=(
            Rule(
                _(
                    "When an ambush card is revealed, each map is passed to a neighbor, who draws a monster on it. In "
                    "solo games, the monster starts in a corner of the map and is placed automatically."
                )
            ),
            Rule(
                _(
                    "At the end of each season, you lose 1 star for each empty space next to a monster. Fill these "
                    "spaces to stop losing stars."
                )
            ),
        ),
        full=(
            Rule(
                _(
                    "Every map is passed one seat in the direction on the card, and the player who receives it draws "
                    "the monster on it, rotated and flipped as they like, on empty spaces. Ruins have no effect. If "
                    "the shape doesn’t fit, a single monster space without effect is drawn on any empty space; on a "
                    "full map nothing happens. With two players the direction makes no difference. Then the card "
                    "leaves the game."
                )
            ),
            Rule(
                _(
                    "In solo games, the monster is placed automatically. The shape is not rotated. The smallest "
                    "rectangle around it starts in the corner on the card and moves along the edge in the direction "
                    "on the card, space by space, until every square of the shape lies on an empty space. If it gets "
                    "all the way round, it tries again one ring further in, and so on. If it doesn’t fit anywhere, "
                    "the card has no effect."
                )
            ),
        ),
    ),
    Chapter(
        "heroes",
        _("Heroes"),
        summary=(
            Rule(
                _(
                    "Cartographers Heroes adds heroes. A hero fills one space of your map and attacks the spaces "
                    "shown on its card. Monsters there are destroyed, immediately and for the rest of the game."
                )
            ),
        ),
        full=(
            Rule(
                _(
                    "Every player draws the hero on one empty space of their own map and marks the spaces that it "
                    "attacks, as shown around it on the card. The attack pattern can be rotated and flipped."
                )
            ),
            Item(
                _("Attacked spaces can be of any kind and can overlap. Spaces beyond the edge of the map are ignored.")
            ),
            Item(_("A mark fills nothing: an empty space with a mark stays empty and can be drawn on.")),
            Item(
                _(
                    "Monsters on attacked spaces are destroyed at once, and so is any monster that is drawn there "
                    "later, by any player and for any reason. The rest of the monster stays."
                )
            ),
            Item(_("The marks of a destroyed hero stay and still apply.")),
            Item(_("A full map gets no hero. Ruins cards don’t apply to heroes. Then the card leaves the game.")),
        ),
        box=RuleBox.HEROES,
    ),
    Chapter(
        "effects",
        _("Monster effects"),
        summary=(
            Rule(
                _(
                    "Heroes monsters have an initial and a special effect. A dragon pays coins when surrounded. "
                    "Zombies spread. A troll makes you destroy spaces on your own map. The player who draws the "
                    "gorgon destroys a space next to it. Active effects are shown in the season panel."
                )
            ),
        ),
        full=(
            Rule(
                _(
                    "Every space of a Heroes monster has its initial, and only the initials determine its effect. A "
                    "single square drawn instead of its shape has no initial and no effect."
                )
            ),
            Item(
                _(
                    "Dragon (D): as soon as every D on a map is destroyed or has no adjacent empty space, the owner "
                    "of the map earns 3 coins, once."
                )
            ),
            Item(
                _(
                    "Zombie (Z): at the end of each season, every empty space adjacent to a Z becomes a monster space "
                    "with a Z. Zombies spread one space at a time, on all maps at once; new zombies spread in the "
                    "next season."
                )
            ),
            Item(
                _(
                    "Troll (T): at the end of each season, the owner of the map destroys one empty space adjacent to "
                    "a T."
                )
            ),
            Item(
                _(
                    "Gorgon (G): right after it is drawn, the player who drew it destroys one space adjacent to a G, "
                    "empty or filled, but not a mountain, wasteland or a destroyed space. In solo play you choose."
                )
            ),
            Rule(
                _(
                    "“At the end of each season” means after scoring, from the season in which the card was revealed "
                    "until winter. Several monsters act in the order in which they were revealed. After winter they "
                    "can’t change the score anymore, so players don’t choose spaces."
                )
            ),
            Rule(
                _(
                    "Choices for Trolls and Gorgons are a separate turn. They stay hidden until everyone has chosen, "
                    "and you can undo yours until then. A Gorgon can destroy a hero. Destroyed spaces and new Zombies "
                    "can surround mountains and Dragons like any drawing."
                )
            ),
        ),
        box=RuleBox.HEROES,
    ),
    Chapter(
        "destroyed",
        _("Destroyed spaces"),
        summary=(
            Rule(
                _(
                    "A destroyed space counts as filled but has no terrain. It costs no stars and can complete rows "
                    "and surround mountains."
                )
            ),
        ),
        full=(
            Rule(
                _(
                    "A destroyed space is filled and has no terrain. It completes rows, columns and surrounded "
                    "mountains, separates clusters, and scores for no card. An empty space next to a destroyed "
                    "monster costs nothing unless another monster is adjacent too. Destroyed ruins still count as "
                    "ruins for cards that refer to ruins, but they are not empty."
                )
            ),
        ),
        box=RuleBox.HEROES,
    ),
    Chapter(
        "season",
        _("End of a season"),
        summary=(
            Rule(
                _(
                    "Two of the four edicts are scored each season: A and B in spring, B and C in summer, C and D in "
                    "fall, D and A in winter. Add 1 star for each coin and subtract 1 for each empty space next to a "
                    "monster."
                )
            ),
            Rule(_("The cards are then reshuffled with one more ambush card.")),
            Rule(_("If the game uses heroes, one hero card is added too."), box=RuleBox.HEROES),
        ),
        full=(
            Rule(
                _(
                    "Every player scores two edicts: A and B in spring, B and C in summer, C and D in fall, D and A "
                    "in winter. Each coin scores 1 star. Each empty space adjacent to one or more monsters loses 1 "
                    "star."
                )
            ),
            Rule(
                _(
                    "Then, except after winter, all explore and ruins cards are shuffled back into the deck with 1 "
                    "more ambush card and, in games with heroes, 1 more hero card. Ambush and hero cards that have "
                    "not been revealed stay in the deck."
                )
            ),
        ),
    ),
    Chapter(
        "end",
        _("End of the game"),
        summary=(
            Rule(
                _(
                    "After winter, the player with the most stars wins. Ties go to the player who lost fewer stars to "
                    "monsters. If still tied, the players share the victory."
                )
            ),
        ),
        full=(
            Rule(
                _(
                    "The player with the most stars after winter wins. If players tie, the one who lost fewer stars "
                    "to monsters in the whole game is ahead. Players who are still tied share the rank."
                )
            ),
            Rule(
                _(
                    "A player who resigned, was removed or is replaced by a stand-in at the end never wins and never "
                    "ranks above a player who stayed. Their stars stay visible. A result counts only for players who "
                    "drew at least half of their turns themselves."
                ),
                box=RuleBox.CARTO,
            ),
        ),
    ),
    Chapter(
        "solo",
        _("Solo play"),
        summary=(
            Rule(
                _(
                    "In solo games, you play against the edicts. Each scoring card has a solo target. Your rating is "
                    "your stars minus the four targets, and it earns you a title, from Oblivious Inkdrinker to "
                    "Legendary Cartographer."
                )
            ),
        ),
        full=(
            Rule(
                _(
                    "Your rating is your stars minus the solo targets of the four scoring cards. It earns you one of "
                    "these titles:"
                )
            ),
            Rule(
                _(
                    "In a practice game, you can undo a turn until you reveal the next card. Practice games earn no "
                    "title."
                ),
                box=RuleBox.CARTO,
            ),
        ),
    ),
    Chapter(
        "mixing",
        _("Mixing the boxes"),
        full=(
            Item(
                _(
                    "Any map sheet and the season cards of either box can be used, with the explore deck of one box "
                    "or the other."
                )
            ),
            Item(
                _(
                    "Ambush cards can come from either box or both, still one each season. Scoring cards can come "
                    "from either box or both, still one from each stack."
                )
            ),
            Item(
                _(
                    "Hero cards are optional. With them, hero is a terrain type for every card that counts terrain "
                    "types."
                )
            ),
            Item(
                _(
                    "The two ruins cards are used unless map sheet, season cards, explore deck, ambush cards and "
                    "scoring cards are all from Heroes. The host can change this. Without ruins cards, ruins spaces "
                    "only matter for scoring cards."
                )
            ),
            Item(
                _(
                    "For a first game of Heroes, use Faunlost Thicket, Gnomish Colony, Ulem’s Wallow and Dwarvenholds "
                    "as edicts A to D."
                )
            ),
        ),
        box=RuleBox.HEROES,
    ),
    Chapter(
        "rulings",
        _("Card rulings"),
        full=(
            Rule(
                _(
                    "A cluster is adjacent only to spaces outside it. Spaces that it covers, such as ruins it was "
                    "drawn on, don’t count."
                ),
                heading=_("Cards made in the workshop"),
                box=RuleBox.CARTO,
            ),
        ),
    ),
    Chapter(
        "editions",
        _("Editions"),
        full=(
            Rule(
                _(
                    "Six scoring cards of Heroes have been printed in two ways. Tables use the printed cards unless "
                    "the host chooses the preview edition of the early English rulebook; the page of each card shows "
                    "both. In the preview edition, Traylo Monastery replaces Gnomish Colony as edict B of a first "
                    "game."
                )
            ),
            Rule(_("The online edition differs in one card: Banded Hills scores 4 stars, but only for full rows.")),
        ),
        box=RuleBox.HEROES,
    ),
    Chapter(
        "options",
        _("Table options"),
        full=(
            Rule(_("The host can change these rules for a table. A game keeps the options it started with.")),
            Item(
                _(
                    "Single squares of the card’s terrain: a single square drawn because nothing fits uses one of the "
                    "card’s terrains, as in the first printing. After a ruins card it can still be any terrain."
                ),
                anchor="option-single_terrain",
            ),
            Item(
                _("Attack patterns as printed: attack patterns can’t be rotated or flipped."),
                anchor="option-hero_pattern",
            ),
            Item(
                _(
                    "Players vote on the map sheet: before the start, each player votes for one of the map sheets. "
                    "The map sheet with the most votes is used; ties are broken at random."
                ),
                anchor="option-sheet_vote",
            ),
            Item(
                _(
                    "Each player can veto one scoring card: before the start, each player can rule out one scoring "
                    "card. If all cards of a stack are ruled out, they all stay in."
                ),
                anchor="option-vetoes",
            ),
            Item(
                _(
                    "Monsters appear automatically: ambushes work as in solo games on every map, so games with the "
                    "same deck can be compared. The owner of each map chooses the space that a Gorgon destroys."
                ),
                anchor="option-monsters_walk",
            ),
            Item(
                _("Gorgons can destroy wasteland: some players read the card as allowing any space except a mountain."),
                anchor="option-destroys_wasteland",
            ),
        ),
        box=RuleBox.CARTO,
    ),
)
"""Chapters in their order. `pages.py` adds the rulings on the cards in play and the solo titles."""
