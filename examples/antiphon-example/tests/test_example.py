"""What each plug-in does by itself. That it works in a real server is tested where Antiphon is."""

import json
from importlib.metadata import entry_points

import pytest
from antiphon_example.coins import Coins
from antiphon_example.ollama_native import wire

from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Message, Payload
from antiphon.providers.provider import AnswerText, Finished, Used

KINDS = ("providers", "tools", "importers", "exporters", "checks", "packs")


@pytest.mark.parametrize("kind", KINDS)
def test_the_package_offers_one_of_each_kind(kind: str) -> None:
    mine = [each for each in entry_points(group=f"antiphon.{kind}") if each.dist.name == "antiphon-example"]

    assert len(mine) == 1


def test_the_same_payload_gives_the_same_bytes() -> None:
    payload = Payload(AdvisorId("a"), "local:llama", (Message("user", "Hello"),), max_tokens=5)

    assert wire.write(payload, "llama") == wire.write(payload, "llama")
    assert json.loads(wire.write(payload, "llama").body)["messages"] == [{"role": "user", "content": "Hello"}]


def test_an_answer_is_read_line_by_line() -> None:
    reader = wire.listen()
    lines = [
        {"message": {"content": "Good "}},
        {"message": {"content": "day."}, "done": True, "done_reason": "stop", "prompt_eval_count": 3, "eval_count": 2},
    ]

    heard = [output for line in lines for output in reader.hear("", json.dumps(line).encode())]

    assert heard == [AnswerText("Good "), AnswerText("day."), Used(3, 2), Finished("stop", "stop")]


def test_an_error_is_raised_and_never_said() -> None:
    with pytest.raises(RuntimeError, match="model not found"):
        list(wire.listen().hear("", b'{"error": "model not found"}'))


def test_nobody_pays_more_than_there_is() -> None:
    coins = Coins()

    assert coins.call("pay", {"amount": 5}) == "7 coins"
    with pytest.raises(ValueError, match="only 7"):
        coins.call("pay", {"amount": 8})
