"""Terms as a programmer writes them, over the names of the parameters."""

import re
import sys
from collections.abc import Sequence

from viva.core.json import Json
from viva.core.text.reading import Binding
from viva.core.text.writing import Written, infix, prefix
from viva.engines.shapes import Choice, Either, Plain
from viva.engines.symbolic.frames import Frame
from viva.engines.symbolic.path_terms import COMPARISONS, OPPOSITE, Term

_MORE = "…"
_LARGEST = 60
_DEEPEST = 8
_NOT = 2
_COMPARED = 3
_MINUS = 6
_BINDINGS = {"or": Binding(0), "and": Binding(1), "+": Binding(4), "-": Binding(4)} | {
    sign: Binding(5) for sign in ("*", "/", "//", "%")
}
_ENTRY = re.compile(r"(\d+)([kv])")


class Writer:
    def __init__(self, frame: Frame, names: Sequence[str]) -> None:
        self.frame = frame
        self.names = names

    def decision(self, term: Term, value: bool | int) -> str:
        """What is so where the term has this value."""
        if not isinstance(value, bool):
            if term.operator == "v" and term.name.endswith("?"):
                return self._choice(term.name, value, "==").text
            return f"{self.term(term).text} == {self._constant(term, value)}"
        if value:
            return self.term(term).text
        if term.operator in OPPOSITE:
            return self._comparison(OPPOSITE[term.operator], *term.operands).text
        return prefix("not ", self.term(term), _NOT, _NOT).text

    def term(self, term: Term) -> Written:
        if term.size > _LARGEST:  # nobody reads it, and what is shared in it would be written again and again
            return Written(_MORE)
        match term.operator, term.operands:
            case "k", _:
                return Written(str(term.value), _BINDINGS["-"].level if term.value < 0 else 1000)
            case "v", _:
                return Written(self.variable(term.name))
            case "not", (one,):
                return prefix("not ", self.term(one), _NOT, _NOT)
            case ("and" | "or") as sign, (first, *rest):
                found = self.term(first)
                for each in rest:
                    found = infix(found, sign, self.term(each), _BINDINGS[sign])
                return found
            case "ite", (Term(operator=">=", operands=(one, Term(operator="k", value=0))), then, _) if one is then:
                return Written(f"abs({self.term(one).text})")
            case "-", (Term(operator="k", value=0), one):
                return prefix("-", self.term(one), _MINUS, _BINDINGS["-"].level)
            case "ite", (test, then, otherwise):
                parts = [self.term(each).text for each in (then, test, otherwise)]
                return Written(f"({parts[0]} if {parts[1]} else {parts[2]})")
            case ("floor" | "sqrt") as name, (one,):
                return Written(f"{name}({self.term(one).text})")
            case sign, (one, two) if sign in COMPARISONS:
                return self._comparison(sign, one, two)
            case sign, (one, two):
                return infix(self.term(one), sign, self.term(two), _BINDINGS[sign])
        raise AssertionError(term.operator)

    def _comparison(self, sign: str, one: Term, two: Term) -> Written:
        if one.operator == "k" and two.operator != "k":  # a person names the argument first
            one, two = two, one
            sign = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(sign, sign)
        if one.operator == "v" and one.name.endswith("?") and two.operator == "k" and sign in ("==", "!="):
            return self._choice(one.name, int(two.value), sign)
        right = self._constant(one, two.value) if two.operator == "k" else self.term(two).within(_COMPARED + 1)
        return Written(f"{self.term(one).within(_COMPARED + 1)} {sign} {right}", _COMPARED)

    def _choice(self, name: str, chosen: int, sign: str) -> Written:
        """Of a truth value, a literal, or a union."""
        shown = self.variable(name)
        path = name[:-1]
        shape = self.frame.shapes[int(path)] if path.isdecimal() else None
        match shape:
            case Plain("bool"):
                return Written(shown) if (chosen == 1) == (sign == "==") else Written(f"not {shown}", _NOT)
            case Choice(values) if 0 <= chosen < len(values):
                return Written(f"{shown} {sign} {values[chosen]!r}", _COMPARED)
            case Either(parts) if 0 <= chosen < len(parts) and isinstance(parts[chosen], Plain):
                verb = "is" if sign == "==" else "is not"
                inner = parts[chosen]
                return Written(f"{shown} {verb} {inner.kind if isinstance(inner, Plain) else ''}", _COMPARED)
        return Written(f"{shown} {sign} {chosen}", _COMPARED)

    def _constant(self, beside: Term, value: float) -> str:
        """A letter where it is one that is compared."""
        kind = self.frame.kind(beside.name) if beside.operator == "v" else None
        if kind is not None and kind.name == "character" and 0 <= value <= sys.maxunicode:
            return repr(chr(int(value)))
        return str(value)

    def variable(self, name: str) -> str:
        first, *rest = name.rstrip("#?~").split(".")
        text = self.names[int(first)]
        for part in rest:
            entry = _ENTRY.fullmatch(part)
            if part.isdecimal():
                text += f"[{part}]"
            elif entry:
                place = int(entry[1]) + 1
                text = f"key {place} of {text}" if entry[2] == "k" else f"value {place} of {text}"
            else:
                text += f".{part}"
        return f"len({text})" if name.endswith("#") else text

    def outcome(self, outcome: Sequence[Json], terms: Sequence[Term]) -> str | None:
        """What is returned, over the arguments; None where that cannot be said."""
        match outcome:
            case ["value", value]:
                return self._value(value, terms, _DEEPEST)
        return None

    def _value(self, value: Json, terms: Sequence[Term], deeper: int) -> str | None:
        if not deeper:
            return _MORE
        match value:
            case ["is", str() as text]:
                return text
            case ["number", int() as number] if 0 <= number < len(terms):
                return self.term(terms[number]).text
            case ["text", list() as codes]:
                parts = [terms[code] for code in codes if isinstance(code, int) and 0 <= code < len(terms)]
                if all(part.operator == "k" for part in parts):
                    return repr("".join(map(_letter, parts)))
                return " + ".join(
                    repr(_letter(part)) if part.operator == "k" else self.term(part).text for part in parts
                )
            case [("list" | "tuple" | "set") as kind, list() as items]:
                inner = [self._value(item, terms, deeper - 1) for item in items]
                if None in inner:
                    return None
                told = ", ".join(each for each in inner if each is not None)
                if kind == "tuple":
                    return f"({told},)" if len(inner) == 1 else f"({told})"
                return f"[{told}]" if kind == "list" else f"{{{told}}}" if inner else "set()"
        return None


def _letter(constant: Term) -> str:
    """What was told may be no letter at all."""
    return chr(int(constant.value)) if 0 <= constant.value <= sys.maxunicode else "?"
