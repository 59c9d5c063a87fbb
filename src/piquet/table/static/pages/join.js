// @ts-check
/** Where a friend's link leads: who invites, one's own name, and one button. */

import { announce } from "../announce.js";
import { back } from "../cards.js";
import { h } from "../dom.js";
import { api } from "../net.js";
import { join, sit } from "../seats.js";
import { change, settings } from "../settings.js";
import { t } from "../words.js";

/** @param {string} partie */
const table = (partie) => location.replace(`/partie/${encodeURIComponent(partie)}`);

/**
 * @param {string} sentence
 * @param {...(Node | null)} more
 */
function shown(sentence, ...more) {
  return h(
    "main",
    { class: "closed" },
    h("div", { class: "mini", "aria-hidden": "true" }, back(), back(), back()),
    h("h1", { tabindex: "-1" }, t("page.name")),
    h("p", { class: "lead" }, sentence),
    ...more,
  );
}

/** @param {HTMLElement} place @param {string} partie @param {string} link */
async function invited(place, partie, link) {
  const told = await api(`/api/friends/${encodeURIComponent(partie)}/invited`, { token: link });
  const host = told.host || t("page.friend.somebody");
  if (told.full) {
    try {
      await sit(partie); // it may be this browser that sits there
      return table(partie);
    } catch {
      place.replaceChildren(shown(t("page.join.full", { host })));
      return announce(t("page.join.full", { host }));
    }
  }
  const name = h("input", {
    id: "own-name",
    type: "text",
    maxlength: "24",
    autocomplete: "nickname",
    value: settings.name,
  });
  const refusal = h("p", { class: "refusal" });
  const form = h(
    "form",
    {
      class: "stack join-form",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          change("name", name.value.trim());
          await join(partie, link, name.value);
          table(partie);
        } catch (error) {
          const said = error instanceof Error && error.message ? error.message : "";
          refusal.textContent = said || t("page.failed");
          announce(refusal.textContent);
        }
      },
    },
    h(
      "label",
      { class: "field", for: "own-name" },
      h("span", { class: "name" }, t("page.join.name")),
      name,
    ),
    h("button", { class: "button main", type: "submit" }, t("page.join.sit")),
    refusal,
  );
  place.replaceChildren(
    shown(
      t("page.join.invites", { host }),
      h("p", { class: "soft" }, t("page.join.rules", { rules: told.rules })),
      form,
    ),
  );
  form.querySelector("button")?.focus();
}

/**
 * Follow a link to a table.
 *
 * @param {HTMLElement} place
 * @param {string} partie
 * @param {string} hash "#sit.TOKEN" for a friend, "#seat.TOKEN.KEY" for whoever sits there already
 */
export async function follow(place, partie, hash) {
  history.replaceState(null, "", location.pathname); // no token stays in the address
  const [, kind = "", given = "", key = ""] =
    /^#(sit|seat)\.([A-Za-z0-9_-]{43})(?:\.([0-9a-f]{64}))?$/.exec(hash) ?? [];
  try {
    if (kind === "seat") {
      await sit(partie, given, key);
      return table(partie);
    }
    if (kind === "sit") return await invited(place, partie, given);
    await sit(partie); // a link followed before, without its token
    return table(partie);
  } catch (error) {
    const said = error instanceof Error && error.message ? error.message : t("page.failed");
    place.replaceChildren(shown(said));
    announce(said);
  }
}
