"""A wire between two programs of this machine, which can be cut."""

import select
import socket
import threading
from contextlib import suppress
from types import TracebackType


class Wire:
    """Whoever connects to `port` reaches `target`, until it is cut; then nobody does, until it is mended."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._whole, self._over = threading.Event(), threading.Event()
        self._whole.set()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> "Wire":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()
        self.cut()
        self._listening.close()

    def cut(self) -> None:
        self._whole.clear()
        for pair in self._pairs:
            for end in pair:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
        self._pairs.clear()

    def mend(self) -> None:
        self._whole.set()

    def _serve(self) -> None:
        while not self._over.is_set():
            if not select.select([self._listening], [], [], 0.1)[0]:
                continue
            near, _ = self._listening.accept()
            if not self._whole.is_set():
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self._target))
            except OSError:
                near.close()
                continue
            self._pairs.append((near, far))
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=_carry, args=(one, other), daemon=True).start()


def _carry(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while said := one.recv(65536):
            other.sendall(said)
    for end in (one, other):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
