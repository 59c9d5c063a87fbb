// @ts-check
/** The table: it draws what the server sent and sends back what was chosen. It holds no rule. */

import { Actions } from "./actions.js";
import { announce } from "./announce.js";
import { aloud } from "./cards.js";
import { Cloth } from "./cloth.js";
import { cutTold, usualCut } from "./cut.js";
import { isOpen } from "./dialog.js";
import { fill, typing } from "./dom.js";
import { Frame, isOver } from "./frame.js";
import { astray, presence, waiting } from "./friend.js";
import "./hand.js";
import { openHelp } from "./help.js";
import { command } from "./keys.js";
import { Log } from "./log.js";
import * as look from "./look.js";
import { openMenu } from "./menu.js";
import { still } from "./motion.js";
import { freshId, Line } from "./net.js";
import { Oracle } from "./oracle.js";
import { openSettings } from "./prefs.js";
import { overview } from "./result.js";
import { openRules } from "./rules.js";
import { openSheet } from "./score.js";
import { anewHere, follow, owed, witness } from "./seats.js";
import { change, settings, watch } from "./settings.js";
import { sound } from "./sound.js";
import { Stage } from "./stage.js";
import { headed, t } from "./words.js";

/**
 * @typedef {import("./told.js").Table} Table
 * @typedef {import("./told.js").TableEvent} TableEvent
 * @typedef {import("./told.js").Choice} Choice
 */

const SAID = 2; // lines of talk on the cloth

/** Cards as one word, in whatever order they come. @param {string[]} cards */
const key = (cards) => [...cards].sort().join(" ");

export class PiquetTable extends HTMLElement {
  constructor() {
    super();
    this.partie = "";
    /** @type {() => void} */
    this.leave = () => {};
    /** @type {(now: Table) => void} */
    this.again = () => {};
    /** @type {(partie: string) => void} */
    this.sit = () => {};
    /**
     * What can be done with a deal that is over: share it, see how somebody else has played it,
     * or look back on it.
     * @type {{share?: (now: Table) => void, compare?: (now: Table) => void, review?: boolean}}
     */
    this.deals = {};
    /** Whether the person has asked for the next deal with a friend. */
    this.ready = false;
    this.said = "";
    /** @type {Table | null} */
    this.now = null;
    /** @type {TableEvent[]} */
    this.events = [];
    /** @type {Table[]} */
    this.coming = [];
    this.working = false;
    this.pending = "";
    this.saidAt = -1; // the version at which that was said
    /**
     * Which cards are chosen, at which version, whether that was done in this tab, and what the
     * server may still tell of it that is no news here.
     */
    this.choice = { at: -1, cards: /** @type {string[]} */ ([]), mine: false, known: [""] };
    this.online = false;
    /** @type {(() => void)[]} */
    this.ends = [];
    /** @type {Line | null} */
    this.line = null;

    /** @param {(now: Table) => void} show */
    const when = (show) => () => {
      if (this.now) show(this.now);
    };
    this.log = new Log();
    this.cloth = new Cloth({
      talon: when(look.seenInTalon),
      discards: when(look.discards),
      tricks: when(look.allTricks),
      last: when(look.lastTrick),
    });
    const hand = document.createElement("piquet-hand");
    this.hand = /** @type {import("./hand.js").PiquetHand} */ (hand);
    this.hand.played = (card) => this.play(card);
    this.hand.picked = () => this.chose();
    this.hand.refused = (_, why) => this.frame.say(why, true);
    this.hand.raised = () => this.frame.say(t("page.hand.again"), false);
    this.hand.emptied = () => this.frame.turn.focus({ preventScroll: true });
    this.stage = new Stage(this.cloth, this.hand);
    this.actions = new Actions({
      act: (choice) => this.act(choice),
      exchange: (text) => this.send({ type: "act", action: text }),
      cut: (place) => this.send({ type: "cut", place }),
      claim: () => this.send({ type: "claim" }),
      clear: () => this.unchoose(),
      chosen: () => this.chosen(),
    });
    this.oracle = new Oracle({
      ask: (method) => this.ask(method),
      stop: (id) => this.line?.note({ type: "stop", id }),
      point: (cards) => this.hand.point(cards),
      close: () => this.showOracle(false),
    });
    this.frame = new Frame(
      {
        sheet: when(openSheet),
        rules: when((now) => void openRules(now.rules)),
        talk: () => this.showTalk(),
        closeTalk: () => this.showTalk(false),
        help: openHelp,
        menu: () => this.menu(),
        consult: () => this.consult(),
        reorder: () => this.reorder(),
        calls: () => this.setCalls(!this.now?.settings.call_for_me),
        skip: () => this.stage.skip(),
      },
      this.cloth,
      this.log,
      this.hand,
      this.actions,
      this.oracle,
    );
  }

  connectedCallback() {
    this.className = "table";
    this.replaceChildren(this.frame.bar, this.frame.area, this.frame.side);
    const line = new Line(
      this.partie,
      (told) => this.hear(told),
      (open) => this.reached(open),
      () => this.leave(),
    );
    this.line = line;
    const keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", keys);
    const unwatch = watch((changed) => {
      if (changed === "order" && this.now && !this.working) this.render(this.now);
      if (changed === "speed") this.tellSettings({ pace: settings.speed });
    });
    this.ends = [
      unwatch,
      () => line.close(),
      () => document.removeEventListener("keydown", keys),
      () => this.frame.endMoment(),
    ];
  }

  disconnectedCallback() {
    for (const end of this.ends) end();
  }

  // --- what the server says ----------------------------------------------------------------------

  /** @param {import("./told.js").Told} told */
  hear(told) {
    if (told.type === "table") {
      this.coming.push(told);
      void this.work();
    } else if (told.type === "refused") {
      if (!this.oracle.refused(told.id, told.sentence)) this.refused(told);
    } else if (told.type === "advice") {
      announce(aloud(this.oracle.hear(told)));
    } else if (told.type === "opened") {
      look.bothHands(told);
    } else if (told.type === "core") {
      this.frame.core(told);
    } else if (told.type === "notice") {
      this.frame.say(told.sentence, true);
    }
  }

  /** @param {import("./told.js").Refused} told */
  refused(told) {
    if (told.id === this.pending) this.pending = "";
    this.stage.ahead = "";
    if (this.now) {
      this.cloth.setTrick(this.now);
      this.render(this.now);
    }
    this.frame.say(told.sentence, true);
  }

  /** Something beside the table could not be done. @param {unknown} error */
  refuse(error) {
    const said = error instanceof Error ? error.message : "";
    this.frame.say(said || t("page.failed"), true);
  }

  /** @param {boolean} open */
  reached(open) {
    const back = open && !this.online && this.now;
    this.online = open;
    if (!open) announce(t("page.table.away"));
    if (back) announce(t("page.table.back"));
    if (this.now && !this.working) this.render(this.now);
    else if (!open) this.frame.turn.textContent = t("page.table.away");
  }

  /** Bring in what has come, one table after the other. */
  async work() {
    if (this.working) return;
    this.working = true;
    for (let next = this.coming.shift(); next; next = this.coming.shift()) await this.apply(next);
    this.working = false;
  }

  /** @param {Table} next */
  async apply(next) {
    const before = this.now;
    if (before && next.version < before.version && !next.jump) return;
    const another = before?.deal.number !== next.deal.number;
    const known = another ? 0 : this.events.length;
    const kept = another ? [] : this.events.slice(0, next.events_from);
    this.events = [...kept, ...next.events];
    if (another) this.log.cut(-1);
    else if (next.events_from < known) this.log.cut(kept.length);
    if (before?.cut && !next.cut) this.tellCut(before.cut, next);
    const jump = !before || next.jump;
    // The line was broken: what was chosen meanwhile has not been heard.
    const mine = jump && this.choice.mine && this.choice.at === next.version;
    if (jump) {
      this.log.cut(0);
      for (const event of this.events) this.log.add(event, true);
      this.log.say(this.events, SAID);
      this.stage.ahead = "";
      this.cloth.setTrick(next);
      this.hand.chosen.clear();
    } else {
      if (another || !before.seat) this.dealing(next);
      for (const event of this.events.slice(known)) await this.bring(event, next);
    }
    next.events = this.events;
    // The same version again: what is chosen has changed in another tab.
    if (next.exchange && (jump || !before?.exchange || before.version === next.version)) {
      const cards = next.exchange.chosen;
      const old =
        !jump && this.choice.at === next.version && this.choice.known.includes(key(cards));
      if (mine) this.line?.note({ type: "draft", cards: this.choice.cards });
      else if (!old) this.choice = { at: next.version, cards, mine, known: [key(cards)] };
    } else if (next.exchange) this.choice.at = next.version;
    if (isOver(next) && !jump) await this.stage.end();
    // What was said at this very version, and is not answered yet, is still under way.
    if (next.version > this.saidAt || !this.line?.waits(this.pending)) this.pending = "";
    if (another) this.ready = false;
    this.render(next);
    witness(next);
    this.friendly(before, next);
    if (!before && next.settings.pace !== settings.speed)
      this.tellSettings({ pace: settings.speed });
    this.tell(before, next);
    if (settings.cuts && this.free) {
      const usual = usualCut(next);
      if (usual) this.send(usual);
    }
  }

  /** A deal begins: what stood on the cloth between the deals goes. @param {Table} next */
  dealing(next) {
    const between = this.cloth.centre.contains(document.activeElement);
    this.frame.area.classList.remove("between");
    this.cloth.centre.hidden = true;
    this.cloth.trick.hidden = false;
    if (between) this.frame.turn.focus({ preventScroll: true });
    fill(this.cloth.centre);
    this.log.say([], SAID);
    this.frame.turn.textContent = next.deal.title;
    this.frame.say("", false);
    this.cloth.begin(next, this.events);
  }

  /** @param {import("./told.js").Cut} cut @param {Table} next */
  tellCut(cut, next) {
    const said = cutTold(cut, next);
    if (said) this.log.before(said);
    announce(said);
  }

  /**
   * Say aloud what the person has to know now.
   *
   * @param {Table | null} before
   * @param {Table} next
   */
  tell(before, next) {
    const turned = before?.to_move !== "you" || before.phase !== next.phase || next.jump;
    if (next.to_move === "you" && turned) {
      announce(aloud(next.title));
      if (before) sound("turn");
    }
    if (isOver(next) && before?.phase !== next.phase) {
      announce(...next.summary.map(aloud), ...next.partie_sheet.settlement);
    }
  }

  /** @param {TableEvent} event @param {Table} next */
  async bring(event, next) {
    announce(...this.log.add(event, true));
    if (event.lines.length) this.log.say(this.events.slice(0, event.number + 1), SAID);
    if (event.moment) this.frame.moment(event);
    this.frame.score(event.you, event.they);
    await this.stage.event(event, this.order(next));
  }

  // --- drawing -------------------------------------------------------------------------------------

  /** @param {Table} now */
  order(now) {
    return settings.order === "rank" ? now.hand.by_rank : now.hand.by_suit;
  }

  /** Whether the person can act now. */
  get free() {
    return this.now?.to_move === "you" && this.online && !this.pending;
  }

  /** @param {Table} now */
  render(now) {
    this.now = now;
    const { cloth, hand, frame, free } = this;
    const over = isOver(now);
    const places = hand.places();
    cloth.show(now);
    if (!now.seat) cloth.clear();
    const plays = now.choices.some((choice) => choice.group === "play");
    if (this.choice.at === now.version) hand.chosen = new Set(this.choice.cards);
    hand.show({
      cards: this.order(now),
      mode: !free ? "idle" : now.exchange ? "choose" : plays ? "play" : "idle",
      playable: now.hand.playable,
      barred: now.hand.barred,
      fresh: now.hand.drawn,
    });
    if (!still()) this.stage.slide(places);
    this.actions.show(free || now.to_move === "they" ? now : null);
    frame.show(now, this.online);
    const decides = now.exchange !== null || now.choices.length > 0;
    frame.consult.hidden = !free || over || !decides || !now.seat || !now.oracle.methods.length;
    if (over) frame.endMoment();
    const alone = now.friend !== null && !now.friend.seated;
    const between = alone
      ? waiting(now, () => this.render(now))
      : astray(now, () => this.line?.say(anewHere(now)));
    const open = over || between !== null;
    frame.area.classList.toggle("between", open);
    fill(cloth.centre, between, over ? overview(now, this.betweens(now)) : null);
    cloth.centre.hidden = !open;
    cloth.trick.hidden = open;
    frame.friend(presence(now), over);
    if (over && this.oracle.open) this.showOracle(false);
    this.oracle.show(now);
    const ended = over && document.activeElement === frame.turn;
    if ((ended || !this.contains(document.activeElement)) && !isOpen()) this.refocus();
  }

  /** What can be begun or looked at between deals. @param {Table} now */
  betweens(now) {
    return {
      next: () => this.goOn(now),
      waits: this.ready,
      open: () => this.line?.note({ type: "open_hands", deal: now.deal.number }),
      sheet: () => openSheet(now),
      leave: () => this.leave(),
      share: this.deals.share,
      compare: this.deals.compare,
      review: this.deals.review
        ? `#/review/${encodeURIComponent(this.partie)}${now.phase === "partie_over" ? "" : "/last/0"}`
        : "",
    };
  }

  /** Go on to what comes next; with a friend, both have to want it. @param {Table} now */
  goOn(now) {
    if (now.next === "partie") {
      if (now.friend) this.line?.say({ type: "rematch" });
      else this.again(now);
    } else if (now.friend?.shuffling) {
      this.ready = true;
      this.shuffle(now);
      this.render(now);
    } else this.send({ type: "next" });
  }

  /** Say what this side owes to a shuffle, once. @param {Table} now */
  shuffle(now) {
    const friend = now.friend;
    if (!friend?.due || !this.line) return;
    const key = `${friend.deal} ${friend.due} ${friend.pledged}`;
    if (this.said === key) return; // said already: another number would not be the one pledged
    const said = owed(now, this.ready || now.phase !== "deal_over");
    if (!said) return;
    this.said = key;
    this.line.say(said);
  }

  /** @param {Table | null} before @param {Table} now */
  friendly(before, now) {
    if (!now.friend) return;
    this.shuffle(now);
    const was = before?.friend;
    const here = now.friend.here;
    if (was && was.here !== here && now.phase !== "partie_over") {
      announce(
        t(here ? "page.friend.back" : "page.friend.away", { name: headed(now.friend.name) }),
      );
    }
    if (now.friend.following && !was?.following && before) {
      const next = now.friend.following;
      void follow(now.partie, next)
        .catch(() => {})
        .then(() => this.sit(next));
    }
  }

  /** The focus never falls to the body of the page. */
  refocus() {
    const next = this.cloth.centre.querySelector("button.main");
    const first = this.free && !this.now?.exchange ? this.actions.first() : null;
    const target = next ?? first;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    else if (this.hand.shown.cards.length) this.hand.focusCard();
    else this.frame.turn.focus({ preventScroll: true });
  }

  // --- what the person does --------------------------------------------------------------------------

  chosen() {
    return (this.now?.hand.by_suit ?? []).filter((card) => this.hand.chosen.has(card));
  }

  /** The picked cards have changed. */
  chose() {
    const cards = this.chosen();
    const known = [...this.choice.known, key(cards)];
    this.choice = { at: this.now?.version ?? -1, cards, mine: true, known };
    this.line?.note({ type: "draft", cards });
    const active = this.actions.root.contains(document.activeElement);
    this.actions.show(this.free ? this.now : null);
    if (active) this.actions.first()?.focus();
    const most = this.now?.exchange?.most ?? 0;
    announce(t("page.exchange.chosen", { n: cards.length, most }));
  }

  unchoose() {
    this.hand.chosen.clear();
    for (const card of this.hand.shown.cards) this.hand.dress(card);
    this.chose();
  }

  /** @param {{type: string, [name: string]: unknown}} said */
  send(said) {
    if (!this.now || this.pending || !this.line) return;
    this.stage.skip();
    this.saidAt = this.now.version;
    this.pending = this.line.say({ ...said, version: this.saidAt });
    this.actions.lock();
  }

  /** @param {Choice} choice */
  act(choice) {
    this.send({ type: "act", action: choice.action });
  }

  /** @param {string} card */
  play(card) {
    const choice = this.now?.choices.find((one) => one.group === "play" && one.cards[0] === card);
    if (!choice || this.pending) return;
    this.act(choice);
    this.stage.playAhead(card);
  }

  /** @param {string} method */
  ask(method) {
    const id = freshId();
    const selection = this.now?.exchange ? this.chosen() : [];
    this.line?.note({ type: "ask", id, method, selection: selection.length ? selection : null });
    return id;
  }

  /** @param {Partial<import("./told.js").ServerSettings>} changed */
  tellSettings(changed) {
    // Between friends the table has no pace, and each calls for himself.
    if (this.now && !this.now.friend)
      this.line?.note({ type: "settings", ...this.now.settings, ...changed });
  }

  /** @param {boolean} calls whether the table is to call for the person */
  setCalls(calls) {
    change("calls", calls);
    this.tellSettings({ call_for_me: calls });
  }

  reorder() {
    const places = this.hand.places();
    change("order", settings.order === "suit" ? "rank" : "suit");
    if (!still()) this.stage.slide(places);
  }

  consult() {
    this.showOracle(true);
    this.oracle.ask();
  }

  /** @param {boolean} on */
  showOracle(on) {
    this.oracle.root.hidden = !on;
    this.frame.side.classList.toggle("open", on);
    this.frame.side.classList.toggle("asks", on);
    if (on) {
      this.oracle.draw();
      this.oracle.root.querySelector("h2")?.focus();
      return;
    }
    this.oracle.halt();
    this.hand.point([]);
    (this.frame.consult.hidden ? this.frame.turn : this.frame.consult).focus();
  }

  /** @param {boolean} [on] */
  showTalk(on = !this.frame.side.classList.contains("open")) {
    this.frame.side.classList.toggle("open", on);
    if (!on) return this.frame.turn.focus();
    this.frame.talkTitle.focus();
    this.log.scroll.scrollTop = this.log.scroll.scrollHeight;
  }

  menu() {
    const now = this.now;
    if (!now) return;
    openMenu(now, {
      act: (choice) => this.act(choice),
      undo: (to) => this.send({ type: "undo", to }),
      level: (level) => this.send({ type: "level", level }),
      mark: (event, comment) =>
        this.line?.say({ type: "mark", version: now.version, event, comment }),
      end: () => this.line?.say({ type: "end" }),
      leave: () => this.leave(),
      settings: () =>
        openSettings({
          calls: now.settings.call_for_me,
          setCalls: (calls) => this.setCalls(calls),
        }),
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.now || isOpen() || typing(event.target)) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") {
      this.frame.endMoment();
      if (this.oracle.open) this.showOracle(false);
      else if (this.frame.side.classList.contains("open")) this.showTalk(false);
      return;
    }
    if (!settings.keys) return;
    if (event.key === "?") openHelp();
    else if (/^[1-9]$/.test(event.key)) this.actions.press(Number(event.key));
    else if (!command(this, this.now, event.key.toLowerCase())) return;
    event.preventDefault();
  }
}

customElements.define("piquet-table", PiquetTable);
