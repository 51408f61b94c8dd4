"""Text on the table's page besides the map: owners of figures, and who placed an ambush."""

import re

import pytest

from engine.cartographers.cards import AmbushCard
from games.accounts.models import User
from games.tables.models import Pace
from games.tables.time_control import TimeControl
from tests.games.cartographers import play
from tests.games.cartographers.monsters import play_on, stack
from tests.games.tables.clients import people_named, seeded, signed_in, text_of

pytestmark = pytest.mark.django_db
SEEDS = [bytes(31) + bytes([number]) for number in range(1, 60)]


def test_an_ambush_is_told_by_name_to_the_owner_of_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    people = people_named("Ann", "Ben")
    for seed in SEEDS:
        seeded(monkeypatch, seed)
        table = play.gather(*people)
        if isinstance(play.state_of(table).open, AmbushCard):
            break
    clients = [signed_in(user) for user in people]
    desk = clients[0].get(play.url(table), play.fields(play.first_placement(play.state_of(table), 0)))
    assert "On Ben’s map" in desk.content.decode()
    assert "Ben’s coins" in desk.content.decode(), "under Ben’s map"
    assert "Your coins" not in desk.content.decode()
    for seat, client in enumerate(clients):
        play.draw(client, table, seat)
    shown = clients[0].get(play.url(table)).content.decode()
    assert 'id="ambushed"' in shown
    words = re.sub("<[^>]+>", "", shown.split('id="ambushed"')[1].partition(">")[2].split("</p>")[0]).strip()
    assert re.match(r"Highlighted: [A-Z]\w+ [A-Z]\w+ on [A-K]\d.*, drawn by Ben\.", words)


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("hamlet", "Ruins: this turn’s shape must cover a ruins space if possible."),
        ("wren_the_lioness", "Ruins: the next explore card’s shape must cover a ruins space if possible."),
        ("dragon_inferno", "Ruins: the next explore card’s shape must cover a ruins space if possible."),
    ],
)
def test_waiting_ruins_name_the_card_that_they_bind(card: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    people = people_named("Ann", "Ben")
    stack(monkeypatch, "temple_ruins", card)
    table = play.gather(*people)
    watching = signed_in(*people_named("Cas")).get(play.url(table)).content.decode()
    assert expected in watching
    reminder = "Cover at least one of the circled ruins."
    drawing = signed_in(people[0]).get(play.url(table)).content.decode()
    assert (expected in drawing) != (reminder in drawing), "once is enough"


def test_the_log_folds_what_is_long_past() -> None:
    people = people_named("Ann", "Ben")
    table = play.gather(*people)
    assert 'id="earlier"' not in text_of(signed_in(people[0]).get(play.url(table)))
    state = play_on(table, people, lambda state: state.turn > 4)
    page = text_of(signed_in(people[0]).get(play.url(table)))
    latest, earlier = page.split('id="log"')[1].split('<details id="earlier">')
    turns = [[int(turn) for turn in re.findall(r"log-turn[^>]*>(\d+)<", part)] for part in (latest, earlier)]
    assert turns[0] + turns[1] == sorted(turns[0] + turns[1], reverse=True)
    assert (max(turns[0]), min(turns[0]), max(turns[1])) == (state.turn, state.turn - 1, state.turn - 2)


def test_from_map_to_map_round_the_table() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table = play.gather(*people)
    page = text_of(signed_in(people[0]).get(play.url(table) + "?look=2"))
    nav = page.split('aria-label="Other maps"')[1].split("</nav>")[0]
    assert re.findall(r'href="[^"#?]*(\?look=\d|#desk)', nav) == ["#desk", "?look=3"]
    assert re.findall(r"</svg> (.*?)</a>", nav) == ["Your map", "Cas’s map"]
    alone = play.gather(people[0])
    assert 'aria-label="Other maps"' not in text_of(signed_in(people[1]).get(play.url(alone)))


def test_ruins_that_come_up_after_an_ambush_are_not_taken_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    people = people_named("Ann", "Ben")
    stack(monkeypatch, "goblin_attack", "temple_ruins", "hamlet")
    table = play.gather(*people)
    clients = [signed_in(user) for user in people]
    for seat, client in enumerate(clients):
        play.draw(client, table, seat)
    shown = text_of(clients[0].get(play.url(table)))
    assert "Ben drew Goblin Attack on your map" in shown
    assert "You drew Goblin Attack on Ben’s map" in shown
    assert "drew Temple Ruins" not in shown


def test_log_tells_pace_and_nights_in_zone_of_each_viewer() -> None:
    people = people_named("Ann", "Ben")
    tempo = TimeControl(Pace.DAYS, 24 * 3600, nights_free=True)
    table = play.gather(*people, tempo=tempo)
    for user, zone in zip(people, ("Asia/Tokyo", "Europe/Paris"), strict=True):
        User.objects.filter(pk=user.pk).update(time_zone=zone)
        page = signed_in(user).get(play.url(table)).content.decode()
        assert f"24 hours per turn, nights paused. Nights are 22:00 to 08:00 in your time zone, {zone}." in page
