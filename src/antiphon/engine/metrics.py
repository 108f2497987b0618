"""What the engine counts (M49), for `/metrics`."""

from prometheus_client import Counter, Gauge, Histogram

turns_accepted = Counter("antiphon_turns_accepted", "Turns written to disk")
replies_open = Gauge("antiphon_replies_open", "Replies running on this node")
replies_settled = Counter("antiphon_replies_settled", "Replies that ended, by state", ["state"])
updates = Counter("antiphon_streaming_updates", "Deltas published")
update_seconds = Histogram(
    "antiphon_update_seconds", "Time to publish one delta", buckets=(0.0001, 0.001, 0.004, 0.016, 0.1)
)
checkpoints = Counter("antiphon_checkpoints", "Transactions that saved growing text")
checkpoint_chars = Counter("antiphon_checkpoint_chars", "Characters saved while replies grew")
retries = Counter("antiphon_retries", "Requests made again before any output", ["provider"])
refused_writes = Counter("antiphon_stale_writes", "Writes refused because a newer epoch owns the reply")
recovered_turns = Counter("antiphon_recovered_turns", "Turns taken over from another node")
first_token_seconds = Histogram(
    "antiphon_first_token_seconds",
    "From sending to the first output",
    ["provider"],
    buckets=(0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64),
)
