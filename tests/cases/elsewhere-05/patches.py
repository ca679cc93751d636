import sys

import settings

sys.modules["settings"].LIMIT = 2**24
