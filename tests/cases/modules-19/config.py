import dataclasses


@dataclasses.dataclass(frozen=True)
class KernelConfig:
    rows: int = 64
    limit: int | None = None


CFG = KernelConfig(limit=5.9e7)
