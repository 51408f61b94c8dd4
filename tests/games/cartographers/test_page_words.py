"""What the page of a table tells beside the map: whose figures these are, and who ambushed whom."""

import pytest

from engine.cartographers.cards import AmbushCard
from tests.games.cartographers import play
from tests.games.cartographers.monsters import stack

pytestmark = pytest.mark.django_db
SEEDS = [bytes(31) + bytes([number]) for number in range(1, 60)]


def test_an_ambush_is_told_by_name_to_the_owner_of_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    people = play.people_named("Ann", "Ben")
    for seed in SEEDS:
        play.seeded(monkeypatch, seed)
        table = play.gather(*people)
        if isinstance(play.state_of(table).open, AmbushCard):
            break
    clients = [play.signed_in(user) for user in people]
    desk = clients[0].get(play.url(table), play.fields(play.first_placement(play.state_of(table), 0)))
    assert "On Ben’s map" in desk.content.decode()
    assert "Your coins" in desk.content.decode()
    for seat, client in enumerate(clients):
        play.draw(client, table, seat)
    shown = clients[0].get(play.url(table)).content.decode()
    assert 'id="ambushed"' in shown
    told = shown.split('id="ambushed">')[1].split("<")[0]
    assert told.startswith("Ben drew ")
    assert " on your map: " in told
    assert "a monster" not in told


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("hamlet", "Ruins: this turn’s shape has to cover a ruins space, if it can."),
        ("wren_the_lioness", "Ruins: the shape of the next explore card has to cover a ruins space, if it can."),
        ("dragon_inferno", "Ruins: the shape of the next explore card has to cover a ruins space, if it can."),
    ],
)
def test_waiting_ruins_name_the_card_that_they_bind(card: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    people = play.people_named("Ann", "Ben")
    stack(monkeypatch, "temple_ruins", card)
    table = play.gather(*people)
    shown = play.signed_in(people[0]).get(play.url(table)).content.decode()
    assert expected in shown
