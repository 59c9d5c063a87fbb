// @ts-check
/** A finished deal on the cloth, step by step: as one side saw it, or with both hands open. */

import { Actions } from "../actions.js";
import { announce } from "../announce.js";
import { openCard, strip, withCards } from "../cards.js";
import { Cloth } from "../cloth.js";
import { fill, h } from "../dom.js";
import "../hand.js";
import { icon } from "../icons.js";
import * as look from "../look.js";
import { settings } from "../settings.js";
import { headed, t } from "../words.js";

/**
 * @typedef {import("./reviewed.js").Frame} Frame
 *
 * @typedef {object} Does
 * @property {(step: number) => void} go
 * @property {(action: number | string) => void} tried what a person would have done
 */

/** The keys that go through the deal, and how far from the step that is shown. */
const KEYS = /** @type {const} */ ({
  ArrowLeft: "back",
  ArrowRight: "next",
  Home: "first",
  End: "last",
});

export class Replay {
  /** @param {Does} does */
  constructor(does) {
    this.does = does;
    /** @type {Frame | null} */
    this.frame = null;

    /** @param {(now: import("../told.js").Table) => void} show */
    const when = (show) => () => {
      if (this.frame) show(this.frame.table);
    };
    this.cloth = new Cloth({
      talon: when(look.seenInTalon),
      discards: when(look.discards),
      tricks: when(look.allTricks),
      last: when(look.lastTrick),
    });
    this.theirHand = h("div", { class: "their-hand", hidden: true });
    this.cloth.far.append(this.theirHand);
    this.under = h("div", { class: "under", hidden: true });
    this.said = h("ul", { class: "said" });
    this.turn = h("p", { class: "turn" });
    this.running = h("p", { class: "running" });
    this.held = h("div", { class: "hand held", role: "group", "aria-label": t("page.hand.label") });
    const hand = document.createElement("piquet-hand");
    this.hand = /** @type {import("../hand.js").PiquetHand} */ (hand);
    this.hand.hidden = true;
    this.hand.played = (card) => this.play(card);
    this.hand.picked = () => this.picked();
    this.hand.refused = (_, why) => this.say(why);
    this.hand.raised = () => this.say(t("page.hand.again"));
    this.actions = new Actions({
      act: (choice) => does.tried(choice.action),
      exchange: (text) => does.tried(text),
      cut: () => {},
      claim: () => {},
      clear: () => this.unchoose(),
      chosen: () => this.chosen(),
    });
    this.hint = h("p", { class: "hint-line" });
    this.area = h(
      "section",
      { class: "cloth replay-cloth", "aria-label": t("page.review.board") },
      this.cloth.far,
      this.cloth.middle,
      this.under,
      h(
        "div",
        { class: "near" },
        this.said,
        h("div", { class: "turn-line" }, this.turn, this.running),
        this.hint,
        this.actions.root,
      ),
      h("div", { class: "hand-area" }, this.held, this.hand),
    );

    this.first = this.button("first", () => does.go(0));
    this.back = this.button("back", () => this.move("back"));
    this.next = this.button("next", () => this.move("next"));
    this.last = this.button("last", () => this.move("last"));
    this.slider = h("input", {
      type: "range",
      min: "0",
      "aria-label": t("page.review.step_label"),
      oninput: () => does.go(Number(this.slider.value)),
    });
    this.place = h("p", { class: "step-place number", tabindex: "-1" });
    this.controls = h(
      "div",
      { class: "step-controls", role: "group", "aria-label": t("page.review.steps") },
      this.first,
      this.back,
      this.slider,
      this.next,
      this.last,
      this.place,
      h("p", { class: "soft small-text keys-told only-wide" }, t("page.review.keys")),
    );
    this.root = h("div", { class: "replay" }, this.area, this.controls);
  }

  /**
   * @param {"first" | "back" | "next" | "last"} name
   * @param {() => void} press
   */
  button(name, press) {
    const label = t(`page.review.go.${name}`);
    return h(
      "button",
      {
        class: "button step",
        type: "button",
        "aria-label": label,
        title: label,
        // A button that is of no use now keeps the focus: it is not disabled.
        onclick: (/** @type {Event} */ event) => {
          if (/** @type {Element} */ (event.currentTarget).ariaDisabled !== "true") press();
        },
      },
      icon(name),
    );
  }

  /** @param {"first" | "back" | "next" | "last"} where */
  move(where) {
    const frame = this.frame;
    if (!frame) return;
    const at = Number(this.slider.value);
    const to = { first: 0, back: at - 1, next: at + 1, last: frame.steps }[where];
    if (to >= 0 && to <= frame.steps && to !== at) this.does.go(to);
  }

  /**
   * Go through the deal by a key.
   *
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key does that
   */
  key(event) {
    const where = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
    if (where) this.move(where);
    return where !== undefined;
  }

  /**
   * Show where one goes at once; the position follows.
   *
   * @param {number} step
   */
  aim(step) {
    this.slider.value = String(step);
  }

  /** @param {Frame} frame */
  show(frame) {
    this.frame = frame;
    const { table } = frame;
    this.hand.chosen.clear();
    this.area.dataset.phase = table.phase.replaceAll(" ", "_");
    this.cloth.show(table);
    this.cloth.talon.whole.hidden = !table.talon && !table.rest.length && !table.left.length;
    this.cloth.tricks.whole.hidden ||= !table.you_won;
    this.cloth.theirPile.whole.hidden ||= !table.they_won;
    this.trick(frame);
    this.opened(frame);
    this.holds(frame);
    this.actions.show(null);
    this.hand.hidden = true;
    fill(
      this.said,
      ...frame.did.slice(-3).map((line) => h("li", { class: "theirs" }, withCards(line))),
    );
    const over = frame.step === frame.steps;
    const whose = frame.acts === "you" ? "page.review.yours" : "page.review.theirs";
    this.turn.textContent = over
      ? t("page.phase.deal_over")
      : t(whose, { who: headed(table.opponent) });
    this.turn.classList.toggle("yours", !over && frame.acts === "you");
    this.running.hidden = table.you === null;
    fill(this.running, h("b", {}, table.you), " – ", h("b", {}, table.they));
    this.say("");
    this.slider.max = String(frame.steps);
    this.slider.value = String(frame.step);
    const at = t("page.review.at", { step: frame.step, steps: frame.steps });
    this.slider.setAttribute("aria-valuetext", at);
    this.place.textContent = at;
    const first = frame.step === 0;
    for (const button of [this.first, this.back]) button.ariaDisabled = String(first);
    for (const button of [this.next, this.last]) button.ariaDisabled = String(over);
  }

  /** The trick that lies there: what was just played, or waits to be followed. @param {Frame} frame */
  trick({ table, fresh }) {
    this.cloth.clear();
    const last = table.events.at(-1);
    const trick = table.tricks.at(-1);
    const done = trick && last && table.events.slice(fresh).some((event) => event.trick);
    for (const { who, card } of done ? trick.cards : table.table)
      this.cloth.place(who, card, undefined);
    if (done) this.cloth.finish(trick.winner);
    clearTimeout(this.cloth.sweepTimer);
  }

  /** What the other side holds and has thrown, once that is asked for. @param {Frame} frame */
  opened({ open, table }) {
    const name = headed(table.opponent);
    this.theirHand.hidden = !open?.hand.length;
    this.cloth.backs.hidden = Boolean(open?.hand.length);
    fill(
      this.theirHand,
      open?.hand.length ? strip(open.hand, t("page.review.their_hand", { who: name })) : null,
    );
    const rows = [
      { label: t("page.review.their_discards", { who: name }), cards: open?.discards ?? [] },
      { label: t("page.review.talon_left"), cards: open?.talon ?? [] },
    ].filter(({ cards }) => cards.length);
    this.under.hidden = !rows.length;
    fill(
      this.under,
      ...rows.map(({ label, cards }) =>
        h("p", {}, h("span", { class: "label" }, label), " ", mini(cards, label)),
      ),
    );
  }

  /** The cards of the seat, as they stood. @param {Frame} frame */
  holds({ table }) {
    const cards = settings.order === "rank" ? table.hand.by_rank : table.hand.by_suit;
    this.held.hidden = false;
    this.held.classList.toggle("full", cards.length > 7);
    this.held.style.setProperty("--columns", String(Math.ceil(cards.length / 2)));
    const drawn = new Set(table.hand.drawn);
    fill(
      this.held,
      ...cards.map((card) => {
        const face = openCard(card);
        face.classList.toggle("new", drawn.has(card));
        return h("div", { class: "place" }, face);
      }),
    );
  }

  /**
   * Let the person choose what he would have done here.
   *
   * @param {boolean} focus whether the focus goes there
   */
  choose(focus) {
    const frame = this.frame;
    if (frame?.acts !== "you") return;
    const { table } = frame;
    this.held.hidden = true;
    this.hand.hidden = false;
    const plays = table.choices.some((choice) => choice.group === "play");
    this.hand.show({
      cards: settings.order === "rank" ? table.hand.by_rank : table.hand.by_suit,
      mode: table.exchange ? "choose" : plays ? "play" : "idle",
      playable: table.hand.playable,
      barred: table.hand.barred,
      fresh: table.hand.drawn,
    });
    this.actions.show(tryable(table));
    if (!focus) return;
    const first = table.exchange ? null : this.actions.first();
    if (first) first.focus({ preventScroll: true });
    else this.hand.focusCard();
  }

  /** @param {string} card */
  play(card) {
    const choice = this.frame?.table.choices.find(
      (one) => one.group === "play" && one.cards[0] === card,
    );
    if (choice) this.does.tried(choice.action);
  }

  chosen() {
    return (this.frame?.table.hand.by_suit ?? []).filter((card) => this.hand.chosen.has(card));
  }

  picked() {
    const frame = this.frame;
    if (!frame) return;
    const active = this.actions.root.contains(document.activeElement);
    this.actions.show(tryable(frame.table));
    if (active) this.actions.first()?.focus();
    const most = frame.table.exchange?.most ?? 0;
    announce(t("page.exchange.chosen", { n: this.chosen().length, most }));
  }

  unchoose() {
    this.hand.chosen.clear();
    for (const card of this.hand.shown.cards) this.hand.dress(card);
    this.picked();
  }

  /** @param {string} sentence */
  say(sentence) {
    fill(this.hint, withCards(sentence));
    if (sentence) announce(sentence);
  }
}

/**
 * @param {string[]} cards
 * @param {string} label
 */
function mini(cards, label) {
  return h(
    "span",
    { class: "mini", role: "list", "aria-label": label },
    ...cards.map((card) => h("span", { role: "listitem" }, openCard(card))),
  );
}

/**
 * The table with what can be tried: to see cards costs nothing, and is no decision.
 *
 * @param {import("../told.js").Table} table
 */
const tryable = (table) => ({
  ...table,
  may_claim: false,
  choices: table.choices.filter(({ group }) => group !== "see"),
});
