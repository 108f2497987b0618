"""Nothing is kept that nobody uses: no function or class that only tests call, no package that nobody imports."""

import ast
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from tests.shape.house import ROOT, SOURCE, dotted, imported, name_of, parse
from tests.shape.test_dependencies import DIRECT, EXTRAS

# Called from outside by a name that stands in no file of ours, or kept for a reason that is not a caller.
KEPT = {
    "analysis/markdown_reader.py: link_open": "called by the Markdown library, by the name of a token",
    "filter/builder.py: predicate": "called by the parser, by the name of a rule of the grammar",
    "providers/scripted/steps.py: call_tool": "a step for scripts, as the others of the file",
    "providers/scripted/steps.py: hang": "a step for scripts, as the others of the file",
    "providers/scripted/steps.py: stall": "a step for scripts, as the others of the file",
}
# What programs of other people call.
PUBLIC = ("client/aio/", "client/sync/", "client/answers/", "client/message.py")
# Never imported, and why they are required all the same.
NOT_IMPORTED = {
    "httptools": "uvicorn parses requests with it where it is installed",
    "lxml": "python-docx and openpyxl bring it; older ones have a known hole",
    "python-multipart": "mcp brings it; older ones have a known hole",
    "tzdata": "the standard library reads time zones from it where the system has none",
    "uvloop": "uvicorn runs on it where it is installed",
}
# Decorators that change a function and hand it to nobody else.
PLAIN = {"property", "classmethod", "staticmethod", "dataclass", "cache", "contextmanager", "asynccontextmanager"}


def trees(*folders: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Every file of these folders."""
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            yield path, parse(path)


def is_registered(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """True when a decorator hands it to somebody, as a route or a validator, or says that it overrides."""
    named = (dotted(each.func if isinstance(each, ast.Call) else each) for each in node.decorator_list)
    return any(name.rpartition(".")[2] not in PLAIN for name in named)


def defined(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """Everything a file defines that somebody must call by its name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            is_special = node.name.startswith("__") and node.name.endswith("__")
            if not is_special and not is_registered(node):
                yield node


def used(tree: ast.Module) -> Iterator[str]:
    """Every name a file uses: called, read, or spelt out in a text; handing it on in `__all__` is no use."""
    body = [each for each in tree.body if not (isinstance(each, ast.Assign) and dotted(each.targets[0]) == "__all__")]
    for node in (node for each in body for node in ast.walk(each)):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            yield node.value
        elif isinstance(node, ast.alias) and node.asname:
            yield node.name


def test_every_function_and_class_has_a_caller_outside_the_tests() -> None:
    users = [tree for _, tree in trees(SOURCE, ROOT / "tools", ROOT / "bench")]
    names = {name for tree in users for name in used(tree)}
    unused = {
        f"{name_of(path)}: {node.name}"
        for path, tree in trees(SOURCE)
        if "migrations" not in path.parts and not name_of(path).startswith(PUBLIC)
        for node in defined(tree)
        if node.name not in names
    }

    assert sorted(unused - KEPT.keys()) == []
    assert sorted(KEPT.keys() - unused) == [], "these have a caller by now, or are gone"


def test_every_dependency_is_imported_by_somebody() -> None:
    modules = {name.partition(".")[0] for _, tree in trees(SOURCE) for name in imported(tree)}
    brought = {
        each.lower().replace("_", "-")
        for module, packages in packages_distributions().items()
        if module in modules
        for each in packages
    }

    assert set(DIRECT + EXTRAS) - brought == set(NOT_IMPORTED)
