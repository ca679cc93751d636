from typing import NamedTuple


class Config(NamedTuple):
    limit: int | None = None
