def limit():
    return 2**24
