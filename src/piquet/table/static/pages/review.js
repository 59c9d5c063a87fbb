// @ts-check
/** Looking back: a record or an own partie, step by step, with what each decision cost. */

import { announce } from "../announce.js";
import { isOpen } from "../dialog.js";
import { fill, h, typing } from "../dom.js";
import { api, Refusal } from "../net.js";
import { t } from "../words.js";
import { bar, stylesheet } from "./common.js";
import { asking, give, remembered } from "./reviewask.js";
import { scoreChart, valueChart } from "./reviewcharts.js";
import { DealView, reason } from "./reviewdeal.js";
import { deals, kinds, list, luck, worst } from "./reviewsum.js";
import { link } from "./reviewwords.js";

await stylesheet("review");

/** @typedef {import("./reviewed.js").Review} Review */

const ALL = "all"; // what stands for a deal in the address of the whole partie
const FOLLOW = 400; // milliseconds between two questions how far the counting is

export class PiquetReview extends HTMLElement {
  constructor() {
    super();
    /** @type {(partie: string) => void} */
    this.sit = () => {};
    this.name = "";
    /** The deal that is shown, 0 for the whole partie. */
    this.deal = 0;
    /** @type {import("./reviewed.js").Side | ""} the side looked from, "" until it is known */
    this.side = "";
    this.both = false;
    /** @type {Review | null} */
    this.review = null;
    this.timer = 0;
    /** Counts what was asked for, so that an answer that comes late is not shown. */
    this.asked = 0;
    this.filter = { grade: "mistakes", kind: "all" };
    /** @type {import("./chart.js").Chart[]} */
    this.charts = [];
    this.view = new DealView();
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

  /** Let go of what is shown. */
  rid() {
    for (const chart of this.charts) chart.end();
    this.charts = [];
    this.view.end();
  }

  /**
   * Show what the address says: nothing, a record, or a position in it.
   *
   * @param {string[]} rest
   */
  go(rest) {
    const [name = "", deal = "", step = "0", side = ""] = rest;
    const from = side === "second" || side === "first" ? side : "";
    const same = name === this.name && from === this.side && this.view.top.isConnected;
    if (same && whole(deal) === this.deal && this.deal) return this.step(whole(step));
    if (name !== this.name) this.review = null;
    this.name = name;
    this.side = from;
    this.deal = 0;
    clearTimeout(this.timer);
    if (!name) return this.ask();
    if (!this.review)
      this.lay(t("page.beside.review"), h("p", { class: "soft" }, t("page.loading")));
    void this.open(deal, step);
  }

  /** Go to another step of the deal that is shown. @param {number} step */
  step(step) {
    const far = this.view.below.contains(document.activeElement);
    void this.view.goto(step);
    if (!far) return;
    this.view.panel.title.focus({ preventScroll: true });
    this.view.top.scrollIntoView({ block: "start" });
  }

  // --- what is shown -------------------------------------------------------------------------------

  /**
   * @param {string} title
   * @param {...import("../dom.js").Child} children
   */
  lay(title, ...children) {
    this.rid();
    document.title = `${title} · ${t("page.name")}`;
    this.main.classList.toggle("of-deal", this.deal > 0);
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
    this.deal = 0;
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

  /** The address of the whole partie, from the side that is looked from. */
  home() {
    const whole = `#/review/${encodeURIComponent(this.name)}`;
    return this.side === "second" ? `${whole}/${ALL}/0/second` : whole;
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
      this.deal = deal === "last" ? last : whole(deal);
      if (deal && deal !== ALL) await this.openDeal(whole(step));
      else this.overview();
      if (asked === this.asked) this.follow();
    } catch (error) {
      if (asked === this.asked) this.refuse(reason(error));
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
    const label = why || (total ? t("page.review.counting", { done, total }) : t("page.loading"));
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
    if (!this.review) return;
    if (this.deal) this.view.counted(this.review);
    else this.fillOverview();
  }

  // --- the overview --------------------------------------------------------------------------------

  overview() {
    const { review } = this;
    if (!review) return;
    const [first = "", second = ""] = review.names;
    const ready = review.deals.find((deal) => deal.ready);
    this.lay(
      (!review.mine && review.title) || t("page.review.of_partie"),
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
        h("div", { class: "column" }, worst(review, sum), deals(review), framed(scores)),
        h("div", { class: "column" }, kinds(review, sum), luck(review, sum, 0)),
      ),
      framed(value),
      list(review, sum, 0, this.filter),
      ...sum.notes.map((note) => h("p", { class: "note soft small-text" }, note)),
    );
  }

  /**
   * What changes how one looks: both hands, the answer hidden, from which side.
   *
   * @param {boolean} inDeal
   */
  switches(inDeal) {
    /**
     * @param {"both" | "first"} name
     * @param {boolean} on
     * @param {() => void} turn
     */
    const toggle = (name, on, turn) =>
      h(
        "button",
        {
          class: "button toggle",
          type: "button",
          "aria-pressed": String(on),
          data: { toggle: name },
          onclick: () => {
            turn();
            void this.again();
          },
        },
        t(`page.review.toggle.${name}`),
      );
    const { review } = this;
    const parts = [toggle("both", this.both, () => (this.both = !this.both))];
    if (inDeal)
      parts.push(
        toggle("first", this.view.first, () => {
          this.view.first = !this.view.first;
          this.view.shown.clear();
        }),
      );
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
              void this.again();
            },
          },
          t("page.review.look_from", { who: other === "first" ? one : two }),
        ),
      );
    }
    return parts;
  }

  /** Show the same place anew, the focus and the place on the page as they were. */
  async again() {
    const asked = ++this.asked;
    const held = document.activeElement?.getAttribute("data-toggle") ?? "";
    const up = scrollY;
    const from = location.hash;
    this.view.wait();
    try {
      const review = await this.load();
      if (asked !== this.asked) return;
      const there = this.deal ? link(review, this.deal, this.view.step) : this.home();
      // Another address that came meanwhile is gone to next, and not written over.
      if (location.hash === from) history.replaceState(null, "", there);
      if (this.deal) await this.openDeal(this.view.step, held);
      else this.overview();
      this.refocus(held);
      scrollTo(0, up);
      this.follow();
    } catch (error) {
      if (asked === this.asked) this.refuse(reason(error));
    }
  }

  /** Put the focus back on a switch. @param {string} held its name, if it had the focus */
  refocus(held) {
    const button = held ? this.querySelector(`[data-toggle="${held}"]`) : null;
    /** @type {HTMLElement | null} */ (button)?.focus({ preventScroll: true });
  }

  // --- a deal --------------------------------------------------------------------------------------

  /**
   * Lay out a deal and show one of its steps.
   *
   * @param {number} step
   * @param {string} [held] the switch that had the focus
   */
  async openDeal(step, held = "") {
    const { review, view, deal } = this;
    if (!review) return;
    view.take(review, deal);
    const ready = review.deals.some((one) => one.ready && one.number === deal);
    if (!ready) await view.show(step); // the server says why not
    this.lay(
      t("page.review.deal", { n: deal }),
      view.ways(this.home()),
      this.progress,
      view.top,
      view.below,
    );
    view.fillTools(this.switches(true));
    view.fill();
    this.refocus(held);
    await view.show(step);
  }

  // --- keys ----------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.deal || event.defaultPrevented || isOpen() || typing(event.target)) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (!this.view.top.isConnected) return;
    if (/** @type {Element} */ (event.target).closest?.(".scroll")) return;
    if (this.view.replay.key(event)) event.preventDefault();
  }
}

/** A chart in a box of its own. @param {import("./chart.js").Chart | null} chart */
const framed = (chart) =>
  chart && h("section", { class: "panel", "aria-label": chart.drawing.title }, chart.root);

/** A number in an address; whoever typed it may have typed anything. @param {string} written */
const whole = (written) => (/^\d{1,6}$/.test(written) ? Number(written) : 0);

customElements.define("piquet-review", PiquetReview);
