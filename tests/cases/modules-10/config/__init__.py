from .v5e import *
from .v6e import *
