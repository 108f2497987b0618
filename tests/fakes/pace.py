"""How fast this machine is at the moment, so that a limit in seconds is fair on a busy one too."""

import json
import time

_WORK = json.dumps([{"a": [1, 2.5, "three"], "b": {"c": None}}] * 4_000)


def time_bare_work() -> float:
    """Seconds that a fixed piece of parsing takes here and now, the best of five."""
    took = []
    for _ in range(5):
        started = time.perf_counter()
        json.loads(_WORK)
        took.append(time.perf_counter() - started)
    return min(took)
