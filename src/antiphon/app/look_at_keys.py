"""What `antiphon doctor` sees of keys and certificates: whether they are there, closed to others, right and in time."""

import ssl
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from antiphon.app.edge import describe_edge, is_in_the_clear
from antiphon.app.faults import Check, fail
from antiphon.app.keys import check_key_file, check_keys, lies_in_data
from antiphon.app.look_at_database import is_current
from antiphon.app.provider_file import is_open_to_others
from antiphon.conversation.errors import AntiphonError, StoreUnavailable
from antiphon.settings import PROVIDERS_FILE, Settings, layers_of

_DAY: Final = 86_400
_SOON_DAYS: Final = 14
# X509_V_ERR_CERT_HAS_EXPIRED of OpenSSL.
_EXPIRED: Final = 10


def check_added_keys(settings: Settings) -> Check:
    """Keys that were added while it ran; the other places say themselves what they hold."""
    if settings.accounts == "on":
        return Check("keys", True, "those that people add are sealed in the database")
    path = settings.data_dir / PROVIDERS_FILE
    names = ", ".join(layers_of(settings).added)
    if not names:
        return Check("keys", True, f"none added; `antiphon connect` keeps them in {path}")
    if is_open_to_others(settings.data_dir):
        return fail("keys", "files_open", f"others can read {path}: run `chmod 600 {path}`")
    return Check("keys", True, f"{names}: in {path}, which only its owner can read")


async def check_sealing(settings: Settings) -> list[Check]:
    """The key that seals secrets, where accounts are on, and whether everything opens with it."""
    if settings.accounts == "off":
        return []
    try:
        check_key_file(settings)
    except AntiphonError as error:
        return [fail("key file", "key_file_refused", str(error))]
    if lies_in_data(settings):
        return [fail("key file", "key_file_beside_data", f"{settings.key_file} lies in the data folder")]
    return [Check("key file", True, f"{settings.key_file}: nobody else may open it"), *await _open_all(settings)]


async def _open_all(settings: Settings) -> list[Check]:
    if not is_current(settings):
        return []
    try:
        opened = await check_keys(settings)
    except StoreUnavailable:
        return []
    except AntiphonError as error:
        return [fail("sealed", "key_wrong", str(error))]
    if opened.closed:
        return [fail("sealed", "key_wrong", f"{len(opened.closed)} kept keys or secrets do not open with it")]
    return [Check("sealed", True, f"{opened.keys} keys and {opened.secrets} secrets open")]


def check_listening(settings: Settings) -> list[Check]:
    """How people reach it with accounts on, and its certificate."""
    if settings.accounts == "off":
        return []
    is_well, seen = describe_edge(settings)
    if not is_well:
        fault = "listening_in_the_clear" if is_in_the_clear(settings) else "listening_refused"
        return [fail("listening", fault, seen)]
    if settings.tls_cert is None or settings.tls_key is None:
        return [Check("listening", True, seen)]
    return [Check("listening", True, seen), _check_certificate(settings.tls_cert, settings.tls_key)]


def _check_certificate(cert: Path, key: Path) -> Check:
    try:
        ends_at = read_expiry(cert, key)
    except ssl.SSLCertVerificationError as error:
        if error.verify_code == _EXPIRED:
            return fail("certificate", "certificate_expired", f"{cert} counts no more")
        return Check("certificate", True, f"{cert}: {error.verify_message}, as this machine sees it")
    days = int((ends_at - time.time()) // _DAY)
    seen = f"{cert} counts for {days} more days"
    return Check("certificate", True, seen) if days >= _SOON_DAYS else fail("certificate", "certificate_expiring", seen)


def read_expiry(cert: Path, key: Path) -> float:
    """When a certificate ends, in seconds since 1970, by shaking hands with ourselves; an expired one raises."""
    server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_side.load_cert_chain(cert, key, lambda: "")
    client_side = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client_side.check_hostname = False
    # The certificate itself is trusted: when it ends is asked, not who vouches for it.
    client_side.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    client_side.load_verify_locations(cert)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = client_side.wrap_bio(back, there)
    server = server_side.wrap_bio(there, back, server_side=True)
    for _ in range(4):
        for each in (client, server):
            with suppress(ssl.SSLWantReadError):
                each.do_handshake()
    said = client.getpeercert() or {}
    return ssl.cert_time_to_seconds(str(said["notAfter"]))
