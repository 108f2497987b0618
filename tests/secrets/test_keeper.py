"""The key in a file: what is refused, what is known, and what another key opens."""

import base64
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.conversation.errors import KeyFileRefused, KeyUnknown, SealBroken
from antiphon.secrets.keeper import FileKeeper, create_key_file, name_next, put_next_first
from antiphon.secrets.key_file import read_key_file, read_or_write_key_file
from antiphon.secrets.places import Place, name_host
from antiphon.secrets.sealing import Sealed, derive_key, draw_key, seal, unseal


def write_key(path: Path, key: bytes, mode: int = 0o600) -> Path:
    path.write_bytes(base64.b64encode(key))
    path.chmod(mode)
    return path


def test_a_new_key_is_for_its_owner_alone_and_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "key"

    create_key_file(path)

    assert path.stat().st_mode & 0o777 == 0o600
    assert len(read_key_file(path)) == 32
    with pytest.raises(KeyFileRefused, match="already"):
        create_key_file(path)


@pytest.mark.parametrize(
    ("key", "mode", "reason"),
    [
        (bytes(range(32)), 0o640, "chmod 600"),
        (bytes(range(32)), 0o604, "chmod 600"),
        (bytes(range(16)), 0o600, "16 bytes"),
        (bytes(range(33)), 0o600, "33 bytes"),
        (b"", 0o600, "0 bytes"),
        (bytes(32), 0o600, "the same"),
        (b"\xff" * 32, 0o600, "the same"),
    ],
    ids=["read by a group", "read by others", "too short", "too long", "empty", "zeros", "ones"],
)
def test_a_key_that_is_none_is_refused(tmp_path: Path, key: bytes, mode: int, reason: str) -> None:
    path = write_key(tmp_path / "key", key, mode)

    with pytest.raises(KeyFileRefused, match=reason):
        FileKeeper(path)


def give(monkeypatch: pytest.MonkeyPatch, *, owner: int, process: int) -> None:
    """Files are this user's from here on, and this process is that user's."""
    seen = os.fstat
    monkeypatch.setattr(os, "fstat", lambda fd: os.stat_result((*seen(fd)[:4], owner, *seen(fd)[5:])))
    monkeypatch.setattr(os, "geteuid", lambda: process)


@pytest.mark.parametrize("mode", [0o400, 0o440, 0o600, 0o640])
def test_a_secret_that_root_mounts_may_be_read_by_its_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int
) -> None:
    """So Kubernetes hands one over with `fsGroup`, and systemd with an access list."""
    path = write_key(tmp_path / "key", bytes(range(32)), mode)
    give(monkeypatch, owner=0, process=65532)

    assert read_key_file(path) == bytes(range(32))


@pytest.mark.parametrize(
    ("mode", "owner", "process"),
    [
        (0o440, 65532, 65532),
        (0o440, 0, 0),
        (0o440, 1000, 65532),
        (0o460, 0, 65532),
        (0o450, 0, 65532),
        (0o444, 0, 65532),
        (0o401, 0, 65532),
    ],
    ids=["its own", "root's own", "somebody else's", "the group writes", "the group runs", "others", "others run"],
)
def test_nothing_else_may_be_open_to_a_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int, owner: int, process: int
) -> None:
    path = write_key(tmp_path / "key", bytes(range(32)), mode)
    give(monkeypatch, owner=owner, process=process)

    with pytest.raises(KeyFileRefused, match="chmod 600"):
        read_key_file(path)


def test_a_key_that_is_made_on_the_way_is_for_its_owner_alone(tmp_path: Path) -> None:
    """As those of webhooks and signatures are, where there are no accounts."""
    path = tmp_path / "webhooks.key"

    made = read_or_write_key_file(path)

    assert path.stat().st_mode & 0o777 == 0o600
    assert read_or_write_key_file(path) == made
    path.chmod(0o644)
    with pytest.raises(KeyFileRefused, match="chmod 600"):
        read_or_write_key_file(path)


def test_a_missing_file_and_one_that_holds_no_base64_are_refused(tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_text("change me!")
    words.chmod(0o600)

    with pytest.raises(KeyFileRefused, match="antiphon keys create"):
        FileKeeper(tmp_path / "none")
    with pytest.raises(KeyFileRefused, match="base64"):
        FileKeeper(words)


def test_a_running_keeper_finds_a_key_that_was_put_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "key"
    create_key_file(path)
    running = FileKeeper(path)
    coming = create_key_file(name_next(path))
    elsewhere = FileKeeper(path)
    wrapped = elsewhere.wrap(b"k" * 32, b"here", coming)

    assert running.unwrap(wrapped, b"here", coming) == b"k" * 32
    before = running.current()
    put_next_first(path)
    put_next_first(path)

    after = FileKeeper(path)
    assert (after.current(), after.known()) == (coming, {before, coming})
    with pytest.raises(KeyUnknown):
        after.unwrap(wrapped, b"here", "0123456789abcdef")
    with pytest.raises(SealBroken):
        after.unwrap(wrapped, b"there", coming)


PARTS = st.text(st.characters(codec="utf-8", exclude_characters="|"), max_size=8)


@given(
    here=st.tuples(PARTS, st.sampled_from(["provider", "tool", "totp"]), PARTS, PARTS, PARTS),
    there=st.tuples(PARTS, st.sampled_from(["provider", "tool", "totp"]), PARTS, PARTS, PARTS),
)
def test_what_was_sealed_opens_in_its_place_alone(here: tuple[str, ...], there: tuple[str, ...]) -> None:
    key = draw_key()
    sealed = seal(key, b"sk-secret", Place(*here).bound_to)  # type: ignore[arg-type]  # drawn from its values

    assert unseal(key, sealed, Place(*here).bound_to) == b"sk-secret"  # type: ignore[arg-type]  # as above
    if here != there:
        with pytest.raises(SealBroken):
            unseal(key, sealed, Place(*there).bound_to)  # type: ignore[arg-type]  # as above
    with pytest.raises(SealBroken):
        unseal(draw_key(), sealed, Place(*here).bound_to)  # type: ignore[arg-type]  # as above
    with pytest.raises(SealBroken):
        unseal(key, Sealed(sealed.nonce, sealed.ciphertext[:-1] + b"\0"), b"")


def test_a_place_cannot_be_spelt_like_another() -> None:
    with pytest.raises(ValueError, match=r"\|"):
        _ = Place("a|b", "provider", "").bound_to


def test_a_host_is_scheme_name_and_port() -> None:
    assert name_host("https://api.example.org/v1") == "https://api.example.org:443"
    assert name_host("http://[::1]:8080/v1") == "http://[::1]:8080"
    assert name_host("https://api.example.org:444") != name_host("https://api.example.org")
    assert name_host("no address") == ""


def test_a_key_for_one_purpose_says_nothing_about_another() -> None:
    root = draw_key()

    keys = [derive_key(root, purpose) for purpose in ("recovery", "link", "audit", "proxy")]

    assert len({root, *keys}) == 5
    assert derive_key(root, "recovery") == keys[0]
    assert derive_key(draw_key(), "recovery") != keys[0]
    sealed = seal(keys[0], b"x", b"")
    for other in keys[1:]:
        with pytest.raises(SealBroken):
            unseal(other, sealed, b"")
