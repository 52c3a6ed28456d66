"""What is in a source: what GHC says of it, where it compiles, and what its text shows where it does not."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Sequence

from viva.core.fault import Fault
from viva.core.json import Json
from viva.languages.haskell.compiler import REMEDY, available
from viva.languages.haskell.concrete import concrete, types_inside
from viva.languages.haskell.encoding import plain_name
from viva.languages.haskell.interface import Interface, read_text
from viva.languages.haskell.program import ASKED, Box, module_of, warm_sandbox
from viva.languages.haskell.shaping import Given, Shaper, json_of, parameter_names
from viva.languages.haskell.source import literals, without_comments
from viva.languages.haskell.types import OWN, NoType, Scheme, Type, read_plain, show_scheme, unfold
from viva.languages.program import NoProgram
from viva.languages.survey import Documented, Fields, Mention, Signature, Survey
from viva.sandbox import Sandbox

constructs: tuple[str, ...] = (
    "if", "case", "let", "where", "do", "lambda", "guard", "comprehension", "recursion", "foreign", "splice",
)  # fmt: skip
given_names: frozenset[str] = frozenset(
    {
        "abs", "all", "and", "any", "appendFile", "asTypeOf", "atan2", "break", "ceiling", "compare", "concat",
        "concatMap", "const", "cos", "curry", "cycle", "div", "divMod", "drop", "dropWhile", "either", "elem",
        "enumFrom", "enumFromThen", "error", "even", "exp", "filter", "flip", "floor", "fmap", "foldl", "foldl1",
        "foldr", "foldr1", "fromEnum", "fromIntegral", "fst", "gcd", "getLine", "head", "id", "init", "interact",
        "iterate", "last", "lcm", "length", "lines", "log", "lookup", "map", "mapM", "mapM_", "max", "maximum", "maybe",
        "min", "minimum", "mod", "negate", "not", "notElem", "null", "odd", "otherwise", "pi", "pred", "print",
        "product", "putStr", "putStrLn", "quot", "quotRem", "read", "reads", "rem", "repeat", "replicate", "return",
        "reverse", "round", "scanl", "scanl1", "scanr", "scanr1", "seq", "sequence", "show", "signum", "sin", "snd",
        "span", "splitAt", "sqrt", "subtract", "succ", "sum", "tail", "take", "takeWhile", "tan", "toEnum", "truncate",
        "uncurry", "undefined", "unlines", "until", "unwords", "unzip", "unzip3", "words", "zip", "zip3", "zipWith",
        "zipWith3",
    }
)  # fmt: skip
_ARBITRARY = 400  # values that an instance is asked for
_WORDS = {"if": "if", "case": "case", "let": "let", "where": "where", "do": "do", "foreign": "foreign"}
_TOKEN = re.compile(
    r"(?P<comment>--+(?![!#$%&*+./<=>?@\\^|~:])[^\n]*)|(?P<text>\"(?:[^\"\\\n]|\\.)*\")|(?P<letter>'(?:[^'\\\n]|\\[^\n']{1,6})')"
    r"|(?P<name>(?:[A-Z][\w']*\.)*[A-Za-z_][\w']*)|(?P<sign>[!#$%&*+./<=>?@\\^|~:-]+)"
)
_IMPORT = re.compile(r"^import\s+(?:safe\s+)?(?:qualified\s+)?([A-Z][\w.]*)", re.MULTILINE)
_DECLARED = re.compile(
    r"^(data|newtype|type|class)\s+(?:[^=\n]*=>\s*)?([A-Z][\w']*)([^\n]*(?:\n[ \t]+[^\n]*)*)", re.MULTILINE
)
_DEFINED = re.compile(r"^([a-z_][\w']*)\b(?!\s*(?:::|,))|^\(([^\w\s()]+)\)", re.MULTILINE)
_DOCTEST = re.compile(r"^\s*--\s*>>>\s*(.+?)\s*$\n(?:^\s*--\s?([^>\n].*?)\s*$)?", re.MULTILINE)


def survey(sandbox: Sandbox, source: bytes) -> Survey:
    """See `viva.languages.protocol`."""
    text = source.decode("utf-8", "replace").replace("\r\n", "\n")
    if not text.strip():
        return Survey()
    module = module_of(sandbox, text)
    if isinstance(module, NoProgram):
        return _survey(text, None, ())
    return _survey(text, module.interface, module.boxes, _given(sandbox, text, module.interface))


@functools.lru_cache(maxsize=64)
def survey_trusted(text: str, file: str) -> Survey:
    """A file of the teacher: GHC has to read it too, in the sandbox as always."""
    if not available():
        return _survey(text, read_text(text), ())
    with warm_sandbox() as sandbox:
        module = module_of(sandbox, text)
        given = _given(sandbox, text, Interface() if isinstance(module, NoProgram) else module.interface)
    if isinstance(module, NoProgram):
        said = module.message.splitlines()[0] if module.message else module.reason
        raise Fault(f"this is not valid Haskell: {said}", file, module.line, module.column)
    if not module.interface.functions and not module.compiled.told:
        raise Fault("GHC says nothing of the functions in it", file, remedy=REMEDY)
    return _survey(text, module.interface, module.boxes, given)


def _given(sandbox: Sandbox, text: str, interface: Interface) -> Given:
    """What the instances of `Arbitrary` in a module make."""
    fields = {one.name: one.fields for data in interface.types.values() for one in data.constructors or ()}

    @functools.lru_cache(maxsize=64)
    def given(body: Type) -> Sequence[Json]:
        from viva.languages.haskell.calling import given_values  # noqa: PLC0415 it reads texts with this module

        made = [json_of(value, fields) for value in given_values(sandbox, text, body, _ARBITRARY)]
        return [value for value in made if value is not None]

    return given


@functools.lru_cache(maxsize=8)
def survey_text(text: str) -> Survey:
    """What the text alone shows."""
    return _survey(text, None, ())


def _survey(text: str, interface: Interface | None, boxes: Sequence[Box], given: Given = lambda _: ()) -> Survey:
    plain = without_comments(text)
    mentions = list(_mentions(plain))
    defined = tuple(dict.fromkeys(one or two for one, two in _DEFINED.findall(plain) if one not in _KEYWORDS))
    types = [match.group(2) for match in _DECLARED.finditer(plain)]
    made = [name for match in _DECLARED.finditer(plain) for name in _constructors(match.group(1), match.group(3))]
    names = tuple(one for one in mentions if one.name not in _KEYWORDS)
    own = {*defined, *types, *made}
    syntax = [Mention(_WORDS[one.name], one.line, one.column) for one in mentions if one.name in _WORDS]
    syntax += _other_constructs(plain, defined)
    functions, classes = _typed(interface, boxes, text, given) if interface else ((), ())
    known = interface or Interface()
    safe = known.safe and not known.splices
    return Survey(
        functions=functions,
        classes=classes,
        constants=literals(text),
        syntax=tuple(sorted(syntax, key=lambda one: (one.line, one.column))),
        names=names,
        imports=tuple(_at(plain, match, match.group(1)) for match in _IMPORT.finditer(plain)),
        lines=tuple(number for number, line in enumerate(plain.split("\n"), 1) if _has_code(line)),
        defined=defined,
        bound=tuple(sorted(own)),
        impure=(Mention("unlimited" if safe else "unsafe", 1, 1),),
        pure=tuple(name for name, scheme in known.functions.items() if safe and _walkable(known, scheme)),
    )


_KEYWORDS = frozenset(
    {
        "module", "where", "import", "qualified", "as", "hiding", "data", "newtype", "type", "class", "instance",
        "deriving", "if", "then", "else", "case", "of", "let", "in", "do", "infixl", "infixr", "infix", "foreign",
        "forall", "default",
    }
)  # fmt: skip


def _has_code(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("--")


def _constructors(word: str, rest: str) -> list[str]:
    if word not in ("data", "newtype") or "=" not in rest:
        return []
    body = rest.partition("=")[2].partition("deriving")[0]
    found = [re.match(r"\s*(?:!?\S+\s+)?(:[^\w\s]+)|\s*([A-Z][\w']*)", part) for part in body.split("|")]
    return [one.group(1) or one.group(2) for one in found if one]


def _at(text: str, match: re.Match[str], name: str) -> Mention:
    start = match.start()
    return Mention(name, text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start))


def _mentions(text: str) -> Iterator[Mention]:
    line, begin, place = 1, 0, 0
    for match in _TOKEN.finditer(text):
        breaks = text.count("\n", place, match.start())
        if breaks:
            line += breaks
            begin = text.rfind("\n", 0, match.start()) + 1
        place = match.start()
        if match.group("name"):
            yield Mention(match.group("name"), line, match.start() - begin + 1)


def local_names(text: str) -> Callable[[int], frozenset[str]]:
    """What a definition binds itself, by its lines: names after `let` and `where`, parameters, what `<-` gives. In it
    they are no functions of the library, whatever they are called."""
    found: dict[int, frozenset[str]] = {}
    block: list[tuple[int, str]] = []

    def keep() -> None:
        whole = "\n".join(line for _, line in block)
        bound = frozenset(
            name for pattern in _BINDINGS for part in pattern.findall(whole) for name in _NAME.findall(part)
        )
        found.update((number, bound) for number, _ in block)

    for number, line in enumerate(without_comments(text).split("\n"), 1):
        if line[:1].strip():
            keep()
            block = []
        block.append((number, line))
    keep()
    return lambda line: found.get(line, frozenset())


_NAME = re.compile(r"(?<![\w'])[a-z_][\w']*")
_BINDINGS = (
    re.compile(r"\b(?:let|where)\s+([a-z_][\w']*)(?=[^\n=|<>/]*=(?!=))"),
    re.compile(r"^[ \t]+([a-z_][\w']*)(?=[^\n=|<>/]*=(?!=))", re.MULTILINE),
    re.compile(r"^[a-z_][\w']*([^\n=|<>/]*)(?:=(?!=)|\|)", re.MULTILINE),
    re.compile(r"\\([^\n\\]*?)->"),
    re.compile(r"([a-z_][\w']*)\s*<-"),
)


def _other_constructs(text: str, defined: Sequence[str]) -> Iterator[Mention]:
    """Constructs that are no single word."""
    for name, pattern in (
        ("lambda", r"(?<![!#$%&*+./<=>?@\\^|~:'\"-])\\(?=\s*[\w(\[_~!])"),
        ("guard", r"^\s+\|(?!\|)|(?<=\w)\s+\|(?=\s[^|\]]*=)"),
        ("comprehension", r"\[[^\[\]\n]*\|(?!\|)[^\]\n]*(?:<-|,)"),
        ("splice", r"\$\(|\[[a-z]*\|"),
    ):
        yield from (_at(text, match, name) for match in re.finditer(pattern, text, re.MULTILINE))
    for name in defined:
        body = re.compile(rf"^{re.escape(name)}\b(?!\s*::)[^\n]*(?:\n(?:[ \t]+[^\n]*)?)*", re.MULTILINE)
        for match in body.finditer(text):
            after = match.group().partition(name)[2]
            if re.search(rf"(?<![\w'.]){re.escape(name)}(?![\w'])", after.partition("\n\n")[0]):
                yield _at(text, match, "recursion")
                break


def _typed(
    interface: Interface, boxes: Sequence[Box], text: str, given: Given
) -> tuple[tuple[Signature, ...], tuple[Fields, ...]]:
    """The functions with their types, made concrete, and the constructors that their arguments are made of."""
    letters = "".join(one for one in literals(text) if isinstance(one, str))
    shaper = Shaper(interface, letters, given)
    lines = {box.name: box for box in boxes if box.kind == "TopLevel"}
    found: list[Signature] = []
    for name, scheme in interface.functions.items():
        box = lines.get(name)
        parameters: tuple[tuple[str, Json], ...] = ()
        returns: Json = None
        try:
            types, result = unfold(concrete(interface, scheme))
            names = parameter_names(types)
            parameters = tuple((one, _json(shaper, body)) for one, body in zip(names, types, strict=True))
            returns = _json(shaper, result)
        except NoType:
            types, _ = unfold(scheme.body)
            parameters = tuple((one, None) for one in parameter_names(types))
        found.append(Signature(name, box.line if box else 1, box.end_line if box else 1, parameters, returns))
    classes = tuple(Fields(name, 1, fields) for name, fields in shaper.classes.items())
    return tuple(sorted(found, key=lambda one: one.line)), classes


def _walkable(interface: Interface, scheme: Scheme) -> bool:
    """Whether all arguments can be tried, and answers compared whole: of neither is there a list, which may have no
    end, and letters and numbers are only answers."""
    try:
        body = concrete(interface, scheme)
        parameters, result = unfold(body)
        known = types_inside(interface, result)
        given = [one for parameter in parameters for one in types_inside(interface, parameter)]
    except NoType:
        return False
    return all(_is_finite(one) for one in given) and all(
        _is_finite(one) or (not one.arguments and not one.name.startswith(OWN)) for one in known
    )


def _is_finite(body: Type) -> bool:
    return body.name.startswith((OWN, "(,")) or body.name in ("Bool", "()", "Ordering", "Maybe", "Either")


def _json(shaper: Shaper, body: object) -> Json:
    try:
        return shaper.json(body)  # type: ignore[arg-type]
    except NoType:
        return None


def read_type(text: str) -> Json:
    """A type as Haskell writes it; only of the language's own types."""
    scheme = read_plain(text)
    empty = Interface()
    return Shaper(empty).json(concrete(empty, scheme))


def library_function(named: str, function: str) -> str | None:
    """`elem` and `Data.List.isInfixOf` are such names."""
    if not re.fullmatch(r"(?:[A-Z]\w*\.)*[a-z_][\w']*", named):
        return None
    module = named.rpartition(".")[0] or "Prelude"
    head = "{-# LANGUAGE NoMonomorphismRestriction #-}\nmodule Library where\n"
    return f"{head}import Prelude ()\nimport qualified {module}\n{function} = {module}.{named.rpartition('.')[2]}\n"


def renamed(text: str, old: str, new: str) -> str:
    return f"{{-# LANGUAGE NoMonomorphismRestriction #-}} {text}\n\n{new} = {old}\n"


def documented_calls(text: str, functions: Sequence[str]) -> list[Documented]:
    """Lines such as `-- >>> double 3` with the answer in the line below."""
    from viva.languages.haskell.literals import NoLiteral, read_call, read_literal  # noqa: PLC0415

    found: list[Documented] = []
    for match in _DOCTEST.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        try:
            name, arguments = read_call(match.group(1))
        except NoLiteral:
            continue
        if name in functions:
            try:
                answer: tuple[object, ...] = (read_literal(match.group(2)),) if match.group(2) else ()
            except NoLiteral:
                answer = ()
            found.append(Documented(tuple(arguments), line, answer))
    return found


def class_definitions(text: str, wanted: frozenset[str], bound: frozenset[str]) -> str:
    """The types of a source that have these constructors, with the types that those need."""
    plain = without_comments(text)
    declared: dict[str, tuple[str, set[str]]] = {}
    for match in _DECLARED.finditer(plain):
        if match.group(1) != "class":
            made = set(_constructors(match.group(1), match.group(3)))
            declared[match.group(2)] = (text[match.start() : match.end()], made)
    todo = [name for name, (_, made) in declared.items() if made & {plain_name(one) for one in wanted}]
    chosen: list[str] = []
    while todo:
        name = todo.pop()
        if name in chosen or name in bound or name not in declared:
            continue
        chosen.append(name)
        todo += re.findall(r"\b[A-Z][\w']*", declared[name][0])
    return "\n".join(declared[name][0].rstrip() for name in declared if name in chosen)


def asked_as(text: str, function: str) -> str:
    """A remark for the end of a submission: of which type the function is that it is compared with. What is written
    with type variables is then asked of the same type."""
    interface = _interface(text)
    scheme = interface.functions.get(function) if interface else None
    if interface is None or scheme is None:
        return ""
    try:
        return f"{ASKED}{show_scheme(Scheme(concrete(interface, scheme)))}"
    except NoType:
        return ""


@functools.lru_cache(maxsize=64)
def _interface(text: str) -> Interface | None:
    if not available():
        return None
    with warm_sandbox() as sandbox:
        module = module_of(sandbox, text)
    return None if isinstance(module, NoProgram) else module.interface
