"""Handing in from the terminal: what `viva check --server` does. Nothing here needs more than Python."""

from __future__ import annotations

import base64
import json
import os
import secrets
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from viva.core.fault import Fault
from viva.core.ladder import Policy, Rung
from viva.core.report import Report
from viva.core.submission import Submission
from viva.core.table import suggestion

TOKEN = "VIVA_TOKEN"
_NEW_TOKEN = f"make a new token on your own page of the site, and set {TOKEN} to it"
_PAUSE = 0.4
_SECONDS = 30.0
_PATIENCE = 900.0
_AGAIN = 60.0  # seconds for which a server that is away or busy is asked again


def check_at(
    server: str, exercise: str, file: Path, locale: str, doing: Callable[[str], object]
) -> tuple[Report, Submission, Policy]:
    """The report of the site on a file that is handed in now. Raises Fault where there is none, and says why."""
    site = _Site(server, os.environ.get(TOKEN, ""), locale)
    contents = _contents(file)
    travelling = {name: base64.b64encode(content).decode() for name, content in contents.items()}
    handed = {"files": travelling, "once": secrets.token_urlsafe(18)}
    place = quote(_place(site.ask("/api/course"), exercise), safe="/")
    asked = site.ask(f"/api/exercises/{place}")
    policy = Policy(tuple(map(Rung, asked["ladder"])), asked["per_attempt"])
    accepted = site.ask(f"/api/exercises/{place}", handed)
    ends = time.monotonic() + _PATIENCE
    while time.monotonic() < ends:
        seen = site.ask(f"/api/attempts/{accepted['id']}")
        if seen["state"] == "done":
            return Report.from_json(seen["report"]), Submission(file.name, contents), policy
        if seen["state"] == "error":
            raise Fault("this could not be checked; it is stored, and your teacher sees what happened")
        doing(str(seen["doing"] or "examining"))
        time.sleep(_PAUSE)
    raise Fault("the site did not answer in time; it is stored, and its page will tell", file=server)


def _place(course: Mapping[str, Any], exercise: str) -> str:
    """How the site calls what was meant: its own name, that of a folder, or a name after its subject."""
    places = [str(each["place"]) for each in course["exercises"]]
    if exercise.partition("/")[0] in places:
        return exercise
    last = exercise.rstrip("/").rpartition("/")[2]
    meant = [place for place in places if place in (last, exercise.replace("/", ".")) or place.endswith(f".{last}")]
    if len(meant) == 1:
        return meant[0]
    raise Fault(f"the site has no exercise {exercise!r}", remedy=suggestion(exercise, places[:20]))


def _contents(file: Path) -> dict[str, bytes]:
    if not file.exists():
        raise Fault("there is no such file", file=str(file))
    if file.is_dir():
        return dict(Submission.from_path(file).files)
    return {file.name: file.read_bytes()}


class _Site:
    def __init__(self, server: str, token: str, locale: str) -> None:
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise Fault("this is no address of a site", file=server, remedy="as in http://localhost:8765")
        if not token:
            raise Fault("the site wants to know who hands in", remedy=_NEW_TOKEN)
        self._start = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self._headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
        if locale:
            self._headers["Accept-Language"] = locale

    def ask(self, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """A post that is sent again is the same submission, so a server that is away may be asked again."""
        content = None if body is None else json.dumps(body).encode()
        headers = {**self._headers, **({"Content-Type": "application/json"} if body is not None else {})}
        ends = time.monotonic() + _AGAIN
        while True:
            try:
                with urlopen(Request(self._start + path, content, headers), timeout=_SECONDS) as answer:
                    found: dict[str, Any] = json.load(answer)
                    return found
            except HTTPError as problem:
                if problem.code == HTTPStatus.UNAUTHORIZED:
                    raise Fault("the site does not know this token", file=self._start, remedy=_NEW_TOKEN) from None
                if problem.code not in (429, 502, 503) or time.monotonic() > ends:
                    raise Fault(_told(problem), file=self._start) from None
                time.sleep(min(5.0, float(problem.headers.get("retry-after") or 1)))
            except (URLError, TimeoutError, ConnectionError) as problem:
                if time.monotonic() > ends:
                    raise Fault(f"the site cannot be reached: {problem}", file=self._start) from None
                time.sleep(1.0)
            except ValueError:
                raise Fault("what answers there is no site of Viva", file=self._start) from None


def _told(problem: HTTPError) -> str:
    try:
        return str(json.load(problem)["error"]["problem"])
    except (ValueError, KeyError, TypeError):
        return f"the site answers with status {problem.code}"
