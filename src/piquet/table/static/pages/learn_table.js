// @ts-check
/** A lesson at the real table: it stops, says why, lets the learner try, and goes on. */

import { Actions } from "../actions.js";
import { announce } from "../announce.js";
import { cardsIn } from "../cards.js";
import { Cloth } from "../cloth.js";
import { isOpen } from "../dialog.js";
import { fill, h, typing } from "../dom.js";
import { Frame, isOver } from "../frame.js";
import "../hand.js";
import { Log } from "../log.js";
import * as look from "../look.js";
import { moving, skip, still } from "../motion.js";
import { api } from "../net.js";
import { openRules } from "../rules.js";
import { openSheet } from "../score.js";
import { change, settings, watch } from "../settings.js";
import { Stage } from "../stage.js";
import { t } from "../words.js";
import { bar, tool, why } from "./common.js";
import { Auto } from "./learn_auto.js";
import { ending, onward } from "./learn_end.js";
import { keep } from "./learn_kept.js";
import { command, openKeys } from "./learn_keys.js";
import { Panel } from "./learn_panel.js";
import { Tries } from "./learn_tries.js";

/**
 * @typedef {import("../told.js").Table} Table
 * @typedef {import("../told.js").TableEvent} TableEvent
 * @typedef {import("./learn_told.js").Stop} Stop
 * @typedef {import("./learn_told.js").Judged} Judged
 */

const SAID = 2; // lines of talk on the cloth

export class PiquetLesson extends HTMLElement {
  constructor() {
    super();
    this.name = "";
    /** @type {(partie: string) => void} */
    this.sit = () => {};
    /** @type {Stop | null} the stop that is shown, and wholly */
    this.stop = null;
    /** @type {TableEvent[]} */
    this.events = [];
    /** Where one is on the way to: what several presses in a hurry add up to. */
    this.at = 0;
    this.of = 0;
    /** @type {import("./learn_told.js").Chapter[]} */
    this.chapters = [];
    /** Counts the ways; who finds another one begun gives up his own. */
    this.way = 0;
    this.judging = false;
    /** @type {Judged | null} */
    this.praise = null;
    this.auto = new Auto(
      () => this.next(),
      (on) => this.panel.playing(on),
    );
    /** @type {(() => void)[]} */
    this.ends = [];

    /** @param {(now: Table) => void} show */
    const when = (show) => () => {
      if (this.stop) show(this.stop.table);
    };
    this.log = new Log();
    this.cloth = new Cloth({
      talon: when(look.seenInTalon),
      discards: when(look.discards),
      tricks: when(look.allTricks),
      last: when(look.lastTrick),
    });
    const hand = document.createElement("piquet-hand");
    this.hand = /** @type {import("../hand.js").PiquetHand} */ (hand);
    const tries = new Tries(this);
    this.tries = tries;
    this.hand.played = (card) => tries.play(card);
    this.hand.picked = () => tries.chose();
    this.hand.refused = (_, why) => tries.refused(why);
    this.hand.raised = () => this.frame.say(t("page.hand.again"), false);
    this.hand.emptied = () => this.panel.next.focus({ preventScroll: true });
    this.hand.addEventListener("click", () => {
      if (this.stop?.decides === false) this.frame.say(t("page.learn.only_next"), true);
    });
    this.stage = new Stage(this.cloth, this.hand);
    this.actions = new Actions({
      act: (choice) => void tries.act(choice.action),
      exchange: (text) => void tries.act(text),
      cut: () => {},
      claim: () => {},
      clear: () => tries.unchoose(),
      chosen: () => tries.chosen(),
    });
    this.panel = new Panel({
      next: () => this.next(),
      back: () => this.to(this.at - 1),
      skip: () => this.skip(),
      restart: () => this.to(1),
      play: () => this.auto.set(!this.auto.on),
      takeOver: () => void tries.takeOver(),
    });
    this.frame = new Frame(
      {
        sheet: when(openSheet),
        rules: when((now) => void openRules(now.rules)),
        talk: () => this.showTalk(),
        closeTalk: () => this.showTalk(false),
        help: openKeys,
        menu: () => {},
        consult: () => {},
        reorder: () => this.reorder(),
        calls: () => {},
        skip: () => this.hurry(),
      },
      this.cloth,
      this.log,
      this.hand,
      this.actions,
      // The panel of the lesson stands where the Oracle does at a table.
      /** @type {any} */ ({ root: null }),
    );
  }

  connectedCallback() {
    this.className = "table lesson";
    const { where } = this.frame;
    const top = bar(
      [where],
      [
        tool("sheet", t("page.tools.sheet"), () => this.stop && openSheet(this.stop.table)),
        tool(
          "rules",
          t("page.tools.rules"),
          () => this.stop && void openRules(this.stop.table.rules),
        ),
        this.talkTool(),
      ],
      openKeys,
    );
    this.replaceChildren(top, this.frame.area, this.panel.root, this.frame.side);
    const keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    const away = () => document.hidden && this.auto.set(false);
    document.addEventListener("keydown", keys);
    document.addEventListener("visibilitychange", away);
    const unwatch = watch((changed) => {
      if (changed === "order" && this.stop) this.render(this.stop);
      if (changed === "speed") this.panel.speed.value = settings.speed;
    });
    this.ends = [
      unwatch,
      () => document.removeEventListener("keydown", keys),
      () => document.removeEventListener("visibilitychange", away),
      () => this.auto.hold(),
      () => this.frame.endMoment(),
      () => {
        this.way += 1;
      },
    ];
    this.cloth.lastTrick.hidden = true;
    this.panel.next.focus({ preventScroll: true });
  }

  disconnectedCallback() {
    for (const end of this.ends) end();
  }

  /** The button for the talk, which stands beside the cloth where there is room. */
  talkTool() {
    const made = tool("talk", t("page.tools.talk"), () => this.showTalk());
    made.classList.add("only-narrow");
    return made;
  }

  // --- the way through -------------------------------------------------------------------------------

  /** Go to a stop, the nearest there is; the address goes along. @param {number} number */
  to(number) {
    const due = Math.max(1, this.of ? Math.min(number, this.of) : number);
    if (due === this.at) return;
    this.at = due;
    location.hash = `#/learn/${this.name}/${due}`;
  }

  /** Go on: to the next stop, behind the last one to the next lesson or to all of them. */
  next() {
    const { stop } = this;
    if (stop && this.at === this.of)
      location.hash = stop.follows ? `#/learn/${stop.follows}/1` : "#/learn";
    else this.to(this.at + 1);
  }

  /** Where the server has this lesson. */
  get address() {
    return `/api/lessons/${encodeURIComponent(this.name)}`;
  }

  /** To the next part of the deal. */
  skip() {
    const chapter = this.chapters.find(({ first }) => first > this.at);
    if (chapter) this.to(chapter.first);
  }

  /** What the address asks for: the number or the name of a stop. @param {string} step */
  go(step) {
    const number = Number(step);
    if (Number.isInteger(number)) this.at = number;
    void this.fetch(step);
  }

  /** @param {string} step */
  async fetch(step) {
    const way = ++this.way;
    this.auto.hold();
    this.hurry();
    this.judging = false;
    /** @type {Stop} */
    let stop;
    try {
      stop = await api(`${this.address}/${encodeURIComponent(step)}`);
    } catch (error) {
      if (way === this.way) this.failed(error, step);
      return;
    }
    if (way !== this.way || !this.isConnected) return;
    this.at = stop.number;
    this.of = stop.of;
    this.chapters = stop.chapters;
    const here = `#/learn/${this.name}/${stop.number}`;
    if (location.hash !== here) history.replaceState(null, "", here);
    keep(stop.lesson, stop.number, stop.of);
    await this.apply(stop, way);
  }

  /** A stop cannot be shown: say why, and try again on request. @param {unknown} error @param {string} step */
  failed(error, step) {
    const words = why(error);
    this.auto.set(false);
    this.frame.turn.hidden = true;
    fill(this.panel.head, t("page.learn.title"));
    fill(
      this.panel.words,
      h("p", {}, words),
      h(
        "p",
        { class: "row" },
        h(
          "button",
          { class: "button", type: "button", onclick: () => void this.fetch(step) },
          t("page.try_again"),
        ),
        h("a", { class: "button", href: "#/learn" }, t("page.learn.lessons")),
      ),
    );
    this.panel.root.classList.toggle("lost", this.of === 0);
    announce(words);
    this.panel.words.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param {Stop} stop @param {number} way */
  async apply(stop, way) {
    const before = this.stop;
    const now = stop.table;
    const first = stop.number === 1;
    const known = first ? 0 : this.events.length;
    const follows = first || stop.number === (before?.number ?? 0) + 1;
    const grows = now.events.length >= known && (first || before !== null);
    const praise = follows ? this.praise : null;
    this.praise = null;
    this.stop = null;
    this.panel.root.classList.remove("lost");
    this.frame.endMoment();
    this.hand.chosen.clear();
    this.actions.show(null);
    if (follows && grows && !now.jump) {
      this.panel.show(stop, praise, this.onward(stop));
      if (first) this.begin(stop);
      this.events = now.events;
      for (const event of now.events.slice(known)) {
        await this.bring(event, now);
        if (way !== this.way) return;
        clearTimeout(this.cloth.sweepTimer); // a trick lies until somebody goes on
      }
      if (isOver(now)) await this.stage.end();
      if (way !== this.way) return;
    } else {
      this.events = now.events;
      this.log.cut(-1);
      for (const event of now.events) this.log.add(event, true);
      this.log.say(now.events, SAID);
      this.cloth.setTrick(now);
      if (!isOver(now)) this.layTrick(now);
      this.panel.show(stop, praise, this.onward(stop));
    }
    this.stop = stop;
    this.render(stop);
    this.auto.read(stop);
  }

  /** The cards are about to be dealt: nothing lies on the table. @param {Stop} stop */
  begin(stop) {
    this.hand.show({ cards: [], mode: "idle" });
    this.log.cut(-1);
    this.log.say([], SAID);
    this.frame.turn.hidden = true;
    fill(this.frame.where, stop.title);
    this.cloth.begin(stop.table, stop.table.events);
  }

  /** The trick that has just been made lies there still. @param {Table} now */
  layTrick(now) {
    const last = now.events.at(-1);
    const trick = now.tricks.at(-1);
    if (last?.kind !== "played" || !last.trick || !trick) return;
    for (const { who, card } of trick.cards) this.cloth.place(who, card, undefined);
    this.cloth.finish(trick.winner);
  }

  /** What one can do when the lesson is over. @param {Stop} stop */
  onward(stop) {
    return stop.number === stop.of ? onward(stop, (partie) => this.sit(partie)) : [];
  }

  /** @param {TableEvent} event @param {Table} next */
  async bring(event, next) {
    announce(...this.log.add(event, true));
    if (event.lines.length) this.log.say(this.events.slice(0, event.number + 1), SAID);
    if (event.moment) this.frame.moment(event);
    this.frame.score(event.you, event.they);
    await this.stage.event(event, this.order(next));
  }

  /** Bring what moves to its end; a trick that lies there stays. */
  hurry() {
    if (moving()) skip();
    this.stage.skipping.abort();
    this.stage.skipping = new AbortController();
  }

  // --- drawing -------------------------------------------------------------------------------------

  /** @param {Table} now */
  order(now) {
    return settings.order === "rank" ? now.hand.by_rank : now.hand.by_suit;
  }

  /** Whether the learner can do something now. */
  get free() {
    return this.stop?.decides === true && !this.judging;
  }

  /** @param {Stop} stop */
  render(stop) {
    const { cloth, hand, frame, free } = this;
    const now = stop.table;
    const over = isOver(now);
    const places = hand.places();
    const title = `${stop.title} · ${t("page.name")}`;
    cloth.show(now);
    const plays = now.choices.some((choice) => choice.group === "play");
    hand.show({
      cards: this.order(now),
      mode: !free ? "idle" : now.exchange ? "choose" : plays ? "play" : "idle",
      playable: now.hand.playable,
      barred: now.hand.barred,
      fresh: now.hand.drawn,
    });
    if (!still()) this.stage.slide(places);
    // The cards that are spoken of rise; where cards are to be chosen, that is left to the learner.
    hand.point(stop.decides ? [] : stop.text.flatMap(cardsIn));
    this.actions.show(free ? now : null);
    frame.show(now, true);
    document.title = title;
    fill(frame.where, stop.title);
    frame.turn.hidden = !stop.decides && !over;
    frame.calls.hidden = true;
    frame.consult.hidden = true;
    if (!stop.decides) frame.say("", false);
    const heading = frame.area.querySelector("h1");
    if (heading) heading.textContent = stop.title;
    if (over) frame.endMoment();
    fill(cloth.centre, over && stop.opened ? ending(stop, stop.opened) : null);
    cloth.centre.hidden = !over;
    cloth.trick.hidden = over;
    this.keepFocus();
  }

  /** The focus never falls to the body, nor stays in a hand of which nothing is to be played. */
  keepFocus() {
    const on = document.activeElement;
    const idle = !this.free && !this.judging && this.hand.contains(on);
    if ((idle || !this.contains(on)) && !isOpen()) this.panel.next.focus({ preventScroll: true });
  }

  // --- at the table ----------------------------------------------------------------------------------

  reorder() {
    const places = this.hand.places();
    change("order", settings.order === "suit" ? "rank" : "suit");
    if (!still()) this.stage.slide(places);
  }

  /** @param {boolean} [on] */
  showTalk(on = !this.frame.side.classList.contains("open")) {
    this.frame.side.classList.toggle("open", on);
    if (!on) return this.panel.next.focus();
    this.frame.talkTitle.focus();
    this.log.scroll.scrollTop = this.log.scroll.scrollHeight;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (isOpen() || typing(event.target)) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (command(this, event)) event.preventDefault();
  }
}

customElements.define("piquet-lesson", PiquetLesson);
