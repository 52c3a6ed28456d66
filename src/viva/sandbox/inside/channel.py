"""Messages between a run and the examiner: a length of four bytes, one byte for the kind, JSON."""

import json
import os
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MESSAGE = b"m"
END = b"e"

_HEADER = struct.Struct(">Ic")
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class Channel:
    """The inner end. A closed outer end reads as `EOFError`: the examiner has heard enough."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._buffer = b""

    def send(self, message: "Any") -> None:
        self._write(MESSAGE, message)

    def end(self, reason: str | None, detail: str | None) -> None:
        self._write(END, {"reason": reason, "detail": detail})

    def receive(self) -> "Any":
        size, _kind = _HEADER.unpack(self._read(_HEADER.size))
        return json.loads(self._read(size))

    def _write(self, kind: bytes, message: "Any") -> None:
        text = _encode(message).encode()
        rest = memoryview(_HEADER.pack(len(text), kind) + text)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]

    def _read(self, size: int) -> bytes:
        if len(self._buffer) < size:
            parts, got = [self._buffer], len(self._buffer)
            while got < size:
                part = os.read(self._descriptor, max(size - got, 65536))
                if not part:
                    raise EOFError
                parts.append(part)
                got += len(part)
            self._buffer = b"".join(parts)
        wanted, self._buffer = self._buffer[:size], self._buffer[size:]
        return wanted
