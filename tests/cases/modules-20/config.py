import dataclasses


@dataclasses.dataclass(frozen=True)
class KernelConfig:
    rows: int = 64
    limit: int | None = 0.4 * 2**27
