"""How the site is to run: from `viva.toml`, then the environment, then the flags; each wins over the one before.

`viva serve --explain` prints what came from where.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import field, fields
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.table import read_toml, suggestion
from viva.core.terms import LOCALES

FILE = "viva.toml"
TABLE = "serve"
PREFIX = "VIVA_"
DEFAULT, FROM_FILE, FROM_ENVIRONMENT, FROM_FLAG = "default", "file", "environment", "flag"


@dataclass(frozen=True, slots=True)
class Settings:
    """`came_from` says of each setting where it was made."""

    host: str = "127.0.0.1"
    port: int = 8765
    data: str = ""
    database: str = ""
    open: bool = False
    roster: str = ""
    attempts: int = 0
    jobs: int = 0
    engine: str = ""
    tls: str = ""
    seconds: float = 10.0
    isolation: str = ""
    any_isolation: bool = False
    language: str = "en"
    path: str = ""
    proxies: str = "127.0.0.1"
    names: str = ""
    largest: int = 1_500_000
    per_minute: int = 12
    waiting: int = 4
    browser: bool = True
    author: bool = False
    came_from: Mapping[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Where the data lies."""
        if self.data:
            return Path(self.data).expanduser()
        base = Path(os.environ.get("XDG_DATA_HOME", ""))
        home = base if base.is_absolute() else Path.home() / ".local" / "share"
        return home / "viva" / "site"

    @property
    def workers(self) -> int:
        return self.jobs or os.cpu_count() or 1

    @property
    def is_loopback(self) -> bool:
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def lets_authors_write(self) -> bool:
        """Exercises are code that runs here unconfined: they are changed from this machine only, unless it was said
        otherwise. A site with names or a path of its own is one that others reach through a proxy."""
        if self.came_from.get("author", DEFAULT) != DEFAULT or self.author:
            return self.author
        return self.is_loopback and not self.names and not self.path


MEANINGS = {
    "host": "The address to listen at; beyond loopback the machine needs full isolation.",
    "port": "The port; where nothing was said and it is taken, the next free one.",
    "data": "The folder of the data; without it below $XDG_DATA_HOME/viva.",
    "database": "Where the data lies instead: postgresql://user@host/name.",
    "open": "Students come in by a name that they type.",
    "roster": "A list of the class: each gets a personal link.",
    "attempts": "How many attempts everybody has; 0 is as many as they like.",
    "jobs": "Worker processes; 0 is one per processor.",
    "engine": "A cluster that examines instead of processes here: dask://HOST:PORT.",
    "tls": "The folder of the certificates for it: ca.pem, cert.pem, key.pem.",
    "seconds": "The safety net for one check.",
    "isolation": "How submitted code is kept in: full or limited; without it the best there is.",
    "any_isolation": "Start beyond loopback without full isolation too.",
    "language": "The language of who asks for none: en or de.",
    "path": "The path below which a proxy serves the site, as in /viva.",
    "proxies": "The addresses of proxies whose word on who asks is taken, with commas between.",
    "names": "The host names that the site answers to, with commas between; empty is any, on loopback its own.",
    "largest": "The largest submission, in bytes.",
    "per_minute": "How often one person may hand in, each minute.",
    "waiting": "How many checks of one person may wait at once.",
    "browser": "Open the first page where there is a desktop.",
    "author": "Let the teacher change exercises in the browser; without it on this machine only.",
}


def read_settings(folders: list[Path], environment: Mapping[str, str], flags: Mapping[str, Any]) -> Settings:
    """From the first `viva.toml` in one of the folders, the environment and the flags that were given."""
    values: dict[str, Any] = {}
    came_from = dict.fromkeys(MEANINGS, DEFAULT)

    def take(name: str, value: Any, origin: str, place: str) -> None:
        values[name] = _converted(name, value, place)
        came_from[name] = origin

    file = next((folder / FILE for folder in folders if (folder / FILE).is_file()), None)
    if file is not None:
        for name, value in _from_file(file).items():
            take(name, value, f"{FROM_FILE} {file}", str(file))
    for name in MEANINGS:
        variable = f"{PREFIX}{name.upper()}"
        if variable in environment:
            take(name, environment[variable], f"{FROM_ENVIRONMENT} {variable}", variable)
    for name, value in flags.items():
        if value is not None:
            take(name, value, f"{FROM_FLAG} --{name.replace('_', '-')}", f"--{name.replace('_', '-')}")
    return Settings(**values, came_from=came_from)


def explain(settings: Settings) -> str:
    """One line for each setting: its value and where it was made. A password in an address is not shown."""
    lines = []
    for name in MEANINGS:
        value = getattr(settings, name)
        if name == "data":
            value = settings.folder
        if name == "database":
            value = _without_password(str(value))
        lines.append(f"{name:<14} {value!s:<40} {settings.came_from[name]}")
    return "\n".join(lines) + "\n"


def _without_password(address: str) -> str:
    before, at, after = address.rpartition("@")
    if at and before.count(":") > 1:
        before = before.rpartition(":")[0]
    return _PASSWORD.sub(r"\1***", f"{before}{at}{after}")


_PASSWORD = re.compile(r"([?&]\w*password=)[^&]*", re.IGNORECASE)


def _from_file(file: Path) -> dict[str, object]:
    try:
        top = read_toml(file.read_text("utf-8"), str(file))
    except (OSError, UnicodeDecodeError) as problem:
        raise Fault(f"these settings cannot be read: {problem}", file=str(file)) from None
    table = top.table(TABLE)
    top.finish()
    for name in table.values:
        if name not in MEANINGS:
            raise table.fault(name, "is no setting of the site", suggestion(name, list(MEANINGS)))
    return dict(table.values)


_KINDS: dict[str, type] = {
    each.name: {"str": str, "int": int, "bool": bool, "float": float}[str(each.type)]
    for each in fields(Settings)
    if each.name in MEANINGS
}
_TRUTH = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


def _converted(name: str, value: Any, place: str) -> Any:
    kind = _KINDS[name]
    try:
        if kind is bool:
            converted: Any = value if isinstance(value, bool) else _TRUTH[str(value).lower()]
        elif isinstance(value, bool) or (isinstance(value, float) and kind is int):
            raise ValueError
        else:
            converted = kind(value)
    except (ValueError, KeyError):
        words = {bool: "true or false", int: "a whole number", float: "a number"}.get(kind, "a text")
        raise Fault(f"{name} is {words}, not {value!r}", file=place) from None
    return _sensible(name, converted, place)


def _sensible(name: str, value: Any, place: str) -> Any:
    if name == "language" and value not in LOCALES:
        raise Fault(f"there are no texts in the language {value!r}", file=place, remedy=suggestion(value, LOCALES))
    if name == "isolation" and value not in ("", "full", "limited"):
        raise Fault(f"isolation is full or limited, not {value!r}", file=place)
    if name == "path" and value:
        value = "/" + value.strip("/")
        if not all(part.replace("-", "").replace("_", "").replace(".", "").isalnum() for part in value[1:].split("/")):
            raise Fault(f"{value!r} is no path for a site", file=place, remedy="letters and digits, as in /viva")
    least = {"port": 0, "attempts": 0, "jobs": 0, "largest": 1000, "per_minute": 1, "waiting": 1}.get(name)
    if least is not None and value < least:
        raise Fault(f"{name} is at least {least}, not {value}", file=place)
    if name == "port" and value > 65535:
        raise Fault(f"there is no port {value}", file=place)
    if name == "seconds" and not 0 < value < 3600:
        raise Fault(f"seconds is a number above 0, not {value}", file=place)
    return value
