// @ts-check
/** The board editor: lay out a position, ask the Oracle, pass on a link: `#/board/LINK`. */

import { announce } from "../announce.js";
import { cardName } from "../cards.js";
import { fill, h } from "../dom.js";
import { api, freshId } from "../net.js";
import { Oracle } from "../oracle.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { placed, placeOf, played } from "./board_cards.js";
import { passing } from "./board_pass.js";
import { tools } from "./board_tools.js";
import { lay, stylesheet, unreached } from "./common.js";
import { sentence } from "./refused.js";

/**
 * @typedef {import("./board_told.js").BoardTold} BoardTold
 * @typedef {import("./board_told.js").BoardAsked} BoardAsked
 */

await stylesheet("board");

const TEXTS = ["scores", "left", "took", "looked", "said", "played"];
const PLACES = ["elder", "younger", "talon", "elder_thrown", "younger_thrown"];
const KEPT = 60; // positions that can be gone back to

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
      return this.refuse(sentence(error));
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
      return this.refuse(sentence(error));
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
      return this.refuse(sentence(error));
    }
    history.replaceState(null, "", `#/board/${link}`);
    this.draw();
    announce(t("page.board.undone"));
  }

  /** @param {string} card @param {string} to */
  async move(card, to) {
    const told = /** @type {BoardTold} */ (this.told);
    const from = placeOf(told, card);
    if (to === "played") {
      const words = t("page.board.was_played", { card: cardName(card) });
      return this.change({ played: `${told.played} ${card}` }, words);
    }
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

  /** @param {string} card */
  async takeBack(card) {
    const told = /** @type {BoardTold} */ (this.told);
    const cards = told.plays.map((one) => one.card);
    await this.change(
      { played: cards.slice(0, cards.indexOf(card)).join(" ") },
      t("page.board.undone"),
    );
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
        if (this.oracle.refused(id, sentence(error))) announce(sentence(error));
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
      takeBack: (/** @type {string} */ card) => this.takeBack(card),
    };
    const shown = PLACES.filter((name) => this.needs(told, name));
    const plays = told.stage === "play";
    if (!shown.includes(this.target) && !(plays && this.target === "played")) this.target = "elder";
    const drawn = Object.fromEntries(
      told.places
        .filter(({ name }) => shown.includes(name))
        .map((place) => [place.name, placed(told, place, this.target, does)]),
    );
    fill(
      this.cloth,
      drawn.younger,
      h("div", { class: "board-middle" }, drawn.talon, drawn.elder_thrown, drawn.younger_thrown),
      plays ? played(told, this.target, does) : null,
      drawn.elder,
    );
    fill(this.side, ...tools(this, told, does));
    fill(this.below, ...passing(this, told));
    this.shows();
    if (key) this.refocus(key);
  }

  /**
   * Put the focus where it was; a card that has moved is found in the pack or where it lies now.
   *
   * @param {string} key
   */
  refocus(key) {
    const card = key.replace(/^(?:pack|lying|played)-/, "");
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
}

customElements.define("piquet-board", PiquetBoard);
