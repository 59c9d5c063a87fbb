// @ts-check
/** A deal of the guide: both hands, what is said, how it reckons, and the way to a table with it. */

import { announce } from "../announce.js";
import { strip, withCards } from "../cards.js";
import { h } from "../dom.js";
import { api, freshId, Refusal } from "../net.js";
import { settings } from "../settings.js";
import { t } from "../words.js";

/** @typedef {import("./guide_told.js").Example} Example */

/**
 * @param {Example} example
 * @param {(partie: string) => void} sit
 * @param {{heading?: "h2" | "h3" | "h4"}} [how]
 */
export function exampleOf(example, sit, { heading = "h3" } = {}) {
  const refusal = h("p", { class: "refusal" });
  const seat = example.taken.seat;
  const button = h(
    "button",
    {
      class: "button main",
      type: "button",
      onclick: async () => {
        button.setAttribute("aria-disabled", "true");
        refusal.textContent = await begin(example, sit);
        button.removeAttribute("aria-disabled");
        if (refusal.textContent) announce(refusal.textContent);
      },
    },
    t(seat === "elder" ? "page.guide.play_elder" : "page.guide.play_younger"),
    h("span", { class: "unseen" }, `: ${example.title}`),
  );
  return h(
    "section",
    { class: "example", "aria-label": example.title },
    h(heading, {}, example.title),
    h("p", {}, withCards(example.words)),
    example.before ? h("p", { class: "soft" }, example.before) : null,
    h(
      "div",
      { class: "example-hands" },
      hand(t("page.guide.elder"), example.elder),
      hand(t("page.guide.younger"), example.younger),
    ),
    h("p", { class: "counted" }, example.counted),
    example.after ? h("p", {}, example.after) : null,
    h(
      "div",
      { class: "example-told" },
      h(
        "details",
        {},
        h("summary", {}, t("page.guide.said")),
        h("ol", { class: "spoken" }, ...example.lines.map((line) => h("li", {}, withCards(line)))),
      ),
      example.scores.length
        ? h("details", {}, h("summary", {}, t("page.guide.count")), reckoning(example))
        : null,
    ),
    h(
      "div",
      { class: "row example-play" },
      button,
      h(
        "p",
        { class: "soft small-text" },
        t("page.guide.play_about"),
        h("br"),
        t("page.guide.code", { code: example.code }),
      ),
    ),
    refusal,
  );
}

/**
 * @param {string} name
 * @param {string[]} cards
 */
function hand(name, cards) {
  return h("div", {}, h("p", { class: "hand-of" }, name), strip(cards, name));
}

/** @param {Example} example */
function reckoning(example) {
  return h(
    "table",
    { class: "reckoning" },
    h("caption", { class: "unseen" }, t("page.guide.count")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("page.guide.count_for")),
        h("th", { scope: "col", class: "number" }, t("page.guide.count_points")),
        h("th", { scope: "col", class: "number" }, t("page.guide.count_elder")),
        h("th", { scope: "col", class: "number" }, t("page.guide.count_younger")),
      ),
    ),
    h(
      "tbody",
      {},
      ...example.scores.map((score) =>
        h(
          "tr",
          { class: `of-${score.seat}` },
          h(
            "th",
            { scope: "row" },
            h("span", { class: "soft small-text" }, score.who, ": "),
            score.words,
          ),
          h("td", { class: "number" }, score.points),
          h("td", { class: "number" }, score.elder),
          h("td", { class: "number" }, score.younger),
        ),
      ),
    ),
  );
}

/**
 * Where the level of before cannot play now, the usual one does.
 *
 * @param {object} asked
 * @returns {(error: unknown) => Promise<any>}
 */
const usual = (asked) => (error) => {
  if (!(error instanceof Refusal) || !LEVELS.has(error.code)) throw error;
  return api("/api/parties", asked);
};

/** How the server refuses a level. */
const LEVELS = new Set(["level_waits", "no_level"]);

/**
 * Sit down with the deal; returns why that could not be.
 *
 * @param {Example} example
 * @param {(partie: string) => void} sit
 */
async function begin(example, sit) {
  try {
    await api("/api/settings", { pace: settings.speed, call_for_me: settings.calls ?? false });
    const asked = { id: freshId(), rules: example.rules, taken: example.taken };
    const level = settings.level ? { level: settings.level } : {};
    sit((await api("/api/parties", { ...asked, ...level }).catch(usual(asked))).partie);
    return "";
  } catch (error) {
    return error instanceof Error && error.message ? error.message : t("page.failed");
  }
}
