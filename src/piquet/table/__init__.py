"""The table in the browser: what is sent, who may see it, how parties are kept and computers play.

The page under ``static`` holds no rule: everything it shows and offers comes ready from here, made
of views alone.
"""
