"""What the packaged model knows of single words, without running it: a hundredth of the time, and less is understood.

A sentence is the sum of the vectors its words have before the model reads them; rare words weigh more than common ones.
That takes tens of microseconds where the model takes milliseconds, so it can be done for every turn.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from antiphon.conversation.errors import ProtocolError
from antiphon.retrieval.onnx_tensors import find_tensors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_WEIGHT: Final = "inner.embeddings.word_embeddings.weight_q"
_SCALE: Final = "inner.embeddings.word_embeddings.weight_scale"
# Words that one statement is looked at for; longer ones are lists and code.
_MOST_TOKENS: Final = 64


class WordVectors:
    """Sums of word vectors. The file is read when it is first needed; may be asked by several threads."""

    def __init__(self, name: str, model: Path, tokenizer: Path, sha256: str) -> None:
        self._name = name
        self._model = model
        self._tokenizer_path = tokenizer
        self._sha256 = sha256
        self._lock = Lock()
        self._table: _Table | None = None

    def embed(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """A row of length one for each text, in order. `ProtocolError` when the file is not the one it should be."""
        import numpy as np

        from antiphon.retrieval.unit_length import to_unit_length

        with self._lock:
            table = self._table = self._table or self._load()
        # One by one: for a few short texts, threads cost more than they save.
        encoded = [table.tokenizer.encode(text, add_special_tokens=False) for text in texts]
        return to_unit_length(np.stack([table.add_up(each.ids) for each in encoded]))

    def _load(self) -> "_Table":
        from tokenizers import Tokenizer

        model = self._model.read_bytes()
        if hashlib.sha256(model).hexdigest() != self._sha256:
            raise ProtocolError(self._name, provider_message="its file is not the one this version was made with")
        tokenizer = Tokenizer.from_file(str(self._tokenizer_path))
        tokenizer.enable_truncation(_MOST_TOKENS)
        tokenizer.no_padding()
        return _Table(tokenizer, find_tensors(model, frozenset({_WEIGHT, _SCALE})))


class _Table:
    """A row of small numbers for every word, and what each row is multiplied by."""

    def __init__(self, tokenizer: Any, tensors: dict[str, memoryview]) -> None:
        import numpy as np

        self.tokenizer = tokenizer
        # Copies: the rest of the file is let go.
        self._scale = np.frombuffer(tensors[_SCALE], np.float32).copy()
        self._rows = np.frombuffer(tensors[_WEIGHT], np.int8).reshape(len(self._scale), -1).copy()
        # What all words have in common says nothing about any of them.
        self._mean = (self._scale @ self._rows) / len(self._scale)

    def add_up(self, ids: Sequence[int]) -> "NDArray[np.float32]":
        """The sum of what these words mean. The vocabulary is in the order of how common a word is."""
        import numpy as np

        places = np.array(ids, np.int64)
        weights = np.log1p(places).astype(np.float32)
        rows = self._rows[places] * self._scale[places, None] - self._mean
        total: NDArray[np.float32] = (weights @ rows).astype(np.float32)
        return total
