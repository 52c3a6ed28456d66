"""The symbol notation of specifications, both ways: `show(parse(text))` keeps the meaning, `parse(show(spec)) == spec`.

From loosest to tightest: a branch, a sequence, `->E`; in terms `or`, `and`, `not`, comparisons (which do not chain),
`+ -`, `* /`. `++` joins the items of an output and binds looser than `+`. The grammar itself is in
`symbol_reader.py`; what the paper writes in LaTeX is made into symbols before (`latex.py`).
"""

from __future__ import annotations

from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import show_decimal
from viva.engines.dialogues.notations import latex
from viva.engines.dialogues.notations.symbol_reader import SETS, TRUTHS, Reader
from viva.engines.dialogues.notations.tokens import quote
from viva.engines.dialogues.printing import Level, Printer
from viva.engines.dialogues.variants.rewriting import with_decimals_marked


def parse(text: str) -> m.Spec:
    """Raises Misread with line, column, what was expected and what was found."""
    reader = Reader(latex.symbols_of(text) if latex.is_latex(text) else text)
    if reader.at_end():
        raise reader.expected("a specification", "the empty one is written 0")
    spec = reader.spec()
    reader.expect_end("the end of the specification")
    return with_decimals_marked(spec)


def show(spec: m.Spec) -> str:
    """The specification in the notation, on one line, in ASCII apart from its texts and names."""
    return " ".join(_show_step(step) for step in m.steps_of(spec)) or "0"


def _show_step(spec: m.Spec) -> str:
    match spec:
        case m.Read(variable, values, excluded, mode):
            without = "".join(f"\\{name}_A" for name in excluded)
            return f"[>{variable}]^{show_values(values)}{without}{mode}"
        case m.Write(alternatives, optional):
            shown = (["eps"] if optional else []) + [show_alternative(items) for items in alternatives]
            return f"[{{{', '.join(shown)}}} >]"
        case m.Branch(left, condition, right):
            return f"( {show(left)} <{show_term(condition)}> {show(right)} )"
        case m.Loop(m.Branch() as body):
            return f"{_show_step(body)}->E"
        case m.Loop(body):
            return f"( {show(body)} )->E"
        case m.Repeat(count, m.Branch() as body):
            return f"{_show_step(body)}->({show_term(count, Level.SUM)})"
        case m.Repeat(count, body):
            return f"( {show(body)} )->({show_term(count, Level.SUM)})"
        case m.Exit():
            return "E"
        case _:
            return "0"


def show_values(values: m.ValueSet) -> str:
    match values:
        case m.Range(low, high):
            return f"{{{low}..{high}}}"
        case m.DecimalRange(smallest, largest):
            return f"{{{show_decimal(smallest)}..{show_decimal(largest)}}}"
        case m.OneOf(items):
            return "{" + ", ".join(quote(item) if isinstance(item, str) else str(item) for item in items) + "}"
        case _:
            return next(name for name, known in SETS.items() if known == values)


def show_alternative(items: m.Alternative) -> str:
    return " ++ ".join(map(_show_item, items))


def _show_item(item: m.Item) -> str:
    match item:
        case m.AnyText():
            return "ANY"
        case m.Within(term, tolerance):
            return f"within({show_term(term, Level.SUM)}, {show_decimal(tolerance)})"
        case m.Some(variable, condition, values):
            where = "" if values == m.Integers() else f", {show_values(values)}"
            return f"some({variable}, {show_term(condition)}{where})"
        case _:
            return show_term(item, Level.SUM)


class _Symbols(Printer):
    inside = Level.SUM

    def current(self, variable: str) -> str:
        return f"{variable}_C"

    def all(self, variable: str) -> str:
        return f"{variable}_A"

    def text(self, text: str) -> str:
        return quote(text)

    def truth(self, truth: bool) -> str:
        return next(word for word, known in TRUTHS.items() if known == truth)


show_term = _Symbols().term
