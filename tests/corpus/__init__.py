"""The engine over whole corpora of labelled programs."""
