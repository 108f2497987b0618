"""What nginx asks who somebody is, as it asks oauth2-proxy: whoever has the cookie is whom the cookie says."""

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from typing_extensions import override


@dataclass(slots=True)
class Doorman:
    """The people it knows by the value of their cookie, and the headers it says of each."""

    people: dict[str, Mapping[str, str]] = field(default_factory=dict)
    port: int = 0

    def say(self, cookie: str, **said: str) -> None:
        """From now on it says this of whoever has the cookie: user, email, preferred_username, groups."""
        self.people[cookie] = said


@contextmanager
def run_doorman() -> Iterator[Doorman]:
    """One that knows nobody yet."""
    doorman = Doorman()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = re.search(r"doorman=(\w+)", self.headers.get("Cookie", ""))
            said = doorman.people.get(found[1]) if found and self.path == "/oauth2/auth" else None
            self.send_response(202 if said is not None else 401)
            for name, value in (said or {}).items():
                # On the wire it is UTF-8.
                shown = value.encode().decode("latin-1")
                self.send_header(f"X-Auth-Request-{name.replace('_', '-')}", shown)
            self.send_header("Content-Length", "0")
            self.end_headers()

        @override
        def log_message(self, format: str, *args: object) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        doorman.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield doorman
        finally:
            server.shutdown()
            thread.join()
