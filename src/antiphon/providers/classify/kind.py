"""The rules, in order."""

from antiphon.conversation.errors import ContextOverflow, ProtocolError, ProviderUnavailable, RequestRejected
from antiphon.providers.classify.codes import Kind, kind_by_code, status_by_code
from antiphon.providers.classify.refusal import Refusal
from antiphon.providers.classify.statuses import is_ambiguous, kind_by_status
from antiphon.providers.classify.words import kind_by_words


def kind_of(refusal: Refusal) -> Kind:
    """Which branch of the tree this refusal is."""
    if precise := kind_by_code(refusal.codes):
        return precise
    status = status_by_code(refusal.codes, refusal.status)
    if by_status := kind_by_status(status, refusal.words):
        return by_status
    if is_ambiguous(status) and (by_words := kind_by_words(status, refusal.words)):
        return by_words
    return _kind_of_unknown(refusal, status)


def _kind_of_unknown(refusal: Refusal, status: int | None) -> Kind:
    """What no rule knows is rejected, except where the very shape of the answer says more."""
    if status is not None and status < 400:
        return ProtocolError
    if refusal.words:
        return ProtocolError if status is None and refusal.is_page else RequestRejected
    if status is None:
        # Accepted with 200 and then nothing: the provider's fault, not the request's.
        return ProviderUnavailable
    # Some servers answer a prompt that is too long with 413 and not a word.
    return ContextOverflow if status == 413 and not refusal.text else RequestRejected
