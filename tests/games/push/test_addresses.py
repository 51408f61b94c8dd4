"""Requests to user-supplied addresses: only over HTTPS to the public internet."""

import socket
import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from pytest_django import Settings

from games import outbound_requests
from games.outbound_requests import (
    AddressRefused,
    OutboundResponse,
    RequestTarget,
    Unreachable,
    is_public,
    parse_target,
    send_request,
)
from tests.games.push.service import Service

PUBLIC = "93.184.215.14"


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("https://push.example/a?b=c", RequestTarget("push.example", 443, "/a?b=c")),
        ("https://PUSH.example:443", RequestTarget("push.example", 443, "/")),
        ("https://a-1.b2.example/x/%C3%A9:y", RequestTarget("a-1.b2.example", 443, "/x/%C3%A9:y")),
    ],
)
def test_an_address_of_the_internet_is_taken(url: str, place: RequestTarget) -> None:
    assert parse_target(url) == place


@pytest.mark.parametrize(
    "url",
    [
        *(
            "",
            "push.example",
            "//push.example/",
            "http://push.example/",
            "ftp://push.example/",
            "https:///a",
            "https://",
        ),
        *(
            "https://push.example:8443/",
            "https://push.example:80/",
            "https://push.example:x/",
            "https://push.example:70000/",
        ),
        *("https://me@push.example/", "https://me:secret@push.example/", "https://@push.example/"),
        *(
            "https://push.example/#part",
            "https://push.example/a b",
            "https://push.example/\n",
            "https://push.example\\@x/",
        ),
        *("https://push.exämple/", "https://push.example/é", "https://push.example/\x00", "https://push.example\t/"),
        *(
            "https://localhost/",
            "https://intranet/",
            "https://.example/",
            "https://push..example/",
            "https://push.example./",
        ),
        *("https://127.0.0.1/", "https://2130706433/", "https://0x7f.1/", "https://127.1/", "https://10.0.0.0x1/"),
        *(
            "https://[::1]/",
            "https://[::ffff:127.0.0.1]/",
            "https://[::1/",
            "https://93.184.215.14/",
            "https://[2606::1]/",
        ),
        f"https://push.example/{'x' * 2000}",
        f"https://{'a' * 64}.example/",
        "https://-push.example/",
    ],
)
def test_anything_else_is_refused_before_it_is_looked_up(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound_requests, "_lookup", None)
    with pytest.raises(AddressRefused):
        parse_target(url)
    with pytest.raises(AddressRefused):
        send_request(url, body=b"", headers={})


@pytest.mark.parametrize(
    "address", [PUBLIC, "8.8.8.8", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "2a00:1450:4001::200e"]
)
def test_the_internet_at_large_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *(
            "0.0.0.0",
            "127.0.0.1",
            "127.9.9.9",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
        ),
        *("100.64.0.1", "192.0.2.1", "198.18.0.1", "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
        *("192.88.99.1", "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:93.184.215.14", "::ffff:0:127.0.0.1"),
        *("64:ff9b::7f00:1", "64:ff9b::5db8:d70e", "64:ff9b:1::1", "2002:7f00:1::", "2002:5db8:d70e::1", "2001::1"),
        *(
            "2001:db8::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fe80::1%eth0",
            "fec0::1",
            "ff02::1",
            "100::1",
            "4000::1",
        ),
        *("", "push.example", "127.0.0.1:443"),
    ],
)
def test_what_is_near_or_hides_what_is_near_is_not(address: str) -> None:
    assert not is_public(address)


@pytest.fixture
def dialled(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Record the IP addresses and ports dialed; every connection is refused."""
    places: list[tuple[str, int]] = []

    def refuse(place: tuple[str, int], timeout: float) -> socket.socket:
        places.append(place)
        raise ConnectionRefusedError

    monkeypatch.setattr(outbound_requests.socket, "create_connection", refuse)
    return places


def names(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Answer DNS lookups with these addresses in turn; return the list of names looked up."""
    lookups: list[str] = []

    def lookup(host: str, port: int) -> list[str]:
        lookups.append(host)
        return answers[len(lookups) - 1]

    monkeypatch.setattr(outbound_requests, "_lookup", lookup)
    return lookups


def test_a_name_is_looked_up_once_and_what_it_led_to_is_connected_to(
    monkeypatch: pytest.MonkeyPatch, dialled: list[tuple[str, int]]
) -> None:
    lookups = names(monkeypatch, [PUBLIC, "8.8.8.8", PUBLIC], ["127.0.0.1"])
    with pytest.raises(Unreachable):
        send_request("https://push.example/", body=b"", headers={})
    assert lookups == ["push.example"], "a second answer could be another"
    assert dialled == [(PUBLIC, 443), ("8.8.8.8", 443)]


@pytest.mark.parametrize("led_to", [["127.0.0.1"], [PUBLIC, "10.0.0.1"], ["::1", PUBLIC], ["::ffff:10.0.0.1"]])
def test_a_name_that_leads_near_is_refused(
    led_to: list[str], monkeypatch: pytest.MonkeyPatch, dialled: list[tuple[str, int]]
) -> None:
    names(monkeypatch, led_to)
    with pytest.raises(AddressRefused):
        send_request("https://push.example/", body=b"", headers={})
    assert dialled == []


def test_a_name_that_leads_nowhere_may_do_so_later(monkeypatch: pytest.MonkeyPatch) -> None:
    names(monkeypatch, [])
    with pytest.raises(Unreachable):
        send_request("https://push.example/", body=b"", headers={})


def test_a_look_up_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    monkeypatch.setattr(outbound_requests, "_lookup", lambda host, port: [PUBLIC] if over.wait() else [])
    with pytest.raises(Unreachable, match="in time"):
        send_request("https://push.example/", body=b"", headers={}, connect_seconds=0.05)
    over.set()


def test_a_body_arrives_with_its_headers(service: Service) -> None:
    answer = send_request(f"https://localhost:{service.port}/a?b=c", body=b"word", headers={"TTL": "7"})
    assert answer == OutboundResponse(201)
    (sent,) = service.came
    assert (sent.path, sent.body, sent.headers["TTL"]) == ("/a?b=c", b"word", "7")
    assert sent.headers["Host"] == f"localhost:{service.port}"


def test_no_redirect_is_followed(service: Service) -> None:
    service.status, service.headers = 302, {"Location": f"https://localhost:{service.port}/elsewhere"}
    assert send_request(f"https://localhost:{service.port}/", body=b"", headers={}).status == 302
    assert [sent.path for sent in service.came] == ["/"]


def test_even_where_private_addresses_are_allowed_plain_http_is_not(service: Service) -> None:
    with pytest.raises(AddressRefused):
        send_request(f"http://localhost:{service.port}/", body=b"", headers={})
    assert parse_target("https://[::1]:8443/").origin == "https://[::1]:8443"


def test_a_certificate_of_another_name_is_refused(service: Service) -> None:
    with pytest.raises(Unreachable, match="SSL"):
        send_request(f"https://127.0.0.1:{service.port}/", body=b"", headers={})
    assert service.came == []


def test_a_certificate_that_nobody_known_has_signed_is_refused(service: Service, settings: Settings) -> None:
    settings.CA_BUNDLE = ""
    with pytest.raises(Unreachable, match="SSL"):
        send_request(f"https://localhost:{service.port}/", body=b"", headers={})
    assert service.came == []


@pytest.fixture
def dripping() -> Iterator[int]:
    """Run a server that sends data forever, and yield its port."""
    listener = socket.create_server(("127.0.0.1", 0))

    def drip() -> None:
        connection, _ = listener.accept()
        between = threading.Event()
        try:
            while not between.wait(0.02):
                # A TLS record of an alert that is a warning, byte by byte.
                connection.sendall(b"\x16")
        except OSError:
            connection.close()

    thread = threading.Thread(target=drip, daemon=True)
    thread.start()
    yield listener.getsockname()[1]
    thread.join()
    listener.close()


def test_whoever_answers_a_little_at_a_time_is_cut_off(dripping: int, settings: Settings) -> None:
    settings.PRIVATE_ADDRESSES = True
    with pytest.raises(Unreachable):
        send_request(f"https://localhost:{dripping}/", body=b"", headers={}, whole_seconds=0.3)


@pytest.mark.parametrize(
    ("header", "wait"),
    [
        ("120", timedelta(minutes=2)),
        ("0", timedelta(0)),
        ("9" * 400, timedelta(days=1)),
        ("Mon, 23 Nov 2026 12:05:00 GMT", timedelta(minutes=5)),
        ("Mon, 23 Nov 2026 11:00:00 GMT", timedelta(0)),
        ("Mon, 23 Nov 2099 11:00:00 GMT", timedelta(days=1)),
        ("soon", None),
        ("-5", None),
    ],
)
def test_how_long_to_wait_is_read(service: Service, header: str, wait: timedelta | None) -> None:
    service.status, service.headers = 429, {"Retry-After": header}
    url = f"https://localhost:{service.port}/"
    assert send_request(url, body=b"", headers={}).status == 429
    with time_machine.travel("2026-11-23T12:00:00Z", tick=False):
        assert outbound_requests._wait(header) == wait
