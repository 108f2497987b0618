"""House rules that no linter knows."""

import ast
import pkgutil
from importlib import import_module
from types import FunctionType

import pytest

import antiphon
from antiphon.access.policy import Policy, Verb
from antiphon.api.errors import STATUS
from antiphon.conversation import errors
from antiphon.conversation.errors import AntiphonError
from antiphon.settings import Settings
from tests.shape.house import SOURCE, dotted, files, imported, name_of, nodes_in_functions

PURE = ("conversation", "advisors", "filter", "context", "analysis")

# Where a failure of any kind may end, and why there.
CATCH_ALL = {
    ("cli/main.py", "run"): "the last line of the command line",
    ("documents/reader.py", "answer"): "the last line of the process that parses one file",
    ("importers/reader.py", "answer"): "the last line of the process that reads one export",
    ("plugins/loader.py", "_load"): "somebody else's code, loaded beside ours: it is left out, and said why",
    ("evals/grading.py", "_check_apart"): "somebody else's check: the case says that it failed",
    ("providers/plugged/frames.py", "PluggedFrames._hear"): "somebody else's wire: the answer fails, and says why",
    ("providers/plugged/provider.py", "Plugged.encode"): "somebody else's wire: the request is rejected before it is",
    ("providers/plugged/provider.py", "Plugged._sign"): "somebody else's wire: the request is rejected, unsent",
    ("tools/plugged.py", "list_plugged"): "somebody else's tools: the server of this name is not available",
    ("tools/plugged.py", "_ask"): "somebody else's tools: the call failed, and the advisor is told",
    ("engine/runtime/jobs.py", "_keep_running"): "work that goes on as long as the node lives: logged, and begun again",
    ("engine/turns/reply.py", "_write_some_ending"): "logged, and written as the plain ending of the reply",
    ("store/migrate.py", "_run"): "whatever stops a migration is told by name, with the copy that was kept",
    ("engine/engine.py", "Engine._see_through"): "logged; the turn stays open, and recovery finds that nobody runs it",
    (
        "engine/webhooks/courier.py",
        "Courier._send",
    ): "logged, and noted as an attempt that failed",
    ("engine/work/queue.py", "WorkQueue._run"): "logged, and the work ends as interrupted",
    ("engine/work/queue.py", "WorkQueue._end"): "logged, and the work is begun again, a few times at most",
    ("store/unit.py", "_Job.run_apart"): "handed to whoever asked for the deed",
    ("store/unit.py", "_Group._write_together"): "done again apart, or handed to the one who asked",
    ("store/unit.py", "_Group._write_all"): "handed to all who shared the transaction",
    (
        "tools/connection.py",
        "Connection._stay_open",
    ): "a stranger's program may end a session in any way; it is said why",
}

ENVIRONMENT = {"os.environ", "os.environb", "os.getenv", "os.getenvb", "os.putenv", "os.unsetenv"}
# `asyncio.subprocess` also names pipes; these start something.
STARTERS = {"subprocess", "multiprocessing", "pty", "os.system", "os.popen", "os.forkpty"}
STARTING = (
    "create_subprocess_",
    "subprocess_exec",
    "subprocess_shell",
    "posix_spawn",
    "Popen",
    "spawnv",
    "spawnl",
    "execv",
    "execl",
)
CODE_OF_TEXT = {"eval", "exec", "compile", "__import__", "yaml.load", "yaml.unsafe_load", "yaml.full_load"}
OBJECTS_OF_TEXT = {"pickle", "cPickle", "dill", "cloudpickle", "marshal", "shelve", "jsonpickle"}
# The headers that may bring what somebody proves themselves with.
CARRIERS = ("authorization", "cookie", "x-api-key", "api-key")
STATEMENTS = {"execute", "executemany", "executescript", "exec_driver_sql", "text"}
CLOCKS = {"now", "utcnow", "today"}


def every_error() -> set[type[AntiphonError]]:
    """All named failures of the package, wherever they are written."""
    for module in pkgutil.walk_packages(antiphon.__path__, "antiphon."):
        if "migrations" not in module.name and not module.name.endswith("__main__"):
            import_module(module.name)
    found: set[type[AntiphonError]] = set()
    waiting = [AntiphonError]
    while waiting:
        kind = waiting.pop()
        found.add(kind)
        waiting.extend(kind.__subclasses__())
    return {kind for kind in found if kind.__module__.startswith("antiphon.")}


def reads_environment(tree: ast.Module) -> bool:
    """True when the file asks the operating system for a variable."""
    used = {dotted(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return bool(ENVIRONMENT & (used | imported(tree)))


def starts_programs(tree: ast.Module) -> bool:
    """True when the file calls anything of the standard library that starts another program."""
    used = {dotted(node) or "" for node in ast.walk(tree) if isinstance(node, ast.Attribute | ast.Name)} | imported(
        tree
    )
    return any(name in STARTERS or name.split(".")[-1].startswith(STARTING) for name in used)


def is_catch_all(node: ast.AST) -> bool:
    """True for a handler, or a `suppress`, that any exception ends in; one that raises again is no end."""
    if isinstance(node, ast.Call) and dotted(node.func) in ("suppress", "contextlib.suppress"):
        return any(dotted(each) in ("Exception", "BaseException") for each in node.args)
    if not isinstance(node, ast.ExceptHandler):
        return False
    kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
    is_broad = any(kind is None or dotted(kind) in ("Exception", "BaseException") for kind in kinds)
    last = node.body[-1]
    return is_broad and not (isinstance(last, ast.Raise) and last.exc is None)


def test_only_settings_reads_the_environment() -> None:
    assert [name for name, tree in files() if reads_environment(tree)] == ["settings/environment.py"]


def test_programs_are_started_in_one_place_which_hands_nothing_on() -> None:
    """R-01, R-09: what starts a program anywhere else could hand our keys on without a word."""
    starters = [name for name, tree in files() if starts_programs(tree)]

    assert starters == ["programs/start.py"]


def test_one_file_makes_copies_of_this_process() -> None:
    """Servers behind one port. A copy has our keys because it is the server; it starts no program by that."""
    copiers = [name for name, tree in files() if "os.fork" in {dotted(node) for node in ast.walk(tree)}]

    assert copiers == ["app/supervisor.py"]


def test_no_route_decides_by_the_address_a_request_claims() -> None:
    """A-02: `Host` and the forwarded headers are written by whoever asks; the guard alone looks at them."""
    found = [
        f"{name}:{node.lineno}"
        for name, tree in files("api")
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for argument in function.args.args + function.args.kwonlyargs
        if argument.annotation is not None and dotted(argument.annotation) in ("Request", "HTTPConnection", "WebSocket")
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute)
        and node.attr in ("url", "base_url", "url_for", "client")
        and dotted(node.value) == argument.arg
    ]

    assert found == []


def test_one_file_reads_credentials() -> None:
    """A-05: whoever read a cookie or a token elsewhere could let in somebody whom the gate does not."""
    readers = [
        name
        for name, tree in files("api")
        for node in ast.walk(tree)
        if (isinstance(node, ast.Attribute) and node.attr == "cookies")
        or (isinstance(node, ast.Constant) and str(node.value).lower() in CARRIERS)
    ]

    believers = [name for name, tree in files("api") if "antiphon.identity.header_sso.find_vouched" in imported(tree)]

    # The headers of every answer say that it differs by the cookie.
    assert set(readers) == {"api/gate.py", "api/headers.py"}
    assert believers == ["api/gate.py"]


def test_no_text_becomes_code() -> None:
    """R-05: nothing is evaluated, and nothing is read by a serializer that builds objects."""
    evaluated = [
        f"{name}:{node.lineno}"
        for name, tree in files()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and dotted(node.func) in CODE_OF_TEXT
    ]
    rebuilt = [name for name, tree in files() if {each.partition(".")[0] for each in imported(tree)} & OBJECTS_OF_TEXT]

    assert evaluated == []
    assert rebuilt == []


def test_no_text_becomes_a_statement() -> None:
    """R-08: what the database is told stands in the code; values are handed to it beside the statement."""
    made = [
        f"{name}:{node.lineno}"
        for name, tree in files()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and dotted(node.func).rpartition(".")[2] in STATEMENTS
        and any(isinstance(part, ast.JoinedStr | ast.BinOp) for part in node.args[:1])
        and not name.startswith("store/migrations/")
    ]

    assert [each.partition(":")[0] for each in made] == ["store/dialect.py"], "a pragma takes no value from beside it"


def test_failures_of_any_kind_end_in_known_places_only() -> None:
    """The HTTP edge needs none: a handler registered for `Exception` in api/application.py."""
    found = {(name, place) for name, tree in files() for place, node in nodes_in_functions(tree) if is_catch_all(node)}

    assert found == set(CATCH_ALL)


def test_every_error_of_the_tree_has_a_status_and_nothing_else_has() -> None:
    """A failure without a row would become a 500 that tells nothing."""
    tree = {kind for kind in every_error() if kind.__module__.startswith(errors.__name__)}

    assert set(STATUS) == tree


def test_errors_outside_the_tree_never_reach_the_api() -> None:
    """The command line and the public client have failures of their own; no room of the server may."""
    outside = {kind.__module__ for kind in every_error() if not kind.__module__.startswith(errors.__name__)}

    assert {module.split(".")[1] for module in outside} <= {"cli", "client"}


def test_every_job_declares_its_policy() -> None:
    """I-57: what runs for ever runs on somebody's behalf, and says so beside the loop."""
    jobs = {"run_for_ever", "keep_house"}
    modules = [
        name
        for name, tree in files("engine")
        if any(isinstance(node, ast.AsyncFunctionDef) and node.name in jobs for node in ast.walk(tree))
    ]
    policies = {
        name: getattr(import_module(f"antiphon.{name[:-3].replace('/', '.')}"), "POLICY", None) for name in modules
    }

    assert len(modules) >= 3
    assert {name for name, policy in policies.items() if not isinstance(policy, Policy)} == set()
    assert {policy.verb for policy in policies.values() if policy} == {Verb.OPERATE}


@pytest.mark.parametrize(
    "word",
    ["util", "utils", "common", "core", "helper", "helpers", "service", "services", "manager", "managers", "misc"],
)
def test_no_room_is_called_by_a_word_that_says_nothing(word: str) -> None:
    named = [path for path in SOURCE.rglob("*") if word in path.stem.lower().strip("_").split("_")]

    assert [name_of(path) for path in named] == []


def test_every_file_says_what_it_is() -> None:
    silent = [name for name, tree in files() if not ast.get_docstring(tree)]

    assert silent == []


def test_prompts_live_in_their_own_files() -> None:
    """A text that is sent to a model is a page in `prompts/`, not a string in the code."""
    long = [
        f"{name}:{node.lineno}"
        for name, tree in files("advisors")
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) > 200
        if node.value != ast.get_docstring(tree, clean=False)
    ]

    assert long == []


def test_pure_rooms_read_no_clock_and_open_no_file() -> None:
    """`datetime` is imported for its type, so the import contract cannot see a clock being read."""
    found = [
        f"{name}:{node.lineno}"
        for name, tree in files(*PURE)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (dotted(node.func) == "open" or (isinstance(node.func, ast.Attribute) and node.func.attr in CLOCKS))
    ]

    assert found == []


def test_nobody_fetches_with_the_standard_library() -> None:
    """E-07: `urllib.parse` is welcome everywhere, so the import contract cannot forbid its sibling."""
    assert [name for name, tree in files() if "urllib.request" in imported(tree)] == []


def test_nothing_is_logged_through_a_finished_string() -> None:
    """Facts go into `extra=`; the message is the name of an event."""
    levels = {"debug", "info", "warning", "error", "exception", "critical"}
    calls = [
        (name, node)
        for name, tree in files()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and dotted(node.func).startswith("logger.") and dotted(node.func)[7:] in levels
    ]

    said = [(name, node.args[0].value if isinstance(node.args[0], ast.Constant) else None) for name, node in calls]
    assert calls
    assert [each for each in said if not isinstance(each[1], str) or not each[1].replace("_", "").isalpha()] == []


def test_no_two_groups_of_settings_have_a_method_of_one_name() -> None:
    """They are bases of one class, so the later one's validator would never be asked."""
    groups = [each for each in Settings.__mro__ if each.__module__.startswith("antiphon.settings.")][1:]

    kinds = FunctionType | classmethod | property
    names = [
        name
        for each in groups
        for name, member in vars(each).items()
        if not name.startswith("__") and isinstance(member, kinds)
    ]

    assert len(groups) > 15
    assert sorted(names) == sorted(set(names))
