// @ts-check
/** Choosing one of the deals that old books print. */

import { announce } from "./announce.js";
import { h } from "./dom.js";
import { api } from "./net.js";
import { t } from "./words.js";

/**
 * A list of the books' deals; whoever chooses one gets its record.
 *
 * @param {string} id of the list
 * @param {(record: string) => void} chosen
 */
export function books(id, chosen) {
  const source = h("p", { class: "soft small-text", id: `${id}-source` });
  /** @type {Map<string, string>} */
  const sources = new Map();
  const list = h("select", {
    id,
    "aria-describedby": `${id}-source`,
    onchange: async () => {
      source.textContent = sources.get(list.value) ?? "";
      if (!list.value) return;
      try {
        const { record } = await api(`/api/books/${encodeURIComponent(list.value)}`);
        chosen(record);
      } catch {
        source.textContent = t("page.failed");
        announce(t("page.failed"));
      }
    },
  });
  list.append(h("option", { value: "" }, t("page.books.none")));
  void api("/api/books").then(
    (/** @type {{name: string, title: string, source: string}[]} */ found) => {
      for (const book of found) {
        sources.set(book.name, book.source);
        list.append(h("option", { value: book.name }, book.title));
      }
    },
    () => {
      source.textContent = t("page.failed");
    },
  );
  return h(
    "div",
    { class: "stack" },
    h(
      "label",
      { class: "field", for: id },
      h("span", { class: "name" }, t("page.books.label")),
      list,
    ),
    source,
  );
}
