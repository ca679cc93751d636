NAMES = ["scale"]
