// @ts-check
/** Looking back: a record or an own partie, step by step, with what each decision cost. */

import { announce } from "../announce.js";
import { aloud } from "../cards.js";
import { isOpen } from "../dialog.js";
import { fill, h, typing } from "../dom.js";
import { Log } from "../log.js";
import { api, Refusal } from "../net.js";
import { headed, t } from "../words.js";
import { bar, stylesheet } from "./common.js";
import { Replay } from "./replay.js";
import { AnswerPanel, triedWords } from "./reviewanswer.js";
import { asking, give, remembered } from "./reviewask.js";
import { deals, kinds, list, luck, scoreChart, valueChart, worst } from "./reviewsum.js";
import { link } from "./reviewwords.js";

await stylesheet("review");

/**
 * @typedef {import("./reviewed.js").Review} Review
 * @typedef {import("./reviewed.js").Frame} Frame
 * @typedef {import("./reviewed.js").Row} Row
 * @typedef {import("./reviewed.js").Answer} Answer
 */

const FOLLOW = 400; // milliseconds between two questions how far the counting is
const TRIES = 3;

export class PiquetReview extends HTMLElement {
  constructor() {
    super();
    /** @type {(partie: string) => void} */
    this.sit = () => {};
    this.name = "";
    this.deal = 0;
    this.step = 0;
    /** @type {import("./reviewed.js").Side | ""} the side looked from, "" until it is known */
    this.side = "";
    this.both = false;
    this.first = false;
    /** @type {Review | null} */
    this.review = null;
    this.timer = 0;
    /** Counts what was asked for, so that an answer that comes late is not shown. */
    this.asked = 0;
    /** What the lists show: of the whole partie the mistakes, of a deal everything. */
    this.filters = {
      whole: { grade: "mistakes", kind: "all" },
      deal: { grade: "all", kind: "all" },
    };
    /** @type {import("./chart.js").Chart[]} */
    this.charts = [];
    /** @type {Row | null} the decision at which something better is looked for */
    this.trying = null;
    this.left = TRIES;
    /** @type {Set<string>} decisions of which the answer has been shown */
    this.shown = new Set();

    this.replay = new Replay({
      go: (step) => void this.goto(step),
      tried: (action) => void this.tried(action),
    });
    this.panel = new AnswerPanel({
      retry: () => this.retry(),
      reveal: () => void this.reveal(),
      choose: () => this.replay.choose(true),
    });
    this.log = new Log();
    this.main = h("main", { class: "wide" });
    this.progress = h("div", { class: "counting", hidden: true });
    this.below = h("div", { class: "below" });
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
  }

  connectedCallback() {
    this.className = "beside review";
    this.replaceChildren(bar(), this.main);
    document.addEventListener("keydown", this.keys);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.keys);
    clearTimeout(this.timer);
    this.rid();
  }

  /** Let go of the charts that are shown. */
  rid() {
    for (const chart of this.charts) chart.end();
    this.charts = [];
  }

  /**
   * Show what the address says: nothing, a record, or a position in it.
   *
   * @param {string[]} rest
   */
  go(rest) {
    const [name = "", deal = "", step = "0", side = ""] = rest;
    if (name !== this.name) {
      this.review = null;
      this.shown.clear();
    }
    this.name = name;
    this.side = side === "second" ? "second" : side === "first" ? "first" : "";
    clearTimeout(this.timer);
    if (!name) return this.ask();
    void this.open(deal, step);
  }

  // --- what is shown -------------------------------------------------------------------------------

  /**
   * @param {string} title
   * @param {...import("../dom.js").Child} children
   */
  lay(title, ...children) {
    this.rid();
    document.title = `${title} · ${t("page.name")}`;
    fill(this.main, h("h1", { tabindex: "-1" }, title), ...children);
    this.main.querySelector("h1")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  ask() {
    this.lay(
      t("page.beside.review"),
      h("p", { class: "lead" }, t("page.review.lead")),
      h(
        "div",
        { class: "ask-grid" },
        ...asking((name) => {
          location.hash = `#/review/${encodeURIComponent(name)}`;
        }),
      ),
    );
  }

  /** Say why something cannot be shown, and where one can go. @param {string} sentence */
  refuse(sentence) {
    const { review } = this;
    this.lay(
      t("page.beside.review"),
      h("p", { class: "lead refusal" }, sentence),
      h(
        "p",
        { class: "row" },
        review ? h("a", { class: "button", href: this.home() }, t("page.review.overview")) : null,
        h("a", { class: "button", href: "#/review" }, t("page.review.another")),
      ),
    );
    announce(sentence);
  }

  /** The address of the overview. */
  home() {
    return `#/review/${encodeURIComponent(this.name)}`;
  }

  /**
   * Show a record, or a position in it.
   *
   * @param {string} deal
   * @param {string} step
   */
  async open(deal, step) {
    const asked = ++this.asked;
    try {
      const found = await this.load();
      if (asked !== this.asked || !found) return;
      const last = found.deals.filter(({ ready }) => ready).at(-1)?.number ?? 0;
      this.deal = deal === "last" ? last : deal ? whole(deal) : 0;
      this.step = whole(step);
      if (!deal) this.overview();
      else await this.show(true);
      this.follow();
    } catch (error) {
      if (asked === this.asked) this.refuse(words(error));
    }
  }

  /** Ask for the record; one that this window gave before is given again where it is forgotten. */
  async load() {
    const query = new URLSearchParams();
    if (this.side) query.set("side", this.side);
    if (this.both) query.set("both", "1");
    const path = () => `/api/review/${encodeURIComponent(this.name)}?${query}`;
    try {
      this.review = /** @type {Review} */ (await api(path()));
    } catch (error) {
      const kept = remembered(this.name);
      if (!(error instanceof Refusal) || error.code !== "look_unknown" || !kept) throw error;
      await give(kept);
      this.review = /** @type {Review} */ (await api(path()));
    }
    return this.review;
  }

  /** Ask how far the counting is, until it is through. */
  follow() {
    clearTimeout(this.timer);
    const { review } = this;
    if (!review) return;
    this.tellProgress(review);
    if (review.state !== "counting") return;
    this.timer = window.setTimeout(async () => {
      const asked = this.asked;
      try {
        await this.load();
      } catch {
        // It is asked again.
      }
      if (asked !== this.asked || !this.isConnected) return;
      if (this.review?.state === "done") {
        announce(t("page.review.counted"));
        this.counted();
      }
      this.follow();
    }, FOLLOW);
  }

  /** @param {Review} review */
  tellProgress({ state, done, total, words: why }) {
    this.progress.hidden = state === "done";
    if (state === "done") return;
    if (state === "failed") return void fill(this.progress, h("p", { class: "refusal" }, why));
    const label = t("page.review.counting", { done, total: total || "…" });
    const known = this.progress.querySelector("progress");
    const meter = known ?? h("progress", { "aria-label": t("page.review.counting_label") });
    if (total) {
      meter.max = total;
      meter.value = done;
    }
    if (known) /** @type {HTMLElement} */ (this.progress.lastElementChild).textContent = label;
    else fill(this.progress, meter, h("p", { class: "soft small-text number" }, label));
  }

  /** What was counted has come: show it where one is. */
  counted() {
    if (!this.deal) return this.fillOverview();
    this.fillDeal();
    void this.judge(true);
  }

  // --- the overview --------------------------------------------------------------------------------

  overview() {
    const { review } = this;
    if (!review) return;
    const [first = "", second = ""] = review.names;
    const ready = review.deals.find((deal) => deal.ready);
    this.lay(
      review.title || t("page.review.of_partie"),
      h(
        "p",
        { class: "lead" },
        t("page.review.between", { first, second }),
        " ",
        ...review.settled.map((line) => `${line} `),
      ),
      h(
        "div",
        { class: "row tools-row" },
        ready
          ? h(
              "a",
              { class: "button main", href: link(review, ready.number, 0) },
              t("page.review.go_through"),
            )
          : null,
        review.mine
          ? h(
              "a",
              { class: "button", href: `#/table/${encodeURIComponent(review.name)}` },
              t("page.review.to_table"),
            )
          : null,
        ...this.switches(false),
      ),
      this.progress,
      this.below,
    );
    this.fillOverview();
  }

  fillOverview() {
    const { review } = this;
    if (!review) return;
    this.rid();
    const { sum } = review;
    if (!sum) return void fill(this.below, deals(review));
    const scores = review.deals.length > 1 ? scoreChart(review, sum) : null;
    const value = valueChart(review, sum, 0, (deal, step) => {
      location.hash = link(review, deal, step);
    });
    for (const chart of [scores, value]) if (chart) this.charts.push(chart);
    fill(
      this.below,
      h(
        "div",
        { class: "halves" },
        h("div", { class: "column" }, worst(review, sum), deals(review)),
        h("div", { class: "column" }, kinds(review, sum), luck(review, sum, 0)),
      ),
      h(
        "section",
        { class: "panel stack charts" },
        h("h2", {}, t("page.review.charts")),
        value?.root,
        scores?.root,
      ),
      list(review, sum, 0, this.filters.whole),
      ...sum.notes.map((note) => h("p", { class: "note soft small-text" }, note)),
    );
  }

  /**
   * What changes how one looks: both hands, the answer hidden, from which side.
   *
   * @param {boolean} inDeal
   */
  switches(inDeal) {
    /** @param {"both" | "first"} name */
    const toggle = (name) => {
      const button = h(
        "button",
        {
          class: "button toggle",
          type: "button",
          "aria-pressed": String(this[name]),
          data: { toggle: name },
          onclick: () => {
            this[name] = !this[name];
            button.setAttribute("aria-pressed", String(this[name]));
            this.shown.clear();
            void this.again();
          },
        },
        t(`page.review.toggle.${name}`),
      );
      return button;
    };
    const { review } = this;
    const parts = [toggle("both")];
    if (inDeal) parts.push(toggle("first"));
    if (review && !review.mine) {
      const other = review.side === "first" ? "second" : "first";
      const [one = "", two = ""] = review.names;
      parts.push(
        h(
          "button",
          {
            class: "button",
            type: "button",
            data: { toggle: "side" },
            onclick: () => {
              this.side = other;
              this.address();
              void this.again();
            },
          },
          t("page.review.look_from", { who: other === "first" ? one : two }),
        ),
      );
    }
    return parts;
  }

  /** Show the same place anew, the focus where it was. */
  async again() {
    const asked = ++this.asked;
    const held = document.activeElement?.getAttribute("data-toggle");
    try {
      await this.load();
      if (asked !== this.asked) return;
      if (this.deal) await this.show(true);
      else this.overview();
      this.follow();
    } catch (error) {
      if (asked === this.asked) this.refuse(words(error));
      return;
    }
    const button = held ? this.querySelector(`[data-toggle="${held}"]`) : null;
    /** @type {HTMLElement | null} */ (button)?.focus({ preventScroll: true });
  }

  // --- a deal --------------------------------------------------------------------------------------

  /** Write the position that is shown into the address, so that it can be passed on. */
  address() {
    const { review } = this;
    if (!review) return;
    const look = /** @type {Review} */ ({ ...review, side: this.side || review.side });
    const there = this.deal ? link(look, this.deal, this.step) : this.home();
    history.replaceState(null, "", there);
  }

  /** @param {number} step */
  async goto(step) {
    this.step = step;
    this.replay.aim(step);
    this.address();
    try {
      await this.show(false);
    } catch (error) {
      announce(words(error));
      this.panel.nothing(t("page.review.away"), words(error));
    }
  }

  /**
   * Show the position of a step.
   *
   * @param {boolean} anew whether the whole page of the deal is to be laid out
   */
  async show(anew) {
    const { review, deal, step } = this;
    if (!review) return;
    const asked = ++this.asked;
    const query = new URLSearchParams({ side: review.side });
    if (this.both) query.set("both", "1");
    const frame = /** @type {Frame} */ (
      await api(`/api/review/${encodeURIComponent(this.name)}/${deal}/${step}?${query}`)
    );
    if (asked !== this.asked) return;
    if (anew) this.layDeal(review, deal);
    this.replay.show(frame);
    this.talk(frame);
    for (const chart of this.charts) chart.point(step);
    const judged = await this.judge(false);
    if (asked !== this.asked) return;
    const at = t("page.review.at", { step, steps: frame.steps });
    announce(at, ...frame.did.map(aloud), judged);
  }

  /** @param {Review} review @param {number} deal */
  layDeal(review, deal) {
    const numbers = review.deals.filter(({ ready }) => ready).map(({ number }) => number);
    const place = numbers.indexOf(deal);
    /** @param {number | undefined} number @param {string} key */
    const other = (number, key) =>
      number === undefined
        ? null
        : h("a", { class: "button small", href: link(review, number, 0) }, t(key, { n: number }));
    this.lay(
      t("page.review.deal", { n: deal }),
      h(
        "nav",
        { class: "row tools-row", "aria-label": t("page.review.deals") },
        h("a", { class: "button small", href: this.home() }, t("page.review.overview")),
        other(numbers[place - 1], "page.review.deal_back"),
        other(numbers[place + 1], "page.review.deal_next"),
      ),
      this.progress,
      h(
        "div",
        { class: "review-grid" },
        h("div", { class: "left" }, this.replay.root),
        h(
          "div",
          { class: "right" },
          h("div", { class: "row tools-row" }, ...this.switches(true), this.copier()),
          this.panel.root,
          h(
            "details",
            { class: "panel talk-so-far" },
            h("summary", {}, t("page.review.talk")),
            this.log.scroll,
          ),
        ),
      ),
      this.below,
    );
    this.fillDeal();
  }

  fillDeal() {
    const { review, deal } = this;
    if (!review) return;
    this.rid();
    const { sum } = review;
    if (!sum) return void fill(this.below);
    const value = valueChart(review, sum, deal, (_, step) => void this.goto(step));
    if (value) {
      this.charts.push(value);
      value.point(this.step);
    }
    fill(
      this.below,
      value
        ? h(
            "section",
            { class: "panel stack charts", "aria-label": t("page.review.charts") },
            value.root,
          )
        : null,
      h(
        "div",
        { class: "list-and-luck" },
        list(review, sum, deal, this.filters.deal),
        luck(review, sum, deal),
      ),
    );
  }

  /** A button that copies the address of the position. */
  copier() {
    const button = h(
      "button",
      {
        class: "button small",
        type: "button",
        onclick: async () => {
          try {
            await navigator.clipboard.writeText(location.href);
            announce(t("page.review.copied"));
            button.textContent = t("page.review.copied");
          } catch {
            // It cannot be reached here: the address stands above the page.
            button.textContent = t("page.review.not_copied");
          }
        },
      },
      t("page.review.copy"),
    );
    return button;
  }

  /** What was said and done so far. @param {Frame} frame */
  talk({ table }) {
    this.log.cut(0);
    for (const event of table.events) this.log.add(event, false);
    this.log.scroll.scrollTop = this.log.scroll.scrollHeight;
  }

  /** The row of the list that belongs to the position, if anything was to be decided. */
  get row() {
    return this.review?.sum?.rows.find((one) => one.deal === this.deal && one.step === this.step);
  }

  /**
   * Say what the decision at this position was worth, or ask for a better one.
   *
   * @param {boolean} speak
   * @returns {Promise<string>} what is to be read aloud
   */
  async judge(speak) {
    const { review, deal, step, row } = this;
    const frame = this.replay.frame;
    if (!review || !frame) return "";
    this.trying = null;
    const other = headed(frame.table.opponent);
    const title = t("page.review.here");
    let said = "";
    if (frame.step === frame.steps) this.panel.nothing(title, t("page.review.at_end"));
    else if (!review.sum)
      this.panel.nothing(
        title,
        review.state === "failed" ? review.words : t("page.review.counting_label"),
      );
    else if (!row)
      this.panel.nothing(
        title,
        frame.acts === "they" && !this.both
          ? t("page.review.theirs_hidden", { who: other })
          : t("page.review.forced"),
      );
    else if (this.first && this.improvable(row)) said = this.begin(row);
    else said = await this.answer(row);
    if (deal === this.deal && step === this.step && speak) announce(said);
    return said;
  }

  /** Whether something better is to be looked for. @param {Row} row */
  improvable(row) {
    const loss = row.partie ?? row.points;
    return row.who === "you" && !row.tied && loss >= 0.05 && !this.shown.has(at(row));
  }

  /** @param {Row} row @returns {Promise<string>} */
  async answer(row) {
    const { review } = this;
    if (!review?.sum) return "";
    this.shown.add(at(row));
    const query = new URLSearchParams({ side: review.side });
    if (this.both) query.set("both", "1");
    const path = `/api/review/${encodeURIComponent(this.name)}/${row.deal}/${row.step}/answer`;
    /** @type {{answer: Answer | null}} */
    const { answer } = await api(`${path}?${query}`);
    if (!answer || row.deal !== this.deal || row.step !== this.step) return "";
    const other = this.replay.frame?.table.opponent ?? "";
    return this.panel.show(answer, review.sum.unit, other, answer.who === "you" && !row.tied);
  }

  // --- trying again --------------------------------------------------------------------------------

  /** @param {Row} row @returns {string} what is to be read aloud */
  begin(row) {
    this.trying = row;
    this.left = TRIES;
    this.panel.ask(row, this.left, "");
    this.replay.choose(false);
    return t("page.review.try_about");
  }

  /** Hide the answer that is shown, and let the person choose. */
  retry() {
    const { row } = this;
    if (!row) return;
    announce(this.begin(row));
    this.panel.title.focus({ preventScroll: true });
  }

  async reveal() {
    const row = this.trying;
    if (!row) return;
    this.trying = null;
    const frame = this.replay.frame;
    const held = this.replay.area.contains(document.activeElement);
    if (frame) this.replay.show(frame);
    announce(await this.answer(row));
    if (held) this.panel.title.focus({ preventScroll: true });
  }

  /** @param {number | string} action */
  async tried(action) {
    const { review, trying: row } = this;
    if (!review?.sum || !row) return;
    const path = `/api/review/${encodeURIComponent(this.name)}/${row.deal}/${row.step}/try`;
    /** @type {import("./reviewed.js").Tried} */
    let tried;
    this.replay.actions.lock();
    try {
      tried = await api(path, { side: review.side, action });
    } catch (error) {
      if (this.trying !== row) return;
      this.replay.choose(true);
      this.replay.say(words(error));
      return;
    }
    if (this.trying !== row) return;
    const said = triedWords(tried, review.sum.unit);
    announce(said);
    if (tried.verdict === "best" || tried.verdict === "tied" || --this.left <= 0) {
      await this.reveal();
      this.panel.body.prepend(h("p", { class: "tried" }, said));
      return;
    }
    this.panel.ask(row, this.left, said);
    this.replay.choose(true);
  }

  // --- keys ----------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.deal || event.defaultPrevented || isOpen() || typing(event.target)) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (!this.replay.root.isConnected) return;
    if (/** @type {Element} */ (event.target).closest?.(".scroll")) return;
    if (this.replay.key(event)) event.preventDefault();
  }
}

/** @param {Row} row */
const at = (row) => `${row.deal}/${row.step}`;

/** A number in an address; whoever typed it may have typed anything. @param {string} written */
const whole = (written) => (/^\d{1,6}$/.test(written) ? Number(written) : 0);

/** @param {unknown} error */
const words = (error) =>
  error instanceof Refusal && error.message ? error.message : t("page.failed");

customElements.define("piquet-review", PiquetReview);
