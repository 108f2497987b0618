"""Voices that speak."""

from antiphon.client.answers.base import Answer


class Voice(Answer):
    """Somebody who can speak. `language` is empty for a voice that speaks what it is given."""

    id: str
    name: str
    language: str
    engine: str
