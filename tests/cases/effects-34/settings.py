LIMIT = "unset"
FLAGS = {"a": None}
