"""The session's oracle."""

from .client import oracle as oracle
