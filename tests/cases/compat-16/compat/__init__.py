from .names import CP
