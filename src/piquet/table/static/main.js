// @ts-check
/** Where the page begins: it lets itself in, learns its words, and shows the lobby or a table. */

import { back } from "./cards.js";
import { h } from "./dom.js";
import "./lobby.js";
import { api, freshId, Refusal } from "./net.js";
import { seats } from "./seats.js";
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

/** Pages that are fetched when somebody opens them: `#/NAME/...` shows `pages/NAME.js`. */
const PAGES = new Set(["learn", "drills", "guide", "review", "pad", "board"]);

/**
 * @typedef {HTMLElement & {
 *   go: (rest: string[]) => void,
 *   sit: (partie: string) => void,
 * }} Page
 * A page beside the tables: `go` shows what the rest of the address says, when it is opened and
 * whenever the rest changes; `sit` leaves it for a table.
 */

/**
 * Show one of the pages beside the tables, or let the one that is shown go on.
 *
 * @param {string} name
 * @param {string[]} rest
 */
async function open(name, rest) {
  const shown = /** @type {Page | null} */ (place.querySelector(`:scope > piquet-${name}`));
  if (shown) return shown.go(rest);
  const here = location.hash;
  try {
    await import(`./pages/${name}.js`);
  } catch {
    place.replaceChildren(failed());
    return;
  }
  if (location.hash !== here) return; // somebody has gone on meanwhile
  const made = /** @type {Page} */ (document.createElement(`piquet-${name}`));
  made.sit = sit;
  place.replaceChildren(made);
  made.go(rest);
  scrollTo(0, 0);
}

/** A page that could not be fetched: say so, and try again when the person wants. */
function failed() {
  return h(
    "main",
    { class: "closed" },
    h("h1", { tabindex: "-1" }, t("page.name")),
    h("p", { class: "lead" }, t("page.failed")),
    h(
      "button",
      { class: "button main", type: "button", onclick: () => route() },
      t("page.try_again"),
    ),
  );
}

const SHARED = "piquet.shared";

/** What this tab alone keeps. @param {string} key */
function kept(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keep to this tab alone what stands behind the # of a shared deal; it leaves the address. */
function shut() {
  const code = /^\/deal\/([^/]+)/.exec(location.pathname)?.[1];
  const letters = /^#p\.([\w-]+)$/.exec(location.hash)?.[1];
  if (!code || !letters) return;
  history.replaceState(null, "", location.pathname);
  try {
    sessionStorage.setItem(SHARED, JSON.stringify({ code: decoded(code), letters }));
  } catch {
    // A browser that keeps nothing: the deal can be played, and not be compared.
  }
}

/**
 * What can be done with the deals of a table.
 *
 * @param {string} partie
 */
function deals(partie) {
  const share = async (/** @type {import("./told.js").Table} */ now) =>
    (await import("./pages/share.js")).openShare(now);
  if (!kept(`${SHARED}.${partie}`)) return { share, review: true };
  return {
    share,
    review: true,
    compare: async () => (await import("./pages/share.js")).compare(partie),
  };
}

/** Show what the address asks for; what was said of the page before is over. */
function route() {
  document.getElementById("live")?.replaceChildren();
  const [, page = "", given = "", ...more] = location.hash.split("/");
  if (PAGES.has(page)) {
    void open(page, [given, ...more].map(decoded));
    return;
  }
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
    table.sit = sit;
    table.deals = deals(table.partie);
    table.again = (now) => void again(now).catch((error) => table.refuse(error));
    place.replaceChildren(table);
  } else {
    const code = decoded(/^\/deal\/([^/]+)/.exec(location.pathname)?.[1] ?? "");
    if (code && !location.hash && kept(SHARED)) void invite(code);
    else showLobby(code);
  }
  scrollTo(0, 0);
}

/** @param {string} code of a deal that is offered, or nothing */
function showLobby(code) {
  const lobby = /** @type {import("./lobby.js").PiquetLobby} */ (
    document.createElement("piquet-lobby")
  );
  lobby.sit = sit;
  lobby.code = code;
  place.replaceChildren(lobby);
}

/** Show what a link to a shared deal invites to. @param {string} code */
async function invite(code) {
  try {
    if (await (await import("./pages/share.js")).invite(place, code, sit)) return;
  } catch {
    // The deal itself can be played all the same.
  }
  showLobby(code);
}

/** Whoever has no key is told where it is to be found, and sees nothing else. */
function closed() {
  const known = seats();
  place.replaceChildren(
    h(
      "main",
      { class: "closed" },
      h("div", { class: "mini", "aria-hidden": "true" }, back(), back(), back()),
      h("h1", {}, t("page.name")),
      h("p", { class: "lead" }, t("page.closed.where")),
      h("p", { class: "soft" }, t("page.closed.why")),
      kept(SHARED) ? h("p", {}, t("page.closed.deal")) : null,
      known.length
        ? h(
            "ul",
            { class: "seats" },
            ...known.map((name) =>
              h(
                "li",
                {},
                h("a", { href: `/partie/${encodeURIComponent(name)}` }, t("page.friend.table")),
              ),
            ),
          )
        : null,
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

/**
 * Somebody without a key may still have a seat at a table with a friend.
 *
 * @param {string} name
 */
async function guest(name) {
  const seat = await api(`/api/parties/${encodeURIComponent(name)}/seat`);
  if (!seat.seated) return false;
  const table = /** @type {import("./table.js").PiquetTable} */ (
    document.createElement("piquet-table")
  );
  table.partie = name;
  table.leave = () => void closed();
  table.deals = { share: deals(name).share };
  table.sit = (partie) => {
    location.assign(`/partie/${encodeURIComponent(partie)}`);
  };
  place.replaceChildren(table);
  return true;
}

async function begin() {
  shut();
  await words();
  const joined = /^\/join\/([^/]+)/.exec(location.pathname)?.[1];
  if (joined) {
    const { follow } = await import("./pages/join.js");
    return follow(place, decoded(joined), location.hash);
  }
  const given = key();
  if (given) {
    try {
      await api("/api/enter", { key: given });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  const session = await api("/api/session");
  if (!session.entered) {
    const linked = /^\/partie\/([^/]+)/.exec(location.pathname)?.[1];
    if (!linked || !(await guest(decoded(linked)))) closed();
    return;
  }
  addEventListener("hashchange", () => {
    shut(); // a link that was pasted, or followed in a tab that is here already
    route();
  });
  route();
}

document.documentElement.dataset.theme = settings.theme;
void begin();
