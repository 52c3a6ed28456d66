"""Suites on disk, so that the second check of an exercise does not look for its tests again.

Only inputs are kept; what is right for them is worked out anew, so that a damaged or foreign file can at worst cost
tests, never a verdict. A file is named after everything it depends on: specification, functions, seed, version and the
text of the modules that make suites. It is written beside its place and then moved there.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from viva import __version__
from viva.core.json import Json
from viva.engines import dialogues, mining, smt
from viva.engines.dialogues.model import Foreign, Opaque, Spec, Value, subterms, terms

_LARGEST = 1 << 20
_NAME = "suite"


def load(spec: Spec, seed: int) -> tuple[list[tuple[Value, ...]], dict[str, int]] | None:
    """The inputs of the suite and its figures, if they are there and whole."""
    try:
        path = _path(spec, seed)
        if path.stat().st_size > _LARGEST:
            return None
        data = json.loads(path.read_text("utf-8"))
        inputs = [tuple(_value(item) for item in test) for test in data["tests"]]
        figures = {str(name): int(figure) for name, figure in data["figures"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError, RecursionError):
        return None
    return (inputs, figures) if hash_of(data["tests"]) == data.get("sum") else None


def save(spec: Spec, seed: int, inputs: Sequence[Sequence[Value]], figures: dict[str, int]) -> None:
    """Does nothing where nothing can be written."""
    tests: list[Json] = [[_json(value) for value in test] for test in inputs]
    text = json.dumps({"tests": tests, "figures": figures, "sum": hash_of(tests)})
    with contextlib.suppress(OSError):
        path = _path(spec, seed)
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f"{path.name}.{os.getpid()}.{os.urandom(8).hex()}")
        try:
            beside.write_text(text, encoding="utf-8")
            beside.replace(path)
        except OSError:
            beside.unlink(missing_ok=True)


def known(spec: Spec) -> bool:
    """Whether tests were made of the specification before, so that it was found well-formed then."""
    try:
        return _path(spec, 0).is_file()
    except (OSError, RecursionError):
        return False


def folder() -> Path:
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (base if base.is_absolute() else Path.home() / ".cache") / "viva" / "console"


def hash_of(data: Json) -> str:
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()


def _path(spec: Spec, seed: int) -> Path:
    functions = {
        (part.function.name, part.function.module)
        for term in terms(spec)
        for part in subterms(term)
        if isinstance(part, Opaque) and isinstance(part.function, Foreign)
    }
    key: list[Json] = [__version__, _makers(), seed, repr(spec), [list(function) for function in sorted(functions)]]
    return folder() / f"{_NAME}-{hash_of(key)}.json"


@lru_cache(maxsize=1)
def _makers() -> str:
    folders = [Path(file).parent for file in (dialogues.__file__, mining.__file__, smt.__file__)]
    makers = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in makers)).hexdigest()


def _json(value: Value) -> Json:
    return {"decimal": str(value)} if isinstance(value, Fraction) else value


def _value(data: Json) -> Value:
    match data:
        case {"decimal": str(text)}:
            return Fraction(text)
        case bool() | int() | str():
            return data
    raise ValueError("not a value")
