"""Functions that call themselves, as terms: a call stands for what the function gives, and may be unfolded.

`value` and `error` are over `r0, r1, …`, the parameters, with a sign where the function calls itself. On `domain` every
call of itself is in it again and makes a measure smaller that is never negative there, so that there is exactly one
such function: its value after one step is what the equation says, unless it raises something. Outside of the domain it
is some function of which nothing is known.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import field, replace
from functools import lru_cache

from viva.core.records import dataclass
from viva.engines.proofs.terms.changed import replace_parts, substitute
from viva.engines.proofs.terms.lists import uninterpreted_function
from viva.engines.proofs.terms.plain import equal, implies, land, lnot
from viva.engines.proofs.terms.term import BOOL, FALSE, Sort, Term, digest_of, make, parts_of, variable

ITSELF, ITSELF_RAISES = "itself", "itself raises"


@dataclass(frozen=True, slots=True)
class Recursive:
    """`raises`: this is the function that says whether a call raises something, and not the one that gives a value."""

    value: Term
    error: Term
    domain: Term
    measure: Term
    parameters: tuple[Sort, ...]
    raises: bool
    key: str = field(compare=False)
    digest: str = field(compare=False)

    @property
    def name(self) -> str:
        return f"R_{self.key[:5]}"

    @property
    def sort(self) -> Sort:
        return BOOL if self.raises else self.value.sort


def recursive(value: Term, error: Term, domain: Term, measure: Term, parameters: Sequence[Sort]) -> Recursive:
    key = hashlib.blake2b(repr(tuple(parameters)).encode(), digest_size=8)
    digest = hashlib.blake2b(repr(tuple(parameters)).encode(), digest_size=20)
    for part in (value, error, domain, measure):
        key.update(part.key)
        digest.update(digest_of(part).encode())
    return Recursive(value, error, domain, measure, tuple(parameters), False, key.hexdigest(), digest.hexdigest())


def call(defined: Recursive, args: Sequence[Term]) -> Term:
    """What the function gives; whether it raises something, if it is that which is asked."""
    if defined.raises and defined.error is FALSE:
        return FALSE
    return make("call", tuple(args), defined.sort, defined)


def raising(defined: Recursive) -> Recursive:
    if defined.raises:
        return defined
    return replace(defined, raises=True, key=f"{defined.key}!", digest=f"{defined.digest}!")


def giving(defined: Recursive) -> Recursive:
    """The function that gives a value, of the two."""
    if not defined.raises:
        return defined
    return replace(defined, raises=False, key=defined.key.removesuffix("!"), digest=defined.digest.removesuffix("!"))


def itself(name: str, sort: Sort, args: Sequence[Term]) -> Term:
    """A call of the function inside of its own equation."""
    return uninterpreted_function(name, sort, *args)


def in_domain(term: Term) -> Term:
    """Whether the equation of a call is known."""
    return _given(term, term.data.domain)


def measure_of_call(term: Term) -> Term:
    """The measure of a call."""
    return _given(term, term.data.measure)


def _given(term: Term, about: Term) -> Term:
    return substitute(about, {f"r{place}": arg for place, arg in enumerate(term.args)})


def body(term: Term) -> Term:
    """What a call gives by its equation, with calls of the function in it."""
    defined: Recursive = term.data
    known = giving(defined)
    found: dict[Term, Term] = {}
    equation = defined.error if defined.raises else defined.value
    for each in parts_of(equation):
        if each.op == "apply" and each.data in (ITSELF, ITSELF_RAISES):
            function = known if each.data == ITSELF else raising(known)
            found[each] = call(function, [replace_parts(arg, found) for arg in each.args])
    return _given(term, replace_parts(equation, found))


@lru_cache(maxsize=64)
def in_general(defined: Recursive) -> tuple[Term, Term, Term]:
    """For any arguments `r0, r1, …`: whether its equation is known, whether it raises something, and what it gives."""
    here = call(defined, [variable(f"r{place}", sort) for place, sort in enumerate(defined.parameters)])
    return defined.domain, call(raising(defined), here.args), body(here)


def unfolding(term: Term) -> list[Term]:
    """What is known of a call: its equation."""
    defined: Recursive = term.data
    if defined.raises:
        return [implies(in_domain(term), equal(term, body(term)))]
    return [implies(ran_through(term), equal(term, body(term)))]


def ran_through(term: Term) -> Term:
    """Whether a call gives a value by its equation."""
    return land(in_domain(term), lnot(call(raising(term.data), term.args)))


def calls_in(*terms: Term) -> list[Term]:
    return [each for each in parts_of(*terms) if each.op == "call"]
