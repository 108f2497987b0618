"""Write docs/reference/metrics.md from what the engine counts: every name that `/metrics` has of ours."""

import sys
from collections.abc import Iterator
from types import MappingProxyType

from prometheus_client import Counter, Gauge, Histogram, Info
from prometheus_client.metrics import MetricWrapperBase

from antiphon.engine.runtime import metrics

_HEAD = """# What is counted

Every figure of ours that `/metrics` has, for Prometheus. Written by `just docs` from the code. They are of one node and
hold no text of anybody; beside them stand those of Python and the process. `ops/` has
[rules for alarms](../../ops/prometheus/alerts.yml) and [a dashboard](../../ops/grafana/antiphon.json) for Grafana;
[Host it for a team](../how-to/host-for-a-team.md#health) says who may ask.

| name | kind | labels | what it is |
|---|---|---|---|"""
_SUFFIXES = MappingProxyType({Counter: "_total", Info: "_info", Histogram: "", Gauge: ""})


def render() -> str:
    """The page."""
    return "\n".join([_HEAD, *(_describe(each) for each in find_metrics())]) + "\n"


def find_metrics() -> Iterator[MetricWrapperBase]:
    """Everything the engine counts, in the order of its file."""
    return (each for each in vars(metrics).values() if isinstance(each, MetricWrapperBase))


def name_metric(metric: MetricWrapperBase) -> str:
    """The name as a scrape has it."""
    return f"{metric.describe()[0].name}{_SUFFIXES[type(metric)]}"


def _describe(metric: MetricWrapperBase) -> str:
    said = metric.describe()[0]
    labels = ", ".join(f"`{each}`" for each in metric._labelnames)
    return f"| `{name_metric(metric)}` | {said.type} | {labels} | {said.documentation.rstrip('.')} |"


if __name__ == "__main__":
    sys.stdout.write(render())
