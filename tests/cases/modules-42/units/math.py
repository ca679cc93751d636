LIMIT = 2**25 + 0.5
