// @ts-check
/**
 * A deal that is shared: the link, what it invites to, and the comparison when both have played.
 *
 * A link is `/deal/CODE#p.LETTERS`.  The first letters tell seat, rules and level; the rest, how it
 * was played, stays in this tab until the deal is over and is sent to the server only then.
 */

import { announce } from "../announce.js";
import { aloud, cardText, withCards } from "../cards.js";
import { sheet } from "../dialog.js";
import { h } from "../dom.js";
import { address } from "../friend.js";
import { api, freshId } from "../net.js";
import { t } from "../words.js";
import { lay, stylesheet, why } from "./common.js";

/** @typedef {import("./shared.d.ts").CardCompared} CardCompared */
/** @typedef {import("./shared.d.ts").Compared} Compared */
/** @typedef {import("./shared.d.ts").TrickCompared} TrickCompared */

await stylesheet("share");

const HEAD = 4; // letters that tell seat, rules and level
const SHARED = "piquet.shared";

/** @param {string} partie */
const at = (partie) => `/api/parties/${encodeURIComponent(partie)}`;

/**
 * Show what the link that waits in this tab invites to; false where it is of another deal.
 *
 * @param {HTMLElement} place
 * @param {string} code
 * @param {(partie: string) => void} sit
 */
export async function invite(place, code, sit) {
  const waits = JSON.parse(sessionStorage.getItem(SHARED) ?? "{}");
  if (waits.code !== code) return false;
  /** @type {string} */
  const letters = waits.letters;
  const page = h("div");
  const refusal = h("p", { class: "refusal" });
  /** @param {unknown} error */
  const refuse = (error) => {
    refusal.textContent = why(error);
    announce(refusal.textContent);
  };
  const id = freshId();
  const head = letters.slice(0, HEAD);
  const play = h(
    "button",
    {
      class: "button main",
      type: "button",
      onclick: async () => {
        try {
          const { partie } = await api("/api/shared", { id, code, head });
          sessionStorage.setItem(`${SHARED}.${partie}`, letters);
          sessionStorage.removeItem(SHARED);
          sit(partie);
        } catch (error) {
          refuse(error);
        }
      },
    },
    t("page.share.play"),
  );
  const about = h("dl", { class: "shared-deal" });
  place.replaceChildren(page);
  lay(
    page,
    t("page.share.title"),
    h("p", { class: "lead" }, t("page.share.told")),
    about,
    h(
      "div",
      { class: "row" },
      play,
      h(
        "a",
        { class: "button quiet", href: "#/", onclick: () => sessionStorage.removeItem(SHARED) },
        t("page.share.back"),
      ),
    ),
    refusal,
  );
  try {
    const path = `/api/shared/${encodeURIComponent(code)}/${encodeURIComponent(head)}`;
    /** @type {import("./shared.d.ts").HeadTold} */
    const told = await api(path);
    about.append(
      h("dt", {}, t("page.share.seat")),
      h("dd", {}, t(`page.share.seats.${told.seat}`)),
      h("dt", {}, t("page.share.by")),
      h("dd", {}, told.rules),
      h("dt", {}, t("page.share.against")),
      h("dd", {}, told.level),
    );
    if (told.ready) play.focus({ preventScroll: true });
    else refuse(new Error(told.why));
  } catch (error) {
    play.disabled = true;
    refuse(error);
  }
  return true;
}

/**
 * Give out the link of a deal that is over, the last one unless another is chosen.
 *
 * @param {import("../told.js").Table} now
 */
export async function openShare(now) {
  const { rows } = now.partie_sheet;
  const place = h("div", { class: "stack" });
  const choice = h(
    "select",
    { id: "share-deal", onchange: () => void show() },
    ...rows.map((row) =>
      h(
        "option",
        { value: row.code },
        t("page.share.deal", { n: row.deal, you: row.you, they: row.they }),
      ),
    ),
  );
  choice.selectedIndex = rows.length - 1;
  const which = h(
    "label",
    { class: "field", for: "share-deal" },
    h("span", { class: "name" }, t("page.share.choose")),
    choice,
  );
  const show = async () => {
    const code = choice.value;
    const told = await linked(now.partie, code);
    if (choice.value === code) place.replaceChildren(...told); // or another was chosen meanwhile
  };
  sheet(
    t("page.share.open"),
    [h("div", { class: "stack" }, h("p", {}, t("page.share.about")), rows[1] && which, place)],
    { name: "share" },
  );
  await show();
  place.querySelector("button")?.focus();
}

/**
 * The link of a deal, or why there is none.
 *
 * @param {string} partie
 * @param {string} code
 */
async function linked(partie, code) {
  try {
    /** @type {import("./shared.d.ts").LinkTold} */
    const { text } = await api(`${at(partie)}/share/${encodeURIComponent(code)}`);
    return [
      address("share-link", t("page.share.link"), `${location.origin}/deal/${code}#p.${text}`),
      h("p", { class: "soft small-text" }, t("page.share.alone")),
      h("p", { class: "soft small-text" }, t("page.share.lend")),
    ];
  } catch (error) {
    const words = why(error);
    announce(words);
    return [h("p", { class: "refusal" }, words)];
  }
}

/**
 * A card of a trick, with what became of it.
 *
 * @param {CardCompared} one
 */
function played({ card, led, won }) {
  if (!card) return h("td", {}, "–");
  const marks = [led ? t("page.share.led") : "", won ? t("page.share.won") : ""].filter(Boolean);
  return h(
    "td",
    {},
    cardText(card),
    marks.length ? h("span", { class: "soft small-text" }, ` ${marks.join(", ")}`) : null,
  );
}

/** @param {TrickCompared} trick */
function trickRow(trick) {
  const note = trick.same ? t("page.share.same") : trick.parted ? t("page.share.here_parted") : "";
  return h(
    "tr",
    { class: trick.same ? "alike" : trick.parted ? "parted" : "" },
    h(
      "th",
      { scope: "row" },
      trick.number,
      note ? h("span", { class: "soft small-text" }, ` ${note}`) : null,
    ),
    ...trick.yours.map(played),
    ...trick.theirs.map(played),
  );
}

/** @param {Compared} told */
function tables(told) {
  const heads = [t("page.share.you"), t("page.share.other")];
  const rows = told.rows.map((row) =>
    h(
      "tr",
      { class: row.same ? "alike" : "" },
      h(
        "th",
        { scope: "row" },
        row.what,
        row.same ? h("span", { class: "soft small-text" }, ` ${t("page.share.same")}`) : null,
      ),
      ...[row.yours, row.theirs].map((lines) =>
        h("td", {}, ...lines.map((line) => h("div", {}, withCards(line)))),
      ),
    ),
  );
  const lines = h(
    "table",
    { class: "sheet compared" },
    h("caption", { class: "unseen" }, t("page.share.table")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("page.share.row")),
        ...heads.map((head) => h("th", { scope: "col" }, head)),
      ),
    ),
    h("tbody", {}, ...rows),
  );
  if (!told.tricks.length) return [lines];
  const own = heads.flatMap(() => [t("page.share.own"), t("page.share.theirs")]);
  const cards = h(
    "table",
    { class: "sheet compared tricks" },
    h("caption", { class: "unseen" }, t("page.share.card")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col", rowspan: "2" }, t("page.share.trick")),
        ...heads.map((head) => h("th", { scope: "colgroup", colspan: "2" }, head)),
      ),
      h(
        "tr",
        { class: "subheads soft small-text" },
        ...own.map((head) => h("th", { scope: "col" }, head)),
      ),
    ),
    h("tbody", {}, ...told.tricks.map(trickRow)),
  );
  return [lines, h("h3", {}, t("page.share.card")), cards];
}

/**
 * Show own play beside that of whoever shared the deal.
 *
 * @param {string} partie
 */
export async function compare(partie) {
  const body = h("div", { class: "stack" });
  sheet(t("page.share.yours"), [body], { name: "compare", wide: true });
  try {
    const text = sessionStorage.getItem(`${SHARED}.${partie}`) ?? "";
    /** @type {Compared} */
    const told = await api(`${at(partie)}/compare`, { text });
    body.append(
      h("p", { class: "lead" }, told.words),
      h("p", {}, withCards(told.parted)),
      ...told.notes.map((note) => h("p", { class: "soft small-text" }, note)),
      ...tables(told),
    );
    announce(told.words, aloud(told.parted));
  } catch (error) {
    const words = why(error);
    body.replaceChildren(h("p", { class: "refusal" }, words));
    announce(words);
  }
}
