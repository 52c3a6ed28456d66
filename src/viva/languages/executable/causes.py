"""The usual causes of what compilers say: the first pattern that is found names the sentence for a beginner. Where the
same words have several causes, a third column says what the line looks like; `{name}` in it is what the compiler
names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

_QUOTED = r"[‘'`](?P<name>[^’'`\n]{1,80})[’']"

_TYPES = "int|char|float|double|long|short|unsigned|signed|bool|void"
_WORDS = (
    "auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|"
    "return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while"
)
_STRANGE = "public|private|def|using|import|class|function|let|var|package|fn|func"

_GCC = (
    (r"expected|stray", "define", r"^\s*#\s*define\b.*;\s*$"),
    (r"expected|unknown type name", "hash", r"^\s*include\s*[<\"]"),
    (r"#include expects", "include"),
    (r"unterminated comment", "comment_open"),
    (r"invalid suffix [\"‘'](?P<name>[^\"’']{1,40})", "digit_and_name"),
    (r"too many decimal points", "two_points"),
    (r"invalid digit .* in octal", "octal"),
    (r"expected .* before [‘'](?P<name>" + _WORDS + r")[’']|two or more data types",
     "keyword_as_name", r"\b(?:" + _TYPES + r")\s+(?:" + _WORDS + r")\s*[=;,\[]"),
    (r"expected .* before [‘'][<>=!][’']", "for_commas", r"\bfor\s*\([^;]*,"),
    (r"expected .* before [‘']{[’'] token", "else_if", r"\b(?:elseif|elif|elsif)\b"),
    (r"expected [‘']=[’'], .* before [‘']{[’'] token", "no_parameters", r"^\s*\w+\s+\w+\s*{"),
    (r"expected [‘']\([’'] before", "round_missing"),
    (r"expected [‘']\)[’'] before (?:numeric|string|[‘']\w)", "comma"),
    (r"expected [‘']}[’'] before", "list_open"),
    (r"expected expression before [‘'](?P<name>" + _TYPES + r")[’']", "type_as_value"),
    (r"expected declaration specifiers or", "outside"),
    (r"expected .* before [‘'](?P<name>static)[’']|unknown type name [‘'](?P<other>" + _STRANGE + r")[’']",
     "other_language", r"^\s*(?:" + _STRANGE + r")\b"),
    (r"[‘'](?P<name>cout|cin|endl|std)[’'] undeclared|(?P<other>iostream|string|vector): No such file", "of_cpp"),
    (r"[‘']then[’'] undeclared", "then"),
    (r"unknown type name " + _QUOTED, "parameter_type", r"\w\s*\([^)]*,\s*{name}\s*[,)]"),
    (r"lvalue required as (?:in|de)crement", "not_counted"),
    (r"lvalue required as unary", "no_address"),
    (r"(?:assignment|increment|decrement) of read-only (?:variable|location|parameter) " + _QUOTED, "read_only"),
    (r"invalid initializer|incompatible types when", "types_differ"),
    (r"array size missing in " + _QUOTED, "array_size"),
    (_QUOTED + r" is a pointer; did you mean to use"
     r"|request for member .* in [‘'](?P<other>[^’'\n]{1,60})[’'], which is of pointer type", "arrow"),
    (r"invalid type argument of [‘']->[’']|base operand of [‘']->[’']", "dot"),
    (r"invalid type argument of unary", "not_pointer"),
    (r"has no member named " + _QUOTED, "member"),
    (r"request for member " + _QUOTED, "not_struct"),
    (r"(?P<name>case|default)[’']? label not within", "case_outside"),
    (r"duplicate case value", "case_twice"),
    (r"case label does not reduce|constant expression", "case_constant"),
    (r"label " + _QUOTED + " used but not defined", "label"),
    (r"void value not ignored", "no_value"),
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

_PARTS_OF_JAVA = "int|char|float|double|long|short|boolean|String"
_JAVAC_WORDS = _WORDS + "|class|new|public|private|this|super|import|package|final|try|catch|throw|boolean|byte"

_JAVAC = (
    (r"not a statement|';' expected", "digit_and_name", r"\b(?:" + _PARTS_OF_JAVA + r")\s+\d+[A-Za-z_]"),
    (r"not a statement|';' expected", "keyword_as_name",
     r"\b(?:" + _PARTS_OF_JAVA + r")\s+(?:" + _JAVAC_WORDS + r")\s*[=;,]"),
    (r"not a statement|expected", "for_commas", r"\bfor\s*\([^;]*,"),
    (r"';' expected", "else_if", r"\b(?:elseif|elif|elsif)\b"),
    (r"';' expected|integer number too large", "octal", r"(?<![\w.])0\d*[89]"),
    (r"integer number too large", "too_large"),
    (r"';' expected|illegal start of expression", "method_inside",
     r"^\s*(?:(?:public|private|protected|static)\s+)*(?!(?:else|return|new|throw|case|do)\b)[\w\[\]<>]+\s+\w+\s*\([^;]*\)\s*(?:\{|$)"),
    (r"illegal start of expression", "modifier_inside", r"^\s*(?P<name>public|private|protected|static)\b"),
    (r"variable declaration not allowed here", "then", r"\bthen\b"),
    (r"variable declaration not allowed here", "declaration_place"),
    (r"cannot assign a value to final variable (?P<name>\w{1,60})", "final"),
    (r"incompatible types: \S{1,60} cannot be converted to boolean", "condition"),
    (r"incompatible types: String cannot be converted to char", "char"),
    (r"incompatible types: void cannot be converted", "no_value"),
    (r"'void' type not allowed here", "no_value"),
    (r"unexpected return value", "return_value"),
    (r"missing return value", "return_nothing"),
    (r"cannot find symbol: variable (?P<name>True|False|Null|NULL|nil)$", "small"),
    (r"cannot find symbol: (?:variable|method) length", "length"),
    (r"package (?P<name>system|string|math|scanner) does not exist", "capital"),
    (r"unexpected type", "type_parameter", r"<\s*(?:int|char|float|double|long|short|boolean)\s*[,>]"),
    (r"<identifier> expected", "decimal_comma", r"\d,\d"),
    (r"<identifier> expected", "parameter_type", r"\w\s+\w+\s*\([^)]*,\s*\w+\s*[,)]"),
    (r"invalid method declaration; return type required", "return_type"),
    (r"no suitable (?:constructor|method) found for (?P<name>\w{1,60})", "arguments"),
    (r"there is no method main", "no_main"),
    (r"duplicate case label", "case_twice"),
    (r"orphaned (?P<name>case|default)", "case_outside"),
    (r"'try' without", "try_alone"),
    (r"bad operand type \S{1,60} for unary operator '?(?P<name>[^'\s]{1,3})", "operands"),
    (r"(?P<name>\w{1,60}) has private access", "private"),
    (r"is not abstract and does not override abstract method (?P<name>\w{1,60})", "not_overridden"),
    (r"'}' expected", "list_open"),
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
    (r"(?:variable|method|constructor) (?P<name>\w{1,60}).* is already defined"
     r"|duplicate class: (?P<other>\w{1,60})", "twice"),
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

_SMALL_TYPES = "int|integer|double|float|bool|string|char"

_TYPE_ENDS = r"(?= (?:In|The|When|Relevant|Probable|Possible|Type|\|)(?: |$)|$)"

_GHC = (
    (r"Unexpected do block", "layout"),
    (r"Syntax error on '", "single_quotes"),
    (r"Parse error in pattern", "pattern_brackets", r"\w+\s+\w+:\w+[^)]*="),
    (r"parse error on input [‘'`]->[’']", "guard_arrow", r"^\s*\|"),
    (r"Variable not in scope: \((?:!=|%)\)", "operator"),
    (r"constructor [‘'`](?P<name>[^’'\n]{1,60})[’'] should have", "constructor_arguments"),
    (r"No instance for \(?\w+ (?P<name>" + _SMALL_TYPES + r")\b|[‘'](?P<other>" + _SMALL_TYPES
     + r")[’'] is a rigid type variable", "small_type"),
    (r"No instance for \(Num \(IO .* arising from the literal", "bound_value", "<-"),
    (r"No instance for \(Num \(IO .* arising from a use of", "brackets_of_argument",
     r"\b(?:putStrLn|putStr|print)\s+(?:-|[^($].*(?:\+\+|[-+*/]))"),
    (r"No instance for \(Num (?P<name>String|\[Char\])\) arising from the literal", "number_for_text"),
    (r"No instance for \(Num \(?(?P<name>[^)\n]{1,40})\)?\) arising from the literal", "number_for_other"),
    (r"No instance for \(Fractional (?P<name>Int|Integer)\) arising from a use of [‘']/[’']", "whole_division"),
    (r"No instance for \(Fractional (?P<name>Int|Integer)\) arising from the literal", "whole_literal"),
    (r"The function [‘'](?P<name>putStr|putStrLn|print)[’'] is applied to", "next_line"),
    (r"Couldn't match .*IO", "brackets_of_argument", r"\b(?:putStrLn|putStr|print)\s+(?:-|[^($].*(?:\+\+|[-+*/]))"),
    (r"is applied to (?:too many|\w+) (?:value |visible )?arguments?, but its type", "too_many"),
    (r"No instance for \(?Show \(.* -> .*\) arising", "show_function"),
    (r"add \((?P<name>[^)\n]{1,60})\) to the context|Could not deduce \((?P<other>[^)\n]{1,60})\)", "constraint"),
    (r"rigid type variable", "too_general"),
    (r"Expecting one more argument to [‘'](?P<name>[^’'\n]{1,60})[’']", "type_argument"),
    (r"top-level declaration expected", "top_level"),
    (r"prevents the constraint [‘']\(Foldable", "no_list"),
    (r"Not in scope: [‘'`](?:\w+\.)?main[’']|The IO action [‘'`]main[’'] is not (?:defined|exported)"
     r"|does not export [‘'`]main[’']", "no_main"),
    (r"Occurs check|expected type [‘'`](\w+)[’'] with actual type [‘'`]\1 ->", "infinite_type"),
    (r"[Dd]ata constructor not in scope: (?P<name>\S{1,60})"
     r"|Not in scope: data constructor [‘'](?P<other>[^’'\n]{1,60})[’']", "constructor"),
    (r"Variable not in scope: (?P<name>\S{1,60})|Not in scope: [‘'`](?P<other>[^’'\n]{1,60})[’']", "undeclared"),
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
    (r"Multiple declarations of " + _QUOTED, "twice_as_value", r"^\s*{name}\s*="),
    (r"Multiple declarations of " + _QUOTED, "twice"),
    (r"Conflicting definitions for " + _QUOTED, "twice_in_pattern"),
    (r"Equations for [‘'`](?P<name>[^’'\n]{1,60})[’'] have different numbers of arguments", "equations"),
    (r"type signature for [‘'`](?P<name>[^’'\n]{1,60})[’'].* lacks an accompanying binding", "no_binding"),
    (r"Couldn't match (?:expected )?type:? [‘'`]?IO|actual type: IO|with actual type [‘'`]IO", "io_value"),
    (r"expected type [‘'](?P<name>[^’'\n]{1,60})[’'] with actual type [‘'](?P<other>[^’'\n]{1,60})[’']", "types"),
    (r"expected type: (?P<name>.{1,60}?) with actual type: (?P<other>.{1,60}?)" + _TYPE_ENDS, "types"),
    (r"Expected: (?P<name>.{1,60}?) Actual: (?P<other>.{1,60}?)" + _TYPE_ENDS, "types"),
    (r"Couldn't match", "types_differ"),
    (r"No instance for \(?(?:Num|Fractional|Integral|Floating) (?P<name>[^\n]{1,60}?)\)? arising", "no_number"),
    (r"No instance for \(?Show \(?(?P<name>[^\n]{1,40}?)\)? arising", "no_show"),
    (r"No instance for \(?(?P<name>[^\n]{1,60}?)\)? arising", "no_instance"),
    (r"Ambiguous type variable", "ambiguous"),
    (r"Ambiguous occurrence [‘'`](?P<name>[^’'\n]{1,60})[’']", "ambiguous_name"),
)  # fmt: skip

_LONGEST = 400  # characters of a line that are looked at
_PATTERNS: Mapping[str, tuple[tuple[re.Pattern[str], str, str], ...]] = MappingProxyType(
    {
        dialect: tuple((re.compile(pattern), key, "".join(looks)) for pattern, key, *looks in rows)
        for dialect, rows in {"gcc": _GCC, "javac": _JAVAC, "ghc": _GHC}.items()
    }
)


def find_cause(dialect: str, message: str, line: str = "") -> tuple[str, dict[str, str]] | None:
    """The key of a sentence, and the names that go into it. `line` is the line of the source that is blamed."""
    for pattern, key, looks in _PATTERNS.get(dialect, ()):
        found = pattern.search(message)
        if found is None:
            continue
        slots = {name: value for name, value in found.groupdict().items() if value}
        if "name" not in slots and "other" in slots and "name" in pattern.groupindex:
            slots["name"] = slots["other"]
        if looks and not re.search(looks.replace("{name}", re.escape(slots.get("name", ""))), line[:_LONGEST]):
            continue
        if key == "stray":
            slots["name"] = next((sign for sign in line if not sign.isascii()), slots.get("name", ""))
        return f"{dialect}_{key}", slots
    return None
