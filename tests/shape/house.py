"""Where the house stands, and its files as syntax trees."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "antiphon"


def name_of(path: Path) -> str:
    """A file as `room/file.py`."""
    return path.relative_to(SOURCE).as_posix()


def files(*rooms: str) -> Iterator[tuple[str, ast.Module]]:
    """Every file of these rooms, or of all, with its syntax tree."""
    for folder in [SOURCE / room for room in rooms] or [SOURCE]:
        for path in sorted(folder.rglob("*.py")):
            yield name_of(path), parse(path)


@cache
def parse(path: Path) -> ast.Module:
    """Its syntax tree, made once for all who look at it."""
    return ast.parse(path.read_text(encoding="utf-8"))


def nodes_in_functions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Every node with the dotted name of the function or class around it; empty at module level."""

    def walk(node: ast.AST, inside: str) -> Iterator[tuple[str, ast.AST]]:
        for child in ast.iter_child_nodes(node):
            yield inside, child
            named = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            yield from walk(child, f"{inside}.{child.name}".lstrip(".") if named else inside)

    yield from walk(tree, "")


def dotted(node: ast.AST) -> str:
    """`os.environ` for the expression `os.environ`; empty for anything that is not a plain name."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (before := dotted(node.value)):
        return f"{before}.{node.attr}"
    return ""


def imported(tree: ast.Module) -> set[str]:
    """Everything imported anywhere in the file, as dotted names."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found
