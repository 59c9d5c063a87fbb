// @ts-check
/** The settings, each with the words that say what it does. */

import { openCard } from "./cards.js";
import { sheet } from "./dialog.js";
import { h } from "./dom.js";
import { change, settings } from "./settings.js";
import { sound } from "./sound.js";
import { known, t } from "./words.js";

/**
 * A choice of one among a few.
 *
 * @param {keyof import("./settings.js").Settings} key
 * @param {string[]} values
 * @param {(value: any) => void} [then]
 */
function segments(key, values, then) {
  return h(
    "fieldset",
    { class: "setting" },
    h("legend", {}, t(`page.settings.${key}.name`)),
    known(`page.settings.${key}.about`)
      ? h("p", { class: "soft small-text" }, t(`page.settings.${key}.about`))
      : null,
    h(
      "div",
      { class: "segments" },
      ...values.map((value) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: `setting-${key}`,
            value,
            checked: settings[key] === value,
            onchange: () => {
              change(key, /** @type {any} */ (value));
              then?.(value);
            },
          }),
          t(`page.settings.${key}.${value}`),
        ),
      ),
    ),
  );
}

/**
 * Something that is on or off.
 *
 * @param {string} name
 * @param {boolean} on
 * @param {(on: boolean) => void} then
 */
export function toggle(name, on, then) {
  const input = h("input", {
    type: "checkbox",
    checked: on,
    onchange: (/** @type {Event} */ event) =>
      then(/** @type {HTMLInputElement} */ (event.target).checked),
  });
  return h(
    "label",
    { class: "choice" },
    input,
    h(
      "span",
      {},
      h("strong", {}, t(`page.settings.${name}.name`)),
      h("span", { class: "soft small-text" }, t(`page.settings.${name}.about`)),
    ),
  );
}

/**
 * @param {object} [table] what the server keeps for this person, where there is a table
 * @param {boolean} [table.calls]
 * @param {(calls: boolean) => void} [table.setCalls]
 * @param {(speed: string) => void} [table.setPace]
 */
export function openSettings(table = {}) {
  const sample = h(
    "div",
    { class: "mini sample", "aria-hidden": "true" },
    ...["KS", "QH", "JD", "AC"].map(openCard),
  );
  const volume = h("input", {
    type: "range",
    min: "0",
    max: "100",
    step: "5",
    value: String(settings.volume),
    oninput: (/** @type {Event} */ event) =>
      change("volume", Number(/** @type {HTMLInputElement} */ (event.target).value)),
    onchange: () => sound("turn"),
  });
  sheet(
    t("page.settings.title"),
    [
      h(
        "div",
        { class: "settings" },
        h("h3", {}, t("page.settings.look")),
        segments("theme", ["system", "light", "dark", "contrast"]),
        h(
          "div",
          { class: "row" },
          segments("deck", ["two", "four"]),
          segments("index", ["normal", "large"]),
          segments("letters", ["english", "french"]),
          sample,
        ),
        h("h3", {}, t("page.settings.play")),
        segments("speed", ["slow", "normal", "fast", "instant"], table.setPace),
        segments("confirm", ["touch", "always", "never"]),
        segments("order", ["suit", "rank"]),
        table.setCalls ? toggle("calls", table.calls ?? false, table.setCalls) : null,
        toggle("cuts", settings.cuts, (on) => change("cuts", on)),
        toggle("keys", settings.keys, (on) => change("keys", on)),
        h("h3", {}, t("page.settings.sounds")),
        toggle("sound", settings.sound, (on) => {
          change("sound", on);
          sound("turn");
        }),
        h(
          "label",
          { class: "field" },
          h("span", { class: "name" }, t("page.settings.volume")),
          volume,
        ),
      ),
    ],
    { wide: true, name: "settings" },
  );
}
