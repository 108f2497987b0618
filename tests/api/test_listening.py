"""Who is listened to from outside this machine: every combination of settings, with the real server."""

import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from antiphon.secrets.keeper import create_key_file
from tests.fakes.certificates import Certificate, write_certificate
from tests.fakes.nodes import Node

# An address of this machine that the rule does not know as one: the same to it as an address of the network.
BEYOND = "127.0.0.2"
LOUD = "insecure_http: passwords, cookies and conversations travel in the clear"

# Accounts, an address Beyond loopback, TLS, a trusted Proxy, Insecure_http: what is refused, by the setting's name.
RULES = {
    "": "",
    "P": "",
    "I": "",
    "PI": "",
    "T": "tls_cert",
    "TP": "tls_cert",
    "TI": "tls_cert",
    "TPI": "tls_cert",
    "B": "host",
    "BP": "host",
    "BI": "host",
    "BPI": "host",
    "BT": "tls_cert host",
    "BTP": "tls_cert host",
    "BTI": "tls_cert host",
    "BTPI": "tls_cert host",
    "A": "",
    "AP": "",
    "AI": "",
    "API": "",
    "AT": "",
    "ATP": "",
    "ATI": "",
    "ATPI": "",
    "AB": "host",
    "ABP": "",
    "ABI": "",
    "ABPI": "",
    "ABT": "",
    "ABTP": "",
    "ABTI": "",
    "ABTPI": "",
}


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    folder = tmp_path_factory.mktemp("certificate")
    create_key_file(folder / "sealing.key")
    return write_certificate(folder)


@pytest.fixture
def nodes() -> Iterator[list[Node]]:
    made: list[Node] = []
    yield made
    for each in made:
        each.close()


def build_node(folder: Path, has: str, certificate: Certificate) -> Node:
    """A server with these settings, as an operator says them: one of them counts in the file alone."""
    said = {"ANTIPHON_DEFAULT_MODEL": "scripted:rehearsal", "ANTIPHON_PUBLIC_URL": "https://antiphon.internal"}
    if "A" in has:
        said |= {"ANTIPHON_ACCOUNTS": "on", "ANTIPHON_KEY_FILE": str(certificate.cert.with_name("sealing.key"))}
    if "B" in has:
        said["ANTIPHON_HOST"] = BEYOND
    if "T" in has:
        said |= {"ANTIPHON_TLS_CERT": str(certificate.cert), "ANTIPHON_TLS_KEY": str(certificate.key)}
    if "P" in has:
        said["ANTIPHON_TRUSTED_PROXIES"] = "10.0.0.0/24"
    if "I" in has:
        (folder / "antiphon.toml").write_text("insecure_http = true\n")
    return Node(
        folder,
        said,
        host=BEYOND if "B" in has else "127.0.0.1",
        certificate=certificate.cert if "T" in has else None,
    )


def test_the_table_has_every_combination() -> None:
    every = {
        "".join(each for each, there in zip("ABTPI", of, strict=True) if there) for of in product([0, 1], repeat=5)
    }

    assert set(RULES) == every


@pytest.mark.parametrize("has", [has for has, refused in RULES.items() if not refused])
def test_what_may_listen_listens(tmp_path: Path, nodes: list[Node], certificate: Certificate, has: str) -> None:
    """C-01, T-09."""
    node = build_node(tmp_path, has, certificate)
    nodes.append(node)

    node.start()

    with node.look("/healthz") as answer:
        assert answer.status == 200
    assert (LOUD in node.log) == (has in ("AI", "API", "ABI", "ABPI"))
    other = f"http://{'127.0.0.1' if 'B' in has else BEYOND}:{node.port}/healthz"
    with pytest.raises(urllib.error.URLError, match="refused"):
        urllib.request.urlopen(other, timeout=5)
    if "T" in has:
        with pytest.raises(OSError, match=r"closed|reset"):
            urllib.request.urlopen(node.url.replace("https", "http") + "/healthz", timeout=5)


@pytest.mark.parametrize(("has", "refused"), [(has, refused) for has, refused in RULES.items() if refused])
def test_what_may_not_listen_is_refused_by_name(
    tmp_path: Path, nodes: list[Node], certificate: Certificate, has: str, refused: str
) -> None:
    """C-01, T-09."""
    node = build_node(tmp_path, has, certificate)
    nodes.append(node)

    node.spawn()

    assert node.wait() != 0
    said = [line.strip() for line in node.log.splitlines() if line.startswith("  - ")]
    assert [line.removeprefix("- ").partition(":")[0] for line in said] == refused.split()
    assert "Traceback" not in node.log


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"ANTIPHON_HOST": BEYOND, "ANTIPHON_INSECURE_HTTP": "true"}, "must be written into antiphon.toml"),
        ({"ANTIPHON_PUBLIC_URL": ""}, "public_url: must be set with accounts on"),
        ({"ANTIPHON_PUBLIC_URL": "http://antiphon.internal"}, "public_url: must be https://, or passwords"),
        ({"ANTIPHON_ALLOWED_HOSTS": "second.internal"}, "allowed_hosts: must be empty with accounts on"),
        ({"ANTIPHON_TLS_CERT": "antiphon.pem"}, "tls_key: must be set with tls_cert"),
        ({"ANTIPHON_TLS_KEY": "antiphon.key"}, "tls_cert: must be set with tls_key"),
        (
            {"ANTIPHON_TLS_CERT": "/nowhere.pem", "ANTIPHON_TLS_KEY": "/nowhere.key"},
            "tls_cert: it or its key cannot be read: No such file or directory",
        ),
        ({"ANTIPHON_TLS_CERT": __file__, "ANTIPHON_TLS_KEY": __file__}, "tls_cert: cannot be used with tls_key"),
        ({"ANTIPHON_TRUSTED_PROXIES": "0.0.0.0/0"}, "0.0.0.0/0 is everybody"),
        ({"ANTIPHON_TRUSTED_PROXIES": "proxy.internal"}, "proxy.internal must be an address or a network"),
        ({"ANTIPHON_TRUSTED_PROXIES": "10.0.0.1/24"}, "10.0.0.1/24 must be an address or a network"),
    ],
)
def test_what_does_not_fit_together_is_said_before_anything_listens(
    tmp_path: Path, nodes: list[Node], certificate: Certificate, said: dict[str, str], sentence: str
) -> None:
    node = build_node(tmp_path, "A", certificate)
    nodes.append(node)

    node.spawn(**said)

    assert node.wait() != 0
    assert sentence in node.log
    assert "Traceback" not in node.log


def test_tls_is_the_certificate_and_nothing_older_than_1_2(
    tmp_path: Path, nodes: list[Node], certificate: Certificate
) -> None:
    node = build_node(tmp_path, "ABT", certificate).start()
    nodes.append(node)
    old = ssl.create_default_context(cafile=certificate.cert)
    with pytest.warns(DeprecationWarning, match="TLSv1_1"):
        old.maximum_version = ssl.TLSVersion.TLSv1_1

    with pytest.raises(urllib.error.URLError, match=r"(?i)ssl|tls"):
        urllib.request.urlopen(node.url + "/healthz", timeout=5, context=old)
    with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
        urllib.request.urlopen(node.url + "/healthz", timeout=5)
