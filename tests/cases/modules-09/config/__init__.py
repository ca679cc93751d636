from .v5e import *
