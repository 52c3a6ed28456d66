"""Says to a beginner what an exception means: by its name, by what Python says with it, and by the names in the source.

Nothing of the values that the message holds is told: a hint must not give the input away.
"""

from __future__ import annotations

import builtins
import difflib
import re
from collections.abc import Sequence

from viva.core.terms import ENGLISH
from viva.core.texts import catalogue
from viva.languages.problem import Problem
from viva.languages.survey import Survey

_BUILTINS = tuple(name for name in dir(builtins) if not name.startswith("_"))
_NEAR = 0.7

# The first rule that fits wins: the exception, what its message holds, and the key of the sentence. Groups of the
# pattern are slots of the sentence; they are names in the source and types, never values.
_RULES: tuple[tuple[str, str, str], ...] = (
    ("UnboundLocalError", r"variable '(?P<name>\w{1,40})'", "crash_unbound"),
    ("NameError", r"free variable '(?P<name>\w{1,40})'", "crash_unbound"),
    ("NameError", r"name '(?P<name>\w{1,40})' is not defined", "crash_name"),
    ("IndexError", r"pop from", "crash_pop"),
    ("IndexError", r"", "crash_index"),
    ("KeyError", r"pop from an empty set", "crash_pop"),
    ("KeyError", r"", "crash_key"),
    ("ZeroDivisionError", r"", "crash_division"),
    ("AttributeError", r"'NoneType' object has no attribute '(?P<name>\w{1,40})'", "crash_none_attribute"),
    ("AttributeError", r"'(builtin_function_or_method|function|method)' object", "crash_uncalled"),
    ("AttributeError", r"'(?P<type>\w{1,40})' object has no attribute '(?P<name>\w{1,40})'", "crash_attribute"),
    ("AttributeError", r"module '(?P<type>\w{1,40})' has no attribute '(?P<name>\w{1,40})'", "crash_module_attribute"),
    ("TypeError", r"'(builtin_function_or_method|function|method)'", "crash_uncalled"),
    ("TypeError", r"'type' (object is not|and '|.* has no len)|and 'type'", "crash_bare_type"),
    ("TypeError", r"'NoneType' object is not (iterable|subscriptable|callable)", "crash_none"),
    ("TypeError", r"(operand|supported between|object|argument).*'?NoneType'?", "crash_none"),
    ("TypeError", r"can only concatenate str|must be str, not|unsupported operand.*'str'", "crash_text_and_number"),
    ("TypeError", r"not supported between instances of '(?P<one>\w{1,40})' and '(?P<two>\w{1,40})'", "crash_compare"),
    (
        "TypeError",
        r"unsupported operand type\(s\) for .*: '(?P<one>\w{1,40})' and '(?P<two>\w{1,40})'",
        "crash_operands",
    ),
    ("TypeError", r"can only concatenate (?P<one>\w{1,40}) \(not \"(?P<two>\w{1,40})\"\)", "crash_operands"),
    ("TypeError", r"'(?P<type>\w{1,40})' object is not callable", "crash_callable"),
    ("TypeError", r"'(?P<type>\w{1,40})' object is not iterable", "crash_iterable"),
    ("TypeError", r"argument of type '(?P<type>\w{1,40})' is not iterable", "crash_iterable"),
    ("TypeError", r"'(?P<type>\w{1,40})' object is not subscriptable", "crash_subscript"),
    ("TypeError", r"'(?P<type>\w{1,40})' object does not support item (assignment|deletion)", "crash_assignment"),
    ("TypeError", r"indices must be integers|list indices", "crash_index_kind"),
    ("TypeError", r"object of type '(?P<type>\w{1,40})' has no len", "crash_length"),
    (
        "TypeError",
        r"(?P<name>\w{1,40})\(\) missing \d+ required|(?P<other>\w{1,40})\(\) takes|expected .* argument",
        "crash_call",
    ),
    ("TypeError", r"unhashable type: '(?P<type>\w{1,40})'", "crash_unhashable"),
    ("TypeError", r"cannot be interpreted as an integer", "crash_float_count"),
    ("TypeError", r"", "crash_type"),
    ("ValueError", r"invalid literal for int|could not convert string", "crash_convert"),
    ("ValueError", r"list\.remove\(x\)|is not in (list|deque|tuple)|substring not found", "crash_remove"),
    ("ValueError", r"(min|max)\(\).*(empty)|empty sequence", "crash_extreme"),
    ("ValueError", r"unpack", "crash_unpack"),
    ("ValueError", r"math domain", "crash_domain"),
    ("ValueError", r"range\(\) arg 3 must not be zero|slice step cannot be zero", "crash_step"),
    ("ValueError", r"", "crash_value"),
    ("RuntimeError", r"changed size during iteration|mutated during iteration", "crash_changed"),
    ("ModuleNotFoundError", r"No module named '(?P<name>[\w.]+)'", "crash_module"),
    ("ImportError", r"", "crash_import"),
    ("FileNotFoundError", r"", "crash_file"),
    ("AssertionError", r"", "crash_assertion"),
    ("OverflowError", r"to convert to C |signed integer is|C (int|long|ssize_t)", "crash_too_large"),
    ("OverflowError", r"", "crash_overflow"),
    ("StopIteration", r"", "crash_stop"),
    ("NotImplementedError", r"", "crash_unfinished"),
)


def explain_crash(problem: Problem, facts: Survey, locale: str = ENGLISH) -> str | None:
    """What the exception means and what to look for; None where there is nothing to say but its name."""
    texts = catalogue("viva.languages.python", locale)
    for kind, pattern, key in _RULES:
        found = re.search(pattern, problem.message) if problem.kind == kind else None
        if found:
            slots = {name: value for name, value in found.groupdict().items() if value}
            if key == "crash_name":
                return _undefined(slots["name"], facts, locale)
            hidden = _hidden(problem.line, facts) if key == "crash_callable" else None
            if hidden:
                return texts.say("crash_hidden", name=hidden)
            return texts.say(key, **slots)
    return None


def _undefined(name: str, facts: Survey, locale: str) -> str:
    """Whether there is a name in the source or in Python that is nearly the same; it is not told, for that would be to
    say what mends it."""
    texts = catalogue("viva.languages.python", locale)
    bound = [other for other in facts.bound if other != name]
    if _nearest(name, bound) or _nearest(name, _BUILTINS):
        return texts.say("crash_name_meant", name=name)
    # A name that is bound somewhere, but not where it is used, is one of another function.
    return texts.say("crash_name_elsewhere" if name in facts.bound else "crash_name", name=name)


def _nearest(name: str, known: Sequence[str]) -> str | None:
    same = [other for other in known if other.lower() == name.lower()]
    return next(iter(same or difflib.get_close_matches(name, known, 1, _NEAR)), None)


def _hidden(line: int | None, facts: Survey) -> str | None:
    """A function of Python that the source gives another value to, and that the line of the error speaks of."""
    spoken = {mention.name for mention in facts.names if mention.line == line}
    hidden = (mention.detail for mention in facts.habits if mention.name == "shadowed_builtin")
    return next((name for name in hidden if name in spoken), None)
