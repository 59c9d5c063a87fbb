// @ts-check
/** An entry corrected, given to the other, or taken out. */

import { sheet } from "../dialog.js";
import { h } from "../dom.js";
import { t } from "../words.js";

/**
 * @typedef {import("./pad_told.js").PadRow} PadRow
 * @typedef {import("./pad_told.js").Entry} Entry
 * @typedef {import("./pad.js").PiquetPad} PiquetPad
 */

/**
 * Correct an entry, or take it out.
 *
 * @param {PiquetPad} pad
 * @param {PadRow} row
 */
export function correct(pad, row) {
  const entry = pad.entries[row.entry];
  if (!entry) return;
  const others = pad.entries.filter((one) => one !== entry);
  const why = h("p", { class: "refusal", id: "pad-correct-refused" });
  const field = h("input", {
    type: "text",
    id: "pad-correct",
    maxlength: "120",
    value: written(entry),
    autocomplete: "off",
    spellcheck: "false",
    autofocus: true,
    "aria-describedby": "pad-correct-refused",
  });
  /** @param {object} change */
  const change = async (change) => {
    if (await pad.reckon(change)) made.close();
    else why.textContent = pad.refused.textContent;
  };
  const other = entry.seat === "elder" ? "younger" : "elder";
  const made = sheet(
    t("page.pad.correct", { what: row.name }),
    [
      h(
        "form",
        {
          class: "stack",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void change({
              deals: pad.deals(others),
              say: field.value,
              seat: entry.seat || "elder",
            });
          },
        },
        h(
          "label",
          { class: "field", for: "pad-correct" },
          h("span", { class: "name" }, t("page.pad.entry")),
          field,
        ),
        why,
        h(
          "div",
          { class: "row" },
          h("button", { class: "button main", type: "submit" }, t("page.pad.change")),
          entry.seat && !["pique", "no_pique"].includes(entry.what)
            ? h(
                "button",
                {
                  class: "button",
                  type: "button",
                  onclick: () =>
                    change({ deals: pad.deals([...others, { ...entry, seat: other }]) }),
                },
                t("page.pad.to_other", { who: pad.name(1 - row.who) }),
              )
            : null,
          h(
            "button",
            {
              class: "button",
              type: "button",
              onclick: () => change({ deals: pad.deals(others) }),
            },
            t("page.pad.take_out"),
          ),
        ),
      ),
    ],
    { name: "correct" },
  );
}

/**
 * An entry as it would be typed.
 *
 * @param {Entry} entry
 */
function written({ what, seat, n }) {
  if (what === "sets") {
    const pairs = [];
    for (let at = 0; at < n.length; at += 2) pairs.push(`${n[at]} ${"789TJQKA"[n[at + 1] ?? 0]}`);
    return pairs.join(", ") || `${what} equal`;
  }
  const plain = what.replaceAll("_", " ");
  if (!seat && what !== "divided" && what !== "total") return `${plain} equal`;
  return [plain, ...n].join(" ");
}
