"""A console program as instructions: functions that read or write are written where they are called.

What Python does in one expression, part after part, is done here by one instruction after the other, with names of our
own for what was evaluated before. What is not followed exactly raises `Uncovered`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

from viva.core.records import dataclass
from viva.engines.dialogues.proving.instructions import (
    Ask,
    Code,
    Do,
    Forget,
    Instruction,
    Jump,
    Show,
    Stop,
    Test,
    assignment,
    binary,
    call,
    compare,
    constant,
    element,
    method,
    name,
    negation,
    node,
)
from viva.engines.syntax.definitions import TYPES, functions_of, is_main, plain_parameters
from viva.engines.syntax.scopes import rename_variables
from viva.engines.syntax.source import Function, Module, assigned_names, read_module
from viva.engines.syntax.tree import Constant, Field, Item, Node, Uncovered

_OURS = frozenset({"input", "print", "sys", "exit", "quit", "int", "str", "range", "len"})
"""Names that a program must not give another meaning."""
_ENDS = ("exit", "quit", "sys.exit")
_EFFECTS = frozenset({"input", "print", "sys.stdin.readline", "sys.stdout.write", *_ENDS})
_REFUSED = frozenset(
    {
        "Await", "AsyncFor", "AsyncWith", "AsyncFunctionDef", "Nonlocal", "ClassDef", "With", "Try", "TryStar", "Yield",
        "YieldFrom", "Match", "Delete",
    }
)  # fmt: skip
_CHANGE_NOTHING = frozenset({"int", "str", "len", "input", "sys.stdin.readline"})
_CHANGE_NO_TEXT = frozenset({"strip", "lstrip", "rstrip"})
_WALKED = frozenset({"sum", "list", "max", "min", "sorted", "tuple", "set"})
"""What goes through all that is made for it before it does anything else."""
_ANNOTATION = frozenset({"Name", "Subscript", "Tuple"})
_DEEPEST = 8
_MOST = 2_000


@dataclass(slots=True)
class _Place:
    """Where a function is written out: its names have `suffix`. `returns` are jumps to its end; `result` takes what it
    gives. `begin` is where it goes on after a call of itself in the end, with `parameters` given anew."""

    function: str = ""
    suffix: str = ""
    local: frozenset[str] = frozenset()
    parameters: tuple[str, ...] = ()
    result: str = ""
    begin: int = 0
    returns: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Loop:
    breaks: list[int] = field(default_factory=list)
    continues: list[int] = field(default_factory=list)


def flatten(tree: Node) -> Code:
    """Raises `Uncovered`."""
    made = _Flattening(tree)
    made.block([each for each in tree.nodes("body") if each.kind not in ("FunctionDef", "Import", "ImportFrom")], None)
    made.code.append(Stop())
    variables = frozenset(made.variables)
    return Code(tuple(made.code), made.module, Function("program", (), (), (), variables, 0))


class _Flattening:
    def __init__(self, tree: Node) -> None:
        self.functions = functions_of(tree)
        self.effects = _with_effects(self.functions)
        self.module = _module_of(tree, self.effects)
        self.globals = any(part.kind == "Global" for part in tree.within())
        self.code: list[Instruction] = []
        self.places: list[_Place] = [_Place()]
        self.count = 0
        self.variables = set(_main_names(tree)) - self.module.constants.keys()

    # Statements.

    def block(self, statements: Sequence[Node], loop: _Loop | None) -> None:
        for each in statements:
            self.statement(each, loop)

    def statement(self, each: Node, loop: _Loop | None) -> None:
        if len(self.code) > _MOST:
            raise Uncovered("a program of this size")
        if each.kind in ("FunctionDef", "Import", "ImportFrom") or each.kind in _REFUSED:
            raise Uncovered(f"{each.kind} in line {each.line}")
        if is_main(each):
            self.block(each.nodes("body"), loop)
            return
        if _is_constant_of(each, self.module):
            return
        if each.kind in ("Return", "Break", "Continue"):
            self._leave(each, loop)
        elif not self.acts(each):
            self.do(each)
        elif each.kind == "If":
            self._if(each, loop)
        else:
            self._acting(each)

    def _acting(self, each: Node) -> None:
        match each.kind:
            case "Expr":
                self._expr(each)
            case "Assign":
                self._assign(each)
            case "AnnAssign":
                self._annassign(each)
            case "AugAssign":
                self._augassign(each)
            case "While":
                self._while(each)
            case "For":
                self._for(each)
            case _:
                raise Uncovered(f"{each.kind} in line {each.line}")

    def do(self, statement: Node) -> None:
        self.code.append(Do(self.renamed(statement)))

    def _expr(self, each: Node) -> None:
        value = each.node("value")
        if value.kind == "IfExp":
            test = self.begin_test(value.node("test"))
            self._expr(node("Expr", each.line, value=value.node("body")))
            end = self.jump()
            self.end_test(test)
            self._expr(node("Expr", each.line, value=value.node("orelse")))
            self.land(end)
            return
        left = self.value(value, unused=True)
        if left.kind not in ("Constant", "Name"):
            self.do(node("Expr", each.line, value=left))

    def _assign(self, each: Node) -> None:
        value = self.value(each.node("value"))
        if any(self.acts(target) for target in each.nodes("targets")):
            raise Uncovered(f"{each.kind} in line {each.line}")
        self.do(replace(each, fields={**each.fields, "value": value}))

    def _annassign(self, each: Node) -> None:
        if each.node("target").kind != "Name":
            raise Uncovered(f"{each.kind} in line {each.line}")
        self.do(replace(each, fields={**each.fields, "value": self.value(each.node("value"))}))

    def _augassign(self, each: Node) -> None:
        target, value = each.node("target"), each.node("value")
        if self.acts(target) or self._binds(value) or (target.kind != "Name" and _may_change(value)):
            raise Uncovered(f"{each.kind} in line {each.line}")  # Python reads the target first
        self.do(replace(each, fields={**each.fields, "value": self.kept(self.value(value))}))

    def _if(self, each: Node, loop: _Loop | None) -> None:
        test = self.begin_test(each.node("test"))
        self.block(each.nodes("body"), loop)
        if not each.nodes("orelse"):
            self.end_test(test)
            return
        end = self.jump()
        self.end_test(test)
        self.block(each.nodes("orelse"), loop)
        self.land(end)

    def _while(self, each: Node) -> None:
        begin, inner = len(self.code), _Loop()
        test = self.begin_test(each.node("test"))
        self.block(each.nodes("body"), inner)
        self.code.append(Jump(begin))
        self._after_loop(each, inner, test, begin)

    def _for(self, each: Node) -> None:
        inner = _Loop()
        index, test, given, step = self._walked(each.node("iter"))
        begin = len(self.code)
        checked = self.begin_test(test) if test is not None else None
        self.do(node("Assign", each.line, targets=[each.node("target")], value=given))
        self.block(each.nodes("body"), inner)
        for place in inner.continues:
            self.land(place)
        self.do(assignment(index, step, each.line))
        self.code.append(Jump(begin))
        self._after_loop(each, inner, checked, begin)

    def _walked(self, items: Node) -> tuple[str, Node | None, Node, Node]:
        """The counter of a loop, whether there is another round, what is given in it, and the counter after it."""
        line, index = items.line, self.fresh("at")
        at, following = name(index, line), binary(name(index, line), "Add", constant(1, line), line)
        if items.kind == "Call" and not items.nodes("keywords") and items.node("func").kind == "Name":
            word, given = items.node("func").text("id"), items.nodes("args")
            if word == "range" and 1 <= len(given) <= 3:
                values = [self.kept(self.value(each)) for each in given]
                first, last = (values[0], values[1]) if len(values) > 1 else (constant(0, line), values[0])
                pace = _whole_number(given[2]) if len(given) == 3 else 1
                if not pace:
                    raise Uncovered(f"a range with an unknown step, in line {line}")
                self.do(assignment(index, first, line))
                steps = constant(abs(pace), line)
                return (
                    index, compare(at, "Lt" if pace > 0 else "Gt", last, line), at,
                    binary(at, "Add" if pace > 0 else "Sub", steps, line),
                )  # fmt: skip
            if self.module.imported.get(word) == "itertools.cycle" and len(given) == 1 and _is_row(given[0]):
                size = len(given[0].nodes("elts")) if given[0].kind != "Constant" else len(given[0].text("value"))
                if size:
                    self.do(assignment(index, constant(0, line), line))
                    again = binary(following, "Mod", constant(size, line), line)
                    return index, None, element(given[0], at, line), again
        if _is_row(items):
            self.do(assignment(index, constant(0, line), line))
            return index, compare(at, "Lt", call("len", [items], line), line), element(items, at, line), following
        raise Uncovered(f"a loop over what may change, in line {line}")

    def _after_loop(self, each: Node, inner: _Loop, test: int | None, begin: int) -> None:
        if each.kind == "While":
            for place in inner.continues:
                self.code[place] = Jump(begin)
        if test is not None:
            self.end_test(test)
        self.block(each.nodes("orelse"), None)
        for place in inner.breaks:
            self.land(place)

    def _leave(self, each: Node, loop: _Loop | None) -> None:
        if each.kind != "Return":
            if loop is None:
                raise Uncovered(f"{each.kind} in line {each.line}")
            (loop.breaks if each.kind == "Break" else loop.continues).append(self.jump())
            return
        here, shown = self.places[-1], each.optional("value")
        if not here.function:
            raise Uncovered(f"Return in line {each.line}")
        if shown is not None and self._calls_itself_again(shown):
            return
        value = constant(None, each.line) if shown is None else self.value(shown)
        self.code.append(Do(assignment(here.result, self.renamed(value), each.line)))
        here.returns.append(self.jump())

    def _calls_itself_again(self, value: Node) -> bool:
        """A call of itself as the last thing that a function does: it goes on from its beginning."""
        here = self.places[-1]
        again = value.kind == "Call" and self.called(value) == here.function and here.function
        if not again or value.nodes("keywords") or len(value.nodes("args")) != len(here.parameters):
            return False
        given = [self.kept(self.value(each)) for each in value.nodes("args")]
        self.code.append(Forget(frozenset(f"{one}{here.suffix}" for one in here.local)))
        for word, each in zip(here.parameters, given, strict=True):
            self.code.append(Do(assignment(f"{word}{here.suffix}", self.renamed(each), value.line)))
        self.code.append(Jump(here.begin))
        return True

    # Expressions: what they do is done first, and what is left gives their value.

    def value(self, each: Node, *, unused: bool = False) -> Node:
        if not self.acts(each):
            return each
        match each.kind:
            case "Call":
                return self.called_for_effect(each, unused=unused)
            case "NamedExpr":
                self.do(assignment(each.node("target").text("id"), self.value(each.node("value")), each.line))
                return self.kept(name(each.node("target").text("id"), each.line))
            case "BoolOp":
                return self._junction(each)
            case "IfExp":
                found = self.fresh("if")
                test = self.begin_test(each.node("test"))
                self.do(assignment(found, self.value(each.node("body")), each.line))
                end = self.jump()
                self.end_test(test)
                self.do(assignment(found, self.value(each.node("orelse")), each.line))
                self.land(end)
                return name(found, each.line)
            case "Compare" if not any(self.acts(one) or self._binds(one) for one in each.nodes("comparators")[1:]):
                return self._parts(each, "left", "comparators")
            case "BinOp":
                return self._parts(each, "left", "right")
            case "UnaryOp":
                return self._parts(each, "operand")
            case "Tuple" | "List" | "Set":
                return self._parts(each, "elts")
            case "JoinedStr":
                return self._parts(each, "values")
            case "FormattedValue":
                return self._parts(each, "value")
            case "Subscript":
                return self._parts(each, "value", "slice")
            case "ListComp":
                return self._list_made(each)
        raise Uncovered(f"{each.kind} in line {each.line}")

    def _parts(self, each: Node, *fields: str) -> Node:
        """The expression with its parts evaluated one after the other."""
        made: dict[str, Field] = dict(each.fields)
        for word in fields:
            part = made[word]
            if isinstance(part, list):
                made[word] = [self._part(item) for item in part]
            else:
                made[word] = self._part(part)
        return replace(each, fields=made)

    def _part(self, item: Item) -> Item:
        if not isinstance(item, Node) or item.kind in ("Constant", "Slice"):
            return item
        if item.kind == "FormattedValue":
            return self._parts(item, "value")
        if item.kind == "Starred":
            raise Uncovered(f"Starred in line {item.line}")
        return self.kept(self.value(item))

    def _junction(self, each: Node) -> Node:
        found, ends = self.fresh("or"), list[int]()
        *values, last = each.nodes("values")
        for value in values:
            self.do(assignment(found, self.value(value), each.line))
            test = name(found, each.line) if each.node("op").kind == "And" else negation(name(found, each.line))
            ends.append(self.begin_test(test))
        self.do(assignment(found, self.value(last), each.line))
        for place in ends:
            self.end_test(place)
        return name(found, each.line)

    def _list_made(self, each: Node) -> Node:
        """A list of what is read: a loop that appends."""
        found, line = self.fresh("list"), each.line
        generators = each.nodes("generators")
        if len(generators) != 1 or generators[0].constant("is_async"):
            raise Uncovered(f"{each.kind} in line {line}")
        [walked] = generators
        own = _bound_by(walked.node("target"))
        words = {word: self.fresh(word) for word in own}
        element_, conditions = (
            rename_variables(each.node("elt"), words),
            [rename_variables(one, words) for one in walked.nodes("ifs")],
        )
        append: Node = node("Expr", line, value=method(name(found, line), "append", [element_], line))
        for condition in reversed(conditions):
            append = node("If", line, test=condition, body=[append], orelse=[])
        self.do(assignment(found, node("List", line, elts=[]), line))
        self._for(
            node(
                "For", line, target=rename_variables(walked.node("target"), words), iter=walked.node("iter"),
                body=[append], orelse=[],
            )
        )  # fmt: skip
        return name(found, line)

    def called_for_effect(self, each: Node, *, unused: bool) -> Node:
        line, word, given = each.line, self.called(each), each.nodes("args")
        if word == "print":
            return self._print(each)
        if word == "sys.stdout.write" and unused and len(given) == 1 and not each.nodes("keywords"):
            self._show([given[0]], constant("", line), constant("", line), line, only_texts=True)
            return constant(None, line)
        if word in _ENDS and len(given) <= 1 and all(_ends_quietly(one) for one in given):
            self.code.append(Stop())
            return constant(None, line)
        if word == "input" and len(given) <= 1 and not each.nodes("keywords"):
            if given:
                self._show(given, constant("", line), constant("", line), line)
            return self._asked(line)
        if word in self.effects:
            return self._written_out(self.functions[word], each)
        function = each.node("func")
        if function.kind == "Attribute" and self.acts(function.node("value")):
            if self._reads_line(function.node("value")) and _takes_line_end(each):
                return self._asked(line)
            owner = self.kept(self.value(function.node("value")))
            function = replace(function, fields={**function.fields, "value": owner})
            each = replace(each, fields={**each.fields, "func": function})
        elif (
            function.kind == "Name" and function.text("id") == "int" and len(given) == 1 and not each.nodes("keywords")
        ):
            read = _without_blanks(given[0])
            if self._reads_line(read) or self.called(read) == "input":
                return call("int", [self._asked(line) if self._reads_line(read) else self.value(read)], line)
        elif function.kind == "Name" and function.text("id") in _WALKED - self.module.bound and _is_generator(given):
            made = self._list_made(given[0])
            return replace(each, fields={**each.fields, "args": [made]})
        if any(self.acts(one.node("value")) for one in each.nodes("keywords")) or any(map(self._binds, given)):
            raise Uncovered(f"Call in line {line}")
        if function.kind == "Attribute" and function.node("value").kind != "Name" and any(map(_may_change, given)):
            raise Uncovered(f"Call in line {line}")
        return self._parts(each, "args")

    def _binds(self, each: Node) -> bool:
        """Whether names may be bound by it: `:=`, or a function of the program that reads or writes."""
        return any(
            part.kind == "NamedExpr" or (part.kind == "Call" and self.called(part) in self.effects)
            for part in each.within()
        ) and (self.globals or any(part.kind == "NamedExpr" for part in each.within()))

    def _reads_line(self, each: Node) -> bool:
        """`sys.stdin.readline()`, which gives the end of the line, too."""
        return each.kind == "Call" and self.called(each) == "sys.stdin.readline" and not each.nodes("args")

    def _asked(self, line: int) -> Node:
        found = self.fresh("line")
        self.code.append(Ask(found, line))
        return name(found, line)

    def _print(self, each: Node) -> Node:
        line, options = each.line, {str(one.constant("arg")): one.node("value") for one in each.nodes("keywords")}
        flush = options.pop("flush", constant(True, line))
        if not options.keys() <= {"sep", "end"} or flush.kind != "Constant":
            raise Uncovered(f"print in line {line}")
        between, end = options.get("sep", constant(" ", line)), options.get("end", constant("\n", line))
        self._show(each.nodes("args"), between, end, line)
        return constant(None, line)

    def _show(
        self, values: Sequence[Node], between: Node, end: Node, line: int, *, only_texts: bool = False
    ) -> None:  # fmt: skip
        if any(each.kind != "Constant" for each in (between, end)):
            raise Uncovered(f"print in line {line}")
        [single] = values if len(values) == 1 else [None]
        if single is not None and single.kind == "Starred" and not self.acts(single):
            raise Uncovered(f"Starred in line {line}")
        if single is not None and single.kind == "IfExp":  # two lines, of which one is written
            test = self.begin_test(single.node("test"))
            self._show([single.node("body")], between, end, line, only_texts=only_texts)
            done = self.jump()
            self.end_test(test)
            self._show([single.node("orelse")], between, end, line, only_texts=only_texts)
            self.land(done)
            return
        parts = any(map(self.acts, values)) and len(values) > 1
        given = [self._part(each) if parts else self.value(each) for each in values]
        shown = tuple(self.renamed(each) for each in given if isinstance(each, Node))
        self.code.append(Show(shown, between, end, line, only_texts))

    def _written_out(self, function: Node, each: Node) -> Node:
        word, line, parameters = function.text("name"), each.line, plain_parameters(function)
        if len(self.places) > _DEEPEST or any(place.function == word for place in self.places):
            raise Uncovered(f"a recursion of this form, in line {line}")
        if each.nodes("keywords") or len(each.nodes("args")) != len(parameters):
            raise Uncovered(f"a call with another number of arguments, in line {line}")
        given = [self.renamed(self.kept(self.value(one))) for one in each.nodes("args")]
        body = function.nodes("body")
        words = tuple(one.text("arg") for one in parameters)
        shared = {
            str(one) for part in body for inner in part.within() if inner.kind == "Global" for one in _named(inner)
        }
        self.count += 1
        here = _Place(
            word, f"@{self.count}", (frozenset(words) | assigned_names(body)) - shared, words, f"=gives@{self.count}"
        )
        self.variables |= {f"{one}{here.suffix}" for one in here.local} | {here.result}
        self.code.append(Forget(frozenset(f"{one}{here.suffix}" for one in here.local)))
        for one, value in zip(words, given, strict=True):
            self.code.append(Do(assignment(f"{one}{here.suffix}", value, line)))
        here.begin = len(self.code)
        self.places.append(here)
        self.block([one for one in body if one.kind != "Global"], None)
        self.code.append(Do(assignment(here.result, constant(None, line), line)))
        self.places.pop()
        for place in here.returns:
            self.land(place)
        return name(here.result, line)

    # What is needed for all of it.

    def called(self, each: Node) -> str:
        """The function that a call names, as it is written."""
        if each.kind != "Call":
            return ""
        return _dotted(each.node("func"))

    def acts(self, each: Node) -> bool:
        """Whether it reads, writes, or ends the program."""
        return any(
            part.kind == "Call" and (self.called(part) in _EFFECTS or self.called(part) in self.effects)
            for part in each.within()
        ) or any(part.kind in ("Return", "Break", "Continue") for part in _outer(each))

    def kept(self, value: Node) -> Node:
        """A name of our own for a value, so that nothing that comes after changes it."""
        if value.kind == "Constant" or (value.kind == "Name" and value.text("id").startswith("=")):
            return value
        found = self.fresh("part")
        self.do(assignment(found, value, value.line))
        return name(found, value.line)

    def fresh(self, hint: str) -> str:
        self.count += 1
        found = f"={hint}{self.count}"
        self.variables.add(found)
        return found

    def renamed(self, each: Node) -> Node:
        """With the names of the function that is written out here."""
        here = self.places[-1]
        if not here.function:
            return each
        return rename_variables(each, {word: f"{word}{here.suffix}" for word in here.local})

    def begin_test(self, condition: Node) -> int:
        self.code.append(Test(self.renamed(self.value(condition)), 0))
        return len(self.code) - 1

    def end_test(self, place: int) -> None:
        test = self.code[place]
        assert isinstance(test, Test)
        self.code[place] = Test(test.condition, len(self.code))

    def jump(self) -> int:
        self.code.append(Jump(0))
        return len(self.code) - 1

    def land(self, place: int) -> None:
        self.code[place] = Jump(len(self.code))


def _outer(each: Node) -> list[Node]:
    """The statements of a block that leave it, or the loop around it; those of its own loops are its own matter."""
    found: list[Node] = []
    todo = [(each, False)]
    while todo:
        one, inside = todo.pop()
        if one.kind == "Return" or (one.kind in ("Break", "Continue") and not inside):
            found.append(one)
        if one.kind in ("Lambda", "FunctionDef"):
            continue
        for word, value in one.fields.items():
            items = value if isinstance(value, list) else [value]
            looped = inside or (one.kind in ("For", "While") and word == "body")
            todo += [(item, looped) for item in items if isinstance(item, Node)]
    return found


def _with_effects(functions: dict[str, Node]) -> frozenset[str]:
    """The functions that read or write, also by calling others that do."""
    found = set[str]()
    grown = True
    while grown:
        grown = False
        for word, function in functions.items():
            calls = {_dotted(part.node("func")) for part in function.within() if part.kind == "Call"}
            if word not in found and not calls.isdisjoint(_EFFECTS | found):
                found.add(word)
                grown = True
    return frozenset(found)


def _dotted(function: Node) -> str:
    parts = list[str]()
    while function.kind == "Attribute":
        parts.append(function.text("attr"))
        function = function.node("value")
    return ".".join([function.text("id"), *reversed(parts)]) if function.kind == "Name" else ""


def _module_of(tree: Node, effects: frozenset[str]) -> Module:
    """The functions that only compute, what is imported, and the constants."""
    bound = set(_stored(tree)) | {part.text("arg") for part in tree.within() if part.kind == "arg"}
    bound |= {part.text("name") for part in tree.within() if part.kind == "FunctionDef"}
    nested = [part for part in tree.within() if part.kind == "FunctionDef"]
    _refuse_disorder(tree)
    if not bound.isdisjoint(_OURS) or any(word.startswith(("=", "__")) for word in bound):
        raise Uncovered("another meaning of what Python has itself")
    if len(nested) != len([each for each in tree.nodes("body") if each.kind == "FunctionDef"]):
        raise Uncovered("functions inside of others")
    kept = []
    for each in tree.nodes("body"):
        if each.kind == "Import" and [one.text("name") for one in each.nodes("names")] == ["sys"]:
            if each.nodes("names")[0].constant("asname") is not None:
                raise Uncovered(f"the import in line {each.line}")
            continue
        if each.kind in ("Import", "ImportFrom") or (each.kind == "FunctionDef" and each.text("name") not in effects):
            kept.append(each)
        elif each.kind == "ClassDef":
            raise Uncovered(f"ClassDef in line {each.line}")
    if any(part.kind == "Name" and part.text("id") == "sys" for part in tree.within()) and not _imports_sys(tree):
        raise Uncovered("a name that is not bound")
    module = read_module(node("Module", 0, body=kept, type_ignores=[]))
    if not module.imported.keys().isdisjoint(_OURS):
        raise Uncovered("another meaning of what Python has itself")
    module.constants |= _constants(tree)
    module.bound |= bound
    return module


def _refuse_disorder(tree: Node) -> None:
    """Refuses functions and imports that come after something might have needed them, and names with two meanings."""
    words = [each.text("name") for each in tree.nodes("body") if each.kind == "FunctionDef"]
    stored = set(_stored(tree)) | {part.text("arg") for part in tree.within() if part.kind == "arg"}
    if len(set(words)) < len(words) or not stored.isdisjoint(words):
        raise Uncovered("a function with two meanings")
    annotations = [
        part.fields.get(word)
        for part in tree.within() if part.kind in ("AnnAssign", "arg", "FunctionDef")
        for word in ("annotation", "returns")
    ]  # fmt: skip
    for part in (part for each in annotations if isinstance(each, Node) for part in each.within()):
        if part.kind not in _ANNOTATION or (part.kind == "Name" and part.text("id") not in TYPES):
            raise Uncovered(f"the annotation in line {part.line}")
    used = {part.text("id") for part in tree.within() if part.kind == "Name"}
    for part in (part for part in tree.within() if part.kind == "ExceptHandler"):
        if part.constant("name") in used:  # it is not bound any more after the handler
            raise Uncovered(f"an error that is looked at, in line {part.line}")
    for function in (each for each in tree.nodes("body") if each.kind == "FunctionDef"):
        plain_parameters(function)
        if any(each.kind != "Constant" for each in function.node("args").nodes("defaults")):
            raise Uncovered(f"a default argument that is no constant, in line {function.line}")
    begun = called = False
    for each in tree.nodes("body"):
        if (each.kind == "FunctionDef" and called) or (each.kind in ("Import", "ImportFrom") and begun):
            raise Uncovered(f"{each.kind} in line {each.line}")
        if each.kind not in ("FunctionDef", "Import", "ImportFrom", "Expr") or not _is_constant(each):
            begun = begun or each.kind not in ("FunctionDef", "Import", "ImportFrom")
            called = called or (each.kind != "FunctionDef" and _calls_one_of(each, words))


def _is_constant(each: Node) -> bool:
    return each.kind == "Expr" and each.node("value").kind == "Constant"


def _calls_one_of(each: Node, words: Sequence[str]) -> bool:
    return any(part.kind == "Name" and part.text("id") in words for part in each.within())


def _targets(part: Node) -> list[Node]:
    """What a statement, or a part of one, gives a value."""
    if part.kind in ("Assign", "Delete"):
        return part.nodes("targets")
    if part.kind in ("AugAssign", "AnnAssign", "For", "comprehension", "NamedExpr"):
        return [part.node("target")]
    return []


def _stored(tree: Node) -> list[str]:
    """The names that are given values, or of which parts are, each as often as that is written."""
    names = [
        part.text("id") for each in tree.within() for target in _targets(each) for part in target.within()
        if part.kind == "Name"
    ]  # fmt: skip
    kinds = ("MatchAs", "MatchStar", "ExceptHandler")
    others = (part.constant("name") for part in tree.within() if part.kind in kinds)
    return [*names, *(str(each) for each in others if each is not None)]


def _imports_sys(tree: Node) -> bool:
    return any(
        each.kind == "Import" and any(one.text("name") == "sys" for one in each.nodes("names"))
        for each in tree.nodes("body")
    )


def _constants(tree: Node) -> dict[str, Node]:
    """Names that are given one value, once, before anything else happens to them, and which nobody could change."""
    stored = _stored(tree)
    read_only = _only_looked_at(tree)
    found: dict[str, Node] = {}
    words = [each.text("name") for each in tree.nodes("body") if each.kind == "FunctionDef"]
    for each in tree.nodes("body"):
        if each.kind != "FunctionDef" and _calls_one_of(each, words):
            break
        if each.kind != "Assign" or len(each.nodes("targets")) != 1 or each.nodes("targets")[0].kind != "Name":
            continue
        word, value = each.nodes("targets")[0].text("id"), each.node("value")
        shared = any(part.kind == "Global" and word in map(str, _named(part)) for part in tree.within())
        parameter = any(part.kind == "arg" and part.text("arg") == word for part in tree.within())
        plain = value.kind == "Constant" or _is_plain_tuple(value)
        if (
            stored.count(word) == 1
            and not shared
            and not parameter
            and (plain or (_is_plain(value) and word in read_only))
        ):
            if any(part.kind == "Name" and part.text("id") == word for part in _before(tree, each)):
                continue
            found[word] = value
    return found


def _before(tree: Node, statement: Node) -> list[Node]:
    found: list[Node] = []
    for each in tree.nodes("body"):
        if each is statement:
            break
        if each.kind != "FunctionDef":
            found += each.within()
    return found


def _only_looked_at(tree: Node) -> set[str]:
    """Names of which elements are read or looked for, and nothing else is done with them."""
    looked: dict[int, None] = {}
    targets = [target for part in tree.within() for target in _targets(part)]
    changed = {id(part) for target in targets for part in target.within()}
    for part in tree.within():
        if part.kind == "Compare":
            operators = part.nodes("ops")
            looked |= {
                id(each): None for operator, each in zip(operators, part.nodes("comparators"), strict=True)
                if operator.kind in ("In", "NotIn")
            }  # fmt: skip
        elif part.kind == "Subscript" and id(part) not in changed:
            looked[id(part.node("value"))] = None
        elif part.kind == "Call" and _dotted(part.node("func")) == "len":
            looked |= {id(each): None for each in part.nodes("args")}
    plain = {id(target) for target in targets if target.kind == "Name"}
    names = [part for part in tree.within() if part.kind == "Name" and id(part) not in plain]
    return {part.text("id") for part in names} - {part.text("id") for part in names if id(part) not in looked}


def _is_constant_of(each: Node, module: Module) -> bool:
    return (
        each.kind == "Assign"
        and len(each.nodes("targets")) == 1
        and each.nodes("targets")[0].kind == "Name"
        and module.constants.get(each.nodes("targets")[0].text("id")) is each.node("value")
    ) or (each.kind == "Expr" and each.node("value").kind == "Constant")


def _main_names(tree: Node) -> frozenset[str]:
    outside = [each for each in tree.nodes("body") if each.kind not in ("FunctionDef", "Import", "ImportFrom")]
    inside = [part for part in tree.within() if part.kind == "Global"]
    return assigned_names(outside) | {str(word) for part in inside for word in _named(part)}


def _named(statement: Node) -> list[object]:
    names = statement.fields.get("names")
    return [each.value if isinstance(each, Constant) else None for each in names] if isinstance(names, list) else [None]


def _bound_by(target: Node) -> set[str]:
    return {part.text("id") for part in target.within() if part.kind == "Name"}


def _whole_number(each: Node) -> int | None:
    inner = each.node("operand") if each.kind == "UnaryOp" and each.node("op").kind == "USub" else each
    value = inner.constant("value") if inner.kind == "Constant" else None
    if type(value) is not int:
        return None
    return value if inner is each else -value


def _is_plain(each: Node) -> bool:
    """A literal of constants: the same wherever it is evaluated."""
    if each.kind == "Constant":
        return isinstance(each.constant("value"), str)
    return each.kind in ("Tuple", "List", "Set", "Dict") and all(
        part.kind in ("Constant", "Tuple", "List", "Set", "Dict", "UnaryOp", "USub") for part in each.within()
    )


def _is_row(each: Node) -> bool:
    """Such a literal of which the elements are gone through by their places."""
    return _is_plain(each) and each.kind in ("Constant", "Tuple", "List")


def _is_plain_tuple(each: Node) -> bool:
    return each.kind == "Tuple" and all(part.kind in ("Constant", "Tuple", "UnaryOp", "USub") for part in each.within())


def _may_change(each: Node) -> bool:
    """Whether a list may be changed by it: functions of the program and methods may do that."""
    calls = (part.node("func") for part in each.within() if part.kind == "Call")
    return any(
        _dotted(one) not in _CHANGE_NOTHING
        and not (one.kind == "Attribute" and one.text("attr") in _CHANGE_NO_TEXT and "." not in _dotted(one))
        for one in calls
    )


def _is_generator(given: Sequence[Node]) -> bool:
    return len(given) == 1 and given[0].kind == "GeneratorExp"


def _ends_quietly(each: Node) -> bool:
    return each.kind == "Constant" and (each.constant("value") is None or type(each.constant("value")) is int)


def _takes_line_end(each: Node) -> bool:
    """`.rstrip("\\n")`, and what else takes no more off a line than its end."""
    given = each.nodes("args")
    return (
        each.node("func").text("attr") in ("rstrip", "strip", "removesuffix")
        and len(given) == 1
        and given[0].kind == "Constant"
        and given[0].constant("value") == "\n"
        and not each.nodes("keywords")
    )


def _without_blanks(each: Node) -> Node:
    """What `int` is asked of: blanks around it make no difference to it."""
    while each.kind == "Call" and each.node("func").kind == "Attribute" and not each.nodes("args"):
        if each.node("func").text("attr") not in ("strip", "rstrip", "lstrip") or each.nodes("keywords"):
            break
        each = each.node("func").node("value")
    return each


__all__ = ["flatten"]
