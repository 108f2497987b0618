"""A server inside the process of a command."""

import pytest

from antiphon.app import run_in_process
from antiphon.conversation.errors import StoreInUse
from antiphon.settings import Settings
from antiphon.store.dialect import ProcessLock


async def test_a_file_that_another_process_uses_is_said_by_name_and_ends_nobody(settings: Settings) -> None:
    """Two commands in the same second: the second is told why, and its process goes on."""
    if not settings.is_sqlite:
        pytest.skip("PostgreSQL has room for both")
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    lock = ProcessLock(settings.sqlite_path)
    lock.acquire()
    try:
        with pytest.raises(StoreInUse):
            async with run_in_process(settings):
                pass
    finally:
        lock.release()

    async with run_in_process(settings) as url:
        assert url.startswith("http://127.0.0.1:")
