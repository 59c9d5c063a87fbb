// @ts-check
/** One decision in full: what was done, what was best, why, what could be known, what was. */

import { cardText, cardTexts, withCards } from "../cards.js";
import { fill, h } from "../dom.js";
import { count, headed, t } from "../words.js";
import { badge, gradeOf, lost, percent, signed, unitName } from "./reviewwords.js";

/**
 * @typedef {import("./reviewed.js").Answer} Answer
 * @typedef {import("./reviewed.js").ChoiceMade} ChoiceMade
 * @typedef {import("./reviewed.js").Row} Row
 * @typedef {import("./reviewed.js").Tried} Tried
 */

const NAMED = /[♠♥♦♣]/; // words that name the cards already

/** @param {ChoiceMade} option */
const named = (option) => {
  const said = h("span", {}, withCards(option.words));
  if (option.cards.length > 1 && !NAMED.test(option.words))
    said.append(" ", cardTexts(option.cards));
  return said;
};

/**
 * What a decision lost, in both units.
 *
 * @param {{points: number, partie: number | null}} loss
 * @param {string} unit
 */
export function lossWords({ points, partie }, unit) {
  if (Math.abs(points) < 0.05 && Math.abs(partie ?? 0) < 0.05) return t("page.review.lost_nothing");
  const ofDeal = t("page.review.lost_points", { n: lost(points) });
  if (partie === null) return ofDeal;
  return t("page.review.lost_both", {
    points: ofDeal,
    partie: t(`page.review.lost_partie.${unit}`, { n: lost(partie) }),
  });
}

/** @param {Answer} answer @param {string} unit */
function options(answer, unit) {
  const values = answer.options.some(({ partie }) => partie !== null);
  const rows = answer.options.map((option) => {
    const marks = [
      option.best ? t("page.review.is_best") : "",
      option.done ? t("page.review.was_done") : "",
      option.tied && !option.best ? t("page.review.is_tied") : "",
    ].filter(Boolean);
    return h(
      "tr",
      { class: option.best ? "best" : option.done ? "done" : "" },
      h(
        "th",
        { scope: "row" },
        named(option),
        marks.length ? h("span", { class: "marks soft small-text" }, marks.join(", ")) : null,
      ),
      h(
        "td",
        { class: "number" },
        signed(option.points),
        option.margin ? ` ± ${option.margin.toFixed(1)}` : "",
      ),
      values
        ? h("td", { class: "number" }, option.partie === null ? "" : signed(option.partie))
        : null,
      h("td", { class: "number" }, percent(option.wins)),
    );
  });
  const more = answer.compared - answer.options.length;
  return h(
    "details",
    { class: "all-options", data: { fold: "options" } },
    h("summary", {}, t("page.review.options")),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "group", "aria-label": t("page.review.options") },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t("page.review.option")),
            h("th", { scope: "col", class: "number" }, t("page.review.net")),
            values ? h("th", { scope: "col", class: "number" }, unitName(unit)) : null,
            h("th", { scope: "col", class: "number" }, t("page.review.wins")),
          ),
        ),
        h("tbody", {}, ...rows),
      ),
    ),
    more > 0 ? h("p", { class: "soft small-text" }, count("page.review.compared", more)) : null,
  );
}

/** What could be believed of the cards that were not seen. @param {Answer} answer @param {string} who */
function believed(answer, who) {
  if (!answer.chances.length) return null;
  const rows = answer.chances.map(({ card, hand, discards, talon }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, cardText(card)),
      h("td", { class: "number" }, percent(hand)),
      h("td", { class: "number" }, percent(discards)),
      h("td", { class: "number" }, percent(talon)),
    ),
  );
  const mine = answer.who === "you";
  const title = t(mine ? "page.review.believed_you" : "page.review.believed_they", { who });
  const number = answer.worlds.toLocaleString(document.documentElement.lang || "en");
  const worlds = answer.listed
    ? count("page.review.worlds", answer.worlds, { number })
    : count("page.review.worlds_drawn", answer.worlds, { number });
  return h(
    "details",
    { class: "believed", data: { fold: "believed" } },
    h("summary", {}, title),
    h("p", { class: "soft small-text" }, worlds, answer.fits ? "" : ` ${t("page.review.no_fit")}`),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "group", "aria-label": title },
      h(
        "table",
        { class: "narrow" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t("page.review.card")),
            h("th", { scope: "col", class: "number" }, t("page.review.in_hand")),
            h("th", { scope: "col", class: "number" }, t("page.review.in_discards")),
            h("th", { scope: "col", class: "number" }, t("page.review.in_talon")),
          ),
        ),
        h("tbody", {}, ...rows),
      ),
    ),
  );
}

/** What only somebody who sees all cards could know. @param {Answer} answer */
function sighted({ sight }) {
  if (!sight) return null;
  const order = sight.cards
    .map((card, place) => ({ card, points: sight.points[place] ?? 0 }))
    .sort((a, b) => b.points - a.points);
  return h(
    "details",
    { class: "sighted", data: { fold: "sighted" } },
    h("summary", {}, t("page.review.sighted")),
    h("p", { class: "soft small-text" }, t("page.review.sighted_about")),
    h("p", {}, t("page.review.sighted_loss", { n: lost(sight.loss) })),
    h(
      "ul",
      { class: "chances" },
      ...order.map(({ card, points }) =>
        h(
          "li",
          {},
          cardText(card),
          ` ${signed(points, Number.isInteger(points) ? 0 : 1)}`,
          sight.best.includes(card) ? ` ${t("page.review.sighted_best")}` : "",
        ),
      ),
    ),
  );
}

/**
 * @typedef {object} Does
 * @property {() => void} retry hide the answer and let the person choose
 * @property {() => void} reveal
 * @property {() => void} choose put the focus where one chooses
 */

export class AnswerPanel {
  /** @param {Does} does */
  constructor(does) {
    this.does = does;
    this.title = h("h2", { tabindex: "-1", id: "answer-title" });
    this.body = h("div", { class: "stack" });
    this.root = h(
      "section",
      { class: "panel answer-panel stack", "aria-labelledby": "answer-title" },
      this.title,
      this.body,
    );
  }

  /** @param {string} title @param {import("../dom.js").Child[]} children */
  put(title, children) {
    const open = new Set(
      [...this.body.querySelectorAll("details[open]")].map((fold) =>
        fold.getAttribute("data-fold"),
      ),
    );
    const held = this.body.contains(document.activeElement);
    this.title.textContent = title;
    fill(this.body, ...children);
    for (const fold of this.body.querySelectorAll("details"))
      fold.open = open.has(fold.getAttribute("data-fold"));
    if (held) this.title.focus({ preventScroll: true });
  }

  /** Nothing to judge here: say why. @param {string} title @param {string} words */
  nothing(title, words) {
    this.put(title, words ? [h("p", { class: "soft" }, words)] : []);
  }

  /**
   * @param {Answer} answer
   * @param {string} unit
   * @param {string} other what the other side is called
   * @param {boolean} may whether it can be tried again
   * @returns {string} what is to be read aloud
   */
  show(answer, unit, other, may) {
    const done = answer.options.find((option) => option.done);
    const best = answer.options.find((option) => option.best);
    const mine = answer.who === "you";
    const who = mine ? t("page.who.you") : headed(other);
    const same = done === best;
    const grade = gradeOf({ ...answer, best: same });
    const title = t(`page.review.of.${answer.kind}`, { who: headed(who) });
    this.put(title, [
      h("p", { class: "verdict" }, badge(grade), h("span", {}, lossWords(answer, unit))),
      h(
        "dl",
        { class: "did-best" },
        h("div", {}, h("dt", {}, t("page.review.done")), h("dd", {}, done ? named(done) : "")),
        same
          ? null
          : h("div", {}, h("dt", {}, t("page.review.best")), h("dd", {}, best ? named(best) : "")),
      ),
      ...answer.reasons.map((reason, place) =>
        h("p", { class: place ? "soft small-text" : "reason" }, withCards(reason)),
      ),
      ...answer.notes.map((note) => h("p", { class: "note small-text" }, withCards(note))),
      may
        ? h(
            "div",
            { class: "row" },
            h(
              "button",
              { class: "button small", type: "button", onclick: this.does.retry },
              t("page.review.retry"),
            ),
          )
        : null,
      options(answer, unit),
      believed(answer, headed(other)),
      sighted(answer),
      h(
        "p",
        { class: "soft small-text" },
        t("page.review.terminal"),
        " ",
        h("code", {}, `piquet oracle FILE --step ${answer.number}`),
      ),
    ]);
    return t("page.review.heard", {
      grade: t(`page.review.grade.${grade}`),
      loss: lossWords(answer, unit),
    });
  }

  /**
   * Ask for something better, the answer hidden.
   *
   * @param {Row} row
   * @param {number} left how many tries are left
   * @param {string} said what the last try was worth
   */
  ask(row, left, said) {
    this.put(t(`page.review.try.${row.kind}`), [
      h("p", {}, t("page.review.done"), ": ", h("strong", {}, withCards(row.words))),
      h("p", {}, t("page.review.try_about")),
      said ? h("p", { class: "tried" }, withCards(said)) : null,
      h("p", { class: "soft small-text" }, count("page.review.tries", left)),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { class: "button main small", type: "button", onclick: this.does.choose },
          t("page.review.choose"),
        ),
        h(
          "button",
          { class: "button small", type: "button", onclick: this.does.reveal },
          t("page.review.reveal"),
        ),
      ),
    ]);
  }
}

/**
 * What a try was worth, in a sentence.
 *
 * @param {Tried} tried
 * @param {string} unit
 */
export const triedWords = (tried, unit) =>
  t(`page.review.tried.${tried.verdict}`, { loss: lossWords(tried, unit) });
