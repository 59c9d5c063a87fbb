"""The runner of the cases in ``vectors/``: ``python tests/conformance/run.py FILE...``."""
