"""JSON for machines: valid wherever it is read, and harmless wherever it is shown."""

import json
import math

from viva.core.json import Json


def as_json(value: Json, indent: int | None = 2) -> str:
    """ASCII only, so nothing in it acts on a terminal. What JSON lacks are the words "inf", "-inf" and "nan"."""
    return json.dumps(finite(value), indent=indent, ensure_ascii=True, allow_nan=False)


def finite(value: Json) -> Json:
    """The value with words for the numbers that JSON lacks."""
    match value:
        case float() if not math.isfinite(value):
            return str(value)
        case list():
            return [finite(item) for item in value]
        case dict():
            return {key: finite(item) for key, item in value.items()}
        case _:
            return value
