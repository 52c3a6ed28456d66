"""The usual causes of what compilers say: the first pattern that is found names the sentence for a beginner."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

_QUOTED = r"[‘'`](?P<name>[^’'`\n]{1,80})[’']"

_GCC = (
    (r"missing terminating \" character", "string_open"),
    (r"missing terminating ' character", "character_open"),
    (r"stray " + _QUOTED + r" in program", "stray"),
    (r"(?P<name>[\w./+-]{1,80}): No such file or directory", "header"),
    (r"expected declaration or statement at end of input|expected [‘']}[’'] at end of input", "brace_open"),
    (r"[‘']else[’'] without a previous [‘']if[’']", "else_alone"),
    (r"expected [‘']while[’'] before", "do_without_while"),
    (r"expected (?:[‘'],[’'] or )?[‘'];[’']", "semicolon"),
    (r"expected [‘']\)[’']", "round_open"),
    (r"expected [‘']\][’']", "square_open"),
    (r"expected identifier or [‘']\([’'] before [‘'](?P<name>[^’'\n]{1,40})[’']", "outside"),
    (r"expected (?:primary-)?expression before " + _QUOTED, "expression"),
    (r"expected [‘']=[’'], .* before " + _QUOTED, "before_name"),
    (_QUOTED + r" (?:undeclared|was not declared in this scope)", "undeclared"),
    (r"unknown type name " + _QUOTED + r"|" + r"[‘'](?P<other>[^’'\n]{1,80})[’'] does not name a type", "type_name"),
    (r"too few arguments to function " + _QUOTED, "too_few"),
    (r"too many arguments to function " + _QUOTED, "too_many"),
    (r"conflicting types for " + _QUOTED, "conflicting"),
    (r"redefinition of " + _QUOTED + r"|redeclaration of [‘'](?P<other>[^’'\n]{1,80})", "twice"),
    (r"lvalue required as left operand of assignment", "not_assignable"),
    (r"invalid operands to binary (?P<name>\S{1,3})|invalid operands of types", "operands"),
    (r"subscripted value is neither array|invalid types .* for array subscript", "not_array"),
    (r"assignment to expression with array type|array type .* is not assignable", "array_assigned"),
    (r"called object .* is not a function|cannot be used as a function", "not_function"),
    (r"(?P<name>break|continue) statement not within", "jump_outside"),
    (r"undefined reference to [`‘']main[’']", "no_main"),
    (r"undefined reference to " + _QUOTED, "no_function"),
    (r"multiple definition of " + _QUOTED, "twice"),
    (r"#error (?P<name>[^\n]{1,80})", "own_error"),
)  # fmt: skip

_JAVAC = (
    (r"class (?P<name>\w{1,60}) is public, should be declared", "public_class"),
    (r"unclosed string literal", "string_open"),
    (r"unclosed character literal|empty character literal", "character_open"),
    (r"reached end of file while parsing", "brace_open"),
    (r"class, interface, enum, or record expected", "brace_early"),
    (r"'else' without 'if'|illegal start of type", "else_alone"),
    (r"^';' expected", "semicolon"),
    (r"'\)'(?: or '[^']*')* expected|'\)' or ',' expected", "round_open"),
    (r"^'\('  ?expected|'\(' expected", "round_missing"),
    (r"'\]' expected", "square_open"),
    (r"<identifier> expected", "identifier"),
    (r"not a statement", "no_statement"),
    (r"illegal start of expression", "expression"),
    (r"illegal character: '?(?P<name>[^'\n]{1,10})'?", "stray"),
    (r"cannot find symbol: variable (?P<name>\w{1,60})", "undeclared"),
    (r"cannot find symbol: method (?P<name>\w{1,60})", "no_function"),
    (r"cannot find symbol: class (?P<name>\w{1,60})", "type_name"),
    (r"package (?P<name>[\w.]{1,60}) does not exist", "header"),
    (r"possible lossy conversion from (?P<name>\w{1,30}) to (?P<other>\w{1,30})", "lossy"),
    (r"incompatible types: (?P<name>.{1,60}?) cannot be converted to (?P<other>.{1,60})", "types"),
    (r"incompatible types", "types_differ"),
    (r"missing return statement", "no_return"),
    (r"variable (?P<name>\w{1,60}) might not have been initialized", "uninitialised"),
    (r"variable (?P<name>\w{1,60}) is already defined", "twice"),
    (r"non-static (?:method|variable) (?P<name>\w{1,60}).* cannot be referenced from a static", "static"),
    (r"unreachable statement", "unreachable"),
    (r"bad operand types for binary operator '?(?P<name>[^'\s]{1,3})", "operands"),
    (r"unreported exception (?P<name>\w{1,60})", "exception"),
    (r"(?P<name>\w{1,30}) cannot be dereferenced", "no_methods"),
    (r"(?:method|constructor) (?P<name>\w{1,60}).* cannot be applied to given", "arguments"),
    (r"array required, but", "not_array"),
    (r"unexpected type", "not_assignable"),
    (r"(?P<name>break|continue) outside", "jump_outside"),
)  # fmt: skip

_GHC = (
    (r"Not in scope: [‘'`](?:\w+\.)?main[’']|The IO action [‘'`]main[’'] is not (?:defined|exported)"
     r"|does not export [‘'`]main[’']", "no_main"),
    (r"Occurs check|expected type [‘'`](\w+)[’'] with actual type [‘'`]\1 ->", "infinite_type"),
    (r"Variable not in scope: (?P<name>\S{1,60})|Not in scope: [‘'`](?P<other>[^’'\n]{1,60})[’']", "undeclared"),
    (r"[Dd]ata constructor not in scope: (?P<name>\S{1,60})|Not in scope: data constructor", "constructor"),
    (r"Not in scope: type (?:constructor|variable)(?: or class)? [‘'`](?P<name>[^’'\n]{1,60})[’']", "type_name"),
    (r"Could not (?:find|load) module " + _QUOTED, "header"),
    (r"possibly incorrect indentation or mismatched brackets", "layout"),
    (r"parse error on input [‘'`](?P<name>then|else|of|in)[’']", "keyword_place"),
    (r"parse error on input [‘'`]=[’']", "equals_place"),
    (r"parse error on input " + _QUOTED, "parse"),
    (r"lexical error in string|lexical error in .*literal", "string_open"),
    (r"lexical error at character (?P<name>\S{1,12})", "stray"),
    (r"The last statement in a 'do' block must be an expression", "do_end"),
    (r"Empty 'do' block", "do_empty"),
    (r"Multiple declarations of " + _QUOTED, "twice"),
    (r"Conflicting definitions for " + _QUOTED, "twice_in_pattern"),
    (r"Equations for [‘'`](?P<name>[^’'\n]{1,60})[’'] have different numbers of arguments", "equations"),
    (r"type signature for [‘'`](?P<name>[^’'\n]{1,60})[’'].* lacks an accompanying binding", "no_binding"),
    (r"Couldn't match (?:expected )?type [‘'`]?IO|actual type: IO|with actual type [‘'`]IO", "io_value"),
    (r"Couldn't match expected type:? [‘'`]?(?P<name>[^’'\n]{1,40}?)[’']? (?:with )?actual type:? "
     r"[‘'`]?(?P<other>[^’'\n]{1,40}?)[’']?(?:\s|$)", "types"),
    (r"Couldn't match", "types_differ"),
    (r"is applied to (?:too many|\w+) (?:value )?arguments?, but its type", "too_many"),
    (r"No instance for \(?(?:Num|Fractional|Integral|Floating) (?P<name>[^)\n]{1,40})", "no_number"),
    (r"No instance for \(?Show \(?(?P<name>[^\n]{1,40}?)\)? arising", "no_show"),
    (r"No instance for \(?(?P<name>[^\n]{1,60}?)\)? arising", "no_instance"),
    (r"Ambiguous type variable", "ambiguous"),
    (r"Ambiguous occurrence [‘'`](?P<name>[^’'\n]{1,60})[’']", "ambiguous_name"),
    (r"rigid type variable", "too_general"),
)  # fmt: skip

_PATTERNS: Mapping[str, tuple[tuple[re.Pattern[str], str], ...]] = MappingProxyType(
    {
        dialect: tuple((re.compile(pattern), key) for pattern, key in rows)
        for dialect, rows in {"gcc": _GCC, "javac": _JAVAC, "ghc": _GHC}.items()
    }
)


def find_cause(dialect: str, message: str) -> tuple[str, dict[str, str]] | None:
    """The key of a sentence, and the names that go into it."""
    for pattern, key in _PATTERNS.get(dialect, ()):
        found = pattern.search(message)
        if found is None:
            continue
        slots = {name: value for name, value in found.groupdict().items() if value}
        if "name" not in slots and "other" in slots and "name" in pattern.groupindex:
            slots["name"] = slots["other"]
        return f"{dialect}_{key}", slots
    return None
