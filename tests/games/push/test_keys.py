"""The VAPID key: generated once or configured, with the same public key for all browsers."""

import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from carto_site.environment import load_or_create_secret
from carto_site.push_key import given_push_key, new_push_key
from games.push import sender as push_sender
from tests.games.push.service import base64url


def pem(key: ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey) -> str:
    no_password = serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, no_password).decode()


def test_it_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    path = tmp_path / "var" / "vapid-key"
    first = load_or_create_secret(path, new_push_key)
    assert load_or_create_secret(path, new_push_key) == first == given_push_key(first)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert new_push_key() != first


def test_it_may_be_given_as_pem_in_several_lines_or_one(settings: Settings) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    raw = base64url(key.private_numbers().private_value.to_bytes(32))
    given = {given_push_key(text) for text in (raw, f"{raw}=", pem(key), pem(key).replace("\n", "\\n"))}
    assert given == {raw}
    settings.VAPID_KEY = raw
    point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    assert push_sender.public_key() == base64url(point)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "x",
            "A" * 43,
            base64url(b"\xff" * 32),
            base64url(b"\x01" * 31),
            base64url(b"\x01" * 33),
            "é" * 43,
            "-----BEGIN",
        ),
        pem(ec.generate_private_key(ec.SECP384R1())),
        pem(ed25519.Ed25519PrivateKey.generate()),
    ],
)
def test_what_is_no_such_key_is_refused(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="CARTO_VAPID_KEY"):
        given_push_key(text)


@pytest.mark.parametrize(
    ("sender", "origin", "whom"),
    [
        ("Carto <carto@carto.example>", "https://carto.example", "mailto:carto@carto.example"),
        ("carto@intranet", "", "mailto:carto@intranet"),
        ("nobody", "https://carto.example", "https://carto.example"),
    ],
)
def test_a_service_is_told_whom_to_ask(sender: str, origin: str, whom: str, settings: Settings) -> None:
    settings.DEFAULT_FROM_EMAIL, settings.ORIGIN = sender, origin
    assert push_sender._whom_to_ask() == whom
    assert push_sender.authorization("https://push.example").startswith("vapid t=")
