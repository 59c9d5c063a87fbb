// @ts-check
/** What a player may look at again at any time, and both hands when a deal is over. */

import { cardTexts, openCard, strip } from "./cards.js";
import { sheet } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./told.js").Table} Table */

/**
 * @param {string} who
 * @param {string} card
 */
const played = (who, card) =>
  h(
    "span",
    { class: "played" },
    h("span", { class: "soft small-text" }, t(`page.who.${who}`)),
    openCard(card),
  );

/** @param {import("./told.js").Trick} trick */
function trickRow(trick) {
  return h(
    "li",
    { class: "trick-row" },
    h("span", { class: "number soft" }, t("page.look.trick_number", { n: trick.number })),
    ...trick.cards.map(({ who, card }) => played(who, card)),
    h(
      "span",
      { class: "winner" },
      t(trick.winner === "you" ? "page.table.taken_you" : "page.table.taken_they"),
    ),
  );
}

/** @param {Table} now */
export function lastTrick(now) {
  const trick = now.tricks.at(-1);
  const body = trick
    ? h("ul", { class: "trick-list" }, trickRow(trick))
    : h("p", {}, t("page.look.no_tricks"));
  sheet(t("page.look.last_trick"), [body], { name: "last" });
}

/** @param {Table} now */
export function allTricks(now) {
  const body = now.tricks.length
    ? h("ul", { class: "trick-list" }, ...now.tricks.map(trickRow))
    : h("p", {}, t("page.look.no_tricks"));
  sheet(t("page.look.tricks"), [body], { name: "tricks" });
}

/** @param {Table} now */
export function discards(now) {
  const body = now.discards.length
    ? strip(now.discards, t("page.look.discards"))
    : h("p", {}, t("page.look.no_discards"));
  sheet(t("page.look.discards"), [body], { name: "discards" });
}

/** @param {Table} now */
export function seenInTalon(now) {
  const body = [];
  if (now.rest.length)
    body.push(h("p", {}, t("page.look.rest")), strip(now.rest, t("page.look.rest")));
  if (now.left.length)
    body.push(h("p", {}, t("page.look.left")), strip(now.left, t("page.look.left")));
  if (!body.length) body.push(h("p", {}, t("page.look.none_seen")));
  sheet(t("page.look.talon"), body, { name: "talon" });
}

/** @param {import("./told.js").Opened} opened */
export function bothHands(opened) {
  /**
   * @param {string} who
   * @param {string[]} final
   * @param {string[]} dealt
   * @param {string[]} thrown
   */
  const side = (who, final, dealt, thrown) =>
    h(
      "section",
      {},
      h("h3", {}, t(`page.open.${who}`)),
      strip(final, t(`page.open.${who}`)),
      h("p", { class: "small-text" }, t("page.open.discarded"), " ", cardTexts(thrown)),
      h("p", { class: "small-text" }, t("page.open.dealt"), " ", cardTexts(dealt)),
    );
  const body = [
    side("they", opened.their_final, opened.theirs, opened.their_discards),
    side("you", opened.your_final, opened.yours, opened.your_discards),
    h("section", {}, h("h3", {}, t("page.open.talon")), strip(opened.talon, t("page.open.talon"))),
  ];
  if (opened.code)
    body.push(h("p", { class: "small-text soft" }, t("page.open.code", { code: opened.code })));
  sheet(t("page.open.title", { n: opened.deal }), [h("div", { class: "open-hands" }, ...body)], {
    wide: true,
    name: "open",
  });
}
