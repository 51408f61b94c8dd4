"""Open pages of tables, without a browser: each holds a socket and a connection of its own, and asks for what a page's
scripts would ask for.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import re
import secrets
import time
from collections import defaultdict
from dataclasses import dataclass
from html import unescape
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.concurrency.people import drawing_of

BUSY = 503
TEXT, PING, PONG = 0x1, 0x9, 0xA  # kinds of what comes by a socket
HEAD_END = b"\r\n\r\n"
VISIBLE = bytes([0x80 | TEXT, 0x80 | len("visible"), 0, 0, 0, 0]) + b"visible"
"""Message of a page that can be seen."""
RETRY_DELAY = 1.0
"""Seconds until a page that was refused news asks again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the server; `seconds` from sending the request to its last byte."""

    status: int
    headers: dict[str, str]
    text: str
    seconds: float

    @property
    def version(self) -> int:
        """The table's version that it shows, 0 where it shows none."""
        return int(self.headers.get("x-game-version", 0))


class Line:
    """One connection that is kept open; requests wait for each other. `source` is the loopback address to come from,
    and `transferred` the number of bytes sent and received. Responses are `compressed` for pages behind a proxy, which
    spares the server that work.
    """

    def __init__(self, site: str, cookie: str, source: str = "127.0.0.1", *, compressed: bool = False) -> None:
        parts = urlsplit(site)
        self.site, self.host, self.port, self.cookie = site, parts.hostname or "", parts.port or 80, cookie
        self.source, self.compressed, self.transferred = source, compressed, 0
        self.lock = asyncio.Lock()
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, form: dict[str, str] | None = None, target: str = "", shown: str = "") -> Answer:
        """Ask, as htmx does for the element `target` if one is given, and return the whole answer."""
        async with self.lock:
            began = time.perf_counter()
            # The server lets go of one that has long been idle.
            if self.streams is None or self.streams[0].at_eof():
                self.streams = await self.connect()
            reader, writer = self.streams
            headers = {"HX-Request": "true", "HX-Target": target, "X-Shown": shown} if target else {}
            request = self._request(path, form, headers)
            writer.write(request)
            head = await reader.readuntil(HEAD_END)
            status, answer_headers = _parse_head(head)
            body = await _body(reader, answer_headers)
            seconds = time.perf_counter() - began
            self.transferred += len(request) + len(head) + len(body)
            if answer_headers.get("content-encoding") == "gzip":
                body = gzip.decompress(body)
            return Answer(status, answer_headers, body.decode(), seconds)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open another connection to the site."""
        return await asyncio.open_connection(self.host, self.port, local_addr=(self.source, 0))

    def _request(self, path: str, form: dict[str, str] | None, headers: dict[str, str]) -> bytes:
        body = urlencode(form or {}).encode()
        lines = {"Host": f"{self.host}:{self.port}", "Cookie": self.cookie, "Origin": self.site, **headers}
        if self.compressed:
            lines["Accept-Encoding"] = "gzip"
        if form is not None:
            lines |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return f"{'GET' if form is None else 'POST'} {path} HTTP/1.1\r\n{head}\r\n".encode() + body

    async def close(self) -> None:
        """Close the connection; the next request opens another."""
        if self.streams:
            self.streams[1].close()
            self.streams = None


def _parse_head(head: bytes) -> tuple[int, dict[str, str]]:
    """Status and headers of an answer, their names in lower case."""
    lines = head.decode().split("\r\n")
    pairs = (line.split(": ", 1) for line in lines[1:] if ": " in line)
    return int(lines[0].split()[1]), {name.lower(): value for name, value in pairs}


async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    """Read a body as it was sent, of known length or in chunks, as nginx sends what it compresses."""
    if headers.get("transfer-encoding") != "chunked":
        return await reader.readexactly(int(headers.get("content-length", 0)))
    chunks = []
    while length := int(await reader.readline(), 16):
        chunks.append(await reader.readexactly(length))
        await reader.readexactly(2)
    await reader.readexactly(2)
    return b"".join(chunks)


def _pong(payload: bytes) -> bytes:
    """The answer to a ping, without which the server takes a page for gone; its mask changes nothing."""
    return bytes([0x80 | PONG, 0x80 | len(payload), 0, 0, 0, 0]) + payload


def parts_in(answer: Answer) -> dict[str, str]:
    """The parts that an answer brings, with their fingerprints."""
    return dict(re.findall(r'data-part="(\w+)\.([\w-]+)"', answer.text))


def shown_of(parts: dict[str, str]) -> str:
    """Return the header in which a page lists its parts."""
    return " ".join(".".join(part) for part in parts.items())


class OpenPage:
    """One seat's page of a table. `version` is what it shows, `html` the answer that last changed what the seat has to
    do, `strip` the head of its strip, `awaited` whether that is to draw. `sizes` are the compressed bytes of what was
    fetched or sent, by what it was, if they are to be `weighed`. A `visible` page says so when it has opened its
    socket.
    """

    def __init__(self, line: Line, code: str, chance: Random, *, weighed: bool = False, visible: bool = False) -> None:
        self.code, self.chance, self.weighed, self.visible = code, chance, weighed, visible
        self.line = line
        self.address = f"/tables/{code}/"
        self.version, self.newest, self.html, self.strip = 0, 0, "", ""
        self.parts = dict[str, str]()
        self.awaited = self.over = False
        self.placing = self.fetching = False
        self.refused = 0
        self.sizes: dict[str, list[int]] = defaultdict(list)
        self.changed = asyncio.Condition()
        self.listener: asyncio.Task[None] | None = None

    @property
    def shown(self) -> str:
        """The parts that the page has, as it says when it asks."""
        return shown_of(self.parts)

    async def load(self) -> None:
        """Load the whole page."""
        await self._take(await self.line.ask(self.address))
        self.sizes.clear()

    async def open(self) -> None:
        """Load the page and open its socket."""
        await self.load()
        reader, writer = await self.line.connect()
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        writer.write(
            f"GET /ws/tables/{self.code}/ HTTP/1.1\r\nHost: {self.line.host}:{self.line.port}\r\n"
            f"Origin: {self.line.site}\r\nCookie: {self.line.cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        status, _ = _parse_head(await reader.readuntil(HEAD_END))
        assert status == 101, status
        if self.visible:
            writer.write(VISIBLE)
        self.listener = asyncio.create_task(self._listen(reader, writer))

    async def close(self) -> None:
        if self.listener:
            self.listener.cancel()
        await self.line.close()

    async def _listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                first, second = await reader.readexactly(2)
                length = second & 0x7F
                if length > 125:
                    length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8), "big")
                payload = await reader.readexactly(length)
                self.line.transferred += length + 2
                if first & 0x0F == PING:
                    writer.write(_pong(payload))
                elif first & 0x0F == TEXT:
                    await self._hear(payload)
        finally:
            writer.close()

    async def _hear(self, payload: bytes) -> None:
        """Take a message of the socket: its news bring a page that shows the version before up to date."""
        message: dict[str, Any] = json.loads(payload)
        number, news = message["number"], message.get("news")
        self.newest = max(self.newest, number)
        if news and self.version == number - 1 and f'data-seat="{news["seat"]}"' not in self.strip:
            self._weigh("news", payload)
            async with self.changed:
                self.version = number
                self.changed.notify_all()
        await self._catch_up()

    async def _catch_up(self) -> None:
        """Fetch what has changed, unless an answer to a drawing is under way and may bring it."""
        if self.fetching:
            return
        self.fetching = True
        while self.newest > self.version and not self.placing:
            target = "table" if self.parts else "strip"
            answer = await self.line.ask(self.address, target=target, shown=self.shown)
            if answer.status == BUSY:
                self.refused += 1
                await asyncio.sleep(RETRY_DELAY)
            else:
                await self._take(answer)
        self.fetching = False

    async def _take(self, answer: Answer, *, drawn: bool = False) -> None:
        """Show an answer, unless something newer is shown; `drawn` is whether it answers a drawing."""
        assert answer.status in {200, 204}, answer
        if answer.status == 204 or answer.version < self.version:
            return
        self.parts |= parts_in(answer)
        match = re.search(r'id="strip".*?hx-get="([^"]+)"', answer.text, re.DOTALL)
        assert match, answer
        self.strip, address = match[0], unescape(match[1])
        if _desk(address) != _desk(self.address):
            self.html = answer.text
            self.awaited, self.over = 'id="place-form"' in self.html, 'id="ending"' in self.html
            self._weigh("reveal" if self.awaited or self.over or not drawn else "drawing", answer.text.encode())
        else:
            self._weigh("strip", answer.text.encode())
        self.address = address
        async with self.changed:
            self.version = answer.version
            self.changed.notify_all()

    def _weigh(self, kind: str, sent: bytes) -> None:
        if self.weighed:
            self.sizes[kind].append(len(gzip.compress(sent, 6)))

    async def place(self, *, script: bool = True) -> Answer:
        """Draw something legal: answered with what has changed, or without scripts with a redirection."""
        offered = drawing_of(self.html, self.chance)
        assert offered, "nothing is to be drawn"
        self.placing = True
        answer = await self.line.ask(offered.action, offered.fields, target="table" if script else "", shown=self.shown)
        self.placing = False
        if script and answer.status != BUSY:
            await self._take(answer, drawn=True)
        await self._catch_up()
        return answer

    async def shows(self, version: int) -> float:
        """Wait until that version is shown, and return the moment (performance counter)."""
        async with self.changed:
            await self.changed.wait_for(lambda: self.version >= version)
        return time.perf_counter()


def _desk(address: str) -> list[str]:
    """Return the seat's task as the URL of its strip names it; an empty string for the URL of the whole page."""
    return parse_qs(urlsplit(address).query).get("desk", [])
