// @ts-check
/** The board editor: lay out a position, ask the Oracle, pass on a link: `#/board/LINK`. */

import { announce } from "../announce.js";
import { cardName } from "../cards.js";
import { fill, h } from "../dom.js";
import { api, freshId } from "../net.js";
import { Oracle } from "../oracle.js";
import { chooseRules } from "../rules.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { pack, placed, placeOf } from "./board_cards.js";
import { lay, stylesheet, unreached } from "./common.js";

/**
 * @typedef {import("./board.js").BoardTold} BoardTold
 * @typedef {import("./board.js").BoardAsked} BoardAsked
 */

await stylesheet("board");

const TEXTS = ["scores", "left", "took", "looked", "said", "played"];
const PLACES = ["elder", "younger", "talon", "elder_thrown", "younger_thrown"];
const KEPT = 60; // positions that can be gone back to

/** @param {unknown} error */
const said = (error) =>
  error instanceof Error && error.message && error.name !== "TypeError"
    ? error.message
    : t("page.failed");

export class PiquetBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {(partie: string) => void} */
    this.sit = () => {};
    /** @type {BoardTold | null} */
    this.told = null;
    this.target = "elder";
    /** @type {string[]} links of the positions before this one */
    this.past = [];
    this.version = 0;
    this.link = ""; // the one in the address
    this.refused = h("p", { class: "refusal", id: "board-refused" });
    this.cloth = h("div", { class: "board-cloth" });
    this.side = h("div", { class: "board-side stack" });
    this.below = h("div", { class: "board-below" });
    this.oracle = new Oracle({
      ask: (method) => this.ask(method),
      stop: () => {},
      point: () => {},
      close: () => this.showOracle(false),
    });
  }

  /** @param {string[]} rest */
  go(rest) {
    const link = rest.filter(Boolean).join("/");
    if (this.told && link === this.link) return;
    void this.open(link);
  }

  /** @param {string} link */
  async open(link) {
    this.refuse("");
    try {
      this.take(await api("/api/board", link ? { link } : { rules: settings.rules || "rubicon" }));
    } catch (error) {
      if (error instanceof TypeError) return unreached(this, error, () => void this.open(link));
      this.take(await api("/api/board", {}));
      this.lay();
      return this.refuse(said(error));
    }
    this.lay();
    const { faults = [] } = this.told ?? {};
    if (faults.length) announce(...faults.map((fault) => fault.words));
  }

  /** @param {BoardTold} told */
  take(told) {
    this.told = told;
    this.version += 1;
    this.link = told.link;
  }

  /** The fields of the position as it stands. @returns {BoardAsked} */
  get fields() {
    const told = /** @type {BoardTold} */ (this.told);
    /** @type {Record<string, string>} */
    const fields = { seat: told.seat, stage: told.stage, rules: told.rules, hide: told.hide };
    for (const place of told.places) fields[place.name] = place.text;
    for (const name of TEXTS) fields[name] = String(/** @type {any} */ (told)[name]);
    return fields;
  }

  /**
   * Change the position; refused, it stays as it was.
   *
   * @param {BoardAsked} change
   * @param {string} [words] what is read out when it is done
   */
  async change(change, words = "") {
    const before = this.told?.link ?? "";
    this.refuse("");
    try {
      this.take(await api("/api/board", { ...this.fields, ...change }));
    } catch (error) {
      return this.refuse(said(error));
    }
    const told = /** @type {BoardTold} */ (this.told);
    if (told.link !== before) {
      this.past.push(before);
      this.past.splice(0, this.past.length - KEPT);
    }
    history.replaceState(null, "", `#/board/${told.link}`);
    this.draw();
    announce(words, ...told.faults.map((fault) => fault.words));
  }

  async undo() {
    const link = this.past.pop();
    if (link === undefined) return;
    try {
      this.take(await api("/api/board", { link }));
    } catch (error) {
      return this.refuse(said(error));
    }
    history.replaceState(null, "", `#/board/${link}`);
    this.draw();
    announce(t("page.board.undone"));
  }

  /** @param {string} card @param {string} to */
  async move(card, to) {
    const told = /** @type {BoardTold} */ (this.told);
    const from = placeOf(told, card);
    /** @type {BoardAsked} */
    const change = {};
    for (const place of told.places) {
      const cards = place.cards.filter((one) => one !== card);
      if (place.name === to) cards.push(card);
      if (place.name === to || place.name === from)
        /** @type {any} */ (change)[place.name] = cards.join(" ");
    }
    const there = told.places.find((place) => place.name === to);
    const words = t(there ? "page.board.moved" : "page.board.moved_back", {
      card: cardName(card),
      to: t(`page.board.at.${to}`),
      n: (there?.cards.length ?? 0) + 1,
      of: there?.most ?? 0,
    });
    await this.change(change, words);
  }

  /** @param {string} why */
  refuse(why) {
    this.refused.textContent = why;
    if (why) announce(why);
  }

  // --- the Oracle --------------------------------------------------------------------------------

  /** @param {boolean} open */
  showOracle(open) {
    this.oracle.root.hidden = !open;
    if (!open) return this.querySelector("h1")?.focus();
    this.shows();
    this.oracle.ask();
    this.oracle.root.querySelector("h2")?.focus();
    this.oracle.root.scrollIntoView({ block: "nearest" });
  }

  /** Tell the panel of the Oracle how the board stands. */
  shows() {
    const told = /** @type {BoardTold} */ (this.told);
    const other = told.seat === "elder" ? "younger" : "elder";
    this.oracle.show(
      /** @type {any} */ ({
        version: this.version,
        opponent: t(`page.board.seat.${other}`),
        oracle: { ready: told.ready, why: told.why, methods: told.methods },
      }),
    );
  }

  /** @param {string} method */
  ask(method) {
    const id = freshId();
    const asked = { ...this.fields, id, method };
    api("/api/board/ask", asked)
      .then((advice) => announce(this.oracle.hear(advice)))
      .catch((error) => {
        if (this.oracle.refused(id, said(error))) announce(said(error));
      });
    return id;
  }

  // --- drawing -----------------------------------------------------------------------------------

  lay() {
    lay(
      this,
      t("page.board.title"),
      h("p", { class: "lead" }, t("page.board.lead")),
      h("div", { class: "board" }, this.cloth, this.side, this.oracle.root),
      this.below,
    );
    this.draw();
    this.querySelector("h1")?.focus({ preventScroll: true });
  }

  draw() {
    const told = /** @type {BoardTold} */ (this.told);
    const active = document.activeElement;
    const key =
      active instanceof HTMLElement && this.contains(active) ? (active.dataset.key ?? "") : "";
    const does = {
      move: (/** @type {string} */ card, /** @type {string} */ to) => this.move(card, to),
      choose: (/** @type {string} */ place) => {
        this.target = place;
        this.draw();
        announce(t("page.board.now_to", { to: t(`page.board.at.${place}`) }));
      },
      type: (/** @type {string} */ place, /** @type {string} */ text) =>
        this.change({ [place]: text }),
    };
    const shown = PLACES.filter((name) => this.needs(told, name));
    if (!shown.includes(this.target)) this.target = "elder";
    const drawn = Object.fromEntries(
      told.places
        .filter(({ name }) => shown.includes(name))
        .map((place) => [place.name, placed(told, place, this.target, does)]),
    );
    fill(
      this.cloth,
      drawn.younger,
      h("div", { class: "board-middle" }, drawn.talon, drawn.elder_thrown, drawn.younger_thrown),
      drawn.elder,
    );
    fill(this.side, ...this.tools(told, does));
    fill(this.below, ...this.passing(told));
    this.shows();
    if (key) this.refocus(key);
  }

  /**
   * Put the focus where it was; a card that has moved is found in the pack or where it lies now.
   *
   * @param {string} key
   */
  refocus(key) {
    const card = key.replace(/^(?:pack|lying)-/, "");
    const found = [key, `lying-${card}`, `pack-${card}`, "place-elder"]
      .map((one) => /** @type {HTMLElement | null} */ (this.querySelector(`[data-key="${one}"]`)))
      .find(Boolean);
    found?.focus({ preventScroll: true });
  }

  /**
   * Whether a place belongs to this stage, or holds something already.
   *
   * @param {BoardTold} told
   * @param {string} name
   */
  needs(told, name) {
    if (!name.endsWith("thrown")) return true;
    const place = told.places.find((one) => one.name === name);
    if (place?.cards.length || place?.text) return true;
    return told.stage !== "exchange" || (name === "elder_thrown" && told.seat === "younger");
  }

  /**
   * @param {BoardTold} told
   * @param {import("./board_cards.js").Does} does
   */
  tools(told, does) {
    const others = told.faults.filter((fault) => !PLACES.includes(fault.place));
    return [
      h(
        "section",
        { class: "panel stack", "aria-labelledby": "board-pack" },
        h("h2", { id: "board-pack" }, t("page.board.pack")),
        h(
          "p",
          { class: "soft small-text" },
          t("page.board.how", { where: t(`page.board.at.${this.target}`) }),
        ),
        pack(told, this.target, does),
        h(
          "div",
          { class: "row" },
          this.button("fill", "main", () => this.change({ fill: true }, t("page.board.filled"))),
          this.button("undo", "", () => this.undo(), !this.past.length),
          this.button("clear", "", () =>
            this.change(
              {
                elder: "",
                younger: "",
                talon: "",
                elder_thrown: "",
                younger_thrown: "",
                said: "",
                played: "",
                looked: "",
              },
              t("page.board.cleared"),
            ),
          ),
        ),
        this.refused,
      ),
      h(
        "section",
        { class: "panel stack", "aria-labelledby": "board-moment" },
        h("h2", { id: "board-moment" }, t("page.board.moment")),
        this.segments("stage", ["exchange", "call", "play"], told.stage),
        this.segments("seat", ["elder", "younger"], told.seat),
        this.segments("hide", ["", "elder", "younger"], told.hide),
        ...this.more(told),
        ...others.map((fault) => h("p", { class: "refusal" }, fault.words)),
        h(
          "div",
          { class: "row" },
          h("span", {}, t("page.board.rules")),
          h(
            "button",
            {
              class: "button small",
              type: "button",
              data: { key: "rules" },
              onclick: () => this.choose(),
            },
            told.rules,
          ),
        ),
        h(
          "button",
          {
            class: "button main",
            type: "button",
            data: { key: "oracle" },
            "aria-disabled": told.ready ? null : "true",
            "aria-describedby": "board-why",
            onclick: () => (told.ready ? this.showOracle(true) : announce(told.why)),
          },
          t("page.board.ask"),
        ),
        h(
          "p",
          { class: told.ready ? "good small-text" : "soft small-text", id: "board-why" },
          told.ready ? told.moment : told.why,
        ),
      ),
    ];
  }

  /**
   * The fields of the stage that is chosen.
   *
   * @param {BoardTold} told
   */
  more(told) {
    const fields = [];
    const after = told.stage !== "exchange";
    const [elder = "", younger = ""] = told.took.split("-");
    if (after)
      fields.push(
        this.line("said", told.said),
        this.line("took_elder", elder),
        this.line("took_younger", younger),
      );
    else if (told.seat === "younger") fields.push(this.line("took_elder", elder));
    if (after && told.seat === "elder") fields.push(this.line("looked", told.looked));
    if (told.stage === "play") fields.push(this.line("played", told.played));
    const [one = "", two = ""] = told.scores.split("-");
    return [
      h("div", { class: "board-fields" }, ...fields),
      h(
        "details",
        { class: "so-far", open: Boolean(one || two || told.left) },
        h("summary", {}, t("page.board.partie")),
        h(
          "div",
          { class: "board-fields" },
          this.line("score_elder", one),
          this.line("score_younger", two),
          this.line("left", told.left),
        ),
      ),
    ];
  }

  /** @param {string} name @param {string} value */
  line(name, value) {
    const short = /^(?:took|score|left)/.test(name);
    const told = /** @type {BoardTold} */ (this.told);
    return h(
      "label",
      { class: short ? "field short" : "field", for: `board-${name}` },
      h("span", { class: "name" }, t(`page.board.field.${name}`)),
      h("input", {
        type: "text",
        id: `board-${name}`,
        value,
        maxlength: "400",
        inputmode: short ? "numeric" : "text",
        autocomplete: "off",
        spellcheck: "false",
        data: { key: `field-${name}` },
        onchange: (/** @type {Event} */ event) => {
          const typed = /** @type {HTMLInputElement} */ (event.target).value.trim();
          void this.change(together(told, name, typed));
        },
      }),
    );
  }

  /**
   * @param {string} name
   * @param {string} kind
   * @param {() => unknown} does
   * @param {boolean} [off]
   */
  button(name, kind, does, off = false) {
    return h(
      "button",
      {
        class: `button ${kind}`,
        type: "button",
        disabled: off,
        data: { key: name },
        onclick: does,
      },
      t(`page.board.${name}`),
    );
  }

  /**
   * @param {"stage" | "seat" | "hide"} name
   * @param {string[]} values
   * @param {string} now
   */
  segments(name, values, now) {
    return h(
      "fieldset",
      {},
      h("legend", {}, t(`page.board.${name}.legend`)),
      h(
        "div",
        { class: "segments" },
        ...values.map((value) =>
          h(
            "label",
            {},
            h("input", {
              type: "radio",
              name: `board-${name}`,
              value,
              checked: value === now,
              data: { key: `${name}-${value}` },
              onchange: () => this.change({ [name]: value }),
            }),
            t(`page.board.${name}.${value || "none"}`),
          ),
        ),
      ),
    );
  }

  /** @param {BoardTold} told */
  passing(told) {
    const address = `${location.origin}/#/board/${told.link}`;
    return [
      h(
        "section",
        { class: "panel stack", "aria-labelledby": "board-pass" },
        h("h2", { id: "board-pass" }, t("page.board.pass")),
        this.copied("link", address),
        this.copied("quote", told.quote),
        told.code
          ? h(
              "div",
              { class: "row" },
              h(
                "span",
                {},
                t("page.board.code"),
                " ",
                h("code", { class: "deal-code" }, told.code),
              ),
              this.button("play", "main", () => this.play(told)),
            )
          : h("p", { class: "soft small-text" }, t("page.board.no_code")),
      ),
    ];
  }

  /** @param {"link" | "quote"} name @param {string} words */
  copied(name, words) {
    const field = h("input", {
      type: "text",
      id: `board-${name}`,
      readonly: true,
      value: words,
      data: { key: `copy-field-${name}` },
      onfocus: () => field.select(),
    });
    return h(
      "div",
      { class: "copy" },
      h("label", { for: `board-${name}` }, t(`page.board.${name}`)),
      h(
        "div",
        { class: "row" },
        field,
        h(
          "button",
          {
            class: "button",
            type: "button",
            data: { key: `copy-${name}` },
            "aria-label": t(`page.board.copy_${name}`),
            onclick: async () => {
              try {
                await navigator.clipboard.writeText(words);
                announce(t("page.board.copied"));
              } catch {
                field.focus(); // it is selected: it can be copied by hand
                announce(t("page.board.copy_by_hand"));
              }
            },
          },
          t("page.board.copy"),
        ),
      ),
    );
  }

  /** @param {BoardTold} told */
  async play(told) {
    try {
      const begun = await api("/api/parties", {
        id: freshId(),
        rules: told.rules,
        code: told.code,
        ...(settings.level ? { level: settings.level } : {}),
      });
      this.sit(begun.partie);
    } catch (error) {
      this.refuse(said(error));
    }
  }

  async choose() {
    const told = /** @type {BoardTold} */ (this.told);
    try {
      const { profiles } = await api("/api/lobby");
      await chooseRules(told.rules, profiles, (rules) => void this.change({ rules }));
    } catch (error) {
      this.refuse(said(error));
    }
  }
}

/**
 * A change of one field; two numbers that belong together go as one.
 *
 * @param {BoardTold} told
 * @param {string} name
 * @param {string} typed
 * @returns {BoardAsked}
 */
function together(told, name, typed) {
  const pair = /^(took|score)_(elder|younger)$/.exec(name);
  if (!pair) return { [name]: typed };
  const field = pair[1] === "took" ? "took" : "scores";
  const [elder = "", younger = ""] = told[field].split("-");
  return { [field]: pair[2] === "elder" ? `${typed}-${younger}` : `${elder}-${typed}` };
}

customElements.define("piquet-board", PiquetBoard);
