"""The edge of a server: which names it has, whether it speaks TLS, and what is said about one that does not."""

import logging
import ssl
import sys

from antiphon.api.guard import ServerNames, build_names, build_public_name
from antiphon.conversation.errors import SettingsInvalid
from antiphon.settings import Settings, find_public_problems, is_beyond_loopback

logger = logging.getLogger(__name__)

IN_THE_CLEAR = "insecure_http: passwords, cookies and conversations travel in the clear to whoever listens in between"


def find_names(settings: Settings, *, is_inside: bool) -> ServerNames:
    """The names people use. A server inside a command has those of this machine, whatever others are for people."""
    if settings.accounts == "on" and settings.public_url is not None and not is_inside:
        return build_public_name(settings.public_url)
    return build_names(settings.public_url, settings.allowed_hosts)


def find_scheme(settings: Settings) -> str:
    """What the socket speaks; a proxy may speak something else to people."""
    return "http" if settings.tls_cert is None else "https"


def check_edge(settings: Settings) -> None:
    """Refuse to serve people at an address that does not hold, and say aloud what is served in the clear."""
    if problems := (*find_public_problems(settings), *find_certificate_problems(settings)):
        raise SettingsInvalid(problems)
    if is_in_the_clear(settings):
        logger.warning("insecure_http", extra={"host": settings.host})
        print(IN_THE_CLEAR, file=sys.stderr, flush=True)  # noqa: T201


def is_in_the_clear(settings: Settings) -> bool:
    """Whether somebody wrote down that others may be listened to without TLS, and they are."""
    return settings.accounts == "on" and settings.insecure_http and settings.tls_cert is None


def find_certificate_problems(settings: Settings) -> tuple[str, ...]:
    """What keeps the certificate and its key from being used, in a sentence without their content."""
    if settings.tls_cert is None:
        return ()
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(settings.tls_cert, settings.tls_key, lambda: "")
    except ssl.SSLError as error:
        return (f"tls_cert: cannot be used with tls_key: {error.reason or 'no certificate and key'}",)
    except OSError as error:
        return (f"tls_cert: it or its key cannot be read: {error.strerror}",)
    return ()


def describe_edge(settings: Settings) -> tuple[bool, str]:
    """How people reach it with accounts on, and whether that is well, for whoever looks after it."""
    if problems := (*find_public_problems(settings), *find_certificate_problems(settings)):
        return False, "; ".join(problems)
    if is_in_the_clear(settings):
        return False, IN_THE_CLEAR
    listens = f"{settings.host}, port {settings.port}, for {settings.public_url}"
    if settings.tls_cert is not None:
        return True, f"{listens}, with TLS of its own"
    if settings.trusted_proxies:
        return True, f"{listens}, through {', '.join(settings.trusted_proxies)}"
    if is_beyond_loopback(settings) or (settings.public_url or "").startswith("http://"):
        return True, listens
    return True, f"{listens}; beware: without trusted_proxies every session seems to come from the proxy's address"
