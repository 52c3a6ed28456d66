"""What holds for every answer of the site: its headers, the sizes and hosts that are let in, and a line in the log.

The policy lets a page take scripts, styles, pictures and connections from the site itself and from nowhere else. A line
in the log has no submitted text, no name, and no secret: of an address that holds one only its beginning is written.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from viva.web.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_PRIVATE = {"cache-control": "no-store"}
_MOST_DRAINED = 40 * 2**20
_FORM = 3  # times as large as what it holds, at most: every byte may be written as three characters
_FIELDS = 2**16
_WITHOUT_BODY = ("GET", "HEAD")
_DRAIN_SECONDS = 10.0
_PIECE_SECONDS, _BODY_SECONDS = 20.0, 300.0  # for the next piece of what is sent, and for all of it
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[^\s\[\]:@/?#\\]+)(:[0-9]{1,5})?")
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
log = logging.getLogger("viva.web")


class BodyTooLarge(Exception):
    pass


class BodyTooSlow(Exception):
    """It was announced, and does not come."""


class Guard:
    """Around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._path = settings.path
        self._most = settings.largest * _FORM + _FIELDS
        given = [name.strip().lower() for name in settings.names.split(",") if name.strip()]
        own = [*_LOOPBACK, settings.host.lower()] if settings.is_loopback else []
        self._names = [*given, *own]  # who sits at the machine opens the printed link, whatever a proxy calls the site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.monotonic(), 0
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        method, scope = scope["method"], self._below_path(scope)
        if method == "HEAD":
            scope["method"] = "GET"  # the server knows, and sends what would be sent without its body

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = {name.lower() for name, _ in message.get("headers", ())}
                wanted = HEADERS if b"cache-control" in own else HEADERS | _PRIVATE
                more = [(n.encode(), v.encode()) for n, v in wanted.items() if n.encode() not in own]
                message = {**message, "headers": [*message.get("headers", ()), *more]}
            await send(message)

        try:
            hosts = [value.decode("latin-1") for name, value in scope["headers"] if name.lower() == b"host"]
            if len(hosts) > 1 or not self._is_known(headers.get("host", "")):
                await _plain(guarded, 421, "This site is not called so.")
            elif _length(headers) > self._most:
                if method not in _WITHOUT_BODY:
                    await _drain(receive)
                scope["state"]["too_large"] = True
                await self._app(scope, _nothing, guarded)
            else:
                await self._app(scope, self._counted(receive, has_body=method not in _WITHOUT_BODY), guarded)
        finally:
            spent = round(1000 * (time.monotonic() - began), 1)
            about = {"method": method, "path": _shown(scope["path"]), "status": status, "ms": spent}
            log.info("request", extra=about)

    def _below_path(self, scope: Scope) -> Scope:
        """A proxy may serve the site below a path, and may take that path away before or not."""
        path, state = scope["path"], dict(scope.get("state", {}))
        if self._path and (path == self._path or path.startswith(f"{self._path}/")):
            path = path[len(self._path) :] or "/"
        path = path.rstrip("/") or "/"  # no page is told from another by a slash at its end
        return {**scope, "path": path, "raw_path": None, "state": state}

    def _is_known(self, host: str) -> bool:
        if not host:
            return not self._names
        found = _HOST.fullmatch(host.lower())
        return found is not None and (not self._names or found["name"] in self._names)

    def _counted(self, receive: Receive, *, has_body: bool) -> Receive:
        """What is sent, as long as it is not too much and does not take too long; afterwards nobody is hurried."""
        taken, is_whole, ends = 0, not has_body, time.monotonic() + _BODY_SECONDS

        async def counted() -> Message:
            nonlocal taken, is_whole
            if is_whole:
                return await receive()
            try:
                async with asyncio.timeout(min(_PIECE_SECONDS, ends - time.monotonic())):
                    message = await receive()
            except TimeoutError:
                raise BodyTooSlow from None
            taken += len(message.get("body", b""))
            if taken > self._most:
                raise BodyTooLarge
            is_whole = not message.get("more_body", False)
            return message

        return counted


def _length(headers: dict[str, str]) -> int:
    given = headers.get("content-length", "0")
    return int(given) if given.isdecimal() and given.isascii() else 0


async def _drain(receive: Receive) -> None:
    """Takes in what was sent, so that the browser listens to the answer; but not without end."""
    taken, more = 0, True
    with suppress(TimeoutError):
        async with asyncio.timeout(_DRAIN_SECONDS):
            while more and taken < _MOST_DRAINED:
                message = await receive()
                taken += len(message.get("body", b""))
                more = message.get("more_body", False)


async def _nothing() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _plain(send: Send, status: int, text: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})


def _shown(path: str) -> str:
    return "/enter/…" if path.startswith("/enter/") else path[:200]


class JsonLines(logging.Formatter):
    """One line of JSON for each event, with what was said of it."""

    _KNOWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}

    def format(self, record: logging.LogRecord) -> str:
        about: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        about |= {key: value for key, value in vars(record).items() if key not in self._KNOWN}
        if record.exc_info and record.exc_info[0] is not None:
            about["problem"] = record.exc_info[0].__name__
        return json.dumps(about, ensure_ascii=True, default=str)


def start_log() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("viva.web", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO if name == "viva.web" else logging.WARNING)
