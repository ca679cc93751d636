from settings import LIMITS as table

for key in table:
    table[key] = round(table[key])
