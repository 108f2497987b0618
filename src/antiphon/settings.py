"""The only reader of the environment and of configuration files.

A value comes from, in this order: the environment (`ANTIPHON_PORT`, `ANTIPHON_PROVIDERS__OLLAMA__BASE_URL`), the
file `antiphon.toml`, the database (what people change at run time), and the default written below. Every value
knows where it came from, so that `antiphon config show` can say so. Everything is validated at once and reported
in one go. Settings keep what they were made of, so that the database's part can be replaced while everything runs.
"""

import json
import os
import platform
import re
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)

from antiphon.conversation.errors import SettingsInvalid

PREFIX = "ANTIPHON_"
# In an address, before the last @ because a password may hold one itself; or as a parameter.
_PASSWORD = re.compile(r"(?<=://)([^:/@]*:).*@")
_PASSWORD_PARAMETER = re.compile(r"([?&][\w.-]*(?:password|key|token|secret|sig)[\w.-]*=)[^&]*", re.IGNORECASE)

# Keys that other tools have taught people to keep in their environment, and the endpoint each one opens.
WELL_KNOWN_KEYS: dict[str, tuple[str, str, str]] = {
    "OPENAI_API_KEY": ("openai", "https://api.openai.com/v1", "gpt-5.2"),
    "OPENROUTER_API_KEY": ("openrouter", "https://openrouter.ai/api/v1", "anthropic/claude-sonnet-4.5"),
    "GROQ_API_KEY": ("groq", "https://api.groq.com/openai/v1", "openai/gpt-oss-120b"),
    "MISTRAL_API_KEY": ("mistral", "https://api.mistral.ai/v1", "mistral-large-latest"),
    "DEEPSEEK_API_KEY": ("deepseek", "https://api.deepseek.com/v1", "deepseek-chat"),
    "XAI_API_KEY": ("xai", "https://api.x.ai/v1", "grok-4"),
    "ANTHROPIC_API_KEY": ("anthropic", "https://api.anthropic.com", "claude-sonnet-5-5"),
    # A Google key may be for anything Google offers, so the one that says Gemini comes later and wins.
    "GOOGLE_API_KEY": ("google", "https://generativelanguage.googleapis.com", "gemini-3.8-flash"),
    "GEMINI_API_KEY": ("google", "https://generativelanguage.googleapis.com", "gemini-3.8-flash"),
}
# Providers with a wire of their own, and the packages their extra brings. Without those, their keys open nothing.
EXTRAS: dict[str, tuple[str, ...]] = {
    "anthropic": ("pydantic_ai", "anthropic"),
    "google": ("pydantic_ai", "google.genai"),
}


def _none_if_empty(value: object) -> object:
    """Compose files hand empty variables on; they mean that nothing was chosen."""
    return None if value == "" else value


OptionalText = Annotated[str | None, BeforeValidator(_none_if_empty)]
OptionalSecret = Annotated[SecretStr | None, BeforeValidator(_none_if_empty)]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Tokens = Annotated[int, Field(ge=1)]
Price = Annotated[float, Field(ge=0)]
Dollars = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class ModelSettings(_Closed):
    """What somebody knows better about one model than the catalogue does."""

    context_window: Tokens | None = Field(default=None, description="tokens of prompt and answer together")
    input_limit: Tokens | None = Field(default=None, description="tokens of the prompt alone")
    output_limit: Tokens | None = Field(default=None, description="tokens of the answer alone")
    tokens_per_minute: Tokens | None = Field(default=None, description="absent means no limit of its own")
    input_price: Price | None = Field(default=None, description="dollars per million tokens of the prompt")
    output_price: Price | None = Field(default=None, description="dollars per million tokens of the answer")
    cached_price: Price | None = Field(default=None, description="dollars per million tokens read from a cache")
    sees: bool | None = Field(default=None, description="whether it can be shown images; absent: by its name")

    @model_validator(mode="after")
    def _have_both_prices(self) -> Self:
        if (self.input_price is None) != (self.output_price is None):
            raise ValueError("a price for the prompt needs one for the answer, and the other way round")
        if self.cached_price is not None and self.input_price is None:
            raise ValueError("a price for cached tokens needs the other two")
        return self


class ProviderSettings(_Closed):
    """One place that models are reached at."""

    kind: Literal["openai_chat", "anthropic", "google", "scripted"] = Field(
        default="openai_chat", description="the wire it speaks"
    )
    profile: (
        Literal[
            "openai",
            "azure",
            "openrouter",
            "ollama",
            "vllm",
            "llamacpp",
            "groq",
            "mistral",
            "deepseek",
            "xai",
            "generic",
        ]
        | None
    ) = Field(default=None, description="its dialect of the chat wire; absent: by its address or name")
    base_url: str = Field(default="", description="its address; for the chat wire up to and including /v1")
    api_key: OptionalSecret = Field(default=None, description="sent the way it wants keys; absent for local servers")
    api_version: str = Field(default="", description="for Azure's older addresses, such as 2025-04-01-preview")
    model: str = Field(default="", description="the model to use when it is the default provider")
    concurrency: Annotated[int, Field(ge=1)] = Field(default=32, description="requests at a time, counted per node")
    requests_per_minute: Annotated[int, Field(ge=1)] | None = Field(default=None, description="absent means no limit")
    tokens_per_minute: Annotated[int, Field(ge=1)] | None = Field(default=None, description="absent means no limit")
    connect_seconds: Annotated[float, Field(gt=0)] = Field(default=15.0, description="how long a connection may take")
    first_byte_seconds: Annotated[float, Field(gt=0)] = Field(
        default=120.0, description="how long the first byte may take"
    )
    idle_seconds: Annotated[float, Field(gt=0)] = Field(
        default=60.0, description="how long it may be silent in between"
    )
    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] | None = Field(
        default=None, description="the name it has for the longest reply; absent: the profile's"
    )
    system_placement: Literal["message", "merged"] = Field(
        default="message", description="merged: before the first message, for models without a system role"
    )
    models: dict[str, ModelSettings] = Field(default_factory=dict, description="what is known about its models")


def _split_names(value: object) -> object:
    """The environment has no lists; names with commas between them are one."""
    return [each.strip() for each in value.split(",") if each.strip()] if isinstance(value, str) else value


Names = Annotated[tuple[str, ...], BeforeValidator(_split_names)]
Paths = Annotated[tuple[Path, ...], BeforeValidator(_split_names)]


class SpeechSettings(_Closed):
    """Who can speak beside the browser itself. Programs are started as they are named here, never by a request."""

    base_url: str = Field(default="", description="an endpoint with OpenAI's speech wire, up to and including /v1")
    api_key: OptionalSecret = Field(default=None, description="sent to that endpoint; absent for local servers")
    model: str = Field(default="", description="the model that endpoint speaks with")
    voices: Names = Field(default=(), description="the voices that endpoint has")
    piper: str = Field(default="piper", description="how Piper is started, such as /opt/piper/bin/python -m piper")
    piper_voices: Paths = Field(default=(), description="files of Piper voices (.onnx, with the .onnx.json beside it)")
    espeak: bool = Field(default=True, description="offer the voices of espeak-ng when it is installed")

    @model_validator(mode="after")
    def _know_whom_to_ask(self) -> Self:
        if self.base_url and not (self.model and self.voices):
            raise ValueError("an endpoint for speech needs a model and at least one voice")
        return self

    @field_validator("piper_voices")
    @classmethod
    def _find_the_files(cls, files: tuple[Path, ...]) -> tuple[Path, ...]:
        for file in files:
            if not file.is_file():
                raise ValueError(f"there is no file {file}")
        return files


class RecallSettings(_Closed):
    """Which model finds documents by their meaning. With none of these it is the one that the extra `recall` brings."""

    by_meaning: bool = Field(default=True, description="find documents by their meaning too, not by words alone")
    base_url: str = Field(default="", description="a server with OpenAI's embeddings wire, up to and including /v1")
    api_key: OptionalSecret = Field(default=None, description="sent to that server; absent for local ones")
    model: str = Field(default="", description="the model that server is asked for")
    folder: Path | None = Field(
        default=None, description="a folder with a sentence model of your own: model.onnx and tokenizer.json"
    )
    query_prefix: str = Field(default="", description="put before a question; some models want `query: `")
    passage_prefix: str = Field(default="", description="put before a text; some models want `passage: `")

    @model_validator(mode="after")
    def _choose_one(self) -> Self:
        if self.base_url and not self.model:
            raise ValueError("a server for embeddings needs a model")
        if self.base_url and self.folder is not None:
            raise ValueError("either a server or a folder, not both")
        return self


class McpServerSettings(_Closed):
    """One server of tools: a program that is started here, or an address. Nothing in it is ever filled in."""

    type: Literal["stdio", "http", "streamable-http"] | None = Field(
        default=None, description="how it is spoken to; absent: a program with a command, an address with a url"
    )
    command: str = Field(default="", description="the program to start")
    args: tuple[str, ...] = Field(default=(), description="what it is started with; shown, so no place for secrets")
    env: dict[str, SecretStr] = Field(default_factory=dict, description="its environment beside PATH, HOME and LANG")
    cwd: OptionalText = Field(default=None, description="the folder it is started in")
    url: str = Field(default="", description="its address")
    headers: dict[str, SecretStr] = Field(default_factory=dict, description="sent to that address and to no other")
    trusted: bool = Field(default=False, description="believe it when it says that a tool only reads")

    @model_validator(mode="after")
    def _be_one_of_two(self) -> Self:
        if bool(self.command) == bool(self.url):
            raise ValueError("a server needs either a command or a url")
        if self.type is not None and (self.type == "stdio") != bool(self.command):
            raise ValueError("a command goes with stdio, and a url with http")
        if (self.command and self.headers) or (self.url and (self.args or self.env or self.cwd)):
            raise ValueError("args, env and cwd go with a command, and headers with a url")
        return self


class Settings(_Closed):
    """Everything that can be configured, with its default and its meaning."""

    data_dir: Path = Field(default_factory=lambda: default_data_dir(), description="where the SQLite file lives")
    host: str = Field("127.0.0.1", description="the address to listen on; loopback only until accounts exist")
    port: Annotated[int, Field(ge=0, le=65535)] = Field(8642, description="the port to listen on; 0 picks one")
    database_url: str | None = Field(None, description="postgresql://… for a team; absent means SQLite", repr=False)
    redis_url: OptionalSecret = Field(None, description="redis://… to fan out live text between nodes")
    default_model: OptionalText = Field(None, description="provider:model for advisors that name none")
    providers: dict[str, ProviderSettings] = Field(default_factory=dict, description="where models are reached")
    speech: SpeechSettings = Field(default_factory=SpeechSettings, description="who can speak")
    recall: RecallSettings = Field(default_factory=RecallSettings, description="how documents are searched")
    mcp_servers: dict[str, McpServerSettings] = Field(default_factory=dict, description="where tools come from")
    mcp_config: Path | None = Field(None, description="a JSON file with more of them under mcpServers")
    allow_private_tools: bool = Field(
        False, description="let servers of tools that people add be on this machine or the local network"
    )
    detect_local_models: bool = Field(True, description="look for Ollama and llama.cpp on their usual ports")
    max_tokens: Annotated[int, Field(ge=1)] = Field(4096, description="the longest reply to ask for, in tokens")
    history_chars: Annotated[int, Field(ge=0)] = Field(
        150_000, description="how long a payload may be, in characters; 0 leaves it to the model's window"
    )
    dropping: Literal["oldest", "importance", "sticky"] = Field(
        "oldest", description="which turns are left out first when not all fit"
    )
    request_allowance: Annotated[int, Field(ge=0)] = Field(
        100, description="tokens kept free for the message while it is being written"
    )
    reply_allowance: Annotated[int, Field(ge=0)] | None = Field(
        None, description="tokens kept free for the answer; absent: as much as the model needs"
    )
    chars_per_token: Annotated[float, Field(ge=0.1, le=100, allow_inf_nan=False)] | None = Field(
        None, description="a fixed rate for estimates; absent: 3.5, corrected by what models report"
    )
    most_trims: Annotated[int, Field(ge=0)] = Field(
        10, description="turns dropped at most when a provider says it is too much"
    )
    reference_chars: Annotated[int, Field(ge=0)] = Field(
        600, description="how much of each other voice's last answer is quoted; 0 quotes all of it"
    )
    guideline_chars: Annotated[int, Field(ge=0)] = Field(
        20_000, description="how much of the guideline files goes to every advisor, in characters; 0 leaves them out"
    )
    timestamps: bool = Field(True, description="put the date and time before what the person wrote")
    time_zone: str = Field("UTC", description="the time zone of those dates and of days in filters")
    failed_turns: bool = Field(True, description="send questions again that nobody answered")
    turn_ceiling: Dollars = Field(0.50, description="dollars one turn may cost before the browser asks; 0 never asks")
    day_ceiling: Dollars = Field(0.0, description="dollars one day may cost before the browser asks; 0 never asks")
    analysis_model: OptionalText = Field(
        None, description="provider:model that looks at conversations; absent: the default model"
    )
    analysis_tokens: Annotated[int, Field(ge=0)] = Field(
        200_000, description="tokens one look at a conversation may take, sent and answered; 0 sets no limit"
    )
    eval_tokens: Annotated[int, Field(ge=0)] = Field(
        500_000, description="tokens one run of an advisor's cases may take, judging included; 0 sets no limit"
    )
    memory_scan: Literal["off", "manual", "after_turn"] = Field(
        "manual", description="when conversations are read for things to remember"
    )
    titles: Literal["words", "model"] = Field(
        "words", description="what a conversation is called: by its first words, or as a model names it after them"
    )
    map_after_turn: Literal["off", "on"] = Field(
        "off", description="draw the map of who agrees and who does not after every turn several have answered"
    )
    heartbeats: bool = Field(
        True, description="let advisors speak unasked where you gave them leave; false silences all of them"
    )
    heartbeat_calls: Annotated[int, Field(ge=0)] = Field(
        200, description="how often in 24 hours a model is asked whether an advisor should speak unasked"
    )
    synthesis_after_turn: Literal["off", "fuse", "compare", "checklist"] = Field(
        "off", description="write one text out of the answers after every turn that several have answered"
    )
    reply_seconds: Annotated[float, Field(gt=0)] = Field(1800.0, description="a reply ends after this long")
    on_interrupt: Literal["rerun", "keep"] = Field("rerun", description="what to do with a reply a crash cut off")
    max_epochs: Annotated[int, Field(ge=1)] = Field(3, description="how often a reply is started, crashes included")
    tool_rounds: Annotated[int, Field(ge=1, le=100)] = Field(
        8, description="how often one answer may use tools before it must end"
    )
    tool_seconds: Annotated[float, Field(gt=0, le=3600)] = Field(60.0, description="how long one call may take")
    tool_result_chars: Annotated[int, Field(ge=200)] = Field(
        20_000, description="how much of a result an advisor is told, in characters"
    )
    approval_hours: Annotated[float, Field(gt=0)] = Field(
        24.0, description="how long a call waits for your leave before it counts as refused"
    )
    checkpoint_seconds: Annotated[float, Field(gt=0, le=0.5)] = Field(0.4, description="how late text is saved")
    frame_seconds: Annotated[float, Field(ge=0, le=0.05)] = Field(
        0.04, description="how long deltas are merged before they go to Redis"
    )
    lease_seconds: Annotated[float, Field(ge=2)] = Field(10.0, description="a node silent for this long is gone")
    drain_seconds: Annotated[float, Field(ge=0)] = Field(30.0, description="how long SIGTERM waits for replies")
    retention_hours: Annotated[float, Field(gt=0)] = Field(24.0, description="how long finished work is remembered")
    upload_mib: Annotated[int, Field(ge=1, le=50)] = Field(25, description="the largest file to take in, in MiB")
    pool_size: Annotated[int, Field(ge=2)] = Field(8, description="PostgreSQL connections for the store")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field("INFO", description="how much is logged")
    log_format: Literal["text", "json"] = Field("text", description="how it is logged")
    debug_mode: bool = Field(False, description="log turn counts, estimates and full payloads")
    failpoint: OptionalText = Field(None, description="for tests: the named place where the process kills itself")
    _layers: "Layers | None" = PrivateAttr(default=None)

    @field_validator("database_url")
    @classmethod
    def _name_the_driver(cls, url: str | None) -> str | None:
        """Accept the address every PostgreSQL tool accepts."""
        if url is None or not url:
            return None
        scheme, _, rest = url.partition("://")
        if scheme in ("postgres", "postgresql", "postgresql+psycopg"):
            return f"postgresql+psycopg://{rest}"
        raise ValueError("must start with postgresql://; leave it out for SQLite")

    @field_validator("time_zone")
    @classmethod
    def _know_the_zone(cls, name: str) -> str:
        """A name like Europe/Athens."""
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError("must be a time zone like UTC or Europe/Athens") from None
        return name

    @field_validator("host")
    @classmethod
    def _stay_on_loopback(cls, host: str) -> str:
        """C-01: without accounts, nobody but this machine may knock."""
        if host not in ("127.0.0.1", "::1", "localhost"):
            raise ValueError("must be a loopback address: there are no accounts yet")
        return host

    @property
    def sqlite_path(self) -> Path:
        """The file that holds everything when there is no PostgreSQL."""
        return self.data_dir / "antiphon.db"

    @property
    def is_sqlite(self) -> bool:
        """True for one person, one process, no server."""
        return self.database_url is None


# Every setting has one place on the page.
GROUPS: dict[str, tuple[str, ...]] = {
    "sending": (
        "dropping",
        "history_chars",
        "request_allowance",
        "reply_allowance",
        "chars_per_token",
        "most_trims",
        "reference_chars",
        "guideline_chars",
        "timestamps",
        "time_zone",
        "failed_turns",
    ),
    "models": ("default_model", "max_tokens", "detect_local_models", "providers"),
    "spending": ("turn_ceiling", "day_ceiling"),
    "memory": (
        "memory_scan",
        "analysis_model",
        "analysis_tokens",
        "eval_tokens",
        "titles",
        "map_after_turn",
        "synthesis_after_turn",
    ),
    "heartbeats": ("heartbeats", "heartbeat_calls"),
    "speech": ("speech",),
    "recall": ("recall",),
    "tools": (
        "tool_rounds",
        "tool_seconds",
        "tool_result_chars",
        "approval_hours",
        "mcp_servers",
        "mcp_config",
        "allow_private_tools",
    ),
    "replies": ("on_interrupt", "max_epochs", "reply_seconds", "checkpoint_seconds", "frame_seconds"),
    "server": ("host", "port", "data_dir", "database_url", "redis_url", "upload_mib", "pool_size"),
    "nodes": ("lease_seconds", "drain_seconds", "retention_hours"),
    "logs": ("log_level", "log_format", "debug_mode", "failpoint"),
}
# What may be changed while everything runs: what shapes the next send, and what the browser asks about. The rest is
# read once, when rooms are built.
EDITABLE = frozenset(
    (
        *GROUPS["sending"],
        *GROUPS["spending"],
        *GROUPS["memory"],
        *GROUPS["heartbeats"],
        "default_model",
        "max_tokens",
        "on_interrupt",
    )
)

# what starts programs or opens the local network is never read from the database, whoever wrote it there.
OPERATOR_ONLY = frozenset(("mcp_servers", "mcp_config", "allow_private_tools", "recall"))


@dataclass(frozen=True, slots=True)
class Loaded:
    """Validated settings, and for each value the place it came from."""

    settings: Settings
    sources: Mapping[str, str]
    path: Path

    def values(self) -> Iterator[tuple[str, Any, str]]:
        """(name, value, source) for every value as JSON knows it, secrets hidden."""
        for name, value in sorted(_flatten(self.settings.model_dump(mode="json")).items()):
            said = ", ".join(value) if isinstance(value, list) else value
            shown = _hide_passwords(said) if isinstance(said, str) else said
            yield name, shown, self.sources.get(name, "default")

    def rows(self) -> Iterator[tuple[str, str, str]]:
        """The same as text, as `config show` prints them."""
        for name, value, source in self.values():
            yield name, "" if value is None else str(value), source


@dataclass(frozen=True, slots=True)
class Layers:
    """Who said what, kept with the settings it became; `start` is whoever started the program, as with `--port`.

    `locked` names providers whose key was found and whose extra is not installed.
    """

    path: Path
    keys: Mapping[str, Any] = field(default_factory=dict, repr=False)
    database: Mapping[str, Any] = field(default_factory=dict)
    file: Mapping[str, Any] = field(default_factory=dict, repr=False)
    environment: Mapping[str, Any] = field(default_factory=dict, repr=False)
    start: Mapping[str, Any] = field(default_factory=dict, repr=False)
    variables: Mapping[str, str] = field(default_factory=dict)
    locked: tuple[str, ...] = ()

    def load(self) -> Loaded:
        """The settings all of them make together; `SettingsInvalid` lists all that is wrong."""
        merged: dict[str, Any] = {}
        sources: dict[str, str] = {}
        for layer, source in self._weakest_first():
            _merge(merged, layer)
            for name in _flatten(layer):
                sources[name] = source
                if layer is self.environment and name in self.variables:
                    sources[name] = f"environment {self.variables[name]}"
        settings = _validate(merged, sources)
        settings._layers = self
        return Loaded(settings, sources, self.path)

    def _weakest_first(self) -> Iterator[tuple[Mapping[str, Any], str]]:
        yield self.keys, "environment"
        asked = {name: value for name, value in self.database.items() if name.partition(".")[0] not in OPERATOR_ONLY}
        yield _nest(asked), "database"
        yield self.file, f"file {self.path}"
        yield self.environment, "environment"
        yield self.start, "start"


def layers_of(settings: Settings) -> Layers:
    """What these settings were made of; those that a program put together itself were said at the start."""
    if settings._layers is not None:
        return settings._layers
    return Layers(settings.data_dir / "antiphon.toml", start=settings.model_dump(exclude_unset=True))


def reload_settings(settings: Settings, database: Mapping[str, Any]) -> Loaded:
    """The same settings over other rows of the database, which is not stronger for being newer."""
    return replace(layers_of(settings), database=dict(database)).load()


def override_settings(settings: Settings, **changes: Any) -> Settings:
    """The same settings with what whoever starts the program says on top."""
    layers = layers_of(settings)
    return replace(layers, start={**layers.start, **changes}).load().settings


def _hide_passwords(text: str) -> str:
    return _PASSWORD_PARAMETER.sub(r"\1***", _PASSWORD.sub(r"\1***@", text))


def default_data_dir() -> Path:
    """The folder the operating system sets aside for a program's data."""
    if platform.system() == "Darwin":
        return Path.home() / "Library" / "Application Support" / "antiphon"
    if platform.system() == "Windows":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "antiphon"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "antiphon"


def has_screen(environ: Mapping[str, str] | None = None) -> bool:
    """Whether somebody would see a browser opened here: not over SSH, not in CI, and on Linux only with a display."""
    environ = os.environ if environ is None else environ
    if any(environ.get(name) for name in ("CI", "SSH_CONNECTION", "SSH_TTY")):
        return False
    shown = any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return shown or platform.system() in ("Darwin", "Windows")


def load_settings(
    *,
    environ: Mapping[str, str] | None = None,
    database: Mapping[str, Any] | None = None,
) -> Loaded:
    """Settings from environment, file, database and defaults; `SettingsInvalid` lists all that is wrong.

    The database can only be asked once its address is known, so this is called twice at start: without
    `database` to find it, and with what it holds to finish.
    """
    environ = os.environ if environ is None else environ
    from_environment, env_names = _read_environment(environ)
    path = _file_path(environ, from_environment)
    from_file = _read_file(path, must_exist=bool(environ.get(PREFIX + "CONFIG")))
    keys, locked = _read_well_known_keys(environ)
    layers = Layers(
        path=path,
        keys=keys,
        database=dict(database or {}),
        file=from_file,
        environment=from_environment,
        variables=env_names,
        locked=locked,
    )
    return layers.load()


def read_mcp_servers(settings: Settings) -> dict[str, McpServerSettings]:
    """Every server of tools the operator has set up: those of the settings, and those of the JSON file they name.

    The file is one that other programs read too, so what only they understand is passed over. `SettingsInvalid` lists
    all that is wrong, a name that stands in both places included.
    """
    found = dict(settings.mcp_servers)
    problems: list[str] = []
    for name, said in _read_mcp_file(settings.mcp_config).items():
        place = f"{settings.mcp_config}: mcpServers.{name}"
        known = {each: value for each, value in said.items() if each in McpServerSettings.model_fields}
        if name in found:
            problems.append(f"{place}: stands in the settings too")
        try:
            found[name] = McpServerSettings.model_validate(known)
        except ValidationError as error:
            problems += [f"{place}.{_describe(each, {})}" for each in error.errors()]
    problems += [f"mcp_servers.{name}: needs a shorter name" for name in found if not 0 < len(name) <= 40]
    if problems:
        raise SettingsInvalid(tuple(problems))
    return found


def _read_mcp_file(path: Path | None) -> dict[str, dict[str, Any]]:
    if path is None:
        return {}
    try:
        servers = json.loads(path.read_text(encoding="utf-8"))["mcpServers"]
        return {name: said for name, said in servers.items() if not said.get("disabled")}
    except OSError as error:
        raise SettingsInvalid((f"mcp_config: {path}: {error.strerror}",)) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        sentence = 'must be JSON of the form {"mcpServers": {"name": {"command": "…"}}}'
        raise SettingsInvalid((f"mcp_config: {path}: {sentence}",)) from error


def read_basic_environment(environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """What any program needs to find others and its own files, and nothing more (R-09)."""
    environ = os.environ if environ is None else environ
    return {name: environ[name] for name in ("PATH", "HOME", "LANG", "SYSTEMROOT") if name in environ}


def _validate(merged: Mapping[str, Any], sources: Mapping[str, str]) -> Settings:
    try:
        return Settings.model_validate(merged)
    except ValidationError as error:
        raise SettingsInvalid(tuple(_describe(problem, sources) for problem in error.errors())) from error


def _describe(problem: Any, sources: Mapping[str, str]) -> str:
    name = ".".join(str(part) for part in problem["loc"])
    source = sources.get(name, "")
    sentence = problem["msg"].removeprefix("Value error, ")
    return f"{name}: {sentence}" + (f" (from {source})" if source else "")


def _read_environment(environ: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """ANTIPHON_A__B=x becomes {"a": {"b": "x"}}; the second value maps dotted names to variables."""
    values: dict[str, Any] = {}
    names: dict[str, str] = {}
    for variable, text in environ.items():
        if variable.startswith(PREFIX) and variable != PREFIX + "CONFIG":
            path = variable[len(PREFIX) :].lower().split("__")
            _put(values, path, text)
            names[".".join(path)] = variable
    return values, names


def _read_well_known_keys(environ: Mapping[str, str]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The providers these keys open, and those whose extra is missing."""
    providers: dict[str, Any] = {}
    locked: list[str] = []
    for variable, (name, base_url, model) in WELL_KNOWN_KEYS.items():
        if environ.get(variable) and not has_extra(name):
            locked.append(name)
        elif environ.get(variable):
            kind = name if name in EXTRAS else "openai_chat"
            providers[name] = {"kind": kind, "base_url": base_url, "api_key": environ[variable], "model": model}
    return ({"providers": providers} if providers else {}), tuple(dict.fromkeys(locked))


def find_program(name: str) -> str | None:
    """Where this program is installed, if it is."""
    return shutil.which(name)


def has_extra(provider: str) -> bool:
    """True when everything this provider's wire needs is installed; nothing is imported to find out."""
    try:
        return all(find_spec(package) is not None for package in EXTRAS.get(provider, ()))
    except ModuleNotFoundError:
        return False


def _file_path(environ: Mapping[str, str], from_environment: Mapping[str, Any]) -> Path:
    if environ.get(PREFIX + "CONFIG"):
        return Path(environ[PREFIX + "CONFIG"])
    return Path(from_environment.get("data_dir") or default_data_dir()) / "antiphon.toml"


def _read_file(path: Path, *, must_exist: bool) -> dict[str, Any]:
    """What the file says; a file that somebody named may not be missing."""
    if not must_exist and not path.exists():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsInvalid((f"{path}: {error.strerror}",)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsInvalid((f"{path}: {error}",)) from error


def _put(values: dict[str, Any], path: list[str], value: object) -> None:
    """A name that is a value and a group at once stays a group, which validation then refuses."""
    for part in path[:-1]:
        if not isinstance(values.get(part), dict):
            values[part] = {}
        values = values[part]
    if not isinstance(values.get(path[-1]), dict):
        values[path[-1]] = value


def _nest(flat: Mapping[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in flat.items():
        _put(values, name.split("."), value)
    return values


def _merge(base: dict[str, Any], over: Mapping[str, Any]) -> None:
    for name, value in over.items():
        if not isinstance(value, Mapping):
            base[name] = value
            continue
        if not isinstance(base.get(name), dict):
            base[name] = {}
        _merge(base[name], value)


def _flatten(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            flat |= _flatten(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat
