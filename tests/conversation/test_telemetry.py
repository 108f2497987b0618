"""What was reckoned comes back as it was written."""

from typing import get_args

import orjson
from hypothesis import given
from hypothesis import strategies as st

from antiphon.conversation.telemetry import Selected, Sent, Stage, Telemetry, decode_telemetry, encode_telemetry
from tests.conversation.strategies import advisor_ids, counts, names, texts, turn_ids

records = st.builds(
    Telemetry,
    advisor_id=advisor_ids,
    model=names,
    max_context=st.none() | counts,
    max_usable=st.none() | counts,
    binding=st.none() | names,
    chars_per_token=st.floats(0.25, 8),
    calibrated=st.booleans(),
    visible_count=st.none() | counts,
    predicted_count=st.integers(0, 99),
    predicted_history_tokens=counts,
    predicted_total_tokens=counts,
    attempt_history_tokens=counts,
    attempt_total_tokens=counts,
    fixed_tokens=counts,
    request_tokens=counts,
    request_allowance=counts,
    reply_allowance=counts,
    max_tokens=counts,
    trimmed=st.lists(turn_ids, max_size=3).map(tuple),
    dropped_reference=st.booleans(),
    attempt=st.integers(1, 9),
    stage=st.sampled_from(get_args(Stage)),
    selection=st.lists(st.builds(Selected, turn_ids, names, counts), max_size=3).map(tuple),
    messages=st.lists(st.builds(Sent, names, names, st.none() | turn_ids, counts), max_size=3).map(tuple),
    last_error=st.none() | texts,
    overflow_matched=st.booleans(),
    cut_suspected=st.booleans(),
)


@given(records)
def test_record_comes_back_the_same(record: Telemetry) -> None:
    """W8, W65: through real JSON."""
    assert decode_telemetry(orjson.loads(orjson.dumps(encode_telemetry(record)))) == record


@given(records)
def test_counts_follow_from_the_record(record: Telemetry) -> None:
    """X minus T is what was sent; the reserve may be negative and is absent without a limit."""
    body = encode_telemetry(record)

    assert body["trimmed_count"] + body["sent_count"] == record.predicted_count
    assert (body["remaining_reserve"] is None) == (record.max_context is None)
    if record.max_context is not None:
        assert body["remaining_reserve"] + record.attempt_total_tokens == record.max_context


@given(records)
def test_newer_keys_are_ignored(record: Telemetry) -> None:
    """A receipt written by a newer version can be read."""
    assert decode_telemetry(encode_telemetry(record) | {"mood": "calm"}) == record
