"""Put single pictures together into one that moves: `python -m tools.moving_picture FOLDER MILLISECONDS,… OUT.webp`."""

import sys
from pathlib import Path

from PIL import Image

QUALITY = 62
# A README is read on slow lines too.
LARGEST = 1_500_000


def develop(folder: Path, shown: list[int], out: Path) -> None:
    """Write the pictures of the folder, each shown for its time, over and over."""
    frames = [Image.open(path).convert("RGB") for path in sorted(folder.glob("*.png"))]
    first, *others = frames
    first.save(
        out,
        save_all=True,
        append_images=others,
        duration=shown,
        loop=0,
        quality=QUALITY,
        method=6,
        minimize_size=True,
    )
    size = out.stat().st_size
    sys.stdout.write(f"{out.name}: {len(frames)} pictures, {sum(shown) / 1000:.0f} s, {size / 1000:.0f} KB\n")
    if size > LARGEST:
        raise SystemExit(f"{out.name} is larger than {LARGEST / 1000:.0f} KB")


if __name__ == "__main__":
    develop(Path(sys.argv[1]), [int(each) for each in sys.argv[2].split(",")], Path(sys.argv[3]))
