"""The season summary on the page: stars for each player, the leader, and how long it is shown."""

import re

import pytest
from django.utils import timezone, translation

from engine.cartographers.events import SeasonScore, SeasonScored
from engine.cartographers.game import RULES
from engine.cartographers.state import State
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.goals.season_over import SeasonOver, season_over
from games.cartographers.goals.standings_words import leaders_sentence, season_over_sentence, season_over_words
from games.play.people import Person
from games.tables.log.state import DecodedEvent
from games.tables.models import Table
from tests.games.cartographers.monsters import play_on, walked_in_first
from tests.games.cartographers.play import gather, state_of, url
from tests.games.tables.clients import signed_in, text_of

NAMES = ("Ann", "Ben", "Cas")
PEOPLE = tuple(Person(Seat(seat), name, "", "", "", seat == 0) for seat, name in enumerate(NAMES))


def scored(table: Table, *stars: int, viewer: int | None = 0) -> SeasonOver | None:
    """A first season with these stars for each seat by edict B and a coin; Ann lost 4 stars."""
    state: State = state_of(table)
    season = tuple(SeasonScore((0, n), 1, 0 if seat else 4) for seat, n in enumerate(stars))
    view = RULES.view(state.but(scores=(season,), season=1), None if viewer is None else Seat(viewer))
    log = (DecodedEvent(1, 1, None, timezone.now(), SeasonScored(0, season)),)
    return season_over(view, PEOPLE[0], PEOPLE[: len(stars)], (), log, "/tables/x/", ranked=len(stars) > 1, lit=True)


def test_everybody_is_compared(people: list[User]) -> None:
    note = scored(gather(*people[:3]), 12, 5, 8)
    assert note is not None
    assert [[part.text for part in (*result.parts, result.stars, result.total)] for result in note.results] == [
        ["0", "12", "1", "−4", "9", "9"],
        ["0", "5", "1", "0", "6", "6"],
        ["0", "8", "1", "0", "9", "9"],
    ]
    assert [(step.letter, step.glyph, step.stars.text) for step in note.tally] == [
        ("A", "", "0"),
        ("B", "", "12"),
        ("", "coin", "1"),
        ("", "monster", "−4"),
    ]
    assert (note.stars.text, note.standing) == ("9", "9 in all · rank 1 of 3")
    assert note.results[2].parts[1].url == "/tables/x/why/spring/3/B"
    assert [result.leads for result in note.results] == [True, False, True]
    assert note.sentence == "Spring is over: you scored 9 stars."
    assert note.leaders == "You’re tied for the lead with Cas: 9 stars each."
    assert (note.key, note.id) == ("/tables/x/0", "spring")


@pytest.mark.parametrize(
    ("leaders", "viewer", "expected"),
    [
        ((0,), 0, "You’re in the lead with 1 star."),
        ((0,), None, "Ann leads with 1 star."),
        ((1, 2), 0, "Ben and Cas lead with 1 star each."),
        ((0, 1, 2), 0, "You’re tied for the lead with Ben and Cas: 1 star each."),
    ],
)
def test_who_leads_is_told(leaders: tuple[int, ...], viewer: int | None, expected: str) -> None:
    seat = None if viewer is None else Seat(viewer)
    assert leaders_sentence([Seat(leader) for leader in leaders], 1, NAMES, seat) == expected


@pytest.mark.parametrize(
    ("season", "words"),
    [("spring", "Le printemps"), ("summer", "L’été"), ("fall", "L’automne"), ("winter", "L’hiver")],
)
def test_a_season_has_its_article_in_french(season: str, words: str) -> None:
    with translation.override("fr"):
        assert season_over_words(season) == f"{words} est terminé"
        assert season_over_sentence(season, 2, "Ann", own=True).startswith(f"{words} est terminé")


def test_nobody_leads_alone(people: list[User]) -> None:
    note = scored(gather(people[0]), 12)
    assert note is not None
    assert (note.leaders, note.results[0].leads, note.standing) == ("", False, "9 in all")


def test_the_spaces_of_an_edict_are_named_on_the_map_that_is_shown(people: list[User]) -> None:
    table = gather(people[0])
    play_on(table, people, lambda state: len(state.scores) == 1 and state.open is not None)
    state = state_of(table)
    page = text_of(signed_in(people[0]).get(url(table)))
    tally = page.split('<ol class="tally plain-list">')[1].split("</ol>")[0]
    lost = re.search(r'data-spaces="([A-K0-9 ]+)" class="bite"', tally)
    assert len(lost[1].split() if lost else []) == state.scores[0][0].losses


def test_it_is_told_until_a_card_of_the_next_season_is_drawn(people: list[User]) -> None:
    table, client = gather(*people[:2]), signed_in(people[0])
    assert 'id="season-over"' not in text_of(client.get(url(table)))
    first = play_on(table, people, lambda state: len(state.scores) == 1 and state.open is not None)
    page = text_of(client.get(url(table)))
    assert re.search(r"Spring is over: you scored −?\d+ stars?\.", page)
    play_on(table, people, lambda state: state.turn > first.turn)
    assert 'id="season-over"' not in text_of(client.get(url(table)))


@pytest.mark.parametrize("second", ["goblin_attack", "dragon_inferno", "gorgon_gaze"])
def test_a_monster_that_walks_in_does_not_put_it_away(
    second: str, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a solo game it draws itself; unless it destroys something, the next card comes up at once."""
    walked_in_first(monkeypatch, second)
    table, client = gather(people[0]), signed_in(people[0])
    first = play_on(table, people, lambda state: state.season == 1)
    assert first.column[0] == second
    assert 'id="season-over"' in text_of(client.get(url(table)))
    drawing = play_on(table, people, lambda state: state.open is not None)
    assert 'id="season-over"' in text_of(client.get(url(table)))
    play_on(table, people, lambda state: state.turn > drawing.turn)
    assert 'id="season-over"' not in text_of(client.get(url(table)))


def test_a_choice_after_the_first_drawing_comes_too_late(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    walked_in_first(monkeypatch, "gorgon_gaze")
    table = gather(*people[:2])
    first = play_on(table, people, lambda state: state.season == 1)
    assert 'id="season-over"' in text_of(signed_in(people[0]).get(url(table)))
    play_on(table, people, lambda state: state.choice is not None and state.turn > first.turn)
    assert 'id="season-over"' not in text_of(signed_in(people[0]).get(url(table)))


def test_the_last_season_is_told_for_good(people: list[User]) -> None:
    table = gather(*people[:2])
    play_on(table, people)
    page = text_of(signed_in(people[3]).get(url(table)))
    assert "Winter is over" in page
    assert "leads with" not in page
