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

# Whoever starts the tests in the background has these ignored, and so would every program that is
# started here; what they do is tested all the same.
for _each in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
    if signal.getsignal(_each) is signal.SIG_IGN:
        signal.signal(
            _each, signal.default_int_handler if _each is signal.SIGINT else signal.SIG_DFL
        )
