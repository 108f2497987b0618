"""Who may be listened to from outside this machine: rules over several settings at once."""

from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from antiphon.settings.settings import Settings

# What these rules look at.
EDGE = frozenset(
    (
        "host",
        "accounts",
        "allowed_hosts",
        "tls_cert",
        "tls_key",
        "trusted_proxies",
        "insecure_http",
        "header_sso",
    )
)
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def is_beyond_loopback(settings: Settings) -> bool:
    """Whether others than this machine can knock."""
    return settings.host not in LOOPBACK


def find_edge_problems(settings: Settings, sources: Mapping[str, str]) -> tuple[str, ...]:
    """Every reason not to listen as these settings say, each in one sentence; none when they may stand."""
    return tuple(_name_source(name, said, sources) for name, said in _find_problems(settings, sources))


def find_public_problems(settings: Settings) -> tuple[str, ...]:
    """What is wrong with the address people are told, with accounts on; a command's own server has none."""
    if settings.accounts == "off":
        return ()
    if settings.public_url is None:
        return ("public_url: must be set with accounts on: cookies and links are made for that address",)
    address = urlsplit(settings.public_url)
    if address.scheme == "https":
        return ()
    if settings.tls_cert is not None:
        return ("public_url: must be https:// with tls_cert",)
    if address.hostname not in LOOPBACK and not settings.insecure_http:
        return ("public_url: must be https://, or passwords and cookies would travel in the clear",)
    return ()


def _find_problems(settings: Settings, sources: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    has_accounts = settings.accounts == "on"
    if (settings.tls_cert is None) != (settings.tls_key is None):
        yield from (
            (name, f"must be set with {other}")
            for name, other in (("tls_key", "tls_cert"), ("tls_cert", "tls_key"))
            if getattr(settings, name) is None
        )
    if settings.tls_cert is not None and not has_accounts:
        yield "tls_cert", "needs accounts: without them only this machine is answered, in the clear"
    if settings.insecure_http and not sources.get("insecure_http", "").startswith("file "):
        yield "insecure_http", "must be written into antiphon.toml, nowhere else"
    if settings.allowed_hosts and has_accounts:
        yield "allowed_hosts", "must be empty with accounts on: people come by public_url and no other name"
    if settings.header_sso is not None:
        yield from _find_header_problems(settings)
    if is_beyond_loopback(settings) and not has_accounts:
        yield "host", "must be a loopback address while accounts are off"
    elif is_beyond_loopback(settings) and not _is_covered(settings):
        yield "host", "must be a loopback address, or set tls_cert and tls_key, or trusted_proxies, or insecure_http"


def _find_header_problems(settings: Settings) -> Iterator[tuple[str, str]]:
    """Whoever says who somebody is must be known by address too, and there must be people to be somebody."""
    if settings.accounts == "off":
        yield "accounts", "must be on with header_sso"
    if not settings.trusted_proxies:
        yield "trusted_proxies", "must name the proxy with header_sso: nobody else is believed"


def _is_covered(settings: Settings) -> bool:
    return settings.tls_cert is not None or bool(settings.trusted_proxies) or settings.insecure_http


def _name_source(name: str, sentence: str, sources: Mapping[str, str]) -> str:
    source = sources.get(name, "")
    return f"{name}: {sentence}" + (f" (from {source})" if source else "")
