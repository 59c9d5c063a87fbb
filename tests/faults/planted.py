"""The faults that are planted, and for each the test that must see it.

A fault changes text of the package: file, what stands there once, what is put in its place.  Where
it is seen, what pytest prints must hold ``seen`` (a regular expression): the thing that went wrong,
not an accident on the way there.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FAULTS", "Fault"]

Change = tuple[str, str, str]


@dataclass(frozen=True)
class Fault:
    """A fault: its changes, the test that must fail, and what it must say."""

    changes: tuple[Change, ...]
    test: str
    seen: str

    @property
    def browser(self) -> bool:
        """Whether it takes Chromium to see it."""
        return self.test.startswith("browser/")


def _one(file: str, stands: str, put: str, test: str, seen: str) -> Fault:
    return Fault(((file, stands, put),), test, seen)


_LEAK = "table/test_noninterference.py::test_no_byte_tells_of_a_card_that_is_not_known"
_LEAK_FRIEND = (
    "table/test_noninterference.py"
    "::test_no_byte_tells_a_friend_of_a_card_not_even_when_the_deal_is_over"
)
_THEIRS = "ledger.partie.position.hands[ledger.seat(me).other]"
_GATE = "table/test_gate.py"
_DROPS = "table/test_drops.py"

FAULTS: dict[str, Fault] = {
    # --- what is hidden ---------------------------------------------------------------------------
    "full state in the reconnect snapshot": _one(
        "table/scene.py",
        "their_shown=[] if seen is None else",
        f"their_shown=[str(card) for card in {_THEIRS}]\n"
        "        if around.jump and ledger.partie.position is not None else"
        " [] if seen is None else",
        _LEAK,
        r"AssertionError: deal \d+.*their_shown",
    ),
    "undo stack in the view": _one(
        "position.py",
        "return View(\n            seat,\n            state.rules,",
        "return (lambda *told: vars(view := View(*told)).update(before=[self]) or view)(\n"
        "            seat,\n            state.rules,",
        "test_views.py::test_a_view_holds_no_card_that_its_seat_has_not_seen_and_no_way_to_one",
        r"assert not \[<Position",
    ),
    "per-card ids": _one(
        "table/scene.py",
        "their_cards=_their_cards(seen),",
        f"their_cards=[card.index * 7 % 32 for card in {_THEIRS}]\n"
        "        if ledger.partie.position is not None else _their_cards(seen),",
        _LEAK,
        r"AssertionError: deal \d+.*their_cards",
    ),
    "stock in the deal-end message": _one(
        "table/scene.py",
        "rest=[] if seen is None else card_texts(seen.rest),",
        "rest=[] if seen is None else [str(card) for card in ledger.position.deal.talon]\n"
        "        if over else card_texts(seen.rest),",
        _LEAK_FRIEND,
        r"AssertionError: deal \d+.*rest",
    ),
    "card name in a back's label": _one(
        "table/static/cards.js",
        'return h("span", { class: "card" }, picture("back"));',
        'return h("span", { class: "card", role: "img", "aria-label": "king of hearts" },'
        ' picture("back"));',
        "browser/test_moments.py::test_carte_blanche_is_asked_for_when_there_is_one",
        r"names cards that nobody has seen",
    ),
    "Oracle open to friends": _one(
        "table/service.py",
        "if ledger.friendly:\n            return",
        "if False:\n            return",
        "table/test_friends.py::test_what_is_shut_with_a_friend_opposite",
        r"assert not True",
    ),
    "computer given the true state": _one(
        "table/room.py",
        "            return await thinkers.act(ledger.level, ledger.luck, view)\n        except",
        "            return await thinkers.act(ledger.level, ledger.luck, ledger.partie.position)\n"
        "        except",
        "table/test_computer.py::test_what_is_sent_away_is_a_view_and_nothing_else",
        r"Position.*is View",
    ),
    "instant forced reply": _one(
        "table/room.py",
        "pause = 0.0 if ledger.partie.position is None else",
        "forced = len(ledger.partie.legal_actions) == 1\n"
        "        pause = 0.0 if forced or ledger.partie.position is None else",
        "table/test_computer.py::test_how_long_it_takes_is_settled_before_it_looks",
        r"assert False",
    ),
    # --- the cards --------------------------------------------------------------------------------
    "time-seeded shuffle": _one(
        "dealing.py",
        "return secrets.token_bytes(32)",
        'return hashlib.sha256(str(__import__("time").time_ns() >> 20).encode()).digest()',
        "test_dealing.py::test_without_a_seed_the_operating_system_gives_one",
        r"assert \d+ == 100",
    ),
    "a secret of few bits": _one(
        "table/seals.py",
        "return secrets.token_hex(32)",
        'return secrets.token_hex(4).rjust(64, "0")',
        "table/test_fairness.py::test_a_secret_is_256_bits_of_the_operating_system",
        r"assert '0{12}",
    ),
    "a pledge anew after a number was told": _one(
        "table/shuffle.py",
        'if self.numbers != ("", ""):',
        "if False:",
        "table/test_fairness.py::test_no_number_is_told_before_both_are_pledged",
        r"DID NOT RAISE",
    ),
    "a number told while the other is not bound": _one(
        "table/static/seats.js",
        ": commitment && theirs;",
        ": commitment;",
        "browser/test_fair.py::test_the_page_is_bound_once_and_tells_its_number_only_where_all_are",
        r"early",
    ),
    "another secret after the number was told": _one(
        "table/static/seats.js",
        "? was.commitment === commitment && String",
        "? String",
        "browser/test_fair.py::test_the_page_is_bound_once_and_tells_its_number_only_where_all_are",
        r"secret",
    ),
    "a check that forgets what was seen": _one(
        "table/static/pages/fair.js",
        'if (was.commitment && was.commitment !== made.commitment) found.push("changed");',
        "",
        "browser/test_fair.py::test_the_page_and_python_make_and_refuse_the_same_deals",
        r"changed",
    ),
    "biased swap": _one(
        "dealing.py",
        "j = word % (i + 1)",
        "j = word % 32",
        "test_dealing.py::test_shuffles_are_uniform_and_the_classic_wrong_one_is_found",
        r"where the card lies: ",
    ),
    "unsalted commitment": _one(
        "table/seals.py",
        "return hashlib.sha256(bytes.fromhex(secret)).hexdigest()\n\n\ndef mixed",
        "return hashlib.sha256(deal_of(secret, 1).code.encode()).hexdigest()\n\n\ndef mixed",
        "table/test_fairness.py::test_true_deals_are_accepted_and_altered_ones_refused",
        r"assert not \[.*commit",
    ),
    "a number told before both are pledged": _one(
        "table/shuffle.py",
        "if self.pledging or self.numbers[entry.person]:",
        "if self.numbers[entry.person]:",
        "table/test_fairness.py::test_no_number_is_told_before_both_are_pledged",
        r"DID NOT RAISE",
    ),
    # --- once, and kept ---------------------------------------------------------------------------
    "reply before commit": _one(
        "table/room.py",
        "await self._service.store.append(\n"
        "                self.name, self.ledger.version, kept, summary(ledger), id\n"
        "            )",
        "self._service.later(self._service.store.append(\n"
        "                self.name, self.ledger.version, kept, summary(ledger), id\n"
        "            ))",
        "table/test_store.py::test_what_cannot_be_kept_is_not_done",
        r"isinstance\(Done\(",
    ),
    "no duplicate check": Fault(
        (
            ("table/room.py", "if key in self._ids:\n", "if False:\n"),
            ("table/room.py", "if key in self._ids:  # committed", "if False:  # committed"),
        ),
        "table/test_room.py::test_whatever_comes_twice_is_done_once",
        r"assert False",
    ),
    "no rematch lock": Fault(
        (
            ("table/moves.py", "not ledger.over or me in ledger.rematch:", "not ledger.over:"),
            ("table/room.py", "== 2 and not ledger.following and", "== 2 and"),
            ("table/rooms.py", 'f"after/{room.name}",', 'f"after/{secrets.token_hex(8)}",'),
        ),
        "table/test_friends.py::test_the_next_partie_is_one_and_its_seats_open_by_the_same_tokens",
        r"two parties follow one",
    ),
    "bad save read as empty": _one(
        "cli/saves.py",
        'raise Unreadable("save_damaged")',
        'return ""',
        "test_saves.py::test_damaged_saves",
        r"assert '' == ",
    ),
    # --- who gets in ------------------------------------------------------------------------------
    "GET takes the seat": Fault(
        (
            (
                "table/friends.py",
                'opened(self._join), methods=["POST"]',
                'opened(self._join), methods=["GET", "POST"]',
            ),
            (
                "table/friends.py",
                "        asked = await body(request, protocol.Join)\n",
                '        if request.method == "GET":\n'
                '            room = await self.rooms.find(request.path_params["name"], FRIEND)\n'
                '            seat = Seated(1, "", digest(""))\n'
                "            await room.add(lambda ledger: _unless_full(ledger, seat))\n"
                "            return Response(status_code=204)\n"
                "        asked = await body(request, protocol.Join)\n",
            ),
        ),
        "table/test_friends.py::test_only_a_post_takes_a_seat_and_only_one_friend_sits_down",
        r"'full': True",
    ),
    "no Origin check": _one(
        "table/guard.py",
        "if origins and not self.allowed.origin(origins[0]):",
        "if False:",
        f"{_GATE}::test_every_foreign_origin_and_host_is_refused",
        r"AssertionError: \('127\.0\.0\.1:\d+', 'http://evil\.example'\)",
    ),
    "suffix Origin match": _one(
        "table/guard.py",
        "return given is not None and given in self.origins",
        "return given is not None and any(\n"
        "            given.endswith(urlsplit(one).netloc) for one in self.origins\n        )",
        f"{_GATE}::test_a_suffix_is_no_origin",
        r"assert not True",
    ),
    "no Host check": _one(
        "table/guard.py",
        "if len(hosts) != 1 or not self.allowed.host(hosts[0]):",
        "if len(hosts) != 1:",
        f"{_GATE}::test_nor_is_anything_read_by_a_foreign_name",
        r"AssertionError: evil\.example",
    ),
    # --- what comes over the wire -----------------------------------------------------------------
    "default frame limit": _one(
        "table/server.py",
        "        ws_max_size=LARGEST,\n",
        "",
        "table/test_wire.py::test_frames_that_are_too_large_or_no_text_end_the_connection",
        r"TimeoutError",
    ),
    "uncaught RecursionError": Fault(
        (
            ("table/decoding.py", "if _depth(data) > DEEPEST:", "if False:"),
            ("table/decoding.py", "except (ValueError, RecursionError):", "except ValueError:"),
        ),
        "table/test_wire.py::test_what_two_readers_could_read_differently_is_refused[3]",
        r"RecursionError",
    ),
    "broadcast over a live set": _one(
        "table/room.py",
        "        for chair in list(self.chairs):\n            if chair is not but:",
        "        for chair in self.chairs:\n            if chair is not but:",
        "table/test_room.py::test_whoever_gets_up_while_the_table_is_told_disturbs_nobody",
        r"Set changed size during iteration",
    ),
    "engine run in the event loop": _one(
        "table/workers.py",
        "Action.from_int(await self._played(decide, level, luck, bare(view)))",
        "Action.from_int(decide(level, luck, bare(view)))",
        "table/test_computer.py::test_players_think_in_another_process",
        r"thinks in the process of the table",
    ),
    "raw name to the terminal": _one(
        "table/friends.py",
        "return plain(written)[:LONGEST_NAME].strip()",
        "return written[:LONGEST_NAME].strip()",
        "table/test_friends.py::test_names_are_cleaned",
        r"assert not \['\\x1b'",
    ),
    "secret in the log": _one(
        "table/keys.py",
        "session = secrets.token_urlsafe(32)\n",
        "session = secrets.token_urlsafe(32)\n        print(session, flush=True)\n",
        f"{_GATE}::test_no_secret_and_no_card_is_logged",
        r"assert '.*' not in ",
    ),
    # --- lines that break -------------------------------------------------------------------------
    "an old line takes the new one along": _one(
        "table/room.py",
        "        self.chairs.discard(chair)\n",
        "        self.chairs = {one for one in self.chairs if one.holder != chair.holder}\n",
        f"{_DROPS}::test_both_come_back_at_every_step_after_every_kind_of_drop",
        r"TimeoutError",
    ),
    "who comes back misses what was done": _one(
        "table/room.py",
        "since = min(chair.have, 0 if view is None else len(view.events)) if same else 0",
        "since = 0 if view is None else max(0, len(view.events) - 1) if not same else chair.have",
        f"{_DROPS}::test_both_come_back_at_every_step_after_every_kind_of_drop",
        r"events are missing between",
    ),
    "nobody looks whether a line is silent": _one(
        "table/server.py",
        "ws_ping_interval=_BEAT",
        "ws_ping_interval=None",
        f"{_DROPS}::test_a_friend_whose_line_is_silent_is_shown_as_away_and_back",
        r"TimeoutError",
    ),
    "one tab of a seat is told": _one(
        "table/room.py",
        "        for chair in list(self.chairs):\n            if chair is not but:",
        "        for chair in {one.holder: one for one in self.chairs}.values():\n"
        "            if chair is not but:",
        f"{_DROPS}::test_both_tabs_of_a_seat_agree_after_every_action",
        r"TimeoutError",
    ),
    "a page that waits on a silent line": _one(
        "table/static/net.js",
        "const silent = performance.now() - this.heard;",
        "const silent = 0;",
        "browser/test_network.py"
        "::test_who_misses_a_move_is_told_that_the_line_is_silent_and_then_sees_it[cut]",
        r"Timeout 20000ms exceeded",
    ),
    # --- the rules --------------------------------------------------------------------------------
    "younger allowed pique": _one(
        "reckoning.py",
        "        if award.seat is Seat.YOUNGER:\n            return None\n        elder +=",
        "        elder +=",
        "test_reckoning.py::test_a_pique_is_elders_alone",
        r"reason='pique'.* is None",
    ),
}
