"""From the files of an exercise to its task: the table `[labs]`, arenas, goals and the reference."""

from __future__ import annotations

from viva.core.source import Source
from viva.core.table import Table, read_toml, suggestion
from viva.core.text.reading import Misread
from viva.engines.robots import MEMORY, PLANTS, STEPS, Arena, arena_from
from viva.engines.robots.geometry import read_finite
from viva.engines.signals import parse
from viva.engines.signals.model import Formula, signals
from viva.languages.finding import language_named, read_languages
from viva.languages.protocol.drives import drives_of
from viva.subjects.labs.model import Environment, Goal, Slip, Task, Wiring

STEP = "step"
_SEARCH = 4  # settings: a run of a minute takes most of a second
_STEPS = 20_000
_MEMORY = 256  # megabytes
_MOST_GOALS = 40
_MOST_RUNS = 100


def read_task(table: Table, source: Source) -> Task:
    """`[labs]` of an exercise, with the files that it names. Raises Fault."""
    plant = table.choice("plant", tuple(PLANTS))
    arenas = [_arena(source, plant, name) for name in table.strings("arenas")]
    if not arenas:
        raise table.fault("arenas", "must name at least one file")
    seeds = table.integer("seeds", 1)
    if not 1 <= seeds * len(arenas) <= _MOST_RUNS:
        raise table.fault("seeds", f"cannot be {seeds}", f"arenas times seeds are at most {_MOST_RUNS}")
    file = table.string("reference")
    goals_file = table.string("goals")
    rules = read_toml(source.text(goals_file), goals_file)
    names = (*PLANTS[plant].signals, *(f"command_{name}" for name in PLANTS[plant].commands), STEPS, MEMORY)
    goals = tuple(_goal(row, names) for row in rules.tables("goal"))
    slips = tuple(_slip(row, names) for row in rules.tables("fault"))
    if not 1 <= len(goals) <= _MOST_GOALS:
        raise rules.fault("goal", "must be there at least once", "each [[goal]] has a `name`, a `formula` and a `text`")
    if len({goal.name for goal in goals}) < len(goals):
        raise rules.fault("goal", "has a name twice")
    uncertain = rules.table("uncertain")
    for name in uncertain.values:
        if name not in names:
            raise uncertain.fault(name, "is nothing this plant has", suggestion(name, names))
    bounds = {name: read_finite(uncertain, name, 0.0, 0.0) for name in uncertain.values}
    rules.finish()
    steps = table.integer("steps", _STEPS)
    memory = table.integer("memory", _MEMORY)
    if steps < 100 or memory < 16:
        raise table.fault("steps" if steps < 100 else "memory", "is too little for any controller")
    return Task(
        plant=plant,
        environments=tuple(
            _environment(arena, seed, several)
            for arena in arenas
            for several in (seeds if arena.by_chance else 1,)
            for seed in range(several)
        ),
        goals_file=goals_file,
        goals=goals,
        slips=slips,
        reference=source.text(file),
        file=file,
        steps=steps,
        memory=memory << 20,
        search=table.integer("search", _SEARCH),
        wiring=_wiring(table.table("machine"), plant) if table.has("machine") else None,
        uncertain=bounds,
        languages=_languages(table, goals, slips),
    )


def _languages(table: Table, goals: tuple[Goal, ...], slips: tuple[Slip, ...]) -> tuple[str, ...]:
    """Those that a controller may be in. What a language that is only compiled and run uses up, nobody can count."""
    names = read_languages(table)
    formulas = [*(goal.formula for goal in goals), *(slip.formula for slip in slips)]
    counted = [name for formula in formulas for name in signals(formula) if name in (STEPS, MEMORY)]
    for name in names:
        language = language_named(name)
        driven = drives_of(language) is not None
        if not driven and language.calls is None:
            raise table.fault(
                "languages", f"has {name!r}, in which no controller can be driven", 'take "python" or "c"'
            )
        if driven and counted:
            said = f"has {name!r}, and a goal speaks of `{counted[0]}`, which cannot be counted there"
            raise table.fault("languages", said, "leave out one of them")
    return names


def _wiring(table: Table, plant: str) -> Wiring:
    inputs, outputs = table.table("inputs"), table.table("outputs")
    table.finish()
    sensors, commands = PLANTS[plant].sensors, tuple(PLANTS[plant].commands)
    conditions = {name: _formula(inputs, sensors, name) for name in inputs.values}
    given = {}
    for name in outputs.values:
        value = outputs.value(name)
        numbers = value if isinstance(value, list) else [value]
        if len(numbers) != len(commands) or not all(type(number) in (int, float) for number in numbers):
            raise outputs.fault(name, "must be a number for each command", f"the commands are {', '.join(commands)}")
        given[name] = tuple(map(float, numbers))
    if not conditions or not given:
        raise table.fault("inputs", "and `outputs` must both be there")
    return Wiring(conditions, given)


def _arena(source: Source, plant: str, name: str) -> Arena:
    return arena_from(plant, source.text(name), name)


def _environment(arena: Arena, seed: int, seeds: int) -> Environment:
    title = arena.name.removesuffix(".toml")
    return Environment(arena, seed, title if seeds == 1 else f"{title} ({seed + 1})")


def _goal(row: Table, names: tuple[str, ...]) -> Goal:
    goal = Goal(
        name=row.string("name"),
        formula=_formula(row, names),
        text=row.string("text"),
        weight=read_finite(row, "weight", 1.0, 0.001),
        scale=read_finite(row, "scale", 1.0, 1e-6),
        by=read_finite(row, "by", 0.0, 0.0) if row.has("by") else None,
        late=read_finite(row, "late", 0.5, 0.0, 0.99),
        hint=row.string("hint", ""),
        line=row.fault("formula", "").line,
    )
    row.finish()
    return goal


def _slip(row: Table, names: tuple[str, ...]) -> Slip:
    slip = Slip(row.string("name"), _formula(row, names), row.string("text"), row.flag("critical", False))
    row.finish()
    return slip


def _formula(row: Table, names: tuple[str, ...], key: str = "formula") -> Formula:
    text = row.string(key)
    try:
        formula = parse(text)
    except Misread as problem:
        raise row.fault(key, f"cannot be read: {problem}") from None
    for name in signals(formula):
        if name not in names:
            raise row.fault(key, f"speaks of `{name}`, which this plant does not have", suggestion(name, names))
    return formula
