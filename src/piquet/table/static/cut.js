// @ts-check
/** The cut before a partie: the spread pack, the two cards, and cutting by itself. */

import { back, cardName, openCard } from "./cards.js";
import { h } from "./dom.js";
import { headed, t } from "./words.js";

/**
 * @typedef {import("./told.js").Cut} Cut
 * @typedef {import("./told.js").Table} Table
 */

/** A place of the pack where nobody has cut yet, by chance. @param {Cut} cut */
function anyPlace(cut) {
  const places = Array.from({ length: 32 }, (_, i) => i + 1);
  const free = places.filter((place) => cut.open[String(place)] === undefined);
  return free[Math.floor(Math.random() * free.length)] ?? 1;
}

/**
 * The pack as it lies face down, to be cut anywhere.
 *
 * @param {Cut} cut
 * @param {(place: number) => void} take
 */
export function spread(cut, take) {
  const pack = h("div", { class: "spread", role: "group", "aria-label": t("page.cut.label") });
  for (let place = 1; place <= 32; place++) {
    const card = cut.open[String(place)];
    pack.append(
      h(
        "button",
        {
          class: "cut-place",
          type: "button",
          tabindex: "-1",
          disabled: card !== undefined,
          "aria-label": t("page.cut.place", { n: place }),
          onclick: () => take(place),
        },
        card === undefined ? back() : openCard(card),
      ),
    );
  }
  const any = () => take(anyPlace(cut));
  return [
    pack,
    h("button", { class: "button main", type: "button", onclick: any }, t("page.cut.anywhere")),
  ];
}

/** The two cards that were cut. @param {Cut} cut */
export function cutCards(cut) {
  const cards = /** @type {const} */ (["theirs", "yours"])
    .filter((whose) => cut[whose])
    .map((whose) =>
      h(
        "figure",
        {},
        openCard(cut[whose]),
        h("figcaption", {}, t(whose === "yours" ? "page.cut.yours" : "page.cut.theirs")),
      ),
    );
  return h("div", { class: "cut-cards" }, ...cards);
}

/** Who deals, in a sentence. @param {Table} now */
export function dealTold(now) {
  return now.seat
    ? t(`page.deals.${now.seat}`, { who: headed(now.opponent), other: now.opponent })
    : "";
}

/** What was cut and who deals for it, in a sentence each. @param {Cut} cut @param {Table} next */
export function cutTold(cut, next) {
  if (!cut.yours || !cut.theirs) return "";
  const told = { yours: cardName(cut.yours), theirs: cardName(cut.theirs) };
  return `${t("page.cut.told", told)} ${dealTold(next)}`.trim();
}

/**
 * What most people would do before the deal: cut anywhere, then take what is offered first.
 *
 * @param {Table} now
 * @returns {{type: string, [name: string]: unknown} | null}
 */
export function usualCut(now) {
  if (now.seat) return null;
  if (now.phase === "cut" && now.cut) return { type: "cut", place: anyPlace(now.cut) };
  const usual = now.choices.find((choice) => choice.best) ?? now.choices[0];
  if (!usual || !["dealer", "packet"].includes(usual.group)) return null;
  return { type: "act", action: usual.action };
}
