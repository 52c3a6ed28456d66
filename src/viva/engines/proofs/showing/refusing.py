"""What is not covered, in the words of a catalogue.

Where a program is translated, what is refused is said in a fixed phrase, with the line behind it. The phrase is a key
here: to it belongs a sentence in each language.
"""

from __future__ import annotations

import re

from viva.core.texts import Say

_LINE = re.compile(r"(?P<what>.*?),? in line (?P<line>[0-9]+)")
_WHAT = {
    "None inside of another value": "none_inside",
    "None, or a dictionary, inside of another value": "none_inside",
    "`in` of what is no list": "in_what",
    "a call with another number of arguments": "number_of_arguments",
    "a change before an error": "change_before_error",
    "a change in the middle of an expression": "change_in_expression",
    "a change of a list by a function that returns out of a loop": "change_and_return",
    "a change of a list that has several names": "several_names",
    "a list in a second place, where lists inside of others are changed": "several_names",
    "lists that get a second owner": "several_names",
    "a change of what is no list": "change_of_other",
    "a comparison of elements of several types": "several_types_compared",
    "a comparison of sets": "sets_compared",
    "a comparison that changes a list": "condition_changes",
    "a condition that changes a list": "condition_changes",
    "a constant of this size": "large_constant",
    "the constant": "constant",
    "a default argument that is no constant": "default_argument",
    "a dictionary inside of another value": "dictionary_inside",
    "a field of a class": "field",
    "a generator": "generator",
    "a generator that is kept": "generator_kept",
    "a list inside of itself": "inside_itself",
    "a list that changes while it is gone through": "changed_while_walked",
    "a list that is on its way out of a loop": "returned_list",
    "a list that is to be an element of a set, or a key": "list_as_key",
    "a list whose elements are of an unknown type": "unknown_elements",
    "a loop over what is no list": "loop_over",
    "a loop whose types do not settle": "types_in_loop",
    "a dictionary that changes when it is read": "change_before_error",
    "a method of what is bound anew": "bound_anew",
    "a method of what may be None": "method_of_none",
    "a name for a list in one case, for something else in another": "several_types",
    "a name for values of several types": "several_types",
    "a name that is sometimes None, sometimes a list": "none_or_list",
    "a name with two meanings": "second_meaning_here",
    "a program of this size": "program_size",
    "a range with this step": "range_step",
    "a recursion for which no measure was found": "recursion_ends",
    "a recursion of this form": "recursion",
    "functions that call each other": "mutual",
    "a slice with this step": "slice_step",
    "a table of results for such arguments": "remembered_for",
    "a table of such results": "remembered_results",
    "the slice": "slice",
    "a sum that begins with what is no number": "sum_start",
    "a text with values in it": "formatted",
    "a tuple of another length": "tuple_length",
    "a tuple with lists that changes in a loop": "tuple_with_lists",
    "a tuple with lists that is returned out of a loop": "tuple_with_lists_returned",
    "a value of an empty dictionary": "empty_dictionary",
    "a value that depends on more than the arguments": "depends",
    "a while for which no measure was found": "while_ends",
    "an element of a list that is always empty": "always_empty",
    "pop of a list that is always empty": "always_empty",
    "an error that is looked at": "error_looked_at",
    "an error that is not caught": "error_not_caught",
    "an error that is not known": "error_unknown",
    "an index outside of a tuple": "index_outside",
    "arguments by name": "by_name",
    "arguments of this type": "argument_types",
    "arithmetic with what is no whole number": "arithmetic",
    "dictionaries of several types": "several_results",
    "results of several types": "several_results",
    "instances of classes as results": "instances_as_results",
    "elements that are made one by one": "one_by_one",
    "elements that are made one by one and may fail": "one_by_one_failing",
    "names that may be unset": "unset_names",
    "the annotation": "annotation",
    "the argument": "argument",
    "the assignment": "assignment",
    "what is added to a list": "added",
    "the call": "call",
    "the comparison": "comparison",
    "the dictionary": "dictionary",
    "the function": "function",
    "the import": "import",
    "the index": "index",
    "the operator": "operator",
    "the order of a set": "set_order",
    "the order of such elements": "order_of",
    "this order": "order_of",
    "the parameters": "parameters",
    "the pattern": "pattern",
    "this syntax": "syntax_other",
    "what is no module": "syntax_other",
    "a program that could not be looked at": "unread",
    "del": "del",
    "decimals": "console_decimals",
    "values that the program chooses": "console_chosen",
    "a term of this kind": "console_term",
    "a loop that writes, and reads nothing": "console_writes",
    "this many reads": "console_many",
    "this many ways": "console_many",
    "a line with so many forms": "console_many",
    "a line of so many pieces": "console_many",
    "values of too many types": "console_types",
    "a loop over what may change": "console_loop",
    "another meaning of what Python has itself": "console_builtin",
    "a function with two meanings": "console_builtin",
    "functions inside of others": "console_inner",
    "a letter that is not known": "console_letter",
    "a letter that ends a line": "console_letter_end",
    "a list with two names": "several_names",
    "a list inside of another value": "none_inside",
    "a name that is not bound": "unset_names",
    "a name that may be unset": "unset_names",
    "a list of this type that is written": "console_list",
    "a value of this type that is written": "console_list",
    "a range with an unknown step": "range_step",
    "a value that depends on more than what was read": "depends",
    "a name for lists of several kinds": "several_types",
    "numbers of so many bits": "console_bits",
}
_WITH_NAMES = (
    (re.compile(r"a program without a function (?P<name>.+)"), "no_function"),
    (re.compile(r"a second meaning of (?P<name>.+)"), "second_meaning"),
    (re.compile(r"a value that is sometimes of type .+"), "sometimes"),
    (re.compile(r"an assignment to .+"), "assignment_to"),
    (re.compile(r"elements of the kind .+"), "elements"),
    (re.compile(r"the parameters of (?P<name>.+)"), "parameters_of"),
    (re.compile(r"(?P<name>\S+) with arguments by name"), "named"),
    (re.compile(r"(?P<name>\S+) of such elements"), "such_elements"),
    (re.compile(r"(?P<name>\S+) of another function"), "of_another"),
    (re.compile(r"(?P<name>\S+), which is sometimes a list and sometimes not"), "sometimes_list"),
    (re.compile(r"(?P<name>\S+), which may be unset(?: after a round)?"), "unset"),
    (re.compile(r".+ outside of functions"), "outside"),
    (re.compile(r".+ outside of a loop"), "outside_loop"),
)
_SYNTAX = frozenset(
    {
        "Attribute", "ClassDef", "Global", "Nonlocal", "Lambda", "NamedExpr", "Try", "TryStar", "With",
        "Import", "ImportFrom", "GeneratorExp", "Yield", "YieldFrom", "Starred", "Match", "FunctionDef",
        "Await", "AsyncFor", "AsyncWith", "AsyncFunctionDef", "Slice",
    }
)  # fmt: skip
_NAME = re.compile(r"[\w.]+")


def not_covered(detail: str, say: Say) -> str:
    """What was refused, with its line where there is one."""
    placed = _LINE.fullmatch(detail)
    what = _told(placed["what"] if placed else detail, say)
    return say("covered_not_in_line", what=what, line=placed["line"]) if placed else what


def _told(what: str, say: Say) -> str:
    if what in _WHAT:
        return say(f"covered_not_{_WHAT[what]}")
    if what in _SYNTAX:
        return say(f"covered_not_syntax_{what}")
    for pattern, key in _WITH_NAMES:
        found = pattern.fullmatch(what)
        if found:
            return say(f"covered_not_{key}", **found.groupdict())
    return say("covered_not_name", name=what) if _NAME.fullmatch(what) else say("covered_not_known")
