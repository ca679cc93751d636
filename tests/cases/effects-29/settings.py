import dataclasses
@dataclasses.dataclass
class Config:
    limit: float = 0.5
CFG = Config()
def configure(v):
    CFG.limit = v
