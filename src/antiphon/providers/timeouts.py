"""How long a provider may be silent."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Limits on silence, in seconds."""

    connect: float = 15
    first_byte: float = 120
    idle: float = 60
    # After a finish reason only the usage and the end marker are missing; neither is worth a minute.
    after_finish: float = 5
    # After the end marker only the connection's reuse is at stake.
    after_done: float = 0.2
