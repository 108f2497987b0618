"""Five models for five advisors: proposed, heard, priced, kept together, and nothing kept when one is silent."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from antiphon.settings import ProviderSettings
from tests.fakes.model_server import ModelServer, answer, fail
from tests.journeys.test_providers import KEY, Person, alone, visit

FIVE = ["claude-sonnet-4.5", "gpt-5.2", "grok-4", "gemini-3-pro", "mistral-large"]


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """A server with five models that answer and one that is only listed."""
    with ModelServer(answer("here")) as running:
        running.key = KEY
        running.models = ["text-embedding-x", *FIVE, "silent"]
        running.handler = lambda body: (
            fail(404, {"error": {"message": "No endpoints found for silent."}}) if body["model"] == "silent" else None
        )
        yield running


async def list_advisors(person: Person) -> dict[str, str | None]:
    """The model each advisor names."""
    return {each["id"]: each["model"] for each in (await person.call("GET", "/v1/advisors"))[1]["items"]}


async def test_from_a_key_to_five_voices_that_were_heard(tmp_path: Path, server: ModelServer) -> None:
    wanted = {"name": "mine", "base_url": server.base_url, "key": KEY}
    async with visit(alone(tmp_path)) as person:
        tested = (await person.call("POST", "/v1/providers/check", wanted))[1]
        advisors = dict(zip(await list_advisors(person), tested["spread"], strict=False))
        models = list(advisors.values())
        heard = await person.call("POST", "/v1/providers/hear", {**wanted, "models": models})
        words = len([each for each in server.requests if each.method == "POST"])
        kept = await person.add(server, advisors=advisors)
        after = await list_advisors(person)
        asked_again = len([each for each in server.requests if each.method == "POST"]) - words
        turn = await person.ask("Shall I?")

    assert sorted(models) == sorted(FIVE)
    assert [each["wrong"] for each in heard[1]["items"]] == [None] * 5
    assert (words, kept[0], asked_again) == (5, 200, 0)
    assert after == {each: f"mine:{model}" for each, model in advisors.items()}
    assert turn.replies[0].text == "here"


async def test_a_model_that_stays_silent_is_named_and_nothing_is_kept(tmp_path: Path, server: ModelServer) -> None:
    wanted = {"name": "mine", "base_url": server.base_url, "key": KEY}
    async with visit(alone(tmp_path)) as person:
        first = next(iter(await list_advisors(person)))
        heard = await person.call("POST", "/v1/providers/hear", {**wanted, "models": ["gpt-5.2", "silent"]})
        refused = await person.add(server, advisors={first: "silent"})
        unknown = await person.add(server, advisors={"nobody": "gpt-5.2"})
        left = (await person.call("GET", "/v1/providers"))[1]["items"]
        after = await list_advisors(person)

    works, silent = heard[1]["items"]
    assert (works["wrong"], silent["wrong"]["code"]) == (None, "model")
    assert silent["wrong"]["provider_message"] == "No endpoints found for silent."
    assert (refused[0], refused[1]["code"], unknown[0]) == (502, "model", 404)
    assert (left, set(after.values())) == ([], {None})


async def test_a_provider_of_the_environment_gives_its_models_too(tmp_path: Path, server: ModelServer) -> None:
    server.key = None
    provider = ProviderSettings(base_url=server.base_url, model="gpt-5.2")
    async with visit(alone(tmp_path, providers={"fake": provider})) as person:
        first, second, *_ = await list_advisors(person)
        refused = await person.call("PUT", "/v1/providers/fake/advisors", {"advisors": {first: "silent"}})
        given = await person.call("PUT", "/v1/providers/fake/advisors", {"advisors": {first: "grok-4"}})
        named = await list_advisors(person)
        same = {first: "gpt-5.2", second: "gpt-5.2"}
        await person.call("PUT", "/v1/providers/fake/advisors", {"advisors": same})
        after = await list_advisors(person)

    assert (refused[0], given[0]) == (502, 204)
    assert (named[first], named[second]) == ("fake:grok-4", None)
    assert (after[first], after[second]) == (None, None), "with the default for all, nobody names a model"


async def test_what_a_question_costs_is_said_before_a_model_is_chosen(tmp_path: Path, server: ModelServer) -> None:
    """By the catalogue for a provider it knows, nothing on this machine, and not at all where nobody knows."""
    server.key = None
    paid = ProviderSettings(base_url=server.base_url, model="gpt-5.2", api_key=KEY)
    free = ProviderSettings(base_url=server.base_url, model="gpt-5.2")
    async with visit(alone(tmp_path, providers={"openai": paid, "mine": free})) as person:
        priced = (await person.call("POST", "/v1/providers/openai/check", {}))[1]
        local = (await person.call("POST", "/v1/providers/mine/check", {}))[1]
    known = {each["name"]: each for each in priced["offers"]}

    assert known["gpt-5.2"]["question_cost"] == pytest.approx(
        (600 * known["gpt-5.2"]["input_price"] + 500 * known["gpt-5.2"]["output_price"]) / 1_000_000
    )
    assert known["silent"]["question_cost"] is None
    assert priced["cheapest"][0] in known
    assert {each["question_cost"] for each in local["offers"] if each["name"] == "silent"} == {0.0}
