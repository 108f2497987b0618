"""A real PgBouncer between the house and its database."""

import pwd
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from antiphon.conversation.errors import SettingsInvalid, StoreUnavailable
from antiphon.store.dialect import bound_answers
from antiphon.store.patience import Patience
from antiphon.store.session import BoundedConnection
from antiphon.store.sessions import check_sessions
from tests.fakes.cable import Cable
from tests.fakes.servers import Plan, Stores, find_free_port, make_folder, run_server

_CONFIG = """
[databases]
* = host=127.0.0.1 port={target} user=antiphon
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
"""


@contextmanager
def run_bouncer(target: int, mode: str) -> Iterator[int]:
    """A pooler in front of this port; yields its own."""
    found = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
    port = find_free_port()
    # It refuses to run as root.
    user = pwd.getpwnam("postgres").pw_name
    with make_folder(user) as folder:
        config = Path(folder) / "pgbouncer.ini"
        config.write_text(_CONFIG.format(target=target, port=port, mode=mode))
        with run_server(Plan([found, str(config)], port, folder, user=user)):
            yield port


@pytest.mark.parametrize("mode", ["session", "transaction"])
def test_pooler_that_shares_sessions_is_refused_on_postgresql(stores: Stores, postgresql_url: str, mode: str) -> None:
    """With a sentence that says what to do; a session of one's own is taken."""
    with run_bouncer(stores.postgres.port, mode) as port:
        address = postgresql_url.replace(str(stores.postgres.port), str(port))

        if mode == "session":
            check_sessions(address)
        else:
            with pytest.raises(SettingsInvalid, match="in transaction mode"):
                check_sessions(address)
    check_sessions(postgresql_url)


def test_server_that_takes_connections_and_does_not_answer_is_given_up_on_postgresql(
    stores: Stores, postgresql_url: str
) -> None:
    """A start would hang there for ever. What is asked of it is whatever comes first after the connection stands."""
    with Cable(stores.postgres.port) as cable, ThreadPoolExecutor(1) as threads:
        address = postgresql_url.replace(str(stores.postgres.port), str(cable.port))
        engine = bound_answers(create_engine(address))
        connection = engine.connect()
        cast("BoundedConnection", connection.connection.dbapi_connection).patience = Patience(0.5)

        cable.go("blackhole")
        asked = threads.submit(connection.execute, text("SELECT 1"))

        with pytest.raises(OperationalError, match="did not answer in time"):
            asked.result(20)
        with pytest.raises(StoreUnavailable):
            check_sessions(address)
        engine.dispose()
