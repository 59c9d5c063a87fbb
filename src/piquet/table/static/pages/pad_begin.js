// @ts-check
/** Before there is a sheet: who plays by which rules, and blank sheets to print. */

import { h } from "../dom.js";
import { api } from "../net.js";
import { chooseRules } from "../rules.js";
import { t } from "../words.js";
import { fan, lay, unreached } from "./common.js";
import { empty } from "./pad_sheet.js";
import { sentence } from "./refused.js";

/**
 * @typedef {import("./pad_told.js").BlankTold} BlankTold
 * @typedef {import("./pad.js").PiquetPad} PiquetPad
 */

/**
 * @param {PiquetPad} pad
 * @param {string} why said above the form
 */
export function begin(pad, why) {
  const names = pad.names.map((name, who) =>
    h("input", {
      type: "text",
      id: `pad-name-${who}`,
      maxlength: "24",
      autocomplete: "off",
      value: name,
      placeholder: "",
      oninput: (/** @type {Event} */ event) => {
        pad.names[who] = /** @type {HTMLInputElement} */ (event.target).value;
      },
    }),
  );
  const rules = h(
    "button",
    { class: "button", type: "button", onclick: () => choose(pad, rules) },
    pad.rules,
  );
  pad.refuse(why);
  lay(
    pad,
    t("page.pad.title"),
    h("p", { class: "lead" }, t("page.pad.lead")),
    h(
      "div",
      { class: "pad-start" },
      h(
        "form",
        {
          class: "panel stack pad-begin",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void pad.start();
          },
        },
        h(
          "div",
          { class: "names" },
          ...names.map((input, who) =>
            h(
              "label",
              { class: "field", for: `pad-name-${who}` },
              h("span", { class: "name" }, t(`page.pad.name_${who}`)),
              input,
            ),
          ),
        ),
        h(
          "fieldset",
          {},
          h("legend", {}, t("page.pad.first_dealer")),
          h(
            "div",
            { class: "segments" },
            ...[0, 1].map((who) =>
              h(
                "label",
                {},
                h("input", {
                  type: "radio",
                  name: "pad-dealer",
                  checked: who === pad.dealer,
                  onchange: () => {
                    pad.dealer = who;
                  },
                }),
                t(`page.pad.name_${who}`),
              ),
            ),
          ),
        ),
        h("div", { class: "row" }, h("span", { class: "name" }, t("page.pad.rules_label")), rules),
        pad.refused,
        h(
          "div",
          { class: "row" },
          h("button", { class: "button main", type: "submit" }, t("page.pad.begin")),
          h("a", { class: "button", href: "#/pad/blank" }, t("page.pad.blank")),
        ),
      ),
      fan(["AS", "KH", "QS", "JD", "TC"]),
    ),
  );
}

/**
 * @param {PiquetPad} pad
 * @param {HTMLElement} button
 */
async function choose(pad, button) {
  try {
    const { profiles } = await api("/api/lobby");
    await chooseRules(pad.rules, profiles, (rules) => {
      pad.rules = rules;
      button.textContent = rules;
    });
  } catch (error) {
    pad.refuse(sentence(error));
  }
}

/**
 * @param {PiquetPad} pad
 * @param {string} rules
 */
export async function blank(pad, rules) {
  /** @type {BlankTold} */
  let told;
  try {
    told = await api(`/api/pad/blank?rules=${encodeURIComponent(rules)}`);
  } catch (error) {
    return unreached(pad, error, () => {
      location.hash = "#/pad";
    });
  }
  const other = h(
    "button",
    { class: "button", type: "button" },
    t("page.pad.rules", { rules: told.name }),
  );
  other.addEventListener("click", async () => {
    const { profiles } = await api("/api/lobby");
    await chooseRules(told.rules, profiles, (chosen) => {
      location.hash = `#/pad/blank/${encodeURIComponent(chosen)}`;
    });
  });
  lay(
    pad,
    t("page.pad.blank_title"),
    h("p", { class: "lead" }, t("page.pad.blank_lead")),
    h(
      "div",
      { class: "row tools-row" },
      h(
        "button",
        { class: "button main", type: "button", onclick: () => print() },
        t("page.pad.print"),
      ),
      other,
      h("a", { class: "button", href: "#/pad" }, t("page.pad.to_sheet")),
    ),
    empty(told),
  );
}
