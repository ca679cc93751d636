import enum


class Chip(enum.Enum):
    V5E = "v5e"
    V6E = "v6e"

    @property
    def limit(self):
        return 2**27 * {"v5e": 0.5, "v6e": 1}[self.value]
