LIMIT = 2.5 * 2**22
