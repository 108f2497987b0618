"""Check an Antiphon export without trusting anybody: `python verify.py EXPORT.zip [--key PUBLIC_KEY]`.

Every file is held against the manifest, every request is put together again and held against its SHA-256, and every
signature is checked: of each receipt, and of the whole file where `EXPORT.zip.sig` lies beside it. Needs Python and,
for signatures, the package `cryptography`. Ends with 0 when everything holds, and with 1 and a list when not.
"""

import argparse
import base64
import hashlib
import json
import sys
import zipfile
from pathlib import Path

STATED = ("reply_id", "epoch", "attempt", "provider", "model", "url", "sha256", "sent_at")


def main() -> int:
    """Check the file that is named, and say what was found."""
    parser = argparse.ArgumentParser(description="Check an Antiphon export.")
    parser.add_argument("export", type=Path)
    parser.add_argument("--key", help="Every receipt must be signed with this public key (64 hex digits).")
    asked = parser.parse_args()
    wrong: list[str] = []
    counts = {"files": 0, "requests": 0, "signed": 0, "unsigned": 0}
    keys: set[str] = set()
    try:
        with zipfile.ZipFile(asked.export) as archive:
            check_files(archive, wrong, counts)
            for name in archive.namelist():
                if name.startswith("receipts/"):
                    check_receipts(archive, name, asked.key, wrong, counts, keys)
        check_whole(asked.export, asked.key, wrong, keys)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        wrong.append(f"the file cannot be read: {type(error).__name__}: {error}")
    except ModuleNotFoundError:
        print("There are signatures, and nothing to check them with: pip install cryptography")
        return 2
    for each in wrong:
        print("WRONG:", each)
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    for key in sorted(keys):
        print("signed with", key)
    print("Something was changed." if wrong else "Everything holds.")
    return 1 if wrong else 0


def check_files(archive: zipfile.ZipFile, wrong: list[str], counts: dict[str, int]) -> None:
    """Every file is the one the manifest names, and there is no other."""
    manifest = json.loads(archive.read("manifest.json"))
    if (manifest["format"], manifest["version"]) != ("antiphon.export", 1):
        wrong.append("this script reads version 1 of antiphon.export")
    named = {each["path"]: each["sha256"] for each in manifest["files"]}
    strange = set(archive.namelist()) - {"manifest.json", *named}
    wrong += [f"{name} is not in the manifest" for name in sorted(strange)]
    for name, sha256 in named.items():
        counts["files"] += 1
        digest = hashlib.sha256()
        try:
            with archive.open(name) as file:
                while block := file.read(1 << 20):
                    digest.update(block)
        except (KeyError, zipfile.BadZipFile) as error:
            wrong.append(f"{name}: {error}")
        else:
            if digest.hexdigest() != sha256:
                wrong.append(f"{name} is not what the manifest says")


def check_receipts(
    archive: zipfile.ZipFile, name: str, key: "str | None", wrong: list[str], counts: dict[str, int], keys: set[str]
) -> None:
    """Every request of a conversation is what was sent, and whoever signed it did so."""
    passages: dict[str, bytes] = {}
    with archive.open(name) as file:
        for line in file:
            kind, record = next(iter(json.loads(line).items()))
            if kind == "passage":
                passages[record["name"]] = spell(record)
            elif kind == "receipt":
                counts["requests"] += 1
                which = f"{name}: {record['reply_id']} {record['epoch']}.{record['attempt']}"
                if not holds(record, passages):
                    wrong.append(f"{which} is not what was sent")
                check_signature(record, which, key, wrong, counts, keys)


def spell(piece: "dict[str, str]") -> bytes:
    """The bytes of one piece."""
    return base64.b64decode(piece["base64"]) if "base64" in piece else piece["text"].encode()


def holds(receipt: "dict[str, object]", passages: "dict[str, bytes]") -> bool:
    """Whether the pieces, joined, have the SHA-256 of what was sent."""
    pieces = receipt["body"]
    try:
        body = b"".join(passages[each["passage"]] if "passage" in each else spell(each) for each in pieces)  # type: ignore[attr-defined]
    except KeyError:
        return False
    return hashlib.sha256(body).hexdigest() == receipt["sha256"]


def check_signature(
    receipt: "dict[str, object]",
    which: str,
    key: "str | None",
    wrong: list[str],
    counts: dict[str, int],
    keys: set[str],
) -> None:
    """The signature is over the facts of the receipt, one on each line."""
    signer, signature = receipt.get("signer"), receipt.get("signature")
    if not signer:
        counts["unsigned"] += 1
        if key:
            wrong.append(f"{which} is not signed")
        return
    counts["signed"] += 1
    keys.add(str(signer))
    lines = ("antiphon.receipt.1", *(f"{name}={receipt[name]}" for name in STATED))
    if not is_signed(str(signer), str(signature), "\n".join(lines).encode()):
        wrong.append(f"{which}: its signature does not hold")
    if key and signer != key:
        wrong.append(f"{which} is signed with another key")


def check_whole(export: Path, key: "str | None", wrong: list[str], keys: set[str]) -> None:
    """The signature of the whole file, where there is one beside it."""
    beside = export.with_name(f"{export.name}.sig")
    if not beside.exists():
        return
    said = json.loads(beside.read_text(encoding="utf-8"))
    digest = hashlib.sha256()
    with export.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    keys.add(said["signer"])
    statement = f"antiphon.export.1\nsha256={digest.hexdigest()}".encode()
    if not is_signed(said["signer"], said["signature"], statement):
        wrong.append("the file is not the one that was signed")
    if key and said["signer"] != key:
        wrong.append("the file is signed with another key")


def is_signed(signer: str, signature: str, statement: bytes) -> bool:
    """Whether whoever has the private half of this key signed this very statement."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(signer)).verify(bytes.fromhex(signature), statement)
    except (InvalidSignature, ValueError):
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
