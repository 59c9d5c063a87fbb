// @ts-check
/** The table: it draws what the server sent and sends back what was chosen. It holds no rule. */

import { Actions } from "./actions.js";
import { announce } from "./announce.js";
import { aloud, withCards } from "./cards.js";
import { Cloth } from "./cloth.js";
import { isOpen } from "./dialog.js";
import { fill, h, typing } from "./dom.js";
import "./hand.js";
import { KEYS, openHelp } from "./help.js";
import { icon } from "./icons.js";
import { Log } from "./log.js";
import * as look from "./look.js";
import { openMenu, openUndo } from "./menu.js";
import { appear, pace, still } from "./motion.js";
import { Line } from "./net.js";
import { Oracle } from "./oracle.js";
import { openSettings } from "./prefs.js";
import { overview } from "./result.js";
import { openRules } from "./rules.js";
import { openSheet } from "./score.js";
import { change, settings, watch } from "./settings.js";
import { sound } from "./sound.js";
import { Stage } from "./stage.js";
import { withTerms } from "./terms.js";
import { t } from "./words.js";

/**
 * @typedef {import("./told.js").Table} Table
 * @typedef {import("./told.js").TableEvent} TableEvent
 * @typedef {import("./told.js").Choice} Choice
 */

const MOMENT = 4500;

export class PiquetTable extends HTMLElement {
  constructor() {
    super();
    this.partie = "";
    /** @type {() => void} */
    this.leave = () => {};
    /** @type {(now: Table) => void} */
    this.again = () => {};
    /** @type {Table | null} */
    this.now = null;
    /** @type {TableEvent[]} */
    this.events = [];
    /** @type {Table[]} */
    this.coming = [];
    this.working = false;
    this.pending = "";
    this.online = false;
    this.refusal = "";
    this.momentTimer = 0;
  }

  connectedCallback() {
    this.className = "table";
    this.build();
    this.line = new Line(
      this.partie,
      (told) => this.hear(told),
      (open) => this.reached(open),
    );
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    this.unwatch = watch((changed) => {
      if (changed === "order" && this.now && !this.working) this.render(this.now);
      if (changed === "speed") this.tellSettings({ pace: settings.speed });
    });
  }

  disconnectedCallback() {
    this.line?.close();
    if (this.keys) document.removeEventListener("keydown", this.keys);
    this.unwatch?.();
    clearTimeout(this.momentTimer);
  }

  build() {
    const now = () => /** @type {Table} */ (this.now);
    /** @param {(table: Table) => void} show */
    const when = (show) => () => this.now && show(now());
    this.cloth = new Cloth({
      talon: when(look.seenInTalon),
      discards: when(look.discards),
      tricks: when(look.allTricks),
      last: when(look.lastTrick),
    });
    this.log = new Log();
    this.hand = /** @type {import("./hand.js").PiquetHand} */ (
      document.createElement("piquet-hand")
    );
    this.hand.played = (card) => this.play(card);
    this.hand.picked = () => this.chose();
    this.hand.refused = (_, why) => this.say(why, true);
    this.hand.raised = () => this.say(t("page.hand.again"), false);
    this.stage = new Stage(this.cloth, this.hand);
    this.actions = new Actions({
      act: (choice) => this.act(choice),
      exchange: (text) => this.send({ type: "act", action: text }),
      cut: (place) => this.send({ type: "cut", place }),
      claim: () => this.send({ type: "claim" }),
      clear: () => {
        this.hand?.chosen.clear();
        this.chose();
        if (this.now) this.render(this.now);
      },
      chosen: () => this.chosen(),
    });
    this.oracle = new Oracle({
      ask: (method) => this.ask(method),
      stop: (id) => this.line?.note({ type: "stop", id }),
      point: (cards) => this.hand?.point(cards),
      close: () => this.showOracle(false),
    });

    this.where = h("p", { class: "where" });
    this.youTotal = h("dd");
    this.theyTotal = h("dd");
    this.theyName = h("dt");
    const tools = [
      this.tool("sheet", () => this.now && openSheet(now())),
      this.tool("rules", () => this.now && openRules(now().rules)),
      this.tool("talk", () => this.showTalk(), "only-narrow"),
      this.tool("help", openHelp, "only-wide"),
      this.tool("menu", () => this.menu()),
    ];
    this.turn = h("p", { class: "turn", tabindex: "-1" });
    this.running = h("p", { class: "running" });
    this.hint = h("p", { class: "hint-line" });
    this.oracleButton = h(
      "button",
      { class: "button quiet small ask-oracle", type: "button", onclick: () => this.consult() },
      icon("oracle"),
      h("span", { class: "label" }, t("page.oracle.open")),
    );
    this.orderButton = h("button", {
      class: "button quiet small order",
      type: "button",
      onclick: () => this.reorder(),
    });
    this.momentBox = h("div", { class: "moment", hidden: true });
    this.talk = h(
      "section",
      { class: "talk", "aria-labelledby": "talk-title" },
      h(
        "div",
        { class: "side-head" },
        h("h2", { id: "talk-title", tabindex: "-1" }, t("page.log.title")),
        h(
          "button",
          {
            class: "icon-button only-narrow",
            type: "button",
            "aria-label": t("page.log.close"),
            onclick: () => this.showTalk(false),
          },
          icon("close"),
        ),
      ),
      this.log.scroll,
    );
    this.side = h(
      "aside",
      { class: "side", "aria-label": t("page.table.side") },
      this.oracle.root,
      this.talk,
    );
    this.area = h(
      "main",
      { class: "cloth" },
      h("h1", { class: "unseen" }, t("page.table.title")),
      this.cloth.far,
      this.cloth.middle,
      h(
        "section",
        { class: "near", "aria-label": t("page.table.near") },
        this.log.said,
        h(
          "div",
          { class: "turn-line" },
          this.turn,
          this.running,
          this.oracleButton,
          this.orderButton,
        ),
        this.hint,
        this.actions.root,
      ),
      h("section", { class: "hand-area", "aria-label": t("page.hand.label") }, this.hand),
      this.momentBox,
    );
    this.area.addEventListener("pointerdown", (event) => {
      if (!(/** @type {Element} */ (event.target).closest("button"))) this.stage?.skip();
    });
    this.replaceChildren(
      h(
        "header",
        { class: "bar" },
        h("a", { class: "brand", href: "#/" }, t("page.name")),
        this.where,
        h(
          "dl",
          { class: "standing", "aria-label": t("page.table.standing") },
          h("div", {}, h("dt", {}, t("page.who.you")), this.youTotal),
          h("div", {}, this.theyName, this.theyTotal),
        ),
        h("nav", { class: "tools", "aria-label": t("page.table.tools") }, ...tools),
      ),
      this.area,
      this.side,
    );
    this.turn.textContent = t("page.loading");
  }

  /**
   * @param {"sheet" | "rules" | "talk" | "help" | "menu"} name
   * @param {() => unknown} does
   * @param {string} [more]
   */
  tool(name, does, more = "") {
    const label = t(`page.tools.${name}`);
    return h(
      "button",
      {
        class: `icon-button ${more}`,
        type: "button",
        "aria-label": label,
        title: label,
        onclick: does,
      },
      icon(name),
    );
  }

  // --- what the server says ----------------------------------------------------------------------

  /** @param {import("./told.js").Told} told */
  hear(told) {
    if (told.type === "table") {
      this.coming.push(told);
      void this.work();
    } else if (told.type === "refused") {
      if (this.oracle?.refused(told.id, told.sentence)) return;
      this.refused(told);
    } else if (told.type === "advice") {
      const words = this.oracle?.hear(told);
      if (words) announce(aloud(words));
    } else if (told.type === "opened") {
      look.bothHands(told);
    } else if (told.type === "notice") {
      this.say(told.sentence, true);
    }
  }

  /** @param {import("./told.js").Refused} told */
  refused(told) {
    if (told.id === this.pending) this.pending = "";
    if (this.stage) this.stage.ahead = "";
    if (this.now) {
      this.cloth?.setTrick(this.now);
      this.render(this.now);
    }
    this.say(told.sentence, true);
  }

  /** @param {boolean} open */
  reached(open) {
    const back = open && !this.online && this.now;
    this.online = open;
    if (!open && this.now) announce(t("page.table.away"));
    if (back) announce(t("page.table.back"));
    if (this.now && !this.working) this.render(this.now);
    else if (!open && this.turn) this.turn.textContent = t("page.table.away");
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
    this.events = [...(another ? [] : this.events.slice(0, next.events_from)), ...next.events];
    next.events = this.events;
    this.pending = "";
    if (another || next.events_from < known) this.log?.cut(another ? 0 : next.events_from);
    const jump = !before || next.jump;
    const fresh = this.events.filter((event) => event.number >= (jump ? 0 : known));
    if (jump) {
      this.log?.cut(0);
      for (const event of fresh) this.log?.add(event, true);
      this.log?.say(this.events, 2);
      if (this.stage) this.stage.ahead = "";
      this.cloth?.setTrick(next);
      this.hand?.chosen.clear();
    } else {
      for (const event of fresh) await this.bring(event, next);
    }
    if (next.exchange && (jump || before?.exchange === null)) {
      for (const card of next.exchange.chosen) this.hand?.chosen.add(card);
    }
    const turned =
      next.to_move === "you" && (before?.to_move !== "you" || before.phase !== next.phase);
    this.render(next);
    if (turned && !jump) sound("turn");
    if (next.to_move === "you" && (turned || jump)) announce(aloud(next.title));
    if (next.phase === "deal_over" || next.phase === "partie_over") {
      if (before?.phase !== next.phase)
        announce(...next.summary.map(aloud), ...next.partie_sheet.settlement);
    }
  }

  /** @param {TableEvent} event @param {Table} next */
  async bring(event, next) {
    const heard = this.log?.add(event, true) ?? [];
    if (event.lines.length)
      this.log?.say(
        this.events.filter((other) => other.number <= event.number),
        2,
      );
    announce(...heard);
    if (event.moment) this.moment(event);
    this.score(event.you, event.they);
    await this.stage?.event(event, this.order(next));
  }

  /** @param {TableEvent} event */
  moment(event) {
    const box = this.momentBox;
    if (!box) return;
    clearTimeout(this.momentTimer);
    const [head = "", ...rest] = event.moment_words.split(": ");
    fill(
      box,
      h("strong", {}, rest.length ? head : t(`page.moment.${event.moment}`)),
      h("p", { class: "sum" }, rest.length ? rest.join(": ") : head),
    );
    box.hidden = false;
    box.onclick = () => {
      box.hidden = true;
    };
    appear(box);
    announce(event.moment_words);
    this.momentTimer = window.setTimeout(
      () => {
        box.hidden = true;
      },
      Math.max(2500, MOMENT * (pace().trick / 1200)),
    );
  }

  // --- drawing -------------------------------------------------------------------------------------

  /** @param {Table} now */
  order(now) {
    return settings.order === "rank" ? now.hand.by_rank : now.hand.by_suit;
  }

  /** @param {number} you @param {number} they */
  score(you, they) {
    if (!this.running) return;
    fill(
      this.running,
      h("span", { class: "label-word" }, t("page.table.running"), " "),
      h("b", {}, you),
      " – ",
      h("b", {}, they),
    );
    this.running.setAttribute("aria-label", t("page.table.running_words", { you, they }));
  }

  /** @param {Table} now */
  render(now) {
    const { cloth, hand, actions, turn, area } = this;
    if (!cloth || !hand || !actions || !turn || !area) return;
    const focused = this.contains(document.activeElement);
    this.now = now;
    const mine = now.to_move === "you" && this.online && !this.pending;
    const places = hand.places();
    cloth.show(now);
    if (now.cut || !now.seat) cloth.clear();
    const plays = now.choices.some((choice) => choice.group === "play");
    hand.show({
      cards: this.order(now),
      mode: !mine ? "idle" : now.exchange ? "choose" : plays ? "play" : "idle",
      playable: now.hand.playable,
      barred: now.hand.barred,
      fresh: now.hand.drawn,
    });
    if (!still()) this.stage?.slide(places);
    actions.show(mine ? now : null);
    this.score(now.you, now.they);
    if (this.where) {
      fill(
        this.where,
        now.deal.title,
        now.deal.assisted ? ` · ${t("page.sheet.assisted")}` : "",
        now.deal.known ? ` · ${t("page.sheet.known")}` : "",
      );
    }
    if (this.youTotal) this.youTotal.textContent = String(now.partie_sheet.you);
    if (this.theyTotal) this.theyTotal.textContent = String(now.partie_sheet.they);
    if (this.theyName) this.theyName.textContent = now.opponent;
    const over = now.phase === "deal_over" || now.phase === "partie_over";
    turn.textContent = !this.online
      ? t("page.table.away")
      : over
        ? t(`page.phase.${now.phase}`)
        : now.to_move === "you"
          ? t("page.table.your_turn")
          : t("page.table.their_turn", { who: now.opponent });
    turn.className = `turn${!this.online ? " away" : now.to_move === "you" ? " yours" : ""}`;
    this.say(now.to_move === "you" && !over ? now.title : "", false);
    this.area?.classList.toggle("between", over);
    area.dataset.phase = now.phase.replaceAll(" ", "_");
    if (this.orderButton) {
      fill(
        this.orderButton,
        icon("order"),
        h(
          "span",
          { class: "label" },
          t(settings.order === "suit" ? "page.table.by_rank" : "page.table.by_suit"),
        ),
      );
      this.orderButton.hidden = !now.seat || over;
    }
    if (this.running) this.running.hidden = !now.seat;
    if (this.oracleButton) {
      this.oracleButton.hidden =
        !mine ||
        over ||
        !now.oracle.methods.length ||
        (now.exchange === null && !now.choices.length);
    }
    fill(cloth.centre, over ? overview(now, this.betweens(now)) : null);
    cloth.centre.hidden = !over;
    cloth.trick.hidden = over;
    this.oracle?.show(now);
    if (now.exchange) this.chose(false);
    if (
      focused &&
      (document.activeElement === document.body || !this.contains(document.activeElement)) &&
      !isOpen()
    )
      this.refocus();
  }

  /** What can be begun or looked at between deals. @param {Table} now */
  betweens(now) {
    return {
      next: () => (now.next === "partie" ? this.again(now) : this.send({ type: "next" })),
      open: () => this.line?.note({ type: "open_hands", deal: now.deal.number }),
      sheet: () => openSheet(now),
      leave: () => this.leave(),
    };
  }

  /** The focus never falls to the body of the page. */
  refocus() {
    const now = this.now;
    const target =
      this.cloth?.centre.querySelector("button.main") ??
      (now?.to_move === "you" ? this.actions?.first() : null);
    if (target instanceof HTMLElement && !(now?.exchange && this.hand?.shown.cards.length))
      target.focus({ preventScroll: true });
    else if (this.hand?.shown.cards.length) this.hand.focusCard();
    else this.turn?.focus({ preventScroll: true });
  }

  /**
   * A sentence below the turn: the decision, what is to be done, or why something is refused.
   *
   * @param {string} sentence
   * @param {boolean} refusal
   */
  say(sentence, refusal) {
    const hint = this.hint;
    if (!hint) return;
    fill(hint, withCards(sentence));
    withTerms(hint);
    hint.classList.toggle("refused", refusal);
    if (refusal && sentence) announce(aloud(sentence));
  }

  // --- what the person does --------------------------------------------------------------------------

  chosen() {
    const chosen = this.hand?.chosen ?? new Set();
    return (this.now ? this.now.hand.by_suit : []).filter((card) => chosen.has(card));
  }

  /** The picked cards have changed. @param {boolean} [told] whether the server is to note them */
  chose(told = true) {
    const cards = this.chosen();
    if (told) this.line?.note({ type: "draft", cards });
    const active = this.actions?.root.contains(document.activeElement);
    this.actions?.show(
      this.now?.to_move === "you" && this.online && !this.pending ? this.now : null,
    );
    if (active) this.actions?.first()?.focus();
    if (told && this.now?.exchange)
      announce(t("page.exchange.chosen", { n: cards.length, most: this.now.exchange.most }));
  }

  /** @param {{type: string, [name: string]: unknown}} said */
  send(said) {
    if (!this.now || this.pending || !this.line) return;
    this.stage?.skip();
    this.pending = this.line.say({ ...said, version: this.now.version });
    this.actions?.lock();
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
    this.stage?.playAhead(card);
  }

  /** @param {string} method */
  ask(method) {
    const id = crypto.randomUUID();
    const selection = this.now?.exchange ? this.chosen() : null;
    this.line?.note({ type: "ask", id, method, selection: selection?.length ? selection : null });
    return id;
  }

  /** @param {Partial<import("./told.js").ServerSettings>} changed */
  tellSettings(changed) {
    if (this.now) this.line?.note({ type: "settings", ...this.now.settings, ...changed });
  }

  reorder() {
    const places = this.hand?.places() ?? new Map();
    change("order", settings.order === "suit" ? "rank" : "suit");
    if (!still()) this.stage?.slide(places);
  }

  consult() {
    this.showOracle(true);
    this.oracle?.ask();
  }

  /** @param {boolean} on */
  showOracle(on) {
    if (!this.oracle || !this.side) return;
    this.oracle.root.hidden = !on;
    this.side.classList.toggle("open", on);
    this.side.classList.toggle("asks", on);
    if (on) {
      this.oracle.draw();
      this.oracle.root.querySelector("h2")?.focus();
    } else {
      this.oracle.halt();
      this.hand?.point([]);
      (this.oracleButton?.hidden ? this.turn : this.oracleButton)?.focus();
    }
  }

  /** @param {boolean} [on] */
  showTalk(on) {
    const open = on ?? !this.side?.classList.contains("open");
    this.side?.classList.toggle("open", open);
    if (open) {
      this.talk?.querySelector("h2")?.focus();
      if (this.log) this.log.scroll.scrollTop = this.log.scroll.scrollHeight;
    } else this.turn?.focus();
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
      leave: () => this.leave(),
      settings: () => this.preferences(),
    });
  }

  preferences() {
    openSettings({
      calls: this.now?.settings.call_for_me ?? false,
      setCalls: (calls) => this.tellSettings({ call_for_me: calls }),
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (
      !this.now ||
      isOpen() ||
      typing(event.target) ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey
    )
      return;
    if (event.key === "Escape") {
      if (this.momentBox) this.momentBox.hidden = true;
      if (this.side?.classList.contains("open"))
        this.oracle?.open ? this.showOracle(false) : this.showTalk(false);
      return;
    }
    if (!settings.keys) return;
    if (event.key === "?") openHelp();
    else if (/^[1-9]$/.test(event.key)) {
      const buttons = [...(this.actions?.root.querySelectorAll("button.button") ?? [])];
      const button = buttons[Number(event.key) - 1];
      if (button instanceof HTMLButtonElement) button.click();
    } else {
      const name = KEYS[/** @type {keyof typeof KEYS} */ (event.key.toLowerCase())];
      if (!name) return;
      this.command(name);
    }
    event.preventDefault();
  }

  /** @param {string} name */
  command(name) {
    const now = /** @type {Table} */ (this.now);
    /** @type {Record<string, () => void>} */
    const does = {
      hand: () => this.hand?.focusCard(),
      choices: () => this.actions?.first()?.focus(),
      last: () => look.lastTrick(now),
      tricks: () => look.allTricks(now),
      discards: () => look.discards(now),
      seen: () => look.seenInTalon(now),
      sheet: () => openSheet(now),
      rules: () => void openRules(now.rules),
      oracle: () => (this.oracle?.open ? this.showOracle(false) : this.consult()),
      talk: () => this.showTalk(),
      order: () => this.reorder(),
      undo: () => openUndo(now, (to) => this.send({ type: "undo", to })),
      menu: () => this.menu(),
    };
    does[name]?.();
  }
}

customElements.define("piquet-table", PiquetTable);
