"""The session's oracle."""

from oracle.client import oracle as oracle
