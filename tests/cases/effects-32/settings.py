FLAGS = {"a": None}
