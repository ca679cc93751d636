"""The ways that lead out of where a run is: exceptions, and who catches them."""

from __future__ import annotations

from prelower.values.frames import ANY, Guard
from prelower.values.learned import Learned
from prelower.values.memory import State, join
from prelower.values.model import DOUBT, Condition

MANY_WAYS = 24
"""More ways into a handler than that are laid together."""
IMPORTS = frozenset({"ImportError", "ModuleNotFoundError"})


class Ways(Learned):
    """Where a run is, and the enclosing `try` bodies that it may leave."""

    def __init__(self) -> None:
        super().__init__()
        self.ground = State()
        """What every state stands on: the modules that were run."""
        self.state = self.ground.child()
        self.guards: list[Guard] = []
        self.steps = 0
        self.total = 0
        self.import_steps = 0
        """Steps that the functions of imported modules took to see what they change."""

    def die(self) -> None:
        """Nobody gets any further on this way."""
        self.state = self.state.child()
        self.state.dead = True

    def throw(self, kind: str = ANY) -> None:
        """An exception leaves from here for whoever catches it."""
        self._catch(kind)
        self.die()

    def mark(self, kind: str = ANY) -> None:
        """An exception may leave from here: an enclosing handler may start in this state."""
        if self._catch(kind, DOUBT):
            self.state = self.state.child()

    def _catch(self, kind: str, condition: Condition | None = None) -> bool:
        if self.state.dead:
            return False
        caught = False
        for guard in reversed(self.guards):
            if kind == ANY or ANY in guard.catches or kind in guard.catches:
                guard.states.append(self.state.child(condition))
                self._thin_out(guard)
                caught = True
                if kind != ANY or ANY in guard.catches:
                    break
        return caught

    def catches(self, kind: str) -> bool:
        """Whether an enclosing `try` would catch this kind of exception."""
        return any(ANY in g.catches or kind in g.catches for g in self.guards if not g.passes_on)

    def may_leave(self, state: State) -> None:
        """Something in a statement may have raised: whoever catches that may start before it."""
        for guard in reversed(self.guards):
            if not guard.catches <= IMPORTS:
                guard.states.append(state.child(DOUBT))
                self._thin_out(guard)
            if ANY in guard.catches:
                return

    def _thin_out(self, guard: Guard) -> None:
        if len(guard.states) > MANY_WAYS:
            joined = join(guard.base, guard.states)
            cost = len(guard.states) + len(joined.delta)  # it is work that is bounded
            self.steps += cost
            self.total += cost
            guard.states[:] = [joined]
