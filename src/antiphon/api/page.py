"""The API as a page to read: the OpenAPI document in plain HTML, with no script and nothing from elsewhere."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from html import escape
from typing import Any

from antiphon.api.errors import STATUS, write_title

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1.25rem; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 3rem; }
h3 { font: 600 15px/1.4 ui-monospace, "DejaVu Sans Mono", monospace; margin: 2rem 0 .2rem; overflow-wrap: anywhere; }
code { font: 14px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
p, dl { margin: .3rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
dt { opacity: .75; }
:target { outline: 2px solid; outline-offset: .4rem; }
"""
_HASH = b64encode(sha256(_STYLE.encode()).digest()).decode()
PAGE_POLICY = f"default-src 'none'; style-src 'sha256-{_HASH}'; base-uri 'none'; frame-ancestors 'none'"

# What no failure of ours stands behind: the guard, the web framework and the server answer these.
_OTHERS = {
    "foreign_request": (403, "The request was made by a page of another site, or names another host."),
    "method_not_allowed": (405, "The address has no such method; the header Allow names those it has."),
    "headers_too_large": (431, "The headers of the request are longer than any of ours has to be."),
    "too_many_connections": (503, "More connections are open than this server holds; close some, or try again."),
    "refused": (400, "The request could not be read as HTTP."),
    "internal": (500, "Something went wrong here that has no name yet; it has been logged."),
}


def render_page(document: Mapping[str, Any]) -> str:
    """The whole page. Ids are stable: `op-` and an operation's id, `schema-` and a name, `problem-` and a code."""
    parts = [
        _open(document),
        *_list_operations(document),
        *_list_problems(),
        *_list_schemas(document),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def describe_problems() -> dict[str, tuple[int, str]]:
    """Every code with its status and what it means, in the order of the alphabet."""
    named = {kind.code: (status, (kind.__doc__ or "").strip().partition("\n")[0]) for kind, status in STATUS.items()}
    return dict(sorted((_OTHERS | named).items()))


def _open(document: Mapping[str, Any]) -> str:
    title = escape(str(document["info"]["title"]))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}: the HTTP API</title><style>{_STYLE}</style></head><body>\n"
        f"<h1>{title}: the HTTP API</h1>\n<p>{escape(str(document['info'].get('description', '')))}</p>\n"
        '<p>For programs the same stands in <a href="/v1/openapi.json">/v1/openapi.json</a>. What is refused or fails '
        'is answered as <code>application/problem+json</code>: see <a href="#problems">problems</a> and '
        '<a href="#schema-Problem">Problem</a>.</p>'
    )


def _list_operations(document: Mapping[str, Any]) -> Iterator[str]:
    by_tag: dict[str, list[str]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            tag = next(iter(operation.get("tags", ())), "other")
            by_tag.setdefault(tag, []).append(_describe_operation(document, method, path, operation))
    for tag, sections in sorted(by_tag.items()):
        yield f"<h2>{escape(tag.capitalize())}</h2>"
        yield from sections


def _describe_operation(document: Mapping[str, Any], method: str, path: str, operation: Mapping[str, Any]) -> str:
    name = escape(operation["operationId"])
    rows = [("takes", _name_parameter(each)) for each in operation.get("parameters", ())]
    rows += [("body", each) for each in _name_content(operation.get("requestBody", {}).get("content", {}))]
    rows += [(status, each) for status, said in operation["responses"].items() for each in _name_answer(document, said)]
    return (
        f'<section id="op-{name}"><h3>{method.upper()} {escape(path)}</h3>'
        f"<p>{escape(operation.get('description', ''))} <code>{name}</code></p>{_write_rows(rows)}</section>"
    )


def _name_parameter(parameter: Mapping[str, Any]) -> str:
    needed = ", required" if parameter.get("required") else ""
    kind = _name_type(parameter.get("schema", {}))
    return f"<code>{escape(parameter['name'])}</code> ({escape(parameter['in'])}{needed}): {kind}"


def _name_answer(document: Mapping[str, Any], said: Mapping[str, Any]) -> Iterator[str]:
    if "$ref" in said:
        said = document["components"]["responses"][said["$ref"].rpartition("/")[2]]
    if "application/problem+json" in said.get("content", {}):
        codes = [each for each in said["description"].split("`") if each.strip(", ")]
        yield ", ".join(f'<a href="#problem-{escape(each)}">{escape(each)}</a>' for each in codes)
    else:
        yield from _name_content(said.get("content", {})) or iter(("nothing",))


def _name_content(content: Mapping[str, Any]) -> list[str]:
    return [f"{_name_type(what.get('schema', {}))} as {escape(kind)}" for kind, what in content.items()]


def _list_problems() -> Iterator[str]:
    yield '<h2 id="problems">Problems</h2>'
    for code, (status, meaning) in describe_problems().items():
        title = escape(f"{write_title(code)} ({status})")
        yield f'<section id="problem-{code}"><h3>{code}</h3><p>{title}. {escape(meaning)}</p></section>'


def _list_schemas(document: Mapping[str, Any]) -> Iterator[str]:
    yield '<h2 id="schemas">Schemas</h2>'
    for name, schema in sorted(document["components"]["schemas"].items()):
        needed = schema.get("required", ())
        fields = schema.get("properties", {})
        rows = [(each + ("*" if each in needed else ""), _name_type(what)) for each, what in fields.items()]
        rest = "" if fields else f"<p>{_name_type(schema)}</p>"
        meaning = escape(" ".join(schema.get("description", "").split()))
        yield f'<section id="schema-{name}"><h3>{name}</h3><p>{meaning}</p>{_write_rows(rows)}{rest}</section>'


def _name_type(schema: Mapping[str, Any]) -> str:
    """A type in a few words, with a link to each schema that has a name."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#schema-{name}">{name}</a>'
    for way in ("anyOf", "oneOf", "allOf"):
        if way in schema:
            return " or ".join(_name_type(each) for each in schema[way])
    if "enum" in schema or "const" in schema:
        return ", ".join(f"<code>{escape(str(each))}</code>" for each in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {_name_type(schema.get('items', {}))}"
    return escape(str(schema.get("format") or schema.get("type") or "anything"))


def _write_rows(rows: Iterable[tuple[str, str]]) -> str:
    written = "".join(f"<dt>{escape(name)}</dt><dd>{value}</dd>" for name, value in rows)
    return f"<dl>{written}</dl>" if written else ""
