"""JSON for machines: valid wherever it is read, and harmless wherever it is shown."""

import json
import math

from viva.core.json import Json


def as_json(value: Json, indent: int | None = 2) -> str:
    """ASCII only, so nothing in it acts on a terminal. What JSON lacks are the words "inf", "-inf" and "nan"."""
    return json.dumps(_finite(value), indent=indent, ensure_ascii=True, allow_nan=False)


def _finite(value: Json) -> Json:
    match value:
        case float() if not math.isfinite(value):
            return str(value)
        case list():
            return [_finite(item) for item in value]
        case dict():
            return {key: _finite(item) for key, item in value.items()}
        case _:
            return value
