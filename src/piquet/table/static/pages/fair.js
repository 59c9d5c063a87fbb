// @ts-check
/** How deals are made, and a button that makes them again and compares. */

import { announce } from "../announce.js";
import { sheet } from "../dialog.js";
import { hex, sha256, unhex } from "../digest.js";
import { fill, h } from "../dom.js";
import { api } from "../net.js";
import { seen } from "../seats.js";
import { t } from "../words.js";

/** @typedef {import("./fairness.d.ts").Transcript} Transcript */
/** @typedef {import("./fairness.d.ts").DealMade} DealMade */

const CARDS = [..."SHDC"].flatMap((suit) => [..."789TJQKA"].map((rank) => rank + suit));

/** @param {...Uint8Array} parts */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A number as eight bytes. @param {number} number */
function eight(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/** The pack as it is spread to be cut. @param {Uint8Array} seed */
function spread(seed) {
  const places = CARDS.map((_, at) => hex(sha256(joined(seed, new Uint8Array([0, at])))));
  const place = (/** @type {string} */ card) => places[CARDS.indexOf(card)] ?? "";
  return [...CARDS].sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

/**
 * The pack as a seed shuffles it for a deal: blocks of SHA-256, Fisher and Yates; 0 is the pack
 * that is spread to be cut.
 *
 * @param {Uint8Array} seed
 * @param {number} deal
 */
export function shuffled(seed, deal) {
  if (!deal) return spread(seed);
  const pack = [...CARDS];
  let block = 0;
  let at = 32;
  let bytes = /** @type {DataView} */ (new DataView(new ArrayBuffer(32)));
  const word = () => {
    if (at === 32) {
      bytes = new DataView(sha256(joined(seed, eight(deal), eight(block++))).buffer);
      at = 0;
    }
    at += 4;
    return bytes.getUint32(at - 4);
  };
  for (let last = 31; last > 0; last--) {
    const fair = 2 ** 32 - (2 ** 32 % (last + 1));
    let drawn = word();
    while (drawn >= fair) drawn = word();
    const other = drawn % (last + 1);
    [pack[last], pack[other]] = [pack[other] ?? "", pack[last] ?? ""];
  }
  return pack;
}

/** Whether digits say 32 bytes. @param {string} digits */
const whole = (digits) => /^[0-9a-f]{64}$/i.test(digits);

/**
 * What is wrong with a deal, as keys of texts; nothing where it is as it was committed to.
 *
 * @param {DealMade} made
 * @param {boolean} friends whether two friends have added to it
 * @param {import("../seats.js").Seen} [was] what this browser has seen of it before
 */
export function faults(made, friends, was = {}) {
  const found = [];
  const { numbers: told, pledges } = made;
  const numbers = told.map(unhex);
  const secret = unhex(made.secret);
  if (!whole(made.secret) || hex(sha256(secret)) !== made.commitment) found.push("secret");
  if (was.commitment && was.commitment !== made.commitment) found.push("changed");
  const pledged = numbers.every((number, at) => hex(sha256(number)) === pledges[at]);
  const both = told.length === (friends ? 2 : 0) && pledges.length === told.length;
  if (!pledged || !both || !told.every(whole)) found.push("number");
  const own = (was.numbers ?? []).every((number) => told.includes(number));
  if (!own || !(was.pledges ?? []).every((one) => pledges.includes(one))) found.push("other");
  if (was.broken) found.push("broken");
  const seed = numbers.length ? sha256(joined(secret, ...numbers)) : secret;
  const pack = shuffled(seed, made.deal);
  const each = made.deal ? 12 : 0;
  /** @param {string[]} cards */
  const sorted = (cards) => [...cards].sort().join(" ");
  const hands = [sorted(made.elder), sorted(made.younger)];
  const same =
    sorted(pack.slice(0, each)) === hands[0] &&
    sorted(pack.slice(each, 2 * each)) === hands[1] &&
    pack.slice(2 * each).join(" ") === made.talon.join(" ");
  if (!same) found.push("cards");
  if (was.cards && !hands.includes(sorted(was.cards))) found.push("dealt");
  return found;
}

/** A short digest of what was told, for two friends to compare. @param {Transcript} told */
const fingerprint = (told) =>
  hex(sha256(new TextEncoder().encode(JSON.stringify(told.deals))))
    .slice(0, 16)
    .replace(/(.{4})(?=.)/g, "$1 ");

/**
 * The faults of each deal that was told, and of those that were not.
 *
 * @param {Transcript} told
 * @param {boolean} friends whether two friends have played
 * @param {Record<string, import("../seats.js").Seen>} known what this browser has seen before
 */
export function checked(told, friends, known) {
  const lines = told.deals.map((made, at) => {
    const was = known[made.deal];
    const wrong = faults(made, friends, was);
    if (made.deal !== at) wrong.push("missing");
    return { deal: made.deal, wrong, seen: !!was?.commitment };
  });
  for (const [deal, was] of Object.entries(known))
    if (was.cards && Number(deal) >= told.deals.length)
      lines.push({ deal: Number(deal), wrong: ["left_out"], seen: false });
  return lines;
}

/** @param {import("../told.js").Table} now @param {HTMLElement} place */
async function check(now, place) {
  const { partie } = now;
  /** @type {Transcript} */
  const told = await api(`/api/parties/${encodeURIComponent(partie)}/deals`);
  const known = seen(partie);
  const lines = checked(told, now.friend !== null, known).map(({ deal, wrong, seen: before }) => {
    const said = wrong.length
      ? wrong.map((key) => t(`page.fair.wrong.${key}`)).join(" ")
      : t(before ? "page.fair.good_seen" : "page.fair.good");
    const words = deal ? t("page.fair.deal", { n: deal, said }) : t("page.fair.pack", { said });
    return { bad: wrong.length > 0, words };
  });
  const bad = lines.filter((line) => line.bad).length;
  const deals = Math.max(0, lines.length - 1); // the pack that was cut is none
  const good = ["none", "one_good"][deals] ?? "all_good";
  const summary = bad ? t("page.fair.bad", { n: bad }) : t(`page.fair.${good}`, { n: deals });
  const words = JSON.stringify({ ...told, seen: known }, null, 1);
  const file = new Blob([words], { type: "application/json" });
  fill(
    place,
    h("p", { class: bad ? "refusal" : "great" }, summary),
    h("ul", { class: "small-text" }, ...lines.map((line) => h("li", {}, line.words))),
    now.friend ? h("p", {}, t("page.fair.compare", { digest: fingerprint(told) })) : null,
    h(
      "p",
      { class: "row" },
      h(
        "a",
        { class: "button small", download: "deals.json", href: URL.createObjectURL(file) },
        t("page.fair.save"),
      ),
      h(
        "a",
        { class: "button small", download: "verify_deals.py", href: "/static/verify_deals.py" },
        t("page.fair.verifier"),
      ),
    ),
  );
  place.scrollIntoView({ block: "start" });
  announce(summary);
}

/** A figure, with as many places as it takes to see it. @param {number} x */
const figure = (x) => x.toFixed(x > 0 && x < 0.01 ? 4 : 2);

/** One's own luck against what is to be expected; only the owner of this server has any. */
async function luck() {
  /** @type {import("./fairness.d.ts").LuckTold} */
  const told = await api("/api/luck");
  if (!told.deals) return null;
  const row = (/** @type {import("./fairness.d.ts").Figure} */ one) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, t(`page.fair.luck.${one.name}`)),
      h("td", { class: "number" }, figure(one.seen)),
      h("td", { class: "number" }, `${figure(one.expected)} ± ${figure(one.margin)}`),
    );
  return h(
    "table",
    { class: "sheet luck" },
    h("caption", {}, t("page.fair.luck.title", { n: told.deals })),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("page.fair.luck.what")),
        h("th", { scope: "col", class: "number" }, t("page.fair.luck.seen")),
        h("th", { scope: "col", class: "number" }, t("page.fair.luck.expected")),
      ),
    ),
    h("tbody", {}, ...told.figures.map(row)),
  );
}

/**
 * Tell how deals are made and, where the partie is over, check them.
 *
 * @param {import("../told.js").Table} now
 */
export function openFair(now) {
  const place = h("div", { class: "stack", "aria-live": "off" });
  const own = h("div", {});
  void luck().then(
    (table) => table && own.replaceChildren(table),
    () => {}, // a guest has no parties here
  );
  const over = now.phase === "partie_over";
  const made = sheet(
    t("page.fair.title"),
    [
      h(
        "div",
        { class: "stack" },
        ...["drawn", now.friend ? "friends" : "alone", "told", "peek"].map((key) =>
          h("p", {}, t(`page.fair.${key}`)),
        ),
        over ? null : h("p", { class: "soft" }, t("page.fair.later")),
        place,
        own,
      ),
    ],
    {
      name: "fair",
      footer: over
        ? [
            h(
              "button",
              {
                class: "button main",
                type: "button",
                onclick: async () => {
                  try {
                    await check(now, place);
                  } catch (error) {
                    const said = error instanceof Error && error.message ? error.message : "";
                    place.replaceChildren(h("p", { class: "refusal" }, said || t("page.failed")));
                    announce(said || t("page.failed"));
                  }
                },
              },
              t("page.fair.check"),
            ),
          ]
        : [],
    },
  );
  return made;
}
