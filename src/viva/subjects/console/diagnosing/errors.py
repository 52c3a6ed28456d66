"""What to tell of an exception: the key of a sentence, and what goes into it.

Names come from the source and from Python itself; no value that was read is told, and no line.
"""

from __future__ import annotations

import builtins
import keyword
import re
import sys
from collections.abc import Mapping

from viva.core.records import dataclass
from viva.engines.dialogues.model import Term
from viva.languages.problem import Problem

_WORD = re.compile(r"[^\W\d]\w*")
_NEAR = 0.7
_TYPES: Mapping[str, type] = {
    "str": str,
    "list": list,
    "dict": dict,
    "int": int,
    "float": float,
    "set": set,
    "tuple": tuple,
}
_FOREIGN_WORDS = {"true": "True", "false": "False", "null": "None", "none": "None", "nil": "None"}

# The first pattern that is found in the message names the sentence. No message says more than its kind otherwise.
_MESSAGES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "ValueError": (
        (r"invalid literal for int\(\).*: ['\"]\s*-?\d*\.\d+", "int_of_decimal"),
        (r"invalid literal for int\(\).*: ['\"]\s*-?\d+[\s,;]+-?\d", "several_on_a_line"),
        (r"invalid literal for int\(\)", "int_of_text"),
        (r"could not convert string to float", "float_of_text"),
        (r"not enough values to unpack|too many values to unpack", "unpack"),
        (r"(max|min)\(\).*(is )?empty", "of_nothing"),
        (r"not in list|not found|is not in", "not_found"),
    ),
    "TypeError": (
        (r"not all arguments converted", "text_and_number"),
        (r"can only concatenate str|must be str, not", "text_plus_number"),
        (r"NoneType", "none"),
        (r"'str' object cannot be interpreted as an integer", "text_as_number"),
        (r"(?=.*'str')(?=.*'(int|float)')", "text_and_number"),
        (r"non-int of type 'str'|bad operand type for .*'str'", "text_and_number"),
        (r"int\(\) argument must be .* not '(list|tuple|map)'", "int_of_list"),
        (r"not callable", "not_callable"),
        (r"positional argument|unexpected keyword|missing \d+ required|expected .*\d+ argument", "arguments"),
        (r"not subscriptable|not iterable|has no len\(\)", "not_a_list"),
        (r"indices must be integers", "index_type"),
    ),
}  # fmt: skip
_KINDS = {
    "ZeroDivisionError": "zero_division",
    "IndexError": "index",
    "KeyError": "key",
    "AssertionError": "assertion",
    "OverflowError": "overflow",
    "FileNotFoundError": "file",
    "RecursionError": "recursion",
    # Of programs that are seen from outside: signals, and what other languages call it.
    "SIGFPE": "zero_division",
    "SIGSEGV": "memory_access",
    "SIGBUS": "memory_access",
    "SIGABRT": "aborted",
    "ArithmeticException": "zero_division",
    "ArrayIndexOutOfBoundsException": "index",
    "StringIndexOutOfBoundsException": "index",
    "IndexOutOfBoundsException": "index",
    "InputMismatchException": "input_type",
    "NumberFormatException": "input_type",
    "NullPointerException": "null",
    "StackOverflowError": "recursion",
}


@dataclass(frozen=True, slots=True)
class Told:
    """`key` names a sentence of the catalogue, without what all of its family begin with; `condition` is one of the
    specification that goes into it in words."""

    key: str
    slots: tuple[tuple[str, str], ...] = ()
    condition: Term | None = None


def explain_exception(error: Problem, text: str) -> Told:
    """What is known of the exception; `text` is the source, from which names are taken."""
    message = error.message
    match error.kind:
        case "NameError":
            return _name(message, text)
        case "AttributeError":
            return _attribute(message)
        case "ModuleNotFoundError" | "ImportError":
            found = re.search(r"'([\w.]{1,60})'", message)
            return Told("module", (("name", found[1]),)) if found else Told("other", (("kind", error.kind),))
        case "UnboundLocalError" if found := re.search(r"variable '(\w{1,60})'", message):
            return Told("unbound", (("name", found[1]),))
    for pattern, key in _MESSAGES.get(error.kind, ()):
        if re.search(pattern, message[:400]):
            return Told(key)
    known = _KINDS.get(error.kind)
    return Told(known) if known else Told("other", (("kind", error.kind[:60]),))


def _name(message: str, text: str) -> Told:
    found = re.search(r"name '(\w{1,60})'", message)
    if not found:
        return Told("other", (("kind", "NameError"),))
    name = found[1]
    if name in _FOREIGN_WORDS:
        return Told("name_near", (("name", name), ("near", _FOREIGN_WORDS[name])))
    if name in sys.stdlib_module_names:
        return Told("not_imported", (("name", name),))
    near = nearest(name, {*_WORD.findall(text[:100_000]), *dir(builtins)})
    return Told("name_near", (("name", name), ("near", near))) if near else Told("name", (("name", name),))


def _attribute(message: str) -> Told:
    found = re.search(r"'(\w{1,60})' object has no attribute '(\w{1,60})'", message)
    if not found:
        return Told("other", (("kind", "AttributeError"),))
    kind, name = found[1], found[2]
    if kind == "NoneType":
        return Told("none")
    near = nearest(name, {one for one in dir(_TYPES[kind]) if not one.startswith("_")}) if kind in _TYPES else None
    if near:
        return Told("attribute_near", (("kind", kind), ("name", name), ("near", near)))
    return Told("attribute", (("kind", kind), ("name", name)))


def nearest(name: str, names: set[str]) -> str | None:
    """The name that was probably meant: one that differs only in capitals, or a few letters."""
    import difflib  # noqa: PLC0415 only for who has made a mistake

    others = sorted(one for one in names if one != name and not keyword.iskeyword(one) and not one.startswith("__"))
    same = [one for one in others if one.lower() == name.lower()]
    close = same or difflib.get_close_matches(name, others, n=1, cutoff=_NEAR)
    return close[0] if close else None
