"""A process made ready to be a server, and the server in it, or several behind one port."""

import gc
import sys

from antiphon.app.edge import check_edge
from antiphon.app.hidden import hide_from_others
from antiphon.app.logs import configure_logs
from antiphon.app.memory import give_memory_back
from antiphon.app.private import make_private
from antiphon.app.server import Server, remove_address
from antiphon.app.system import read_file_limit, write_file_limit
from antiphon.app.workers import serve_workers
from antiphon.settings import Settings

# Database work runs on threads and the event loop is one of them. At Python's default of 5 ms each hand-over between
# them could cost a reader that long; a tenth of it costs nothing measurable and is felt at the first word.
_HAND_OVER_SECONDS = 0.0005
_GARBAGE_THRESHOLDS = (20_000, 20, 50)
# Databases, providers, children and the log.
OTHER_FILES = 500


def serve(settings: Settings, *, open_browser: bool) -> int:
    """Run until a signal; returns the exit code."""
    hide_from_others()
    configure_logs(settings)
    check_edge(settings)
    give_memory_back()
    sys.setswitchinterval(_HAND_OVER_SECONDS)
    # What is loaded now stays for good; looking through it again and again would only stop the streams.
    gc.freeze()
    gc.set_threshold(*_GARBAGE_THRESHOLDS)
    make_private(settings)
    allow_files(settings.open_connections)
    if settings.processes > 1:
        return serve_workers(settings, open_browser=open_browser)
    server = Server(settings, open_browser=open_browser, own_signals=True)
    try:
        return server.run_to_exit()
    finally:
        remove_address(settings.data_dir, server.url)


def allow_files(connections: int) -> None:
    """Let this process have as many files open as so many connections need, as far as the system lets it."""
    limit = read_file_limit()
    wanted = connections + OTHER_FILES
    if limit is not None and 0 <= limit[0] < wanted:
        hard = limit[1]
        write_file_limit(wanted if hard < 0 else min(wanted, hard), hard)
