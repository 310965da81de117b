"""Puts mutated code into a running program: into functions, or under a module before its import."""

import functools
import gc
import importlib.util
import sys
from collections.abc import Iterator
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

Place = tuple[str, str, int]
"""Where a function's code is: file, qualified name, first line."""


def _everything() -> list[Any]:
    """All objects, also those that the tests' own `conftest.py` has frozen, which gc hides."""
    gc.unfreeze()
    return gc.get_objects()


def living_functions(root: Path) -> dict[Place, list[FunctionType]]:
    found: dict[Place, list[FunctionType]] = {}
    for thing in _everything():
        if type(thing) is FunctionType and _is_below(thing, root):
            found.setdefault(_place(thing.__code__), []).append(thing)
    return found


def caches(root: Path) -> list[Any]:
    """The caches of our cached functions, which may hold another mutant's results, or none's."""
    return [
        thing
        for thing in _everything()
        if type(thing) is functools._lru_cache_wrapper
        and isinstance(thing.__wrapped__, FunctionType)
        and _is_below(thing.__wrapped__, root)
    ]


def swap(functions: dict[Place, list[FunctionType]], path: Path, source: str) -> None:
    """Gives the living functions of a file the code that they have in a mutated source.

    A `KeyError` says that a function changed isn't there: no test could find such a mutant.
    """
    before = list(_functions(compile(path.read_text(encoding="utf-8"), str(path), "exec")))
    after = list(_functions(compile(source, str(path), "exec")))
    for old, new in zip(before, after, strict=True):
        if old != new:
            for function in functions[_place(old)]:
                function.__code__ = new


def _functions(code: CodeType) -> Iterator[CodeType]:
    """The code of the functions and methods in a module; those within functions go with them."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType) and "<" not in constant.co_name:
            if constant.co_flags & 0x2:  # CO_NEWLOCALS: a function, not a class body
                yield constant
            else:
                yield from _functions(constant)


def _is_below(function: FunctionType, root: Path) -> bool:
    """Whether a function is ours: the environment with its packages may lie below, too."""
    path = function.__code__.co_filename
    return path.startswith(f"{root}/") and "site-packages" not in path


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def module_name(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


class Mutated(MetaPathFinder, Loader):
    """Imports one file's module from another source; all others are left to the usual finders."""

    def __init__(self, path: Path, root: Path, source: str) -> None:
        self._name = module_name(path, root)
        self._path, self._source = path, source

    def find_spec(self, fullname, path, target=None) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        loader = _Source(fullname, str(self._path), self._source)
        return importlib.util.spec_from_file_location(fullname, self._path, loader=loader)

    def install(self) -> None:
        sys.meta_path.insert(0, self)


class _Source(SourceFileLoader):
    def __init__(self, fullname: str, path: str, source: str) -> None:
        super().__init__(fullname, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._source, self.path, "exec", dont_inherit=True)
