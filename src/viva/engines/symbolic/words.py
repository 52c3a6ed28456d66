"""A path in words: what an input has to be like to take it.

`said` gives sentences for the branches of a path, without those that follow from the others, or None where one of
them cannot be said plainly. It says what the path says: whether a whole class of inputs fails is for others to find.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from viva.core.texts import catalogue
from viva.engines.symbolic.nearby import Hints, Literal
from viva.engines.symbolic.shapes import Frame, Instance, ListOf, ManyOf, Nothing, OneOf, Shape, Text, Truth, TupleOf
from viva.engines.symbolic.shapes import Literal as OneValue
from viva.engines.symbolic.solver import UNSATISFIABLE, Solver
from viva.engines.symbolic.terms import OPPOSITE, Term

MOST_BRANCHES = 16
MOST_SENTENCES = 4

_TEXTS = catalogue("viva.engines.symbolic")
_CLASSES = {(48, 57): "digit", (65, 90): "upper", (97, 122): "lower"}
_INFIX = {"+", "-", "*", "//", "%", "/"}


class Unsayable(Exception):
    """There are no plain words for it."""


def said(shapes: Sequence[Shape], names: Sequence[str], path: Sequence[Literal]) -> list[str] | None:
    """Sentences that together say the path; `names` are those of the parameters."""
    if len(path) > MOST_BRANCHES:
        return None
    frame = Frame(tuple(shapes))
    kept = needed(frame, path)
    speaker = _Speaker(tuple(shapes), tuple(names))
    try:
        sentences = [speaker.sentence(literal.term, literal.truth) for literal in kept]
    except Unsayable:
        return None
    unique = list(dict.fromkeys(sentences))
    return unique if len(unique) <= MOST_SENTENCES else None


def needed(frame: Frame, path: Sequence[Literal]) -> list[Literal]:
    """The path without the branches that follow from the others."""
    solver = Solver(frame, Hints())
    kept = list(dict.fromkeys(path))
    for literal in list(kept):
        others = [other for other in kept if other is not literal]
        if others and solver.solve(others, Literal(literal.term, not literal.truth), {}) == UNSATISFIABLE:
            kept = others
    return kept


@dataclass(frozen=True, slots=True)
class _Speaker:
    shapes: tuple[Shape, ...]
    names: tuple[str, ...]

    def sentence(self, term: Term, truth: bool) -> str:
        match term.operator:
            case "not":
                return self.sentence(term.operands[0], not truth)
            case "and" | "or":
                return self.joined(term, truth)
            case "==" | "!=":
                one, two = term.operands
                return self.equality(one, two, truth == (term.operator == "=="))
            case "<" | "<=" | ">" | ">=":
                one, two = term.operands
                return self.order(term.operator if truth else OPPOSITE[term.operator], one, two)
        raise Unsayable

    def joined(self, term: Term, truth: bool) -> str:
        known = self.character_class(term)
        if known is not None:
            what, name = known
            return _TEXTS.say(f"class_{name}" if truth else f"not_class_{name}", what=what)
        whole = self.whole_text(term)
        if whole is not None:
            what, text = whole
            return _TEXTS.say("equal" if truth else "not_equal", what=what, other=repr(text))
        parts = [self.sentence(operand, truth) for operand in term.operands]
        if len(parts) > MOST_SENTENCES or any(map(self.is_mixed, term.operands)):
            raise Unsayable
        word = "and" if (term.operator == "and") is truth else "or"
        sentence = parts[0]
        for part in parts[1:]:
            sentence = _TEXTS.say(word, first=sentence, second=part)
        return sentence

    def is_mixed(self, term: Term) -> bool:
        """Whether the part has an `and` or `or` of its own that would be read the wrong way."""
        plain = term.operator not in ("and", "or")
        return not plain and self.character_class(term) is None and self.whole_text(term) is None

    def whole_text(self, term: Term) -> tuple[str, str] | None:
        """A length and all characters up to it: the text as a whole."""
        equalities: dict[str, int] = {}
        for operand in term.operands:
            match operand:
                case Term(operator="==", operands=(Term(operator="v", name=name), Term(operator="k", value=value))):
                    equalities[name] = int(value)
                case _:
                    return None
        lengths = [name for name in equalities if name.endswith("#")]
        if term.operator != "and" or len(lengths) != 1 or not isinstance(self.shape(lengths[0])[0], Text):
            return None
        size = equalities.pop(lengths[0])
        places = [f"{lengths[0][:-1]}.{index}" for index in range(size)]
        if set(places) != equalities.keys():
            return None
        return self.shape(lengths[0])[1], "".join(chr(equalities[place]) for place in places)

    def character_class(self, term: Term) -> tuple[str, str] | None:
        """`c >= "0" and c <= "9"`, and letters of both cases."""
        if term.operator == "or":
            inner = [self.character_class(operand) for operand in term.operands]
            found = [part for part in inner if part is not None]
            letters = len(found) == len(inner) and sorted(name for _, name in found) == ["lower", "upper"]
            return (found[0][0], "letter") if letters and found[0][0] == found[1][0] else None
        match term:
            case Term(operator="and", operands=(Term(operator=">=") as low, Term(operator="<=") as high)):
                bounds = (int(low.operands[1].value), int(high.operands[1].value))
                constant = low.operands[1].operator == high.operands[1].operator == "k"
                if constant and bounds in _CLASSES and low.operands[0] is high.operands[0]:
                    return self.noun(low.operands[0]), _CLASSES[bounds]
        return None

    def equality(self, one: Term, two: Term, truth: bool) -> str:
        if one.operator == "k":
            one, two = two, one
        if one.operator == "%" and one.operands[1].operator == "k" and two.operator == "k":
            what, by = self.noun(one.operands[0]), one.operands[1].value
            if two.value == 0:
                return _TEXTS.say("divisible" if truth else "not_divisible", what=what, by=by)
            return _TEXTS.say("rest" if truth else "not_rest", what=what, by=by, rest=two.value)
        if one.operator == "v" and two.operator == "k":
            special = self.special(one, int(two.value), truth)
            if special is not None:
                return special
        key = "equal" if two.operator == "k" else "same"
        return _TEXTS.say(key if truth else f"not_{key}", what=self.noun(one), other=self.noun(two, one))

    def special(self, variable: Term, value: int, truth: bool) -> str | None:
        """Variables that are no numbers for a reader: lengths, truths, choices."""
        shape, name = self.shape(variable.name)
        match shape, variable.name[-1]:
            case Truth(), "?":
                return _TEXTS.say("true" if (value == 1) is truth else "false", what=name)
            case OneValue(values), "?" if 0 <= value < len(values):
                return _TEXTS.say("equal" if truth else "not_equal", what=name, other=repr(values[value]))
            case OneOf(parts), "?" if 0 <= value < len(parts) and len(parts) == 2 and Nothing() in parts:
                is_none = isinstance(parts[value], Nothing) is truth
                return _TEXTS.say("none" if is_none else "not_none", what=name)
            case _, "?":
                raise Unsayable
            case _, "#" if value == 0:
                return _TEXTS.say("empty" if truth else "not_empty", what=name)
        return None

    def order(self, operator: str, one: Term, two: Term) -> str:
        if one.operator == "k":
            operator, one, two = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}[operator], two, one
        if one.operator == "v" and one.name.endswith("#") and two.operator == "k" and (operator, two.value) == (">", 0):
            return _TEXTS.say("not_empty", what=self.shape(one.name)[1])
        key = {"<": "less", "<=": "at_most", ">": "greater", ">=": "at_least"}[operator]
        return _TEXTS.say(key, what=self.noun(one), other=self.noun(two, one))

    def noun(self, term: Term, beside: Term | None = None) -> str:
        """The term in words; a number beside a character is a character."""
        match term.operator:
            case "k":
                if beside is not None and beside.operator == "v" and self.is_character(beside.name):
                    return repr(chr(int(term.value)))
                return str(term.value)
            case "v":
                shape, name = self.shape(term.name)
                if term.name.endswith("#"):
                    return _TEXTS.say("length", what=name)
                if term.name.endswith("?"):
                    raise Unsayable
                if isinstance(shape, Text):
                    number = int(term.name.rsplit(".", 1)[1]) + 1
                    return _TEXTS.say("character", number=number, what=name)
                return name
            case operator if operator in _INFIX:
                one, two = (self.operand(operand) for operand in term.operands)
                return f"-{two}" if (operator, one) == ("-", "0") else f"{one} {operator} {two}"
        raise Unsayable

    def operand(self, term: Term) -> str:
        return f"({self.noun(term)})" if term.operator in _INFIX else self.noun(term)

    def is_character(self, name: str) -> bool:
        return isinstance(self.shape(name)[0], Text) and not name.endswith("#")

    def shape(self, name: str) -> tuple[Shape, str]:
        """What a variable is a part of, and how a person calls it. For a character that is its text."""
        first, *rest = name.rstrip("#?~").split(".")
        shape, shown = self.shapes[int(first)], self.names[int(first)]
        for part in rest:
            match shape:
                case Text():
                    return shape, shown
                case ListOf(element) | ManyOf(element):
                    shape, shown = element, f"{shown}[{part}]"
                case TupleOf(parts):
                    shape, shown = parts[int(part)], f"{shown}[{part}]"
                case OneOf(parts):
                    shape = parts[int(part)]
                case Instance(_, attributes):
                    shape, shown = dict(attributes)[part], f"{shown}.{part}"
                case _:
                    raise Unsayable
        return shape, shown
