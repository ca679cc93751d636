def limit():
    return 2**25 * 0.5
