"""Blocks of plain rows as arrays: by pyarrow where it is installed, otherwise by NumPy.

Both only take what they read as `cells.py` would, to the last digit, and leave everything else to it.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from viva.engines.signals.reading.cells import TRUTH
from viva.engines.signals.reading.rows import WORDS
from viva.engines.signals.trace import Array

Column = Array | npt.NDArray[np.object_]
_COMMENT = re.compile(rb"(?:^|\n)[ \t]*[#%]")
_SPELLINGS = {word: [word, word.upper(), word.capitalize()] for word in (*WORDS, *TRUTH, "NaN", "NaT")}
_MISSING = sorted({spelling for word in (*WORDS, "NaN", "NaT") for spelling in _SPELLINGS[word]})


@cache
def arrow() -> Any:
    """The library, which takes long to load, or None where it is not installed."""
    try:
        import pyarrow.csv  # noqa: PLC0415
    except ModuleNotFoundError:
        return None
    return pyarrow


def numbers(content: bytes, width: int, delimiter: str, mark: str | None) -> Array | None:
    """A block, if it is nothing but rows of `width` numbers whose decimals begin with `mark`."""
    if not content.endswith(b"\n"):
        content += b"\n"
    if delimiter != "," and b"," in content:
        if mark != "," or b"." in content:
            return None
        content = content.replace(b",", b".")
    elif mark != "." and b"." in content:
        return None
    cells = np.frombuffer(content, dtype=np.uint8)
    marks = cells[(cells == ord(delimiter)) | (cells == ord("\n"))]
    if len(marks) % width:
        return None
    table = marks.reshape(-1, width)
    if not ((table[:, -1] == ord("\n")).all() and (table[:, :-1] == ord(delimiter)).all()):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        try:
            found = np.fromstring(content.replace(b"\n", delimiter.encode()).decode("ascii"), sep=delimiter)
        except (ValueError, DeprecationWarning):  # something is not a number, or not ASCII
            return None
    return found.reshape(-1, width) if len(found) == len(marks) and np.isfinite(found).all() else None


def by_pyarrow(
    content: bytes, width: int, delimiter: str, mark: str | None, kinds: Mapping[int, str]
) -> dict[int, Column] | None:
    """The columns of `kinds` (number, truth or text), with NaN for what is missing; None if something is not of its
    kind, and without pyarrow."""
    if width < 2 or (mark is None and (b"." in content or b"," in content)) or (pyarrow := arrow()) is None:
        return None
    if content.startswith(b"\n") or b"\n\n" in content:  # which it takes for a row of missing values
        return None
    if (b"#" in content or b"%" in content) and _COMMENT.search(content):
        return None
    if mark == "," and b"." in content and "number" in kinds.values():
        return None
    types = {"number": pyarrow.float64(), "truth": pyarrow.bool_(), "text": pyarrow.string()}
    names = [str(place) for place in range(width)]
    try:
        table = pyarrow.csv.read_csv(
            io.BytesIO(content),
            pyarrow.csv.ReadOptions(column_names=names),
            pyarrow.csv.ParseOptions(delimiter=delimiter, ignore_empty_lines=False),
            pyarrow.csv.ConvertOptions(
                column_types={str(place): types[kind] for place, kind in kinds.items()},
                include_columns=[str(place) for place in kinds],
                null_values=_MISSING,
                true_values=_SPELLINGS["true"],
                false_values=_SPELLINGS["false"],
                decimal_point=mark or ".",
            ),
        )
    except pyarrow.ArrowException:  # something is not of its kind
        return None
    if table.num_rows != content.count(b"\n") + (not content.endswith(b"\n")):
        return None
    found: dict[int, Column] = {}
    for place, kind in kinds.items():
        column = table.column(str(place))
        if kind == "text":
            found[place] = np.array(column.to_pylist(), dtype=object)
            continue
        array = (column.cast(pyarrow.float64()) if kind == "truth" else column).to_numpy().astype(np.float64)
        if np.isinf(array).any():
            return None
        found[place] = array
    return found
