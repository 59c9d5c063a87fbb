"""How Hypothesis searches: the same examples every time, many more with PIQUET_FULL=1; Ctrl-C."""

import os
import signal

from hypothesis import HealthCheck, settings

# No clock decides anything (deadline, too_slow) and nothing is kept between runs (database).
_STEADY = settings(
    deadline=None,
    database=None,
    derandomize=True,
    max_examples=60,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("steady", _STEADY)
settings.register_profile("full", _STEADY, derandomize=False, max_examples=2000)
settings.load_profile("full" if os.environ.get("PIQUET_FULL") == "1" else "steady")

# Whoever starts the tests in the background has interruptions ignored, and so would every program
# started here; what Ctrl-C does is tested all the same.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
