"""One connection of a browser, as uvicorn has it, with an end to waiting for what a request begins with.

uvicorn waits for ever for the rest of a head, so that whoever sends one byte now and then holds a connection for as
long as they like. Here a head that began is whole in time or the connection ends; bytes that come meanwhile do not
begin the time anew. What comes after the head is hurried by `guard.py`.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_HEAD_SECONDS = 20.0
_TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Connection(H11Protocol):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head_ends: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._await_head()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        if self._head_ends is None and not self.transport.is_closing():
            self._head_ends = self.loop.call_later(_HEAD_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._head_ends is not None:
            self._head_ends.cancel()
            self._head_ends = None

    def _give_up(self) -> None:
        self._head_ends = None
        if not self.transport.is_closing():
            self.transport.write(_TOO_LATE)
            self.transport.close()
