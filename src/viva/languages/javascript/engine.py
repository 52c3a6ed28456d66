"""Where the engine is, and what to do where it is not."""

from __future__ import annotations

import functools
import importlib.util
import json
from pathlib import Path
from typing import Any

from viva.core.fault import Fault
from viva.core.json import Json

INSIDE = Path(__file__).parent / "inside"
PARSER = INSIDE / "vivajs" / "acorn" / "acorn.js"
_REMEDY = "install it: pip install 'viva[javascript]'"


def engine_file() -> Path:
    """The file of the engine, which is all that the sandbox sees of it."""
    found = importlib.util.find_spec("_quickjs")
    if found is None or found.origin is None:
        raise Fault("JavaScript needs the engine quickjs-ng, which is not installed", remedy=_REMEDY)
    if not PARSER.is_file():
        raise Fault("JavaScript needs the parser acorn, which is not there", remedy="fetch it: scripts/acorn")
    return Path(found.origin).resolve()


@functools.cache
def _tools() -> Any:
    engine_file()
    from viva.languages.javascript.inside.vivajs import compiling  # noqa: PLC0415 only where there are such files

    return compiling


def ask_tools(word: str, data: Json) -> Json:
    """What the tools say of a text that is trusted; they read it, and do not run it."""
    found: Json = json.loads(json.dumps(_tools().asked(word, data)))
    return found
