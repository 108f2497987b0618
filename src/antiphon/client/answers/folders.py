"""Folders."""

from antiphon.client.answers.base import Answer


class Folder(Answer):
    """Where conversations lie in the list; `conversations` says how many do."""

    id: str
    name: str
    conversations: int
