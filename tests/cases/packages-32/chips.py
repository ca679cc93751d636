from registry import register

register("v5e", 1.2e8)
register("v6e", 2**26)
