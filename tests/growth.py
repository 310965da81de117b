"""How much lies in the containers of the program's own objects: what grows for ever is found."""

import asyncio
import gc
import inspect
from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sized
from functools import partial
from types import FunctionType, MethodType
from typing import Any

_PLAIN = (str, bytes, int, float, type(None))


def sizes(*roots: object) -> Counter[str]:
    """What is reached from some objects: each container of an object of `bot`, and its length.

    Without any, from the tasks at work. What can hold only so much is left out.
    """
    gc.collect()
    found: Counter[str] = Counter()
    seen: dict[int, object] = {}
    left = list(roots) or _at_work()
    while left:
        one = left.pop()
        if id(one) in seen or isinstance(one, _PLAIN):
            continue
        seen[id(one)] = one
        if type(one).__module__.startswith("bot."):
            for name, value in _attributes(one):
                found[f"{type(one).__name__}.{name}"] += _length(value)
                left.append(value)
        else:
            left += _within(one)
    return found


def _at_work() -> list[object]:
    found: list[object] = []
    for task in asyncio.all_tasks():
        coroutine: Any = task.get_coro()
        while (frame := getattr(coroutine, "cr_frame", None)) is not None:
            found += frame.f_locals.values()
            coroutine = coroutine.cr_await
    return found


def _attributes(one: object) -> Iterable[tuple[str, Any]]:
    slots = (name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ()))
    names = {*getattr(one, "__dict__", ()), *slots}
    return [(name, getattr(one, name, None)) for name in names]


def _length(value: object) -> int:
    most = getattr(value, "maxsize", 0) or getattr(value, "maxlen", 0)
    held = isinstance(value, Mapping | set | list | deque) or hasattr(value, "qsize")
    if most or not held:
        return 0
    return len(value) if isinstance(value, Sized) else value.qsize()  # type: ignore[attr-defined]


def _within(one: object) -> list[object]:
    match one:
        case Mapping():
            return [*one.keys(), *one.values()]
        case list() | tuple() | set() | frozenset() | deque():
            return list(one)
        case MethodType():
            return [one.__self__]
        case partial():
            return [one.func, *one.args, *one.keywords.values()]
        case FunctionType():
            return list(inspect.getclosurevars(one).nonlocals.values())
    return []
