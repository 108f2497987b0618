"""Where a value comes from, what is refused, and what is never shown."""

import os
from pathlib import Path
from typing import Any

import pytest

from antiphon.conversation.errors import SettingsInvalid
from antiphon.conversation.scope import Saved
from antiphon.settings import (
    EDITABLE,
    EXTRAS,
    GROUPS,
    WELL_KNOWN_KEYS,
    Loaded,
    Settings,
    default_data_dir,
    layers_of,
    load_settings,
    override_settings,
    reload_settings,
)


class Place:
    """A data folder, and the environment and file of a person who uses it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "antiphon.toml"

    def write(self, text: str) -> None:
        self.file.write_text(text, encoding="utf-8")

    def load(self, *, database: dict[str, Any] | None = None, **variables: str) -> Loaded:
        return load_settings(
            environ={"ANTIPHON_DATA_DIR": str(self.folder), **variables}, database={"instance": database or {}}
        )

    def problems(self, *, database: dict[str, Any] | None = None, **variables: str) -> tuple[str, ...]:
        with pytest.raises(SettingsInvalid) as refusal:
            self.load(database=database, **variables)
        return refusal.value.problems


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def shown(loaded: Loaded) -> dict[str, tuple[str, str]]:
    """Each name with its value and source, as `config show` prints them."""
    return {name: (value, source) for name, value, source in loaded.rows()}


def test_defaults_are_enough(place: Place) -> None:
    loaded = place.load()

    assert loaded.settings.port == 8642
    assert loaded.settings.is_sqlite
    assert loaded.settings.sqlite_path == place.folder / "antiphon.db"
    assert shown(loaded)["port"] == ("8642", "default")


def test_every_kind_of_waiting_ends_by_itself(place: Place) -> None:
    """D22."""
    place.write('[providers.echo]\nbase_url = "http://127.0.0.1:1/v1"\n')

    shipped = place.load().settings

    echo = shipped.providers["echo"]
    assert (echo.connect_seconds, echo.first_byte_seconds, echo.idle_seconds) == (15, 120, 60)
    assert shipped.reply_seconds == 30 * 60


def test_environment_beats_file_beats_database_beats_default(place: Place) -> None:
    place.write("port = 2\nmax_tokens = 2\nmax_epochs = 2\n")
    database = {"port": 3, "max_tokens": 3, "history_chars": 3}

    loaded = place.load(database=database, ANTIPHON_PORT="1")

    rows = shown(loaded)
    assert rows["port"] == ("1", "environment ANTIPHON_PORT")
    assert rows["max_tokens"] == ("2", f"file {place.file}")
    assert rows["history_chars"] == ("3", "database instance")
    assert rows["max_epochs"] == ("2", f"file {place.file}")
    assert rows["reply_seconds"] == ("1800.0", "default")


def test_a_provider_may_be_put_together_from_several_places(place: Place) -> None:
    place.write('[providers.echo]\nbase_url = "http://127.0.0.1:1/v1"\nconcurrency = 2\n')
    database = {"providers.echo.model": "small", "providers.echo.concurrency": 3}

    loaded = place.load(database=database, ANTIPHON_PROVIDERS__ECHO__CONCURRENCY="1")

    echo = loaded.settings.providers["echo"]
    assert (echo.base_url, echo.model, echo.concurrency) == ("http://127.0.0.1:1/v1", "small", 1)
    rows = shown(loaded)
    assert rows["providers.echo.base_url"][1] == f"file {place.file}"
    assert rows["providers.echo.model"][1] == "database instance"
    assert rows["providers.echo.concurrency"][1] == "environment ANTIPHON_PROVIDERS__ECHO__CONCURRENCY"
    assert rows["providers.echo.idle_seconds"][1] == "default"


def test_loading_leaves_what_it_was_given_alone(place: Place) -> None:
    database = {"providers": {"echo": {"model": "small", "concurrency": 3}}}

    place.load(database=database, ANTIPHON_PROVIDERS__ECHO__CONCURRENCY="1")

    assert database == {"providers": {"echo": {"model": "small", "concurrency": 3}}}


def test_configuration_file_may_lie_elsewhere(place: Place, tmp_path: Path) -> None:
    elsewhere = tmp_path / "other.toml"
    elsewhere.write_text("port = 7\n", encoding="utf-8")
    place.write("port = 2\n")

    loaded = place.load(ANTIPHON_CONFIG=str(elsewhere))

    assert loaded.path == elsewhere
    assert shown(loaded)["port"] == ("7", f"file {elsewhere}")


def test_a_named_file_must_exist(place: Place, tmp_path: Path) -> None:
    """A misspelt path must not silently mean the defaults."""
    missing = str(tmp_path / "missing.toml")

    (problem,) = place.problems(ANTIPHON_CONFIG=missing)

    assert missing in problem


def test_a_folder_is_no_configuration_file(place: Place) -> None:
    (problem,) = place.problems(ANTIPHON_CONFIG=str(place.folder))

    assert str(place.folder) in problem


@pytest.mark.parametrize("text", ["port = ", "port 80", "\x00"], ids=["no value", "no sign", "NUL"])
def test_a_broken_file_is_named(place: Place, text: str) -> None:
    place.write(text)

    (problem,) = place.problems()

    assert problem.startswith(f"{place.file}: ")


def test_a_file_that_is_not_text_is_named(place: Place) -> None:
    place.file.write_bytes(b"\xff\xfe\x00")

    (problem,) = place.problems()

    assert problem.startswith(f"{place.file}: ")


def test_every_problem_is_in_one_report(place: Place) -> None:
    place.write('max_tokens = 0\nlog_format = "xml"\n')

    problems = place.problems(database={"on_interrupt": "panic"}, ANTIPHON_PORT="high", ANTIPHON_HOST="0.0.0.0")

    assert {problem.partition(":")[0] for problem in problems} == {
        "port",
        "host",
        "max_tokens",
        "log_format",
        "on_interrupt",
    }


def test_every_problem_says_where_it_comes_from(place: Place) -> None:
    place.write("max_tokens = 0\n")

    problems = place.problems(database={"on_interrupt": "panic"}, ANTIPHON_PORT="high")

    assert [problem.rpartition(" (from ")[2].rstrip(")") for problem in problems] == [
        "environment ANTIPHON_PORT",
        f"file {place.file}",
        "database instance",
    ]


@pytest.mark.parametrize(
    ("name", "variable"),
    [("prot", "ANTIPHON_PROT"), ("providers.echo.colour", "ANTIPHON_PROVIDERS__ECHO__COLOUR")],
)
def test_unknown_names_are_reported(place: Place, name: str, variable: str) -> None:
    (problem,) = place.problems(**{variable: "1"})

    assert problem.startswith(f"{name}: ")
    assert problem.endswith(f"(from environment {variable})")


def test_unknown_names_in_the_file_are_reported(place: Place) -> None:
    place.write("prot = 80\n")

    (problem,) = place.problems()

    assert problem.startswith("prot: ")


@pytest.mark.parametrize("order", [1, -1])
def test_a_value_that_is_also_a_group_is_reported(place: Place, order: int) -> None:
    both = [("ANTIPHON_PORT", "80"), ("ANTIPHON_PORT__ECHO", "x")][::order]

    problems = place.problems(**dict(both))

    assert all(problem.startswith("port") for problem in problems)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.org", "", "127.0.0.1.example.org"])
def test_only_this_machine_may_knock(place: Place, host: str) -> None:
    """C-01: no accounts, no strangers."""
    (problem,) = place.problems(ANTIPHON_HOST=host)

    assert "loopback" in problem
    assert "ANTIPHON_HOST" in problem


HEADERS = {"ANTIPHON_HEADER_SSO__USER": "X-Forwarded-User", "ANTIPHON_HEADER_SSO__SECRET_FILE": "/run/secret"}
BEHIND = {"ANTIPHON_ACCOUNTS": "on", "ANTIPHON_TRUSTED_PROXIES": "127.0.0.1"}


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (HEADERS | {"ANTIPHON_ACCOUNTS": "on"}, "trusted_proxies: must name the proxy with header_sso"),
        (HEADERS | {"ANTIPHON_TRUSTED_PROXIES": "127.0.0.1"}, "accounts: must be on with header_sso"),
        (BEHIND | {"ANTIPHON_HEADER_SSO__USER": "X-Forwarded-User"}, "header_sso.secret_file: Field required"),
        (BEHIND | {"ANTIPHON_HEADER_SSO__SECRET_FILE": "/run/secret"}, "header_sso.user: Field required"),
        (BEHIND | HEADERS | {"ANTIPHON_HEADER_SSO__EMAIL": "X Mail"}, "header_sso.email: must be the name of a header"),
        (
            BEHIND | HEADERS | {"ANTIPHON_HEADER_SSO__USER": "Cookie"},
            "header_sso.user: cookie has a meaning of its own",
        ),
        (BEHIND | HEADERS | {"ANTIPHON_HEADER_SSO__USER": "X_User"}, "header_sso.user: must be the name of a header"),
        (BEHIND | HEADERS | {"ANTIPHON_HEADER_SSO__USER": "Sec-Fetch-Site"}, "header_sso.user: sec-fetch-site has"),
        (BEHIND | HEADERS | {"ANTIPHON_HEADER_SSO__NAME": "x-forwarded-user"}, "header_sso: one header cannot say two"),
        (BEHIND | HEADERS | {"ANTIPHON_HEADER_SSO__ROLE_MAP__STAFF": "instance-owner"}, "header_sso.role_map.staff: "),
    ],
)
def test_headers_that_name_people_need_a_proxy_a_secret_and_accounts(
    place: Place, said: dict[str, str], problem: str
) -> None:
    assert [each for each in place.problems(**said) if each.startswith(problem)]


def test_headers_that_name_people_are_the_operators_alone(place: Place) -> None:
    database = {"header_sso.user": "x-user", "header_sso.secret_file": "/run/secret", "trusted_proxies": "10.0.0.1"}

    assert place.load(database=database).settings.header_sso is None
    settings = place.load(**BEHIND, **HEADERS, ANTIPHON_HEADER_SSO__EMAIL="").settings
    assert settings.header_sso is not None
    assert (settings.header_sso.user, settings.header_sso.email) == ("x-forwarded-user", None)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_loopback_has_three_names(place: Place, host: str) -> None:
    assert place.load(ANTIPHON_HOST=host).settings.host == host


SECRET = "hunter2"


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ann:{SECRET}@db/antiphon",
        f"postgresql://ann:{SECRET}/x@db/antiphon",
        f"postgresql://ann:x@{SECRET}@db/antiphon",
        f"postgresql://:{SECRET}@db/antiphon",
        f"postgresql://db/antiphon?user=ann&password={SECRET}",
        f"postgresql://db/antiphon?password={SECRET}&user=ann",
    ],
)
def test_database_passwords_are_hidden(place: Place, url: str) -> None:
    loaded = place.load(ANTIPHON_DATABASE_URL=url)

    value, _ = shown(loaded)["database_url"]
    assert SECRET not in value
    assert "db/antiphon" in value


def test_secrets_are_hidden(place: Place) -> None:
    loaded = place.load(
        OPENAI_API_KEY=SECRET,
        ANTIPHON_REDIS_URL=f"redis://:{SECRET}@cache/0",
        ANTIPHON_PROVIDERS__ECHO__API_KEY=SECRET,
        ANTIPHON_PROVIDERS__ECHO__BASE_URL=f"https://ann:{SECRET}@models.example/v1",
    )

    assert SECRET not in repr(list(loaded.rows()))
    assert loaded.settings.providers["echo"].api_key is not None
    assert loaded.settings.providers["echo"].api_key.get_secret_value() == SECRET


def test_a_database_password_is_not_in_a_traceback(place: Place) -> None:
    loaded = place.load(ANTIPHON_DATABASE_URL=f"postgresql://ann:{SECRET}@db/antiphon")

    assert SECRET not in repr(loaded)
    assert SECRET in (loaded.settings.database_url or "")


def test_a_refused_value_is_not_repeated(place: Place) -> None:
    """What was typed into the wrong field may be a password."""
    problems = place.problems(
        ANTIPHON_DATABASE_URL=f"mysql://ann:{SECRET}@db/x",
        ANTIPHON_PORT=SECRET,
        ANTIPHON_PROVIDERS__ECHO__KIND=SECRET,
    )

    assert len(problems) == 3
    assert SECRET not in "\n".join(problems)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_usual_postgresql_address_is_taken(place: Place, scheme: str) -> None:
    loaded = place.load(ANTIPHON_DATABASE_URL=f"{scheme}://ann@db/antiphon")

    assert loaded.settings.database_url == "postgresql+psycopg://ann@db/antiphon"
    assert not loaded.settings.is_sqlite


@pytest.mark.parametrize("name", ["database_url", "redis_url", "default_model", "failpoint", "key_file", "mcp_config"])
def test_an_empty_optional_value_means_none(place: Place, name: str) -> None:
    """Compose files hand empty variables on; they mean that nothing was chosen."""
    loaded = place.load(**{f"ANTIPHON_{name.upper()}": ""})

    assert getattr(loaded.settings, name) is None


def test_an_empty_path_of_a_group_means_none(place: Place) -> None:
    given = {"OIDC__HOUSE__ISSUER": "https://id.example", "OIDC__HOUSE__CLIENT_ID": "a"}
    given |= {"OIDC__HOUSE__CLIENT_SECRET_FILE": "", "RECALL__FOLDER": ""}

    settings = place.load(**{f"ANTIPHON_{name}": value for name, value in given.items()}).settings

    assert (settings.recall.folder, settings.oidc["house"].client_secret_file) == (None, None)


def test_an_empty_data_folder_is_the_usual_one(place: Place, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Not the folder the process was started in, which would be made private and filled."""
    monkeypatch.setattr("platform.system", lambda: "Linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    assert place.load(ANTIPHON_DATA_DIR="").settings.data_dir == tmp_path / "antiphon"


@pytest.mark.parametrize("variable", sorted(WELL_KNOWN_KEYS))
def test_a_well_known_key_opens_its_provider(place: Place, variable: str) -> None:
    name, base_url, model = WELL_KNOWN_KEYS[variable]

    loaded = place.load(**{variable: SECRET})

    provider = loaded.settings.providers[name]
    kind = name if name in EXTRAS else "openai_chat"
    assert (provider.kind, provider.base_url, provider.model) == (kind, base_url, model)
    assert provider.api_key is not None
    assert shown(loaded)[f"providers.{name}.api_key"][1].startswith("environment")


def test_an_empty_well_known_key_opens_nothing(place: Place) -> None:
    assert place.load(OPENAI_API_KEY="").settings.providers == {}


def test_what_a_well_known_key_opens_can_be_changed(place: Place) -> None:
    place.write('[providers.openai]\nmodel = "small"\n')

    provider = place.load(OPENAI_API_KEY=SECRET).settings.providers["openai"]

    assert provider.model == "small"
    assert provider.base_url == WELL_KNOWN_KEYS["OPENAI_API_KEY"][1]


def test_settings_do_not_change_once_loaded(place: Place) -> None:
    loaded = place.load()

    with pytest.raises(ValueError, match="frozen"):
        loaded.settings.port = 1  # type: ignore[misc]


def test_without_arguments_the_process_environment_is_read(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in list(os.environ):
        if variable.startswith("ANTIPHON_"):
            monkeypatch.delenv(variable)
    monkeypatch.setenv("ANTIPHON_DATA_DIR", str(place.folder))
    monkeypatch.setenv("ANTIPHON_PORT", "4321")

    assert load_settings().settings.port == 4321


@pytest.mark.parametrize(
    ("system", "variable"), [("Linux", "XDG_DATA_HOME"), ("Windows", "LOCALAPPDATA"), ("Darwin", "HOME")]
)
def test_data_folder_is_where_the_system_keeps_such_things(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, system: str, variable: str
) -> None:
    monkeypatch.setattr("platform.system", lambda: system)
    monkeypatch.setenv(variable, str(tmp_path))

    assert default_data_dir().is_relative_to(tmp_path)
    assert default_data_dir().name == "antiphon"


def test_every_setting_has_a_row(place: Place) -> None:
    rows = shown(place.load(ANTIPHON_PROVIDERS__ECHO__MODEL="small"))

    groups = {"providers", "mcp_servers", "recall", "speech", "oidc"}
    assert rows["header_sso"] == ("", "default")
    assert {name for name in rows if "." not in name} == set(Settings.model_fields) - groups


def test_every_setting_has_one_place_on_the_page() -> None:
    grouped = [name for names in GROUPS.values() for name in names]

    assert sorted(grouped) == sorted(Settings.model_fields)
    assert set(grouped) >= EDITABLE


def test_new_rows_of_the_database_change_what_nothing_stronger_says(place: Place) -> None:
    """And rows that went leave the default behind."""
    place.write("most_trims = 2\n")
    before = place.load(database={"max_tokens": 3, "history_chars": 3}, ANTIPHON_REFERENCE_CHARS="1").settings

    after = reload_settings(before, {"workspace": {"most_trims": 9, "reference_chars": 9, "history_chars": 9}})

    rows = shown(after)
    assert rows["reference_chars"] == ("1", "environment ANTIPHON_REFERENCE_CHARS")
    assert rows["most_trims"] == ("2", f"file {place.file}")
    assert rows["history_chars"] == ("9", "database workspace")
    assert rows["max_tokens"] == ("4096", "default")
    assert before.history_chars == 3


def test_what_is_said_closer_to_a_person_counts_more(place: Place) -> None:
    """And nobody decides what is not theirs, wherever it was written down."""
    saved: Saved = {
        "instance": {"time_zone": "Europe/Rome", "max_tokens": 1, "chars_per_token": 4.0},
        "workspace": {"time_zone": "Europe/Oslo", "max_tokens": 2, "chars_per_token": 5.0},
        "person": {"time_zone": "Europe/Athens", "max_tokens": 3, "chars_per_token": 6.0},
    }

    rows = shown(reload_settings(place.load().settings, saved))

    assert rows["time_zone"] == ("Europe/Athens", "database person")
    assert rows["max_tokens"] == ("2", "database workspace")
    assert rows["chars_per_token"] == ("4.0", "database instance")


def test_what_the_start_says_outlasts_new_rows(place: Place) -> None:
    started = override_settings(place.load(ANTIPHON_PORT="1").settings, port=5)

    again = reload_settings(started, {"instance": {"port": 6}})

    assert shown(again)["port"] == ("5", "start")


def test_settings_a_program_made_itself_were_said_at_the_start(place: Place) -> None:
    made = Settings(data_dir=place.folder, max_tokens=5)

    again = reload_settings(made, {"workspace": {"max_tokens": 6, "history_chars": 6}})

    assert shown(again)["max_tokens"] == ("5", "start")
    assert shown(again)["history_chars"] == ("6", "database workspace")


def test_a_key_without_its_extra_is_remembered_by_name_alone(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXTRAS, "anthropic", ("no_such_package",))

    settings = place.load(ANTHROPIC_API_KEY="sk-secret").settings

    assert layers_of(settings).locked == ("anthropic",)
    assert settings.providers == {}


def test_layers_keep_keys_out_of_what_is_printed(place: Place) -> None:
    """I-52: they hold what the environment said, word for word."""
    settings = place.load(OPENAI_API_KEY="sk-secret", ANTIPHON_REDIS_URL="redis://:sk-secret@h/0").settings

    assert "sk-secret" not in repr(layers_of(settings)) + repr(settings)


def test_voices_are_names_with_commas_or_a_list(place: Place) -> None:
    """M55: an endpoint and its voices can be named in the environment and in the file."""
    place.write('[speech]\nbase_url = "http://127.0.0.1:1/v1"\nmodel = "tts"\nvoices = ["a", "b"]\n')

    assert place.load().settings.speech.voices == ("a", "b")
    assert place.load(ANTIPHON_SPEECH__VOICES="c, d,").settings.speech.voices == ("c", "d")
    assert shown(place.load())["speech.voices"] == ("a, b", f"file {place.file}")


def test_speech_that_cannot_work_is_told_at_the_start(place: Place) -> None:
    """R-01: what is started and reached for speech is the operator's to say, and checked before anybody listens."""
    with pytest.raises(SettingsInvalid, match="needs a model and at least one voice"):
        place.load(ANTIPHON_SPEECH__BASE_URL="http://127.0.0.1:1/v1")
    with pytest.raises(SettingsInvalid, match=r"there is no file .*nobody\.onnx"):
        place.load(ANTIPHON_SPEECH__PIPER_VOICES="/nowhere/nobody.onnx")


def test_several_hosts_may_be_named_as_everywhere() -> None:
    """For a database that fails over, as libpq has it; one host, and a password with a comma, stay as they are."""
    many = Settings(database_url="postgresql://a:b,c@one:5432,two:5433/db?target_session_attrs=read-write")
    one = Settings(database_url="postgresql://a:b,c@one:5432/db")

    assert many.database_url == (
        "postgresql+psycopg://a:b,c@/db?host=one:5432&host=two:5433&target_session_attrs=read-write"
    )
    assert one.database_url == "postgresql+psycopg://a:b,c@one:5432/db"
