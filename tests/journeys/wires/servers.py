"""What the servers do: what each says when it is too much, in its own dialect, and how it ends."""

from tests.fakes.model_server import Script, fail
from tests.fakes.wires import WIRES, Format
from tests.journeys.wires.sending import Fate, Overflow, Usage

# So many tokens remain for the answer when the prompt alone fits.
ROOM = 200
_WINDOW = 200_000


def script_of(wire: Format, fate: Fate, asked_tokens: int) -> list[Script]:
    """The scripts of one voice's next requests."""
    return [*(_overflow(wire, each, asked_tokens) for each in fate.overflows), _finale(wire, fate)]


def names_room(wire: Format, overflow: Overflow) -> bool:
    """Whether the refusal says that a shorter answer would do; Google's answers have a limit of their own."""
    return overflow == "answer" and wire != "google"


def reported_by(wire: Format, fate: Fate) -> Usage | None:
    """What the last script reports: all at a good end, and what a message of Anthropic's begins with."""
    if fate.finale == "answers":
        return fate.usage
    return Usage(1, 1, 0) if fate.finale == "breaks" and wire == "anthropic" else None


def _overflow(wire: Format, overflow: Overflow, asked_tokens: int) -> Script:
    prompt = _WINDOW - ROOM
    match wire:
        case "openai_chat":
            words = f"This model's maximum context length is {_WINDOW} tokens. However, "
            if overflow == "answer":
                total = prompt + asked_tokens
                words += f"you requested {total} tokens ({prompt} in the messages, {asked_tokens} in the completion). "
            else:
                words += "your messages resulted in 208227 tokens. "
            error = {"type": "invalid_request_error", "param": "messages", "code": "context_length_exceeded"}
            return fail(400, {"error": error | {"message": words + "Please reduce the length of the messages."}})
        case "anthropic":
            words = "prompt is too long: 207791 tokens > 200000 maximum"
            if overflow == "answer":
                words = f"input length and `max_tokens` exceed context limit: {prompt} + {asked_tokens} > {_WINDOW}, "
                words += "decrease input length or `max_tokens` and try again"
            return WIRES[wire].refuse(400, words, "invalid_request_error")
        case "google":
            words = "The input token count (2800010) exceeds the maximum number of tokens allowed (1048575)."
            return WIRES[wire].refuse(400, words, "INVALID_ARGUMENT")


def _finale(wire: Format, fate: Fate) -> Script:
    speaks, usage = WIRES[wire], fate.usage
    if fate.finale == "refuses":
        return speaks.refuse(401, "invalid key", "authentication_error")
    said = speaks.begin()
    if fate.thinking.strip():
        said += speaks.think(fate.thinking)
    said += speaks.say(fate.text, pieces=3)
    if fate.finale == "breaks":
        return said + speaks.break_down(500, "it broke in the middle")
    return said + speaks.finish(prompt=usage.prompt, completion=usage.completion, cached=usage.cached)
