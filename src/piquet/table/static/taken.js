// @ts-check
/** Taking over either seat of a written deal, at any move. */

import { announce } from "./announce.js";
import { books } from "./books.js";
import { sheet } from "./dialog.js";
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

/** What a field says of itself when it is wrong. @param {string} field */
const refusal = (field) => h("p", { class: "refusal", id: `taken-${field}-refused` });

/** @param {(more: object) => Promise<string>} begin returns why it could not, or nothing */
export function openTaken(begin) {
  const words = h("textarea", {
    id: "taken-record",
    rows: "8",
    spellcheck: "false",
    maxlength: String(LONGEST),
    "aria-describedby": "taken-record-refused",
  });
  const wrongRecord = refusal("record");
  const wrongNumber = refusal("number");

  /** @param {string} record what is wrong with the record @param {string} [numbers] */
  function tell(record, numbers = "") {
    wrongRecord.textContent = record;
    wrongNumber.textContent = numbers;
    words.setAttribute("aria-invalid", String(record !== ""));
    if (record || numbers) announce(record || numbers);
  }

  async function take() {
    const counts = [deal.input, moves.input];
    const wrong = counts.find(({ value }) => !/^\s*\d{1,4}\s*$/.test(value));
    if (!words.value.trim()) tell(t("page.taken.no_record"));
    else if (wrong) tell("", t("page.taken.no_number"));
    else {
      const why = await begin({
        taken: {
          record: words.value,
          deal: Number(deal.input.value),
          moves: Number(moves.input.value),
          seat: seats.querySelector("input:checked")?.getAttribute("value") ?? "elder",
        },
      });
      tell(why);
    }
    if (wrongRecord.textContent) words.focus();
    else if (wrongNumber.textContent) wrong?.focus();
  }

  const file = h("input", {
    type: "file",
    accept: ".pqn,text/plain",
    id: "taken-file",
    onchange: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      words.value = (await chosen.text()).slice(0, LONGEST);
      tell("");
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
        books("taken-book", (record) => {
          words.value = record;
          tell("");
        }),
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
        wrongRecord,
        h("div", { class: "row" }, deal.field, moves.field),
        wrongNumber,
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
            onclick: () => void take(),
          },
          t("page.taken.do"),
        ),
      ],
    },
  );
}
