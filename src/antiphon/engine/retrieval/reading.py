"""Whose files are read when: nobody waits for long behind another's, and plain text behind nothing."""

import asyncio
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Any, NamedTuple

from antiphon.access.principal import Principal
from antiphon.conversation.errors import TooManyFiles, UnreadableFile
from antiphon.documents.door import read_card, read_document, read_image
from antiphon.documents.media import MediaType
from antiphon.documents.page import Extracted
from antiphon.documents.picture import Image

# A reader may take a gibibyte and a processor. One more than a person may use, so that there is one for the next.
_AT_ONCE = 3
_EACH_AT_ONCE = 2
_TEXTS_AT_ONCE = 2
# Files under way are in memory, up to 25 MiB each unless the operator says otherwise.
_UNDER_WAY = 24
_EACH_UNDER_WAY = 8
# A file that could not be read is not tried again for so long: it would fail again, and take as long.
_REMEMBERED_SECONDS = 600.0
_REMEMBERED = 1_000


_Person = tuple[str, str]


class BroughtFile(NamedTuple):
    """The bytes of a file, what they are, and what it is called."""

    data: bytes
    sha256: str
    media_type: MediaType
    name: str


class DocumentReader:
    """Reads files in children, so many at once; with `always_confined` only where the kernel cuts those off."""

    def __init__(self, *, always_confined: bool = False) -> None:
        self._always_confined = always_confined
        self._texts = asyncio.Semaphore(_TEXTS_AT_ONCE)
        self._places = asyncio.Semaphore(_AT_ONCE)
        self._own_places: defaultdict[_Person, asyncio.Semaphore] = defaultdict(
            lambda: asyncio.Semaphore(_EACH_AT_ONCE)
        )
        self._under_way: Counter[_Person] = Counter()
        self._failed: OrderedDict[tuple[str, str, MediaType], tuple[str, float]] = OrderedDict()

    @contextmanager
    def admit(self, principal: Principal) -> Iterator[None]:
        """A place for one more file, from its first byte to its last word; `TooManyFiles` when there is none."""
        person = _person(principal)
        if self._under_way[person] >= _EACH_UNDER_WAY or self._under_way.total() >= _UNDER_WAY:
            raise TooManyFiles(_EACH_UNDER_WAY)
        self._under_way[person] += 1
        try:
            yield
        finally:
            self._under_way[person] -= 1
            if not self._under_way[person]:
                # Nobody of theirs is left to wait, so nothing of theirs is kept.
                del self._under_way[person]
                self._own_places.pop(person, None)

    async def read_text(self, principal: Principal, file: BroughtFile) -> Extracted:
        """The text of a file; `UnreadableFile` if it has none, at once if that was found out a moment ago."""
        async with self._turn_of(principal, file):
            return await read_document(file.data, file.media_type, file.name, always_confined=self._always_confined)

    async def read_picture(self, principal: Principal, file: BroughtFile) -> Image:
        """A picture written anew; `UnreadableFile` if it cannot be, at once if that was found out a moment ago."""
        async with self._turn_of(principal, file):
            return await read_image(file.data, file.media_type, file.name, always_confined=self._always_confined)

    async def read_card(self, principal: Principal, data: bytes, name: str) -> Mapping[str, Any]:
        """The character card in a file, in the same lane as other files of a kind that has to be taken apart."""
        async with self._own_places[_person(principal)], self._places:
            return await read_card(data, name, always_confined=self._always_confined)

    @asynccontextmanager
    async def _turn_of(self, principal: Principal, file: BroughtFile) -> AsyncIterator[None]:
        """Wait until this file may be read, and remember it if it cannot be."""
        self._check_failed(principal, file)
        async with AsyncExitStack() as lanes:
            own = (self._texts,) if file.media_type.is_text else (self._own_places[_person(principal)], self._places)
            for lane in own:
                await lanes.enter_async_context(lane)
            # The same file may have failed while this one waited.
            self._check_failed(principal, file)
            try:
                yield
            except UnreadableFile as error:
                if error.is_lasting:
                    self._remember(principal, file, error.why)
                raise

    def _check_failed(self, principal: Principal, file: BroughtFile) -> None:
        why, until = self._failed.get(_key(principal, file), ("", 0.0))
        if until > time.monotonic():
            raise UnreadableFile(file.name, why)

    def _remember(self, principal: Principal, file: BroughtFile, why: str) -> None:
        self._failed[_key(principal, file)] = (why, time.monotonic() + _REMEMBERED_SECONDS)
        if len(self._failed) > _REMEMBERED:
            self._failed.popitem(last=False)


def _person(principal: Principal) -> _Person:
    return principal.workspace_id, principal.id


def _key(principal: Principal, file: BroughtFile) -> tuple[str, str, MediaType]:
    """By workspace: that another one brought the same file is nobody's business."""
    return principal.workspace_id, file.sha256, file.media_type
