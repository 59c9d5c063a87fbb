// @ts-check
/** The deal in hand: the running score, its lines, and what can be done with it. */

import { h } from "../dom.js";
import { t } from "../words.js";
import { correct } from "./pad_correct.js";
import { entering } from "./pad_enter.js";

/**
 * @typedef {import("./pad_told.js").PadTold} PadTold
 * @typedef {import("./pad_told.js").PadNow} PadNow
 * @typedef {import("./pad_told.js").Entry} Entry
 * @typedef {import("./pad.js").PiquetPad} PiquetPad
 */

/**
 * @param {PiquetPad} pad
 * @param {PadTold} told
 * @param {PadNow} now
 */
export function deal(pad, told, now) {
  const does = {
    add: (/** @type {Entry} */ entry) => pad.add(entry),
    say: (/** @type {string} */ words, /** @type {string} */ seat) => pad.say(words, seat),
    play: (/** @type {string[]} */ points) => pad.play(points),
    choose: (/** @type {number} */ who) => {
      pad.who = who;
      pad.draw();
    },
  };
  return [
    h("h2", { id: "pad-deal", tabindex: "-1" }, now.title),
    standing(pad, told, now),
    rows(pad, now),
    pad.refused,
    steps(pad, now),
    entering(told, now, pad.who, does),
  ];
}

/**
 * The running score, large, and as it is spoken.
 *
 * @param {PiquetPad} pad
 * @param {PadTold} told
 * @param {PadNow} now
 */
function standing(pad, told, now) {
  const order = now.dealer ? [0, 1] : [1, 0];
  return h(
    "div",
    { class: "pad-score" },
    ...order.map((who) =>
      h(
        "div",
        { class: who === pad.who ? "pad-side chosen" : "pad-side" },
        h("span", { class: "who" }, told.names[who] ?? ""),
        h("span", { class: "number points" }, now.points[who] ?? 0),
        h(
          "span",
          { class: "soft small-text" },
          t("page.pad.with", {
            n: (told.totals[who] ?? 0) + (now.closed ? 0 : (now.points[who] ?? 0)),
          }),
        ),
      ),
    ),
    h("p", { class: "said" }, now.said),
  );
}

/**
 * @param {PiquetPad} pad
 * @param {PadNow} now
 */
function rows(pad, now) {
  if (!now.rows.length) return h("p", { class: "soft" }, t("page.pad.nothing"));
  return h(
    "ol",
    { class: "pad-rows" },
    ...now.rows.map((row) => {
      const inside = [
        h(
          "span",
          { class: "what" },
          row.who < 0 ? "" : h("b", {}, pad.name(row.who)),
          row.who < 0 ? "" : " ",
          row.name,
        ),
        row.who < 0 ? null : h("span", { class: "number" }, `+${row.points}`),
        h("span", { class: "spoken soft" }, row.said),
      ];
      return h(
        "li",
        { class: row.entry < 0 ? "ruled" : "" },
        row.entry < 0
          ? h("div", { class: "award-line" }, ...inside)
          : h(
              "button",
              {
                class: "award-line",
                type: "button",
                data: { key: `row-${row.kind}-${row.who}` },
                title: t("page.pad.tap_to_correct"),
                onclick: () => correct(pad, row),
              },
              ...inside,
            ),
      );
    }),
  );
}

/**
 * @param {PiquetPad} pad
 * @param {PadNow} now
 */
function steps(pad, now) {
  const undo = h(
    "button",
    {
      class: "button",
      type: "button",
      data: { key: "undo" },
      disabled: !pad.entries.length || now.closed,
      onclick: () => pad.undo(),
    },
    t("page.pad.undo"),
  );
  if (now.closed)
    return h(
      "div",
      { class: "row steps" },
      h("p", { class: "soft" }, t("page.pad.closed")),
      h(
        "button",
        {
          class: "button main",
          type: "button",
          data: { key: "close" },
          onclick: () => pad.look(-1),
        },
        t("page.pad.back"),
      ),
    );
  return h(
    "div",
    { class: "row steps" },
    undo,
    now.complete
      ? h(
          "button",
          {
            class: "button main",
            type: "button",
            data: { key: "close" },
            onclick: () => pad.close(),
          },
          t("page.pad.close"),
        )
      : h(
          "p",
          { class: "soft small-text missing" },
          t("page.pad.missing", { what: now.missing.join(", ") }),
        ),
  );
}
