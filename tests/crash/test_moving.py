"""The plug is pulled while everything is taken along, and while it is brought: it ends, and nothing comes twice."""

import asyncio
import struct
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from random import Random
from typing import Any

import aiohttp
import pytest

from tests.crash.conftest import Scene
from tests.fakes.cards import SIGNATURE
from tests.fakes.reader import wait_until

pytestmark = [pytest.mark.crash, pytest.mark.timeout(180)]

QUESTIONS = ("Should I go?", "Should I stay?", "Should I wait?")
# More than one piece of a file that is kept.
SIDE = 1_400


async def live(scene: Scene) -> None:
    """Three conversations, and a picture that no packing makes smaller."""
    scene.model.open()
    for text in QUESTIONS:
        conversation = await scene.api.create(scene.first.url)
        sent = await scene.api.send(scene.first.url, conversation, text, f"key {text}", advisor_ids=["skeptic"])
        await scene.api.settled(scene.first.url, sent["turn"]["id"])
    address = f"{scene.first.url}/v1/documents?name=noise.png&kind=inline"
    async with scene.api.session.post(address, data=BytesIO(draw_noise())) as response:
        assert response.status == 201, await response.text()


def draw_noise() -> bytes:
    chance = Random(1)
    rows = b"".join(b"\x00" + chance.randbytes(SIDE * 3) for _ in range(SIDE))
    head = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )


async def begin_export(url: str, scene: Scene) -> str:
    status, made = await scene.api.post(f"{url}/v1/exports", {"format": "archive"})
    assert status == 201, made
    return str(made["id"])


async def fetch_export(scene: Scene, export_id: str) -> bytes:
    """Its bytes, once it is written."""
    address = f"{scene.survivor.url}/v1/exports/{export_id}"
    found: dict[str, Any] = {}

    async def is_written() -> bool:
        found.update(await scene.api.get(address))
        return bool(found["status"] != "writing")

    await wait_until(is_written, seconds=60)
    assert found["status"] == "done", found
    async with scene.api.session.get(f"{address}/file") as response:
        return await response.read()


async def test_a_file_that_was_cut_off_is_the_one_that_would_have_been(make_scene: Callable[..., Scene]) -> None:
    """Kill -9 between two pieces that are kept: whoever goes on writes the same bytes as an undisturbed one."""
    scene = make_scene(first={"ANTIPHON_FAILPOINT": "export_piece_kept"})
    await live(scene)

    export_id = await begin_export(scene.first.url, scene)
    await asyncio.to_thread(scene.first.wait)
    scene.recover()
    cut_off = await fetch_export(scene, export_id)
    undisturbed = await fetch_export(scene, await begin_export(scene.survivor.url, scene))

    assert len(undisturbed) > 4 * 1024 * 1024
    assert cut_off == undisturbed
    assert (await scene.api.get(f"{scene.survivor.url}/v1/work"))["items"] == []


@pytest.mark.parametrize("failpoint", ["import_part_read", "conversation_imported", "conversation_taken_back"])
async def test_an_import_that_was_cut_off_adds_everything_once(
    make_scene: Callable[..., Scene], failpoint: str
) -> None:
    """Kill -9 behind the first part that is read, written or taken back: the rest follows, and none of it twice."""
    scene = make_scene(first={"ANTIPHON_FAILPOINT": failpoint})
    await live(scene)
    archive = await fetch_export(scene, await begin_export(scene.first.url, scene))
    await forget_all(scene)
    died: list[str] = []

    import_id = await bring(scene, archive)
    read = await go_on(scene, import_id, "read", died)
    written = await go_on(scene, import_id, "start", died)
    said = await list_words(scene)
    again = await bring(scene, archive)
    known = await go_on(scene, again, "read", died)
    undone = await go_on(scene, import_id, "undo", died)

    assert died == [{"import_part_read": "read", "conversation_imported": "start"}.get(failpoint, "undo")]
    assert [each["status"] for each in (read, written, known, undone)] == ["ready", "done", "ready", "undone"]
    assert read["counts"]["new"] >= len(QUESTIONS)
    assert written["counts"]["imported"] == read["counts"]["new"]
    assert said == Counter(QUESTIONS)
    assert known["counts"].get("new", 0) == 0
    assert await list_words(scene) == Counter()


def find_living(scene: Scene) -> str:
    """The first node while it lives; then whoever goes on."""
    return scene.first.url if scene.first.is_running else scene.survivor.url


async def forget_all(scene: Scene) -> None:
    """Nothing that was said stands here any more."""
    for each in (await scene.api.get(f"{scene.first.url}/v1/conversations"))["items"]:
        assert await scene.api.delete(f"{scene.first.url}/v1/conversations/{each['id']}/everything") == 204


async def bring(scene: Scene, data: bytes) -> str:
    url = find_living(scene)
    status, made = await scene.api.post(f"{url}/v1/imports", {"name": "export.zip"})
    assert status == 201, made
    size = 4 * 1024 * 1024
    for number, place in enumerate(range(0, len(data), size)):
        address = f"{url}/v1/imports/{made['id']}/pieces?number={number}"
        async with scene.api.session.post(address, data=BytesIO(data[place : place + size])) as response:
            assert response.status == 200, await response.text()
    return str(made["id"])


async def go_on(scene: Scene, import_id: str, step: str, died: list[str]) -> dict[str, Any]:
    """Begin a step on the first node while it lives, and see it to its end wherever that is."""
    was_running = scene.first.is_running
    # Whoever dies at once may not come to answer.
    with suppress(aiohttp.ClientError, OSError):
        await set_going(scene, f"{find_living(scene)}/v1/imports/{import_id}", step)
    found: dict[str, Any] = {}

    async def is_over() -> bool:
        nonlocal was_running
        if was_running and not scene.first.is_running:
            was_running = False
            died.append(step)
            scene.recover()
        with suppress(aiohttp.ClientError, OSError):
            found.update(await scene.api.get(f"{find_living(scene)}/v1/imports/{import_id}"))
        return found.get("status", "arriving") not in ("arriving", "reading", "writing", "undoing")

    await wait_until(is_over, seconds=90)
    return found


async def set_going(scene: Scene, address: str, step: str) -> None:
    if step == "undo":
        assert await scene.api.delete(address) == 204
        return
    status, answer = await scene.api.post(f"{address}/{step}", {})
    assert status == 202, answer


async def list_words(scene: Scene) -> Counter[str]:
    """What was asked in every conversation there is, and that each was sent once."""
    url, said = find_living(scene), Counter[str]()
    for each in (await scene.api.get(f"{url}/v1/conversations"))["items"]:
        for turn in (await scene.api.get(f"{url}/v1/conversations/{each['id']}/turns"))["items"]:
            said[turn["text"]] += 1
            receipts = await scene.api.get(f"{url}/v1/replies/{turn['replies'][0]['id']}/receipts")
            assert len(receipts["items"]) == 1, receipts
    return said
