// @ts-check
/** The end of a lesson: how the deal went, and both hands turned up. */

import { announce } from "../announce.js";
import { cardTexts, strip } from "../cards.js";
import { h } from "../dom.js";
import { api, freshId } from "../net.js";
import { dealSheet } from "../score.js";
import { settings } from "../settings.js";
import { headed, t } from "../words.js";
import { why } from "./common.js";

/**
 * Begin a partie as the first page does, and sit down at it.
 *
 * @param {(partie: string) => void} sit
 * @param {HTMLElement} refusal where it is said why it could not be begun
 */
export async function begin(sit, refusal) {
  try {
    const { partie } = await api("/api/parties", {
      id: freshId(),
      ...(settings.level ? { level: settings.level } : {}),
      ...(settings.rules ? { rules: settings.rules } : {}),
    });
    sit(partie);
  } catch (error) {
    refusal.textContent = why(error);
    announce(why(error));
  }
}

/**
 * What comes after a lesson.
 *
 * @param {import("./learn_told.js").Stop} stop
 * @param {(partie: string) => void} sit
 */
export function onward(stop, sit) {
  const refusal = h("p", { class: "refusal" });
  const link = (/** @type {string} */ href, /** @type {string} */ words) =>
    h("a", { class: "button small", href }, words);
  return [
    h(
      "div",
      { class: "onward", role: "group", "aria-label": t("page.learn.then") },
      stop.follows ? link(`#/learn/${stop.follows}/1`, t("page.learn.next_lesson")) : null,
      link("#/drills", t("page.beside.drills")),
      link("#/guide", t("page.beside.guide")),
      h(
        "button",
        { class: "button small", type: "button", onclick: () => void begin(sit, refusal) },
        t("page.learn.real"),
      ),
    ),
    refusal,
  ];
}

/**
 * @param {import("./learn_told.js").Stop} stop
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
