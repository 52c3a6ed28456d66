"""Runs the site: finds a port, prints the link, and stops within seconds when it is told to."""

from __future__ import annotations

import socket
import webbrowser
from collections.abc import Callable
from contextlib import closing

import uvicorn

from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.services.database.opening import refusals_told
from viva.web.app import make_app
from viva.web.connection import Connection
from viva.web.guard import start_log
from viva.web.jobs.crew import engine_address
from viva.web.people import links
from viva.web.settings import DEFAULT, Settings
from viva.web.site import Site

_STOP_SECONDS = 3
_MORE_PORTS = 50
ADDRESS = "address"
"""The file that has how the addresses of the site that was started last begin, for who asks for its link."""


def serve(site: Site, say: Callable[[str], None]) -> None:
    """Until it is told to stop. `say` is told the link, and nothing else ever is."""
    settings = site.settings
    listening = _bound(settings)
    port = listening.getsockname()[1]
    with refusals_told(site.database.shown):
        address = links.address(settings, port)
        (settings.folder / ADDRESS).write_text(f"{address}\n")
        link = f"{address}/enter/{links.teacher_link(site)}"
    start_log()
    config = uvicorn.Config(
        make_app(site),
        http=Connection,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=_STOP_SECONDS,
        timeout_keep_alive=20,
        lifespan="on",
        ws="none",
    )
    server = _Server(config, lambda: _announce(link, settings, say))
    with closing(listening):
        server.run([listening])


def refuse_without_isolation(settings: Settings) -> None:
    """Beyond this machine submitted code is run only where it is kept in fully, unless it was said otherwise."""
    if settings.is_loopback or settings.any_isolation:
        return
    from viva.sandbox.probe import survey  # noqa: PLC0415 most sites are on loopback

    found = survey().isolation
    if found is not Isolation.FULL or settings.isolation == Isolation.LIMITED:
        told = found.value if found else "none"
        raise Fault(
            f"this machine keeps submitted code in with {told} isolation, and the site would be reached from elsewhere",
            remedy="`viva doctor` says how to get full isolation; --any-isolation starts all the same",
        )


def refuse_without_engine(settings: Settings) -> None:
    """Whoever starts a site is told at once where its cluster does not answer; later it is waited for."""
    if settings.engine:
        from viva.services.executors.scheduler import connect  # noqa: PLC0415 most sites have none

        connect(engine_address(settings)).close()


class _Server(uvicorn.Server):
    """Tells when it listens, and ends streams that would keep it from stopping."""

    def __init__(self, config: uvicorn.Config, listens: Callable[[], None]) -> None:
        super().__init__(config)
        self._listens = listens

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._listens()


def _announce(link: str, settings: Settings, say: Callable[[str], None]) -> None:
    say(link)
    if settings.browser and settings.is_loopback and _has_desktop():
        webbrowser.open(link)


def _has_desktop() -> bool:
    import os  # noqa: PLC0415
    import sys  # noqa: PLC0415

    return sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _bound(settings: Settings) -> socket.socket:
    """The port that was asked for; where none was, the usual one or the next that is free."""
    chosen = settings.came_from.get("port", DEFAULT) != DEFAULT
    ports = [settings.port] if chosen else range(settings.port, settings.port + _MORE_PORTS)
    reason = ""
    for port in ports:
        family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((settings.host, port))
            listening.listen(2048)
        except OSError as problem:
            listening.close()
            reason = (problem.strerror or str(problem)).lower()
            continue
        listening.set_inheritable(False)
        return listening
    where = f"{settings.host}:{ports[0]}"
    raise Fault(f"the site cannot listen at {where}: {reason}", remedy="name another with --host and --port")
