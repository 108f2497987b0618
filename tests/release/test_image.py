"""The image: the same bytes from the same parts, and no rights in it."""

import json
from pathlib import Path

import pytest
from tools.release.image import NOBODY, find_starters, write_image, write_layer


def make_tree(folder: Path) -> Path:
    """A little of what is installed, and a note of the installer's."""
    (folder / "opt" / "inner").mkdir(parents=True)
    (folder / "opt" / "inner" / "module.py").write_text("said = 1\n", encoding="utf-8")
    (folder / "opt" / "direct_url.json").write_text(str(folder), encoding="utf-8")
    return folder


def test_two_trees_that_say_the_same_are_one_image(tmp_path: Path) -> None:
    layers = [write_layer(make_tree(tmp_path / name), 1_700_000_000, {"data": NOBODY}) for name in ("one", "two")]

    digests = [
        write_image(tmp_path / f"image-{n}", [b"base", each], "0.1.0", 1_700_000_000) for n, each in enumerate(layers)
    ]

    assert digests[0] == digests[1]
    assert str(tmp_path).encode() not in layers[0]


def test_it_runs_as_nobody(tmp_path: Path) -> None:
    digest = write_image(tmp_path / "image", [b"base"], "0.1.0", 0)

    blobs = tmp_path / "image" / "blobs" / "sha256"
    manifest = json.loads((blobs / digest.removeprefix("sha256:")).read_text(encoding="utf-8"))
    config = json.loads((blobs / manifest["config"]["digest"].removeprefix("sha256:")).read_text(encoding="utf-8"))
    assert config["config"]["User"] == f"{NOBODY}:{NOBODY}"
    assert len(config["rootfs"]["diff_ids"]) == len(manifest["layers"]) == 1


@pytest.mark.parametrize("name", ["sitecustomize.py", "usercustomize/__init__.py", "a.pth", "inner/sitecustomize.py"])
def test_what_runs_at_every_start_is_found(tmp_path: Path, name: str) -> None:
    """SC-04: an image with such a file is not written; the file of the base is taken out by `just image`."""
    tree = make_tree(tmp_path / "tree")
    clean = write_layer(tree, 0, {})
    file = tree / "opt" / name
    file.parent.mkdir(exist_ok=True)
    file.write_text("import os\n", encoding="utf-8")

    assert find_starters([clean]) == []
    assert find_starters([clean, write_layer(tree, 0, {})]) == [f"opt/{name}"]
