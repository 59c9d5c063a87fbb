// @ts-check
/** The rules guide: a chapter a phase, the common questions, and the history. */

import { openCard } from "../cards.js";
import { h } from "../dom.js";
import { api } from "../net.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { lay, stylesheet, unreached } from "./common.js";
import { exampleOf } from "./guide_example.js";
import { claimsOf, errataOf, orderOf, pointsOf, questionsOf, rulesOf } from "./guide_parts.js";

await stylesheet("guide");

/** @typedef {import("./guide_told.js").Guide} Guide */
/** @typedef {import("./guide_told.js").Chapter} Chapter */

/** Cards at the head of each chapter: what it is about, at a glance. @type {Record<string, string[]>} */
const HEADS = {
  cards: ["AS", "KH", "8C", "7D"],
  blanche: ["AS", "TH", "9D", "8C"],
  exchange: ["7C", "8D", "AH", "KS"],
  point: ["AH", "QH", "TH", "9H", "8H"],
  sequences: ["KD", "QD", "JD", "TD"],
  sets: ["AS", "AH", "AD", "AC"],
  saying: ["TS", "TH", "TD", "TC"],
  repique: ["AH", "KH", "QH", "JH", "TH", "9H"],
  pique: ["QS", "JS", "TS"],
  play: ["AC", "7C"],
  capot: ["AS", "KS", "QS", "JS"],
};

/** Chapters that are the same whatever rules are chosen. */
const SAME = new Set(["history"]);

/** Where the contents have room beside the text and are always open. */
const WIDE = matchMedia("(min-width: 60rem)");

export class PiquetGuide extends HTMLElement {
  constructor() {
    super();
    /** @type {(partie: string) => void} */
    this.sit = () => {};
    /** @type {Guide | null} */
    this.guide = null;
    this.rules = settings.rules.split("(")[0] || "";
    this.chapter = "";
    this.asked = 0;
    this.widened = () => {
      const contents = this.querySelector(".contents details");
      if (contents instanceof HTMLDetailsElement) contents.open = WIDE.matches;
    };
  }

  connectedCallback() {
    WIDE.addEventListener("change", this.widened);
  }

  disconnectedCallback() {
    WIDE.removeEventListener("change", this.widened);
  }

  /**
   * Show what the address says: `#/guide`, `#/guide/CHAPTER`, `#/guide/questions/QUESTION`.
   *
   * @param {string[]} rest
   */
  go(rest) {
    const [chapter = "", place = ""] = rest;
    if (this.guide && chapter === this.chapter && chapter) this.show(place);
    else void this.load(chapter, place);
  }

  /**
   * @param {string} chapter
   * @param {string} place
   */
  async load(chapter, place = "") {
    const number = ++this.asked;
    const query = new URLSearchParams({ chapter });
    if (this.rules) query.set("rules", this.rules);
    try {
      const guide = await api(`/api/guide?${query}`);
      if (number !== this.asked || !this.isConnected) return;
      this.guide = guide;
      this.chapter = chapter;
      this.rules = guide.rules;
      this.draw();
      if (place) this.show(place);
      else scrollTo(0, 0);
    } catch (error) {
      if (number === this.asked) unreached(this, error, () => void this.load(chapter, place));
    }
  }

  /**
   * Bring a question into sight.
   *
   * @param {string} place
   */
  show(place) {
    const found = this.querySelector(`#q-${CSS.escape(place)}`);
    if (!found) return;
    const details = found.querySelector("details");
    if (details) details.open = true;
    const heading = /** @type {HTMLElement | null} */ (found.querySelector("h2"));
    heading?.focus({ preventScroll: true });
    found.scrollIntoView({ block: "start" });
  }

  draw() {
    const guide = /** @type {Guide} */ (this.guide);
    const chapter = guide.chapter;
    if (chapter) {
      lay(
        this,
        chapter.title,
        SAME.has(chapter.name) ? null : this.chooser(guide),
        this.contents(guide),
        this.article(guide, chapter),
      );
    } else {
      lay(
        this,
        t("page.guide.title"),
        h("p", { class: "lead" }, t("page.guide.lead")),
        this.chooser(guide),
        this.list(guide),
      );
    }
    this.classList.add("guide", chapter ? "reading" : "listing");
  }

  /** @param {Guide} guide */
  chooser(guide) {
    const words = guide.profiles.find((profile) => profile.name === guide.rules)?.words ?? "";
    const select = h(
      "select",
      {
        id: "guide-rules",
        "aria-describedby": "guide-rules-about",
        onchange: async () => {
          this.rules = select.value;
          await this.load(this.chapter);
          /** @type {HTMLElement | null} */ (this.querySelector("#guide-rules"))?.focus();
        },
      },
      ...guide.profiles.map((profile) =>
        h(
          "option",
          { value: profile.name },
          profile.default ? t("page.guide.default", { name: profile.name }) : profile.name,
        ),
      ),
    );
    select.value = guide.rules;
    return h(
      "div",
      { class: "chooser" },
      h("label", { for: "guide-rules" }, t("page.guide.read_in")),
      select,
      h("p", { class: "soft small-text", id: "guide-rules-about" }, words),
    );
  }

  /** All chapters with what they are about: the first page of the guide. @param {Guide} guide */
  list(guide) {
    return h(
      "nav",
      { "aria-label": t("page.guide.contents") },
      h(
        "ol",
        { class: "chapters" },
        ...guide.contents.map((entry) =>
          h(
            "li",
            {},
            h(
              "a",
              { class: "panel", href: `#/guide/${entry.name}` },
              h("strong", {}, entry.title),
              h("span", { class: "soft" }, entry.about),
            ),
          ),
        ),
      ),
    );
  }

  /** The chapters beside the one that is read. @param {Guide} guide */
  contents(guide) {
    return h(
      "nav",
      { class: "contents", "aria-label": t("page.guide.contents") },
      h(
        "details",
        { open: WIDE.matches },
        h("summary", {}, t("page.guide.contents")),
        h(
          "ol",
          {},
          ...guide.contents.map((entry) =>
            h(
              "li",
              {},
              h(
                "a",
                {
                  href: `#/guide/${entry.name}`,
                  "aria-current": entry.name === this.chapter ? "page" : null,
                },
                entry.title,
              ),
            ),
          ),
        ),
      ),
    );
  }

  /**
   * @param {Guide} guide
   * @param {Chapter} chapter
   */
  article(guide, chapter) {
    const head = HEADS[chapter.name];
    return h(
      "article",
      {},
      head ? h("div", { class: "head-cards", "aria-hidden": "true" }, ...head.map(openCard)) : null,
      h("div", { class: "prose" }, ...chapter.words.map((paragraph) => h("p", {}, paragraph))),
      chapter.order.length ? orderOf(chapter.order) : null,
      rulesOf(chapter),
      chapter.examples.length
        ? h(
            "div",
            { class: "examples" },
            ...chapter.examples.map((example) => exampleOf(example, this.sit, { heading: "h2" })),
          )
        : null,
      ...questionsOf(chapter, guide.rules, this.sit),
      ...claimsOf(chapter),
      ...errataOf(chapter),
      pointsOf(chapter, guide),
      this.turning(guide),
    );
  }

  /** The ways to the chapters before and after. @param {Guide} guide */
  turning(guide) {
    const at = guide.contents.findIndex((entry) => entry.name === this.chapter);
    /** @param {"before" | "after"} way @param {number} place */
    const link = (way, place) => {
      const entry = guide.contents[place];
      if (!entry) return h("span");
      return h(
        "a",
        { class: `button ${way}`, href: `#/guide/${entry.name}` },
        h("span", { class: "small-text" }, t(`page.guide.${way}`)),
        h("strong", {}, entry.title),
      );
    };
    return h(
      "nav",
      { class: "turning", "aria-label": `${t("page.guide.before")}, ${t("page.guide.after")}` },
      link("before", at - 1),
      link("after", at + 1),
    );
  }
}

customElements.define("piquet-guide", PiquetGuide);
