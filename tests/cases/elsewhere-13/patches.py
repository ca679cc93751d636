from settings import LIMITS as table

for key in table:
    table[key] = table[key] * 0.9
