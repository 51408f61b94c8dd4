"""Open pages of tables, without a browser: each holds a socket and a connection of its own, and asks for what a page's
scripts would ask for.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import secrets
import time
from dataclasses import dataclass
from html import unescape
from random import Random
from urllib.parse import urlencode, urlsplit

from tests.concurrency.people import drawing_of


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
    """One connection that is kept open; requests wait for each other."""

    def __init__(self, site: str, cookie: str) -> None:
        parts = urlsplit(site)
        self.site, self.host, self.port, self.cookie = site, parts.hostname or "", parts.port or 80, cookie
        self.lock = asyncio.Lock()
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, form: dict[str, str] | None = None, target: str = "") -> Answer:
        """Ask, as htmx does for the element `target` if one is given, and return the whole answer."""
        async with self.lock:
            began = time.perf_counter()
            self.streams = self.streams or await asyncio.open_connection(self.host, self.port)
            reader, writer = self.streams
            writer.write(self._request(path, form, {"HX-Request": "true", "HX-Target": target} if target else {}))
            status, found = await _head(reader)
            body = await reader.readexactly(int(found.get("content-length", 0)))
            return Answer(status, found, body.decode(), time.perf_counter() - began)

    def _request(self, path: str, form: dict[str, str] | None, headers: dict[str, str]) -> bytes:
        body = urlencode(form or {}).encode()
        lines = {"Host": f"{self.host}:{self.port}", "Cookie": self.cookie, "Origin": self.site, **headers}
        if form is not None:
            lines |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return f"{'GET' if form is None else 'POST'} {path} HTTP/1.1\r\n{head}\r\n".encode() + body

    async def close(self) -> None:
        if self.streams:
            self.streams[1].close()


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Status and headers of an answer, their names in lower case."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    pairs = (line.split(": ", 1) for line in lines[1:] if ": " in line)
    return int(lines[0].split()[1]), {name.lower(): value for name, value in pairs}


class OpenPage:
    """One seat's page of a table; `version` is what it shows, `html` the desk that it showed last."""

    def __init__(self, site: str, code: str, cookie: str, chance: Random) -> None:
        self.code, self.chance = code, chance
        self.line = Line(site, cookie)
        self.address = f"/tables/{code}/"
        self.version, self.html = 0, ""
        self.changed = asyncio.Condition()
        self.listener: asyncio.Task[None] | None = None

    @property
    def awaited(self) -> bool:
        """Whether its seat has to draw."""
        return 'id="place-form"' in self.html

    @property
    def over(self) -> bool:
        return 'id="ending"' in self.html

    async def open(self) -> None:
        """Load the page and open its socket."""
        await self._take(await self.line.ask(self.address))
        reader, writer = await asyncio.open_connection(self.line.host, self.line.port)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        writer.write(
            f"GET /ws/tables/{self.code}/ HTTP/1.1\r\nHost: {self.line.host}:{self.line.port}\r\n"
            f"Origin: {self.line.site}\r\nCookie: {self.line.cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        status, _ = await _head(reader)
        assert status == 101, status
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
                if length == 126:
                    length = int.from_bytes(await reader.readexactly(2), "big")
                payload = await reader.readexactly(length)
                if first & 0x0F == 0x1 and json.loads(payload)["number"] > self.version:
                    await self._refresh()
        finally:
            writer.close()

    async def _refresh(self) -> None:
        await self._take(await self.line.ask(self.address, target="strip"))

    async def _take(self, answer: Answer) -> None:
        """Show an answer, unless something newer is shown."""
        assert answer.status in {200, 204}, answer
        if answer.status == 204 or answer.version < self.version:
            return
        if found := re.search(r'id="strip".*?hx-get="([^"]+)"', answer.text, re.DOTALL):
            self.address = unescape(found[1])
        if 'id="table"' in answer.text:
            self.html = answer.text
        async with self.changed:
            self.version = answer.version
            self.changed.notify_all()

    async def place(self, *, script: bool = True) -> Answer:
        """Draw something legal: answered with the table as it is then, or without scripts with a redirection."""
        offered = drawing_of(self.html, self.chance)
        assert offered, "nothing is to be drawn"
        answer = await self.line.ask(offered.action, offered.fields, target="table" if script else "")
        if script:
            await self._take(answer)
        return answer

    async def shows(self, version: int) -> float:
        """Wait until that version is shown, and return the moment (performance counter)."""
        async with self.changed:
            await self.changed.wait_for(lambda: self.version >= version)
        return time.perf_counter()
