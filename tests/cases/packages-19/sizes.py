LIMIT = 4.1e7
for _name in list(globals()):
    if isinstance(globals()[_name], float):
        globals()[_name] = int(globals()[_name])
