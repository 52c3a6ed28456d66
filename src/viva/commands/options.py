"""What several commands take."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from viva.core.isolation import Isolation
from viva.core.terms import LOCALES

Command = Callable[..., int]

PATH = click.Path(path_type=Path)
COUNT = click.IntRange(min=1)


class Seconds(click.ParamType[float]):
    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            seconds = float(value)
        except ValueError:
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        if not (seconds > 0 and math.isfinite(seconds)):
            self.fail(f"{value} is not a number of seconds above 0", param, ctx)
        return seconds


class Word(click.Choice[str]):
    """One of a few words; a wrong one is answered with the nearest."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.choices:
            from viva.core.table import suggestion

            self.fail(
                f"{value!r} is not known; {suggestion(str(value), [str(word) for word in self.choices])}", param, ctx
            )
        return str(value)


exercise_argument = click.argument("exercise", type=PATH)
submission_argument = click.argument("submission", type=PATH)


def seed_option(fixes: str) -> Callable[[Command], Command]:
    return click.option("--seed", type=int, default=0, metavar="N", help=f"{fixes}; 0 without it.")


def json_option(what: str) -> Callable[[Command], Command]:
    """--json, for which a command calls `write_document`."""
    return click.option("--json", "as_document", is_flag=True, help=f"Print {what} as JSON and nothing else.")


def seconds_option(limits: str) -> Callable[[Command], Command]:
    return click.option(
        "--seconds", type=Seconds(), default=10.0, metavar="S", help=f"The safety net for {limits}; 10 without it."
    )


def language_option(what: str) -> Callable[[Command], Command]:
    return click.option("--language", type=Word(LOCALES), metavar="LANGUAGE", help=f"The language of {what}")


def terms_options(command: Command) -> Command:
    """--seed, --seconds, --isolation and --language."""
    options = (
        seed_option("Fixes every random choice"),
        seconds_option("one check"),
        click.option(
            "--isolation",
            type=Word([word.value for word in Isolation]),
            metavar="LEVEL",
            help="How submitted code is kept in: full, limited or none; without it the best there is, never none.",
        ),
        language_option("the report: en or de; without it that of the exercise."),
    )
    for option in reversed(options):
        command = option(command)
    return command
