import dataclasses


@dataclasses.dataclass(frozen=True)
class Config:
    limit: int = 2**20
    scale: int = 1
