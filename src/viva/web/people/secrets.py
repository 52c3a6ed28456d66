"""Secrets: in links, in cookies, in tokens of programs, in forms. Of each only a digest is kept.

All are random with 256 bits, so that a plain digest cannot be turned back; a form's is made of the cookie's.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time

from starlette.requests import Request

_SECONDS = 60.0
_MOST_WRONG = 30
_MOST_ADDRESSES = 10_000


def fresh() -> str:
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def form_token(key: bytes, pass_digest: str) -> str:
    """What a form carries, so that only a page of the site can have made it."""
    return hmac.new(key, f"form {pass_digest}".encode(), hashlib.sha256).hexdigest()


def fits(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(errors="surrogatepass"), expected.encode())


class Guesses:
    """Slows down who guesses: so many wrong ones of a kind from one address within a minute, and no more."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wrong: dict[str, list[float]] = {}

    def is_too_many(self, kind: str, request: Request) -> bool:
        with self._lock:
            return len(self._recent(_whence(kind, request))) >= _MOST_WRONG

    def count(self, kind: str, request: Request) -> None:
        whence = _whence(kind, request)
        with self._lock:
            if len(self._wrong) >= _MOST_ADDRESSES:
                self._wrong.pop(next(iter(self._wrong)))
            self._wrong[whence] = [*self._recent(whence), time.monotonic()]

    def _recent(self, whence: str) -> list[float]:
        since = time.monotonic() - _SECONDS
        return [each for each in self._wrong.get(whence, ()) if each > since]


def _whence(kind: str, request: Request) -> str:
    return f"{kind} {request.client.host if request.client else ''}"
