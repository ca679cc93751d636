import sys
import types


class _Sizes(types.ModuleType):
    LIMIT = 2**25


sys.modules[__name__] = _Sizes(__name__)
LIMIT = 4.1e7
