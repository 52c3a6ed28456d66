"""A site in this process and people who visit it, for all tests of the site."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from viva.web.app import make_app
from viva.web.people import links
from viva.web.settings import Settings
from viva.web.site import Site

PATIENCE = 60.0
EXERCISES = {
    "say-hello": 'subject = "echo"\ntitle = "Say hello"\npoints = 4\n[echo]\nsay = "hello"\n',
    "say-priced": (
        'subject = "echo"\ntitle = "Say it <b>dear</b>"\npoints = 10\n[feedback]\nper_attempt = 6\n'
        "[feedback.cost]\nexample = 2\nplace = 1\n[echo]\nsay = 'sesame'\n"
    ),
    "say-secret": 'subject = "echo"\ntitle = "Say the word"\npoints = 10\n[echo]\nsay = "xyzzyplugh"\n',
}


def write_course(folder: Path) -> Path:
    """Three exercises of the echo subject, whose checks take no time."""
    rows = []
    for name, manifest in EXERCISES.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "exercise.toml").write_text(manifest)
        (folder / name / "statement.md").write_text(f"Hand in a file: **{name}**.\n\n<script>alert(1)</script>\n")
        rows.append(f'[[exercise]]\nfolder = "{name}"\n')
    (folder / "course.toml").write_text('title = "Speaking"\n' + "\n".join(rows))
    return folder


@dataclass(slots=True)
class Someone:
    """A visitor with a browser of their own, without scripts."""

    client: TestClient
    site: Site

    def get(self, path: str, **more: Any) -> Any:
        return self.client.get(path, follow_redirects=False, **more)

    def post(self, path: str, data: dict[str, Any] | None = None, **more: Any) -> Any:
        """As a form of the site: with the token that its pages have."""
        token = re.search(r'name="token" value="([^"]+)"', self.get("/me").text)
        fields = {"token": token[1] if token else "", **(data or {})}
        return self.client.post(path, data=fields, follow_redirects=False, **more)

    def hand_in(self, place: str, text: str, once: str = "") -> str:
        """The address of the attempt."""
        answer = self.post(f"/exercises/{place}", {"text": text, "once": once})
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def report(self, attempt: str) -> str:
        """The page of an attempt, when it is done."""
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            page = self.get(attempt)
            assert page.status_code == 200, page.text
            if "data-follow" not in page.text:
                return str(page.text)
            time.sleep(0.02)
        raise AssertionError("the check did not end")


class Hall:
    """A running site and whoever comes in."""

    def __init__(self, site: Site) -> None:
        self.site, self.app = site, make_app(site)

    def visitor(self, address: str = "http://localhost") -> Someone:
        return Someone(TestClient(self.app, base_url=address, raise_server_exceptions=False), self.site)

    def teacher(self) -> Someone:
        someone = self.visitor()
        assert someone.get(f"/enter/{links.teacher_link(self.site)}").status_code == 303
        return someone

    def student(self, name: str) -> Someone:
        """By a personal link."""
        with self.site.database.writing() as session:
            secret = links.invite(session, name)
        someone = self.visitor()
        assert someone.get(f"/enter/{secret}").status_code == 303
        return someone


@contextmanager
def hall(data: Path, folder: Path | None, **settings: Any) -> Iterator[Hall]:
    known = {"jobs": 2, "browser": False, "per_minute": 1000, "waiting": 1000, **settings}
    opened = Hall(Site(Settings(data=str(data), **known), folder))
    with TestClient(opened.app, base_url="http://localhost"):
        yield opened
