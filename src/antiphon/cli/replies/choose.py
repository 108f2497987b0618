"""`antiphon choose`."""

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.options import ReplyArgument
from antiphon.cli.place import open_antiphon
from antiphon.settings import Settings


def choose(reply_id: ReplyArgument) -> None:
    """Let this answer stand for its advisor from now on.

    It is the one that is sent with later messages; the others are kept.
    """
    run_to_exit(_run(read_settings().settings, reply_id))


async def _run(settings: Settings, reply_id: str) -> int:
    async with open_antiphon(settings) as client:
        await client.replies.choose(reply_id)
    print("from now on this answer counts; the others are kept")
    return 0
