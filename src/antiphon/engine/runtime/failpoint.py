"""Named places where a test may pull the plug.

A failpoint does nothing unless the process was started with that name armed, and then it kills the process without
any goodbye: exactly what a power cut at this line would do.
"""

import os
import signal

_armed: set[str] = set()

NAMES = (
    "before_commit",
    "after_commit",
    "after_start",
    "before_receipt",
    "after_first_delta",
    "before_settle",
    "after_settle",
)
# Only a reply that uses tools comes past these.
TOOL_NAMES = ("after_tool_calls", "after_tool_started", "after_tool_result")
# Only a reply with a picture comes past these: of its model's, or made to order.
PICTURE_NAMES = ("after_picture", "after_picture_made")
# Only advisors that answer each other come past these.
ROUND_NAMES = ("round_ended", "round_reckoned", "round_accepted")
# Only a conversation that is deleted for good comes past this.
DELETION_NAMES = ("deletion_begun",)
# Only files that are written to be fetched, or brought, come past these.
MOVING_NAMES = ("export_piece_kept", "import_part_read", "conversation_imported", "conversation_taken_back")
# Only what another program is told comes past these.
WEBHOOK_NAMES = ("webhook_written", "webhook_sent")
_ALL = (*NAMES, *TOOL_NAMES, *PICTURE_NAMES, *ROUND_NAMES, *DELETION_NAMES, *MOVING_NAMES, *WEBHOOK_NAMES)


def arm(name: str) -> None:
    """Make the process die at this place."""
    if name not in _ALL:
        raise ValueError(f"no failpoint is called {name!r}; there are {', '.join(_ALL)}")
    _armed.add(name)


def failpoint(name: str) -> None:
    """Die here if a test asked for it."""
    if name in _armed:
        os.kill(os.getpid(), signal.SIGKILL)
