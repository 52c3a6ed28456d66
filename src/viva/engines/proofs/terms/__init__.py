"""Start reading here: what programs compute, as terms.

A term is an integer, a truth value, a tuple or a list, made of inputs, constants, operations and *folds*: a fold is the
value that a variable of a loop has after so many rounds. Every term is made by one of the functions below, which
simplify as they build; each simplification is an equation that holds for all values, with these conventions: a list is
a finite sequence, `at` of a place outside of it is some fixed value, and a fold of no or of a negative number of rounds
is what the variable was before the loop. Equal terms are one object.

`term` has what a term is, `plain`, `lists` and `changed` the functions that make and change them, `folds` the loops,
`library` the loops that define Python's own functions with facts about them, and `evaluate` what all of it means.
"""

from viva.engines.proofs.terms.changed import rebuild, replace_parts, substitute
from viva.engines.proofs.terms.lists import (
    at,
    cat,
    cut,
    drop,
    insert,
    length,
    list_term,
    put,
    repeat,
    reverse,
    snoc,
    uninterpreted_function,
    within,
)
from viva.engines.proofs.terms.plain import (
    add,
    div,
    equal,
    implies,
    ite,
    land,
    le,
    lnot,
    lor,
    lt,
    mod,
    mul,
    part,
    quotient,
    scale,
    sub,
)
from viva.engines.proofs.terms.term import (
    ANY,
    BOOL,
    COMMUTATIVE,
    FALSE,
    INT,
    ONE,
    TRUE,
    ZERO,
    Sort,
    Term,
    TooLarge,
    default,
    digest_of,
    element_of,
    is_list,
    list_of,
    make,
    nil,
    number,
    parts_of,
    show_term,
    truth,
    tuple_of,
    variable,
)

__all__ = [
    "ANY", "BOOL", "COMMUTATIVE", "FALSE", "INT", "ONE", "TRUE", "ZERO", "Sort", "Term", "TooLarge", "add", "at",
    "cat", "cut", "default", "digest_of", "div", "drop", "element_of", "equal", "implies", "insert", "is_list",
    "ite", "land", "le", "length", "list_of", "list_term", "lnot", "lor", "lt", "make", "mod", "mul", "nil",
    "number", "part", "parts_of", "put", "quotient", "rebuild", "repeat", "replace_parts", "reverse", "scale",
    "show_term", "snoc", "sub", "substitute", "truth", "tuple_of", "uninterpreted_function", "variable", "within",
]  # fmt: skip
