// @ts-check
/** The parts of a chapter of the guide beside its examples. */

import { withCards } from "../cards.js";
import { h } from "../dom.js";
import { api } from "../net.js";
import { t } from "../words.js";
import { exampleOf } from "./guide_example.js";

/** @typedef {import("./guide_told.js").Guide} Guide */
/** @typedef {import("./guide_told.js").Chapter} Chapter */

/** What reckons too late for both bonuses, and what only a pique may use. */
const LAST = "cards";
const IN_PLAY = "play";

/**
 * The order in which scores reckon, with what each bonus spans: a list that scrolls in its own box.
 *
 * @param {Chapter["order"]} steps
 */
export function orderOf(steps) {
  /** @param {string} name */
  const at = (name) => steps.findIndex((step) => step.name === name);
  return h(
    "section",
    { class: "order-box" },
    h("h2", { id: "order" }, t("page.guide.order")),
    h("p", { class: "soft" }, t("page.guide.order_about")),
    h(
      "div",
      { class: "order-scroll", tabindex: "0", role: "region", "aria-labelledby": "order" },
      h(
        "ol",
        { class: "order" },
        ...steps.map((step) =>
          h(
            "li",
            { class: step.name },
            h("strong", {}, step.title),
            h("span", { class: "number" }, step.points),
          ),
        ),
      ),
      h(
        "ul",
        { class: "spans" },
        span("repique", at(IN_PLAY)),
        span("pique", at(LAST)),
        h("li", { class: "too-late" }, h("span", {}, t("page.guide.order_last"))),
      ),
    ),
  );
}

/**
 * @param {"repique" | "pique"} name
 * @param {number} steps how many steps it spans
 */
function span(name, steps) {
  const made = h("li", { class: `span ${name}` }, h("span", {}, t(`page.guide.order_${name}`)));
  made.style.setProperty("--steps", String(steps));
  return made;
}

/** @param {Chapter} chapter */
export function rulesOf(chapter) {
  if (!chapter.rules.length) return null;
  return h(
    "section",
    { class: "rules-said" },
    h("h2", {}, t("page.guide.in_rules")),
    ...chapter.rules.map((paragraph) => h("p", {}, paragraph)),
    chapter.left_out.length
      ? h(
          "div",
          { class: "left-out" },
          h("h3", {}, t("page.guide.left_out")),
          h("ul", {}, ...chapter.left_out.map((said) => h("li", {}, said))),
        )
      : null,
  );
}

/**
 * Where the sets of rules part on the points of a chapter.
 *
 * @param {Chapter} chapter
 * @param {Guide} guide
 */
export function pointsOf(chapter, guide) {
  if (!chapter.points.length) return null;
  return h(
    "section",
    { class: "parting" },
    h("h2", {}, t("page.guide.part")),
    h("p", { class: "soft" }, t("page.guide.part_about")),
    ...chapter.points.map((point) =>
      h(
        "details",
        { open: point.differs },
        h(
          "summary",
          {},
          point.label,
          point.differs
            ? h("span", { class: "tag" }, t("page.guide.differs", { name: guide.default }))
            : null,
        ),
        h(
          "ul",
          {},
          ...point.variants.map((variant) =>
            h(
              "li",
              { class: variant.here ? "here" : "" },
              h("p", {}, variant.sentence),
              h(
                "p",
                { class: "soft small-text" },
                variant.profiles.join(", "),
                variant.here ? h("span", { class: "tag" }, t("page.guide.here")) : null,
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Chapter} chapter
 * @param {string} rules
 * @param {(partie: string) => void} sit
 */
export function questionsOf(chapter, rules, sit) {
  if (!chapter.questions.length) return [];
  const index = h(
    "nav",
    { "aria-label": t("page.guide.asked") },
    h(
      "ul",
      { class: "asked" },
      ...chapter.questions.map((question) =>
        h("li", {}, h("a", { href: `#/guide/questions/${question.name}` }, question.ask)),
      ),
    ),
  );
  const answered = chapter.questions.map((question) =>
    h(
      "section",
      { class: "question", id: `q-${question.name}`, "aria-labelledby": `ask-${question.name}` },
      h("h2", { id: `ask-${question.name}`, tabindex: "-1" }, question.ask),
      h("p", {}, withCards(question.answer)),
      question.rules.length
        ? h("blockquote", {}, ...question.rules.map((said) => h("p", {}, said)))
        : null,
      deal(question, rules, sit),
    ),
  );
  return [index, ...answered];
}

/**
 * The deal of a question, asked for when somebody opens it.
 *
 * @param {Chapter["questions"][0]} question
 * @param {string} rules
 * @param {(partie: string) => void} sit
 */
function deal(question, rules, sit) {
  const body = h("div", { class: "question-deal" });
  let asked = false;
  const open = async () => {
    if (!made.open || asked) return;
    asked = true;
    body.replaceChildren(h("p", { class: "soft" }, t("page.guide.waits")));
    const query = new URLSearchParams({ rules, name: question.example });
    try {
      body.replaceChildren(exampleOf(await api(`/api/guide/example?${query}`), sit));
    } catch (error) {
      asked = false;
      const said = error instanceof Error && error.name !== "TypeError" ? error.message : "";
      body.replaceChildren(h("p", { class: "refusal" }, said || t("page.failed")));
    }
  };
  const made = h(
    "details",
    { ontoggle: open },
    h(
      "summary",
      {},
      t("page.guide.example"),
      h("span", { class: "soft" }, ` ${question.example_title}`),
    ),
    body,
  );
  return made;
}

/** @param {Chapter} chapter */
export function claimsOf(chapter) {
  return chapter.claims.map((claim) =>
    h(
      "section",
      { class: "claim", "aria-labelledby": `claim-${claim.name}` },
      h("p", { class: `verdict ${claim.verdict}` }, claim.verdict_words),
      h("h2", { id: `claim-${claim.name}` }, claim.claim),
      h("p", {}, claim.words),
      h("p", { class: "small-text soft sources-head" }, t("page.guide.sources")),
      h(
        "ul",
        { class: "sources small-text" },
        ...claim.sources.map((source) =>
          h(
            "li",
            {},
            source.address
              ? h(
                  "a",
                  { href: source.address, rel: "noreferrer noopener", target: "_blank" },
                  source.words,
                )
              : source.words,
          ),
        ),
      ),
    ),
  );
}

/** @param {Chapter} chapter */
export function errataOf(chapter) {
  return chapter.errata.map((errata) =>
    h(
      "section",
      { class: "errata" },
      h("h2", {}, errata.heading),
      ...errata.words.map((said) => h("p", {}, said)),
    ),
  );
}
