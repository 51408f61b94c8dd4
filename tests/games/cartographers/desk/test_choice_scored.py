"""Choosing what a Troll destroys once the last season has been scored."""

import re

import pytest
from django.test import Client

from engine.cartographers.game import Cartographers
from games.accounts.models import User
from tests.games.cartographers import monsters, play
from tests.games.cartographers.looking import text
from tests.games.cartographers.monsters import play_on, targets
from tests.games.play.typed_lines import sentences_of as typed_answer
from tests.games.tables.clients import text_of

TROLL = "giant_troll_ravage"
LAST = {
    "en": ("Final scoring is complete. Spaces destroyed now don’t affect scores.", "at the end of the season"),
    "fr": (
        "Le décompte final est terminé. Les cases détruites maintenant ne changent pas le score.",
        "à la fin de la saison",
    ),
}


@pytest.mark.parametrize("language", LAST)
def test_after_the_last_scoring_nothing_is_at_stake(
    language: str, people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.update(language=language)
    sentence, stake = LAST[language]
    monsters.stack(monkeypatch, TROLL)
    table = play.gather(*people[:2])
    play_on(table, people, monsters.chooses)
    page = text(ann, f"{play.url(table)}?space={targets(table)[0]}")
    assert (sentence in page, stake in page, 'class="goals plain-list' in page) == (False, True, True)
    # At a table that went on so while everybody was asked then too.
    monkeypatch.setattr(Cartographers, "automatic_answer", lambda self, state: None)
    ambushes = ("goblin_attack", "gnoll_raid", "bugbear_assault", TROLL)
    monsters.stack(monkeypatch, ambushes=ambushes, **{"deck/winter": (TROLL,)})
    table = play.gather(*people[:2])
    play_on(table, people, lambda state: monsters.chooses(state) and len(state.scores) == 4)
    space = targets(table)[0]
    page = text(ann, f"{play.url(table)}?space={space}")
    assert sentence in page
    assert re.search(rf'data-aloud="[^"]*{sentence}', page)
    assert (stake in page.split('id="season"')[0], 'class="goals plain-list' in page) == (False, False)
    for line in ("now", f"try {space}"):
        answer = " ".join(typed_answer(play.type_line(ann, table, line)))
        assert sentence in answer
        assert "monstres :" not in answer.replace("\N{NO-BREAK SPACE}", " ")
        assert "monsters:" not in answer


def test_nobody_is_asked_then_and_all_are_told(
    people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ambushes = ("goblin_attack", "gnoll_raid", "bugbear_assault", TROLL)
    monsters.stack(monkeypatch, ambushes=ambushes, **{"deck/winter": (TROLL,)})
    table = play.gather(*people[:2])
    state = play_on(table, people, lambda state: state.over or (monsters.chooses(state) and len(state.scores) == 4))
    assert state.over
    page = text_of(ann.get(play.url(table)))
    steps = re.search(r'<ol class="steps".*?</ol>', page, re.DOTALL)
    assert steps
    assert re.search(r"[A-K]\d+ was destroyed on your map. This doesn’t affect scores.", steps[0])
    assert re.search(r"[A-K]\d+ was destroyed on Ben’s map. This doesn’t affect scores.", steps[0])
    assert "You destroyed" not in page
