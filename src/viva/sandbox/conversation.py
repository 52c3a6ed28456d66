"""One run of submitted code, and the dialogue with it.

Nothing the run does raises here: a broken, endless or silent run is an `Ending` with a reason. The order in which
messages arrive at the outer end of the channel is the only truth about what was said.
"""

import contextlib
import select
import socket
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from viva.core.json import Json
from viva.sandbox import frames
from viva.sandbox.limits import Ending, Limits
from viva.sandbox.status import KILL, SILENT, Status, Told

CHUNK = 1 << 16
_LONG_SECONDS = 0.02

_REASONS_SAID_INSIDE = {"crash", "memory_limit", "recursion_limit", "disk_limit", "process_limit"}


class Conversation:
    """Open from `Sandbox.converse` until `close`; a context manager."""

    def __init__(
        self,
        channel: socket.socket,
        status: Status,
        limits: Limits,
        ended: Callable[["Conversation"], None],
    ) -> None:
        self._channel = channel
        self._status = status
        self._limits = limits
        self._ended = ended
        self._buffer = bytearray()
        self._received = 0
        self._hung_up = False
        self._said_end: Json = None
        self._ended_inside = False
        self._reason: str | None = None
        self._ending: Ending | None = None
        channel.setblocking(False)
        self._incoming = select.poll()
        self._incoming.register(channel, select.POLLIN)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def send(self, message: Json) -> None:
        """Delivers the message, or nothing if the run has ended: the next `receive` says so."""
        self.send_frame(frames.pack(frames.MESSAGE, message))

    def send_frame(self, frame: bytes) -> None:
        rest = memoryview(frame)
        while rest and not self._hung_up and self._ending is None:
            try:
                rest = rest[self._channel.send(rest) :]
            except BlockingIOError:
                # A run that speaks while it should listen must not hold us up: hear it out, within its bound.
                either_way = select.poll()
                either_way.register(self._channel, select.POLLIN | select.POLLOUT)
                if either_way.poll(self._status.patience(None)):
                    self._fill()
                elif self._status.is_over(None):
                    return
            except (BrokenPipeError, ConnectionResetError):
                return

    def listen_only(self) -> None:
        """Says that nothing more will be said: inside, `receive` raises `EOFError`."""
        with contextlib.suppress(OSError):
            self._channel.shutdown(socket.SHUT_WR)

    def receive(self, seconds: float | None = None) -> Json | None:
        """The next message; None if there is none because the run ended or, after `seconds`, was ended."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while self._ending is None:
            try:
                frame = self._next_frame()
            except frames.Malformed as error:
                self._stop(error.reason)
                continue
            if frame is not None:
                kind, message = frame
                if kind == frames.MESSAGE and message is not None and not self._ended_inside:
                    return message
                if kind == frames.END and not self._ended_inside:
                    self._ended_inside, self._said_end = True, message
                else:
                    self._stop("protocol_error")
            elif self._hung_up:
                self._stop(None)
            elif self._wait(deadline):
                self._fill()
            elif self._status.is_over(deadline):
                self._stop("time_limit")
        return None

    def _wait(self, deadline: float | None) -> bool:
        """Whether something was said. After a long while it is seen at once for how much of it the load is to blame:
        who has said the last word is about to go."""
        began = time.monotonic()
        heard = bool(self._incoming.poll(self._status.patience(deadline)))
        if time.monotonic() - began > _LONG_SECONDS:
            self._status.look()
        return heard

    def close(self) -> Ending:
        """Ends the run if it still lives. Its reason is `killed` unless `receive` has returned None before."""
        if self._ending is None:
            self._stop("killed")
        assert self._ending is not None
        return self._ending

    def _fill(self) -> None:
        """Takes what is there. What goes beyond the bound is cut off, and nothing after it is read."""
        try:
            # Not recvmsg: descriptors that a run sends along are dropped by the kernel.
            part = self._channel.recv(CHUNK)
        except BlockingIOError:
            return
        except ConnectionResetError:
            part = b""
        self._buffer += part
        self._received += len(part)
        excess = self._received - self._limits.output
        if excess > 0:
            del self._buffer[-excess:]
            self._reason = self._reason or "output_limit"
        self._hung_up = not part or excess > 0

    def _next_frame(self) -> tuple[bytes, Json] | None:
        if len(self._buffer) < frames.HEADER.size:
            return None
        size, kind = frames.HEADER.unpack_from(self._buffer)
        if size > self._limits.output:
            raise frames.Malformed("a message longer than all output may be", "output_limit")
        end = frames.HEADER.size + size
        if len(self._buffer) < end:
            return None
        text = bytes(self._buffer[frames.HEADER.size : end])
        del self._buffer[:end]
        return kind, frames.unpack(text)

    def _stop(self, reason: str | None) -> None:
        """Ends the process if it lives and asks the zygote how it ended.

        A process that has closed its channel by dying has its exit status already, so that killing it changes
        nothing; one that closed it and lives on has nothing more to say.
        """
        self._reason = self._reason or reason
        told = self._ask_status()
        self._channel.close()
        self._ending = self._judge(told)
        self._ended(self)
        told.raise_problem()

    def _ask_status(self) -> Told:
        if self._reason is not None or not (self._hung_up and self._ended_inside):
            self._status.wish(SILENT if self._hung_up and self._reason is None else KILL)
        return self._status.hear()

    def _judge(self, told: Told) -> Ending:
        said, detail = self._read_end()
        return Ending(
            reason=self._reason_for(told, said),
            signal=told.signal,
            exit_code=told.exit_code,
            cpu_seconds=told.cpu_seconds,
            memory=told.memory,
            detail=detail,
            waited=self._status.waited,
        )

    def _reason_for(self, told: Told, said: str | None) -> str | None:
        if told.ended_by == "memory":
            return "memory_limit"
        if self._reason is not None:
            return self._reason
        if told.ended_by in ("wall", "cpu"):
            return "time_limit"
        if told.out_of_memory:
            return "memory_limit"
        if told.signal == 9 and told.ended_by is None:
            return "time_limit" if told.cpu_seconds >= self._limits.cpu_seconds else "killed"
        if told.signal is not None and told.signal != 9:
            return "crash"
        if said is not None:
            return said
        if self._buffer:
            return "protocol_error"
        if told.exit_code == 0 and self._ended_inside:
            return None
        return "crash" if told.exit_code else "no_result"

    def _read_end(self) -> tuple[str | None, str | None]:
        match self._said_end:
            case {"reason": reason, "detail": detail}:
                known = reason if isinstance(reason, str) and reason in _REASONS_SAID_INSIDE else None
                if reason is not None and known is None:
                    known = "protocol_error"
                return known, detail[:4000] if isinstance(detail, str) else None
            case None:
                return None, None
        return "protocol_error", None
