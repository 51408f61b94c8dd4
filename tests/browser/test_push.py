"""Push notifications: subscribing, receiving, opening, unsubscribing, and the offline page."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Worker, expect

from games.accounts.models import User
from games.push.models import PushSubscription
from games.tables.clocks.pace_changes import answer_proposal, propose_pace
from games.tables.models import Pace, Seat
from games.tables.time_control import TimeControl
from tests.browser.reading import LOOKS, expect_accessible
from tests.browser.test_clocks import until
from tests.games.cartographers import play
from tests.games.push.service import Device
from tests.games.tables.clients import people_named
from tests.processes.site import Site

pytestmark = pytest.mark.browser
BUTTON = "#show-notices"
DEVICE = Device("https://fcm.googleapis.com/fcm/send/one")
# A browser asks its person, whom a browser without a window does not have, and its maker's service, which no test can
# reach. The other parts are real.
STUB = """
(() => {
  const handed = HANDED;
  const kept = () => localStorage.getItem("subscribed");
  const signs = (text) => atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const key = (text) => Uint8Array.from(signs(text), (sign) => sign.charCodeAt(0));
  const subscription = () => ({
    endpoint: handed.endpoint,
    options: { applicationServerKey: key(kept()).buffer },
    toJSON: () => handed,
    unsubscribe: async () => localStorage.removeItem("subscribed"),
  });
  PushManager.prototype.getSubscription = async () => (kept() ? subscription() : null);
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.setItem("subscribed", applicationServerKey);
    return subscription();
  };
  const permission = () => localStorage.getItem("permission") ?? "default";
  Object.defineProperty(Notification, "permission", { get: permission, configurable: true });
  Notification.requestPermission = async () => {
    localStorage.setItem("permission", "ANSWER");
    return permission();
  };
})();
"""
REGISTERED = "async () => (await navigator.serviceWorker.getRegistrations()).length"
RECORD = """() => {
  self.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, rest) => self.shown.push({ title, ...rest });
}"""


def stub(device: Device = DEVICE, answer: str = "granted") -> str:
    """Script that stubs the browser's push API with this device and permission answer."""
    return STUB.replace("HANDED", json.dumps(device.handed_over)).replace("ANSWER", answer)


@pytest.fixture
def ann(site: Site) -> User:
    return people_named("Ann")[0]


@pytest.fixture
def page(context_for: Callable[..., BrowserContext], ann: User) -> Page:
    """Ann's browser, which has not asked for permission yet and would get it."""
    context = context_for(ann)
    context.add_init_script(stub())
    return context.new_page()


def state(page: Page, name: str) -> None:
    """Expect the page to show the named state, and no other."""
    expect(page.locator(f"[data-state={name}]")).to_be_visible()
    expect(page.locator("[data-state]:visible")).to_have_count(1)


def switch_on(page: Page) -> None:
    page.goto("/push/")
    state(page, "ready")
    page.click(BUTTON)
    state(page, "on")


def test_a_device_is_switched_on_and_off(page: Page, ann: User) -> None:
    page.goto("/push/")
    state(page, "ready")
    assert page.evaluate(REGISTERED) == 0, "nothing is kept by a browser that nobody asked"
    expect_accessible(page, "ready", LOOKS)
    page.click(BUTTON)
    state(page, "on")
    expect(page.locator(BUTTON)).to_be_hidden()
    expect(page.locator("#devices .badge")).to_have_text("This device")
    expect(page.locator("#devices-title")).to_be_focused()
    expect_accessible(page, "on", LOOKS)
    assert PushSubscription.objects.get().user == ann
    page.reload()
    state(page, "on")
    page.click("text=Remove")
    expect(page.locator("#messages")).to_contain_text("Notifications are off for that device.")
    state(page, "ready")
    assert page.evaluate("localStorage.getItem('subscribed')") is None


def test_a_device_that_was_taken_off_the_list_elsewhere_is_off_here_too(page: Page) -> None:
    switch_on(page)
    PushSubscription.objects.all().delete()
    page.reload()
    state(page, "ready")
    assert page.evaluate("localStorage.getItem('subscribed')") is None


def test_another_key_of_the_site_is_taken_at_the_next_look(page: Page) -> None:
    switch_on(page)
    page.evaluate("localStorage.setItem('subscribed', 'A'.repeat(87))")
    page.reload()
    state(page, "on")
    assert page.evaluate("localStorage.getItem('subscribed') === document.getElementById('devices').dataset.key")


def test_what_the_site_refuses_is_said_and_not_kept(page: Page) -> None:
    page.context.add_init_script(stub(Device("https://push.example/a")))
    page.goto("/push/")
    page.click(BUTTON)
    expect(page.locator("#devices .message")).to_have_text("This browser’s push service isn’t supported.")
    state(page, "ready")
    assert page.evaluate("localStorage.getItem('subscribed')") is None


def test_a_browser_that_refuses_is_believed(page: Page) -> None:
    page.add_init_script("PushManager.prototype.subscribe = async () => { throw new DOMException('no', 'AbortError') }")
    page.goto("/push/")
    page.click(BUTTON)
    state(page, "failed")
    expect(page.locator(BUTTON)).to_be_visible()


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })", "denied"),
        ("delete window.PushManager", "unsupported"),
        ("delete window.PushManager; navigator.standalone = false", "install"),
    ],
)
def test_why_it_cannot_be_switched_on_is_said(page: Page, script: str, text: str) -> None:
    page.context.add_init_script(script)
    page.goto("/push/")
    state(page, text)
    expect(page.locator(BUTTON)).to_be_hidden()


def test_who_says_no_to_the_question_is_asked_no_more(page: Page) -> None:
    page.context.add_init_script(stub(answer="denied"))
    page.goto("/push/")
    state(page, "ready")
    assert page.evaluate("Notification.permission") == "default", "nobody is asked before they want it"
    page.click(BUTTON)
    state(page, "denied")
    page.reload()
    state(page, "denied")


def test_without_scripts_the_list_is_there_and_says_what_is_missing(
    context_for: Callable[..., BrowserContext], ann: User
) -> None:
    page = context_for(ann, java_script_enabled=False).new_page()
    page.goto("/push/")
    expect(page.locator("[data-state=scripts]")).to_be_visible()
    expect(page.locator(BUTTON)).to_be_hidden()


def worker_of(page: Page) -> Worker:
    """The active service worker of the page."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return page.context.service_workers[0]


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (
            '{"title": "Évreux", "body": "Your turn.", "url": "/tables/abc/", "tag": "table-abc"}',
            {"title": "Évreux", "body": "Your turn.", "tag": "table-abc", "url": "/tables/abc/"},
        ),
        ("{damaged", {"title": "Carto", "body": "", "tag": "", "url": "/"}),
    ],
)
def test_a_notice_is_shown(page: Page, data: str, shown: dict[str, str]) -> None:
    switch_on(page)
    worker = worker_of(page)
    worker.evaluate(RECORD)
    worker.evaluate("data => void self.dispatchEvent(new PushEvent('push', { data }))", data)
    (notice,) = worker.evaluate("shown")
    assert {"title": notice["title"], "body": notice["body"], "tag": notice["tag"], **notice["data"]} == shown
    assert notice["renotify"] == bool(shown["tag"])
    for drawing in (notice["icon"], notice["badge"]):
        assert page.request.get(drawing).headers["content-type"] == "image/png"


SHOW = """(tags) => {
  self.open = tags;
  const shown = () => open.map((tag) => ({ tag, close: () => (self.open = open.filter((other) => other !== tag)) }));
  ServiceWorkerRegistration.prototype.getNotifications = async () => shown();
}"""


def until_open(worker: Worker, tags: list[str]) -> None:
    """Wait until the device shows exactly the notifications with these tags."""
    until(lambda: bool(worker.evaluate("open") == tags))


def test_notices_close_once_the_turn_is_played_or_the_proposal_answered_elsewhere(page: Page, ann: User) -> None:
    (ben,) = people_named("Ben")
    table, other = play.gather(ann, ben), play.gather(ann, ben)
    tags = [f"turn:{play.url(table)}", f"short:{play.url(table)}", f"over:{play.url(table)}"]
    others = [f"turn:{play.url(other)}", "turn:/notices/", f"pace:{play.url(other)}"]
    propose_pace(table=other.code, user=ben, tempo=TimeControl(Pace.DAYS, 24 * 3600))
    switch_on(page)
    worker = worker_of(page)
    worker.evaluate(SHOW, tags + others)
    page.goto("/")
    until_open(worker, tags + others)
    Seat.objects.filter(table=table, user=ann).update(awaited=False)
    page.goto("/")
    until_open(worker, [tags[2], *others])
    Seat.objects.filter(table=other, user=ann).update(awaited=False)
    answer_proposal(table=other.code, user=ann, proposal=1, agrees=False)
    worker.evaluate(RECORD)
    push = json.dumps({"title": "Over", "body": "", "url": "/", "tag": "over:/"})
    worker.evaluate("data => void self.dispatchEvent(new PushEvent('push', { data }))", push)
    until_open(worker, [tags[2]])


def test_a_notice_leads_to_pages_of_this_site_alone(page: Page) -> None:
    switch_on(page)
    worker = worker_of(page)
    for address in ("//elsewhere.example/", "https://elsewhere.example/", "http://[", "javascript:x()"):
        assert worker.evaluate("address => own(address).pathname", address) == "/"
    assert worker.evaluate("own('/tables/abc/?look=1').href").endswith("/tables/abc/?look=1")


def test_a_tap_leads_to_the_page_that_is_open_else_to_a_new_one(page: Page) -> None:
    switch_on(page)
    worker = worker_of(page)
    worker.evaluate("""() => {
      self.led = [];
      WindowClient.prototype.focus = async function () { led.push(["focus", new URL(this.url).pathname]) };
      Clients.prototype.openWindow = async (address) => led.push(["open", new URL(address).pathname]);
    }""")
    page.goto("/tables/")
    for address in ("/tables/?later=1", "/cartographers/rules/"):
        worker.evaluate("address => lead(own(address))", address)
    assert worker.evaluate("led") == [["focus", "/tables/"], ["open", "/cartographers/rules/"]]


def test_a_new_address_of_the_browser_takes_the_place_of_the_former(page: Page, ann: User) -> None:
    switch_on(page)
    new = Device("https://fcm.googleapis.com/fcm/send/new")
    change = "told => renew({ oldSubscription: { endpoint: told[0] }, newSubscription: { toJSON: () => told[1] } })"
    worker_of(page).evaluate(change, [DEVICE.endpoint, new.handed_over])
    assert [device.endpoint for device in PushSubscription.objects.of(ann.pk)] == [new.endpoint]


def test_while_the_site_cannot_be_reached_the_page_that_is_kept_says_so(page: Page) -> None:
    switch_on(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("/tables/")
    page.context.set_offline(True)
    page.goto("/cartographers/rules/")
    expect(page.locator("h1").first).to_have_text("You are offline")
    expect(page.locator("[lang=fr] h1")).to_have_text("Vous êtes hors ligne")
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).borderRadius") == "4px", "with its style"
    expect_accessible(page, "offline", LOOKS)
    page.context.set_offline(False)
    page.click("text=Try again")
    expect(page.locator("h1")).to_have_text("Rules")
    assert page.evaluate("async () => [...(await (await caches.open((await caches.keys())[0])).keys())].length") == 2
