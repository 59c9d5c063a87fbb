// @ts-check
/** The Oracle beside the table: asked for one decision, it streams in, advises, and never acts. */

import { cardText, cardTexts, withCards } from "./cards.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { count, t } from "./words.js";

/**
 * @typedef {import("./told.js").Advice} Advice
 * @typedef {import("./told.js").Option} Option
 * @typedef {import("./told.js").Table} Table
 */

const SVG = "http://www.w3.org/2000/svg";
const SHOWN = 5;
const NAMED = /[♠♥♦♣]/; // words that name the cards already

/** @param {number} value */
const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)} %`;

/**
 * How often an option outscores the other side, as a bar.
 *
 * @param {number} share
 */
function bar(share) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 100 10");
  picture.setAttribute("preserveAspectRatio", "none");
  picture.setAttribute("aria-hidden", "true");
  const rect = document.createElementNS(SVG, "rect");
  rect.setAttribute("width", String(Math.round(share * 1000) / 10));
  rect.setAttribute("height", "10");
  picture.append(rect);
  return picture;
}

export class Oracle {
  /**
   * @param {object} does
   * @param {(method: string) => string} does.ask asks and returns the id of the question
   * @param {(id: string) => void} does.stop
   * @param {(cards: string[]) => void} does.point
   * @param {() => void} does.close
   */
  constructor(does) {
    this.does = does;
    /** @type {Map<string, {method: string, advice: Advice | null, running: boolean}>} */
    this.asked = new Map();
    /** @type {string[]} the ways of counting that come when the one before is done */
    this.queue = [];
    this.version = -1;
    this.method = "exact";
    this.all = false;
    /** @type {Table | null} */
    this.now = null;
    this.body = h("div", { class: "scroll" });
    this.root = h(
      "section",
      { class: "oracle", "aria-labelledby": "oracle-title", hidden: true },
      h(
        "div",
        { class: "side-head" },
        h("h2", { id: "oracle-title", tabindex: "-1" }, t("page.oracle.title")),
        h(
          "button",
          {
            class: "icon-button",
            type: "button",
            "aria-label": t("page.oracle.close"),
            onclick: () => does.close(),
          },
          icon("close"),
        ),
      ),
      this.body,
    );
    this.root.addEventListener("pointerleave", () => does.point([]));
  }

  get open() {
    return !this.root.hidden;
  }

  /**
   * The table has changed: what was said of another moment is no longer shown.
   *
   * @param {Table} now
   */
  show(now) {
    this.now = now;
    if (now.version !== this.version) this.halt();
    this.draw();
  }

  /** Stop what still counts. */
  halt() {
    this.queue = [];
    for (const [id, question] of this.asked) if (question.running) this.does.stop(id);
    this.asked.clear();
  }

  /** @param {string[]} [methods] */
  ask(methods = this.method === "both" ? ["exact", "playouts"] : [this.method]) {
    if (!this.now?.oracle.ready) return this.draw();
    this.halt();
    this.version = this.now.version;
    this.queue = [...methods];
    this.next();
  }

  /** The server answers one question at a time: the next is asked when the last is answered. */
  next() {
    const method = this.queue.shift();
    if (method) this.asked.set(this.does.ask(method), { method, advice: null, running: true });
    this.draw();
  }

  /**
   * @param {Advice} advice
   * @returns {string} what is to be read aloud, once it is finished
   */
  hear(advice) {
    const question = this.asked.get(advice.id);
    if (!question) return "";
    question.advice = advice;
    question.running = !advice.finished;
    if (advice.finished) this.next();
    else this.draw();
    const best = advice.options[0];
    return advice.finished && best
      ? t("page.oracle.says", { what: best.words, why: advice.reasons[0] ?? "" })
      : "";
  }

  /** @param {string} id @param {string} sentence */
  refused(id, sentence) {
    if (!this.asked.delete(id)) return false;
    this.next();
    this.body.append(h("p", { class: "soft" }, sentence));
    return true;
  }

  stop() {
    this.queue = [];
    for (const [id, question] of this.asked) {
      if (!question.running) continue;
      this.does.stop(id);
      question.running = false;
    }
    this.draw();
  }

  draw() {
    if (!this.open || !this.now) return;
    const kept = this.body.scrollTop;
    const folded = new Set(
      [...this.body.querySelectorAll("details[open]")].map((fold) =>
        fold.getAttribute("data-fold"),
      ),
    );
    const active = document.activeElement?.getAttribute("data-key");
    /** @type {HTMLElement[]} */
    const parts = [this.head()];
    for (const question of this.asked.values()) parts.push(this.answer(question));
    fill(this.body, ...parts);
    for (const fold of this.body.querySelectorAll("details")) {
      if (folded.has(fold.getAttribute("data-fold"))) fold.open = true;
    }
    this.body.scrollTop = kept;
    if (active)
      /** @type {HTMLElement | null} */ (
        this.body.querySelector(`[data-key="${active}"]`)
      )?.focus();
  }

  head() {
    const now = this.now;
    if (!now?.oracle.ready) return h("p", { class: "soft" }, now?.oracle.why ?? "");
    const running = [...this.asked.values()].some((question) => question.running);
    const methods = [...now.oracle.methods, ...(now.oracle.methods.length > 1 ? ["both"] : [])];
    const choice = h(
      "div",
      { class: "segments small", role: "radiogroup", "aria-label": t("page.oracle.method") },
      ...methods.map((method) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "oracle-method",
            value: method,
            checked: method === this.method,
            onchange: () => {
              this.method = method;
              this.ask();
            },
            data: { key: `method-${method}` },
          }),
          t(`page.oracle.methods.${method}`),
        ),
      ),
    );
    const again = h(
      "button",
      { class: "button main", type: "button", data: { key: "ask" }, onclick: () => this.ask() },
      t(this.asked.size ? "page.oracle.ask_again" : "page.oracle.ask"),
    );
    const stop = h(
      "button",
      { class: "button", type: "button", data: { key: "ask" }, onclick: () => this.stop() },
      t("page.oracle.stop"),
    );
    return h(
      "div",
      { class: "stack ask" },
      this.asked.size ? null : h("p", { class: "soft small-text" }, t("page.oracle.about")),
      choice,
      h(
        "div",
        { class: "row" },
        running ? stop : again,
        running ? h("span", { class: "soft" }, t("page.oracle.counting")) : null,
      ),
    );
  }

  /** @param {{method: string, advice: Advice | null, running: boolean}} question */
  answer({ method, advice, running }) {
    const made = h("section", { class: "answer" });
    if (this.asked.size > 1) made.append(h("h3", {}, t(`page.oracle.methods.${method}`)));
    if (!advice) {
      made.append(
        h("p", { class: "soft" }, t(running ? "page.oracle.first" : "page.oracle.stopped")),
      );
      return made;
    }
    const shown = advice.options.filter(
      (option, place) => this.all || place < SHOWN || option.yours,
    );
    const [best, ...others] = shown.map((option, place) =>
      this.option(option, place === 0, `${method}-${place}`),
    );
    if (best) made.append(best);
    for (const [place, reason] of advice.reasons.entries()) {
      made.append(h("p", { class: place ? "soft small-text" : "reason" }, withCards(reason)));
    }
    for (const note of advice.notes)
      made.append(h("p", { class: "note small-text" }, withCards(note)));
    made.append(...others);
    if (advice.options.length > shown.length) {
      made.append(
        h(
          "button",
          {
            class: "link",
            type: "button",
            onclick: () => {
              this.all = true;
              this.draw();
            },
          },
          count("page.oracle.more", advice.options.length - shown.length),
        ),
      );
    }
    made.append(
      h(
        "p",
        { class: "soft small-text" },
        count(
          advice.listed
            ? "page.oracle.listed"
            : `page.oracle.${method === "playouts" ? "played" : "sampled"}`,
          advice.count,
          {
            number: advice.count.toLocaleString(document.documentElement.lang || "en"),
          },
        ),
        advice.finished || !running ? "" : ` ${t("page.oracle.goes_on")}`,
      ),
    );
    if (advice.chances.length) made.append(this.chances(advice, method));
    if (advice.how.length) {
      made.append(
        h(
          "details",
          { data: { fold: `how-${method}` } },
          h("summary", {}, t("page.oracle.how")),
          ...advice.how.map((sentence) => h("p", { class: "small-text" }, withCards(sentence))),
        ),
      );
    }
    return made;
  }

  /**
   * @param {Option} option
   * @param {boolean} best
   * @param {string} key
   */
  option(option, best, key) {
    const margin = option.net_margin ? ` ± ${option.net_margin.toFixed(1)}` : "";
    const marks = [
      best ? t("page.oracle.best") : "",
      option.yours ? t("page.oracle.yours") : "",
      option.tied && !best ? t("page.oracle.tied") : "",
    ].filter(Boolean);
    const behind = option.behind_margin ? ` ± ${option.behind_margin.toFixed(1)}` : "";
    const point = () => this.does.point(option.cards);
    return h(
      "button",
      {
        class: best ? "option best" : "option",
        type: "button",
        data: { key },
        onclick: point,
        onfocus: point,
        onpointerenter: point,
        onblur: () => this.does.point([]),
      },
      h(
        "span",
        { class: "top" },
        h("span", { class: "what" }, withCards(option.words)),
        h("span", { class: "number net" }, `${signed(option.net)}${margin}`),
      ),
      option.cards.length > 1 && !NAMED.test(option.words)
        ? h("span", { class: "which" }, cardTexts(option.cards))
        : null,
      h(
        "span",
        { class: "meter" },
        bar(option.wins),
        h("span", { class: "number" }, t("page.oracle.wins", { share: percent(option.wins) })),
      ),
      h(
        "span",
        { class: "marks" },
        ...marks.map((mark) => h("span", { class: "mark" }, mark)),
        best
          ? null
          : h(
              "span",
              { class: "number" },
              t("page.oracle.behind", { n: `${signed(option.behind)}${behind}` }),
            ),
        option.value === null
          ? null
          : h("span", { class: "number" }, t("page.oracle.value", { n: signed(option.value) })),
      ),
    );
  }

  /** @param {Advice} advice @param {string} method */
  chances(advice, method) {
    const who = this.now?.opponent ?? "";
    return h(
      "details",
      { data: { fold: `chances-${method}` } },
      h("summary", {}, t("page.oracle.chances")),
      h("p", { class: "soft small-text" }, t("page.oracle.chances_about", { who })),
      h(
        "ul",
        { class: "chances" },
        ...advice.chances.map(({ card, holds }) =>
          h("li", {}, cardText(card), " ", percent(holds)),
        ),
      ),
    );
  }
}
