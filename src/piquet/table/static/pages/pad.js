// @ts-check
/** The score sheet for two people with a real pack: `#/pad`, and `#/pad/blank` to print one. */

import { announce } from "../announce.js";
import { confirm } from "../dialog.js";
import { fill, h } from "../dom.js";
import { api } from "../net.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { lay, stylesheet, unreached } from "./common.js";
import { begin, blank } from "./pad_begin.js";
import { deal } from "./pad_deal.js";
import { seatOf } from "./pad_enter.js";
import { forget, keep, sheets } from "./pad_keep.js";
import { between, partie } from "./pad_partie.js";
import { sentence } from "./refused.js";

/**
 * @typedef {import("./pad_told.js").PadTold} PadTold
 * @typedef {import("./pad_told.js").PadNow} PadNow
 * @typedef {import("./pad_told.js").PadRow} PadRow
 * @typedef {import("./pad_told.js").Entry} Entry
 * @typedef {import("./pad_told.js").DealKept} DealKept
 * @typedef {import("./pad_told.js").BlankTold} BlankTold
 */

await stylesheet("pad");

const USUAL = "rubicon";

export class PiquetPad extends HTMLElement {
  constructor() {
    super();
    /** @type {(partie: string) => void} */
    this.sit = () => {};
    /** @type {PadTold | null} */
    this.told = null;
    this.who = 0;
    this.at = -1; // the deal that is looked at, -1: the one in hand
    this.rules = settings.rules || USUAL;
    this.names = ["", ""];
    this.dealer = 0;
    this.refused = h("p", { class: "refusal", id: "pad-refused" });
    this.main = h("div");
  }

  /** @param {string[]} rest */
  go(rest) {
    if (rest[0] === "blank") void blank(this, rest[1] || this.told?.rules || this.rules);
    else void this.load();
  }

  // --- a sheet that is kept ----------------------------------------------------------------------

  /** Show the sheet of this browser, the newest that can be read, or ask for a new one. */
  async load() {
    const kept = sheets();
    for (const one of kept) {
      try {
        this.take(await api("/api/pad", { ...one, mend: true }));
        this.lay();
        if (this.told?.left_out.length) this.refuse(this.told.left_out.join(" "));
        return;
      } catch (error) {
        if (error instanceof TypeError) return unreached(this, error, () => void this.load());
        // The other one may be whole.
      }
    }
    begin(this, kept.length ? t("page.pad.unreadable") : "");
  }

  /** @param {PadTold} told */
  take(told) {
    this.told = told;
    const elder = told.now ? 1 - told.now.dealer : 0;
    if (told.now && !told.now.rows.length) this.who = elder;
    if (!keep({ rules: told.rules, names: told.names, dealers: told.dealers, deals: told.kept }))
      this.refuse(t("page.pad.not_kept"));
  }

  /**
   * Have the server reckon a changed sheet; refused, everything stays as it was.
   *
   * @param {object} change
   * @returns {Promise<boolean>}
   */
  async reckon(change) {
    const told = /** @type {PadTold} */ (this.told);
    this.refuse("");
    try {
      const answer = await api("/api/pad", {
        rules: told.rules,
        names: told.names,
        dealers: told.dealers,
        deals: told.kept,
        at: this.at,
        ...change,
      });
      const before = told;
      this.take(answer);
      this.draw();
      this.tell(before);
      return true;
    } catch (error) {
      this.refuse(sentence(error));
      return false;
    }
  }

  /**
   * Read out what has changed.
   *
   * @param {PadTold} before
   */
  tell(before) {
    const told = /** @type {PadTold} */ (this.told);
    if (told.over && !before.over) return announce(...told.settlement);
    const { now } = told;
    if (!now) return;
    if (now.place !== before.now?.place) return announce(now.title, told.line_words);
    const former = new Set(
      (before.now?.rows ?? []).map((row) => `${row.kind} ${row.who} ${row.points}`),
    );
    const fresh = now.rows.filter((row) => !former.has(`${row.kind} ${row.who} ${row.points}`));
    announce(...fresh.map((row) => this.spoken(row)), now.said, now.asked);
  }

  /** @param {PadRow} row */
  spoken(row) {
    if (row.who < 0) return `${row.name}.`;
    const values = { who: this.name(row.who), what: row.name, n: row.points, score: row.said };
    return t("page.pad.spoken", values);
  }

  /** @param {number} who */
  name(who) {
    return this.told?.names[who] ?? "";
  }

  /** @param {string} why */
  refuse(why) {
    this.refused.textContent = why;
    if (!why) return;
    announce(why);
    this.refused.scrollIntoView({ block: "nearest" });
  }

  /** The entries of the deal that is looked at. */
  get entries() {
    const place = this.told?.now?.place ?? -1;
    return this.told?.kept[place]?.entries ?? [];
  }

  /**
   * All deals with other entries in the one that is looked at.
   *
   * @param {Entry[]} entries
   * @param {boolean} [closed]
   */
  deals(entries, closed) {
    const told = /** @type {PadTold} */ (this.told);
    const place = told.now?.place ?? -1;
    return told.kept.map((deal, at) =>
      at === place ? { entries, closed: closed ?? deal.closed } : deal,
    );
  }

  /** @param {Entry} entry */
  async add(entry) {
    const grows = entry.what === "sequences" || entry.what === "sets";
    const others = this.entries.filter(
      (one) => !(grows && entry.seat && one.what === entry.what && one.seat === entry.seat),
    );
    await this.reckon({ deals: this.deals([...others, entry]) });
  }

  /** @param {string} words @param {string} seat */
  async say(words, seat) {
    const done = await this.reckon({ say: words, seat });
    const field = /** @type {HTMLInputElement | null} */ (this.querySelector("#pad-typed"));
    if (!done && field && words !== field.value) return;
    if (!done && field) {
      field.setAttribute("aria-invalid", "true");
      field.focus();
    } else if (field && words) field.focus();
  }

  /** @param {string[]} points */
  async play(points) {
    const now = /** @type {PadNow} */ (this.told?.now);
    const odd = points.find((one) => !/^\d*$/.test(one));
    if (odd !== undefined) return this.refuse(t("page.pad.number", { text: odd.slice(0, 20) }));
    const others = this.entries.filter((one) => one.what !== "play");
    const made = points.flatMap((one, who) =>
      one === "" ? [] : [{ what: "play", seat: seatOf(now, who), n: [Number(one)] }],
    );
    await this.reckon({ deals: this.deals([...others, ...made]) });
  }

  async undo() {
    await this.reckon({ deals: this.deals(this.entries.slice(0, -1)) });
  }

  async close() {
    const done = await this.reckon({ deals: this.deals(this.entries, true), at: -1 });
    if (done) this.querySelector("h2")?.focus();
  }

  // --- correcting --------------------------------------------------------------------------------

  /** @param {number} place */
  async look(place) {
    this.at = place;
    await this.reckon({});
    /** @type {HTMLElement | null} */ (this.querySelector("h2"))?.focus();
  }

  // --- drawing -----------------------------------------------------------------------------------

  lay() {
    lay(this, t("page.pad.title"), this.main);
    this.draw();
    this.querySelector("h1")?.focus({ preventScroll: true });
  }

  draw() {
    const told = /** @type {PadTold} */ (this.told);
    const active = document.activeElement;
    const key = active instanceof HTMLElement && this.contains(active) ? active.dataset.key : "";
    const left = told.now ? deal(this, told, told.now) : between(this, told);
    fill(
      this.main,
      h(
        "div",
        { class: "pad" },
        h("section", { class: "panel pad-deal", "aria-labelledby": "pad-deal" }, ...left),
        h(
          "section",
          { class: "pad-partie", "aria-labelledby": "pad-partie" },
          ...partie(this, told),
        ),
      ),
    );
    if (!key) return;
    const again = /** @type {HTMLElement | null} */ (
      this.main.querySelector(`[data-key="${key}"]`)
    );
    (again ?? /** @type {HTMLElement | null} */ (this.main.querySelector("h2")))?.focus({
      preventScroll: true,
    });
  }

  async fresh() {
    const told = this.told;
    if (told?.kept.some((deal) => deal.entries.length)) {
      if (!(await confirm(t("page.pad.new"), t("page.pad.new_sure"), t("page.pad.new_yes"))))
        return;
    }
    forget();
    this.names = told?.names ?? this.names;
    this.rules = told?.rules ?? this.rules;
    this.told = null;
    this.at = -1;
    begin(this, "");
  }

  // --- a new sheet -------------------------------------------------------------------------------

  async start() {
    try {
      this.take(
        await api("/api/pad", { rules: this.rules, names: this.names, dealers: [this.dealer] }),
      );
      this.refuse("");
      this.lay();
      announce(this.told?.now?.title ?? "");
    } catch (error) {
      this.refuse(sentence(error));
    }
  }

  // --- a blank sheet -----------------------------------------------------------------------------
}

customElements.define("piquet-pad", PiquetPad);
