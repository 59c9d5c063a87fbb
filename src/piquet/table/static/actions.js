// @ts-check
/** What may be done now, as buttons: exactly what the server listed, and the picker of discards. */

import { cardTexts, withCards } from "./cards.js";
import { cutCards, spread } from "./cut.js";
import { fill, h } from "./dom.js";
import { count, t } from "./words.js";

/**
 * @typedef {import("./told.js").Table} Table
 * @typedef {import("./told.js").Choice} Choice
 */

const CALLS = new Set(["point", "sequence", "set", "say"]);
const QUIET = new Set(["see", "suit", "left", "pass"]);

export class Actions {
  /**
   * @param {object} does
   * @param {(choice: Choice) => void} does.act
   * @param {(text: string) => void} does.exchange
   * @param {(place: number) => void} does.cut
   * @param {() => void} does.claim
   * @param {() => void} does.clear
   * @param {() => string[]} does.chosen
   */
  constructor(does) {
    this.does = does;
    this.root = h("div", {
      class: "actions",
      role: "group",
      "aria-label": t("page.actions.label"),
    });
    this.sinking = false;
    /** @type {Table | null} */
    this.now = null;
  }

  /** @param {Table | null} now null while nothing can be done */
  show(now) {
    if (now?.version !== this.now?.version) this.sinking = false;
    this.now = now;
    this.root.classList.remove("waits");
    // Who waits for the other to cut sees his own card meanwhile.
    if (now?.to_move !== "you") fill(this.root, now?.cut?.yours ? cutCards(now.cut) : null);
    else if (now.cut && now.phase === "cut") fill(this.root, ...spread(now.cut, this.does.cut));
    else if (now.cut) fill(this.root, cutCards(now.cut), ...this.choices(now));
    else if (now.exchange) fill(this.root, ...this.picker(now), ...this.choices(now));
    else fill(this.root, ...this.choices(now));
  }

  /** @param {Table} now */
  choices(now) {
    const shown = now.choices.filter(({ group }) => group !== "play" && group !== "concede");
    const sunk = shown.filter((choice) => choice.sunk);
    const open = shown.filter((choice) => !choice.sunk);
    const first = open.find((choice) => choice.best);
    const parts = open.map((choice) => this.button(choice, choice === first));
    if (sunk.length) {
      parts.push(
        h(
          "button",
          {
            class: "button quiet",
            type: "button",
            "aria-expanded": String(this.sinking),
            onclick: () => {
              this.sinking = !this.sinking;
              this.show(this.now);
              this.bringSunk();
            },
          },
          t(this.sinking ? "page.actions.sink_less" : "page.actions.sink"),
        ),
      );
      if (this.sinking) parts.push(...sunk.map((choice) => this.button(choice, false)));
    }
    if (now.may_claim) {
      parts.push(
        h(
          "button",
          { class: "button quiet", type: "button", onclick: this.does.claim },
          t("page.actions.claim"),
        ),
      );
    }
    return parts;
  }

  /** Keep the focus where it was, and bring what one may say less into the box that scrolls. */
  bringSunk() {
    const toggle = /** @type {HTMLElement | null} */ (this.root.querySelector("[aria-expanded]"));
    toggle?.focus({ preventScroll: true });
    const first = toggle?.nextElementSibling;
    if (!this.sinking || !toggle || !(first instanceof HTMLElement)) return;
    const both = first.offsetTop + first.offsetHeight - toggle.offsetTop <= this.root.clientHeight;
    const top = (both ? toggle : first).offsetTop - this.root.offsetTop;
    this.root.scrollTop = top - parseFloat(getComputedStyle(this.root).paddingTop);
  }

  /**
   * @param {Choice} choice
   * @param {boolean} main whether it is what one would mostly do
   */
  button(choice, main) {
    const quiet = QUIET.has(choice.group) && !main;
    const name = `button${main ? " main" : ""}${quiet ? " quiet" : ""}`;
    const call = CALLS.has(choice.group);
    const score =
      choice.points === null
        ? null
        : h(
            "span",
            { class: "score" },
            h("span", { "aria-hidden": "true" }, `+${choice.points}`),
            h("span", { class: "unseen" }, count("page.actions.points", choice.points)),
          );
    return h(
      "button",
      {
        class: call ? `${name} call` : name,
        type: "button",
        data: { group: choice.group },
        onclick: (/** @type {MouseEvent} */ event) => {
          if (event.detail < 2) this.does.act(choice);
        },
      },
      h("span", { class: "what" }, withCards(choice.words)),
      score,
      call && choice.cards.length ? h("span", { class: "cards" }, cardTexts(choice.cards)) : null,
      choice.note ? h("span", { class: "note" }, withCards(choice.note)) : null,
    );
  }

  /** @param {Table} now */
  picker(now) {
    const exchange = now.exchange;
    if (!exchange) return [];
    const chosen = this.does.chosen();
    const number = chosen.length;
    const known = exchange.counts.find((entry) => entry.count === number);
    const button = h(
      "button",
      {
        class: "button main confirm",
        type: "button",
        "aria-disabled": known ? null : "true",
        onclick: (/** @type {MouseEvent} */ event) => {
          if (known && event.detail < 2)
            this.does.exchange(`${exchange.verb} ${chosen.join(" ") || "nothing"}`);
        },
      },
      known
        ? known.button
        : t("page.exchange.choose", { fewest: exchange.fewest, most: exchange.most }),
    );
    const clear = h(
      "button",
      {
        class: "button quiet",
        type: "button",
        "aria-disabled": number ? null : "true",
        onclick: this.does.clear,
      },
      t("page.exchange.clear"),
    );
    const tally = h(
      "strong",
      { class: "tally" },
      t("page.exchange.chosen", { n: number, most: exchange.most }),
    );
    return [tally, button, clear, h("p", { class: "seen-then" }, known?.words ?? "")];
  }

  /** Hold everything still until the server has answered. */
  lock() {
    this.root.classList.add("waits");
  }

  /** Press a button by its place. @param {number} place from 1 */
  press(place) {
    const button = this.root.querySelectorAll("button.button")[place - 1];
    if (button instanceof HTMLButtonElement) button.click();
  }

  /** The button that comes first, for the keyboard. */
  first() {
    const button = this.root.querySelector("button.main") ?? this.root.querySelector("button");
    return /** @type {HTMLElement | null} */ (button);
  }
}
