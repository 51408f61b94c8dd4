"""Real server processes of the site."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.db import connections

from tests.processes.programs import ROOT


class Site:
    """A `serve` process behind a listening socket that outlives it, for restarts at the same address.

    The code is that of the folder `root`.
    """

    def __init__(self, environment: Mapping[str, str], log: Path, root: Path = ROOT) -> None:
        self.environment = dict(environment)
        self.log = log
        self.root = root
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(128)
        self.listener.setblocking(False)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.process: subprocess.Popen[bytes] | None = None
        self.is_ready = False

    def start(self, wait: float = 60) -> None:
        """Start the process and wait until it is ready; raise AssertionError with its last output if it fails."""
        assert self.process is None
        self.is_ready = False
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--fd", str(self.listener.fileno())],
                cwd=self.root,
                env={**os.environ, **self.environment},
                pass_fds=[self.listener.fileno()],
                stdout=subprocess.PIPE,
                stderr=log,
            )
        heard = threading.Event()
        threading.Thread(target=self._listen_for_ready_line, args=[self.process, heard], daemon=True).start()
        heard.wait(wait)
        assert self.is_ready, self.log.read_text()[-4000:]

    def _listen_for_ready_line(self, process: subprocess.Popen[bytes], heard: threading.Event) -> None:
        # Reads on to the end, or the process would stand still once the pipe is full.
        for line in process.stdout or []:
            if b"is ready at" in line:
                self.is_ready = True
                heard.set()
        heard.set()

    def stop(self, wait: float = 10) -> int:
        """Stop the process with SIGTERM and return its exit status; kill it if it does not stop in time."""
        assert self.process
        self.process.terminate()
        try:
            return self.process.wait(wait)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()
        finally:
            self.process = None

    def kill(self) -> None:
        """Kill the process with SIGKILL, like a power cut."""
        assert self.process
        self.process.kill()
        self.process.wait()
        self.process = None

    def close(self) -> None:
        if self.process:
            self.stop()
        self.listener.close()


def environment_of_test_database() -> dict[str, str]:
    """Return the environment variables that point a server process to the test's database."""
    values: dict[str, Any] = connections["default"].settings_dict
    if "sqlite" in values["ENGINE"]:
        return {"CARTO_DATABASE_FILE": str(values["NAME"]), "CARTO_DATABASE_URL": ""}
    who = f"{quote(values['USER'])}:{quote(values['PASSWORD'])}"
    return {"CARTO_DATABASE_URL": f"postgresql://{who}@{values['HOST']}:{values['PORT']}/{values['NAME']}"}
