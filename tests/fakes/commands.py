"""A command of the terminal in a process of its own."""

from tests.fakes.launched import clean_environment, get_launcher
from tests.fakes.servers import make_folder


def run_command(*command: str, seconds: float = 100, **environment: object) -> tuple[int, str]:
    """Its exit code and all it said; `data_dir=…` becomes `ANTIPHON_DATA_DIR`."""
    given = {f"ANTIPHON_{name.upper()}": str(value) for name, value in environment.items()}
    with make_folder() as folder:
        said = folder / "said.txt"
        process = get_launcher().start(command, clean_environment() | {"COLUMNS": "400"} | given, said)
        return process.wait(seconds), said.read_text(encoding="utf-8")
