"""What a program has while it is translated: its values, the state of one path, and what all paths share.

This is the face of the package; `containers` (how lists, sets and dictionaries change) and `merging` (several paths as
one) are imported by name.
"""

from viva.engines.proofs.translation.values.kinds import (
    COUNTER,
    FROZEN,
    NUMBER,
    OBJECT,
    OF_LISTS,
    OF_NUMBERS,
    TABLES,
    Bool,
    Cell,
    Char,
    Held,
    Int,
    Maybe,
    Nothing,
    Number,
    OneOf,
    Perhaps,
    Ref,
    Row,
    Seq,
    Type,
    Value,
    is_object,
)
from viva.engines.proofs.translation.values.state import (
    Body,
    Fresh,
    Items,
    ListChanges,
    Outcome,
    Sharing,
    State,
    allocate,
    as_sequence,
    element_value,
    place_held,
    store_value,
    taken_out,
    terms_of,
    test_of,
    type_of,
)
from viva.engines.proofs.translation.values.types import (
    as_int,
    as_text,
    fill_terms,
    flat,
    holds_instances,
    holds_lists,
    joined_type,
    references,
    retype,
    sort_of,
    sorts_in,
    type_name,
)

__all__ = [
    "COUNTER", "FROZEN", "NUMBER", "OBJECT", "OF_LISTS", "OF_NUMBERS", "TABLES", "Body", "Bool", "Cell", "Char",
    "Fresh", "Held", "Int", "Items", "ListChanges", "Maybe", "Nothing", "Number", "OneOf", "Outcome", "Perhaps", "Ref",
    "Row", "Seq", "Sharing", "State", "Type", "Value", "allocate", "as_int", "as_sequence", "as_text", "element_value",
    "fill_terms", "flat", "holds_instances", "holds_lists", "is_object", "joined_type", "place_held", "references",
    "retype", "sort_of", "sorts_in", "store_value", "taken_out", "terms_of", "test_of", "type_name", "type_of",
]  # fmt: skip
