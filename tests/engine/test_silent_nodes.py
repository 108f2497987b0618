"""Who has been silent, by the clock of whoever looks."""

from antiphon.conversation.ids import NodeId
from antiphon.engine.recovery.watch import Silent, Watch
from antiphon.store.reads.recovery import NodeLease

NODE = NodeId("n_other")


class Clock:
    """An observer's own clock."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def look(watch: Watch, clock: Clock, leases: list[int], every: float = 0.4) -> list[list[Silent]]:
    """One look after another, at these values of one node's lease."""
    found = []
    for lease in leases:
        clock.now += every
        found.append(watch.look([NodeLease(NODE, lease)]))
    return found


def test_value_of_a_lease_says_nothing() -> None:
    """A step of the database's clock in either direction accuses nobody."""
    clock = Clock()
    watch = Watch(10, clock)
    day, hour = 86_400_000, 3_600_000

    found = look(watch, clock, [1, 2, 3, 60_000, 4, day, -hour, -hour + 1])

    assert not any(found)


def test_node_that_dies_after_a_step_back_is_noticed() -> None:
    """In as much of the observer's own time as any other."""
    clock = Clock()
    watch = Watch(10, clock)
    look(watch, clock, [1, 2, 3, 4, -3_600_000])

    found = look(watch, clock, [-3_600_000] * 30)

    silent = [number * 0.4 for number, each in enumerate(found, 1) if each]
    frozen = [number * 0.4 for number, each in enumerate(found, 1) if each and each[0].is_frozen]
    assert 1 <= silent[0] <= 2
    assert 10 <= frozen[0] <= 10.5


def test_node_far_away_is_given_the_time_it_takes() -> None:
    """One that has always needed two seconds for a beat is not missed after one, whatever its lock says."""
    clock = Clock()
    watch = Watch(10, clock)
    look(watch, clock, [number // 5 for number in range(40)])

    found = look(watch, clock, [99] * 12)

    assert not any(found)


def test_node_seen_for_the_first_time_is_given_a_third_of_its_lease() -> None:
    """It may be slow, or long dead: nobody knows yet."""
    clock = Clock()
    watch = Watch(9, clock)

    found = look(watch, clock, [7] * 9)

    assert [bool(each) for each in found] == [False] * 8 + [True]


def test_observer_that_slept_looks_twice() -> None:
    """After a minute of sleep nobody is frozen; they are asked again first."""
    clock = Clock()
    watch = Watch(10, clock)
    look(watch, clock, [1, 2, 3, 4, 5])

    found = look(watch, clock, [5], every=60)

    assert [each.is_frozen for each in found[0]] == [False]
