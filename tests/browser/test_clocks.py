"""A table with clocks in browsers: timeouts, the stand-in, returning players, resignations and votes."""

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.message import Message
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.rules.setup import Setup
from games.accounts.models import User
from games.cartographers.game import Cartographers
from games.push import subscriptions
from games.tables.game import Options
from games.tables.models import Pace, Seat, Status, Table
from games.tables.time_control import TimeControl
from tests.browser.conftest import served
from tests.browser.measuring import at_rest
from tests.browser.playing import draw
from tests.browser.reading import axe
from tests.games.cartographers import play
from tests.games.notices.mail_server import MailServer, mail_server
from tests.games.push.service import Device, Service, push_service
from tests.games.tables.clients import people_named, seeded, signed_in
from tests.processes.clock import Clock
from tests.processes.site import Site

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 640}
LIVE = TimeControl(Pace.LIVE, turn_seconds=60, reserve_seconds=300)


@pytest.fixture(scope="module")
def _clock(tmp_path_factory: pytest.TempPathFactory) -> Clock:
    return Clock(tmp_path_factory.mktemp("clock") / "ahead")


@pytest.fixture(scope="module")
def post_office() -> Iterator[MailServer]:
    with mail_server() as server:
        yield server


@pytest.fixture(scope="module")
def push(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with push_service(tmp_path_factory.mktemp("push")) as service:
        yield service


@pytest.fixture(scope="module")
def _served(
    _served: Site,
    _clock: Clock,
    post_office: MailServer,
    push: Service,
    collected_static: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Site]:
    """A site whose clock the tests control, with a test mail server and push service.

    The main site restarts when a test needs it.
    """
    if _served.process:
        _served.stop()
    folder = tmp_path_factory.mktemp("clocks")
    own = {
        "CARTO_TEST_CLOCK": str(_clock.file),
        "CARTO_EMAIL_HOST": "127.0.0.1",
        "CARTO_EMAIL_PORT": str(post_office.port),
        "CARTO_EMAIL_TLS": "none",
        "CARTO_PUSH_SERVICES": "localhost",
        "CARTO_PRIVATE_ADDRESSES": "1",
        "CARTO_CA_BUNDLE": str(push.certificate),
    }
    with served("tests.processes.clock_settings", collected_static, folder, **own) as site:
        yield site


@pytest.fixture
def clock(_clock: Clock, site: Site) -> Clock:
    _clock.reset()
    return _clock


@pytest.fixture
def people(site: Site, monkeypatch: pytest.MonkeyPatch) -> list[User]:
    seeded(monkeypatch, play.TWO_SHAPES)
    return people_named("Ann", "Ben", "Cas")


@pytest.fixture
def open_page(context_for: Callable[..., BrowserContext]) -> Callable[..., Page]:
    def open_page(table: Table, user: User | None, **options: object) -> Page:
        page = context_for(user, **options).new_page()
        page.goto(play.url(table))
        expect(page.locator("html")).to_have_attribute("data-live", "on")
        return page

    return open_page


def test_clocks_count_down_and_are_spoken_of(
    people: list[User], clock: Clock, context_for: Callable[..., BrowserContext]
) -> None:
    table = play.gather(*people, tempo=LIVE)
    page = context_for(people[0], viewport=PHONE).new_page()
    page.clock.install()
    page.goto(play.url(table))
    shown = page.locator("#clock")
    expect(shown).to_have_text(re.compile("5:[45]."))
    page.clock.fast_forward("02:58")
    expect(shown).to_have_text(re.compile("2:[45]."))
    expect(page.locator("#messages .spoken")).to_have_text(re.compile("Your time: [23]:.."))
    page.clock.fast_forward("01:59")
    expect(page.locator("#messages .spoken")).to_have_text(re.compile("Your time: [01]:.."))
    expect(shown).to_have_class("clock figures short")


def test_a_seat_that_falls_silent_is_played_for_and_decided_about(
    people: list[User], clock: Clock, open_page: Callable[..., Page], context_for: Callable[..., BrowserContext]
) -> None:
    table, chance = play.gather(*people, tempo=LIVE), Random(13)
    ann, cas = open_page(table, people[0]), open_page(table, people[2], viewport=PHONE)
    for turn, wait in ((1, 360), (2, 60)):
        for page in (ann, cas):
            expect(page.locator("#strip")).to_have_attribute("data-mine", "")
            draw(page, chance)
        clock.go_on(seconds=wait)
        expect(ann.locator("#latest")).to_contain_text("(stand-in)")
        expect(ann.locator(f"#log [href$='/turns/{turn}/']").first).to_be_attached()
    for page in (ann, cas):
        expect(page.locator("#away")).to_contain_text("Ben is away. A stand-in is playing.")

    ben = open_page(table, people[1])
    expect(ben.locator("#away")).to_contain_text("A stand-in plays for you until you take back your seat.")
    expect(ben.locator("#away a")).to_have_text(["Turn 1", "Turn 2"])
    ben.get_by_role("button", name="Take back my seat").click()
    expect(ben.locator("#away")).to_have_count(0)
    expect(ann.locator("#away")).to_have_count(0)
    expect(ann.locator("#latest")).to_contain_text("Ben is back.")

    ben.locator("#resign").click()
    ben.get_by_role("button", name="Resign").click()
    expect(ben.locator("#away")).to_contain_text("You resigned.")
    expect(ann.locator("#away")).to_contain_text("Ben resigned. A stand-in is playing.")
    ann.locator("#away summary").click()
    assert axe_faults(ann) == []
    ann.get_by_role("link", name="End the game now").click()
    ann.locator("#end-game").click()
    cas.locator("#away summary").click()
    expect(cas.locator("#away")).to_contain_text("1 of 2 votes")
    assert axe_faults(cas) == []
    cas.get_by_role("link", name="End the game now").click()
    cas.locator("#end-game").click()
    for page in (ann, cas):
        expect(page.locator("main")).to_contain_text("The remaining players ended this game on turn")


def axe_faults(page: Page) -> list[str]:
    at_rest(page)
    return [violation["id"] for violation in axe(page).response["violations"]]


def test_a_free_seat_is_taken_by_a_stranger_without_scripts(
    people: list[User], clock: Clock, context_for: Callable[..., BrowserContext]
) -> None:
    table = play.gather(*people[:2])
    for user, what in ((people[1], "resign"), (people[0], "vote")):
        signed_in(user).post(f"/tables/{table.code}/{what}/", {"vote": "invite"})
    until(lambda: not Seat.objects.get(table=table, index=1).awaited)  # the stand-in has drawn for it
    page = context_for(None, java_script_enabled=False, viewport=PHONE).new_page()
    page.goto(play.url(table))
    page.get_by_role("button", name="Take over from Ben").click()
    expect(page.locator("#away")).to_have_count(0)
    expect(page.locator("#strip")).to_contain_text("You’ve drawn.")
    assert Seat.objects.get(table=table, index=1).user.guest


def test_a_game_by_the_day_comes_to_its_end(
    people: list[User],
    clock: Clock,
    open_page: Callable[..., Page],
    context_for: Callable[..., BrowserContext],
    post_office: MailServer,
    push: Service,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ann has the page open, Ben is away, Cas gets push notifications on a phone, and Dee only gets email."""
    with_short_seasons(monkeypatch)
    (dee,), chance, device = people_named("Dee"), Random(4), push.device()
    User.objects.filter(pk=dee.pk).update(email="dee@example.org")
    subscribe(people[2], device)
    table = play.gather(*people, dee, tempo=TimeControl(Pace.DAYS, 24 * 3600))
    ann = open_page(table, people[0])

    # Whoever has word of a turn follows it and draws.
    for turn in (1, 2):
        clock.go_on(minutes=11)
        expect(ann.locator("#strip")).to_have_attribute("data-mine", "")
        draw(ann, chance)
        letter = next_letter(post_office)
        assert letter["Subject"].startswith("Your turn at Desk (due ")
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        by_mail = context_for(dee).new_page()
        by_mail.goto(path_in(letter))
        draw(by_mail, chance)
        by_mail.close()  # players with the page open get no email
        notice = next_notice(push, device)
        assert notice["title"].startswith("Your turn at Desk (due ")
        by_push = context_for(people[2], viewport=PHONE).new_page()
        by_push.goto(notice["url"])
        draw(by_push, chance)
        by_push.close()
        if turn == 1:
            clock.go_on(hours=24)  # by which Ben is out of time, and that once is enough
        expect(ann.locator("#latest .log-turn").first).to_contain_text(str(turn + 1))
    expect(ann.locator("#away")).to_contain_text("Ben is away. A stand-in is playing.")

    # Then Cas and Dee fall silent: they are warned, and the stand-in plays for them too.
    clock.go_on(minutes=11)
    assert next_letter(post_office)["Subject"].startswith("Your turn at Desk (due ")
    assert next_notice(push, device)["title"].startswith("Your turn at Desk (due ")
    draw(ann, chance)
    clock.go_on(hours=18)
    assert next_letter(post_office)["Subject"].startswith("Your time is running out at Desk (due ")
    assert next_notice(push, device)["title"].startswith("Your time is running out at Desk (due ")
    clock.go_on(hours=6)
    assert next_letter(post_office)["Subject"] == "A stand-in plays for you at Desk"
    assert next_notice(push, device)["title"] == "A stand-in plays for you at Desk"
    play_to_the_end(table, people[0])
    expect(ann.locator(".game.ended")).to_be_attached()
    clock.go_on(minutes=1)
    # What they say depends on who has won.
    assert next_letter(post_office)["Subject"] == next_notice(push, device)["title"]
    assert (post_office.arrivals.empty(), len(push.came)) == (True, 0)


def with_short_seasons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten every season after spring in new games, as the stand-in takes its time with every card."""
    original = Cartographers.setup

    def setup(self: Cartographers, chosen: Options, seats: int) -> Setup:
        full = original(self, chosen, seats)
        spring, *others = full.definition.seasons
        seasons = (spring, *(replace(season, threshold=2) for season in others))
        return replace(full, definition=replace(full.definition, seasons=seasons))

    monkeypatch.setattr(Cartographers, "setup", setup)


def subscribe(user: User, device: Device) -> None:
    """Subscribe a device to a user's push notifications, as its browser would."""
    keys = device.handed_over["keys"]
    given = subscriptions.Given(device.endpoint, keys["p256dh"], keys["auth"])
    subscriptions.subscribe(user=user, given=given, label="")


def next_letter(post_office: MailServer) -> Message:
    return post_office.arrivals.get(timeout=30)


def path_in(letter: Message) -> str:
    """The path of the table that an email links to."""
    plain = letter.get_body(("plain",)).get_content()  # type: ignore[attr-defined]
    address = re.search(r"http://[^/\s]+(/tables/\w+/)", plain)
    assert address
    return address[1]


def next_notice(push: Service, device: Device) -> dict[str, str]:
    until(lambda: bool(push.came))
    return device.read(push.came.pop(0).body)


def until(is_so: Callable[[], bool]) -> None:
    for _ in range(300):
        if is_so():
            return
        threading.Event().wait(0.1)
    raise AssertionError("it never came about")


def play_to_the_end(table: Table, user: User) -> None:
    """Play the last active player's turns by plain requests, while the stand-in plays the others'."""
    client = signed_in(user)
    for _ in range(6_000):
        if Table.objects.filter(pk=table.pk, status=Status.FINISHED).exists():
            return
        if Seat.objects.filter(table=table, user=user, awaited=True).exists():
            play.draw(client, table, 0)
        threading.Event().wait(0.02)
    raise AssertionError("the game does not end")
