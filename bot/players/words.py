"""Rows of small numbers: lists, or where the players run compiled, words of the machine in a row.

A stone is placed by looking up some forty numbers. Compiled, a list would have each as an object of
its own; as a word it is read at once. Both are asked the same way, and never grow.
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from librt.vecs import vec  # noqa: TC004
    from mypy_extensions import i64  # noqa: TC004

COMPILED: Final = not __file__.endswith(".py")


# Each row is made item by item, since one made of a list at once takes far longer. The type is that
# of compiled code. What is imported for its types is never asked for where nothing is compiled.


def words(values: "list[int]") -> "vec[i64]":
    """A row of whole numbers, made of a list that is not used any more."""
    if COMPILED:
        return vec[i64]([value for value in values])  # noqa: C416
    return values  # type: ignore[return-value]


def parts(values: "list[float]") -> "vec[float]":
    """A row of broken numbers."""
    if COMPILED:
        return vec[float]([value for value in values])  # noqa: C416
    return values  # type: ignore[return-value]


def rows(values: "list[vec[i64]]") -> "vec[vec[i64]]":
    """A row of rows."""
    if COMPILED:
        return vec[vec[i64]]([value for value in values])  # noqa: C416
    return values  # type: ignore[return-value]


def tables(values: "list[vec[vec[i64]]]") -> "vec[vec[vec[i64]]]":
    """A row of rows of rows."""
    if COMPILED:
        return vec[vec[vec[i64]]]([value for value in values])  # noqa: C416
    return values  # type: ignore[return-value]
