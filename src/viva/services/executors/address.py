"""Where a cluster is, and who may work in it.

Whoever reaches the port of a scheduler runs code on all of its workers. So there is no way to one beyond this machine
but with TLS: a folder with `ca.pem`, `cert.pem` and `key.pem`, the same for client, scheduler and workers, or each with
a certificate of its own from the same authority.
"""

from __future__ import annotations

import hashlib
import ipaddress
import os
import platform
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.version import VERSION
from viva.services.storing.closure import HOME, version

SCHEME = "dask"
TLS_FILES = ("ca.pem", "cert.pem", "key.pem")
_SHAPE = "as in dask://127.0.0.1:8786"


@dataclass(frozen=True, slots=True)
class Address:
    """`tls` is the folder of the certificates, or None on this machine."""

    host: str
    port: int
    tls: Path | None = None

    @property
    def of_scheduler(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'tls' if self.tls else 'tcp'}://{host}:{self.port}"

    def __str__(self) -> str:
        return f"{SCHEME}://{self.of_scheduler.partition('://')[2]}"


def read_address(written: str, tls: Path | None = None) -> Address:
    """Raises Fault for what is no address, and for one beyond this machine without TLS."""
    try:
        parts = urlsplit(written)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
        parts = urlsplit("")
    if parts.scheme != SCHEME or not host or not port or parts.path.strip("/") or parts.query:
        raise Fault(f"{written!r} is no address of a cluster", remedy=_SHAPE)
    if tls is None and not _is_here(host):
        problem = f"{written} is beyond this machine, and without TLS whoever reaches that port runs code there"
        raise Fault(problem, remedy=f"name a folder with {', '.join(TLS_FILES)}: --tls FOLDER (docs/scale.md)")
    for name in TLS_FILES if tls is not None else ():
        if not (tls / name).is_file():  # type: ignore[operator]
            raise Fault(f"there is no {name} in it", file=str(tls), remedy=f"put {', '.join(TLS_FILES)} there")
    return Address(host, port, tls)


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@cache
def kind() -> str:
    """What a worker is, as far as reports hang on it: only workers of the same kind are given anything."""
    code = hashlib.sha256()
    for place, folders, files in os.walk(HOME):
        folders.sort()
        for name in sorted(files):
            if name.endswith((".py", ".toml", ".js")):
                code.update(f"\n{place[len(str(HOME)) :]}/{name}\n".encode() + Path(place, name).read_bytes())
    z3 = version("z3").partition("-")[2].partition(".dist")[0]
    return f"Viva {VERSION} ({code.hexdigest()[:12]}), Python {platform.python_version()}, z3 {z3}"
