"""The symbol notation of specifications, both ways: `show(parse(text))` keeps the meaning, `parse(show(spec)) == spec`.

From loosest to tightest: a branch, a sequence, `->E`; in terms `or`, `and`, `not`, comparisons (which do not chain),
`+ -`, `* /`. `++` joins the items of an output and binds looser than `+`. The grammar itself is in
`symbol_reader.py`.
"""

from __future__ import annotations

from viva.engines.dialogues.model import (
    ARITHMETIC,
    COMPARISONS,
    CONNECTIVES,
    All,
    Alternative,
    AnyText,
    Branch,
    Call,
    Current,
    DecimalNumber,
    DecimalRange,
    Exit,
    Integer,
    Integers,
    Item,
    Listed,
    Loop,
    Merged,
    Not,
    OneOf,
    Opaque,
    Operation,
    Range,
    Read,
    Repeat,
    Some,
    Spec,
    Term,
    Text,
    Truth,
    ValueSet,
    Within,
    Write,
    steps_of,
)
from viva.engines.dialogues.notations.symbol_reader import SETS, TRUTHS, Reader
from viva.engines.dialogues.notations.tokens import quoted
from viva.engines.dialogues.rewriting import with_decimals_marked
from viva.engines.dialogues.terms import show_decimal


def parse(text: str) -> Spec:
    """Raises Misread with line, column, what was expected and what was found."""
    reader = Reader(text)
    if reader.at_end():
        raise reader.expected("a specification", "the empty one is written 0")
    spec = reader.spec()
    reader.expect_end("the end of the specification")
    return with_decimals_marked(spec)


def show(spec: Spec) -> str:
    """The specification in the notation, on one line, in ASCII apart from its texts and names."""
    return " ".join(_show_step(step) for step in steps_of(spec)) or "0"


def _show_step(spec: Spec) -> str:
    match spec:
        case Read(variable, values, excluded, mode):
            without = f"\\{excluded}_A" if excluded is not None else ""
            return f"[>{variable}]^{show_values(values)}{without}{mode}"
        case Write(alternatives, optional):
            shown = (["eps"] if optional else []) + [show_alternative(items) for items in alternatives]
            return f"[{{{', '.join(shown)}}} >]"
        case Branch(left, condition, right):
            return f"( {show(left)} <{show_term(condition)}> {show(right)} )"
        case Loop(Branch() as body):
            return f"{_show_step(body)}->E"
        case Loop(body):
            return f"( {show(body)} )->E"
        case Repeat(count, Branch() as body):
            return f"{_show_step(body)}->({show_term(count, _LEVELS['+'])})"
        case Repeat(count, body):
            return f"( {show(body)} )->({show_term(count, _LEVELS['+'])})"
        case Exit():
            return "E"
        case _:
            return "0"


def show_values(values: ValueSet) -> str:
    match values:
        case Range(low, high):
            return f"{{{low}..{high}}}"
        case DecimalRange(smallest, largest):
            return f"{{{show_decimal(smallest)}..{show_decimal(largest)}}}"
        case OneOf(items):
            return "{" + ", ".join(quoted(item) if isinstance(item, str) else str(item) for item in items) + "}"
        case _:
            return next(name for name, known in SETS.items() if known == values)


def show_alternative(items: Alternative) -> str:
    return " ++ ".join(map(_show_item, items))


def _show_item(item: Item) -> str:
    match item:
        case AnyText():
            return "ANY"
        case Within(term, tolerance):
            return f"within({show_term(term, _LEVELS['+'])}, {show_decimal(tolerance)})"
        case Some(variable, condition, values):
            where = "" if values == Integers() else f", {show_values(values)}"
            return f"some({variable}, {show_term(condition)}{where})"
        case _:
            return show_term(item, _LEVELS["+"])


_LEVELS = {"or": 1, "and": 2, "not": 3, **dict.fromkeys(COMPARISONS, 4), "+": 5, "-": 5, "*": 6, "/": 6}


def show_term(term: Term, level: int = 0) -> str:
    """In brackets where it stands in a place that binds tighter than `level`."""
    match term:
        case Current(variable):
            return f"{variable}_C"
        case All(variable):
            return f"{variable}_A"
        case Integer(value):
            return str(value)
        case Text(value):
            return quoted(value)
        case Merged(variables):
            return f"merge({', '.join(f'{variable}_A' for variable in variables)})"
        case Truth(value):
            return next(word for word, known in TRUTHS.items() if known == value)
        case DecimalNumber(value):
            return show_decimal(value)
        case Listed(items):
            return f"[{_show_all(items)}]"
        case Call(function, arguments):
            return f"{function}({_show_all(arguments)})"
        case Opaque(foreign, arguments):
            return f"{foreign.name}({_show_all(arguments)})"
        case Not(operand):
            own, shown = _LEVELS["not"], f"not {show_term(operand, _LEVELS['not'])}"
        case Operation(operator, left, right):
            own = _LEVELS[operator]
            left_level = own if operator in (*ARITHMETIC, *CONNECTIVES) else own + 1
            shown = f"{show_term(left, left_level)} {operator} {show_term(right, own + 1)}"
    return f"({shown})" if own < level else shown


def _show_all(arguments: tuple[Term, ...]) -> str:
    return ", ".join(show_term(argument, _LEVELS["+"]) for argument in arguments)
