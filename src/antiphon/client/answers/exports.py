"""Files to take along."""

from collections.abc import Sequence

from antiphon.client.answers.base import Answer, Failure


class Export(Answer):
    """One file, as far as it has come; when it is `done` it can be fetched in so many pieces."""

    id: str
    format: str
    conversation_ids: Sequence[str]
    name: str
    status: str
    written: int
    of: int | None = None
    bytes: int
    pieces: int
    sha256: str | None = None
    signer: str | None = None
    signature: str | None = None
    error: Failure | None = None
    created_at: str
    kept_until: str


class Exporter(Answer):
    """A format that can be written."""

    name: str
    label: str
    media_type: str
    suffix: str
    version: int


class Signer(Answer):
    """Whose signature stands under what leaves: the public half of a key, or nobody's."""

    algorithm: str
    signer: str | None = None
