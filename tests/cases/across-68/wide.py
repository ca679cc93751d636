from params import Params


class Wide(Params):
    """For wide blocks."""
