import dataclasses


@dataclasses.dataclass
class Config:
    limit: int | None = None

    def __post_init__(self):
        if isinstance(self.limit, float):
            self.limit = int(self.limit)
