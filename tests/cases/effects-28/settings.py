import dataclasses
@dataclasses.dataclass
class Config:
    limit: float = 0.5
CFG = Config()
