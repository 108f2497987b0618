"""What the engine counts, for `/metrics`.

A counter takes a lock; deltas come by the thousand and are tallied in plain numbers until the next checkpoint.
"""

import math

from prometheus_client import Counter, Gauge, Histogram, Info

from antiphon.conversation.state import TERMINAL

node = Info("antiphon_node", "Which node these are the figures of")
turns_accepted = Counter("antiphon_turns_accepted", "Turns written to disk")
replies_open = Gauge("antiphon_replies_open", "Replies running on this node")
replies_settled = Counter("antiphon_replies_settled", "Replies that ended, by state", ["state"])
# A figure that appears with its first event is no rise to whoever computes one.
for _state in sorted(TERMINAL):
    replies_settled.labels(str(_state))
updates = Counter("antiphon_streaming_updates", "Deltas published")
update_seconds = Counter("antiphon_update_seconds", "Time spent publishing deltas, in all")
update_peak_seconds = Gauge("antiphon_update_peak_seconds", "The slowest delta since the last checkpoint")
replies_changed = Counter("antiphon_replies_changed", "Replies that somebody edited, chose or weighed", ["deed"])
checkpoints_begun = Counter("antiphon_checkpoints_begun", "Checkpoints tried, saved or not")
checkpoints = Counter("antiphon_checkpoints", "Transactions that saved growing text")
checkpoint_chars = Counter("antiphon_checkpoint_chars", "Characters saved while replies grew")
retries = Counter("antiphon_retries", "Requests made again before any output", ["provider"])
refused_writes = Counter("antiphon_stale_writes", "Writes refused because a newer epoch owns the reply")
recovered_turns = Counter("antiphon_recovered_turns", "Turns taken over from another node")
boundaries_drawn = Counter(
    "antiphon_boundaries_drawn", "Times what is remembered did not hold and a boundary had to be computed"
)
trims = Counter("antiphon_trimmed_turns", "Turns dropped because a provider said it was too much", ["provider"])
first_token_seconds = Histogram(
    "antiphon_first_token_seconds",
    "From sending to the first output",
    ["provider"],
    buckets=(0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64),
)


store_writable = Gauge("antiphon_store_writable", "1 while the database takes what is written")
live_healthy = Gauge("antiphon_live_healthy", "1 while live text reaches the other nodes; without Redis always")
oldest_turn_seconds = Gauge(
    "antiphon_oldest_open_turn_seconds",
    "How long the oldest turn of this node has been open that waits for nobody's leave",
)
stuck = Gauge(
    "antiphon_stuck",
    "Turns and lasting work of the whole installation that should have ended long ago; looked for every ten minutes",
    ["kind"],
)
backups_made = Counter("antiphon_backups", "Scheduled backups, by how it ended", ["outcome"])
backup_failing = Gauge("antiphon_backup_failing", "1 from a scheduled backup that failed to the next that does not")
backup_age_seconds = Gauge("antiphon_backup_age_seconds", "Age of the newest backup; NaN where the clock makes none")
# Nought would be a fresh one.
backup_age_seconds.set(math.nan)
spans_dropped = Counter("antiphon_telemetry_dropped", "Spans and lines of the log that no receiver of traces took")
tool_calls = Counter("antiphon_tool_calls_total", "Tools that were used, by how it ended.", ["server", "status"])


class Tally:
    """Deltas since the last checkpoint."""

    __slots__ = ("count", "peak", "seconds")

    def __init__(self) -> None:
        self.count = 0
        self.seconds = 0.0
        self.peak = 0.0

    def add(self, seconds: float) -> None:
        """One delta took this long to publish."""
        self.count += 1
        self.seconds += seconds
        if seconds > self.peak:
            self.peak = seconds

    def report(self) -> None:
        """Hand the figures over and begin anew."""
        updates.inc(self.count)
        update_seconds.inc(self.seconds)
        update_peak_seconds.set(self.peak)
        self.count, self.seconds, self.peak = 0, 0.0, 0.0
