"""Faults as they happen to people, each planted for real: `PLANTS` has a way to plant each that can be."""

import shutil
import socket
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from antiphon.backups.names import name_backup
from antiphon.secrets.keeper import create_key_file
from tests.crash.beats import build_wrong_clock
from tests.fakes.certificates import write_certificate
from tests.fakes.disk import mount_disk
from tests.fakes.model_server import ModelServer, fail
from tests.fakes.nodes import Node
from tests.fakes.servers import find_free_port


@dataclass(slots=True)
class Patient:
    """An installation that is well, until somebody plants a fault in it."""

    folder: Path
    postgresql_url: str
    models: ModelServer
    stack: ExitStack
    port: int = field(default_factory=find_free_port)
    settings: dict[str, str] = field(default_factory=dict)
    # Beyond our own settings; then it is started as a person starts it.
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.settings = {
            "DATA_DIR": str(self.folder),
            "PORT": str(self.port),
            "PROVIDERS__FAKE__BASE_URL": self.models.base_url,
            "PROVIDERS__FAKE__MODEL": "echo",
        }

    def use_postgresql(self) -> None:
        """From now on it is a team's."""
        self.settings["DATABASE_URL"] = self.postgresql_url

    def have_accounts(self) -> Path:
        """People sign in; the key that seals lies beside the data folder. Where it lies."""
        key = self.folder.parent / "sealing" / "key"
        key.parent.mkdir(exist_ok=True)
        create_key_file(key)
        self.settings |= {"ACCOUNTS": "on", "PUBLIC_URL": f"http://127.0.0.1:{self.port}", "KEY_FILE": str(key)}
        return key

    def change(self, statement: str) -> None:
        """Change the SQLite file."""
        with sqlite3.connect(self.folder / "antiphon.db") as connection:
            connection.execute(statement)
        connection.close()

    def mount(self, name: str, mebibytes: int) -> Path:
        """A small disk."""
        return self.stack.enter_context(mount_disk(self.folder.parent / name, mebibytes)).folder

    def mount_read_only(self, name: str) -> Path:
        """A disk that cannot be written any more."""
        folder = self.mount(name, 400)
        (folder / "inside").mkdir()
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        return folder / "inside"


def data_folder_unwritable(patient: Patient) -> None:
    patient.settings["DATA_DIR"] = str(patient.mount_read_only("disk"))


def disk_low(patient: Patient) -> None:
    patient.settings["DATA_DIR"] = str(patient.mount("disk", 64))


def files_open(patient: Patient) -> None:
    for each in (patient.folder.parent, patient.folder):
        each.chmod(0o755)
    (patient.folder / "antiphon.db").chmod(0o644)


def descriptors_few(patient: Patient) -> None:
    patient.settings["OPEN_CONNECTIONS"] = str(10**9)


def port_taken(patient: Patient) -> None:
    other = patient.stack.enter_context(socket.socket())
    other.bind(("127.0.0.1", patient.port))
    other.listen()


def database_unreachable(patient: Patient) -> None:
    patient.settings["DATABASE_URL"] = f"postgresql://antiphon@127.0.0.1:{find_free_port()}/antiphon"


def database_behind(patient: Patient) -> None:
    patient.use_postgresql()
    with psycopg.connect(patient.postgresql_url.replace("+psycopg", "")) as session:
        session.execute("UPDATE alembic_version SET version_num = '0020'")


def database_newer(patient: Patient) -> None:
    patient.change("UPDATE alembic_version SET version_num = '0999'")
    patient.change("UPDATE schema_window SET oldest = '0998'")


def database_damaged(patient: Patient) -> None:
    (patient.folder / "antiphon.db").write_bytes(b"no database at all " * 500)


def connections_few(patient: Patient) -> None:
    patient.use_postgresql()
    patient.settings["POOL_SIZE"] = "5000"


def clock_skew(patient: Patient) -> None:
    patient.use_postgresql()
    library = build_wrong_clock(patient.folder)
    patient.environment = {"LD_PRELOAD": str(library), "WRONG_CLOCK_SECONDS": "60"}


def turns_stuck(patient: Patient) -> None:
    patient.change(
        "INSERT INTO conversations (id, workspace_id, owner_id, panel_id, title, created_at, updated_at, last_seq, "
        "turn_count, open_replies) VALUES ('c', 'local', 'local', 'p', 'Plans', 0, 0, 0, 1, 0)"
    )
    patient.change(
        "INSERT INTO turns (id, workspace_id, author_id, conversation_id, position, accepted_seq, text, parts, "
        "created_at, chars, marks) VALUES ('t', 'local', 'local', 'c', 1, 1, 'Shall I?', '[]', 0, 8, 1)"
    )
    patient.change(
        "INSERT INTO open_turns (workspace_id, turn_id, conversation_id, author_id) VALUES ('local', 't', 'c', 'local')"
    )


def work_stuck(patient: Patient) -> None:
    patient.change(
        "INSERT INTO work (id, workspace_id, owner_id, kind, args, epoch, starts, created_at) "
        "VALUES ('w', 'local', 'local', 'map', '{}', 3, 3, 0)"
    )


def redis_down(patient: Patient) -> None:
    patient.settings["REDIS_URL"] = f"redis://127.0.0.1:{find_free_port()}/0"


def receiver_down(patient: Patient) -> None:
    patient.settings["OTEL_ENDPOINT"] = f"http://127.0.0.1:{find_free_port()}"


def extra_missing(patient: Patient) -> None:
    """The package is there for us and not for it."""
    hidden = patient.folder.parent / "hidden" / "redis"
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").write_text("raise ModuleNotFoundError('No module named redis')\n")
    patient.environment = {"PYTHONPATH": str(hidden.parent)}
    patient.settings["REDIS_URL"] = "redis://127.0.0.1:6379/0"


def key_file_refused(patient: Patient) -> None:
    patient.have_accounts().unlink()


def key_file_beside_data(patient: Patient) -> None:
    key = patient.have_accounts().rename(patient.folder / "key")
    patient.settings["KEY_FILE"] = str(key)


def key_wrong(patient: Patient) -> None:
    """Something was sealed, and then another key was put in its place."""
    key = patient.have_accounts()
    node = Node(patient.folder, {f"ANTIPHON_{name}": value for name, value in patient.settings.items()})
    try:
        node.start()
    finally:
        node.close()
    key.unlink()
    create_key_file(key)


def listening_refused(patient: Patient) -> None:
    patient.have_accounts()
    del patient.settings["PUBLIC_URL"]


def listening_in_the_clear(patient: Patient) -> None:
    patient.have_accounts()
    patient.settings |= {"HOST": "0.0.0.0", "PUBLIC_URL": "http://antiphon.internal"}
    (patient.folder / "antiphon.toml").write_text("insecure_http = true\n")


def certificate_expired(patient: Patient) -> None:
    patient.have_accounts()
    cert, key = write_expired(patient.folder.parent)
    patient.settings |= {"TLS_CERT": str(cert), "TLS_KEY": str(key), "PUBLIC_URL": "https://localhost"}


def certificate_expiring(patient: Patient) -> None:
    patient.have_accounts()
    made = write_certificate(patient.folder.parent)
    patient.settings |= {"TLS_CERT": str(made.cert), "TLS_KEY": str(made.key), "PUBLIC_URL": "https://localhost"}


def models_unusable(patient: Patient) -> None:
    del patient.settings["PROVIDERS__FAKE__BASE_URL"]


def provider_unreachable(patient: Patient) -> None:
    patient.settings["PROVIDERS__FAKE__BASE_URL"] = f"http://127.0.0.1:{find_free_port()}/v1"


def provider_key_refused(patient: Patient) -> None:
    patient.models.pages["/v1/models"] = fail(401, {"error": {"message": "bad key"}})


def provider_failing(patient: Patient) -> None:
    patient.models.pages["/v1/models"] = fail(500, {"error": {"message": "on fire"}})


def model_missing(patient: Patient) -> None:
    patient.models.models[:] = ["another"]


def tool_program_missing(patient: Patient) -> None:
    patient.settings["MCP_SERVERS__CLOCK__COMMAND"] = "no-such-program"


def plugin_left_out(patient: Patient) -> None:
    patient.settings["PLUGINS"] = "antiphon-absent"


def backup_folder_unwritable(patient: Patient) -> None:
    patient.settings["BACKUP_DIR"] = str(patient.mount_read_only("backups"))


def backup_no_room(patient: Patient) -> None:
    patient.settings["BACKUP_DIR"] = str(patient.mount("backups", 64))


def backup_old(patient: Patient) -> None:
    for each in (patient.folder / "backups").iterdir():
        each.unlink()
    name = name_backup(datetime.now(UTC) - timedelta(days=3), is_scheduled=True, is_sealed=False)
    (patient.folder / "backups" / name).touch()


def backup_passphrase_unreadable(patient: Patient) -> None:
    patient.settings["BACKUP_PASSPHRASE_FILE"] = str(patient.folder / "not-there")


def backup_program_missing(patient: Patient) -> None:
    patient.use_postgresql()
    patient.environment = {"PATH": str(patient.folder)}


PLANTS: dict[str, Callable[[Patient], None]] = {
    each.__name__: each
    for each in (
        data_folder_unwritable,
        disk_low,
        files_open,
        descriptors_few,
        port_taken,
        database_unreachable,
        database_behind,
        database_newer,
        database_damaged,
        connections_few,
        clock_skew,
        turns_stuck,
        work_stuck,
        redis_down,
        receiver_down,
        extra_missing,
        key_file_refused,
        key_file_beside_data,
        key_wrong,
        listening_refused,
        listening_in_the_clear,
        certificate_expired,
        certificate_expiring,
        models_unusable,
        provider_unreachable,
        provider_key_refused,
        provider_failing,
        model_missing,
        tool_program_missing,
        plugin_left_out,
        backup_folder_unwritable,
        backup_no_room,
        backup_old,
        backup_passphrase_unreadable,
        backup_program_missing,
    )
}


def build_patient(folder: Path, template: Path, postgresql_url: str, models: ModelServer, stack: ExitStack) -> Patient:
    """One that is well, with a database and a fresh backup."""
    data = folder / "data"
    (data / "backups").mkdir(parents=True, mode=0o700)
    data.chmod(0o700)
    shutil.copyfile(template, data / "antiphon.db")
    (data / "antiphon.db").chmod(0o600)
    (data / "backups" / name_backup(datetime.now(UTC), is_scheduled=True, is_sealed=False)).touch(0o600)
    return Patient(data, postgresql_url, models, stack)


def write_expired(folder: Path) -> tuple[Path, Path]:
    """A certificate that ended yesterday, and its key."""
    private, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    built = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=30))
        .not_valid_after(now - timedelta(days=1))
        .sign(private, hashes.SHA256())
    )
    cert, key = folder / "expired.pem", folder / "expired.key"
    cert.write_bytes(built.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    key.write_bytes(
        private.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, plain)
    )
    key.chmod(0o600)
    return cert, key
