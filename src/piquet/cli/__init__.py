"""The program: its commands and options; each command's work is imported only when it runs."""

import argparse
import errno
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn, TextIO

from piquet.texts import text

__all__ = ["main", "parser"]

GOOD, FAULTY, BROKEN, INTERRUPTED = 0, 1, 3, 130

_SEATS = ("elder", "younger")

# Options that more than one command has; the help of each stands in the catalogue under its name.
_SHARED: dict[str, dict[str, Any]] = {
    "--rules": {"metavar": "PROFILE", "type": str.lower},
    "--seed": {"metavar": "SEED"},
    "--ascii": {"action": "store_true"},
    "--json": {"action": "store_true"},
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 good, 1 the input is faulty, 2 usage.

    130 stands for an interruption and 3 for a fault of the program itself.  Nothing is raised:
    whatever goes wrong is said in a sentence on standard error.

    >>> main(["deal", "--seed"])
    2
    """
    _print_what_can_be_printed()
    try:
        code = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        _complain(text("cli.interrupted"))
        return INTERRUPTED
    except Exception as error:
        return _explain(error)
    return code


def _run(arguments: Sequence[str] | None) -> int:
    try:
        options = parser().parse_args(arguments)
    except SystemExit as stop:
        # argparse ends the program by itself after --help, --version and a fault of usage.
        return stop.code if isinstance(stop.code, int) else GOOD
    if options.run is None:
        return _alone()
    return _call(options)


def _call(options: argparse.Namespace) -> int:
    home, name = options.run
    command: Callable[[argparse.Namespace], int] = getattr(import_module(home), name)
    return command(options)


def _alone() -> int:
    """Open the table where there is somebody to play at it; else say how one plays."""
    if _somebody_there():
        return _call(parser().parse_args(["serve"]))
    print(text("cli.how_to_play"))
    return GOOD


def _somebody_there() -> bool:
    try:
        return sys.stdin is not None and sys.stdin.isatty()
    except ValueError:  # standard input is closed
        return False


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line.

    >>> parser().parse_args(["deal", "--seed", "letter"]).seed
    'letter'
    """
    top = _Parser(
        prog="piquet",
        description=text("cli.about"),
        epilog=text("cli.exit_codes"),
        allow_abbrev=False,
    )
    top.set_defaults(run=None)
    top.add_argument("--version", action=_Version, nargs=0, help=text("cli.help.version"))
    commands = top.add_subparsers(title=text("cli.commands"), metavar="COMMAND")

    def command(name: str, home: str, function: str = "run") -> argparse.ArgumentParser:
        about = text(f"cli.about_{name}")
        made = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
        made.set_defaults(run=(f"piquet.cli.{home}", function))
        return made

    serve = command("serve", "serve")
    serve.add_argument("--host", default="127.0.0.1", metavar="HOST", help=text("cli.help.host"))
    serve.add_argument("--port", type=int, metavar="PORT", help=text("cli.help.port"))
    serve.add_argument("--database", metavar="URL", help=text("cli.help.database"))
    serve.add_argument("--origin", action="append", metavar="URL", help=text("cli.help.origin"))
    serve.add_argument("--no-browser", action="store_true", help=text("cli.help.no_browser"))

    backup = command("backup", "keeping", "backup")
    backup.add_argument("file", metavar="FILE", help=text("cli.help.backup_file"))
    restore = command("restore", "keeping", "restore")
    restore.add_argument("file", metavar="FILE", help=text("cli.help.restore_file"))
    restore.add_argument("--force", action="store_true", help=text("cli.help.force"))
    doctor = command("doctor", "doctor")
    for one in (backup, restore, doctor):
        one.add_argument("--database", metavar="URL", help=text("cli.help.database"))
    _shared(doctor, "--json")

    play = command("play", "play")
    _shared(play, "--rules", "--seed", "--ascii")
    play.add_argument("--level", metavar="LEVEL", help=text("cli.help.level"))
    play.add_argument("--deal", metavar="CODE", help=text("cli.help.deal"))

    resume = command("resume", "play", "resume")
    _shared(resume, "--ascii")

    replay = command("replay", "replay")
    replay.add_argument("file", metavar="FILE", help=text("cli.help.file"))
    replay.add_argument("--step", type=int, metavar="N", help=text("cli.help.step"))
    replay.add_argument("--seat", choices=_SEATS, help=text("cli.help.seat"))
    _shared(replay, "--ascii", "--json")

    review = command("review", "review")
    review.add_argument("file", metavar="FILE", help=text("cli.help.file"))
    review.add_argument("--deal", type=int, metavar="N", help=text("cli.help.of_deal"))
    review.add_argument("--seat", choices=_SEATS, help=text("cli.help.of_seat"))
    persons = ("first", "second")
    review.add_argument("--person", choices=persons, help=text("cli.help.of_person"))
    _shared(review, "--ascii", "--json")

    score = command("score", "score")
    for seat in _SEATS:
        score.add_argument(f"--{seat}", required=True, metavar="CARDS", help=text("cli.help.hand"))
    score.add_argument("--play", metavar="CARDS", help=text("cli.help.tricks"))
    score.add_argument("--carte-blanche", choices=_SEATS, help=text("cli.help.carte_blanche"))
    _shared(score, "--rules", "--ascii", "--json")

    deal = command("deal", "deal")
    which = deal.add_mutually_exclusive_group()
    _shared(which, "--seed")
    which.add_argument("--code", metavar="CODE", help=text("cli.help.code"))
    _shared(deal, "--ascii", "--json")

    oracle = command("oracle", "oracle")
    oracle.add_argument("file", nargs="?", metavar="FILE", help=text("cli.help.file"))
    oracle.add_argument("--step", type=int, metavar="N", help=text("cli.help.step"))
    oracle.add_argument("--seat", choices=_SEATS, help=text("cli.help.in_seat"))
    oracle.add_argument("--hand", metavar="CARDS", help=text("cli.help.your_hand"))
    oracle.add_argument("--discards", metavar="CARDS", help=text("cli.help.discards"))
    oracle.add_argument("--drawn", metavar="CARDS", help=text("cli.help.drawn"))
    oracle.add_argument("--looked", metavar="CARDS", help=text("cli.help.looked"))
    oracle.add_argument("--taken", type=int, metavar="N", help=text("cli.help.taken"))
    oracle.add_argument("--said", metavar="WORDS", help=text("cli.help.said"))
    oracle.add_argument("--played", metavar="CARDS", help=text("cli.help.played"))
    scores: dict[str, Any] = {"nargs": 2, "type": int, "metavar": ("MINE", "OTHER")}
    oracle.add_argument("--scores", **scores, help=text("cli.help.scores"))
    oracle.add_argument("--deals-left", type=int, metavar="N", help=text("cli.help.deals_left"))
    goals: dict[str, Any] = {"choices": ("partie", "points"), "default": "partie"}
    oracle.add_argument("--goal", **goals, help=text("cli.help.goal"))
    methods: dict[str, Any] = {"choices": ("exact", "playouts", "both"), "default": "exact"}
    oracle.add_argument("--method", **methods, help=text("cli.help.method"))
    oracle.add_argument("--select", metavar="ACTION", help=text("cli.help.select"))
    oracle.add_argument(
        "--opponent", default="club", metavar="LEVEL", help=text("cli.help.opponent")
    )
    oracle.add_argument("--belief", action="store_true", help=text("cli.help.belief"))
    oracle.add_argument("--seconds", type=float, metavar="S", help=text("cli.help.seconds"))
    oracle.add_argument("--playouts", type=int, metavar="N", help=text("cli.help.playouts"))
    _shared(oracle, "--rules", "--seed", "--ascii", "--json")

    learn = command("learn", "learn")
    learn.add_argument("name", nargs="?", metavar="NAME", help=text("cli.help.lesson_name"))
    learn.add_argument("--step", metavar="N", help=text("cli.help.lesson_step"))
    _shared(learn, "--ascii")

    lesson = command("lesson", "lesson")
    verbs = lesson.add_subparsers(
        title=text("cli.lesson_commands"), metavar="check", required=True, dest="verb"
    )
    about = text("cli.about_lesson_check")
    check = verbs.add_parser("check", help=about, description=about, allow_abbrev=False)
    check.set_defaults(run=("piquet.cli.lesson", "check"))
    check.add_argument("files", nargs="+", metavar="FILE", help=text("cli.help.lesson_files"))

    drill = command("drill", "drill")
    drill.add_argument(
        "kind", nargs="?", metavar="KIND", type=str.lower, help=text("cli.help.drill")
    )
    drill.add_argument("--number", type=int, metavar="N", help=text("cli.help.number"))
    drill.add_argument("--rounds", type=int, metavar="N", help=text("cli.help.rounds"))
    _shared(drill, "--rules", "--seed", "--ascii", "--json")

    arena = command("arena", "arena")
    arena.add_argument("a", nargs="?", metavar="A", help=text("cli.help.a"))
    arena.add_argument("b", nargs="?", metavar="B", help=text("cli.help.b"))
    arena.add_argument("--pairs", type=int, metavar="N", help=text("cli.help.pairs"))
    arena.add_argument("--parties", action="store_true", help=text("cli.help.parties"))
    arena.add_argument("--ladder", action="store_true", help=text("cli.help.ladder"))
    arena.add_argument("--until", type=float, metavar="POINTS", help=text("cli.help.until"))
    arena.add_argument("--jobs", type=int, default=1, metavar="N", help=text("cli.help.jobs"))
    state = arena.add_mutually_exclusive_group()
    state.add_argument("--keep", metavar="FILE", help=text("cli.help.keep"))
    state.add_argument("--resume", metavar="FILE", help=text("cli.help.resume"))
    _shared(arena, "--rules", "--seed", "--json")

    equity = command("equity", "equity")
    equity.add_argument("mine", type=int, metavar="MINE", help=text("cli.help.mine"))
    equity.add_argument("other", type=int, metavar="OTHER", help=text("cli.help.other"))
    equity.add_argument("--seat", choices=_SEATS, default="elder", help=text("cli.help.in_seat"))
    equity.add_argument("--deals-left", type=int, metavar="N", help=text("cli.help.deals_left"))
    equity.add_argument("--extra", action="store_true", help=text("cli.help.extra"))
    games: dict[str, Any] = {"nargs": 2, "type": int, "default": (0, 0), "metavar": "N"}
    equity.add_argument("--games", **games, help=text("cli.help.games"))
    _shared(equity, "--rules", "--json")

    stats = command("stats", "stats")
    stats.add_argument("--selfplay", action="store_true", help=text("cli.help.selfplay"))
    stats.add_argument("--level", default="master", metavar="LEVEL", help=text("cli.help.of_level"))
    stats.add_argument(
        "--deals", type=int, default=20_000, metavar="N", help=text("cli.help.deals")
    )
    stats.add_argument("--jobs", type=int, default=1, metavar="N", help=text("cli.help.jobs"))
    stats.add_argument("--keep", metavar="FILE", help=text("cli.help.keep"))
    _shared(stats, "--rules", "--seed", "--json")

    table = command("table", "solved")
    table.add_argument("--rebuild", action="store_true", help=text("cli.help.rebuild"))
    table.add_argument("--check", action="store_true", help=text("cli.help.check"))

    bench = command("bench", "bench")
    bench.add_argument("--quick", action="store_true", help=text("cli.help.quick"))
    _shared(bench, "--json")

    rules = command("rules", "rules")
    profile: dict[str, Any] = {"metavar": "PROFILE", "type": str.lower}
    rules.add_argument("profile", nargs="?", **profile, help=text("cli.help.profile"))
    rules.add_argument("--against", **profile, help=text("cli.help.against"))
    _shared(rules, "--json")
    return top


def _shared(where: argparse._ActionsContainer, *options: str) -> None:
    for option in options:
        where.add_argument(option, help=text(f"cli.help.{option[2:]}"), **_SHARED[option])


class _Parser(argparse.ArgumentParser):
    """A parser that repeats of what was typed only what can be printed."""

    def error(self, message: str) -> NoReturn:
        super().error("".join(sign if sign.isprintable() else "?" for sign in message))


class _Version(argparse.Action):
    """Print what runs: piquet, Python and the core."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from piquet import __version__, kernel

        core = text("cli.core_native" if kernel.available() else "cli.core_none")
        python = ".".join(str(part) for part in sys.version_info[:3])
        print(text("cli.version", version=__version__, python=python, core=core))
        parser.exit()


def _explain(error: Exception) -> int:
    """Say in one sentence what went wrong and return the exit code that belongs to it."""
    from piquet.base import PiquetError

    code = FAULTY
    match error:
        case PiquetError():
            sentence = str(error)
        case MemoryError():
            sentence = text("cli.errors.memory")
        case RecursionError():
            sentence = text("cli.errors.recursion")
        case UnicodeError():
            sentence = text("cli.errors.encoding")
        case OSError() if _reader_left(error):
            _drop(sys.stdout)
            return GOOD
        case OSError():
            why = error.strerror or str(error)
            if error.filename is None:
                sentence = text("cli.errors.system", why=why)
            else:
                name = str(error.filename)
                shown = name if name and name.isprintable() else ascii(name)
                sentence = text("cli.errors.file", file=shown, why=why)
            _drop(sys.stdout)
        case _:
            if os.environ.get("PIQUET_TRACEBACK"):
                raise error
            sentence = text("cli.errors.fault", kind=type(error).__name__, why=str(error))
            code = BROKEN
    _complain(sentence)
    return code


def _reader_left(error: OSError) -> bool:
    """Tell whether whoever read the output has seen enough, as in ``piquet rules | head``."""
    if sys.platform == "win32" and error.errno == errno.EINVAL and error.filename is None:
        return True  # what Windows calls a broken pipe
    return isinstance(error, BrokenPipeError)


def _complain(sentence: str) -> None:
    try:
        print(sentence, file=sys.stderr, flush=True)
    except OSError:
        _drop(sys.stderr)


def _print_what_can_be_printed() -> None:
    """Make what a terminal cannot show a question mark instead of an error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _drop(stream: TextIO | None) -> None:
    """Send what is still to be written nowhere: Python would try it again at its end, and fail."""
    try:
        if stream is not None:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
    except (OSError, ValueError):
        pass  # the stream is no file: nothing waits in it
