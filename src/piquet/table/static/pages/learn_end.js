// @ts-check
/** The end of a lesson: how the deal went, and both hands turned up. */

import { cardTexts, strip } from "../cards.js";
import { h } from "../dom.js";
import { dealSheet } from "../score.js";
import { headed, t } from "../words.js";

/**
 * @param {import("./learn.js").Stop} stop
 * @param {import("../told.js").Opened} opened
 */
export function ending(stop, opened) {
  const now = stop.table;
  /**
   * @param {"you" | "they"} who
   * @param {string[]} held
   * @param {string[]} thrown
   */
  const side = (who, held, thrown) =>
    h(
      "section",
      { class: "turned-up" },
      h("h3", {}, t(`page.open.${who}`)),
      strip(held, t(`page.open.${who}`)),
      thrown.length
        ? h("p", { class: "small-text" }, t("page.open.discarded"), " ", cardTexts(thrown))
        : null,
    );
  return h(
    "div",
    { class: "result" },
    h("h2", {}, t("page.learn.over")),
    h(
      "p",
      { class: "score-pair" },
      h("span", {}, t("page.who.you"), h("b", {}, now.you ?? "")),
      h("span", {}, headed(now.opponent), h("b", {}, now.they ?? "")),
    ),
    side("they", opened.their_final, opened.their_discards),
    side("you", opened.your_final, opened.your_discards),
    opened.code
      ? h("p", { class: "small-text soft-on-cloth" }, t("page.open.code", { code: opened.code }))
      : null,
    h(
      "details",
      { class: "on-paper" },
      h("summary", {}, t("page.over.how")),
      h("div", { class: "sheets" }, dealSheet(now)),
    ),
  );
}
