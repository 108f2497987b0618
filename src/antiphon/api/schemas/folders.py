"""Bodies about folders."""

from typing import Annotated

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body
from antiphon.api.schemas.page import Page

FolderName = Annotated[str, Field(min_length=1, max_length=200)]


class FolderAnswer(BaseModel):
    """A folder, and how many conversations lie in it; those in the archive do not count."""

    id: str
    name: str
    conversations: int


class FoldersAnswer(Page[FolderAnswer]):
    """Every folder, by name."""


class NamedFolder(Body):
    """What a folder is to be called; no two have one name."""

    name: FolderName
