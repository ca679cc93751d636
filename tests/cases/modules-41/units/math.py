LIMIT = 2**25
pi = 3.0
