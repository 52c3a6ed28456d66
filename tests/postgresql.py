"""A real PostgreSQL (Debian's) in a folder of its own, for tests that are marked `needs_postgresql`."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), default=Path("/nowhere"))


@dataclass(frozen=True)
class Server:
    url: str
    restart: Callable[[], None]
    stop: Callable[[], None]
    start: Callable[[], None]
    run: Callable[..., None]

    def fresh(self, name: str) -> str:
        """The address of a database of its own."""
        self.run("createdb", "-h", self.url.partition("host=")[2], "-U", "viva", name)
        return self.url.replace("/postgres?", f"/{name}?")


@contextmanager
def server() -> Iterator[Server]:
    """A server of its own below a temporary folder; PostgreSQL refuses to run as root."""
    folder = Path(tempfile.mkdtemp(prefix="viva-postgresql-"))
    user = pwd.getpwnam("nobody") if os.getuid() == 0 else pwd.getpwuid(os.getuid())
    os.chown(folder, user.pw_uid, user.pw_gid)

    def run(program: str, *arguments: str) -> None:
        call = [str(PROGRAMS / program), *arguments]
        as_user = {"user": user.pw_uid, "group": user.pw_gid} if os.getuid() == 0 else {}
        subprocess.run(call, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, **as_user)  # type: ignore[call-overload]

    def control(*words: str) -> None:
        options = f"-c listen_addresses= -k {folder} -c fsync=off"
        run("pg_ctl", "-D", str(folder / "data"), "-w", "-l", str(folder / "log"), "-o", options, *words)

    run("initdb", "-D", str(folder / "data"), "-U", "viva", "--auth=trust", "-E", "UTF8", "--locale=C")
    control("start")
    try:
        url = f"postgresql://viva@/postgres?host={folder}"
        now = ("-m", "immediate")
        acts = (lambda: control("restart", *now), lambda: control("stop", *now), lambda: control("start"))
        yield Server(url, *acts, run)
    finally:
        with suppress(subprocess.CalledProcessError):  # a test has stopped it
            control("stop", "-m", "immediate")
        shutil.rmtree(folder, ignore_errors=True)
