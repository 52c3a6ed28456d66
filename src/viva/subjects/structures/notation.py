"""From the files of an exercise to its task: the table `[structures]` and the class of the reference."""

from __future__ import annotations

from viva.core.fault import Fault
from viva.core.source import Source
from viva.core.table import Table, suggestion
from viva.engines.heaps.building.permitted import INVARIANT
from viva.engines.heaps.invariants import LIBRARY
from viva.engines.heaps.layout import LANGUAGES, read_layout
from viva.engines.heaps.schemas.techniques import TECHNIQUES
from viva.languages.finding import language_for, read_languages
from viva.languages.protocol import reads_of
from viva.services.varying import slots
from viva.subjects.structures.model import Task

DEFAULT = "lazy: probe, symbolic"
JUDGED = ("methods", "class")
COMPARISONS = ("auto", "shape", "content")


def read_task(settings: Table, source: Source) -> Task:
    languages = read_languages(settings)
    slots.read_slots(settings)
    if languages not in [(name,) for name in LANGUAGES]:
        raise settings.fault(
            "languages",
            "can be Python or JavaScript, and one of them: objects are compared as their language has them",
            'leave it out, or say languages = ["javascript"]',
        )
    file = settings.string("reference")
    text = source.text(file)
    language = language_for(file, languages)
    reads_of(language).survey_trusted(text, file)
    cls = settings.string("class")
    layout = read_layout(text, cls, file)
    public = [method.name for method in layout.of_main.public if method.name != INVARIANT]
    methods = settings.strings("methods", public)
    if not methods:
        raise settings.fault("methods", "must name at least one method", suggestion(cls, public) if public else None)
    for name in methods:
        found = layout.of_main.method(name)
        if found is None:
            remedy = suggestion(name, public) if public else "define it"
            raise Fault(
                f"the class {cls} of the reference has no method {name!r}", file, layout.of_main.line, None, remedy
            )
        if not found.plain:
            raise Fault(f"{name!r} is not called on an object of {cls}", file, found.line, None, "ask for a method")
    if len(set(methods)) < len(methods):
        raise settings.fault("methods", "names a method twice", "name each once")
    builders = settings.strings("builders", ())
    for name in builders:
        if name not in public:
            raise settings.fault("builders", f"names {name!r}, which is no method of {cls}", suggestion(name, public))
    value = settings.value("invariant")
    given = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list) else ()
    if value is not None and (not given or not all(isinstance(name, str) for name in given)):
        raise settings.fault("invariant", "must be a text, or a list of texts", f"there is {', '.join(LIBRARY)}")
    for name in given:
        if name not in LIBRARY:
            raise settings.fault("invariant", f"cannot be {name!r}", suggestion(name, list(LIBRARY)))
    return Task(
        outline=reads_of(language).outline(text).text,
        reference=text,
        file=file,
        cls=cls,
        methods=methods,
        layout=layout,
        invariants=given,
        also=tuple((name, source.text(name)) for name in settings.strings("also", ())),
        technique=settings.choice("technique", tuple(TECHNIQUES), DEFAULT),
        compare=settings.choice("compare", COMPARISONS, "auto"),
        languages=languages,
        builders=builders,
        judged=settings.choice("judged", JUDGED, "methods"),
        rings=settings.flag("rings", False) if settings.has("rings") else None,
    )
