// @ts-check
/** Where one says what to look back on: a record, or one of the own parties. */

import { announce } from "../announce.js";
import { books } from "../books.js";
import { h } from "../dom.js";
import { api } from "../net.js";
import { t } from "../words.js";

const LONGEST = 120_000; // characters of a record that the server takes
const KEPT = "piquet.record.";

/** The text of a record that was given in this window before. @param {string} name */
export const remembered = (name) => sessionStorage.getItem(KEPT + name);

/**
 * Give a record to the server.
 *
 * @param {string} record
 * @returns {Promise<string>} its name
 */
export async function give(record) {
  const { name } = await api("/api/review", { record });
  try {
    sessionStorage.setItem(KEPT + name, record);
  } catch {
    // It will have to be given again after the server has been begun anew.
  }
  return name;
}

/**
 * The form for a record.
 *
 * @param {(name: string) => void} opened
 */
function form(opened) {
  const words = h("textarea", {
    id: "review-record",
    rows: "8",
    spellcheck: "false",
    maxlength: String(LONGEST),
    "aria-describedby": "review-refused",
  });
  const refusal = h("p", { class: "refusal", id: "review-refused" });
  const button = h("button", { class: "button main", type: "submit" }, t("page.review.ask.open"));

  /** @param {string} sentence */
  function tell(sentence) {
    refusal.textContent = sentence;
    words.setAttribute("aria-invalid", String(sentence !== ""));
    if (!sentence) return;
    announce(sentence);
    words.focus();
  }

  const file = h("input", {
    type: "file",
    accept: ".pqn,text/plain",
    id: "review-file",
    onchange: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      tell("");
      if (chosen.size > LONGEST) return tell(t("page.review.ask.large"));
      words.value = await chosen.text();
    },
  });

  return h(
    "form",
    {
      class: "stack",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        if (!words.value.trim()) return tell(t("page.review.ask.empty"));
        tell("");
        try {
          opened(await give(words.value));
        } catch (error) {
          tell(error instanceof Error && error.message ? error.message : t("page.failed"));
        }
      },
    },
    books("review-book", (record) => {
      words.value = record;
      tell("");
    }),
    h(
      "label",
      { class: "field", for: "review-file" },
      h("span", { class: "name" }, t("page.review.ask.file")),
      file,
    ),
    h(
      "label",
      { class: "field", for: "review-record" },
      h("span", { class: "name" }, t("page.review.ask.record")),
      words,
    ),
    refusal,
    h("div", { class: "row" }, button),
  );
}

/**
 * The own parties in which a deal is over.
 *
 * @param {import("../told.js").Lobby["parties"]} parties
 */
function own(parties) {
  const over = parties.filter((partie) => partie.finished > 0);
  if (!over.length) return h("p", { class: "soft" }, t("page.review.ask.none"));
  return h(
    "ul",
    { class: "partie-list" },
    ...over
      .slice(0, 30)
      .map((partie) =>
        h(
          "li",
          {},
          h(
            "div",
            {},
            h(
              "a",
              { href: `#/review/${encodeURIComponent(partie.partie)}` },
              h("strong", {}, partie.title),
            ),
            h("span", { class: "soft small-text" }, partie.words),
          ),
          h("span", { class: "number total" }, `${partie.you} – ${partie.they}`),
        ),
      ),
  );
}

/**
 * What can be looked back on.
 *
 * @param {(name: string) => void} opened
 * @returns {HTMLElement[]}
 */
export function asking(opened) {
  const parties = h("div", {}, h("p", { class: "soft" }, t("page.loading")));
  void api("/api/lobby").then(
    (lobby) => parties.replaceChildren(own(lobby.parties)),
    () => parties.replaceChildren(h("p", { class: "soft" }, t("page.failed"))),
  );
  return [
    h("section", { class: "panel stack" }, h("h2", {}, t("page.lobby.parties")), parties),
    h(
      "section",
      { class: "panel stack" },
      h("h2", {}, t("page.review.ask.title")),
      h("p", { class: "soft" }, t("page.review.ask.about")),
      form(opened),
    ),
  ];
}
