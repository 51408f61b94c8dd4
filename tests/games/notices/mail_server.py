"""A mail server for tests that stores what it receives and replies as configured."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes
from email.message import Message
from email.policy import default
from queue import Queue


class MailServer(socketserver.ThreadingTCPServer):
    """Minimal SMTP server. `refusals` are the replies to the next emails: after the recipient, or after the text if
    they start with "DATA "; "HANG UP" closes the connection after the text. Texts get no reply until `held` is set.
    """

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.letters: list[Message] = []
        self.arrivals: Queue[Message] = Queue()
        self.refusals: list[str] = []
        self.held = threading.Event()
        self.held.set()

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class _Session(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self.say("220 mail.example")
        while line := self.rfile.readline().decode().strip():
            command = line.upper()
            if command.startswith("RCPT") and self.server.refusals and not self.server.refusals[0].startswith("DATA"):
                self.say(self.server.refusals.pop(0))
            elif command == "DATA":
                self.say("354 go on")
                if not self.take():
                    return
            elif command == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 mail.example")

    def take(self) -> bool:
        """Receive an email; return if the connection continues."""
        text = b""
        while (line := self.rfile.readline()) not in {b".\r\n", b""}:
            text += line
        answer = self.server.refusals.pop(0).removeprefix("DATA ") if self.server.refusals else "250 taken"
        if answer.startswith("250") or answer == "HANG UP":
            letter = message_from_bytes(text, policy=default)
            self.server.letters.append(letter)
            self.server.arrivals.put(letter)
        if answer == "HANG UP":
            return False
        self.server.held.wait()
        self.say(answer)
        return True

    def say(self, line: str) -> None:
        with suppress(OSError):  # who asked may have been killed
            self.wfile.write(f"{line}\r\n".encode())


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """Run a mail server until the end of the block."""
    with MailServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
