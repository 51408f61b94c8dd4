"""Rules on monsters: ambushes, heroes, effects and destroyed spaces."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.cartographers.reference.rule_box import RuleBox
from games.play.rulebook import Chapter, Item, Rule

MONSTER_CHAPTERS: Final = (
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
            Item(_("Troll (T): at the end of each season, the map’s owner destroys one empty space adjacent to a T.")),
            Item(
                _(
                    "Gorgon (G): right after it is drawn, the player who drew it destroys one space adjacent to a G, "
                    "empty or filled, but not a mountain, wasteland or a destroyed space. In solo play you choose."
                )
            ),
            Item(
                _(
                    "Monsters of other sets can have effects of their own, which their cards describe. Some act "
                    "before the last season is scored. An effect needs a space of the monster that isn’t destroyed."
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
)
