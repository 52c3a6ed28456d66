"""`viva serve`: every exercise in the browser."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from viva.commands.options import PATH, Command
from viva.commands.output import flush, write
from viva.core.fault import Fault
from viva.core.text.escape import visible_line
from viva.grading.handed_in.members import named_twice, read_names
from viva.web.settings import MEANINGS, Settings, explain, read_settings

_NEEDED = "the site needs {module}, which is not installed"
_PRIVATE = 0o077  # what the site writes has students' work in it: nobody else reads it
_REMEDY = "pip install 'viva[web]'"


def _setting(name: str, **more: Any) -> Callable[[Command], Command]:
    flag = name.replace("_", "-")
    is_flag = more.pop("is_flag", False)
    spelt = f"--{flag}/--no-{flag}" if is_flag else f"--{flag}"
    return click.option(spelt, name, default=None, help=MEANINGS[name], metavar=more.pop("metavar", None), **more)


@click.command("serve")
@click.argument("folder", type=PATH, required=False, metavar="[COURSE|EXERCISE]")
@_setting("host", metavar="ADDRESS")
@_setting("port", type=int, metavar="N")
@_setting("data", metavar="DIR")
@_setting("database", metavar="URL")
@_setting("open", is_flag=True)
@_setting("roster", metavar="FILE")
@_setting("attempts", type=int, metavar="N")
@_setting("jobs", type=int, metavar="N")
@_setting("engine", metavar="URL")
@_setting("tls", metavar="DIR")
@_setting("seconds", type=float, metavar="S")
@_setting("isolation", metavar="LEVEL")
@_setting("any_isolation", is_flag=True)
@_setting("language", metavar="LANGUAGE")
@_setting("path", metavar="PATH")
@_setting("proxies", metavar="LIST")
@_setting("names", metavar="LIST")
@_setting("largest", type=int, metavar="BYTES")
@_setting("per_minute", type=int, metavar="N")
@_setting("waiting", type=int, metavar="N")
@_setting("browser", is_flag=True)
@_setting("author", is_flag=True)
@click.option("--link", "tells", is_flag=True, help="Print the teacher's link, and stop.")
@click.option("--new-link", "renews", is_flag=True, help="Make the teacher's link anew, print it, and stop.")
@click.option(
    "--backup", "to", type=PATH, metavar="FILE", help="Copy all data into a file, also while it runs, and stop."
)
@click.option("--restore", "origin", type=PATH, metavar="FILE", help="Take the data of a backup, and stop.")
@click.option("--explain", "explains", is_flag=True, help="Print every setting and where it was made, and stop.")
def serve(
    folder: Path | None,
    *,
    tells: bool,
    renews: bool,
    to: Path | None,
    origin: Path | None,
    explains: bool,
    **flags: Any,
) -> int:
    """Serve exercises in the browser: a course, an exercise, or all that come with Viva.

    Prints one link; whoever opens it is the teacher. Settings may also stand in `viva.toml`, in the table [serve], and
    in the environment (VIVA_PORT=8000); flags win.

    \b
    Example:
      viva serve my-course --open
    """
    folders = [each for each in (folder, Path.cwd()) if each is not None]
    settings = read_settings(folders, os.environ, flags)
    if explains:
        write(explain(settings))
        return 0
    try:
        from viva.services.database.opening import refusals_told  # noqa: PLC0415
        from viva.web import server  # noqa: PLC0415 without the extra, the sentence below
        from viva.web.people import links  # noqa: PLC0415
        from viva.web.site import Site  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("viva"):
            raise
        raise Fault(_NEEDED.format(module=missing.name), remedy=_REMEDY) from None
    os.umask(_PRIVATE)
    if to or origin or tells or renews:
        return _without_serving(settings, to, origin, renews=renews)
    server.refuse_without_isolation(settings)
    server.refuse_without_engine(settings)
    site = Site(settings, folder)
    for each in site.shelf.unread.values():
        click.echo(f"viva: this exercise is left out: {each.problem}", err=True)
    if settings.roster:
        names = read_names(Path(settings.roster))
        with refusals_told(site.database.shown):
            links.know(site, names)
        if twice := named_twice(names):
            told = ", ".join(map(visible_line, twice))
            click.echo(
                f"viva: these stand more than once in {settings.roster}, and are one student each: {told}", err=True
            )

    def say(link: str) -> None:
        write(f"{link}\n")
        flush()

    server.serve(site, say)
    return 0


def _known_address(settings: Settings) -> str:
    """That of the site that was started last with this data, which may have been told otherwise, or have taken another
    port."""
    from viva.web.people import links  # noqa: PLC0415
    from viva.web.server import ADDRESS  # noqa: PLC0415

    try:
        return (settings.folder / ADDRESS).read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return links.address(settings, settings.port)


def _without_serving(settings: Settings, to: Path | None, origin: Path | None, *, renews: bool) -> int:
    """What is done beside a site that may be running, or instead of one."""
    from viva.services.database.opening import refusals_told  # noqa: PLC0415
    from viva.web.backup import backup, restore  # noqa: PLC0415
    from viva.web.database.sessions import Database  # noqa: PLC0415
    from viva.web.people import links  # noqa: PLC0415
    from viva.web.site import database_url  # noqa: PLC0415

    if origin is not None:
        settings.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    database = Database(database_url(settings))
    try:
        with refusals_told(database.shown):
            if origin is not None:
                write(f"{restore(database, origin)} rows were restored.\n")
            elif to is not None:
                database.prepare()
                write(f"{backup(database, to)} rows were copied to {to}.\n")
            else:
                database.prepare()
                secret = links.teacher_secret(database, settings, anew=renews)
                write(f"{_known_address(settings)}/enter/{secret}\n")
    finally:
        database.close()
    return 0
