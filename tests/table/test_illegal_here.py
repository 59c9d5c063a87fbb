"""The table does nothing that the rules do not allow, whatever it is asked for (R10)."""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

from table.served import choose, service, sit
from walk import random_rules

from piquet.actions import Action, Kind
from piquet.base import PiquetError
from piquet.table.entries import Begun
from piquet.table.ledger import Ledger
from piquet.table.moves import entries
from piquet.table.protocol import Act, Claim, Cut, Next, Said, Undo
from piquet.table.service import HOLDER
from piquet.table.told import Done, Refused

FULL = os.environ.get("PIQUET_FULL") == "1"
ATTEMPTS, PARTIES = (50_000, 12) if FULL else (9_000, 4)
OVER_THE_TABLE = 600


def attempts(rng: random.Random, ledger: Ledger, number: int) -> Said:
    """Return something that somebody might try."""
    id, version = f"w{number}", ledger.version
    luck = rng.random()
    if luck < 0.5:
        cards = rng.getrandbits(32) & rng.getrandbits(32) & rng.getrandbits(32)
        kind = rng.choice(list(Kind))
        code = kind << 32 | rng.choice((0, 1, 2, 3, 1 << rng.randrange(32), cards))
        return Act(id, version, code)
    if luck < 0.7:
        return Act(id, version, int(Action(Kind.PLAY, 1 << rng.randrange(32))))
    if luck < 0.8:
        words = ("good", "not good", "equal", "making?", "pass", "look", "show", "concede")
        return Act(id, version, rng.choice(words))
    if luck < 0.85:
        return Cut(id, version, rng.randint(1, 32))
    if luck < 0.9:
        return Next(id, version)
    if luck < 0.95:
        return Claim(id, version)
    return Undo(id, version, rng.randrange(200))


def taken_up(ledger: Ledger, said: Said) -> bool:
    """Tell whether the table would do it."""
    try:
        for entry in entries(ledger, ledger.person(HOLDER), said):
            ledger = ledger.after(entry)
    except PiquetError:
        return False
    return True


def allowed(ledger: Ledger, said: Said) -> bool:
    """Tell by the engine alone whether the person "you" may do this."""
    me = ledger.person(HOLDER)
    mine = ledger.to_move is me
    legal = ledger.partie.legal_actions
    match said:
        case Act():
            try:
                code = said.action
                action = Action.parse(code) if isinstance(code, str) else Action.from_int(code)
            except PiquetError:
                return False
            return mine and action.kind is not Kind.CUT and action in legal
        case Cut():
            return mine and Action(Kind.CUT, ledger.spread[said.place - 1].mask) in legal
        case Next():
            return ledger.resting and not ledger.over
        case Undo():
            return said.to in ledger.decisions(me)
    return False


def test_nothing_illegal_is_taken(tmp_path: Path) -> None:
    """Attempts over the states of whole parties: what is taken is what the engine allows."""
    rng = random.Random("illegal")

    async def work() -> None:
        made = service(tmp_path)
        tried = taken = states = number = 0
        for place in range(PARTIES):
            rules = random_rules(rng)
            begun = Begun(str(rules), "club", (HOLDER, "computer"))
            hand = await sit(made, begun, name=f"p{place}")
            share = ATTEMPTS // PARTIES
            done = 0
            while done < share and not hand.room.ledger.over:
                ledger = hand.room.ledger
                for _ in range(60):
                    number += 1
                    said = attempts(rng, ledger, number)
                    accepted = taken_up(ledger, said)
                    if not isinstance(said, Claim):
                        assert accepted == allowed(ledger, said), (said, ledger.record.now)
                    tried += 1
                    taken += accepted
                    done += 1
                assert hand.room.ledger is ledger
                states += 1
                await hand.step(choose)
            while done < share:  # the partie was short: the rest of its share at its end
                number += 1
                said = attempts(rng, hand.room.ledger, number)
                done += 1
                tried += 1
                if not isinstance(said, Undo):
                    assert not allowed(hand.room.ledger, said)
            await hand.room.close()
        assert tried >= ATTEMPTS - PARTIES
        assert states > ATTEMPTS / 200
        assert taken > 50  # the attempts were not all absurd
        await made.close()

    asyncio.run(work())


def test_nor_over_the_table_itself(tmp_path: Path) -> None:
    """Refused ones leave the partie, and what is kept of it, exactly as they were."""
    rng = random.Random("over the table")

    async def work() -> None:
        made = service(tmp_path)
        hand = await sit(made)
        refused = 0
        number = 0
        while refused < OVER_THE_TABLE:
            ledger = hand.room.ledger
            kept = len(made.store.load("partie")[0])
            for _ in range(25):
                number += 1
                said = attempts(rng, ledger, number)
                if allowed(ledger, said) or isinstance(said, Claim):
                    continue
                answer = await hand.say(said)
                assert isinstance(answer, Refused), said
                assert answer.sentence
                refused += 1
            await hand.waits()
            assert hand.room.ledger.record == ledger.record
            assert len(made.store.load("partie")[0]) == kept
            assert isinstance(await hand.step(choose), Done)
        await hand.room.close()
        await made.close()

    asyncio.run(work())
