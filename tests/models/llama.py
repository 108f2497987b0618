"""A real llama.cpp server, as a process of its own: `python -m tests.models.llama WEIGHTS PORT [WINDOW [THREADS]]`."""

import os
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WEIGHTS = Path(".models/SmolLM2-135M-Instruct.Q4_1.gguf")
_SLOTS = 4


@contextmanager
def run_llama(port: int, window: int = 2048, weights: Path = WEIGHTS, threads: int = 2) -> Iterator[None]:
    """A server on this port, ready to answer, whose every slot has this window."""
    command = [sys.executable, "-m", "tests.models.llama", str(weights), str(port), str(window), str(threads)]
    with Path(os.devnull).open("wb") as nowhere:
        process = subprocess.Popen(command, stdout=nowhere, stderr=nowhere)
    try:
        _wait_until_loaded(process, port)
        yield
    finally:
        process.kill()
        process.wait()


def _wait_until_loaded(process: "subprocess.Popen[bytes]", port: int) -> None:
    for _ in range(240):
        assert process.poll() is None, "the model server ended"
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1):
                return
        except OSError:
            time.sleep(0.25)
    raise AssertionError("the model server did not load")


def main(weights: str, port: int, window: int = 2048, threads: int = 2) -> None:
    """Serve until killed. The window is shared by the slots."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = weights
    params.n_ctx = _SLOTS * window
    params.n_parallel = _SLOTS
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.use_jinja = True
    params.model_alias = {"smollm2"}
    server = xllamacpp.Server(params)
    threading.Event().wait()
    del server


if __name__ == "__main__":
    main(sys.argv[1], *(int(each) for each in sys.argv[2:]))
