"""A console program as instructions: functions that read or write are written where they are called.

What Python does in one expression, part after part, is done here by one instruction after the other, with names of our
own for what was evaluated before. What is not followed exactly raises `Uncovered`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

from viva.core.records import dataclass
from viva.engines.dialogues.proving.admission import defines_constant, module_of, names_of_main
from viva.engines.dialogues.proving.emitter import Emitter
from viva.engines.dialogues.proving.instructions import (
    Ask,
    Code,
    Do,
    Forget,
    Jump,
    Show,
    Stop,
    assignment,
    call,
    constant,
    method,
    name,
    negation,
    node,
)
from viva.engines.dialogues.proving.nodes import (
    EFFECTS,
    ENDS,
    declared_names,
    dotted_name,
    ends_quietly,
    functions_with_effects,
    is_generator,
    is_literal_row,
    leaving_statements,
    may_change_lists,
    names_in,
    takes_line_end,
    whole_number,
    without_blanks,
)
from viva.engines.dialogues.proving.walks import Walk, endless_walk, range_walk, row_walk
from viva.engines.syntax.definitions import functions_of, is_main, plain_parameters
from viva.engines.syntax.scopes import rename_variables
from viva.engines.syntax.source import Function, assigned_names
from viva.engines.syntax.tree import Field, Item, Node, Uncovered

_REFUSED = frozenset(
    {
        "Await", "AsyncFor", "AsyncWith", "AsyncFunctionDef", "Nonlocal", "ClassDef", "With", "Try", "TryStar", "Yield",
        "YieldFrom", "Match", "Delete",
    }
)  # fmt: skip
_WALKED = frozenset({"sum", "list", "max", "min", "sorted", "tuple", "set"})
"""What goes through all that is made for it before it does anything else."""
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


class _Flattening(Emitter):
    def __init__(self, tree: Node) -> None:
        super().__init__()
        self.functions = functions_of(tree)
        self.effects = functions_with_effects(self.functions)
        self.module = module_of(tree, self.effects)
        self.globals = any(part.kind == "Global" for part in tree.within())
        self.places: list[_Place] = [_Place()]
        self.count = 0
        self.variables = set(names_of_main(tree)) - self.module.constants.keys()

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
        if defines_constant(each, self.module):
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
            end = self.emit_jump()
            self.end_test(test)
            self._expr(node("Expr", each.line, value=value.node("orelse")))
            self.end_jumps(end)
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
        if self.acts(target) or self._binds(value) or (target.kind != "Name" and may_change_lists(value)):
            raise Uncovered(f"{each.kind} in line {each.line}")  # Python reads the target first
        self.do(replace(each, fields={**each.fields, "value": self.kept(self.value(value))}))

    def _if(self, each: Node, loop: _Loop | None) -> None:
        test = self.begin_test(each.node("test"))
        self.block(each.nodes("body"), loop)
        if not each.nodes("orelse"):
            self.end_test(test)
            return
        end = self.emit_jump()
        self.end_test(test)
        self.block(each.nodes("orelse"), loop)
        self.end_jumps(end)

    def _while(self, each: Node) -> None:
        begin, inner = len(self.code), _Loop()
        test = self.begin_test(each.node("test"))
        self.block(each.nodes("body"), inner)
        self.code.append(Jump(begin))
        self._after_loop(each, inner, test, begin)

    def _for(self, each: Node) -> None:
        inner, index = _Loop(), self.fresh("at")
        walk = self._walk(each.node("iter"), index)
        self.do(assignment(index, walk.first, each.line))
        begin = len(self.code)
        checked = self.begin_test(walk.test) if walk.test is not None else None
        self.do(node("Assign", each.line, targets=[each.node("target")], value=walk.given))
        self.block(each.nodes("body"), inner)
        self.end_jumps(*inner.continues)
        self.do(assignment(index, walk.following, each.line))
        self.code.append(Jump(begin))
        self._after_loop(each, inner, checked, begin)

    def _walk(self, items: Node, index: str) -> Walk:
        line = items.line
        if items.kind == "Call" and not items.nodes("keywords") and items.node("func").kind == "Name":
            word, given = items.node("func").text("id"), items.nodes("args")
            if word == "range" and 1 <= len(given) <= 3:
                values = [self.kept(self.value(each)) for each in given]
                pace = whole_number(given[2]) if len(given) == 3 else 1
                if not pace:
                    raise Uncovered(f"a range with an unknown step, in line {line}")
                return range_walk(index, values[:2], pace, line)
            if self.module.imported.get(word) == "itertools.cycle" and len(given) == 1 and is_literal_row(given[0]):
                size = len(given[0].nodes("elts")) if given[0].kind != "Constant" else len(given[0].text("value"))
                if size:
                    return endless_walk(index, given[0], size, line)
        if is_literal_row(items):
            return row_walk(index, items, line)
        raise Uncovered(f"a loop over what may change, in line {line}")

    def _after_loop(self, each: Node, inner: _Loop, test: int | None, begin: int) -> None:
        if each.kind == "While":
            for place in inner.continues:
                self.code[place] = Jump(begin)
        if test is not None:
            self.end_test(test)
        self.block(each.nodes("orelse"), None)
        self.end_jumps(*inner.breaks)

    def _leave(self, each: Node, loop: _Loop | None) -> None:
        if each.kind != "Return":
            if loop is None:
                raise Uncovered(f"{each.kind} in line {each.line}")
            (loop.breaks if each.kind == "Break" else loop.continues).append(self.emit_jump())
            return
        here, shown = self.places[-1], each.optional("value")
        if not here.function:
            raise Uncovered(f"Return in line {each.line}")
        if shown is not None and self._calls_itself_again(shown):
            return
        value = constant(None, each.line) if shown is None else self.value(shown)
        self.code.append(Do(assignment(here.result, self.renamed(value), each.line)))
        here.returns.append(self.emit_jump())

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
                end = self.emit_jump()
                self.end_test(test)
                self.do(assignment(found, self.value(each.node("orelse")), each.line))
                self.end_jumps(end)
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
        own = names_in(walked.node("target"))
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
        if word in ENDS and len(given) <= 1 and all(ends_quietly(one) for one in given):
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
            if self._reads_line(function.node("value")) and takes_line_end(each):
                return self._asked(line)
            owner = self.kept(self.value(function.node("value")))
            function = replace(function, fields={**function.fields, "value": owner})
            each = replace(each, fields={**each.fields, "func": function})
        elif (
            function.kind == "Name" and function.text("id") == "int" and len(given) == 1 and not each.nodes("keywords")
        ):
            read = without_blanks(given[0])
            if self._reads_line(read) or self.called(read) == "input":
                return call("int", [self._asked(line) if self._reads_line(read) else self.value(read)], line)
        elif function.kind == "Name" and function.text("id") in _WALKED - self.module.bound and is_generator(given):
            made = self._list_made(given[0])
            return replace(each, fields={**each.fields, "args": [made]})
        if any(self.acts(one.node("value")) for one in each.nodes("keywords")) or any(map(self._binds, given)):
            raise Uncovered(f"Call in line {line}")
        if function.kind == "Attribute" and function.node("value").kind != "Name" and any(map(may_change_lists, given)):
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
            done = self.emit_jump()
            self.end_test(test)
            self._show([single.node("orelse")], between, end, line, only_texts=only_texts)
            self.end_jumps(done)
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
            str(one)
            for part in body
            for inner in part.within()
            if inner.kind == "Global"
            for one in declared_names(inner)
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
        self.end_jumps(*here.returns)
        return name(here.result, line)

    # What is needed for all of it.

    def called(self, each: Node) -> str:
        """The function that a call names, as it is written."""
        if each.kind != "Call":
            return ""
        return dotted_name(each.node("func"))

    def acts(self, each: Node) -> bool:
        """Whether it reads, writes, or ends the program."""
        return any(
            part.kind == "Call" and (self.called(part) in EFFECTS or self.called(part) in self.effects)
            for part in each.within()
        ) or any(part.kind in ("Return", "Break", "Continue") for part in leaving_statements(each))

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
        return self.emit_test(self.renamed(self.value(condition)))


__all__ = ["flatten"]
