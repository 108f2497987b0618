"""Every fault that `antiphon doctor` knows by name, and what to do about it.

The names are stable: `antiphon doctor --json` gives them, and the page for operators explains the same ones.
"""

from types import MappingProxyType
from typing import Final, NamedTuple


class Check(NamedTuple):
    """One thing that was looked at; `fault` names what is wrong with it."""

    name: str
    ok: bool
    detail: str
    fault: str | None = None


ADVICE: Final = MappingProxyType(
    {
        "data_folder_unwritable": "see who may write the data folder, and whether its disk is read-only",
        "disk_low": "make room: conversations cannot be saved on a full disk",
        "files_open": "take from others the right to read these files",
        "descriptors_few": "let the process open more files (`ulimit -n`, LimitNOFILE=), or lower open_connections",
        "port_taken": "stop the other program, or set another `port`",
        "database_unreachable": "see whether it runs, and whether database_url says where",
        "database_behind": "run `antiphon migrate`",
        "database_newer": "install the version that made it, or restore a backup from before",
        "database_damaged": "keep its files, and restore a backup elsewhere: `antiphon backup restore`",
        "database_unusable": "mend what the sentence names",
        "connections_few": "raise max_connections of PostgreSQL, or lower pool_size",
        "clock_skew": "have both machines ask a time server",
        "turns_stuck": "list them with `antiphon work stuck`, and end them with `antiphon work close`",
        "work_stuck": "list it with `antiphon work stuck`, and end it with `antiphon work close`",
        "redis_down": "start it, or see whether redis_url says where; until then text of other nodes comes late",
        "extra_missing": "install what the sentence names",
        "receiver_down": "see whether it runs, and whether otel_endpoint says where; traces wait, and are lost",
        "key_file_refused": "put the key back where key_file says, for its owner alone",
        "key_file_beside_data": "move it elsewhere: a copy of the folder would open itself",
        "key_wrong": "put the key that sealed them beside key_file, under its name with a dot and a word behind",
        "listening_refused": "mend the settings that are named; the server would not start",
        "listening_in_the_clear": "give it a certificate or a proxy, and take insecure_http out of antiphon.toml",
        "certificate_expired": "renew the certificate and restart: browsers refuse it",
        "certificate_expiring": "renew the certificate in time, and restart",
        "models_unusable": "mend the settings that are named",
        "provider_unreachable": "see whether it runs and whether its base_url is right",
        "provider_key_refused": "give it another key: `antiphon connect PROVIDER`",
        "provider_failing": "see what the provider says about itself, or choose another",
        "model_missing": "choose a model that it has: `antiphon connect PROVIDER --test` lists them",
        "tool_program_missing": "install the program, or take the server out of mcp_servers",
        "reader_unconfined": "run it on a kernel that can cut the reader off, or allow `confine_reader = if_possible`",
        "plugin_left_out": "mend the package, or take it out of `plugins`",
        "backup_folder_unwritable": "see who may write the folder, or set another `backup_dir`",
        "backup_no_room": "make room, or set `backup_dir` to another disk",
        "backup_old": "make one now with `antiphon backup`; the log says under `backup_failed` why there is none",
        "backup_passphrase_unreadable": "put the file back that backup_passphrase_file names",
        "backup_program_missing": "install PostgreSQL's client programs",
    }
)


def fail(name: str, fault: str, seen: str) -> Check:
    """A check that did not go well: what was seen, and what to do."""
    return Check(name, False, f"{fault}: {seen}; {ADVICE[fault]}", fault)
