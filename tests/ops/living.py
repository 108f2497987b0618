"""Faults that befall an installation while it runs, each for real: `BEFALL` has a way to bring each about."""

import shutil
import signal
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.crash.faults import Patient
from tests.fakes.disk import Disk, mount_disk
from tests.fakes.model_server import answer, fail, reset, say, sleep
from tests.fakes.nodes import Node
from tests.fakes.servers import Stores, run_stores

_SILENCE = 20.0


@dataclass(slots=True)
class House:
    """An installation with its own servers, well when it is started."""

    patient: Patient
    node: Node
    disk: Disk | None = None
    stores: Stores | None = None
    said: list[str] = field(default_factory=list)


def have_a_disk(house: House) -> None:
    """Its data lies on a small disk."""
    patient = house.patient
    house.disk = patient.stack.enter_context(mount_disk(patient.folder.parent / "disk", 300))
    shutil.copytree(patient.folder, house.disk.folder / "data")
    patient.settings["DATA_DIR"] = str(house.disk.folder / "data")


def have_stores(house: House) -> None:
    """A PostgreSQL and a Redis of its own."""
    house.stores = house.patient.stack.enter_context(run_stores(waits_for_disk=False))
    house.patient.settings["DATABASE_URL"] = house.stores.create_database("antiphon")
    house.patient.settings["REDIS_URL"] = house.stores.redis_url


def have_an_old_backup_that_cannot_be_renewed(house: House) -> None:
    """A folder for backups that nobody can write any more."""
    house.patient.settings["BACKUP_DIR"] = str(house.patient.mount_read_only("backups"))


PREPARE: dict[str, Callable[[House], None]] = {
    "disk_full": have_a_disk,
    "database_stopped": have_stores,
    "redis_stopped": have_stores,
    "backup_impossible": have_an_old_backup_that_cannot_be_renewed,
}


def node_killed(house: House) -> None:
    house.node.kill()


def node_frozen(house: House) -> None:
    house.node.freeze()


def disk_full(house: House) -> None:
    assert house.disk is not None
    house.disk.fill()


def database_stopped(house: House) -> None:
    assert house.stores is not None
    # At once, whoever is connected; with SIGTERM it waits for them.
    house.stores.postgres.process.send_signal(signal.SIGINT)
    house.stores.postgres.process.wait(30)


def redis_stopped(house: House) -> None:
    assert house.stores is not None
    house.stores.redis.process.terminate()
    house.stores.redis.process.wait(30)


def key_refused(house: House) -> None:
    house.patient.models.key = "another"


def provider_failing(house: House) -> None:
    broken = fail(500, {"error": {"message": "on fire"}})
    house.patient.models.pages["/v1/models"] = broken
    house.patient.models.handler = lambda _: broken


def provider_gone(house: House) -> None:
    house.patient.models.close()


def provider_slow(house: House) -> None:
    house.patient.models.handler = lambda _: sleep(_SILENCE) + answer("At last.")


def model_gone(house: House) -> None:
    house.patient.models.models[:] = ["another"]
    missing = {"error": {"message": "The model `echo` does not exist", "code": "model_not_found"}}
    house.patient.models.handler = lambda _: fail(404, missing)


def answers_cut(house: House) -> None:
    house.patient.models.handler = lambda _: say("It begins and", pieces=2) + reset()


def backup_impossible(house: House) -> None:
    """It was so from the start; the clock finds it out."""


BEFALL: dict[str, Callable[[House], None]] = {
    each.__name__: each
    for each in (
        node_killed,
        node_frozen,
        disk_full,
        database_stopped,
        redis_stopped,
        key_refused,
        provider_failing,
        provider_gone,
        provider_slow,
        model_gone,
        answers_cut,
        backup_impossible,
    )
}
