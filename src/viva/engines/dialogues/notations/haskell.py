"""Specifications in the embedded language of the paper (its section 7): terms in applicative style, with `getCurrent`
and `getAll`. Written only: Viva has no Haskell to read it with. What the paper does not have is refused, or, where its
later versions have it, written as there (`untilValid`, `elseAbort`)."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import element_type
from viva.engines.dialogues.programs.haskell import Terms
from viva.engines.dialogues.programs.memory import Memory
from viva.engines.dialogues.programs.typing import cannot_be_written, kinds_of

_INDENT = "  "
_TYPES = {
    m.Type.NUMBER: "Int", m.Type.DECIMAL: "Double", m.Type.TEXT: "String", m.Type.TRUTH: "Bool",
}  # fmt: skip
_MODES = {m.Mode.ASSUME: "", m.Mode.UNTIL: " `untilValid`", m.Mode.ABORT: " `elseAbort`"}


def show(spec: m.Spec) -> str:
    """Raises Fault for what has no place in it."""
    kinds = kinds_of(spec)
    lines = [*_Shown(kinds).steps(spec)]
    return (
        "\n".join(["spec :: Specification", f"spec = {lines[0].strip()}", *(f"{_INDENT}{line}" for line in lines[1:])])
        + "\n"
    )


@dataclass
class _Shown:
    kinds: dict[str, m.Type]

    def steps(self, spec: m.Spec) -> Iterator[str]:
        steps = m.steps_of(spec) or (m.Nop(),)
        for number, step in enumerate(steps):
            if number:
                yield "<>"
            yield from self.step(step)

    def step(self, step: m.Spec) -> Iterator[str]:
        match step:
            case m.Read(variable, values, excluded, mode):
                if excluded:
                    raise cannot_be_written("values that were read before are excluded")
                yield f'readInput "{variable}" {_values(values)}{_MODES[mode]}'
            case m.Write(alternatives, optional):
                shown = [self.output(items) for items in alternatives]
                yield f"{'writeOptional' if optional else 'writeOutput'} [{', '.join(shown)}]"
            case m.Branch(left, condition, right):
                yield f"branch ({self.applied(condition)})"
                yield from self.inner(left)
                yield from self.inner(right)
            case m.Loop(body):
                yield "tillExit"
                yield from self.inner(body)
            case m.Exit():
                yield "exit"
            case m.Nop():
                yield "nop"
            case m.Repeat():
                raise Fault(
                    "this specification cannot be written in the paper's language: it has no loop that counts",
                    remedy="count by what was read: exit when len(x_A) = n_C",
                )

    def inner(self, spec: m.Spec) -> Iterator[str]:
        lines = list(self.steps(spec))
        if len(lines) == 1:
            yield f"{_INDENT}{lines[0]}" if lines[0] in ("exit", "nop") else f"{_INDENT}({lines[0]})"
            return
        yield f"{_INDENT}({lines[0]}"
        yield from (f"{_INDENT} {line}" for line in lines[1:-1])
        yield f"{_INDENT} {lines[-1]})"

    def output(self, items: m.Alternative) -> str:
        if len(items) != 1:
            raise cannot_be_written("an output of several parts")
        match items[0]:
            case m.AnyText() | m.Some():
                raise cannot_be_written("an output that is free, or given by a property")
            case m.Within(term):
                return self.applied(term)
            case term:
                return self.applied(term)

    def applied(self, term: m.Term) -> str:
        """A function of what the term looks at, applied to that."""
        looked: dict[m.Term, str] = {}
        for part in m.subterms(term):
            if isinstance(part, m.Current | m.All | m.Merged) and part not in looked:
                if isinstance(part, m.Merged):
                    raise cannot_be_written("several variables are put together")
                plain = part.variable if isinstance(part, m.Current) else f"{part.variable}s"
                name = plain
                while name in looked.values():
                    name += "'"
                looked[part] = name
        kept = Memory(
            {part.variable: name for part, name in looked.items() if isinstance(part, m.Current)},
            {part.variable: name for part, name in looked.items() if isinstance(part, m.All)},
            {},
            {},
        )
        shown = Terms(kept, self.kinds).term(term)
        if not looked:
            return f"pure {shown.within(11)}"
        if len(looked) == 1 and isinstance(term, m.Current | m.All):
            return self.access(term)
        accesses = " <*> ".join(self.access(part) for part in looked)
        return f"(\\{' '.join(looked.values())} -> {shown.text}) <$> {accesses}"

    def access(self, part: m.Term) -> str:
        if isinstance(part, m.Current):
            return f'getCurrent "{part.variable}"'
        assert isinstance(part, m.All)
        return f'getAll @{_TYPES[self.kinds[part.variable]]} "{part.variable}"'


def _values(values: m.ValueSet) -> str:
    match values:
        case m.Naturals():
            return "nats"
        case m.Integers():
            return "ints"
        case m.Range(low, high):
            return f"(range ({low}) {high})" if low < 0 else f"(range {low} {high})"
        case m.OneOf(items) if element_type(values) == m.Type.NUMBER:
            return f"(values {list(items)})"
        case m.Strings():
            return "strings"
    raise cannot_be_written("it reads values of a set that the paper does not have")
