"""What a run has learned of the program on its way, beside its memory."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any

from prelower.values.memory import State
from prelower.values.model import Place, Value
from prelower.values.objects import Function, Ref, Thing, UserClass


class Learned:
    """Facts that hold whatever state the run is in."""

    def __init__(self) -> None:
        self.derived: dict[tuple[int, str], frozenset[str]] = {}
        """By variable: the variables its value was worked out from."""
        self.classes: dict[str, UserClass] = {}
        self.carried: dict[tuple[ast.AST, int], int] = {}
        """By function and scope: the number of the namespace that its attributes are in."""
        self.members: dict[tuple[str, str], tuple[str, Value]] = {}
        """Enum members by class and printed text: name and value."""
        self.flags: dict[str, Value] = {}
        """Flags of `absl.flags` by name."""
        self.fields_made: dict[Place, Value | None] = {}
        """By call of `attrs.field` and its kin: the converter that it names."""
        self.converters: dict[tuple[str, str], Value] = {}
        """By class and field of `attrs`: what each value that it is given goes through."""
        self.options: dict[tuple[int, str], frozenset[str]] = {}
        """By parser and attribute: the options that set it on a command line."""
        self._start_notes()
        self._start_doubts()

    def _start_notes(self) -> None:
        self.pending: list[tuple[int, str]] = []
        """Variables that hold something put off."""
        self.passed: dict[Place, frozenset[str]] = {}
        """By argument expression: the variables that it hangs on."""
        self.read_fields: set[tuple[int, str]] = set()
        """Fields of what watched calls made that the program reads back, by the call's number."""
        self.modules: dict[str, Thing] = {}
        self.names: dict[int, tuple[str, bool]] = {}
        """By module scope: the module's name, and whether it is a package."""
        self.imported: set[str] = set()
        """Names of modules outside the project that the program imports."""
        self.foreign: set[str] = set()
        """Module names that are not the project's."""
        self.loading: list[str] = []
        self.owner: UserClass | None = None
        self.defined: list[Function] = []
        """Every function whose definition was run, in order."""
        self.all_entered: list[Function] = []
        self.assigned: dict[str, dict[str, int]] = {}
        """By file: how often each attribute name is assigned in it."""
        self.annotations: dict[int, list[tuple[str, str]]] = {}
        """By class scope: annotated names with their annotation's text."""
        self.counts: dict[str, int] = {"statements": 0}
        self.doubts: tuple[tuple[str, str, str, str], ...] = ()
        """What functions change in the module's names: name, how, attribute, by which function."""
        self.recorded_at: Counter[tuple[str, Place]] = Counter()
        """How often each watched call was recorded."""
        self.perhaps = 0
        """In how many calls of one of several callees the run is."""
        self.skipped: set[str | ast.AST] = set()
        """The words of what decided tests lead past, and the definitions of functions that were not taken."""
        self.half_typed: set[str] = set()
        """The words of what does not parse."""
        self.patched: set[str] = set()
        """Names outside the project that the program assigns to."""
        self.dynamic = False
        """Whether names may be made at run time (`exec`, `globals()`)."""

    def _start_doubts(self) -> None:
        self.handed: list[tuple[Function, State]] = []
        """Functions given to something unknown, which may call them at once, and the state then."""
        self.given_away: set[ast.AST] = set()
        """The functions that something unknown has: it may call them once more."""
        self.called_with: dict[ast.AST, State] = {}
        """By function that the module itself calls: the state at the first call."""
        self.doubting: set[ast.AST] = set()
        """The functions whose changes are being doubted right now: they may lead to each other."""
        self.tried_elsewhere = 0
        """How many functions were run because somebody unknown may call them."""
        self.tried_meanwhile = 0
        """How many methods were run to see what they do to an object."""
        self.effects: tuple[Any, ...] = ()
        """What the functions of the file change (see `effects.Effect`), and the state before that is doubted."""
        self.clean = State()
        self.authors: dict[object, set[ast.AST]] = {}
        """By what is changed in a run for its effects: the functions that do it."""
        self.whole = False
        """Whether a function that is run for its own sake is run whole."""
        self.entered: list[Function] = []
        self.guarding: set[str] = set()
        """Variables that tell versions apart, as `depends` writes them."""
        self.walked: list[Ref] = []
        """Lists and dicts that something was made of which walks them later: `enumerate(items)`, `table.items()`."""
        self.applied: list[Ref] = []
        """The objects in what a function is applied to item by item, when the result is walked: `map(f, items)`."""
        self.settled: set[ast.AST] = set()
        """Functions without parameters that the module surely calls itself: these calls tell all about them."""

    def note_change(self, key: object) -> None:
        """Note which function changes something."""
        if self.entered:
            self.authors.setdefault(key, set()).add(self.entered[-1].node)
