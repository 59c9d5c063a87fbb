// @ts-check
/** A deal looked back on: the board, what was decided at each step, and trying it again. */

import { announce } from "../announce.js";
import { aloud } from "../cards.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { Log } from "../log.js";
import { api, Refusal } from "../net.js";
import { headed, t } from "../words.js";
import { Replay } from "./replay.js";
import { AnswerPanel, triedWords } from "./reviewanswer.js";
import { valueChart } from "./reviewcharts.js";
import { list, luck } from "./reviewsum.js";
import { link } from "./reviewwords.js";

/**
 * @typedef {import("./reviewed.js").Review} Review
 * @typedef {import("./reviewed.js").Frame} Frame
 * @typedef {import("./reviewed.js").Row} Row
 * @typedef {import("./reviewed.js").Answer} Answer
 */

const TRIES = 3;
const COUNTS = 0.05; // what is less is no loss

/** @param {unknown} error */
export const reason = (error) =>
  error instanceof Refusal && error.message ? error.message : t("page.failed");

/** @param {{deal: number, step: number}} row */
const at = ({ deal, step }) => `${deal}/${step}`;

export class DealView {
  constructor() {
    /** @type {Review | null} */
    this.review = null;
    this.deal = 0;
    this.step = 0;
    /** Whether something better is to be looked for before the answer is shown. */
    this.first = false;
    /** Counts what was asked for, so that an answer that comes late is not shown. */
    this.asked = 0;
    this.filter = { grade: "all", kind: "all" };
    /** @type {import("./chart.js").Chart | null} */
    this.chart = null;
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
    this.nextMistake = h("a", { class: "button small" }, t("page.review.next_mistake"));
    this.tools = h("div", { class: "row tools-row" });
    this.top = h(
      "div",
      { class: "review-grid" },
      h("div", { class: "left" }, this.replay.root),
      h(
        "div",
        { class: "right" },
        this.tools,
        this.panel.root,
        h(
          "details",
          { class: "panel talk-so-far", open: innerWidth > 1000 && innerHeight > 700 },
          h("summary", {}, t("page.review.talk")),
          this.log.scroll,
        ),
      ),
    );
    this.below = h("div", { class: "below" });
  }

  /** Let go of what is shown. */
  end() {
    this.asked++;
    this.chart?.end();
    this.chart = null;
  }

  /** The way to the deals before and after. @param {string} home the address of the whole partie */
  ways(home) {
    const { review, deal } = this;
    const numbers = (review?.deals ?? []).filter(({ ready }) => ready).map(({ number }) => number);
    const place = numbers.indexOf(deal);
    /** @param {number | undefined} number @param {"back" | "next"} way */
    const other = (number, way) => {
      if (number === undefined || !review) return null;
      const words = t("page.review.deal", { n: number });
      const label = t(`page.review.deal_${way}`, { n: number });
      const made = h("a", { class: "button small", href: link(review, number, 0) }, words);
      made.setAttribute("aria-label", label);
      made[way === "back" ? "prepend" : "append"](icon(way));
      return made;
    };
    return h(
      "nav",
      { class: "row tools-row", "aria-label": t("page.review.deals") },
      h("a", { class: "button small", href: home }, t("page.review.overview")),
      other(numbers[place - 1], "back"),
      other(numbers[place + 1], "next"),
    );
  }

  /** A button that copies the address of the position. */
  copier() {
    /** @param {string} words */
    const say = (words) => {
      button.textContent = words;
      announce(words);
    };
    const button = h(
      "button",
      {
        class: "button small",
        type: "button",
        onclick: () =>
          navigator.clipboard.writeText(location.href).then(
            () => say(t("page.review.copied")),
            () => say(t("page.review.not_copied")),
          ),
      },
      t("page.review.copy"),
    );
    return button;
  }

  /**
   * Take in a record, and which deal of it is shown.
   *
   * @param {Review} review
   * @param {number} deal
   */
  take(review, deal) {
    if (review.name !== this.review?.name) this.shown.clear();
    this.review = review;
    this.deal = deal;
  }

  /** @param {HTMLElement[]} switches */
  fillTools(switches) {
    fill(this.tools, ...switches, this.nextMistake, this.copier());
  }

  /** What was counted: the chart, the list, the luck. */
  fill() {
    const { review, deal } = this;
    this.chart?.end();
    this.chart = null;
    if (!review?.sum) return void fill(this.below);
    const { sum } = review;
    this.chart = valueChart(review, sum, deal, (_, step) => void this.goto(step));
    this.chart?.point(this.step);
    fill(
      this.below,
      this.chart
        ? h("section", { class: "panel", "aria-label": this.chart.drawing.title }, this.chart.root)
        : null,
      h(
        "div",
        { class: "list-and-luck" },
        list(review, sum, deal, this.filter),
        luck(review, sum, deal),
      ),
    );
  }

  /** What was counted has come. @param {Review} review */
  counted(review) {
    this.review = review;
    this.fill();
    void this.judge(true);
  }

  // --- going through -------------------------------------------------------------------------------

  /** What every question names: the side that is looked from, and whether both hands are open. */
  query() {
    const query = new URLSearchParams({ side: this.review?.side ?? "first" });
    if (this.review?.both) query.set("both", "1");
    return query;
  }

  /** @param {{deal: number, step: number}} place @param {string} [what] */
  path({ deal, step }, what = "") {
    const name = encodeURIComponent(this.review?.name ?? "");
    return `/api/review/${name}/${deal}/${step}${what}`;
  }

  /** @param {number} step */
  async goto(step) {
    const { review } = this;
    if (!review) return;
    this.step = step;
    this.replay.aim(step);
    history.replaceState(null, "", link(review, this.deal, step));
    try {
      await this.show(step);
    } catch (error) {
      announce(reason(error));
      this.panel.nothing(t("page.review.away"), reason(error));
    }
  }

  /** What is shown is not the whole of any step until it says so. */
  wait() {
    this.replay.root.dataset.step = "";
  }

  /**
   * Show the position of a step.  Raises what the server refuses.
   *
   * @param {number} step
   */
  async show(step) {
    const asked = ++this.asked;
    this.step = step;
    this.wait();
    /** @type {Frame} */
    const frame = await api(`${this.path(this)}?${this.query()}`);
    if (asked !== this.asked) return;
    this.replay.show(frame);
    this.log.cut(0);
    for (const event of frame.table.events) this.log.add(event, false);
    this.log.scroll.scrollTop = this.log.scroll.scrollHeight;
    this.chart?.point(step);
    this.aimNext();
    const judged = await this.judge(false);
    if (asked !== this.asked) return;
    const place = t("page.review.at", { step, steps: frame.steps });
    announce(`${place}.`, ...frame.did.map(aloud), judged);
    this.replay.root.dataset.step = at(this);
  }

  /** Let the link lead to the own mistake that comes next. */
  aimNext() {
    const { review } = this;
    const next = review?.sum?.rows.find(
      (row) =>
        row.who === "you" &&
        row.grade &&
        (row.deal > this.deal || (row.deal === this.deal && row.step > this.step)),
    );
    const held = document.activeElement === this.nextMistake;
    this.nextMistake.hidden = !next;
    if (review && next) this.nextMistake.href = link(review, next.deal, next.step);
    else if (held) this.panel.title.focus({ preventScroll: true });
  }

  /** The row of the list that belongs to the position, if anything was to be decided. */
  get row() {
    return this.review?.sum?.rows.find((one) => at(one) === at(this));
  }

  /**
   * Say what the decision at this position was worth, or ask for a better one.
   *
   * @param {boolean} speak
   * @returns {Promise<string>} what is to be read aloud
   */
  async judge(speak) {
    const { review, row } = this;
    const frame = this.replay.frame;
    if (!review || !frame) return "";
    this.trying = null;
    const title = t("page.review.here");
    let said = "";
    if (frame.step === frame.steps) this.panel.nothing(title, t("page.review.at_end"));
    else if (!review.sum) {
      const words = review.state === "failed" ? review.words : t("page.review.counting_label");
      this.panel.nothing(title, words);
    } else if (!row) {
      const who = headed(frame.table.opponent);
      const hidden = frame.acts === "they" && !review.both;
      const words = hidden ? t("page.review.theirs_hidden", { who }) : t("page.review.forced");
      this.panel.nothing(title, words);
    } else if (this.first && this.better(row) && !this.shown.has(at(row))) said = this.begin(row);
    else said = await this.answer(row);
    if (speak) announce(said);
    return said;
  }

  /** Whether there was something better for the person to do. @param {Row} row */
  better(row) {
    return row.who === "you" && !row.tied && (row.partie ?? row.points) >= COUNTS;
  }

  /**
   * Show the answer to a decision.
   *
   * @param {Row} row
   * @returns {Promise<string>} what is to be read aloud
   */
  async answer(row) {
    /** @type {{answer: Answer | null}} */
    const { answer } = await api(`${this.path(row, "/answer")}?${this.query()}`);
    if (!answer || at(row) !== at(this) || !this.review?.sum) return "";
    this.shown.add(at(row));
    const other = this.replay.frame?.table.opponent ?? "";
    return this.panel.show(answer, this.review.sum.unit, other, this.better(row));
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
    const { frame } = this.replay;
    const held = this.replay.area.contains(document.activeElement);
    if (frame) this.replay.show(frame);
    if (held) this.panel.title.focus({ preventScroll: true });
    try {
      announce(await this.answer(row));
    } catch (error) {
      this.panel.nothing(t("page.review.away"), reason(error));
    }
  }

  /** @param {number | string} action */
  async tried(action) {
    const { review, trying: row } = this;
    if (!review?.sum || !row) return;
    /** @type {import("./reviewed.js").Tried} */
    let tried;
    this.replay.actions.lock();
    try {
      tried = await api(this.path(row, "/try"), { side: review.side, action });
    } catch (error) {
      if (this.trying !== row) return;
      this.replay.choose(true);
      this.replay.say(reason(error));
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
}
