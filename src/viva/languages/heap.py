"""Values of every language as plain data, inert whatever they were made by. `docs/python.md` has the table.

It is written in `inside/vivabox/heap.py`, because code in the sandbox knows it too.
"""

from viva.languages.inside.vivabox.heap import (
    EXACT,
    SETS,
    Heap,
    Malformed,
    Node,
    Reference,
    Slot,
    is_nothing,
    is_null,
    opaque,
    parts,
    read,
)

__all__ = [
    "EXACT",
    "SETS",
    "Heap",
    "Malformed",
    "Node",
    "Reference",
    "Slot",
    "is_nothing",
    "is_null",
    "opaque",
    "parts",
    "read",
]
