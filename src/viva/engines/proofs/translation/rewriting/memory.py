"""Functions that remember what they gave, as functions that do not: `lru_cache`, and tables of results.

What is remembered for an argument is what the function gives for it, so that whoever forgets everything gives the same.
This needs that nothing is done between noting a result and giving it, that the key is all of the arguments, that
nobody else has the table, and that equal arguments are not told apart and results never changed (`refuse_remembering`).
While a result is not there yet it is not asked for: the function without its memory would not end there, and only
one that ends is followed. Each function here goes from syntax to syntax.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from viva.engines.proofs.translation import values as v
from viva.engines.proofs.translation.values import State, Value
from viva.engines.syntax.source import assigned_names
from viva.engines.syntax.tree import Constant, Field, Node, Uncovered

_KEPT = "=remembered"
_CACHES = frozenset({"functools.lru_cache", "functools.cache"})


def without_memory(tree: Node) -> tuple[Node, frozenset[str]]:
    """The module with functions that remember nothing, and the names of those that did."""
    caches, made, remembering = _imported_caches(tree), list[Node](), set[str]()
    for each in tree.nodes("body"):
        other = (
            _without_cache(each, caches) or _without_default_table(each, tree) if each.kind == "FunctionDef" else None
        )
        if other is not None:
            remembering.add(each.text("name"))
        made.append(other or each)
    for table in [each for each in made if _is_table(each)]:
        name = table.nodes("targets")[0].text("id")
        users = [each for each in made if each is not table and _mentions([each], name)]
        if len(users) == 1 and users[0].kind == "FunctionDef":
            [user] = users
            body = _without_table(user, name, _entries(table.node("value")), user.nodes("body"))
            if body is not None:
                made[made.index(user)] = _with(user, {"body": list(body)})
                made.remove(table)
                remembering.add(user.text("name"))
    return (_with(tree, {"body": list(made)}) if remembering else tree), frozenset(remembering)


def refuse_remembering(arguments: Sequence[Value], line: int) -> None:
    """Refuses arguments for which a table may have the result of other, equal ones: 1 and True."""
    for each in arguments:
        if isinstance(each, v.Row):
            refuse_remembering(each.items, line)
        elif not isinstance(each, v.Int | v.Char) and not (isinstance(each, v.Seq) and each.kind == "text"):
            raise Uncovered(f"a table of results for such arguments, in line {line}")


def refuse_sharing(result: Value, state: State, line: int) -> None:
    """Refuses results that can be changed, which the table has, too."""
    if v.references(result) or any(map(v.holds_lists, _types(result, state))):
        raise Uncovered(f"a table of such results, in line {line}")


def _types(value: Value, state: State) -> list[v.Type]:
    match value:
        case v.Row(items):
            return [kind for item in items for kind in _types(item, state)]
        case v.Maybe(_, inner) | v.Perhaps(_, inner):
            return _types(inner, state)
        case v.OneOf(_, one, other):
            return [*_types(one, state), *_types(other, state)]
        case v.Seq(_, _, element):
            return [element]
    return []


def _imported_caches(tree: Node) -> set[str]:
    """What `lru_cache` and `cache` are called in a module."""
    found: set[str] = set()
    for each in tree.nodes("body"):
        if each.kind not in ("Import", "ImportFrom"):
            continue
        source = each.constant("module") if each.kind == "ImportFrom" else None
        for alias in each.nodes("names"):
            word = alias.constant("asname") or alias.text("name")
            full = f"{source}.{alias.text('name')}" if source else alias.text("name")
            if full == "functools":
                found |= {f"{word}.{name.partition('.')[2]}" for name in _CACHES}
            elif full in _CACHES:
                found.add(str(word))
    return found


def _without_cache(function: Node, caches: set[str]) -> Node | None:
    decorators = function.nodes("decorator_list")
    if len(decorators) != 1 or any(each.kind in ("Yield", "YieldFrom") for each in function.within()):
        return None
    [made] = decorators
    if made.kind == "Call":
        given = [*made.nodes("args"), *(each.node("value") for each in made.nodes("keywords"))]
        if any(each.kind != "Constant" for each in given):
            return None
        made = made.node("func")
    word = made.text("id") if made.kind == "Name" else ""
    if made.kind == "Attribute" and made.node("value").kind == "Name":
        word = f"{made.node('value').text('id')}.{made.text('attr')}"
    return _with(function, {"decorator_list": []}) if word in caches else None


def _without_default_table(function: Node, tree: Node) -> Node | None:
    """`def f(n, memo={})`, or `memo=None` with a first line that makes one; calls of itself pass the table on."""
    given, name = function.node("args"), function.text("name")
    parameters, defaults = given.nodes("args"), given.nodes("defaults")
    if not defaults or len(defaults) > len(parameters) or len(parameters) < 2:
        return None
    table, body, first = parameters[-1].text("arg"), function.nodes("body"), defaults[-1]
    made_first = _table_made(body[0], table)
    if first.kind == "Constant" and first.fields.get("value") == Constant(None) and made_first is not None:
        body, first = body[1:], made_first
    if not _is_empty_table(first):
        return None
    shorter = _with(function, {"args": _with(given, {"args": list(parameters[:-1]), "defaults": list(defaults[:-1])})})
    outside = [each for each in tree.nodes("body") if each is not function]
    if not all(_gives_at_most(each, name, len(parameters) - 1) for each in outside):
        return None
    made = [_without_argument(each, name, table, len(parameters)) for each in body]
    found = _without_table(shorter, table, {}, made)
    return None if found is None else _with(shorter, {"body": list(found)})


def _gives_at_most(node: Node, name: str, count: int) -> bool:
    """Whether nobody gives a function more arguments, or passes it on, or names them."""
    called = [
        each for each in node.within()
        if each.kind == "Call" and each.node("func").kind == "Name" and each.node("func").text("id") == name
    ]  # fmt: skip
    met = [each for each in node.within() if each.kind == "Name" and each.text("id") == name]
    return len(met) == len(called) and all(
        len(each.nodes("args")) <= count and not each.nodes("keywords") for each in called
    )


def _table_made(statement: Node, name: str) -> Node | None:
    """The empty table of `if memo is None: memo = {}`, or of `memo = {} if memo is None else memo`."""
    if statement.kind == "If":
        if statement.nodes("orelse") or len(statement.nodes("body")) != 1 or not _is_none(statement.node("test"), name):
            return None
        [made] = statement.nodes("body")
        return made.node("value") if _names(made, name) and _is_empty_table(made.node("value")) else None
    if not _names(statement, name) or statement.node("value").kind != "IfExp":
        return None
    choice = statement.node("value")
    if not _is_none(choice.node("test"), name) or not _is_name(choice.node("orelse"), name):
        return None
    return choice.node("body") if _is_empty_table(choice.node("body")) else None


def _is_none(test: Node, name: str) -> bool:
    return (
        test.kind == "Compare"
        and [each.kind for each in test.nodes("ops")] == ["Is"]
        and _is_name(test.node("left"), name)
        and test.nodes("comparators")[0].fields.get("value") == Constant(None)
    )


def _names(statement: Node, name: str) -> bool:
    """Whether a statement gives this name a value, and nothing else."""
    targets = statement.nodes("targets") if statement.kind == "Assign" else []
    return len(targets) == 1 and _is_name(targets[0], name)


def _without_argument(node: Node, function: str, table: str, count: int) -> Node:
    """Calls of a function that pass the table on as their last argument, without it."""
    fields: dict[str, Field] = {}
    for word, value in node.fields.items():
        if isinstance(value, list):
            fields[word] = [
                _without_argument(each, function, table, count) if isinstance(each, Node) else each for each in value
            ]
        else:
            fields[word] = _without_argument(value, function, table, count) if isinstance(value, Node) else value
    made = replace(node, fields=fields)
    if made.kind == "Call" and _is_name(made.node("func"), function):
        args = made.nodes("args")
        if len(args) == count and _is_name(args[-1], table):
            return _with(made, {"args": list(args[:-1])})
    return made


def _is_table(statement: Node) -> bool:
    if statement.kind != "Assign" or len(statement.nodes("targets")) != 1:
        return False
    value = statement.node("value")
    plain = value.kind == "Dict" and all(
        isinstance(each, Node) and each.kind == "Constant" for word in ("keys", "values") for each in _list(value, word)
    )
    return statement.nodes("targets")[0].kind == "Name" and plain


def _is_empty_table(node: Node) -> bool:
    return node.kind == "Dict" and not _list(node, "keys")


def _list(node: Node, word: str) -> list[object]:
    found = node.fields.get(word)
    return list(found) if isinstance(found, list) else []


def _entries(table: Node) -> dict[str, Node]:
    """The table itself, where it has entries from the beginning."""
    return {} if _is_empty_table(table) else {"table": table}


def _without_table(function: Node, table: str, begun: dict[str, Node], body: Sequence[Node]) -> list[Node] | None:
    """The body of a function that keeps its results in a table, without that."""
    parameters = [each.text("arg") for each in function.node("args").nodes("args")]
    inside = [each for statement in body for each in statement.within()]
    body = [each for each in body if not (each.kind == "Global" and each.fields.get("names") == [Constant(table)])]
    if (
        not parameters
        or not assigned_names(tuple(body)).isdisjoint({*parameters, table})
        or any(each.kind in ("FunctionDef", "Lambda", "Yield", "YieldFrom") for each in inside)
        or not any(each.kind == "Assign" and any(map(_is_subscript, each.nodes("targets"))) for each in inside)
    ):
        return None
    made = _Forgetting(table, parameters, begun.get("table")).block(body, returned=False)
    return None if made is None or _mentions(made, table) else made


def _is_subscript(node: Node) -> bool:
    return node.kind == "Subscript"


class _Forgetting:
    """Goes through the statements of a function with a table."""

    def __init__(self, table: str, parameters: list[str], begun: Node | None) -> None:
        self.table, self.parameters, self.begun = table, parameters, begun

    def block(self, statements: Sequence[Node], *, returned: bool) -> list[Node] | None:
        """Statements without the table; None where that is not seen to mean the same. `returned`: what comes next is
        that the entry is given back."""
        made: list[Node] = []
        for place, each in enumerate(statements):
            rest = statements[place + 1 :]
            gives = self._gives(rest[0]) if rest else returned
            if not _mentions([each], self.table):
                made.append(each)
            elif each.kind == "Return" and self._gives(each):
                made.append(_with(each, {"value": _name(each.line)}))
            elif each.kind == "Assign":
                noted = self._noted(each, rest, gives=gives)
                if noted is None:
                    return None
                made += noted
            elif each.kind == "If":
                asked = self._asks(each.node("test"))
                before = self._known_from_the_beginning(each) if asked is not None else []
                if asked is None:
                    sides = [self.block(each.nodes(word), returned=gives) for word in ("body", "orelse")]
                elif asked == "In":
                    if not self._only_gives(each.nodes("body")):
                        return None
                    sides = [self.block(each.nodes("orelse"), returned=gives)]
                else:
                    if each.nodes("orelse") or not (self._only_gives(rest) or (not rest and returned)):
                        return None
                    sides = [self.block(each.nodes("body"), returned=gives)]
                if any(side is None for side in sides):
                    return None
                if asked is None:
                    one, two = (list(side or []) for side in sides)
                    made.append(_with(each, {"body": list(one), "orelse": list(two)}))
                else:
                    made += [*before, *(sides[0] or [])]
            else:
                return None
        return made

    def _known_from_the_beginning(self, asked: Node) -> list[Node]:
        """What the table has from the beginning is given as it is."""
        if self.begun is None:
            return []
        line = asked.line
        test = _with(asked.node("test"), {"ops": [Node("In", line, {})], "comparators": [self.begun]})
        found = Node("Subscript", line, {"value": self.begun, "slice": asked.node("test").node("left")})
        given = Node("Return", line, {"value": found})
        return [Node("If", line, {"test": test, "body": [given], "orelse": []})]

    def _asks(self, test: Node) -> str | None:
        """`In` or `NotIn`, where a test asks whether the table has an entry."""
        if test.kind != "Compare" or len(test.nodes("ops")) != 1 or not self._is_key(test.node("left")):
            return None
        [operator], [items] = test.nodes("ops"), test.nodes("comparators")
        return operator.kind if operator.kind in ("In", "NotIn") and _is_name(items, self.table) else None

    def _noted(self, statement: Node, rest: Sequence[Node], *, gives: bool) -> list[Node] | None:
        """A result that is noted, and given right away."""
        targets, value = statement.nodes("targets"), statement.node("value")
        others = [each for each in targets if not self._is_entry(each)]
        if len(others) != len(targets) - 1 or _mentions([value, *others], self.table):
            return None
        names = {each.text("id") for each in others if each.kind == "Name"}
        if len(names) != len(others):
            return None
        names |= {value.text("id")} if value.kind == "Name" else set()
        shown = rest[0].optional("value") if rest and rest[0].kind == "Return" else None
        same = shown is not None and shown.kind == "Name" and shown.text("id") in names
        if not (gives or same):
            return None
        return [_with(statement, {"targets": [*others, _name(statement.line)]})]

    def _only_gives(self, statements: Sequence[Node]) -> bool:
        return len(statements) == 1 and self._gives(statements[0])

    def _gives(self, statement: Node) -> bool:
        shown = statement.optional("value") if statement.kind == "Return" else None
        return shown is not None and self._is_entry(shown)

    def _is_entry(self, node: Node) -> bool:
        return (
            node.kind == "Subscript" and _is_name(node.node("value"), self.table) and self._is_key(node.node("slice"))
        )

    def _is_key(self, node: Node) -> bool:
        parts = node.nodes("elts") if node.kind == "Tuple" else [node]
        names = [each.text("id") for each in parts if each.kind == "Name"]
        return names == self.parameters and len(parts) == len(names) and (node.kind == "Tuple") == (len(names) > 1)


def _mentions(nodes: Sequence[Node], name: str) -> bool:
    return any(_is_name(part, name) for each in nodes for part in each.within())


def _is_name(node: Node, name: str) -> bool:
    return node.kind == "Name" and node.text("id") == name


def _name(line: int) -> Node:
    return Node("Name", line, {"id": Constant(_KEPT)})


def _with(node: Node, fields: dict[str, Field]) -> Node:
    return replace(node, fields={**node.fields, **fields})
