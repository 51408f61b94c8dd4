"""Client identification: IP address, the range used for rate limits, sign-in name and browser."""

import pytest
from django.test import RequestFactory

from games.accounts import client_address


@pytest.mark.parametrize(
    ("remote", "address", "counted_by"),
    [
        ("192.0.2.7", "192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2:3::4", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7"),
        ("", client_address.UNKNOWN, client_address.UNKNOWN),
        ("unix:", client_address.UNKNOWN, client_address.UNKNOWN),
    ],
)
def test_the_address_and_what_it_is_counted_by(remote: str, address: str, counted_by: str) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR=remote, HTTP_X_FORWARDED_FOR="198.51.100.1")
    assert client_address.client_ip(request) == address
    assert client_address.client_network(request) == counted_by


def test_failed_sign_ins_are_counted_in_one_case() -> None:
    request = RequestFactory().post("/", {"username": "BOB"})
    assert client_address.sign_in_name(request) == "bob"
    assert client_address.sign_in_name(request, {"username": "AnNe"}) == "anne"
    assert client_address.sign_in_name(RequestFactory().get("/")) == ""


@pytest.mark.parametrize(
    ("agent", "browser"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0", "Firefox, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) CriOS/150.0 Mobile Safari/604.1", "Chrome, iPad"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Chrome/150.0 Safari/537.36 OPR/120.0", "Opera, macOS"),
        ("curl/8.0", ""),
        ("<script>Firefox", "Firefox"),
        ("", ""),
    ],
)
def test_what_a_browser_is_called(agent: str, browser: str) -> None:
    assert client_address.browser(RequestFactory().get("/", headers={"User-Agent": agent})) == browser
