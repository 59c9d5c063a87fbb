// @ts-check
/** The partie beside the deal: the paper, the line to pass, and what stands where no deal is in hand. */

import { h } from "../dom.js";
import { openRules } from "../rules.js";
import { t } from "../words.js";
import { filled } from "./pad_sheet.js";

/**
 * @typedef {import("./pad_told.js").PadTold} PadTold
 * @typedef {import("./pad.js").PiquetPad} PiquetPad
 */

/**
 * What stands where no deal is in hand: the end, or the cut for the next game.
 *
 * @param {PiquetPad} pad
 * @param {PadTold} told
 */
export function between(pad, told) {
  if (told.cut_due)
    return [
      h("h2", { id: "pad-deal", tabindex: "-1" }, t("page.pad.next_game")),
      h(
        "p",
        {},
        t("page.pad.games", {
          first: pad.name(0),
          one: told.games[0] ?? 0,
          second: pad.name(1),
          two: told.games[1] ?? 0,
        }),
      ),
      h("p", {}, t("page.pad.who_deals")),
      h(
        "div",
        { class: "row" },
        ...told.names.map((name, who) =>
          h(
            "button",
            {
              class: "button",
              type: "button",
              onclick: () => pad.reckon({ dealers: [...told.dealers, who] }),
            },
            name,
          ),
        ),
      ),
      pad.refused,
    ];
  const winner =
    told.winner < 0 ? t("page.pad.drawn") : t("page.pad.winner", { who: pad.name(told.winner) });
  return [
    h("h2", { id: "pad-deal", tabindex: "-1", class: "result-head" }, winner),
    h("div", { class: "settlement" }, ...told.settlement.map((line) => h("p", {}, line))),
    pad.refused,
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { class: "button main", type: "button", onclick: () => print() },
        t("page.pad.print"),
      ),
      h(
        "button",
        { class: "button", type: "button", onclick: () => pad.fresh() },
        t("page.pad.new"),
      ),
    ),
  ];
}

/**
 * @param {PiquetPad} pad
 * @param {PadTold} told
 */
export function partie(pad, told) {
  return [
    h("h2", { id: "pad-partie" }, t("page.pad.partie")),
    filled(told),
    told.over || !told.line
      ? null
      : h(
          "div",
          { class: "pad-line" },
          ...told.names.map((name, who) =>
            distance(name, told.totals[who] ?? 0, told.line, told.to_go[who] ?? 0),
          ),
        ),
    told.deals.length
      ? h(
          "div",
          { class: "row look-at" },
          h("span", { class: "soft small-text" }, t("page.pad.look")),
          ...told.deals.map((deal) =>
            h(
              "button",
              {
                class: "button small",
                type: "button",
                data: { key: `look-${deal.place}` },
                "aria-pressed": String(told.now?.place === deal.place),
                onclick: () => pad.look(deal.place),
              },
              t("page.pad.deal", { n: deal.number }),
            ),
          ),
        )
      : null,
    h(
      "div",
      { class: "row tools-row" },
      h(
        "button",
        { class: "button small", type: "button", onclick: () => print() },
        t("page.pad.print"),
      ),
      h(
        "button",
        { class: "button small", type: "button", onclick: () => openRules(told.rules) },
        t("page.pad.rules", { rules: told.name }),
      ),
      h(
        "a",
        { class: "button small", href: `#/pad/blank/${encodeURIComponent(told.rules)}` },
        t("page.pad.blank"),
      ),
      h(
        "button",
        { class: "button small", type: "button", onclick: () => pad.fresh() },
        t("page.pad.new"),
      ),
    ),
    h("p", { class: "soft small-text" }, t("page.pad.kept")),
  ];
}

/**
 * How far a person is from the rubicon or the target.
 *
 * @param {string} name
 * @param {number} total
 * @param {number} line
 * @param {number} toGo
 */
function distance(name, total, line, toGo) {
  const words =
    toGo > 0 ? t("page.sheet.to_go", { n: toGo, line }) : t("page.sheet.past", { line });
  const meter = h("meter", { min: "0", max: String(line), "aria-label": `${name}: ${words}` });
  meter.value = Math.min(total, line);
  return h(
    "div",
    { class: "distance" },
    h("span", { class: "name" }, name),
    meter,
    h("span", { class: "small-text" }, words),
  );
}
