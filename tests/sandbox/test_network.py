"""No network. Two walls: the filter refuses sockets, and the box has a network of its own, with nothing in it."""

import socket
import threading
import uuid
from collections.abc import Iterator

import pytest

from .attacks import none, said, weak

pytestmark = pytest.mark.needs_bwrap

SOCKETS = (41, 42, 43, 44, 46, 49, 50, 54, 288)
CAUGHT = (
    "import socket\ntry:\n    {}\nexcept Exception as error:\n    send(type(error).__name__)\nelse:\n    send('done')"
)


@pytest.fixture
def listener() -> Iterator[tuple[str, int]]:
    """Takes one connection after the other and says hello."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_greet, args=(server,), daemon=True).start()
        yield server.getsockname()
        server.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def abstract_listener() -> Iterator[str]:
    name = f"\0viva-{uuid.uuid4().hex}"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(name)
        server.listen()
        threading.Thread(target=_greet, args=(server,), daemon=True).start()
        yield name
        server.shutdown(socket.SHUT_RDWR)


def _greet(server: socket.socket) -> None:
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        with connection:
            connection.sendall(b"hello")


@pytest.mark.parametrize(
    ("family", "kind"),
    [
        ("AF_INET", "SOCK_STREAM"),
        ("AF_INET", "SOCK_DGRAM"),
        ("AF_INET6", "SOCK_STREAM"),
        ("AF_UNIX", "SOCK_STREAM"),
        ("AF_UNIX", "SOCK_DGRAM"),
        ("AF_NETLINK", "SOCK_RAW"),
        ("AF_PACKET", "SOCK_RAW"),
        ("AF_VSOCK", "SOCK_STREAM"),
        ("AF_ALG", "SOCK_SEQPACKET"),
    ],
)
def test_sockets_are_refused(family: str, kind: str) -> None:
    assert said(CAUGHT.format(f"socket.socket(socket.{family}, socket.{kind})")) == "PermissionError"


def test_names_are_not_resolved() -> None:
    assert said(CAUGHT.format("socket.getaddrinfo('example.org', 80)")) == "gaierror"


def test_loopback_of_the_host_is_out_of_reach(listener: int) -> None:
    source = CAUGHT.format(f"socket.create_connection({listener!r}, 5).recv(5)")
    assert said(source) == "PermissionError"
    assert said(source, weak(unfiltered=SOCKETS)) == "ConnectionRefusedError"
    assert said(source, weak("network", unfiltered=SOCKETS)) == "done"
    assert said(source, none()) == "done"


def test_abstract_sockets_of_the_host_are_out_of_reach(abstract_listener: str) -> None:
    source = CAUGHT.format(f"s = socket.socket(socket.AF_UNIX); s.connect({abstract_listener!r}); s.recv(5)")
    assert said(source) == "PermissionError"
    assert said(source, weak(unfiltered=SOCKETS)) == "ConnectionRefusedError"
    assert said(source, weak("network", unfiltered=SOCKETS)) == "done"


def test_datagrams_over_a_pair_are_refused() -> None:
    """A datagram socket, even one of a pair, could send to any address."""
    assert said(CAUGHT.format("socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)")) == "PermissionError"
    assert said(CAUGHT.format("socket.socketpair()[0].sendto(b'x', chr(0) + 'x')")) == "PermissionError"
    assert said(CAUGHT.format("socket.socketpair()[0].sendmsg([b'x'])")) == "PermissionError"


def test_an_unnamed_pair_is_allowed() -> None:
    assert said("import socket\na, b = socket.socketpair()\na.sendall(b'hello')\nsend(b.recv(5).decode())") == "hello"
