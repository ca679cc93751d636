LIMIT = None or 64e6
