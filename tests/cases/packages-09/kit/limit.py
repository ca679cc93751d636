def limit():
    return 2**25
