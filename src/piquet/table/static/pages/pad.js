// @ts-check
/** The score sheet for two people with a real pack: `#/pad`, and `#/pad/blank` to print one. */

import { announce } from "../announce.js";
import { confirm, sheet } from "../dialog.js";
import { fill, h } from "../dom.js";
import { api } from "../net.js";
import { chooseRules, openRules } from "../rules.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { fan, lay, stylesheet, unreached } from "./common.js";
import { entering, seatOf } from "./pad_enter.js";
import { forget, keep, sheets } from "./pad_keep.js";
import { empty, filled } from "./pad_sheet.js";

/**
 * @typedef {import("./pad.js").PadTold} PadTold
 * @typedef {import("./pad.js").PadNow} PadNow
 * @typedef {import("./pad.js").PadRow} PadRow
 * @typedef {import("./pad.js").Entry} Entry
 * @typedef {import("./pad.js").DealKept} DealKept
 * @typedef {import("./pad.js").BlankTold} BlankTold
 */

await stylesheet("pad");

const USUAL = "rubicon";

/** @param {unknown} error */
const said = (error) =>
  error instanceof Error && error.message && error.name !== "TypeError"
    ? error.message
    : t("page.failed");

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
    if (rest[0] === "blank") void this.blank(rest[1] || this.told?.rules || this.rules);
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
    this.begin(kept.length ? t("page.pad.unreadable") : "");
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
      this.refuse(said(error));
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

  /**
   * Correct an entry, or take it out.
   *
   * @param {PadRow} row
   */
  correct(row) {
    const entry = this.entries[row.entry];
    if (!entry) return;
    const others = this.entries.filter((one) => one !== entry);
    const why = h("p", { class: "refusal", id: "pad-correct-refused" });
    const field = h("input", {
      type: "text",
      id: "pad-correct",
      maxlength: "120",
      value: written(entry),
      autocomplete: "off",
      spellcheck: "false",
      autofocus: true,
      "aria-describedby": "pad-correct-refused",
    });
    /** @param {object} change */
    const change = async (change) => {
      if (await this.reckon(change)) made.close();
      else why.textContent = this.refused.textContent;
    };
    const other = entry.seat === "elder" ? "younger" : "elder";
    const made = sheet(
      t("page.pad.correct", { what: row.name }),
      [
        h(
          "form",
          {
            class: "stack",
            onsubmit: (/** @type {Event} */ event) => {
              event.preventDefault();
              void change({
                deals: this.deals(others),
                say: field.value,
                seat: entry.seat || "elder",
              });
            },
          },
          h(
            "label",
            { class: "field", for: "pad-correct" },
            h("span", { class: "name" }, t("page.pad.entry")),
            field,
          ),
          why,
          h(
            "div",
            { class: "row" },
            h("button", { class: "button main", type: "submit" }, t("page.pad.change")),
            entry.seat && !["pique", "no_pique"].includes(entry.what)
              ? h(
                  "button",
                  {
                    class: "button",
                    type: "button",
                    onclick: () =>
                      change({ deals: this.deals([...others, { ...entry, seat: other }]) }),
                  },
                  t("page.pad.to_other", { who: this.name(1 - row.who) }),
                )
              : null,
            h(
              "button",
              {
                class: "button",
                type: "button",
                onclick: () => change({ deals: this.deals(others) }),
              },
              t("page.pad.take_out"),
            ),
          ),
        ),
      ],
      { name: "correct" },
    );
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
    const left = told.now ? this.deal(told, told.now) : this.between(told);
    fill(
      this.main,
      h(
        "div",
        { class: "pad" },
        h("section", { class: "panel pad-deal", "aria-labelledby": "pad-deal" }, ...left),
        h(
          "section",
          { class: "pad-partie", "aria-labelledby": "pad-partie" },
          ...this.partie(told),
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

  /**
   * @param {PadTold} told
   * @param {PadNow} now
   */
  deal(told, now) {
    const does = {
      add: (/** @type {Entry} */ entry) => this.add(entry),
      say: (/** @type {string} */ words, /** @type {string} */ seat) => this.say(words, seat),
      play: (/** @type {string[]} */ points) => this.play(points),
      choose: (/** @type {number} */ who) => {
        this.who = who;
        this.draw();
      },
    };
    return [
      h("h2", { id: "pad-deal", tabindex: "-1" }, now.title),
      this.standing(told, now),
      this.rows(now),
      this.refused,
      this.steps(now),
      entering(told, now, this.who, does),
    ];
  }

  /**
   * The running score, large, and as it is spoken.
   *
   * @param {PadTold} told
   * @param {PadNow} now
   */
  standing(told, now) {
    const order = now.dealer ? [0, 1] : [1, 0];
    return h(
      "div",
      { class: "pad-score" },
      ...order.map((who) =>
        h(
          "div",
          { class: who === this.who ? "pad-side chosen" : "pad-side" },
          h("span", { class: "who" }, told.names[who] ?? ""),
          h("span", { class: "number points" }, now.points[who] ?? 0),
          h(
            "span",
            { class: "soft small-text" },
            t("page.pad.with", {
              n: (told.totals[who] ?? 0) + (now.closed ? 0 : (now.points[who] ?? 0)),
            }),
          ),
        ),
      ),
      h("p", { class: "said" }, now.said),
    );
  }

  /** @param {PadNow} now */
  rows(now) {
    if (!now.rows.length) return h("p", { class: "soft" }, t("page.pad.nothing"));
    return h(
      "ol",
      { class: "pad-rows" },
      ...now.rows.map((row) => {
        const inside = [
          h(
            "span",
            { class: "what" },
            row.who < 0 ? "" : h("b", {}, this.name(row.who)),
            row.who < 0 ? "" : " ",
            row.name,
          ),
          row.who < 0 ? null : h("span", { class: "number" }, `+${row.points}`),
          h("span", { class: "spoken soft" }, row.said),
        ];
        return h(
          "li",
          { class: row.entry < 0 ? "ruled" : "" },
          row.entry < 0
            ? h("div", { class: "award-line" }, ...inside)
            : h(
                "button",
                {
                  class: "award-line",
                  type: "button",
                  data: { key: `row-${row.kind}-${row.who}` },
                  title: t("page.pad.tap_to_correct"),
                  onclick: () => this.correct(row),
                },
                ...inside,
              ),
        );
      }),
    );
  }

  /** @param {PadNow} now */
  steps(now) {
    const undo = h(
      "button",
      {
        class: "button",
        type: "button",
        data: { key: "undo" },
        disabled: !this.entries.length || now.closed,
        onclick: () => this.undo(),
      },
      t("page.pad.undo"),
    );
    if (now.closed)
      return h(
        "div",
        { class: "row steps" },
        h("p", { class: "soft" }, t("page.pad.closed")),
        h(
          "button",
          {
            class: "button main",
            type: "button",
            data: { key: "close" },
            onclick: () => this.look(-1),
          },
          t("page.pad.back"),
        ),
      );
    return h(
      "div",
      { class: "row steps" },
      undo,
      now.complete
        ? h(
            "button",
            {
              class: "button main",
              type: "button",
              data: { key: "close" },
              onclick: () => this.close(),
            },
            t("page.pad.close"),
          )
        : h(
            "p",
            { class: "soft small-text missing" },
            t("page.pad.missing", { what: now.missing.join(", ") }),
          ),
    );
  }

  /**
   * What stands where no deal is in hand: the end, or the cut for the next game.
   *
   * @param {PadTold} told
   */
  between(told) {
    if (told.cut_due)
      return [
        h("h2", { id: "pad-deal", tabindex: "-1" }, t("page.pad.next_game")),
        h(
          "p",
          {},
          t("page.pad.games", {
            first: this.name(0),
            one: told.games[0] ?? 0,
            second: this.name(1),
            two: told.games[1] ?? 0,
          }),
        ),
        h("p", {}, t("page.pad.who_deals")),
        h(
          "div",
          { class: "row" },
          ...told.names.map((name, who) =>
            h(
              "button",
              {
                class: "button",
                type: "button",
                onclick: () => this.reckon({ dealers: [...told.dealers, who] }),
              },
              name,
            ),
          ),
        ),
        this.refused,
      ];
    const winner =
      told.winner < 0 ? t("page.pad.drawn") : t("page.pad.winner", { who: this.name(told.winner) });
    return [
      h("h2", { id: "pad-deal", tabindex: "-1", class: "result-head" }, winner),
      h("div", { class: "settlement" }, ...told.settlement.map((line) => h("p", {}, line))),
      this.refused,
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { class: "button main", type: "button", onclick: () => print() },
          t("page.pad.print"),
        ),
        h(
          "button",
          { class: "button", type: "button", onclick: () => this.fresh() },
          t("page.pad.new"),
        ),
      ),
    ];
  }

  /** @param {PadTold} told */
  partie(told) {
    return [
      h("h2", { id: "pad-partie" }, t("page.pad.partie")),
      filled(told),
      told.over || !told.line
        ? null
        : h(
            "div",
            { class: "pad-line" },
            ...told.names.map((name, who) =>
              distance(name, told.totals[who] ?? 0, told.line, told.to_go[who] ?? 0),
            ),
          ),
      told.deals.length
        ? h(
            "div",
            { class: "row look-at" },
            h("span", { class: "soft small-text" }, t("page.pad.look")),
            ...told.deals.map((deal) =>
              h(
                "button",
                {
                  class: "button small",
                  type: "button",
                  data: { key: `look-${deal.place}` },
                  "aria-pressed": String(told.now?.place === deal.place),
                  onclick: () => this.look(deal.place),
                },
                t("page.pad.deal", { n: deal.number }),
              ),
            ),
          )
        : null,
      h(
        "div",
        { class: "row tools-row" },
        h(
          "button",
          { class: "button small", type: "button", onclick: () => print() },
          t("page.pad.print"),
        ),
        h(
          "button",
          { class: "button small", type: "button", onclick: () => openRules(told.rules) },
          t("page.pad.rules", { rules: told.name }),
        ),
        h(
          "a",
          { class: "button small", href: `#/pad/blank/${encodeURIComponent(told.rules)}` },
          t("page.pad.blank"),
        ),
        h(
          "button",
          { class: "button small", type: "button", onclick: () => this.fresh() },
          t("page.pad.new"),
        ),
      ),
      h("p", { class: "soft small-text" }, t("page.pad.kept")),
    ];
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
    this.begin("");
  }

  // --- a new sheet -------------------------------------------------------------------------------

  /** @param {string} why said above the form */
  begin(why) {
    const names = this.names.map((name, who) =>
      h("input", {
        type: "text",
        id: `pad-name-${who}`,
        maxlength: "24",
        autocomplete: "off",
        value: name,
        placeholder: "",
        oninput: (/** @type {Event} */ event) => {
          this.names[who] = /** @type {HTMLInputElement} */ (event.target).value;
        },
      }),
    );
    const rules = h(
      "button",
      { class: "button", type: "button", onclick: () => this.choose(rules) },
      this.rules,
    );
    this.refuse(why);
    lay(
      this,
      t("page.pad.title"),
      h("p", { class: "lead" }, t("page.pad.lead")),
      h(
        "div",
        { class: "pad-start" },
        h(
          "form",
          {
            class: "panel stack pad-begin",
            onsubmit: (/** @type {Event} */ event) => {
              event.preventDefault();
              void this.start();
            },
          },
          h(
            "div",
            { class: "names" },
            ...names.map((input, who) =>
              h(
                "label",
                { class: "field", for: `pad-name-${who}` },
                h("span", { class: "name" }, t(`page.pad.name_${who}`)),
                input,
              ),
            ),
          ),
          h(
            "fieldset",
            {},
            h("legend", {}, t("page.pad.first_dealer")),
            h(
              "div",
              { class: "segments" },
              ...[0, 1].map((who) =>
                h(
                  "label",
                  {},
                  h("input", {
                    type: "radio",
                    name: "pad-dealer",
                    checked: who === this.dealer,
                    onchange: () => {
                      this.dealer = who;
                    },
                  }),
                  t(`page.pad.name_${who}`),
                ),
              ),
            ),
          ),
          h(
            "div",
            { class: "row" },
            h("span", { class: "name" }, t("page.pad.rules_label")),
            rules,
          ),
          this.refused,
          h(
            "div",
            { class: "row" },
            h("button", { class: "button main", type: "submit" }, t("page.pad.begin")),
            h("a", { class: "button", href: "#/pad/blank" }, t("page.pad.blank")),
          ),
        ),
        fan(["AS", "KH", "QS", "JD", "TC"]),
      ),
    );
  }

  /** @param {HTMLElement} button */
  async choose(button) {
    try {
      const { profiles } = await api("/api/lobby");
      await chooseRules(this.rules, profiles, (rules) => {
        this.rules = rules;
        button.textContent = rules;
      });
    } catch (error) {
      this.refuse(said(error));
    }
  }

  async start() {
    try {
      this.take(
        await api("/api/pad", { rules: this.rules, names: this.names, dealers: [this.dealer] }),
      );
      this.refuse("");
      this.lay();
      announce(this.told?.now?.title ?? "");
    } catch (error) {
      this.refuse(said(error));
    }
  }

  // --- a blank sheet -----------------------------------------------------------------------------

  /** @param {string} rules */
  async blank(rules) {
    /** @type {BlankTold} */
    let told;
    try {
      told = await api(`/api/pad/blank?rules=${encodeURIComponent(rules)}`);
    } catch (error) {
      return unreached(this, error, () => {
        location.hash = "#/pad";
      });
    }
    const other = h(
      "button",
      { class: "button", type: "button" },
      t("page.pad.rules", { rules: told.name }),
    );
    other.addEventListener("click", async () => {
      const { profiles } = await api("/api/lobby");
      await chooseRules(told.rules, profiles, (chosen) => {
        location.hash = `#/pad/blank/${encodeURIComponent(chosen)}`;
      });
    });
    lay(
      this,
      t("page.pad.blank_title"),
      h("p", { class: "lead" }, t("page.pad.blank_lead")),
      h(
        "div",
        { class: "row tools-row" },
        h(
          "button",
          { class: "button main", type: "button", onclick: () => print() },
          t("page.pad.print"),
        ),
        other,
        h("a", { class: "button", href: "#/pad" }, t("page.pad.to_sheet")),
      ),
      empty(told),
    );
  }
}

/**
 * An entry as it would be typed.
 *
 * @param {Entry} entry
 */
function written({ what, seat, n }) {
  if (what === "sets") {
    const pairs = [];
    for (let at = 0; at < n.length; at += 2) pairs.push(`${n[at]} ${"789TJQKA"[n[at + 1] ?? 0]}`);
    return pairs.join(", ") || `${what} equal`;
  }
  const plain = what.replaceAll("_", " ");
  if (!seat && what !== "divided" && what !== "total") return `${plain} equal`;
  return [plain, ...n].join(" ");
}

/**
 * How far a person is from the rubicon or the target.
 *
 * @param {string} name
 * @param {number} total
 * @param {number} line
 * @param {number} toGo
 */
function distance(name, total, line, toGo) {
  const words =
    toGo > 0 ? t("page.sheet.to_go", { n: toGo, line }) : t("page.sheet.past", { line });
  const meter = h("meter", { min: "0", max: String(line), "aria-label": `${name}: ${words}` });
  meter.value = Math.min(total, line);
  return h(
    "div",
    { class: "distance" },
    h("span", { class: "name" }, name),
    meter,
    h("span", { class: "small-text" }, words),
  );
}

customElements.define("piquet-pad", PiquetPad);
