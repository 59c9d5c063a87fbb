// @ts-check
/** Exercises: counting, chances, what to throw and endings, each by its seed and number. */

import { announce } from "../announce.js";
import { aloud, withCards } from "../cards.js";
import { fill, h } from "../dom.js";
import { api, Refusal } from "../net.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { fan, lay, stylesheet, unreached } from "./common.js";
import { arranged, fieldsOf, row } from "./drills_ask.js";
import { EndingCloth } from "./drills_play.js";
import { oddsTable, verdict } from "./drills_said.js";
import { count, forget, tally } from "./drills_tally.js";

/**
 * @typedef {import("./drills_told.js").Drill} Drill
 * @typedef {import("./drills_told.js").Kinds} Kinds
 * @typedef {import("./drills_told.js").Marked} Marked
 * @typedef {import("./drills_told.js").Odds} Odds
 * @typedef {{kind: string, seed: string, number: number, rules: string}} Which
 */

await stylesheet("drills");

const USUAL = "rubicon";
const LAST = 9999;

/**
 * The address of an exercise; rules other than the usual ones stand behind it.
 *
 * @param {Which} which
 */
function linkOf({ kind, seed, number, rules }) {
  const parts = [kind, seed, number, ...(rules === USUAL ? [] : [rules])];
  return `#/drills/${parts.map((part) => encodeURIComponent(part)).join("/")}`;
}

export class PiquetDrills extends HTMLElement {
  constructor() {
    super();
    /** @type {(partie: string) => void} */
    this.sit = () => {};
    /** @type {Kinds | null} */
    this.kinds = null;
    this.turn = 0;
  }

  /** @param {string[]} rest kind, seed, number, rules */
  async go(rest) {
    const mine = ++this.turn;
    const [kind = "", seed = "", number = "", rules = ""] = rest;
    try {
      this.kinds ??= await api("/api/drills");
      if (mine !== this.turn) return;
      if (!kind) return void this.overview();
      if (kind === "odds") return void (await this.odds(mine));
      if (!seed) return void this.begin(kind);
      const which = {
        kind,
        seed,
        number: /^\d{1,6}$/.test(number || "1") ? Number(number || "1") : 0,
        rules: rules || USUAL,
      };
      const drill = await api("/api/drills/exercise", which);
      if (mine === this.turn) this.exercise(which, drill);
    } catch (error) {
      if (mine !== this.turn) return;
      if (error instanceof Refusal && error.message) this.refused(error.message);
      else unreached(this, error, () => void this.go(rest));
    }
  }

  /**
   * Go to a first exercise of a kind, by a fresh seed.
   *
   * @param {string} kind
   */
  begin(kind) {
    const rules = settings.rules || USUAL;
    const seed = this.kinds?.seed ?? "letter";
    this.kinds = null; // another one next time
    location.replace(linkOf({ kind, seed, number: 1, rules }));
  }

  // --- the first page ----------------------------------------------------------------------------

  overview() {
    const kinds = this.kinds?.kinds ?? [];
    const main = lay(
      this,
      t("page.drills.title"),
      h("p", { class: "lead" }, t("page.drills.lead")),
    );
    main.prepend(fan(["TS", "JD", "QC", "KH", "AS"]));
    main.append(
      h(
        "ul",
        { class: "drill-kinds" },
        ...kinds.map((kind) =>
          h(
            "li",
            { class: "panel" },
            h("h2", {}, kind.title),
            h("p", {}, kind.words),
            kind.ready
              ? h(
                  "a",
                  { class: "button main", href: `#/drills/${kind.name}` },
                  t("page.drills.begin"),
                  h("span", { class: "unseen" }, `: ${kind.title}`),
                )
              : h("p", { class: "soft" }, kind.why),
            h("p", { class: "soft small-text" }, this.tallied(kind.name)),
          ),
        ),
      ),
      h(
        "section",
        { class: "panel drill-more" },
        h("h2", {}, t("page.drills.table")),
        h("p", {}, t("page.drills.table_about")),
        h("a", { class: "button", href: "#/drills/odds" }, t("page.drills.table_open")),
      ),
      h(
        "section",
        { class: "panel drill-more" },
        h("h2", {}, t("page.drills.quoted")),
        h("p", {}, t("page.drills.quoted_about")),
        this.quoteForm(),
      ),
    );
    if (kinds.some((kind) => tally(kind.name).asked))
      main.append(
        h(
          "p",
          { class: "small-text" },
          h(
            "button",
            {
              class: "link",
              type: "button",
              onclick: () => {
                forget();
                this.overview();
              },
            },
            t("page.drills.forget"),
          ),
        ),
      );
  }

  /** @param {string} kind */
  tallied(kind) {
    const { asked, right } = tally(kind);
    return asked ? t("page.drills.tally", { right, asked }) : t("page.drills.none_yet");
  }

  /** An exercise that somebody has quoted: kind, seed and number. */
  quoteForm() {
    const kind = h(
      "select",
      { name: "kind", "aria-label": t("page.drills.quoted_kind") },
      ...(this.kinds?.kinds ?? []).map((one) => h("option", { value: one.name }, one.title)),
    );
    const seed = h("input", {
      type: "text",
      maxlength: "60",
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": t("page.drills.quoted_name"),
      placeholder: t("page.drills.quoted_form"),
    });
    const refusal = h("p", { class: "refusal" });
    return h(
      "form",
      {
        class: "row",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const found = /^\s*(.+?)\s*\/\s*(\d{1,4})\s*$/.exec(seed.value);
          if (!found) {
            refusal.textContent = t("page.drills.quoted_wrong");
            announce(refusal.textContent);
            seed.focus();
            return;
          }
          const [, name = "", number = "1"] = found;
          const rules = settings.rules || USUAL;
          location.hash = linkOf({ kind: kind.value, seed: name, number: Number(number), rules });
        },
      },
      kind,
      seed,
      h("button", { class: "button", type: "submit" }, t("page.drills.quoted_open")),
      refusal,
    );
  }

  // --- the table of chances ----------------------------------------------------------------------

  /** @param {number} mine */
  async odds(mine) {
    /** @type {Odds} */
    const odds = await api("/api/drills/odds");
    if (mine !== this.turn) return;
    const main = lay(this, odds.title, h("p", { class: "lead" }, odds.words));
    main.append(oddsTable(odds), this.ways("odds"));
  }

  // --- an exercise -------------------------------------------------------------------------------

  /**
   * @param {Which} which
   * @param {Drill} drill
   */
  exercise(which, drill) {
    const kind = this.kinds?.kinds.find((one) => one.name === drill.kind);
    const main = lay(this, kind?.title ?? drill.title);
    main.classList.add("drill");
    const place = h("section", { class: "panel drill-verdict", hidden: true });
    const refusal = h("p", { class: "refusal", id: "drill-refusal" });
    const hint = h("p", { class: "drill-hint", hidden: true });
    const counted = h("p", { class: "drill-tally soft" }, this.tallied(drill.kind));
    const next = linkOf({ ...which, number: (which.number % LAST) + 1 });
    let done = false;

    /** @param {unknown} error */
    const fails = (error) => {
      const said = error instanceof Refusal && error.message ? error.message : t("page.failed");
      refusal.textContent = said;
      announce(said);
    };
    /**
     * @param {Marked} marked
     * @param {boolean} [plays] whether the person may go on playing, and keeps the focus
     */
    const mark = (marked, plays = false) => {
      if (!done) count(drill.kind, drill.link, marked.right);
      done = true;
      counted.textContent = this.tallied(drill.kind);
      ask.remove();
      verdict(place, next, drill, marked);
      if (plays) return;
      place.querySelector("a")?.focus({ preventScroll: true });
      place.scrollIntoView({ block: "nearest" });
    };
    /** @param {object} answer @returns {Promise<Marked | null>} */
    const send = async (answer) => {
      refusal.textContent = "";
      ask.setAttribute("aria-busy", "true");
      try {
        return await api("/api/drills/answer", { ...which, ...answer });
      } catch (error) {
        fails(error);
        return null;
      } finally {
        ask.removeAttribute("aria-busy");
      }
    };

    const ending = drill.kind === "ending";
    const asked = ending ? null : fieldsOf(drill);
    const played = ending
      ? new EndingCloth(drill, next, async (cards) => {
          const marked = await send({ cards });
          if (marked && !done) mark(marked, true);
          return marked;
        })
      : null;
    const giveUp = async () => {
      const marked = await send({ given_up: true });
      if (!marked) return;
      asked?.mark(marked);
      mark(marked);
    };
    const askHint = async () => {
      try {
        const { words } = await api("/api/drills/hint", which);
        fill(hint, withCards(words));
        hint.hidden = false;
        announce(aloud(words));
      } catch (error) {
        fails(error);
      }
    };
    const submit = async () => {
      if (!asked) return;
      const answer = asked.answer();
      if (typeof answer === "string") {
        refusal.textContent = answer;
        announce(answer);
        asked.focus?.();
        return;
      }
      const marked = await send(answer);
      if (!marked) return;
      asked.mark(marked);
      mark(marked);
    };
    const ask = h(
      "div",
      { class: "row drill-buttons" },
      asked ? h("button", { class: "button main", type: "submit" }, t("page.drills.answer")) : null,
      h("button", { class: "button", type: "button", onclick: askHint }, t("page.drills.hint")),
      h(
        "button",
        { class: "button plain", type: "button", onclick: giveUp },
        t("page.drills.solution"),
      ),
    );
    const form = h(
      "form",
      {
        class: "panel drill-ask",
        novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void submit();
        },
      },
      h("h2", { class: "unseen" }, t("page.drills.question")),
      ...drill.question.map((one) => h("p", { class: "drill-question" }, withCards(one))),
      asked?.fields.length ? h("div", { class: "drill-fields" }, ...asked.fields) : null,
      ask,
      hint,
      refusal,
    );
    main.append(
      h(
        "p",
        { class: "drill-name soft" },
        t("page.drills.named", { name: `${drill.seed}/${drill.number}` }),
      ),
      counted,
      h(
        "div",
        { class: "drill-grid", data: { kind: drill.kind } },
        this.cloth(drill, played?.node ?? asked?.cloth ?? null),
        h("div", { class: "drill-side" }, form, place),
      ),
      this.ways(drill.kind),
    );
  }

  /**
   * The cards, on a piece of cloth.
   *
   * @param {Drill} drill
   * @param {Node | null} own what lies there instead of cards that are only looked at
   */
  cloth(drill, own) {
    return h(
      "section",
      { class: "cloth drill-cloth", "aria-label": t("page.drills.cards") },
      own ??
        h(
          "div",
          { class: "drill-piles" },
          ...drill.piles.map((pile) =>
            h(
              "div",
              {},
              h("p", { class: "label" }, pile.title),
              row(arranged(pile.cards), pile.title),
            ),
          ),
        ),
    );
  }

  /**
   * The other kinds, and the table of chances.
   *
   * @param {string} here
   */
  ways(here) {
    const kinds = [...(this.kinds?.kinds ?? [])].map(({ name, title }) => ({ name, title }));
    return h(
      "nav",
      { class: "drill-ways", "aria-label": t("page.drills.others") },
      h("a", { href: "#/drills" }, t("page.drills.all")),
      ...[...kinds, { name: "odds", title: t("page.drills.table") }].map(({ name, title }) =>
        h("a", { href: `#/drills/${name}`, "aria-current": name === here ? "page" : null }, title),
      ),
    );
  }

  /** @param {string} why */
  refused(why) {
    const main = lay(this, t("page.drills.title"), h("p", { class: "lead refusal" }, why));
    announce(why);
    main.append(
      h("p", {}, h("a", { class: "button main", href: "#/drills" }, t("page.drills.all"))),
    );
  }
}

customElements.define("piquet-drills", PiquetDrills);
