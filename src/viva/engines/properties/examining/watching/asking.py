"""What a call or a value asks for that makes one run say nothing about the next: the time, chance, identity, …

Things are known by what they are and not by their names, so that an alias or an import inside a function changes
nothing. `asks_for` is about functions of Python's own that are called, `is_telling` about what it is enough to come to.
"""

from __future__ import annotations

import _random
import contextvars
import datetime
import functools
import os
import sys
import threading
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

TIME, CHANCE, IDENTITY, HASHES = "the time", "chance", "the identity of objects", "hashes, which differ between runs"
OUTSIDE, CHANGED, STATE = "the world outside", "changes its arguments", "keeps state between calls"
VAST = "keeps more than can be looked at"
ORDER = "the order of a set"
SETTINGS = "the settings of Python"
DEPTH = "comes near to the limit of recursion"
LIBRARY = "uses a module of Python that may keep state"

_MODULES = {
    "time": TIME, "_random": CHANCE, "posix": OUTSIDE, "_posixsubprocess": OUTSIDE, "_thread": OUTSIDE,
    "_socket": OUTSIDE, "socket": OUTSIDE, "_io": OUTSIDE, "gc": OUTSIDE, "signal": OUTSIDE, "_signal": OUTSIDE,
    "_asyncio": OUTSIDE, "_uuid": CHANCE, "_ctypes": OUTSIDE, "resource": OUTSIDE, "fcntl": OUTSIDE,
    "mmap": OUTSIDE, "select": OUTSIDE, "_sqlite3": OUTSIDE, "_locale": OUTSIDE, "_weakref": OUTSIDE,
    "_tracemalloc": OUTSIDE, "faulthandler": OUTSIDE, "atexit": OUTSIDE, "_warnings": OUTSIDE, "marshal": OUTSIDE,
}  # fmt: skip
# To come to one of these modules is enough: nobody does so for anything else.
_TELLING = {
    "time": TIME, "random": CHANCE, "secrets": CHANCE, "uuid": CHANCE, "numpy.random": CHANCE, "threading": OUTSIDE,
    "subprocess": OUTSIDE, "socket": OUTSIDE, "multiprocessing": OUTSIDE, "asyncio": OUTSIDE, "tempfile": OUTSIDE,
    "gc": OUTSIDE, "weakref": OUTSIDE, "ctypes": OUTSIDE, "signal": OUTSIDE, "inspect": OUTSIDE, "_thread": OUTSIDE,
    "posix": OUTSIDE, "_weakref": OUTSIDE, "atexit": OUTSIDE, "_random": CHANCE, "_ctypes": OUTSIDE, "locale": OUTSIDE,
    "_weakrefset": OUTSIDE, "concurrent.futures": OUTSIDE, "tracemalloc": OUTSIDE, "platform": OUTSIDE,
    "getpass": OUTSIDE, "pwd": OUTSIDE, "shutil": OUTSIDE, "glob": OUTSIDE, "site": OUTSIDE, "sysconfig": OUTSIDE,
    "fileinput": OUTSIDE, "urllib.request": OUTSIDE, "http.client": OUTSIDE, "sched": TIME, "timeit": TIME,
    "traceback": OUTSIDE,
}  # fmt: skip
# These are harmless as long as what they hold is asked for by name, and that is looked at.
_WIDE = {"sys": OUTSIDE, "os": OUTSIDE, "builtins": OUTSIDE, "datetime": TIME, "importlib": OUTSIDE}
_BUILTINS = {"id": IDENTITY, "hash": HASHES, "open": OUTSIDE, "input": OUTSIDE}
_HARMLESS = {"fspath", "fsencode", "get_ident", "allocate_lock", "RLock", "StringIO", "BytesIO", "text_encoding"}
_SYSTEM = frozenset(
    {
        "maxsize", "maxunicode", "float_info", "int_info", "hash_info", "byteorder", "version_info", "version",
        "hexversion", "implementation", "exc_info", "exception", "intern", "api_version", "float_repr_style",
        "copyright", "getdefaultencoding", "stdout", "stderr",
    }
)  # fmt: skip
"""What of `sys` is the same in every run, or says nothing; all else in it is the world outside."""
_SETTINGS = {"getrecursionlimit", "get_int_max_str_digits"}
_SYSTEM_CALLS = {"exc_info", "exception", "getdefaultencoding", "exit"}
_OPERATING = frozenset(
    {"path", "sep", "linesep", "fspath", "PathLike", "name", "pathsep", "curdir", "pardir", "extsep", "altsep"}
)
_SEEN_OTHERWISE = (ModuleType, type, FunctionType, BuiltinFunctionType, int, str, bytes, float, complex, type(None))
_READS = ("FileIO", "BufferedReader", "TextIOWrapper", "BufferedRandom")


# Modules of Python's own whose functions keep nothing that a later call could see, or which are known by other signs.
_STATELESS = frozenset(
    {
        "_abc", "_ast", "_asyncio", "_bisect", "_blake2", "_bz2", "_codecs", "_collections", "_collections_abc",
        "_compat_pickle", "_contextvars", "_csv", "_ctypes", "_datetime", "_decimal", "_elementtree",
        "_frozen_importlib", "_frozen_importlib_external", "_functools", "_hashlib", "_heapq", "_imp", "_io", "_json",
        "_locale", "_lzma", "_md5", "_opcode", "_operator", "_pickle", "_posixsubprocess", "_py_abc", "_pydatetime",
        "_pydecimal", "_queue", "_random", "_sha1", "_sha2", "_sha256", "_sha3", "_sha512", "_signal",
        "_sitebuiltins", "_socket", "_sqlite3", "_sre", "_stat", "_statistics", "_string", "_strptime", "_struct",
        "_symtable", "_thread", "_tokenize", "_tracemalloc", "_typing", "_uuid", "_warnings", "_weakref",
        "_weakrefset", "abc", "array", "ast", "atexit", "base64", "binascii", "bisect", "builtins", "calendar",
        "cmath", "codecs", "collections", "colorsys", "configparser", "contextlib", "copy", "copyreg", "csv",
        "dataclasses", "datetime", "decimal", "difflib", "dis", "encodings", "enum", "errno", "faulthandler",
        "fnmatch", "fractions", "functools", "gc", "genericpath", "graphlib", "hashlib", "heapq", "hmac", "html",
        "importlib", "inspect", "io", "ipaddress", "itertools", "json", "keyword", "marshal", "math", "numbers",
        "opcode", "operator", "os", "pathlib", "pickle", "posix", "posixpath", "pprint", "queue", "random", "re",
        "reprlib", "shlex", "stat", "statistics", "string", "stringprep", "struct", "sys", "textwrap", "threading",
        "time", "token", "tokenize", "tomllib", "types", "typing", "unicodedata", "unittest.case", "unittest.util",
        "urllib.parse", "viva", "weakref", "xml.etree.ElementTree", "zlib",
    }
)  # fmt: skip
_KEEPING = frozenset(
    {
        ("_abc", "_abc_register"), ("_abc", "get_cache_token"), ("_csv", "field_size_limit"),
        ("_csv", "register_dialect"), ("_csv", "unregister_dialect"), ("_csv", "list_dialects"),
        ("_csv", "get_dialect"), ("_codecs", "register"), ("_codecs", "unregister"), ("_codecs", "register_error"),
        ("calendar", "setfirstweekday"), ("copyreg", "pickle"), ("copyreg", "constructor"),
        ("copyreg", "add_extension"), ("copyreg", "remove_extension"),
        ("xml.etree.ElementTree", "register_namespace"),
    }
)  # fmt: skip
"""Functions of these modules that keep something all the same."""
_LOGGING = frozenset(
    {
        "Logger.debug", "Logger.info", "Logger.warning", "Logger.error", "Logger.critical", "Logger.log",
        "Logger.isEnabledFor", "Logger.getEffectiveLevel", "_acquireLock", "_releaseLock",
    }
)  # fmt: skip
"""What a log does that writes nothing; one that writes asks for the time."""


@functools.lru_cache(maxsize=4096)
def may_keep_state(module: str, name: str, values: int = 0) -> bool:
    """Whether a function of Python's own that takes so many values may keep something in its module. In a module that
    nobody looked at, any may."""
    if (module, name) in _KEEPING:
        return True
    if module == "logging":
        return name not in _LOGGING and (name, values) != ("Manager.disable", 1)
    return is_standard(module) and not {module, module.partition(".")[0]} & _STATELESS


def asks_for(called: Any) -> str | None:
    """What a function of Python's own that is called asks for."""
    name, module, owner = called.__name__, getattr(called, "__module__", None), getattr(called, "__self__", None)
    if isinstance(owner, _random.Random):
        return CHANCE
    if isinstance(owner, type) and issubclass(owner, datetime.date) and name in ("now", "today", "utcnow"):
        return TIME
    if name in ("fromtimestamp", "timestamp", "astimezone") and _is_of_dates(owner):
        return OUTSIDE  # where the machine stands
    if module == "builtins":
        return _BUILTINS.get(name)
    if module == "_operator":
        return IDENTITY if name in ("is_", "is_not") else None
    if module == "sys":
        return SETTINGS if name in _SETTINGS else OUTSIDE if name not in _SYSTEM_CALLS else None
    if isinstance(module, str) and may_keep_state(module, name):
        return LIBRARY
    if module is None and owner is not None and not isinstance(owner, ModuleType):
        module = type(owner).__module__
        if module == "_io" and type(owner).__name__ not in _READS:
            return None
        if module == "_io" and owner in (sys.stdout, sys.stderr):  # what is printed is remarked on
            return None
        if module == "_thread":  # a lock that is taken
            return None
    if str(module).startswith("numpy.random"):
        return CHANCE
    return _MODULES.get(str(module)) if name not in _HARMLESS else None


def _is_of_dates(owner: object) -> bool:
    return issubclass(owner if isinstance(owner, type) else type(owner), datetime.date)


_NAMES = {
    "__hash__": HASHES, "__subclasses__": OUTSIDE, "tb_frame": OUTSIDE, "f_back": OUTSIDE, "f_locals": OUTSIDE,
    "f_globals": OUTSIDE, "f_lineno": OUTSIDE, "gi_frame": OUTSIDE, "cr_frame": OUTSIDE, "ag_frame": OUTSIDE,
    "tb_next": OUTSIDE, "__traceback__": OUTSIDE, "__file__": OUTSIDE, "__spec__": OUTSIDE, "__loader__": OUTSIDE,
    "__path__": OUTSIDE, "__cached__": OUTSIDE,
}  # fmt: skip


_TEXTS = ("__repr__", "__str__", "__format__")
_MAKING = "__create_fn__"  # in which the methods of a data class are made


def is_telling_name(name: str, function: str) -> str | None:
    """What it means that a function asks anything at all for an attribute of this name, or for such a variable."""
    if name in _TEXTS:
        return IDENTITY if function not in (*_TEXTS, _MAKING) else None
    return None if name == "__hash__" == function else _NAMES.get(name)


def is_telling(thing: Any, called: bool = False) -> str | None:
    """What it means that the code comes to a value. One that is `called` right there is seen by its call."""
    if isinstance(thing, ModuleType):
        return _TELLING.get(thing.__name__) or _WIDE.get(thing.__name__)
    if isinstance(thing, threading.local | contextvars.ContextVar):
        return STATE
    if isinstance(thing, BuiltinFunctionType):
        return None if called else asks_for(thing)
    if any(thing is each for each in (os.environ, os.environb)) or _is_of_system(thing):
        return OUTSIDE
    if isinstance(thing, type):
        return _TELLING.get(thing.__module__)
    return _MODULES.get("_io") if type(thing).__module__ == "_io" and type(thing).__name__ in _READS else None


def is_telling_attribute(module: ModuleType, name: str) -> str | None:
    """What it means that the code asks a module for something. Functions of a module are seen when they run."""
    value = vars(module).get(name)
    if (
        not isinstance(value, _SEEN_OTHERWISE)
        and module.__name__ not in _TELLING
        and may_keep_state(module.__name__, name)
    ):
        return LIBRARY
    if module is sys:
        return SETTINGS if name in _SETTINGS else None if name in _SYSTEM else OUTSIDE
    if module is os:
        return None if name in _OPERATING else OUTSIDE
    return _TELLING.get(module.__name__)


def _is_of_system(thing: object) -> bool:
    """The lists and tables of `sys`, under whatever name: modules, arguments, the path."""
    return type(thing) in (list, dict) and any(thing is each for each in vars(sys).values())


@functools.lru_cache(maxsize=4096)
def is_standard(module: str) -> bool:
    """Whether a module is one of Python's own, or of Viva's."""
    root = module.partition(".")[0]
    return root in sys.stdlib_module_names - {"__main__"} or root in ("viva", "_frozen_importlib")


@functools.lru_cache(maxsize=4096)
def is_library(module: str) -> bool:
    """Whether a module is nobody's own: it comes with Python, with Viva, or was installed. A package without a file of
    its own may lie in several folders, and somebody's own may be among them."""
    root = sys.modules.get(module.partition(".")[0])
    file = getattr(root, "__file__", None)
    places = [file] if file else [f"{folder}/" for folder in getattr(root, "__path__", ())]
    installed = ("/site-packages/" in place or "/dist-packages/" in place for place in places)
    return is_standard(module) or (bool(places) and all(installed))
