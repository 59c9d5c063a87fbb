// @ts-check
/** Where the page begins: it lets itself in, learns its words, and shows the lobby or a table. */

import { back } from "./cards.js";
import { h } from "./dom.js";
import "./lobby.js";
import { api, freshId, Refusal } from "./net.js";
import { settings } from "./settings.js";
import "./table.js";
import { learn, t } from "./words.js";

const place = /** @type {HTMLElement} */ (document.getElementById("page"));

const AGAIN = 1000; // milliseconds before the words are asked for once more

/** @param {string} partie */
function sit(partie) {
  location.hash = `#/table/${encodeURIComponent(partie)}`;
}

/**
 * Another partie like the one that is over.
 *
 * @param {import("./told.js").Table} now
 */
async function again(now) {
  const { partie } = await api("/api/parties", {
    id: freshId(),
    level: now.next_level || now.level,
    rules: now.rules,
  });
  sit(partie);
}

/**
 * What a part of the address says; whoever typed it may have typed anything.
 *
 * @param {string} written
 */
function decoded(written) {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** Show what the address asks for. */
function route() {
  const [, page = "", given = ""] = location.hash.split("/");
  const linked = location.hash ? "" : /^\/partie\/([^/]+)/.exec(location.pathname)?.[1];
  const name = linked || (page === "table" ? given : "");
  if (name) {
    const table = /** @type {import("./table.js").PiquetTable} */ (
      document.createElement("piquet-table")
    );
    table.partie = decoded(name);
    table.leave = () => {
      location.hash = "#/";
    };
    table.again = (now) => void again(now).catch((error) => table.refuse(error));
    place.replaceChildren(table);
  } else {
    const lobby = /** @type {import("./lobby.js").PiquetLobby} */ (
      document.createElement("piquet-lobby")
    );
    lobby.sit = sit;
    const code = /^\/deal\/([^/]+)/.exec(location.pathname)?.[1];
    if (code) lobby.code = decoded(code);
    place.replaceChildren(lobby);
  }
  scrollTo(0, 0);
}

/** Whoever has no key is told where it is to be found, and sees nothing else. */
function closed() {
  place.replaceChildren(
    h(
      "main",
      { class: "closed" },
      h("div", { class: "mini", "aria-hidden": "true" }, back(), back(), back()),
      h("h1", {}, t("page.name")),
      h("p", { class: "lead" }, t("page.closed.where")),
      h("p", { class: "soft" }, t("page.closed.why")),
    ),
  );
}

/** The one-time key of the address, which is taken out of it. */
function key() {
  const found = /^#(?:key=)?([A-Za-z0-9_-]{8,})$/.exec(location.hash);
  if (!found) return "";
  history.replaceState(null, "", location.pathname);
  return found[1] ?? "";
}

/** Learn the words of the page; without them there is nothing to show, so it is tried again. */
async function words() {
  for (;;) {
    try {
      return learn(await api("/api/texts"));
    } catch {
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}

async function begin() {
  await words();
  const given = key();
  if (given) {
    try {
      await api("/api/enter", { key: given });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  const session = await api("/api/session");
  if (!session.entered) return closed();
  addEventListener("hashchange", route);
  route();
}

document.documentElement.dataset.theme = settings.theme;
void begin();
