"""Limits of connections before the request is complete, with a fake clock."""

from queue import Queue
from typing import Any

import pytest
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from carto_site.connection_limits import ConnectionLimiter
from tests.test_headers import assert_safe

SECONDS, MOST = 10, 100
HEAD = b"POST /x HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


class Transport(StringTransport):
    """A connection that can be closed on one side."""

    half_closed = aborted = False

    def loseWriteConnection(self) -> None:  # noqa: N802
        self.half_closed = True

    def abortConnection(self) -> None:  # noqa: N802
        self.aborted = True


class Application:
    """Fake of Daphne's server that records requests and responds with `ok`."""

    root_path = ""
    server_name = ""
    request_buffer_size = 8192
    proxy_forwarded_address_header = None

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def protocol_connected(self, protocol: Any) -> None: ...

    def protocol_disconnected(self, protocol: Any) -> None: ...

    def log_action(self, *details: Any) -> None: ...

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Queue[Any]:
        self.asked.append(scope)
        protocol.handle_reply({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        protocol.handle_reply({"type": "http.response.body", "body": b"ok"})
        return Queue()


class House:
    """A connection limiter with a fake application and clock behind it."""

    def __init__(self, **limits: Any) -> None:
        self.application, self.clock = Application(), Clock()
        self.door = ConnectionLimiter(
            self.application, **{"seconds": SECONDS, "max_body": MOST, "per_address": 2} | limits
        )
        self.door.wrappedFactory.reactor = self.clock

    def enter(self, host: str = "192.0.2.1") -> Any:
        """Open a connection; return None if it is rejected."""
        address = (IPv6Address if ":" in host else IPv4Address)("TCP", host, 40000)
        guest = self.door.buildProtocol(address)
        if guest is not None:
            guest.makeConnection(Transport(peerAddress=address))
        return guest


@pytest.fixture
def house() -> House:
    return House()


def answered(guest: Any) -> tuple[int, dict[str, str], bytes]:
    """Return the first response on a connection: status, headers, body."""
    head, _, body = guest.transport.value().partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    return int(first.split()[1]), {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}, body


def assert_refused(guest: Any, house: House, expected: int) -> None:
    status, headers, body = answered(guest)
    assert status == expected
    assert_safe(headers)
    assert headers["connection"] == "close"
    assert int(headers["content-length"]) == len(body) > 20
    assert house.application.asked == []
    # The other side has a moment to read that.
    assert guest.transport.half_closed
    assert not guest.transport.aborted
    house.clock.advance(5)
    assert guest.transport.aborted


def drip(guest: Any, house: House, *pieces: bytes) -> None:
    for piece in pieces:
        guest.dataReceived(piece)
        house.clock.advance(1)


def test_a_head_that_drips_is_given_up(house: House) -> None:
    guest = house.enter()
    drip(guest, house, HEAD, *[b"X-More: 1\r\n"] * (SECONDS - 2))
    assert guest.transport.value() == b""
    drip(guest, house, b"X-More: 1\r\n")
    assert_refused(guest, house, 408)


def test_a_body_that_drips_is_given_up(house: House) -> None:
    guest = house.enter()
    drip(guest, house, HEAD + b"Content-Length: 50\r\n\r\n", *[b"x"] * (SECONDS - 1))
    assert_refused(guest, house, 408)


def test_who_says_nothing_is_left_without_a_word(house: House) -> None:
    guest = house.enter()
    house.clock.advance(SECONDS)
    assert guest.transport.disconnecting
    assert guest.transport.value() == b""


def test_requests_may_come_long_after_each_other(house: House) -> None:
    guest = house.enter()
    for number in range(1, 4):
        house.clock.advance(SECONDS - 2)
        guest.dataReceived(HEAD + b"Content-Length: 3\r\n")
        house.clock.advance(1)
        guest.dataReceived(b"\r\nabc")
        assert len(house.application.asked) == number
        house.clock.advance(SECONDS * 2)
    assert guest.transport.value().count(b"200 OK") == 3
    assert not guest.transport.disconnecting


def test_who_leaves_leaves_nothing_behind(house: House) -> None:
    for data in (b"", HEAD, CHUNKED + b"5\r\nab", HEAD + b"Content-Length: 999\r\n\r\n"):
        guest = house.enter()
        guest.dataReceived(data)
        guest.connectionLost(Failure(ConnectionDone()))
    assert house.clock.getDelayedCalls() == []
    assert house.door.open == {}


@pytest.mark.parametrize("expects", [b"", b"Expect: 100-continue\r\n"])
def test_an_announced_long_body_is_refused_unread(expects: bytes, house: House) -> None:
    guest = house.enter()
    guest.dataReceived(HEAD + expects + b"Content-Length: 101\r\n\r\n" + b"x" * 101)
    guest.dataReceived(HEAD + b"\r\n")
    assert_refused(guest, house, 413)


@pytest.mark.parametrize("end", [b"", b"0\r\n\r\n"])
def test_a_long_body_in_pieces_is_cut_off(end: bytes, house: House) -> None:
    guest = house.enter()
    guest.dataReceived(CHUNKED + b"3c\r\n" + b"x" * 60 + b"\r\n")
    guest.dataReceived(b"3c\r\n" + b"x" * 60 + b"\r\n" + end)
    assert_refused(guest, house, 413)


def test_a_body_up_to_the_limit_passes(house: House) -> None:
    for whole in (
        CHUNKED + b"64\r\n" + b"x" * 100 + b"\r\n0\r\n\r\n",
        HEAD + b"Content-Length: 100\r\n\r\n" + b"x" * 100,
    ):
        house.enter(f"192.0.2.{len(whole)}").dataReceived(whole)
    assert len(house.application.asked) == 2


MALFORMED = {
    "no request": b"nonsense\r\n\r\n",
    "a header without a name": HEAD + b": x\r\n\r\n",
    "no header": HEAD + b"nonsense\r\n\r\n",
    "two lengths": HEAD + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nx",
    "a length that is none": HEAD + b"Content-Length: -1\r\n\r\n",
    "an unknown coding": HEAD + b"Transfer-Encoding: gzip\r\n\r\n",
    "a piece of no length": CHUNKED + b"zz\r\n",
    "a zero in a header": HEAD + b"X: a\x00b\r\n\r\n",
    "too many headers": HEAD + b"X: y\r\n" * 600 + b"\r\n",
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_no_request_is_refused_in_the_sites_words(name: str, house: House) -> None:
    guest = house.enter()
    guest.dataReceived(MALFORMED[name])
    assert_refused(guest, house, 400)


def test_a_line_too_long_is_refused_too(house: House) -> None:
    guest = house.enter()
    guest.dataReceived(HEAD + b"X: " + b"y" * 20_000)
    assert_refused(guest, house, 431)


def test_what_daphne_refuses_has_the_sites_headers(house: House) -> None:
    for head in (b"GET /\xaa HTTP/1.1\r\n\r\n", b"GET /?\xaa HTTP/1.1\r\n\r\n"):
        guest = house.enter(f"192.0.2.{len(head)}")
        guest.dataReceived(head)
        status, headers, body = answered(guest)
        assert (status, headers["content-type"]) == (400, "text/plain; charset=utf-8")
        assert b"cannot be read" in body
        assert_safe(headers)


def test_django_alone_reads_forms(house: House) -> None:
    house.enter().dataReceived(HEAD + b"Content-Type: multipart/form-data\r\nContent-Length: 1\r\n\r\nx")
    assert len(house.application.asked) == 1


def test_nobody_outside_says_where_the_site_begins(house: House) -> None:
    house.enter().dataReceived(b"GET /rules/ HTTP/1.1\r\nDaphne-Root-Path: /\xff\r\n\r\n")
    assert house.application.asked[0]["root_path"] == ""


def test_one_address_has_so_many_connections() -> None:
    house = House(per_address=2, proxies={"127.0.0.1"})
    first, second = house.enter(), house.enter()
    assert second
    assert house.enter() is None
    assert house.enter("192.0.2.2")
    first.connectionLost(Failure(ConnectionDone()))
    assert house.enter()
    assert house.enter() is None


def test_a_proxy_has_as_many_as_it_wants() -> None:
    house = House(per_address=1, proxies={"127.0.0.1"})
    assert all(house.enter("127.0.0.1") for _ in range(3))


def test_a_network_of_one_customer_counts_as_one() -> None:
    house = House(per_address=2)
    assert house.enter("2001:db8::1")
    assert house.enter("2001:db8::2")
    assert house.enter("2001:db8::3") is None
    assert house.enter("2001:db8:0:1::1")


def test_ipv4_addresses_at_a_listener_for_both_count_one_by_one() -> None:
    house = House(per_address=1)
    first = house.enter("::ffff:192.0.2.1")
    assert house.enter("::ffff:192.0.2.1") is None
    assert house.enter("::ffff:192.0.2.2")
    first.connectionLost(Failure(ConnectionDone()))
    assert house.enter("::ffff:192.0.2.1")


@pytest.mark.parametrize(
    ("path", "length", "status"),
    [
        (b"/records/", 3 * MOST, 200),
        (b"/records/?from=here", 3 * MOST, 200),
        (b"/records/", 3 * MOST + 1, 413),
        (b"/records", 3 * MOST, 413),
        (b"/", 3 * MOST, 413),
    ],
)
@pytest.mark.parametrize("announced", [True, False])
def test_one_path_may_take_more_than_the_others(path: bytes, length: int, status: int, announced: bool) -> None:
    house = House(larger={"/records/": 3 * MOST})
    guest = house.enter()
    head = b"POST %s HTTP/1.1\r\nHost: carto.example\r\n" % path
    if announced:
        guest.dataReceived(head + b"Content-Length: %d\r\n\r\n" % length + b"x" * length)
    else:
        chunk = b"%x\r\n%s\r\n0\r\n\r\n" % (length, b"x" * length)
        guest.dataReceived(head + b"Transfer-Encoding: chunked\r\n\r\n" + chunk)
    assert answered(guest)[0] == status
