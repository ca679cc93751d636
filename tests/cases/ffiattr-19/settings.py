SETTINGS = {"tolerance": 1e-6, "steps": 20, "seeds": {3}}
