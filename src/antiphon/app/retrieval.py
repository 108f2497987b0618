"""Which model finds documents by their meaning: the operator's, else the one of the extra, else none."""

import asyncio
from importlib.util import find_spec

from antiphon.app.ways import OPERATOR_POLICY
from antiphon.conversation.errors import SettingsInvalid
from antiphon.egress.session import Session
from antiphon.retrieval.embedder import Embedder
from antiphon.retrieval.onnx import has_packaged_model, open_folder, open_packaged, open_packaged_words
from antiphon.retrieval.server import ServedEmbedder, ServedModel
from antiphon.retrieval.word_vectors import WordVectors
from antiphon.settings import RecallSettings

_INSTALL = "install the extra `recall` first"


async def open_embedder(settings: RecallSettings, session: Session) -> Embedder | None:
    """The model, not loaded yet. `SettingsInvalid` when one was chosen that cannot be used."""
    if not settings.by_meaning:
        return None
    if settings.base_url:
        _check_installed("base_url", "numpy")
        return _build_served(settings, session)
    if settings.folder is not None:
        _check_installed("folder", "numpy", "onnxruntime", "tokenizers")
        try:
            return await asyncio.to_thread(
                open_folder,
                settings.folder,
                query_prefix=settings.query_prefix,
                passage_prefix=settings.passage_prefix,
            )
        except OSError as error:
            raise SettingsInvalid((f"recall.folder: {error.filename}: {error.strerror}",)) from error
    return open_packaged() if has_packaged_model() else None


def open_word_vectors(settings: RecallSettings) -> WordVectors | None:
    """What a glance compares words by; never somebody's server, because a glance costs nothing."""
    return open_packaged_words() if settings.by_meaning and has_packaged_model() else None


def _check_installed(name: str, *packages: str) -> None:
    if any(find_spec(package) is None for package in packages):
        raise SettingsInvalid((f"recall.{name}: {_INSTALL}",))


def _build_served(settings: RecallSettings, session: Session) -> ServedEmbedder:
    served = ServedModel(
        base_url=settings.base_url,
        model=settings.model,
        api_key=settings.api_key.get_secret_value() if settings.api_key else None,
        query_prefix=settings.query_prefix,
        passage_prefix=settings.passage_prefix,
    )
    return ServedEmbedder(served, session=session, policy=OPERATOR_POLICY)
