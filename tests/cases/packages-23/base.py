from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    rows: int = 64
    limit: int = 2**24
