LIMIT = 5 * 2**21
