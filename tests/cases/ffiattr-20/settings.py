SETTINGS = {"tolerance": 1e-6, "steps": 20, "seeds": tuple(sorted({3, 5}))}
