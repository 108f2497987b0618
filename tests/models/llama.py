"""A real llama.cpp server, as a process of its own: `python -m tests.models.llama WEIGHTS PORT`."""

import sys
import threading

import xllamacpp


def main(weights: str, port: int) -> None:
    """Serve until killed. The window is shared by the slots, so each of four has 2,048 tokens."""
    params = xllamacpp.CommonParams()
    params.model.path = weights
    params.n_ctx = 8192
    params.n_parallel = 4
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 2
    params.use_jinja = True
    params.model_alias = {"smollm2"}
    server = xllamacpp.Server(params)
    threading.Event().wait()
    del server


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
