"""What programs of others rest on, as text: public names with their signatures, and the JSON Schema of a report.

`tests/public.txt` and `tests/schema.json` hold both; `scripts/public` writes them anew, for who changes them on
purpose.
"""

import dataclasses
import enum
import inspect
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import viva
import viva.properties
from viva.core.subject import Subject
from viva.showing.schema import report_schema

NAMES, SCHEMA = Path(__file__).with_name("public.txt"), Path(__file__).with_name("schema.json")


def names() -> str:
    own = [line for name in sorted(viva.__all__) for line in ("", *_told(f"viva.{name}", getattr(viva, name)))]
    subject = ["", *_told("viva.core.subject.Subject", Subject)]
    properties = [
        line
        for name in sorted(viva.properties.__all__)
        for line in ("", *_told(f"viva.properties.{name}", getattr(viva.properties, name), methods=False))
    ]
    return "\n".join([*own, *subject, *properties]).lstrip() + "\n"


def schema() -> str:
    return json.dumps(report_schema(), indent=1, ensure_ascii=False) + "\n"


def _told(name: str, found: object, methods: bool = True) -> Iterator[str]:
    if not isinstance(found, type):
        assert callable(found)
        yield f"{name}{_signature(found)}"
        return
    fields = dataclasses.fields(found) if dataclasses.is_dataclass(found) else ()
    yield f"class {name}"
    if issubclass(found, enum.Enum):
        yield from (f"    {member.name} = {member.value!r}" for member in found)
    elif not fields and "__init__" in vars(found) and name != "viva.core.subject.Subject":
        yield f"    __init__{_signature(found.__init__)}"
    for field in fields:
        if not field.name.startswith("_"):
            left_out = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
            yield f"    {field.name}: {_type(field.type)}" + ("" if left_out else " = …")
    for inner in sorted(vars(found)) if methods else ():
        value = inspect.getattr_static(found, inner)
        function = getattr(value, "__func__", value)
        if inner.startswith("_"):
            continue
        if isinstance(value, property):
            yield f"    {inner} -> {_type(inspect.signature(value.fget).return_annotation)}"  # type: ignore[arg-type]
        elif inspect.isfunction(function):
            yield f"    {inner}{_signature(function)}"


def _signature(found: Callable[..., object]) -> str:
    """As it is written: no places in memory, no names of modules, which differ between versions of Python."""
    signature = inspect.signature(found)
    parts: list[str] = []
    kind = None
    for each in signature.parameters.values():
        if each.kind is each.KEYWORD_ONLY and kind not in (each.KEYWORD_ONLY, each.VAR_POSITIONAL):
            parts.append("*")
        stars = "*" if each.kind is each.VAR_POSITIONAL else "**" if each.kind is each.VAR_KEYWORD else ""
        typed = "" if each.annotation is each.empty else f": {_type(each.annotation)}"
        default = "" if each.default is each.empty else " = …" if callable(each.default) else f" = {each.default!r}"
        parts.append(f"{stars}{each.name}{typed}{default}")
        kind = each.kind
    return f"({', '.join(parts)}) -> {_type(signature.return_annotation)}"


def _type(found: object) -> str:
    text = found if isinstance(found, str) else found.__name__ if isinstance(found, type) else str(found)
    return re.sub(r"\b[a-z_]\w*(?:\.\w+)*\.(?=\w)", "", text)


if __name__ == "__main__":
    NAMES.write_text(names(), "utf-8")
    SCHEMA.write_text(schema(), "utf-8")
