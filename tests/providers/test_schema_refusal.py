"""Which refusals mean the schema, and which do not."""

import json

import pytest

from antiphon.providers.classify import classify
from antiphon.providers.schema_refusal import find_schema_refusal

# Bodies as servers send them, each with its status.
REFUSED = [
    (400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."),
    (400, "response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later"),
    (400, "This response_format type is unavailable now"),
    (422, "Failed to deserialize the JSON body: response_format.type `json_schema` is unavailable now"),
    (400, "This model does not support response format `json_schema`. See supported models"),
    (400, "Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details."),
    (400, "output_config.format: Extra inputs are not permitted"),
    (400, "'claude-3-haiku-20240307' does not support output format."),
    (
        400,
        "Invalid JSON payload received. Unknown name \"responseJsonSchema\" at 'generation_config': Cannot find field.",
    ),
    (400, "JSON mode is not enabled for models/gemma-3-27b-it"),
    (400, "Failed to parse grammar"),
    (400, "Unrecognized request argument supplied: response_format"),
    (404, "No endpoints found that can handle the requested parameters."),
]
OTHERS = [
    (400, "This model's maximum context length is 8192 tokens. Your response_format took 90."),
    (401, "Incorrect API key provided; see the structured outputs guide"),
    (400, "messages: roles must alternate"),
    (404, "The model `gpt-9` does not exist"),
    (429, "Rate limit reached for requests with response_format"),
    (500, "grammar engine crashed"),
]


@pytest.mark.parametrize(("status", "message"), REFUSED)
def test_a_server_that_takes_no_schema_is_understood(status: int, message: str) -> None:
    """Whatever it calls the feature."""
    error = classify("p", status, json.dumps({"error": {"message": message}}).encode(), {})

    refusal = find_schema_refusal(error)

    assert refusal is not None
    assert (refusal.code, refusal.status, refusal.provider) == ("schema_refused", status, "p")
    assert refusal.provider_message == error.provider_message


def test_a_field_named_beside_the_message_is_understood() -> None:
    detail = [{"type": "extra_forbidden", "loc": ["body", "response_format"], "msg": "Extra inputs are not permitted"}]

    error = classify("p", 422, json.dumps({"object": "error", "message": {"detail": detail}}).encode(), {})

    assert find_schema_refusal(error) is not None


@pytest.mark.parametrize(("status", "message"), OTHERS)
def test_other_failures_keep_their_name(status: int, message: str) -> None:
    """What is too long, wrongly paid, too much or broken is not cured by leaving the schema out."""
    error = classify("p", status, json.dumps({"error": {"message": message}}).encode(), {})

    assert find_schema_refusal(error) is None
