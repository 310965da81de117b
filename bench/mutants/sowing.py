"""From a source file to its mutants: mutmut's operators, applied to each node by itself."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from textwrap import indent

import libcst as cst
from libcst import matchers as m
from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider
from mutmut.mutation.mutators import mutation_operators

STATEMENTS = (cst.SimpleStatementLine, cst.BaseCompoundStatement)
UNTOUCHED_CALLS = {"len", "isinstance", "assert_never", "cast", "TypeVar", "NewType"}
"""Calls that only ask for a type or can't be reached; mutmut leaves out the first two as well."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One source file with one change in it.

    `lines` are those of the statement changed, and `source` is the whole file; `inside` says that
    the change is within a function's body, without effect before the function is called.
    """

    path: str
    function: str
    lines: range
    inside: bool
    change: str
    source: str

    @property
    def name(self) -> str:
        """What the mutant is called in `equivalent.toml`: no line number, since lines move."""
        return f"{self.function}: {self.change}"

    @property
    def place(self) -> float:
        """A number from 0 to 1 that only depends on the mutant: samples are taken by it."""
        digest = sha256(f"{self.path} {self.name}".encode()).digest()
        return int.from_bytes(digest[:8], "big") / 2**64


def sow(path: Path, root: Path) -> list[Mutant]:
    wrapper = MetadataWrapper(cst.parse_module(path.read_text(encoding="utf-8")))
    sower = _Sower(str(path.relative_to(root)), wrapper)
    wrapper.module.visit(sower)
    found = {mutant.name: mutant for mutant in sower.mutants}
    return sorted(found.values(), key=lambda mutant: mutant.lines.start)


class _Sower(cst.CSTVisitor):
    def __init__(self, path: str, wrapper: MetadataWrapper) -> None:
        super().__init__()
        self.mutants: list[Mutant] = []
        self._path = path
        self._module = wrapper.module
        self._code = wrapper.module.code
        self._positions = wrapper.resolve(PositionProvider)
        self._parents = wrapper.resolve(ParentNodeProvider)

    def on_visit(self, node: cst.CSTNode) -> bool:
        if self._left_alone(node):
            return False
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for changed in operator(node):
                    if not _pointless(node, changed):
                        self._add(node, changed)
        return True

    def _left_alone(self, node: cst.CSTNode) -> bool:
        """Whether nothing at or below this node is sown: it is for readers or type checkers."""
        if isinstance(node, cst.Annotation | cst.Decorator | cst.Import | cst.ImportFrom):
            return True
        if isinstance(node, cst.Raise | cst.Assert):
            return True
        if isinstance(node, cst.Arg) and m.matches(node.keyword, m.Name("strict")):
            return True  # zip's own check, which nothing that is right can see
        if isinstance(node, cst.Expr) and isinstance(node.value, cst.SimpleString):
            return True
        if isinstance(node, cst.Call) and m.matches(node.func, m.Name()):
            return cst.ensure_type(node.func, cst.Name).value in UNTOUCHED_CALLS
        return isinstance(node, cst.Assign | cst.AnnAssign) and _for_types(node)

    def _add(self, node: cst.CSTNode, changed: cst.CSTNode) -> None:
        upwards = [node, *self._above(node)]
        statement = self._statement(upwards)
        before = self._render(statement)
        after = self._render(statement.visit(_Replacement(node, changed)))
        change = _difference(before, after)
        if not change:
            return
        owners = [n.name.value for n in upwards if isinstance(n, cst.FunctionDef | cst.ClassDef)]
        self.mutants.append(
            Mutant(
                path=self._path,
                function=".".join(reversed(owners)) or "(module)",
                lines=self._lines(upwards),
                inside=self._is_inside(upwards),
                change=change,
                source=self._with(statement, after),
            )
        )

    def _statement(self, upwards: list[cst.CSTNode]) -> cst.CSTNode:
        """The innermost statement that can be written by itself: an `elif` can't."""
        for node in upwards:
            if isinstance(node, STATEMENTS):
                parent = self._parents.get(node)
                if not (isinstance(parent, cst.If) and parent.orelse is node):
                    return node
        raise AssertionError("no statement")

    def _render(self, statement: cst.CSTNode) -> str:
        bare = {"leading_lines": ()}
        if isinstance(statement, cst.FunctionDef | cst.ClassDef):
            bare["decorators"] = ()
        return self._module.code_for_node(statement.with_changes(**bare))

    def _with(self, statement: cst.CSTNode, text: str) -> str:
        position = self._positions[statement]
        lines = self._code.splitlines(keepends=True)
        first, last = position.start.line, position.end.line
        inner = indent(text, " " * position.start.column)
        return "".join((*lines[: first - 1], inner, *lines[last:]))

    def _above(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        while (parent := self._parents.get(node)) is not None:
            yield parent
            node = parent

    def _lines(self, upwards: Iterable[cst.CSTNode]) -> range:
        for node in upwards:
            if isinstance(node, (*STATEMENTS, cst.MatchCase)):
                position = self._positions[node]
                first, last = position.start.line, position.end.line
                body = getattr(node, "body", None)
                if isinstance(body, cst.IndentedBlock):
                    last = max(first, self._positions[body.body[0]].start.line - 1)
                return range(first, last + 1)
        return range(1, 2)

    @staticmethod
    def _is_inside(upwards: list[cst.CSTNode]) -> bool:
        return any(
            isinstance(outer, cst.FunctionDef) and inner is outer.body
            for inner, outer in pairwise(upwards)
        )


def _for_types(node: cst.Assign | cst.AnnAssign) -> bool:
    """Whether an assignment names a type, such as `Event = Started | Moved`."""
    if isinstance(node, cst.AnnAssign):
        return m.matches(node.annotation, m.Annotation(m.Name("TypeAlias")))
    name = node.targets[0].target
    titled = isinstance(name, cst.Name) and re.fullmatch(r"_?([A-Z][a-z0-9]+)+|__all__", name.value)
    return bool(titled)


def _pointless(node: cst.CSTNode, changed: cst.CSTNode) -> bool:
    """Whether a change can't matter: an arm out of reach, the case of plain words, `strict=`.

    Of the three ways in which mutmut spoils a string, one is enough unless it is a regex.
    """
    if isinstance(node, cst.Match) and isinstance(changed, cst.Match):
        return any(
            m.findall(case, m.Call(m.Name("assert_never")))
            for case in node.cases
            if not any(case is kept for kept in changed.cases)
        )
    if isinstance(node, cst.Call) and isinstance(changed, cst.Call):
        strict = m.Arg(keyword=m.Name("strict"), value=m.Name("True") | m.Name("False"))
        before, after = (sum(m.matches(arg, strict) for arg in one.args) for one in (node, changed))
        return before != after
    if isinstance(node, cst.SimpleString) and isinstance(changed, cst.SimpleString):
        is_regex = "r" in node.prefix.lower()
        return not is_regex and changed.raw_value.lower() == node.raw_value.lower()
    return False


class _Replacement(cst.CSTTransformer):
    def __init__(self, node: cst.CSTNode, changed: cst.CSTNode) -> None:
        super().__init__()
        self._node, self._changed = node, changed

    def on_visit(self, node: cst.CSTNode) -> bool:
        return node is not self._node

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:
        return self._changed if original_node is self._node else updated_node


def _difference(before: str, after: str) -> str:
    gone, come = [], []
    for line in unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""):
        if line.startswith("-") and not line.startswith("---"):
            gone.append(line[1:].strip())
        elif line.startswith("+") and not line.startswith("+++"):
            come.append(line[1:].strip())
    return f"{' '.join(gone)} → {' '.join(come)}" if gone or come else ""
