limit = 4.1e7
