LIMIT = 2**27 // 4
