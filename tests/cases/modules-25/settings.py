limit = 3.3e7
