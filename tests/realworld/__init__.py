"""Real packages: the table of what is found in them, and the tool that holds them against it."""
