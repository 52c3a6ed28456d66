"""The system calls that Python itself does not offer."""

import ctypes
import errno
import os

CLONE_NEWNS = 0x0002_0000
CLONE_NEWIPC = 0x0800_0000

SIGCHLD = 17

_MS_BIND, _MS_REC = 4096, 0x4000

_CLONE = {"x86_64": 56, "aarch64": 220}
_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_EXECVEAT = {"x86_64": 322, "aarch64": 281}
_AT_EMPTY_PATH = 0x1000
_MNT_DETACH = 2

_PAGE = 4096
_PROT_READ, _MAP_PRIVATE, _MAP_ANONYMOUS, _MAP_FIXED_NOREPLACE = 1, 2, 0x20, 0x10_0000
# Where memory ends for a program: with five levels of page tables, and with four.
_ENDS_OF_MEMORY = ((1 << 56) - _PAGE, (1 << 47) - _PAGE)

_libc = ctypes.CDLL(None, use_errno=True)
# Called with the interpreter lock held: a process that is about to split in two must not give it away.
_interpreter = ctypes.PyDLL(None, use_errno=True)


def check(result: int, what: str) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{what}: {os.strerror(error)}")
    return result


def system_call(number: int, *arguments: object) -> int:
    return int(_libc.syscall(ctypes.c_long(number), *arguments))


def fork_into_namespaces(namespaces: int) -> int:
    """As `os.fork`, but the child is the first process of new namespaces of the kinds given."""
    if namespaces == 0:
        return os.fork()
    number = _CLONE[os.uname().machine]
    _interpreter.PyOS_BeforeFork()
    child = int(
        _interpreter.syscall(ctypes.c_long(number), ctypes.c_ulong(namespaces | SIGCHLD), None, None, None, None)
    )
    error = ctypes.get_errno()
    if child == 0:
        _interpreter.PyOS_AfterFork_Child()
        return 0
    _interpreter.PyOS_AfterFork_Parent()
    if child < 0:
        raise OSError(error, f"clone: {os.strerror(error)}")
    return child


def mount(source: bytes | None, target: bytes, kind: bytes | None, flags: int, options: bytes | None) -> None:
    check(_libc.mount(source, target, kind, ctypes.c_ulong(flags), options), f"mount {target.decode()}")


def make_root(folder: str) -> None:
    """Guarantees that from now on, in this mount namespace, nothing is there but what is in the folder."""
    mount(folder.encode(), folder.encode(), None, _MS_BIND | _MS_REC, None)
    os.chdir(folder)
    # The old root is put on top of the new one, and taken away.
    check(system_call(_PIVOT_ROOT[os.uname().machine], b".", b"."), "pivot_root")
    check(_libc.umount2(b".", ctypes.c_int(_MNT_DETACH)), "umount")
    os.chdir("/")


def empty_path_at_end_of_memory() -> int:
    """The address of the last byte a program can have, where there is room for a zero and for no other path.

    It is mapped here and in every child.
    """
    _libc.mmap.restype = ctypes.c_void_p
    for end in _ENDS_OF_MEMORY:
        wanted = end - _PAGE
        flags = _MAP_PRIVATE | _MAP_ANONYMOUS | _MAP_FIXED_NOREPLACE
        found = _libc.mmap(ctypes.c_void_p(wanted), ctypes.c_size_t(_PAGE), _PROT_READ, flags, -1, ctypes.c_long(0))
        # Without random addresses the stack is there, and ends with zeros.
        if found == wanted or (ctypes.get_errno() == errno.EEXIST and ctypes.string_at(end - 1, 1) == b"\0"):
            return end - 1
    raise OSError(ctypes.get_errno(), "the last page of memory cannot be had")


def execute(descriptor: int, empty_path: int, arguments: list[bytes], environment: list[bytes]) -> OSError:
    """Becomes the program that is open there; returns why not."""
    system_call(
        _EXECVEAT[os.uname().machine],
        ctypes.c_long(descriptor),
        ctypes.c_void_p(empty_path),
        (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None),
        (ctypes.c_char_p * (len(environment) + 1))(*environment, None),
        ctypes.c_long(_AT_EMPTY_PATH),
    )
    error = ctypes.get_errno()
    return OSError(error, os.strerror(error))


def prctl(option: int, *arguments: int) -> int:
    padded = (*arguments, 0, 0, 0, 0)[:4]
    return check(_libc.prctl(option, *(ctypes.c_ulong(argument) for argument in padded)), f"prctl {option}")


def unshare(namespaces: int) -> None:
    check(_libc.unshare(ctypes.c_int(namespaces)), "unshare")


def drop_capabilities() -> None:
    header = (ctypes.c_uint32 * 2)(0x2008_0522, 0)
    check(_libc.capset(header, (ctypes.c_uint32 * 6)()), "capset")
