"""No packet goes where it may not, seen from outside: in a network of its own that writes every packet down."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from antiphon.api.application import build_application
from tests.fakes.closed_room import NAMES, PUBLIC

CLOSED = ["unshare", "-n", "-m"]


def _can_close() -> bool:
    if os.name != "posix" or shutil.which("unshare") is None or shutil.which("ip") is None:
        return False
    furnished = [*CLOSED, "ip", "link", "add", "probe", "type", "veth", "peer", "name", "other"]
    return subprocess.run(furnished, capture_output=True, check=False).returncode == 0


@pytest.fixture(scope="module")
def seen() -> dict[str, Any]:
    """What the house answered, and where packets went."""
    if not _can_close():
        pytest.skip("this machine does not let a test have a network of its own")
    command = [*CLOSED, sys.executable, "-m", "tests.fakes.closed_room"]
    root = Path(__file__).parent.parent.parent
    done = subprocess.run(command, capture_output=True, text=True, timeout=110, cwd=root, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return dict(json.loads(done.stdout))


@pytest.mark.timeout(150)
def test_no_private_address_is_ever_tried(seen: dict[str, Any]) -> None:
    """I-53, E-01 to E-06: however it is written, named, redirected to or rebound."""
    assert [each for each in seen["packets"] if each[0] != PUBLIC] == []


@pytest.mark.timeout(150)
def test_the_watch_sees_what_leaves(seen: dict[str, Any]) -> None:
    """The one public address was tried, so an empty list of others means something."""
    assert [PUBLIC, 80] in seen["packets"]


@pytest.mark.timeout(150)
def test_every_address_was_refused_or_led_nowhere(seen: dict[str, Any]) -> None:
    """E-03, E-04, E-06: literal addresses are refused when they are typed; names and redirects lead nowhere."""
    answers: dict[str, str] = seen["answers"]
    named = {key: why for key, why in answers.items() if any(name in key for name in NAMES)}
    assert "reached" not in answers.values()
    assert {why for key, why in answers.items() if key not in named} == {"malformed"}
    assert set(named.values()) <= {"unreachable", "malformed"}


@pytest.mark.timeout(150)
def test_no_webhook_is_told_anything_at_a_private_address(seen: dict[str, Any]) -> None:
    """Literal addresses are refused when they are typed, names when they are looked up; redirects are not followed."""
    told: dict[str, str] = seen["webhooks"]
    named = {key: why for key, why in told.items() if any(name in key for name in NAMES)}
    assert {why for key, why in told.items() if key not in named} == {"webhook_address"}
    assert set(named.values()) <= {"address_refused", "no_connection", "redirect"}
    assert all(why == "address_refused" for key, why in named.items() if "private." in key or "meta." in key)


def test_tools_providers_and_webhooks_are_all_a_person_can_give_an_address_for() -> None:
    """E-01, E-07: no other request carries an address that we would go to."""
    application = build_application(_closed, "0")
    schemas: dict[str, Any] = application.openapi()["components"]["schemas"]
    asking = _schemas_of_requests(application.openapi())
    wanted = ("url", "uri", "href", "host", "address", "endpoint")
    found = {
        f"{name}.{field}"
        for name in asking
        for field in schemas[name].get("properties", {})
        if any(word in field.lower() for word in wanted)
    }
    providers = {"AddingProvider.base_url", "HearingModels.base_url", "TestingProvider.base_url"}
    assert found == providers | {"NewServer.url", "NewWebhook.url", "ChangingWebhook.url"}


def _schemas_of_requests(document: dict[str, Any]) -> set[str]:
    """Every schema that a request body is made of, however deep."""
    bodies = [
        operation["requestBody"]
        for path in document["paths"].values()
        for operation in path.values()
        if "requestBody" in operation
    ]
    found: set[str] = set()
    waiting = _references(bodies)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting |= _references(document["components"]["schemas"][name])
    return found


def _references(part: Any) -> set[str]:
    if isinstance(part, dict):
        own = {str(part["$ref"]).rpartition("/")[2]} if "$ref" in part else set()
        return own.union(*map(_references, part.values()))
    return set().union(*map(_references, part)) if isinstance(part, list) else set()


def _closed() -> Any:
    raise AssertionError("nothing is opened to read the document")
