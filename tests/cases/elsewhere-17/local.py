from settings import *

LIMIT = int(LIMIT)
