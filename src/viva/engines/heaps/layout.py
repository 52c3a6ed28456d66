"""Start reading here: the classes of a structure, as the teacher's source and observed instances show them.

A reference is trusted, so its source is read here. What a class keeps is seen in instances where there are some, and
else in annotations and constructors.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.languages.finding import language_for
from viva.languages.heap import Heap, Reference
from viva.languages.outline import name_in_source
from viva.languages.protocol import Language, reads_of

BACK = frozenset(
    {"prev", "previous", "parent", "up", "before", "back", "father", "p", "predecessor", "_prev", "_parent"}
)
LEFT = ("left", "l", "lc", "lson", "smaller", "first", "child")
RIGHT = ("right", "r", "rc", "rson", "larger", "second", "sibling")
PLACES = frozenset(
    {
        "index",
        "idx",
        "i",
        "j",
        "position",
        "pos",
        "place",
        "times",
        "count",
        "steps",
        "size",
        "length",
        "capacity",
        "rank",
    }
)
LANGUAGES = ("python", "javascript")
"""Those whose classes can be read, and whose objects can be given and taken."""
_MANGLED = re.compile(r"_[^\W_]\w*?__(\w*[^\W_]_?)")
KEYS = ("key", "value", "data", "item", "val", "element", "k", "payload", "priority", "info", "content", "x")


@dataclass(frozen=True, slots=True)
class Parameter:
    """`kind`: `key` (a number, or unknown), `text`, `real`, `truth`, `numbers` and `texts` (lists), `instance` (of
    `cls`), `other` (nothing can be given for it). `nullable`: None will do as well."""

    name: str
    kind: str = "key"
    cls: str = ""
    optional: bool = False
    nullable: bool = False

    @property
    def is_place(self) -> bool:
        """It is named like a position or a number of times: nobody says what a negative one means."""
        return self.kind == "key" and _plain(self.name) in PLACES


@dataclass(frozen=True, slots=True)
class Method:
    name: str
    line: int
    parameters: tuple[Parameter, ...]
    returns: str = ""
    plain: bool = True
    """Called on an instance: no property, no static method, no class method."""


@dataclass(frozen=True, slots=True)
class Field:
    """`kind`: `reference` (to an object of class `cls`, or None), `list`, or `data`."""

    name: str
    kind: str
    cls: str = ""


@dataclass(frozen=True, slots=True)
class Class:
    name: str
    line: int
    methods: tuple[Method, ...]
    constructor: tuple[Parameter, ...] = ()
    fields: tuple[Field, ...] = ()
    bases: tuple[str, ...] = ()

    def method(self, name: str) -> Method | None:
        return next((method for method in self.methods if method.name == name), None)

    @property
    def public(self) -> tuple[Method, ...]:
        return tuple(method for method in self.methods if method.plain and not method.name.startswith(("_", "#")))


@dataclass(frozen=True)
class Layout:
    """The classes of a program by name. `main` is the one whose methods are asked for, or none, for functions."""

    classes: Mapping[str, Class]
    main: str

    @property
    def of_main(self) -> Class:
        return self.classes[self.main]

    @cached_property
    def node(self) -> str | None:
        """The class whose objects refer to objects of the same class: what a structure consists of."""
        for cls in (self.main, *self.classes):
            if any(field.kind == "reference" and field.cls == cls for field in self.fields(cls)):
                return cls
        return None

    def fields(self, cls: str) -> tuple[Field, ...]:
        return self.classes[cls].fields if cls in self.classes else ()

    @cached_property
    def links(self) -> tuple[str, ...]:
        """The references of a node that lead on, left before right; not those that lead back, unless all do."""
        if self.node is None:
            return ()
        own = [field.name for field in self.fields(self.node) if field.kind == "reference" and field.cls == self.node]
        onward = [name for name in own if not is_back(name)]
        return tuple(sorted(onward or own, key=_side))

    @cached_property
    def back_links(self) -> tuple[str, ...]:
        own = [field.name for field in self.fields(self.node or "") if field.kind == "reference"]
        return tuple(name for name in own if is_back(name) and name not in self.links)

    @cached_property
    def data(self) -> tuple[str, ...]:
        """The data of a node, its key first."""
        own = [field.name for field in self.fields(self.node or "") if field.kind == "data"]
        return tuple(sorted(own, key=lambda name: KEYS.index(_plain(name)) if _plain(name) in KEYS else len(KEYS)))

    @cached_property
    def key(self) -> str | None:
        return self.data[0] if self.data else None


def _plain(name: str) -> str:
    return spoken(name).strip("#_").lower()


def spoken(name: str) -> str:
    """A private name as it stands in the source: `__left` for `_Node__left`."""
    mangled = _MANGLED.fullmatch(name)
    return f"__{mangled[1]}" if mangled else name


def _mangled(name: str, cls: str) -> str:
    private = name.startswith("__") and not name.endswith("__")
    return f"_{cls.lstrip('_')}{name}" if private and cls.strip("_") else name_in_source(name)


def is_back(name: str) -> bool:
    return _plain(name) in BACK


def _side(name: str) -> int:
    plain = _plain(name)
    return 0 if plain in LEFT or plain.startswith("left") else 2 if plain in RIGHT or plain.startswith("right") else 1


def language_of(file: str) -> Language:
    """That of a reference, by its ending."""
    return language_for(file, LANGUAGES)


def read_layout(text: str, main: str, file: str) -> Layout:
    """The classes of a trusted source. Raises Fault where it cannot be read, or has no class of that name."""
    outline = reads_of(language_of(file)).outline(text)
    try:
        tree = ast.parse(outline.text, file)
    except SyntaxError as problem:
        raise Fault(f"this is not valid Python: {problem.msg}", file, problem.lineno, problem.offset) from None
    for each in ast.walk(tree):
        if isinstance(each, ast.ClassDef | ast.FunctionDef):
            each.lineno = outline.line(each.lineno)
    nodes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    for outer in list(nodes.values()):
        inner = {node.name: node for node in outer.body if isinstance(node, ast.ClassDef)}
        nodes = {**inner, **nodes}
    if main not in nodes:
        found = ", ".join(nodes) or "no class at all"
        raise Fault(f"the reference defines no class {main!r}", file, 1, remedy=f"it defines {found}")
    classes = {name: _class(node, nodes) for name, node in nodes.items()}
    return _inherited(Layout(_linked(classes, nodes), main))


def _class(node: ast.ClassDef, known: Mapping[str, ast.ClassDef]) -> Class:
    methods = [_method(item, known) for item in node.body if isinstance(item, ast.FunctionDef)]
    constructor = next((method.parameters for method in methods if method.name == "__init__"), None)
    if constructor is None:
        constructor = _dataclass_parameters(node, known)
    bases = tuple(base.id for base in node.bases if isinstance(base, ast.Name))
    return Class(node.name, node.lineno, tuple(methods), constructor or (), (), bases)


def _inherited(layout: Layout) -> Layout:
    """Methods and fields of base classes in the same source belong to a class too."""

    def whole(cls: Class, seen: frozenset[str] = frozenset()) -> Class:
        for base in cls.bases:
            if base in layout.classes and base not in seen:
                parent = whole(layout.classes[base], seen | {cls.name})
                own = {method.name for method in cls.methods}
                fields = {field.name for field in cls.fields}
                more = tuple(
                    replace(field, cls=cls.name) if field.cls == base else field
                    for field in parent.fields
                    if field.name not in fields
                )
                cls = replace(
                    cls,
                    methods=(*cls.methods, *(method for method in parent.methods if method.name not in own)),
                    constructor=cls.constructor if "__init__" in own else parent.constructor or cls.constructor,
                    fields=(*more, *cls.fields),
                )
        return cls

    return Layout({name: whole(cls) for name, cls in layout.classes.items()}, layout.main)


def _method(node: ast.FunctionDef, known: Mapping[str, ast.ClassDef]) -> Method:
    decorators = {ast.unparse(item).split("(")[0] for item in node.decorator_list}
    arguments = [*node.args.posonlyargs, *node.args.args]
    skipped = 0 if "staticmethod" in decorators else 1
    optional = len(arguments) - len(node.args.defaults)
    parameters = tuple(
        _parameter(argument.arg, argument.annotation, number >= optional, known)
        for number, argument in enumerate(arguments)
        if number >= skipped
    )
    plain = not decorators & {"property", "staticmethod", "classmethod", "cached_property", "functools.cached_property"}
    plain = plain and not any(name.endswith((".setter", ".deleter")) for name in decorators)
    return Method(
        name_in_source(node.name), node.lineno, parameters, ast.unparse(node.returns) if node.returns else "", plain
    )


def _parameter(name: str, annotation: ast.expr | None, optional: bool, known: Mapping[str, ast.ClassDef]) -> Parameter:
    if annotation is None:
        return Parameter(name, "key", "", optional)
    stated = ast.unparse(annotation)
    kind, cls = _kind(stated, known)
    return Parameter(name, kind, cls, optional, "None" in stated or "Optional" in stated)


def _kind(stated: str, known: Mapping[str, ast.ClassDef]) -> tuple[str, str]:
    plain = stated.replace('"', "").replace("'", "").replace("Optional[", "").replace(" ", "")
    parts = [part for part in plain.rstrip("]").split("|") if part != "None"] if "|" in plain else [plain.rstrip("]")]
    first = parts[0] if parts else ""
    if first in known:
        return "instance", first
    words = {"int": "key", "str": "text", "float": "real", "bool": "truth", "Any": "key", "object": "key", "": "key"}
    if first in words:
        return words[first], ""
    if first.lower().startswith(("list[int", "sequence[int", "iterable[int")) or first in ("list", "List"):
        return "numbers", ""
    if first.lower().startswith(("list[str", "sequence[str", "iterable[str")):
        return "texts", ""
    return ("key", "") if first.isidentifier() and len(first) <= 2 else ("other", "")


def _dataclass_parameters(node: ast.ClassDef, known: Mapping[str, ast.ClassDef]) -> tuple[Parameter, ...]:
    if not any("dataclass" in ast.unparse(item) for item in node.decorator_list):
        return ()
    return tuple(
        _parameter(item.target.id, item.annotation, item.value is not None, known)
        for item in node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    )


def _linked(classes: Mapping[str, Class], nodes: Mapping[str, ast.ClassDef]) -> dict[str, Class]:
    """The fields as the source shows them: by annotation, or by what a constructor puts there. A field that begins as
    None refers to a node: to the class that has no other class's nodes in it, which is mostly the smaller one."""
    assigned = {name: _assigned(node, nodes) for name, node in nodes.items()}
    inner = _node_class(assigned)
    found: dict[str, Class] = {}
    for name, cls in classes.items():
        fields = []
        for field, (kind, target) in assigned[name].items():
            if kind == "none":
                fields.append(Field(field, "reference", inner or name))
            else:
                fields.append(Field(field, kind, target))
        found[name] = replace(cls, fields=tuple(fields))
    return found


def _node_class(assigned: Mapping[str, Mapping[str, tuple[str, str]]]) -> str | None:
    """The class with data of its own and something that begins as None."""
    for name, fields in assigned.items():
        kinds = {kind for kind, _ in fields.values()}
        if "data" in kinds and ("none" in kinds or any(cls == name for _, cls in fields.values())):
            return name
    return next((name for name, fields in assigned.items() if any(kind == "none" for kind, _ in fields.values())), None)


def _assigned(node: ast.ClassDef, known: Mapping[str, ast.ClassDef]) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for item in node.body:
        match item:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation) if "ClassVar" not in ast.unparse(
                annotation
            ):
                found[name] = _field_kind(annotation, item.value, known)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=None)):
                found[name] = ("none", "")
            case ast.FunctionDef(name="__init__"):
                defaults = {**_defaults(item), "self": ("reference", node.name)}
                for statement in ast.walk(item):
                    match statement:
                        case ast.Assign(targets=targets, value=value):
                            for target in targets:
                                _note(found, target, value, defaults, known)
                        case ast.AnnAssign(target=ast.Attribute(attr=name), annotation=annotation, value=value):
                            found.setdefault(name, _field_kind(annotation, value, known))
    return {_mangled(name, node.name): kind for name, kind in found.items()}


def _note(
    found: dict[str, tuple[str, str]],
    target: ast.expr,
    value: ast.expr,
    defaults: Mapping[str, tuple[str, str]],
    known: Mapping[str, ast.ClassDef],
) -> None:
    pairs = [(target, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = list(zip(target.elts, value.elts, strict=False))
    for place, given in pairs:
        match place:
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if name not in found:
                found[name] = _value_kind(given, defaults, known)


def _value_kind(
    value: ast.expr, defaults: Mapping[str, tuple[str, str]], known: Mapping[str, ast.ClassDef]
) -> tuple[str, str]:
    match value:
        case ast.Constant(value=None):
            return "none", ""
        case ast.Name(id=name) if name in defaults:
            return defaults[name]
        case ast.Call(func=ast.Name(id=name)) if name in known:
            return "reference", name
        case ast.List() | ast.ListComp() | ast.BinOp(left=ast.List()) | ast.Call(func=ast.Name(id="list")):
            return "list", ""
    return "data", ""


def _defaults(node: ast.FunctionDef) -> dict[str, tuple[str, str]]:
    arguments = [*node.args.posonlyargs, *node.args.args]
    given = node.args.defaults
    late = arguments[len(arguments) - len(given) :]
    defaults = {argument.arg: default for argument, default in zip(late, given, strict=True)}
    found: dict[str, tuple[str, str]] = {}
    for argument in arguments[1:]:
        default = defaults.get(argument.arg)
        empty = isinstance(default, ast.Constant) and default.value is None
        found[argument.arg] = ("none", "") if empty else ("data", "")
    return found


def _field_kind(annotation: ast.expr, value: ast.expr | None, known: Mapping[str, ast.ClassDef]) -> tuple[str, str]:
    kind, cls = _kind(ast.unparse(annotation), known)
    if kind == "instance":
        return "reference", cls
    if kind in ("numbers", "texts") or ast.unparse(annotation).lower().startswith("list"):
        return "list", ""
    if kind in ("key", "other") and isinstance(value, ast.Constant) and value.value is None:
        return "none", ""
    return "data", ""


def observe_fields(layout: Layout, heaps: Iterable[Heap]) -> Layout:
    """With the fields as instances have them, where instances were seen: what a class really keeps."""
    seen: dict[str, dict[str, set[str]]] = {}
    for heap in heaps:
        for node in heap.nodes:
            if node.kind not in ("object", "dataclass"):
                continue
            fields = seen.setdefault(node.label, {})
            for name, child in zip(node.names, node.children, strict=True):
                fields.setdefault(name, set()).add(_seen_kind(child, heap))
    classes = dict(layout.classes)
    for name, cls in layout.classes.items():
        if name in seen:
            known = {field.name: field for field in cls.fields}
            found = [_observed_field(field, kinds, known.get(field)) for field, kinds in seen[name].items()]
            places = {field: place for place, field in enumerate(known)}
            ordered = sorted(found, key=lambda field: places.get(field.name, len(places)))
            classes[name] = replace(cls, fields=tuple(ordered))
    return Layout(classes, layout.main)


def _seen_kind(child: object, heap: Heap) -> str:
    if isinstance(child, Reference):
        node = heap.nodes[child.node]
        return f"@{node.label}" if node.kind in ("object", "dataclass") else "list" if node.kind == "list" else "data"
    return "none" if child is None else "data"


def _observed_field(name: str, kinds: set[str], before: Field | None) -> Field:
    objects = sorted(kind[1:] for kind in kinds if kind.startswith("@"))
    if objects:
        return Field(name, "reference", objects[0])
    if "list" in kinds:
        return Field(name, "list")
    if kinds == {"none"} and before is not None:
        return before
    return Field(name, "data")
