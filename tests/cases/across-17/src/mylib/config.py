import dataclasses


@dataclasses.dataclass(frozen=True)
class Config:
    limit: int = 1


TPU = Config(limit=2**24 * 1.0)
