// @ts-check
/** The rules in force in plain sentences, and the chooser of a profile and of every option. */

import { announce } from "./announce.js";
import { refill, sheet } from "./dialog.js";
import { fill, h } from "./dom.js";
import { api } from "./net.js";
import { withTerms } from "./terms.js";
import { t } from "./words.js";

/**
 * @typedef {import("./told.js").Rules} Rules
 * @typedef {import("./told.js").RuleOption} RuleOption
 */

/** @param {string} rules */
const ask = (rules) =>
  /** @type {Promise<Rules>} */ (api(`/api/rules?rules=${encodeURIComponent(rules)}`));

/** @param {Rules} rules */
function page(rules) {
  const groups = rules.groups.map((group) =>
    h(
      "section",
      {},
      h("h3", {}, group.heading),
      ...group.paragraphs.map((paragraph) => withTerms(h("p", {}, paragraph))),
    ),
  );
  const options = h(
    "details",
    {},
    h("summary", {}, t("page.rules.every_option")),
    h(
      "dl",
      { class: "options-told" },
      ...rules.options.flatMap((option) => [
        h("dt", {}, option.label, " ", h("code", {}, `${option.name}=${option.value}`)),
        h("dd", { class: option.arises ? "" : "soft" }, option.sentence),
      ]),
    ),
  );
  return h(
    "div",
    { class: "rules-page" },
    h("p", { class: "lead" }, rules.words),
    ...groups,
    options,
  );
}

/**
 * Show the rules in force.
 *
 * @param {string} text
 */
export async function openRules(text) {
  const made = sheet(t("page.rules.title"), [h("p", { class: "soft" }, t("page.loading"))], {
    wide: true,
    name: "rules",
  });
  try {
    refill(made, page(await ask(text)));
  } catch (error) {
    refill(
      made,
      h("p", {}, error instanceof Error && error.message ? error.message : t("page.failed")),
    );
  }
}

/**
 * The field in which one option is set.
 *
 * @param {RuleOption} option
 * @param {(value: string) => void} set
 */
function field(option, set) {
  const name = `option-${option.name}`;
  const changed = option.value !== option.usual;
  /** @type {HTMLElement} */
  let input;
  if (option.choices.length) {
    input = h(
      "select",
      {
        id: name,
        onchange: (/** @type {Event} */ event) =>
          set(/** @type {HTMLSelectElement} */ (event.target).value),
      },
      ...option.choices.map((choice) =>
        h(
          "option",
          { value: choice, selected: choice === option.value },
          choice.replaceAll("_", " "),
        ),
      ),
    );
  } else {
    input = h("input", {
      id: name,
      type: "text",
      value: option.value,
      onchange: (/** @type {Event} */ event) =>
        set(/** @type {HTMLInputElement} */ (event.target).value.trim()),
    });
  }
  return h(
    "div",
    { class: changed ? "option-field changed" : "option-field" },
    h("label", { for: name }, option.label),
    input,
    h(
      "p",
      { class: "soft small-text" },
      option.sentence,
      changed ? ` (${t("page.rules.usual", { value: option.usual })})` : "",
    ),
  );
}

/**
 * Choose a profile and its options; `done` gets the text of the rules.
 *
 * @param {string} text the rules to begin with
 * @param {{name: string, words: string, default: boolean}[]} profiles
 * @param {(rules: string) => void} done
 */
export async function chooseRules(text, profiles, done) {
  let now = text;
  const names = h("div", {
    class: "stack profiles",
    role: "radiogroup",
    "aria-label": t("page.rules.profile"),
  });
  const options = h("div", { class: "option-fields" });
  const refusal = h("p", { class: "refusal" });

  /** @param {string} rules */
  async function take(rules) {
    try {
      const told = await ask(rules);
      now = told.rules;
      refusal.textContent = "";
      draw(told);
    } catch (error) {
      refusal.textContent = error instanceof Error ? error.message : t("page.failed");
      announce(refusal.textContent);
    }
  }

  /** @param {Rules} told */
  function draw(told) {
    const active = document.activeElement?.id;
    fill(
      names,
      ...profiles.map((profile) =>
        h(
          "label",
          { class: "choice" },
          h("input", {
            type: "radio",
            name: "profile",
            checked: profile.name === told.name,
            onchange: () => take(profile.name),
          }),
          h(
            "span",
            {},
            h("strong", {}, profile.name),
            h("span", { class: "soft small-text" }, profile.words),
          ),
        ),
      ),
    );
    /** @type {Map<string, RuleOption[]>} */
    const groups = new Map();
    for (const option of told.options) {
      if (!option.arises) continue;
      const group = groups.get(option.group) ?? [];
      group.push(option);
      groups.set(option.group, group);
    }
    fill(
      options,
      ...[...groups].map(([heading, members]) =>
        h(
          "details",
          { open: members.some((option) => option.value !== option.usual) },
          h("summary", {}, t(`page.rules.group.${heading}`)),
          ...members.map((option) =>
            field(option, (value) => {
              const others = told.options
                .filter((other) => other.name !== option.name && other.value !== other.usual)
                .map((other) => `${other.name}=${other.value}`);
              if (value !== option.usual) others.push(`${option.name}=${value}`);
              void take(others.length ? `${told.name}(${others.join(",")})` : told.name);
            }),
          ),
        ),
      ),
    );
    if (active) document.getElementById(active)?.focus();
  }

  const made = sheet(
    t("page.rules.choose"),
    [h("div", { class: "stack" }, names, refusal, h("h3", {}, t("page.rules.options")), options)],
    {
      wide: true,
      name: "choose-rules",
      footer: [
        h(
          "button",
          { class: "button", type: "button", onclick: () => openRules(now) },
          t("page.rules.read"),
        ),
        h(
          "button",
          {
            class: "button main",
            type: "button",
            onclick: () => {
              made.close();
              done(now);
            },
          },
          t("page.rules.take"),
        ),
      ],
    },
  );
  await take(text);
}
