// @ts-check
/** The page on which one learns: the lessons, and the table at which one is going on. */

import { h } from "../dom.js";
import { api } from "../net.js";
import { t } from "../words.js";
import { fan, lay, stylesheet, unreached, ways } from "./common.js";
import { begin } from "./learn_end.js";
import { kept } from "./learn_kept.js";
import { PiquetLesson } from "./learn_table.js";

/** @typedef {import("./learn_told.js").Lesson} Lesson */

await stylesheet("learn");

const SECONDS = 8; // that a stop takes, one with another

export class PiquetLearn extends HTMLElement {
  constructor() {
    super();
    /** @type {(partie: string) => void} */
    this.sit = () => {};
    this.name = "";
  }

  /** @param {string[]} rest the name of a lesson and the number or name of a stop */
  go([name = "", step = ""]) {
    if (!name) return void this.list();
    const shown = this.firstElementChild;
    if (shown instanceof PiquetLesson && shown.name === name) return shown.go(step || "1");
    const lesson = /** @type {PiquetLesson} */ (document.createElement("piquet-lesson"));
    lesson.name = name;
    lesson.sit = (partie) => this.sit(partie);
    this.className = "";
    this.replaceChildren(lesson);
    lesson.go(step || "1");
  }

  /** Show what can be learnt. */
  async list() {
    /** @type {Lesson[]} */
    let lessons;
    try {
      ({ lessons } = await api("/api/lessons"));
    } catch (error) {
      unreached(this, error, () => void this.list());
      return;
    }
    const far = kept();
    const due = lessons.find(({ name, stops }) => (far[name] ?? 1) < stops) ?? lessons[0];
    if (!due) return;
    const main = lay(this, t("page.learn.title"), h("p", { class: "lead" }, t("page.learn.lead")));
    main.prepend(fan(["AS", "KH", "QC", "JD", "TS"]));
    main.append(
      beginning(due, far[due.name] ?? 1),
      h(
        "section",
        {},
        h("h2", {}, t("page.learn.lessons")),
        h(
          "ol",
          { class: "lessons" },
          ...lessons.map((lesson) => row(lesson, far[lesson.name] ?? 1)),
        ),
      ),
      h("section", {}, h("h2", {}, t("page.learn.then")), this.onward()),
    );
  }

  /** What comes after the lessons. */
  onward() {
    const made = ways(t("page.learn.then"), [
      { href: "#/drills", title: t("page.beside.drills"), words: t("page.beside.drills_about") },
      { href: "#/guide", title: t("page.beside.guide"), words: t("page.beside.guide_about") },
    ]);
    const refusal = h("p", { class: "refusal" });
    made.append(
      h(
        "button",
        {
          class: "panel way",
          type: "button",
          onclick: () => void begin((partie) => this.sit(partie), refusal),
        },
        h("strong", {}, t("page.learn.real")),
        h("span", { class: "soft" }, t("page.learn.real_about")),
        refusal,
      ),
    );
    return made;
  }
}

/** How long a lesson is. @param {Lesson} lesson */
const measure = (lesson) =>
  t("page.learn.measure", {
    stops: lesson.stops,
    minutes: Math.max(1, Math.round((lesson.stops * SECONDS) / 60)),
  });

/**
 * The way into the lesson that is due: from its start, or from where one has come to.
 *
 * @param {Lesson} lesson
 * @param {number} at
 */
function beginning({ name, title, stops }, at) {
  const begun = at > 1 && at < stops;
  const words = begun ? t("page.learn.go_on", { n: at, of: stops }) : t("page.learn.begin");
  return h(
    "p",
    { class: "begin" },
    h("a", { class: "button main play", href: `#/learn/${name}/${begun ? at : 1}` }, words),
    h("span", { class: "soft" }, title),
  );
}

/** @param {Lesson} lesson @param {number} at */
function row(lesson, at) {
  const { name, title, about, seat, stops } = lesson;
  return h(
    "li",
    {},
    h(
      "a",
      { class: "panel", href: `#/learn/${name}/1` },
      h("strong", {}, title),
      h("span", {}, about),
      h(
        "span",
        { class: "soft small-text" },
        `${t(`page.learn.seat.${seat}`)} · ${measure(lesson)}`,
        at >= stops ? h("b", { class: "done" }, t("page.learn.done")) : null,
      ),
    ),
  );
}

customElements.define("piquet-learn", PiquetLearn);
