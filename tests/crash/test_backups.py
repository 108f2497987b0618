"""The drill: write, back up in the middle, kill everything, restore elsewhere, and miss nothing."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import pytest

from tests.crash.conftest import Scene
from tests.fakes.commands import run_command
from tests.fakes.disk import mount_disk
from tests.fakes.nodes import Node
from tests.fakes.reader import Api, wait_until

pytestmark = [pytest.mark.crash, pytest.mark.timeout(180)]

WRITERS = 4


@dataclass(slots=True)
class Diary:
    """What was acknowledged, and when: conversations, the words of turns, and instructions."""

    acknowledged: list[tuple[float, str, str, str]] = field(default_factory=list)

    def note(self, kind: str, id_: str, words: str = "") -> None:
        """The answer is here, so it is on disk."""
        self.acknowledged.append((time.monotonic(), kind, id_, words))

    def before(self, moment: float) -> list[tuple[str, str, str]]:
        """All that was acknowledged by then."""
        return [(kind, id_, words) for at, kind, id_, words in self.acknowledged if at < moment]


async def write_at_random(api: Api, urls: list[str], diary: Diary, seed: int) -> None:
    """Begin conversations, say things and leave instructions, in any order, until somebody ends it."""
    chance = random.Random(seed)
    mine: list[str] = []
    for number in range(10_000):
        url, deed = chance.choice(urls), chance.choice(["begin", "say", "say", "say", "instruct"])
        words = f"{seed}-{number}: " + "words " * chance.randint(1, 400)
        if deed == "begin" or not mine:
            mine.append(await api.create(url))
            diary.note("conversation", mine[-1])
        elif deed == "say":
            conversation = chance.choice(mine)
            status, said = await api.send_raw(url, conversation, words, f"{seed}-{number}")
            if status == 202:
                diary.note("turn", said["turn"]["id"], words.strip())
        else:
            status, said = await api.post(f"{url}/v1/instructions", {"name": f"{seed}-{number}", "text": words[:80]})
            assert status == 201, said
            diary.note("instruction", said["id"], words[:80].strip())


async def read_back(api: Api, url: str, kind: str, id_: str) -> str | None:
    """The words as they stand there, or nothing."""
    async with api.session.get(f"{url}/v1/{kind}s/{id_}") as response:
        if response.status == 404:
            return None
        assert response.status == 200, await response.text()
        said = await response.json()
    return "" if kind == "conversation" else str(said["text"]).strip()


async def test_nothing_acknowledged_before_a_backup_is_missing_after_it(
    make_scene: Callable[..., Scene], tmp_path: Path
) -> None:
    """Random writes through the API, a backup in the middle, kill -9, and a restore in another place."""
    scene = make_scene()
    scene.model.open()
    diary, backups = Diary(), tmp_path / "backups"
    settings = {name.removeprefix("ANTIPHON_"): value for name, value in scene.first.environment.items()}

    async with writing(scene, diary):
        await wait_until(lambda: has_written(diary, 40))
        began = time.monotonic()
        code, said = await asyncio.to_thread(
            run_command, "backup", "--to", str(backups), **settings | {"DATA_DIR": scene.first.folder}
        )
        assert code == 0, said
        ended = time.monotonic()
        written = len(diary.acknowledged)
        await wait_until(lambda: has_written(diary, written + 5))
        for node in scene.nodes:
            node.kill()

    place = tmp_path / "elsewhere"
    if scene.stores is not None:
        settings["DATABASE_URL"] = scene.stores.create_database("elsewhere")
    path, *_ = backups.iterdir()
    restoring = time.monotonic()
    code, said = await asyncio.to_thread(run_command, "backup", "restore", str(path), "--into", str(place), **settings)
    assert code == 0, said
    node = Node(place, {f"ANTIPHON_{name}": value for name, value in settings.items()}, "restored")
    try:
        await asyncio.to_thread(node.start)
        ready = time.monotonic()
        expected = diary.before(began)
        found = [await read_back(scene.api, node.url, kind, id_) for kind, id_, _ in expected]
        answered = await scene.api.settled(node.url, next(id_ for kind, id_, _ in expected if kind == "turn"))
    finally:
        node.close()

    assert found == [words for _, _, words in expected]
    assert len(expected) >= 40
    assert answered.all_completed
    print(
        f"{scene.kind}: {len(expected)} things acknowledged before the backup are there; it took {ended - began:.2f} s "
        f"beside {WRITERS} writers, restoring {ready - restoring:.2f} s until ready"
    )


@contextlib.asynccontextmanager
async def writing(scene: Scene, diary: Diary) -> AsyncIterator[None]:
    """Several writers at once for as long as the block lasts; the death of the servers is no failure of theirs."""
    tasks = [asyncio.create_task(write_at_random(scene.api, scene.urls, diary, seed)) for seed in range(WRITERS)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for ending in await asyncio.gather(*tasks, return_exceptions=True):
            if not isinstance(ending, asyncio.CancelledError | aiohttp.ClientError | OSError):
                raise ending if isinstance(ending, BaseException) else AssertionError(ending)


async def has_written(diary: Diary, count: int) -> bool:
    return len(diary.acknowledged) >= count


@pytest.fixture
async def api() -> AsyncIterator[Api]:
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=30)) as session:
        yield Api(session)


def read_events(node: Node, event: str) -> list[dict[str, object]]:
    """What a node has logged under this name."""
    lines = (line for line in node.log.splitlines() if line.startswith("{"))
    return [said for line in lines if (said := json.loads(line)).get("event") == event]


ALONE = {"ANTIPHON_DETECT_LOCAL_MODELS": "false", "ANTIPHON_LOG_FORMAT": "json"}
SECOND = str(1 / 3600)


async def test_a_server_of_ones_own_backs_itself_up_and_keeps_the_last(api: Api, tmp_path: Path) -> None:
    """On unless switched off, and said at the start."""
    hourly = Node(tmp_path / "hourly", {**ALONE, "ANTIPHON_BACKUP_HOURS": SECOND, "ANTIPHON_BACKUP_KEEP": "2"})
    off = Node(tmp_path / "off", {**ALONE, "ANTIPHON_BACKUP_HOURS": "0"})
    usual = Node(tmp_path / "usual", ALONE)
    folder = hourly.folder / "backups"
    try:
        for node in (hourly, off, usual):
            await asyncio.to_thread(node.start)
        await api.create(hourly.url)
        async with asyncio.timeout(60):
            while len(read_events(hourly, "backup_made")) < 4:
                await asyncio.sleep(0.2)
        await asyncio.to_thread(hourly.kill)
        kept = sorted(each for each in folder.iterdir() if each.name != "unfinished")
        checked = [run_command("backup", "check", str(each), data_dir=hourly.folder) for each in kept]
    finally:
        for node in (hourly, off, usual):
            node.close()

    assert len(kept) in (2, 3)  # killed between the newest and the removing, there is one more
    assert [code for code, _ in checked] == [0] * len(kept)
    assert all("1 conversation," in said or "0 conversations" in said for _, said in checked)
    assert f"Backed up every 24 hours into {usual.folder / 'backups'}: the last 7 are kept, not sealed" in usual.log
    assert "Backups are switched off" in off.log
    assert not (off.folder / "backups").exists()


async def test_a_full_disk_fails_the_backup_and_nothing_else(api: Api, tmp_path: Path) -> None:
    """Told in the log and in the figures; the server goes on, and so do backups once there is room."""
    with mount_disk(tmp_path / "disk", 160) as disk:
        folder = disk.folder / "backups"
        node = Node(tmp_path / "node", {**ALONE, "ANTIPHON_BACKUP_HOURS": SECOND, "ANTIPHON_BACKUP_DIR": str(folder)})
        (disk.folder / "filler").write_bytes(b"x" * 80 * 1024 * 1024)
        try:
            await asyncio.to_thread(node.start)
            async with asyncio.timeout(30):
                while not read_events(node, "backup_failed"):
                    await asyncio.sleep(0.2)
            conversation = await api.create(node.url)
            async with api.session.get(f"{node.url}/metrics") as response:
                figures = await response.text()
            left = [each.name for each in folder.iterdir()]
            disk.free()
            async with asyncio.timeout(30):
                while not read_events(node, "backup_made"):
                    await asyncio.sleep(0.2)
        finally:
            node.close()

    assert conversation
    assert "MiB are wanted so that some are left" in str(read_events(node, "backup_failed")[0]["reason"])
    assert 'antiphon_backups_total{outcome="failed"}' in figures
    assert left == []
