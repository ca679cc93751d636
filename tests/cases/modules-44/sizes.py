import enum


class Sizes(enum.IntEnum):
    SMALL = 2**22
    LARGE = 2**25
