"""Pictures are kept as pixels."""

import io
import struct
import zlib

import PIL.Image
import pytest
from PIL.PngImagePlugin import PngInfo

from antiphon.documents.image import reencode
from antiphon.documents.limits import Unreadable
from antiphon.documents.media import MediaType
from tests.documents.samples import save, write_picture

SECRET = b"48.2082 N 16.3738 E"


def reopen(data: bytes) -> PIL.Image.Image:
    """What is in the picture that came out."""
    return PIL.Image.open(io.BytesIO(data))


@pytest.mark.parametrize(
    ("kind", "out"),
    [
        ("PNG", MediaType.PNG),
        ("JPEG", MediaType.JPEG),
        ("GIF", MediaType.PNG),
        ("WEBP", MediaType.WEBP),
    ],
)
def test_a_picture_comes_out_upright_and_without_metadata(kind: str, out: MediaType) -> None:
    """X-06: the place where it was taken, comments and colour profiles are gone; the turn in them is done."""
    exif = PIL.Image.Exif()
    exif[0x0112], exif[0x010E] = 6, SECRET.decode()
    text = PngInfo()
    text.add_text("Comment", SECRET.decode())
    options = {"comment": SECRET} if kind != "PNG" else {"pnginfo": text}
    turned = kind != "GIF"
    data = write_picture(kind, **options, **({"exif": exif.tobytes(), "icc_profile": SECRET} if turned else {}))

    image = reencode(data)

    assert SECRET in data or kind == "WEBP"
    assert SECRET not in image.data
    assert reopen(image.data).info.keys() <= {"jfif", "jfif_version", "jfif_unit", "jfif_density", "loop", "background"}
    assert image.media_type is out
    assert (image.width, image.height) == ((30, 40) if turned else (40, 30))
    red = reopen(image.data).convert("RGB").getpixel((image.width - 3, 3) if turned else (3, 3))
    assert isinstance(red, tuple)
    assert red[0] > 200 > 60 > red[2]


def test_a_large_picture_is_made_smaller() -> None:
    image = reencode(write_picture("JPEG", (5_000, 1_000)))

    assert (image.width, image.height) == (2_048, 410)


@pytest.mark.parametrize(
    ("kind", "mode"), [("PNG", "P"), ("PNG", "L"), ("PNG", "1"), ("PNG", "I;16"), ("JPEG", "CMYK")]
)
def test_pictures_in_other_colours_are_read(kind: str, mode: str) -> None:
    assert reopen(reencode(write_picture(kind, mode=mode)).data).mode == "RGB"


def test_sixteen_bits_of_grey_become_eight() -> None:
    grey = PIL.Image.new("I;16", (3, 1))
    for place, value in enumerate((0, 0x8000, 0xFFFF)):
        grey.putpixel((place, 0), value)

    out = reopen(reencode(save(grey, "PNG")).data)

    assert [out.getpixel((place, 0)) for place in range(3)] == [(each,) * 3 for each in (0, 128, 255)]


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "GIF"])
def test_what_is_clear_stays_clear(kind: str) -> None:
    clear = save(PIL.Image.new("RGBA", (9, 9), (255, 0, 0, 0)), kind)

    assert reopen(reencode(clear).data).getpixel((4, 4))[3] == 0  # type: ignore[index]


def test_a_moving_picture_stands_still_at_its_first_frame() -> None:
    frames = [PIL.Image.new("RGB", (9, 9), colour) for colour in ("red", "green", "blue")]
    moving = save(frames[0], "GIF", save_all=True, append_images=frames[1:])

    still = reopen(reencode(moving).data)

    assert getattr(still, "n_frames", 1) == 1
    assert still.getpixel((4, 4)) == (255, 0, 0)


@pytest.mark.parametrize("size", [(6_400, 6_400), (10_000, 10_000), (60_000, 60_000), (2**31 - 1, 2**31 - 1)])
def test_too_many_pixels_are_refused_before_they_are_unpacked(size: tuple[int, int]) -> None:
    """D-02."""
    with pytest.raises(Unreadable, match="40 million pixels"):
        reencode(claim_size(*size))


def claim_size(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is this large."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    sealed = struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header))
    return b"\x89PNG\r\n\x1a\n" + sealed + struct.pack(">I", 1024) + b"IDAT"


@pytest.mark.parametrize("kind", ["BMP", "TIFF", "PPM", "ICO", "EPS"])
def test_other_formats_are_not_even_tried(kind: str) -> None:
    with pytest.raises(PIL.UnidentifiedImageError):
        reencode(write_picture(kind))
