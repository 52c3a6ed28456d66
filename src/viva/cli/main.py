"""Start reading here: the group of commands, loaded one by one, and what a person sees when something is wrong.

The story of exceptions: a `Fault` is the teacher's to mend and a `UsageError` the caller's; each becomes one sentence
on standard error and exit status 2. So does an `OSError`, which names the file. Anything else, and whatever wants to
end the program from inside, is a mistake in Viva and no verdict: also one sentence, because a traceback helps nobody
who did not write the program; VIVA_DEBUG=1 shows it. With --json it is told as JSON too, in the shape of a row of
`viva grade`.
"""

import errno
import gc
import importlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from viva.commands.output import complain, flush, prepare, write
from viva.commands.status import INTERRUPTED, UNDECIDED, WRONG_CALL
from viva.core.fault import Fault
from viva.core.version import VERSION

if TYPE_CHECKING:
    from viva.core.json import Json

_GARBAGE = 50_000
_OF_MODELS = ("convert", "execution_tree", "mine", "monitor", "reach")
_OF_CLASSES = ("audit", "errors", "grade", "worker")

SECTIONS: dict[str, dict[str, str]] = {
    "Examine": {
        "check": "Examine one submission.",
        "grade": "Examine a whole class: a table, and a page for each student.",
        "audit": "Say what the results of a class tell about the exercise.",
        "errors": "Show which mistakes a class makes, what mends them, and add texts for them.",
        "practise": "Another exercise of the same kind, for a student.",
    },
    "Make exercises": {
        "exercises": "List the exercises that come with Viva, or copy one.",
        "new": "Begin a new exercise from a small complete one.",
        "test-exercise": "See that an exercise's own examples come out as they should.",
        "show": "Print what an exercise asks, as a student reads it.",
        "preview": "What a student sees at attempt 1, 2, 3, …",
        "vary": "Write variants of an exercise.",
        "generate": "Write exercises that are made at random, as difficult as you like.",
        "solve": "Print a model answer.",
        "worksheet": "Write exercises on paper, with a separate key.",
        "draw": "Draw an exercise or a submission.",
        "step": "Show the run of an example step by step.",
    },
    "Look into programs and models": {
        "test": "Test every property of a module, or of all modules in a folder.",
        "explore": "Try out functions and see what was never evaluated.",
        "execution-tree": "Draw what a function can do, decision by decision, and name lines that are never reached.",
        "monitor": "Watch signals: does a formula hold of a trace, how robustly, and why.",
        "mine": "Find the parameters of a formula that tell good traces from bad ones.",
        "convert": "Write a model in another notation: an automaton, a state machine, a hybrid system.",
        "reach": "Tell which modes a hybrid system can reach and how far its variables go.",
    },
    "This installation": {
        "tour": "Examine one right and one wrong submission in every subject.",
        "worker": "Examine on this machine for others: a worker of a cluster.",
        "doctor": "What this machine can and cannot do, and how to get the rest.",
        "schema": "Print the JSON Schema of a report.",
        "completion": "Print the completion script for a shell.",
    },
}


class Commands(click.Group):
    """A group that knows its commands by name and loads the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        from viva.cli.plugins import plugins

        return [*_own(), *(name for name in plugins() if name not in _own())]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name in _own():
            name = cmd_name.replace("-", "_")
            if name in _OF_MODELS:
                place = f"viva.cli.commands.models.{name}"
            elif name in _OF_CLASSES:
                place = f"viva.cli.commands.classes.{name}"
            else:
                place = f"viva.cli.commands.{name}"
            command = importlib.import_module(place).command
            assert isinstance(command, click.Command)
            return command
        from viva.cli.plugins import load

        return load(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            from viva.core.table import suggestion

            raise click.UsageError(
                f"there is no command {args[0]!r}; {suggestion(args[0], self.list_commands(ctx))}", ctx
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        from viva.cli.plugins import plugins

        added = {name: plugin for name, plugin in plugins().items() if name not in _own()}
        width = max(len(name) for name in (*_own(), *added))
        sections = dict(SECTIONS)
        for name, plugin in sorted(added.items(), key=lambda each: (each[1].subject or "~", each[0])):
            own = "The site" if plugin.point.module.startswith("viva.web.") else "From other packages"
            heading = f"Only for {plugin.subject}" if plugin.subject else own
            sections[heading] = {**sections.get(heading, {}), name: plugin.help}
        for heading, commands in sections.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), text) for name, text in commands.items()])


def _own() -> dict[str, str]:
    return {name: text for commands in SECTIONS.values() for name, text in commands.items()}


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(VERSION, prog_name="viva", message="%(prog)s %(version)s")
@click.pass_context
def viva(context: click.Context) -> None:
    """Viva, an examiner for computing courses: is it right, with a proof or a counterexample?

    \b
    Example:
      viva check exercises/console/sum-of-n submission.py
    """
    if context.invoked_subcommand is None:
        write(f"{context.get_help()}\n")


def run(arguments: Sequence[str]) -> int:
    """Runs one command and returns its exit status; whatever goes wrong has been said in one sentence."""
    prepare()
    try:
        status = viva.main(list(arguments), prog_name="viva", standalone_mode=False)
        flush()
        return status if isinstance(status, int) else 0
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BaseException as problem:
        from viva.core.terms import Ended

        if isinstance(problem, Ended):
            complain("the time for this was over; give it more with --seconds, where the command has it")
            return UNDECIDED
        if not isinstance(problem, Exception | SystemExit):
            raise
        # The story is told at the top.
        if os.environ.get("VIVA_DEBUG") and not isinstance(problem, Fault | click.ClickException):
            raise
        sentence = _sentence(problem)
        if sentence is None:
            sentence = _mistake(problem, as_document="--json" in arguments)
        complain(sentence)
        return WRONG_CALL


def _mistake(problem: BaseException, as_document: bool) -> str:
    from viva.core import mistake

    sentence = f"this is a mistake in Viva, not yours ({mistake.told(problem)})"
    if as_document:
        from viva.commands.output import write_document

        error: dict[str, Json] = {"kind": "mistake", "problem": sentence, "remedy": mistake.REMEDY}
        write_document({"verdict": None, "error": error})
        flush()
    return f"{sentence}; {mistake.REMEDY}"


def _sentence(problem: BaseException) -> str | None:
    """What is wrong with the call, the exercise or a file; None for a mistake in Viva."""
    match problem:
        case Fault():
            return str(problem)
        case click.ClickException():
            context = getattr(problem, "ctx", None)
            command = context.command_path if context else "viva"
            message = problem.format_message().strip().removesuffix(".")
            link = " " if message.endswith("?") else "; "
            return f"{message[:1].lower()}{message[1:]}{link}`{command} --help` shows how it is used"
        case OSError(filename=str() | bytes() | os.PathLike()):
            return f"{os.fsdecode(problem.filename)}: {(problem.strerror or 'cannot be used').lower()}"
        case OSError(errno=errno.ENOSPC | errno.EDQUOT):
            return "there is no room left on the disk; make room there, or write to another one"
        case _:
            return None


def main() -> None:
    # A command loads many modules and makes little garbage: Python need not look for it as often as it does.
    gc.set_threshold(_GARBAGE)
    sys.exit(run(sys.argv[1:]))
