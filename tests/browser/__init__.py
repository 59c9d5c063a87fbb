"""The page played in a real browser against the real server."""
