"""Specifications as programs in Haskell. What a program remembers are the parameters of its loops; where ways come
together again, what follows is a function of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from typing import TypeVar

from viva.core.records import dataclass
from viva.core.text.writing import Written
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import element_type
from viva.engines.dialogues.programs.memory import Memory, choose_alternative, memory, with_counting_loops
from viva.engines.dialogues.programs.typing import ELEMENTS, cannot_be_written, kinds_of, type_of
from viva.engines.dialogues.programs.writing import _chosen_names, _without_free_text

_INDENT = "  "
_Key = TypeVar("_Key")
_WORDS_TAKEN = """
case class data default deriving do else foreign if import in infix infixl infixr instance let module newtype of
then type where main line readLine sum product maximum minimum reverse sort length map filter show read print
putStrLn getLine return pure back count atLeast above commas rest loop abs div mod elem not otherwise id head last
tail init null lines words concat and or all any zip take drop fst snd max min odd even until lookup
start rest_ fromPlace
"""
_RESERVED = frozenset(_WORDS_TAKEN.split())
_TYPES = {
    m.Type.NUMBER: "Integer", m.Type.DECIMAL: "Double", m.Type.TEXT: "String", m.Type.TRUTH: "Bool",
}  # fmt: skip
_READS = {
    m.Type.TEXT: "getLine",
    m.Type.NUMBER: "fmap read getLine :: IO Integer",
    m.Type.DECIMAL: "fmap decimal getLine",
    m.Type.TRUTH: 'fmap (== "True") getLine',
}
_ZERO = {m.Type.NUMBER: "0 :: Integer", m.Type.DECIMAL: "0 :: Double", m.Type.TEXT: '""', m.Type.TRUTH: "False"}
_HELPERS = {
    "back": "back :: [a] -> Integer -> a\nback values steps = reverse values !! fromIntegral steps",
    "start": "start :: [a] -> Integer -> [a]\nstart values end = genericTake (fromPlace values end) values",
    "rest_": "rest_ :: [a] -> Integer -> [a]\nrest_ values begin = genericDrop (fromPlace values begin) values",
    "fromPlace": "fromPlace :: [a] -> Integer -> Integer\n"
    "fromPlace values place = if place < 0 then place + genericLength values else place",
    "count": "count :: (a -> Bool) -> [a] -> Integer\ncount holds values = genericLength (filter holds values)",
    "commas": 'commas :: [Integer] -> String\ncommas values = "[" ++ intercalate ", " (map show values) ++ "]"',
    "decimal": "decimal :: String -> Double\ndecimal text = case text of\n  '-' : rest -> negate (decimal rest)\n"
    "  '+' : rest -> decimal rest\n  '.' : _ -> read ('0' : text)\n  _ | last text == '.' -> read (text ++ \"0\")\n"
    "  _ -> read text",
}
_SIGNS = {"=": "==", "!=": "/=", "and": "&&", "or": "||"}
# As the report on Haskell has them.
_LEVELS = {"or": 2, "and": 3, **dict.fromkeys(m.COMPARISONS, 4), "+": 6, "-": 6, "*": 7, "/": 7}
_APPLIED = 10


@dataclass
class Terms:
    """Terms as Haskell writes them; `needs` collects the helpers that they use."""

    kept: Memory
    kinds: dict[str, m.Type]
    needs: dict[str, None] = field(default_factory=dict)

    def helper(self, name: str) -> str:
        self.needs[name] = None
        return name

    def condition(self, term: m.Term) -> str:
        return self.truth(term).text

    def truth(self, term: m.Term) -> Written:
        match term:
            case m.Operation("=", left, m.Truth(True)):
                return self.term(left)
            case _:
                return self.term(term)

    def number(self, term: m.Term, *, decimal: bool) -> Written:
        """A whole number among decimals is made one."""
        shown = self.term(term)
        if decimal and type_of(term, self.kinds) == m.Type.NUMBER and not isinstance(term, m.Integer):
            return Written(f"fromIntegral {shown.within(_APPLIED + 1)}", _APPLIED)
        return shown

    def term(self, term: m.Term) -> Written:
        if term in self.kept.totals:
            return Written(self.kept.totals[term])
        match term:
            case m.Current(variable):
                return Written(self.kept.current[variable])
            case m.All(variable):
                return Written(self.kept.lists[variable])
            case m.Merged(variables):
                return Written(self.kept.merged[variables])
            case m.Integer(value):
                return _number(value)
            case m.DecimalNumber(number):
                return _decimal(number)
            case m.Text(text):
                return Written(_text(text))
            case m.Truth(truth):
                return Written(str(truth))
            case m.Listed(items):
                decimal = type_of(term, self.kinds) == m.Type.DECIMALS
                return Written(f"[{', '.join(self.number(item, decimal=decimal).text for item in items)}]")
            case m.Opaque(foreign):
                raise cannot_be_written(f"{foreign.name} is a function in Python")
            case m.Call(function, arguments):
                return self.call(function, arguments)
            case m.Not(operand):
                return Written(f"not {self.truth(operand).within(_APPLIED + 1)}", _APPLIED)
            case m.Operation("and" | "or" as sign, left, right):
                return self.infix(sign, self.truth(left), self.truth(right))
            case m.Operation("+", left, right) if type_of(left, self.kinds) == m.Type.TEXT:
                return Written(f"{self.term(left).within(6)} ++ {self.term(right).within(5)}", 5)
            case m.Operation(sign, left, right):
                types = {type_of(left, self.kinds), type_of(right, self.kinds)}
                decimal = sign == "/" or m.Type.DECIMAL in types
                return self.infix(sign, self.number(left, decimal=decimal), self.number(right, decimal=decimal))

    def infix(self, sign: str, left: Written, right: Written) -> Written:
        level = _LEVELS[sign]
        open_left = level if sign in ("+", "-", "*", "/") else level + 1
        open_right = level if sign in ("and", "or") else level + 1
        return Written(f"{left.within(open_left)} {_SIGNS.get(sign, sign)} {right.within(open_right)}", level)

    def call(self, function: str, arguments: tuple[m.Term, ...]) -> Written:
        shown = [self.term(argument).within(_APPLIED + 1) for argument in arguments]
        kind = type_of(arguments[0], self.kinds)
        match function:
            case "len":
                return Written(f"genericLength {shown[0]}", _APPLIED)
            case "max" | "min":
                return Written(f"{function}imum {shown[0]}", _APPLIED)
            case "sum" | "product" | "reverse" | "sort" | "abs":
                return Written(f"{function} {shown[0]}", _APPLIED)
            case "start" | "rest":
                self.helper("fromPlace")
                name = self.helper("start" if function == "start" else "rest_")
                return Written(f"{name} {shown[0]} {shown[1]}", _APPLIED)
            case "back":
                return Written(f"{self.helper('back')} {shown[0]} {shown[1]}", _APPLIED)
            case "count" | "count_ge" | "count_gt":
                sign = {"count": "==", "count_ge": ">=", "count_gt": ">"}[function]
                decimal = kind == m.Type.DECIMALS
                bound = self.number(arguments[1], decimal=decimal).within(5)
                bound = f"({bound})" if bound.startswith("-") else bound
                return Written(f"{self.helper('count')} ({sign} {bound}) {shown[0]}", _APPLIED)
            case "mod" | "div":
                return Written(f"{shown[0]} `{function}` {shown[1]}", 7)
            case "upper" | "lower":
                return Written(f"map to{function.capitalize()} {shown[0]}", _APPLIED)
            case "in":
                word = "isInfixOf" if type_of(arguments[1], self.kinds) == m.Type.TEXT else "elem"
                return Written(f"{shown[0]} `{word}` {shown[1]}", 4)
        raise cannot_be_written(f"there is no {function}")


@dataclass
class _Haskell(Terms):
    """Statements; `state` are the names of all that is remembered."""

    state: tuple[str, ...] = ()
    numbers: dict[str, int] = field(default_factory=dict)

    def fresh(self, word: str) -> str:
        self.numbers[word] = self.numbers.get(word, 0) + 1
        return word if self.numbers[word] == 1 else f"{word}{self.numbers[word]}"

    @property
    def parameters(self) -> str:
        return "".join(f" {name}" for name in self.state)

    # Statements: `after` is what follows, and `leaving` what follows the loop.

    def steps(self, spec: m.Spec, after: list[str], leaving: list[str]) -> list[str]:
        steps = list(m.steps_of(spec))
        if not steps:
            return after
        first, rest = steps[0], m.sequence(*steps[1:])
        match first:
            case m.Exit():
                return leaving
            case m.Read():
                return self.read(first, self.steps(rest, after, leaving))
            case m.Write(optional=optional):
                shown = [] if optional else list(self.write(first))
                return [*shown, *self.steps(rest, after, leaving)]
            case m.Branch(left, condition, right):
                following = self.steps(rest, after, leaving)
                head, joint = self.joined(following)
                then, otherwise = self.steps(right, joint, leaving), self.steps(left, joint, leaving)
                return [*head, *self.choice(self.condition(condition), then, otherwise)]
            case m.Loop(body):
                name = self.fresh("loop")
                again = [f"{name}{self.parameters}"]
                head, joint = self.joined(self.steps(rest, after, leaving))
                return [*head, *self.function(name, self.parameters, self.steps(body, again, joint)), *again]
            case m.Repeat(count, body):
                name, left_over = self.fresh("loop"), self.fresh("rounds")
                head, joint = self.joined(self.steps(rest, after, leaving))
                again = [f"{name} ({left_over} - 1){self.parameters}"]
                inner = self.choice(f"{left_over} <= 0", joint, self.steps(body, again, joint))
                begin = f"{name} {self.term(count).within(_APPLIED + 1)}{self.parameters}"
                return [*head, *self.function(name, f" {left_over}{self.parameters}", inner), begin]
        raise AssertionError(first)

    def joined(self, following: list[str]) -> tuple[list[str], list[str]]:
        """What follows as a function, unless it is short: where to define it, and how to go on with it."""
        if len(following) == 1:
            return [], following
        name = self.fresh("rest")
        return self.function(name, self.parameters, following), [f"{name}{self.parameters}"]

    def function(self, name: str, parameters: str, body: list[str]) -> list[str]:
        return [f"let {name}{parameters} = do", *(_INDENT * 4 + line for line in _plain_end(body))]

    def choice(self, condition: str, then: list[str], otherwise: list[str]) -> list[str]:
        return [
            f"if {condition}",
            *self.arm("then", then),
            *self.arm("else", otherwise),
        ]

    def arm(self, word: str, lines: list[str]) -> list[str]:
        lines = _plain_end(lines)
        if len(lines) == 1:
            return [f"{_INDENT}{word} {lines[0]}"]
        return [f"{_INDENT}{word} do", *(_INDENT * 2 + line for line in lines)]

    def read(self, read: m.Read, following: list[str]) -> list[str]:
        kind = element_type(read.values)
        name = self.kept.current.get(read.variable) or "value"
        value = self.reading(kind)
        keeping = [f"{one} <- pure ({one} ++ [{name}])" for one in self.kept.lists_of(read.variable)]
        for total in self.kept.totals_of(read.variable):
            keeping.append(self.kept_up(total, name))
        after = [*keeping, *following]
        invalid = self.invalid(read, "line" if kind == m.Type.TRUTH else name, kind)
        if read.mode == m.Mode.ASSUME or invalid is None:
            return [f"{name} <- {value}", *after]
        if kind == m.Type.TRUTH:
            asked, after = "line <- getLine", [f'{name} <- pure (line == "True")', *after]
        else:
            asked = f"{name} <- {value}"
        if read.mode == m.Mode.ABORT:
            return [asked, *self.choice(invalid, ["return ()"], after)]
        loop = self.fresh("ask")
        again = f"{loop}{self.parameters}"
        return [*self.function(loop, self.parameters, [asked, *self.choice(invalid, [again], after)]), again]

    def reading(self, kind: m.Type) -> str:
        if kind == m.Type.DECIMAL:
            self.helper("decimal")
        return _READS[kind]

    def kept_up(self, total: m.Call, name: str) -> str:
        kept = self.kept.totals[total]
        match total.function:
            case "len":
                return f"{kept} <- pure ({kept} + 1)"
            case "sum":
                return f"{kept} <- pure ({kept} + {name})"
            case "product":
                return f"{kept} <- pure ({kept} * {name})"
        sign = {"count_ge": ">=", "count_gt": ">", "count": "=="}[total.function]
        bound = self.term(total.arguments[1]).within(5)
        return f"{kept} <- pure (if {name} {sign} {bound} then {kept} + 1 else {kept})"

    def invalid(self, read: m.Read, name: str, kind: m.Type) -> str | None:
        conditions = []
        match read.values:
            case m.Booleans():
                conditions.append(f'{name} `notElem` ["True", "False"]')
            case m.Naturals():
                conditions.append(f"{name} < 0")
            case m.Range(low, high):
                conditions += [f"{name} < {_number(low).within(5)}", f"{name} > {_number(high).within(5)}"]
            case m.DecimalRange(smallest, largest):
                conditions += [f"{name} < {_decimal(smallest).within(5)}", f"{name} > {_decimal(largest).within(5)}"]
            case m.OneOf(values):
                listed = ", ".join(_text(one) if isinstance(one, str) else str(one) for one in values)
                conditions.append(f"{name} `notElem` [{listed}]")
        value = f'({name} == "True")' if kind == m.Type.TRUTH else name
        lists = (self.kept.lists[variable] for variable in read.excluded if variable in self.kept.lists)
        conditions += [f"{value} `elem` {listed}" for listed in lists]
        return " || ".join(conditions) or None

    def write(self, write: m.Write) -> Iterator[str]:
        items = _without_free_text(choose_alternative(write))
        shown = []
        for item in items:
            match item:
                case m.Some():
                    yield self.search(item)
                    shown.append(self.shown(Written(item.variable), element_type(item.values)))
                case m.Within(term):
                    shown.append(self.shown(self.term(term), type_of(term, self.kinds)))
                case m.AnyText():
                    continue
                case _:
                    shown.append(self.shown(self.term(item), type_of(item, self.kinds)))
        if shown:
            whole = Written(" ++ ".join(shown), 5 if len(shown) > 1 else _level(shown[0]))
            yield f"putStrLn {whole.within(_APPLIED + 1)}"

    def shown(self, value: Written, kind: m.Type) -> str:
        match kind:
            case m.Type.TEXT:
                return value.within(6)
            case m.Type.NUMBER:
                return f"show {value.within(_APPLIED + 1)}"
            case m.Type.TRUTH | m.Type.CONDITION:
                return f"show {value.within(_APPLIED + 1)}"
            case m.Type.DECIMAL:
                return f'showFFloat (Just 6) {value.within(_APPLIED + 1)} ""'
            case m.Type.NUMBERS:
                return f"{self.helper('commas')} {value.within(_APPLIED + 1)}"
        raise cannot_be_written("it prints a list of texts, decimals or truth values")

    def search(self, some: m.Some) -> str:
        name, kind = some.variable, element_type(some.values)
        kept = replace(self.kept, current={**self.kept.current, name: name})
        inner = Terms(kept, {**self.kinds, name: kind}, self.needs)
        condition = inner.condition(some.condition)
        match some.values:
            case m.OneOf(values):
                choices = "[" + ", ".join(_text(one) if isinstance(one, str) else str(one) for one in values) + "]"
            case m.Range(low, high):
                choices = f"[{low} .. {high}]"
            case m.Naturals():
                choices = "[0 ..]"
            case m.Integers():
                choices = "(0 : concat [[number, -number] | number <- [1 ..]])"
            case m.Booleans():
                choices = "[True, False]"
            case _:
                raise cannot_be_written("a text or a decimal with a property is to be found")
        return f"{name} <- pure (head [{name} | {name} <- {choices}, {condition}])"


def _plain_end(lines: list[str]) -> list[str]:
    """What is printed last needs no `return ()` after it."""
    return lines[:-1] if len(lines) > 1 and lines[-1] == "return ()" and lines[-2].startswith("putStrLn") else lines


def _level(shown: str) -> int:
    return _APPLIED + 1 if (shown.startswith('"') and shown.endswith('"')) or shown.isidentifier() else _APPLIED


def _number(value: int) -> Written:
    return Written(str(value), _APPLIED + 1 if value >= 0 else 6)


def _decimal(value: Fraction) -> Written:
    text = f"{float(value):f}" if "e" in repr(float(value)) else repr(float(value))
    return Written(text, _APPLIED + 1 if value >= 0 else 6)


def _text(text: str) -> str:
    shown = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{shown}"'


def _haskell_name(name: str) -> str:
    return name if name[0].islower() or name[0] == "_" else f"v{name}"


def _named(names: Mapping[_Key, str]) -> dict[_Key, str]:
    return {key: _haskell_name(name) for key, name in names.items()}


def program(spec: m.Spec) -> str:
    spec = with_counting_loops(spec)
    kinds = kinds_of(spec)
    found = memory(spec, {*_chosen_names(spec), *_RESERVED})
    kept = Memory(_named(found.current), _named(found.lists), _named(found.merged), _named(found.totals), found.texts)
    state = (*kept.current.values(), *kept.lists.values(), *kept.merged.values(), *kept.totals.values())
    writer = _Haskell(kept, kinds, state=state)
    body = _plain_end(writer.steps(spec, ["return ()"], ["return ()"]))
    starts = [f"{name} <- pure ({_ZERO[kinds[variable]]})" for variable, name in kept.current.items()]
    for variable, name in kept.lists.items():
        starts.append(f"{name} <- pure ([] :: [{_TYPES[kinds[variable]]}])")
    for variables, name in kept.merged.items():
        starts.append(f"{name} <- pure ([] :: [{_TYPES[ELEMENTS[type_of(m.Merged(variables), kinds)]]}])")
    for total, name in kept.totals.items():
        start = "1" if isinstance(total, m.Call) and total.function == "product" else "0"
        starts.append(f"{name} <- pure ({start} :: {_TYPES[type_of(total, kinds)]})")
    main = "\n".join(["main :: IO ()", "main = do", *(_INDENT + line for line in (*starts, *body))])
    whole = "\n\n".join([*(_HELPERS[name] for name in writer.needs), main])
    imports = [
        ("import Data.Char (toLower, toUpper)", ("toUpper", "toLower")),
        (
            "import Data.List (genericDrop, genericLength, genericTake, intercalate, isInfixOf, sort)",
            ("genericLength", "intercalate", "isInfixOf", "sort"),
        ),
        ("import Numeric (showFFloat)", ("showFFloat",)),
    ]
    heads = [line for line, words in imports if any(word in whole for word in words)]
    return "\n".join([*heads, *([""] if heads else []), whole]) + "\n"
