"""Pictures, decoded and written anew: what comes out holds pixels and nothing else."""

import io
import warnings

import PIL.Image
import PIL.ImageOps

from antiphon.documents.limits import LONGEST_SIDE, MAX_PIXELS, Unreadable, check_size
from antiphon.documents.media import MediaType
from antiphon.documents.picture import Image

_FORMATS = ("PNG", "JPEG", "GIF", "WEBP")
# Photographs stay small, drawings stay sharp.
_WRITTEN_AS = {"PNG": "PNG", "GIF": "PNG", "JPEG": "JPEG", "WEBP": "WEBP"}
_QUALITY = 88


def reencode(data: bytes) -> Image:
    """The same picture upright, no longer than 2,048 pixels, without metadata; of a moving one the first frame.

    Refuses with `Unreadable` what is too large before its pixels are unpacked. Called in the child process only.
    """
    check_size(len(data))
    with _open(data) as opened:
        kind = _WRITTEN_AS[opened.format or ""]
        if opened.width * opened.height > MAX_PIXELS:
            raise Unreadable(f"it has more than {MAX_PIXELS // 1_000_000} million pixels")
        opened.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
        picture = _flatten(opened)
        picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        picture = PIL.ImageOps.exif_transpose(picture)
    # Comments and colour profiles would be written along.
    picture.info = {}
    written = io.BytesIO()
    picture.save(written, kind, quality=_QUALITY)
    return Image(written.getvalue(), MediaType[kind], picture.width, picture.height)


def _open(data: bytes) -> PIL.Image.Image:
    """The picture's header, with a sentence for the sizes that the library refuses by itself."""
    try:
        with warnings.catch_warnings(action="error", category=PIL.Image.DecompressionBombWarning):
            return PIL.Image.open(io.BytesIO(data), formats=_FORMATS)
    except (PIL.Image.DecompressionBombError, PIL.Image.DecompressionBombWarning):
        raise Unreadable(f"it has more than {MAX_PIXELS // 1_000_000} million pixels") from None


def _flatten(picture: PIL.Image.Image) -> PIL.Image.Image:
    """In plain colours, see-through where the picture is; the first frame of several."""
    if picture.mode.startswith("I"):
        # Sixteen bits of grey, which would otherwise be cut off at the white of eight.
        picture = picture.convert("I").point(lambda grey: grey / 256).convert("L")
    is_clear = picture.has_transparency_data
    return picture.convert("RGBA" if is_clear else "RGB")
