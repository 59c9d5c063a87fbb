// @ts-check
/** Taking over either seat of a written deal, at any move. */

import { closeSheet, sheet } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./words.js";

const LONGEST = 60_000; // characters of a record that the server takes

/**
 * @param {string} name
 * @param {string} value
 */
const number = (name, value) => {
  const input = h("input", { type: "text", inputmode: "numeric", id: `taken-${name}`, value });
  return {
    input,
    field: h(
      "label",
      { class: "field", for: `taken-${name}` },
      h("span", { class: "name" }, t(`page.taken.${name}`)),
      input,
    ),
  };
};

/** @param {"elder" | "younger"} value @param {boolean} checked */
const seat = (value, checked) =>
  h(
    "label",
    {},
    h("input", { type: "radio", name: "taken-seat", value, checked }),
    t(`page.taken.${value}`),
  );

/** @param {(more: object) => void} begin */
export function openTaken(begin) {
  const words = h("textarea", {
    id: "taken-record",
    rows: "8",
    spellcheck: "false",
    maxlength: String(LONGEST),
  });
  const file = h("input", {
    type: "file",
    accept: ".pqn,text/plain",
    id: "taken-file",
    onchange: async () => {
      const chosen = file.files?.[0];
      if (chosen) words.value = (await chosen.text()).slice(0, LONGEST);
    },
  });
  const deal = number("deal", "1");
  const moves = number("moves", "0");
  const seats = h(
    "div",
    { class: "segments", role: "radiogroup", "aria-label": t("page.taken.seat") },
    seat("elder", true),
    seat("younger", false),
  );
  sheet(
    t("page.taken.title"),
    [
      h(
        "div",
        { class: "stack" },
        h(
          "label",
          { class: "field", for: "taken-file" },
          h("span", { class: "name" }, t("page.taken.file")),
          file,
        ),
        h(
          "label",
          { class: "field", for: "taken-record" },
          h("span", { class: "name" }, t("page.taken.record")),
          words,
        ),
        h("div", { class: "row" }, deal.field, moves.field),
        h("fieldset", { class: "setting" }, h("legend", {}, t("page.taken.seat")), seats),
      ),
    ],
    {
      name: "taken",
      footer: [
        h(
          "button",
          {
            class: "button main",
            type: "button",
            onclick: () => {
              const taken = {
                record: words.value,
                deal: Number.parseInt(deal.input.value, 10) || 1,
                moves: Number.parseInt(moves.input.value, 10) || 0,
                seat: seats.querySelector("input:checked")?.getAttribute("value") ?? "elder",
              };
              closeSheet();
              begin({ taken });
            },
          },
          t("page.taken.do"),
        ),
      ],
    },
  );
}
