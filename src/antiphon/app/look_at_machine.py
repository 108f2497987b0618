"""What `antiphon doctor` sees of this machine: its disk, files, port and limits."""

import os
import platform
import shutil
import socket
from pathlib import Path
from typing import Final

from antiphon.app.faults import Check, fail
from antiphon.app.private import find_exposed, find_open_data
from antiphon.app.serving import OTHER_FILES
from antiphon.app.system import list_lacks, read_file_limit
from antiphon.settings import Settings, find_program, read_mcp_servers

_LEAST_FREE_BYTES: Final = 200 * 1024 * 1024
_MIB: Final = 1024 * 1024


def check_system() -> Check:
    """What Antiphon does elsewhere and cannot do on this system."""
    name = f"{platform.system()} {platform.release()}"
    lacks = list_lacks()
    return Check("system", True, f"beware: {name} lacks {'; '.join(lacks)}" if lacks else f"{name}: nothing is missing")


def check_disk(settings: Settings) -> Check:
    """Whether there is room for what people say."""
    free = shutil.disk_usage(find_existing(settings.data_dir)).free
    seen = f"{free // _MIB} MiB free at {settings.data_dir}"
    return Check("disk", True, seen) if free > _LEAST_FREE_BYTES else fail("disk", "disk_low", seen)


def check_folder(settings: Settings) -> Check:
    """Whether anything can be written there at all, tried by writing."""
    folder = find_existing(settings.data_dir)
    if reason := try_to_write(folder):
        return fail("data folder", "data_folder_unwritable", f"{folder}: {reason}")
    return Check("data folder", True, f"{settings.data_dir} can be written")


def check_files(settings: Settings) -> Check:
    """Whether others on this machine could read what is kept, or keys."""
    if open_data := find_open_data(settings):
        names = ", ".join(str(each) for each in open_data)
        return fail("files", "files_open", f"others on this machine can read {names}: the next start closes them")
    if exposed := find_exposed(settings):
        names = " ".join(str(each) for each in exposed)
        return fail("files", "files_open", f"others on this machine can read your keys: run `chmod 600 {names}`")
    return Check("files", True, "only you can read them")


def check_descriptors(settings: Settings) -> Check:
    """Whether as many connections can be open as the settings allow."""
    limit = read_file_limit()
    if limit is None:
        return Check("descriptors", True, "this system does not say how many")
    wanted = settings.open_connections + OTHER_FILES
    if 0 <= limit[1] < wanted:
        return fail("descriptors", "descriptors_few", f"{limit[1]} files at most, and open_connections wants {wanted}")
    return Check("descriptors", True, f"enough for {settings.open_connections} connections")


def check_port(settings: Settings) -> Check:
    """Whether the port is free, or taken by this folder's own server."""
    place = f"{settings.host}, port {settings.port}"
    if settings.port == 0:
        return Check("port", True, "any that is free")
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            if _is_our_own(settings):
                return Check("port", True, f"{place}: the server is running")
            return fail("port", "port_taken", f"{place}: {error.strerror}")
    return Check("port", True, f"{place}: free")


def check_tool_programs(settings: Settings) -> Check:
    """Whether the programs are there that servers of tools are started with."""
    commands = {name: each.command for name, each in read_mcp_servers(settings).items() if each.command}
    missing = [f"{name} ({command})" for name, command in commands.items() if find_program(command) is None]
    if missing:
        return fail("tools", "tool_program_missing", f"not installed here: {', '.join(missing)}")
    return Check("tools", True, f"{len(commands)} programs, all installed" if commands else "no programs are named")


def try_to_write(folder: Path) -> str | None:
    """Why nothing can be written into this folder; none when something was."""
    probe = folder / f".antiphon-doctor-{os.getpid()}"
    try:
        probe.write_bytes(b"room?")
        probe.unlink()
    except OSError as error:
        return error.strerror or "it cannot be written"
    return None


def find_existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    while not folder.exists():
        folder = folder.parent
    return folder


def _is_our_own(settings: Settings) -> bool:
    """Whether the note of a server lies here; whether it is genuine is for whoever wants to talk to it."""
    return (settings.data_dir / "server.json").exists()
