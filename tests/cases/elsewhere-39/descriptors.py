import dataclasses
import json


@dataclasses.dataclass
class Plan:
    size: int = 64

    def pack(self):
        return dataclasses.asdict(self)


class JsonPlan(Plan):
    def pack(self):
        return json.dumps(super().pack())
