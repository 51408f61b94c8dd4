"""A push service for tests, over HTTPS with its own certificate, and a browser that subscribes to it."""

from __future__ import annotations

import base64
import json
import secrets
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.utils import timezone


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass(frozen=True)
class Device:
    """A browser with its own keys, which decrypts what is sent to its endpoint."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def handed_over(self) -> dict[str, Any]:
        """Return the browser's `PushSubscription` as JSON data."""
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": base64url(point), "auth": base64url(self.secret)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> dict[str, str]:
        """Decrypt a message and return the notification shown."""
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        shown: dict[str, str] = json.loads(plain)
        return shown


@dataclass(frozen=True)
class Sent:
    """A request received by the service."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Service:
    """The service's received requests, and its current response."""

    port: int
    certificate: Path
    came: list[Sent] = field(default_factory=list)
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)

    def device(self, name: str = "one") -> Device:
        """Return a browser that subscribes to this service."""
        return Device(f"https://localhost:{self.port}/push/{name}")


@contextmanager
def push_service(folder: Path) -> Iterator[Service]:
    """Run a service until the end of the block; its certificate is valid only for `localhost`."""
    certificate = folder / "certificate.pem"
    certificate.write_bytes(_certificate("localhost"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    service = Service(server.server_address[1], certificate)
    server.RequestHandlerClass = _handler(service)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    # Each thread shakes hands by itself, so that one who never does keeps nobody waiting.
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield service
    server.shutdown()
    server.server_close()


def _handler(service: Service) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.came.append(Sent(self.path, dict(self.headers), body))
            self.send_response(service.status)
            for name, value in {"Content-Length": "0", **service.headers}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            pass

    return Handler


def _certificate(name: str) -> bytes:
    """Return a private key and a self-signed certificate for this name, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = timezone.now()
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private + certificate.public_bytes(serialization.Encoding.PEM)
