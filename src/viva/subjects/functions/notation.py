"""From the files of an exercise to its task: the table `[functions]`, the reference, its annotations and doctests.

The teacher's files are trusted, so they are read here and not in the sandbox.
"""

from __future__ import annotations

import ast
import difflib
from dataclasses import replace

from viva.core.exercise import read_manifest
from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.source import MANIFEST, Source
from viva.core.table import Table, suggestion
from viva.engines.calls import TOLERANCE, Arguments, Comparison, InputClass, Parameter, Question
from viva.engines.calls import Source as Trusted
from viva.engines.calls.inputs.concolic import STEPS
from viva.engines.shapes import (
    Choice,
    Classes,
    Shape,
    Unknown,
    asked_again,
    fit_value,
    inner_shapes,
    parse_shape,
    read_shape,
    shape_of,
    surveyed_classes,
)
from viva.engines.shapes.usual import reach_of, spoken_letters
from viva.languages.finding import DEFAULT, language_for, language_named, read_languages
from viva.languages.protocol import Language, reads_of
from viva.languages.survey import Documented, Survey
from viva.services.varying import slots
from viva.subjects.functions import examples
from viva.subjects.functions.model import Rules, Task

_MOST_STEPS = 100_000
_ALIKE = 0.8
_ROUNDS = 10_000
_MOST_ROUNDS = 1_000_000


def read_task(settings: Table, source: Source) -> Task:
    """Of files without slots."""
    languages = read_languages(settings, calls=True)
    slots.read_slots(settings)
    question, properties, signature = _question(source, settings, languages)
    task = Task(
        question=question,
        properties=properties,
        analyses=_python(source, settings, "analyses"),
        solution=_solution(source, settings, languages),
        rules=_rules(settings, languages),
        growth=settings.flag("growth", True),
        too_slow=settings.choice("too_slow", ("left_out", "refuted"), "left_out"),
        past_loops=_past_loops(settings),
        search=_search(settings),
        languages=languages,
        corpus=_corpus(source, settings, languages, question),
        fix=settings.choice("fix", ("change", "holes"), "change"),
        stated=signature.stated,
        documented=signature.documented,
        references=_references(source, settings, question),
    )
    return replace(task, by_name=examples.by_name(task, settings, read_manifest(source).statement))


def _past_loops(settings: Table) -> int:
    rounds = settings.integer("loop_rounds", _ROUNDS)
    if not 1 <= rounds <= _MOST_ROUNDS:
        raise settings.fault("loop_rounds", f"must be from 1 to {_MOST_ROUNDS:,}", f"as in loop_rounds = {_ROUNDS}")
    return rounds if settings.flag("past_loops", False) else 0


def _references(source: Source, table: Table, question: Question) -> tuple[Trusted, ...]:
    """Further right solutions, each with the function of the exercise."""
    function, first = question.function, question.reference
    files = table.strings("references", ())
    if files and (first is None or first.language not in DEFAULT):
        raise table.fault("references", "are further ones, and there is no first one in Python", "name a `reference`")
    if len({*files, first.file if first else None}) <= len(files):
        raise table.fault("references", "names a file twice, or that of `reference`", "name each once")
    found = []
    for file in files:
        language = language_for(file, DEFAULT)
        text = source.text(file)
        if function not in reads_of(language).survey_trusted(text, file).defined:
            raise Fault(f"this reference defines no function {function!r}", file=file, line=1, remedy="define it")
        found.append(Trusted(text, function, language.name, file))
    return tuple(found)


def _corpus(source: Source, table: Table, languages: tuple[str, ...], question: Question) -> tuple[Trusted, ...]:
    """Other right programs: the files of a folder of the exercise."""
    if not table.has("corpus"):
        return ()
    folder = table.string("corpus").rstrip("/")
    paths = [f"{folder}/{name}" for name in source.below(f"{folder}/")]
    if not paths:
        raise table.fault("corpus", f"names {folder!r}, and the exercise has no files in such a folder", None)
    found: list[Trusted] = []
    for path in paths:
        language = language_for(path, languages)
        text = source.text(path)
        if reads_of(language).survey_trusted(text, path).function(question.function) is None:
            raise Fault(
                f"this defines no function {question.function!r}", path, 1, remedy="name it as the exercise asks"
            )
        found.append(Trusted(text, question.function, language.name, path))
    return tuple(found)


def _search(table: Table) -> int:
    steps = table.integer("search", STEPS)
    if not 0 <= steps <= _MOST_STEPS:
        raise table.fault("search", f"must be from 0 to {_MOST_STEPS} steps")
    return steps


def _question(source: Source, table: Table, languages: tuple[str, ...]) -> tuple[Question, Trusted | None, _Signature]:
    """What is asked, the properties that decide too, or alone where there is no reference, and what examples show."""
    function = table.string("function")
    if not all(part.isidentifier() for part in function.split(".")):
        raise table.fault("function", f"cannot be {function!r}", "it is the name that the submission defines")
    reference = _reference(source, table, function, languages)
    properties = _trusted(source, table, "properties")
    if reference is None and properties is None:
        raise table.fault("reference", "is missing", "name a file with the reference, or one with `properties`")
    signature = _signature(function, reference, properties, table)
    requires = _requires(source, table, function)
    parameters = _parameters(table, signature, reference)
    parameters += _called_again(signature, parameters)
    shapes = tuple(parameter.shape for parameter in parameters)
    signature = signature.fitting(shapes)
    examples.look_at_table(table, signature.stated, parameters, optional=len(signature.defaults))
    plain_text = table.choice("letters", ("any", "ascii"), "any") == "ascii"
    texts = [trusted.text for trusted in (reference, requires, properties) if trusted]
    question = Question(
        function=function,
        parameters=parameters,
        reference=reference,
        requires=requires,
        definitions=reference or properties,
        comparison=_comparison(source, table),
        classes=_input_classes(table),
        examples=signature.examples,
        letters=spoken_letters((*texts, repr(signature.examples), repr(shapes))) if plain_text else None,
        reach=reach_of(signature.examples),
        languages=tuple(dict.fromkeys((*languages, *([reference.language] if reference else [])))),
    )
    return question, properties, signature


@dataclass(frozen=True, slots=True)
class _Signature:
    """What is known of the parameters: names with annotations where there are some, and examples of calls."""

    parameters: tuple[tuple[str, Json], ...]
    classes: Classes
    stated: tuple[Arguments, ...]
    documented: tuple[Documented, ...] = ()
    defaults: tuple[str, ...] = ()
    returns: Json = None

    @property
    def examples(self) -> tuple[Arguments, ...]:
        return (*self.stated, *(call.arguments for call in self.documented))

    def fitting(self, shapes: tuple[Shape, ...]) -> _Signature:
        """With the examples as the shapes have them."""

        def fit(row: Arguments) -> Arguments:
            return (*map(fit_value, shapes, row), *row[len(shapes) :])

        documented = tuple(replace(call, arguments=fit(call.arguments)) for call in self.documented)
        return replace(self, stated=tuple(map(fit, self.stated)), documented=documented)


def _reference(
    source: Source,
    table: Table,
    function: str,
    languages: tuple[str, ...],
) -> Trusted | None:
    if not table.has("reference"):
        return None
    named = table.string("reference")
    language = language_for(named, (*languages, *DEFAULT))
    if named not in source.files and not named.endswith(language.suffixes):
        library = language.reads.library_function(named, function) if language.reads else None
        if library is None:
            said = f"names {named!r}, which is no file and no function of {language.name.title()}"
            raise table.fault("reference", said, None)
        return Trusted(library, function, language.name)
    text = source.text(named)
    if language.reads is None:
        return Trusted(text, function, language.name, named)
    facts = language.reads.survey_trusted(text, named)
    if function.partition(".")[0] in facts.defined:
        return Trusted(text, function, language.name, named)
    functions = [item.name for item in facts.functions if "." not in item.name]
    if function in functions:  # and yet it is not among what can be called by its name alone
        said = f"is {function!r}, which {named} has only as a method of a class"
        raise table.fault("function", said, "write a function outside of the class that calls it, and name that one")
    if len(functions) == 1 and not _is_slip(function, functions[0]):
        return Trusted(text, functions[0], language.name, named)
    if len(functions) == 1:
        said = f"is {function!r}, and {named} defines {functions[0]!r}"
        raise table.fault("function", said, "give both the same name")
    raise Fault(
        f"the reference defines no function {function!r}",
        file=named,
        line=1,
        remedy=suggestion(function, facts.defined) if facts.defined else "define it",
    )


def _is_slip(one: str, two: str) -> bool:
    """Whether two names are so alike that one of them must be a slip. A reference may well have a name of its own."""
    plain = [name.lower().replace("_", "") for name in (one, two)]
    return plain[0] == plain[1] or difflib.SequenceMatcher(None, one, two).ratio() > _ALIKE


def _signature(function: str, reference: Trusted | None, properties: Trusted | None, table: Table) -> _Signature:
    trusted = reference or properties
    assert trusted is not None
    language = language_named(trusted.language)
    facts = language.reads.survey_trusted(trusted.text, trusted.file or MANIFEST) if language.reads else Survey()
    if reference is None:
        own = [item for item in facts.functions if not item.name.startswith("_")]
        parameters = own[0].parameters[1:] if own else ()  # after the function that the property is given
        return _Signature(parameters, _classes(facts), examples.stated_examples(table, parameters))
    found = next((item for item in facts.functions if item.name == reference.function), None)
    parameters = found.parameters if found else ()
    if "." in reference.function and parameters and parameters[0][0] == "self":
        parameters = parameters[1:]
    stated = examples.stated_examples(table, parameters)
    names = (reference.function, function)
    documented = language.reads.documented_calls(reference.text, names) if language.reads else []
    defaults = found.defaults if found else ()
    returns = found.returns if found else None
    return _Signature(parameters, _classes(facts), stated, tuple(documented), defaults, returns)


def _classes(facts: Survey) -> Classes:
    return surveyed_classes(facts.classes)


def _parameters(table: Table, signature: _Signature, reference: Trusted | None) -> tuple[Parameter, ...]:
    """Types come from `types`, from annotations, from examples, and else from how the reference uses a parameter."""
    teachers = language_named(reference.language) if reference else None
    given = _types(table, signature, teachers)
    names = [name for name, _ in signature.parameters] or list(given)
    if not names and signature.examples:
        names = [f"x{number}" for number in range(1, len(signature.examples[0]) + 1)]
    if not names and not table.has("types") and teachers is not None and teachers.reads is None:
        said = f"is missing, and Viva cannot look for the parameters in a reference in {teachers.name}"
        raise table.fault("types", said, 'give a type for each: types = { xs = "list[int]" }')
    annotations = dict(signature.parameters)
    unknown = [name for name in given if name not in names]
    if unknown:
        raise table.fault("types", f"has no parameter {unknown[0]!r}", suggestion(unknown[0], names))
    guessed = _guessed(reference) if reference else {}
    defaults = _defaults(signature, len(names))
    found: list[Parameter] = []
    for position, name in enumerate(names):
        column = [arguments[position] for arguments in signature.examples if len(arguments) == len(names)]
        shape = given.get(name) or _annotated(annotations.get(name), signature.classes)
        if shape is None and column:
            shape = shape_of(column)
        if shape is None:
            _refuse_unread(name, annotations.get(name), reference)
        if shape is None and name in guessed:
            shape = parse_shape(guessed[name], signature.classes, teachers)
        if shape is None:
            raise Fault(
                f"the type of the parameter {name!r} is not known",
                file=(reference.file if reference else None) or MANIFEST,
                line=None,
                remedy=f'annotate it in the reference, or write types = {{ {name} = "list[int]" }} in [functions]',
            )
        if _is_empty(shape):
            raise Fault(
                f"there is no value of the type of the parameter {name!r}: its range is empty",
                file=MANIFEST if name in given else (reference.file if reference else None) or MANIFEST,
                remedy="range(a, b) has the whole numbers from a to b - 1",
            )
        found.append(Parameter(name, shape, defaults[position]))
    return tuple(found)


def _called_again(signature: _Signature, parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    """What a function that is a result is called with, as one more parameter."""
    try:
        calls = asked_again(signature.returns, signature.classes, [parameter.shape for parameter in parameters])
    except Unknown as unknown:
        raise Fault(
            f"the result is a function, and there are no values of the type of its parameters: {unknown}",
            remedy="write them as in @returns {(n: number) => number}",
        ) from None
    return () if calls is None else (Parameter("calls", calls),)


def _refuse_unread(name: str, data: Json, reference: Trusted | None) -> None:
    """What a teacher wrote is not replaced by a guess."""
    match data:
        case ["unread", str(written)]:
            raise Fault(
                f"the type of the parameter {name!r} cannot be read: {written}",
                file=(reference.file if reference else None) or MANIFEST,
                remedy=f'write it as docs/javascript.md has it, or types = {{ {name} = "list[int]" }} in [functions]',
            )


def _is_empty(shape: Shape) -> bool:
    """Whether there is an empty range in it."""
    if isinstance(shape, Choice):
        return not shape.values
    return any(map(_is_empty, inner_shapes(shape)))


def _defaults(signature: _Signature, number: int) -> list[tuple[object, ...]]:
    """What the reference takes for each parameter that is left out; from the first on that is no literal, none may."""
    found: list[tuple[object, ...]] = []
    for text in signature.defaults:
        try:
            found.append((ast.literal_eval(text),))
        except (ValueError, SyntaxError):
            found = [()] * (len(found) + 1)
    return [*([()] * (number - len(found))), *found]


def _types(table: Table, signature: _Signature, teachers: Language | None) -> dict[str, Shape]:
    """`types` as a table by name, or as a list in the order of the parameters: in Python's notation, or in that of the
    reference."""
    value = table.value("types") or {}
    if isinstance(value, list):
        names = [name for name, _ in signature.parameters]
        names = names or [f"x{number}" for number in range(1, len(value) + 1)]
        if len(names) != len(value):
            raise table.fault("types", f"has {len(value)} types for {len(names)} parameters")
        value = dict(zip(names, value, strict=True))
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        raise table.fault("types", "must give a type in quotes for each parameter", 'types = { xs = "list[int]" }')
    try:
        return {str(name): _type(str(text), signature.classes, teachers) for name, text in value.items()}
    except Fault as fault:
        raise table.fault("types", fault.problem, fault.remedy) from None


def _type(text: str, classes: Classes, teachers: Language | None) -> Shape:
    try:
        return parse_shape(text, classes)
    except Fault:
        if teachers is None:
            raise
        try:
            return parse_shape(text, classes, teachers)
        except Fault:
            pass
        raise


def _annotated(data: Json, classes: Classes) -> Shape | None:
    try:
        return read_shape(data, classes)
    except Unknown:
        return None


def _comparison(source: Source, table: Table) -> Comparison:
    exceptions: str | None = None
    if table.has("exceptions"):
        exceptions = table.choice("exceptions", ("kind", "message"))
    tolerance = table.number("tolerance", TOLERANCE)
    if not 0 <= tolerance < 1:
        raise table.fault("tolerance", "must be at least 0 and below 1")
    equality = _python(source, table, "equality")
    return Comparison(
        strict=table.flag("strict", False),
        exceptions=exceptions,
        output=table.flag("output", False),
        arguments=table.flag("arguments", False),
        tolerance=tolerance,
        any_order=table.flag("any_order", False),
        equality=equality.text if equality else None,
    )


def _rules(table: Table, languages: tuple[str, ...]) -> Rules:
    rules = table.table("forbid")
    found = Rules(
        functions=rules.strings("functions", ()),
        methods=rules.strings("methods", ()),
        modules=rules.strings("modules", ()),
        syntax=rules.strings("syntax", ()),
    )
    _look_at_rules(rules, found, languages)
    rules.finish()
    return found


def _look_at_rules(rules: Table, found: Rules, languages: tuple[str, ...]) -> None:
    """Raises the fault of rules that cannot be held: of constructs that there are not, and of languages in which nobody
    can see what a program uses."""
    offered = {name: language_named(name).reads for name in languages}
    unread = next((name for name, reads in offered.items() if reads is None), None)
    if found and unread is not None:
        raise rules.fault(
            next(key for key in ("syntax", "modules", "functions", "methods") if getattr(found, key)),
            f"cannot be held: Viva does not see what a program in {unread} uses",
            f"leave out [functions.forbid], or {unread} in languages",
        )
    known = tuple(dict.fromkeys(word for reads in offered.values() if reads for word in reads.constructs))
    for word in found.syntax:
        if word not in known:
            raise rules.fault("syntax", f"has {word!r}, which is no construct", suggestion(word, known))


def _input_classes(table: Table) -> tuple[InputClass, ...]:
    found = tuple(map(_input_class, table.tables("classes")))
    for number, one in enumerate(found):
        if any(one.name == other.name for other in found[:number]):
            raise table.fault("classes", f"has two classes named {one.name!r}", "give each a name of its own")
    return found


def _input_class(table: Table) -> InputClass:
    found = InputClass(table.string("name"), table.string("when"), table.number("weight", 1.0), MANIFEST)
    if found.weight < 0:
        raise table.fault("weight", "cannot be negative")
    try:
        compile(found.when, MANIFEST, "eval", dont_inherit=True)
    except SyntaxError as problem:
        raise table.fault(
            "when", f"is no condition: {problem.msg}", "write it in Python, over the parameters"
        ) from None
    table.finish()
    return found


def _requires(source: Source, table: Table, function: str) -> Trusted | None:
    """The precondition, with the name of its predicate."""
    found = _python(source, table, "requires")
    if found is None:
        return None
    names = reads_of(language_named(found.language)).survey_trusted(found.text, str(found.file)).defined
    for name in ("requires", function, "precondition"):
        if name in names:
            return replace(found, function=name)
    if len(names) == 1:
        return replace(found, function=names[0])
    raise Fault("the precondition defines no function `requires`", file=found.file, line=1)


def _solution(source: Source, table: Table, languages: tuple[str, ...]) -> Trusted | None:
    return _trusted(source, table, "solution", languages)


def _python(source: Source, table: Table, key: str) -> Trusted | None:
    """A file that helps to examine, which is in Python; one that cannot be read is a fault."""
    found = _trusted(source, table, key)
    if found is not None:
        reads_of(language_named(found.language)).survey_trusted(found.text, str(found.file))
    return found


def _trusted(source: Source, table: Table, key: str, languages: tuple[str, ...] = DEFAULT) -> Trusted | None:
    if not table.has(key):
        return None
    file = table.string(key)
    return Trusted(source.text(file), "", language_for(file, languages).name, file)


def _guessed(reference: Trusted) -> dict[str, str]:
    reads = language_named(reference.language).reads
    return reads.guessed_types(reference.text, reference.function) if reads else {}
