"""Whatever was said, done and decided: what each advisor is sent is what it is due, on every wire.

Conversations are written into the tables as Hypothesis makes them, a message is looked at and sent, and the bytes that
arrive at the servers are held against what the requirements say. The reckoning shares no code with the product.
"""

import time

import pytest
from hypothesis import HealthCheck, Phase, given, note, seed, settings

from tests.journeys.wires.checks import Tally
from tests.journeys.wires.house import House
from tests.journeys.wires.journey import travel
from tests.journeys.wires.talks import Example, examples
from tests.journeys.wires.tell import tell

_FEW, _MANY = 60, 2000
# Behind its tenth example Hypothesis mostly varies those it has; another seed brings other conversations.
_AT_A_TIME = 10
# The house lives in this process, on another thread, and draws its own random numbers while Hypothesis draws examples.
pytestmark = pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")


def run(house: House, count: int, first_seed: int, *phases: Phase) -> Tally:
    """So many conversations, or the first that is wrong; returns what was looked at."""
    tally, started = Tally(), time.monotonic()

    @settings(
        max_examples=_AT_A_TIME,
        phases=phases,
        deadline=None,
        database=None,
        print_blob=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(example=examples())
    def hold(example: Example) -> None:
        note(tell(example))
        travel(house, example, tally)

    for number in range(first_seed, first_seed + count // _AT_A_TIME):
        seed(number)(hold)()
    print(f"\n{tally}; {time.monotonic() - started:.0f} s from seed {first_seed}")
    return tally


@pytest.mark.timeout(300)
def test_everyone_is_sent_what_is_due_on_every_wire(wires: House) -> None:
    """I-20..I-28, I-30..I-35, D3-D10, D17-D20, R1: the same conversations every time.

    The first that is wrong is shown as it is: making it smaller takes minutes, and the long run does so.
    """
    tally = run(wires, _FEW, 0, Phase.generate)

    assert tally.conversations == _FEW
    assert set(tally.requests) == {"openai_chat", "anthropic", "google"}


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_everyone_is_sent_what_is_due_in_thousands_of_conversations(wires: House) -> None:
    """I-20..I-28, I-30..I-35: other conversations every time."""
    tally = run(wires, _MANY, time.time_ns() // 1000, Phase.generate, Phase.shrink)

    assert tally.conversations == _MANY
