from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    rows: int = 64
    limit: float = 2.5e7
