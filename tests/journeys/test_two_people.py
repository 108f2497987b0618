"""Two people of one workspace over HTTP: whatever one has done, the other is answered as if it had never been."""

import re
from typing import Any

import aiohttp
import pytest

from antiphon.settings import Settings, override_settings
from tests.fakes.accounts import OURS, Somebody, open_place
from tests.fakes.model_server import ModelServer
from tests.fakes.reader import Api
from tests.fakes.voices import Voices
from tests.journeys.conftest import House
from tests.journeys.contract import Contract, Request
from tests.journeys.test_contract import NOBODY, Models, Walk

pytestmark = [pytest.mark.both_databases, pytest.mark.timeout(240)]

# Ids are unlike any word; those of advisors and panels that came with the workspace are everybody's.
_ID = re.compile(r"\b(?:[a-z]{1,2}_[0-9a-z]{20,})\b")


class Person(Contract):
    """Somebody who calls operations by their names, and remembers every id they were told."""

    def __init__(self, url: str, session: aiohttp.ClientSession, document: dict[str, Any]) -> None:
        super().__init__(url, session, document)
        self.told: set[str] = set()

    async def send(self, operation_id: str, request: Request) -> tuple[int, Any]:
        status, found = await super().send(operation_id, request)
        if status < 400:
            self.told |= set(_ID.findall(str(found)))
        return status, found


async def enter(url: str, somebody: Somebody) -> Person:
    somebody.session.headers.update(OURS)
    async with somebody.session.get(f"{url}/v1/openapi.json") as answer:
        return Person(url, somebody.session, await answer.json())


async def test_what_one_person_did_is_not_there_for_another(
    settings: Settings, voices: Voices, capsys: pytest.CaptureFixture[str]
) -> None:
    """I-50, S-04: whatever went well for one is asked by the other, about the same things and about nothing."""
    unlimited = {"calls_per_minute": 0, "heavy_calls_per_minute": 0, "paid_calls_per_minute": 0}
    there = override_settings(settings, accounts="on", **unlimited)
    with ModelServer() as other:
        async with open_place(there, capsys) as place:
            url = place.url
            owner = await place.own()
            member = await place.join(owner, "Bob")
            mine, theirs = await enter(url, owner), await enter(url, member)
            walk = await live(House(url, voices, Api(owner.session), settings.data_dir), mine, other)

            answers = [await compare(theirs, each, mine) for each in mine.done]
            seen = {each: await look(theirs, each, mine) for each in mine.done}

    assert walk > 60
    assert [each for each in answers if each] == []
    assert {each: found for each, found in seen.items() if found} == {}


async def live(house: House, mine: Person, other: ModelServer) -> int:
    """One person does most of what there is to do; how many operations went well."""
    models = Models(house)
    house.voices.server.handler = models.choose
    walk = Walk(house, mine, models, other)
    conversation_id, _ = await walk.converse()
    await walk.remind(conversation_id)
    await walk.analyse()
    await walk.go_round()
    await walk.bring_files(conversation_id)
    await walk.bring_the_past()
    await walk.be_asked_by_a_program()
    await walk.put_into_a_folder(conversation_id)
    return len(mine.done)


async def compare(theirs: Person, name: str, mine: Person) -> str | None:
    """What differs between an answer about somebody's thing and one about a thing that nobody has."""
    request = mine.done[name]
    foreign = {key for key, said in request.ids.items() if str(said) in mine.told}
    if not foreign:
        return None
    about = await theirs.send(name, request)
    nothing = await theirs.send(name, Request(request.ids | dict.fromkeys(foreign, NOBODY), request.more))
    said = [(status, _without(found, {*map(str, request.ids.values()), NOBODY})) for status, found in (about, nothing)]
    return None if said[0] == said[1] and about[0] >= 400 else f"{name}: {about} and {nothing}"


def _without(found: object, names: set[str]) -> str:
    text = str(found)
    for each in sorted(names, key=len, reverse=True):
        text = text.replace(each, "…")
    return text


async def look(theirs: Person, name: str, mine: Person) -> set[str]:
    """Ids of the one that the other finds in an answer to a question that did not name them."""
    if mine.operations[name].method != "get" or mine.done[name].ids:
        return set()
    _, found = await theirs.send(name, mine.done[name])
    return (set(_ID.findall(str(found))) & mine.told) - set(_ID.findall(str(mine.done[name].more)))
