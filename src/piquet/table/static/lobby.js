// @ts-check
/** The first page: one big button that deals, and beside it everything else. */

import { announce } from "./announce.js";
import { openCard } from "./cards.js";
import { closeSheet, confirm, sheet } from "./dialog.js";
import { h } from "./dom.js";
import { openHelp } from "./help.js";
import { icon } from "./icons.js";
import { levelList } from "./menu.js";
import { api, freshId } from "./net.js";
import { openSettings } from "./prefs.js";
import { chooseRules, openRules } from "./rules.js";
import { begin } from "./seats.js";
import { change, settings } from "./settings.js";
import { openTaken } from "./taken.js";
import { t } from "./words.js";

/** @typedef {import("./told.js").Lobby} Lobby */

const FOLLOW = 1000; // milliseconds between two questions how the solved table is getting on

export class PiquetLobby extends HTMLElement {
  constructor() {
    super();
    /** @type {(partie: string) => void} */
    this.sit = () => {};
    /** @type {Lobby | null} */
    this.lobby = null;
    this.busy = false;
    this.code = "";
    this.timer = 0;
    this.core = h("p", { class: "core soft small-text" });
  }

  connectedCallback() {
    this.className = "lobby";
    document.title = t("page.name");
    this.replaceChildren(h("main", { class: "hero" }, h("h1", { tabindex: "-1" }, t("page.name"))));
    this.querySelector("h1")?.focus({ preventScroll: true });
    void this.load();
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
  }

  async load() {
    try {
      this.lobby = await api("/api/lobby");
    } catch {
      this.unreached();
      return;
    }
    if (!this.isConnected) return;
    this.draw();
    this.follow();
  }

  /** The server does not answer: say so, and ask again when the person wants. */
  unreached() {
    const again = () => void this.load();
    this.replaceChildren(
      h(
        "main",
        { class: "closed" },
        h("h1", { tabindex: "-1" }, t("page.name")),
        h("p", { class: "lead" }, t("page.failed")),
        h("button", { class: "button main", type: "button", onclick: again }, t("page.try_again")),
      ),
    );
    announce(t("page.failed"));
    this.querySelector("button")?.focus();
  }

  /** Tell how far the solved table is, while it is being built. */
  follow() {
    const lobby = /** @type {Lobby} */ (this.lobby);
    this.core.textContent = lobby.core.state === "building" ? lobby.core.words : "";
    if (lobby.core.state !== "building") return;
    this.timer = window.setTimeout(async () => {
      try {
        const now = /** @type {Lobby} */ (await api("/api/lobby"));
        Object.assign(lobby, { core: now.core, levels: now.levels });
      } catch {
        // It is asked again.
      }
      this.follow();
    }, FOLLOW);
  }

  /** The level and rules to play by: the last ones, where they are still there. */
  get level() {
    const { levels = [], default_level = "" } = this.lobby ?? {};
    return levels.some((level) => level.name === settings.level && level.ready)
      ? settings.level
      : default_level;
  }

  get rules() {
    return (
      settings.rules || this.lobby?.profiles.find((profile) => profile.default)?.name || "rubicon"
    );
  }

  /** Whether the table calls for the person: until somebody has chosen, in a first partie. */
  get calls() {
    return settings.calls ?? !this.lobby?.parties.some((partie) => partie.over);
  }

  /**
   * Begin a partie and sit down at it.
   *
   * @param {object} [more]
   * @returns {Promise<string>} why it could not be begun, or nothing
   */
  async ask(more = {}) {
    if (this.busy) return "";
    this.busy = true;
    this.failed("");
    let why = "";
    try {
      await api("/api/settings", { pace: settings.speed, call_for_me: this.calls });
      const { partie } = await api("/api/parties", {
        id: freshId(),
        level: this.level,
        rules: this.rules,
        ...more,
      });
      closeSheet();
      this.sit(partie);
    } catch (error) {
      why = error instanceof Error && error.message ? error.message : t("page.failed");
    }
    this.busy = false;
    return why;
  }

  /** @param {object} [more] */
  async begin(more = {}) {
    this.failed(await this.ask(more));
  }

  /**
   * @param {string} sentence
   * @param {string} [beside] the place of the refusal
   */
  failed(sentence, beside = ".hero .refusal") {
    for (const place of this.querySelectorAll(".refusal")) place.textContent = "";
    const place = this.querySelector(beside);
    if (place) place.textContent = sentence;
    if (sentence) announce(sentence);
  }

  draw() {
    const lobby = /** @type {Lobby} */ (this.lobby);
    const waiting = lobby.parties.filter((partie) => !partie.over);
    const level = lobby.levels.find((one) => one.name === this.level);
    const fan = h(
      "div",
      { class: "fan", "aria-hidden": "true" },
      ...["AS", "KH", "QC", "JD", "TS"].map(openCard),
    );
    const recent = waiting[0];
    this.replaceChildren(
      h(
        "header",
        { class: "bar lobby-bar" },
        h("span", { class: "brand" }, t("page.name")),
        h(
          "nav",
          { class: "tools", "aria-label": t("page.table.tools") },
          this.tool("rules", () => openRules(this.rules)),
          this.tool("settings", () =>
            openSettings({ calls: this.calls, setCalls: (calls) => change("calls", calls) }),
          ),
          this.tool("help", openHelp),
        ),
      ),
      h(
        "main",
        {},
        h(
          "section",
          { class: "hero" },
          h(
            "div",
            { class: "hero-words" },
            h("h1", { tabindex: "-1" }, t("page.lobby.title")),
            h("p", { class: "lead" }, t("page.lobby.lead")),
            h(
              "div",
              { class: "row play-row" },
              h(
                "button",
                { class: "button main play", type: "button", onclick: () => this.begin() },
                t("page.lobby.play"),
              ),
              recent
                ? h(
                    "button",
                    {
                      class: "button quiet resume",
                      type: "button",
                      onclick: () => this.sit(recent.partie),
                    },
                    t("page.lobby.resume"),
                    h("span", { class: "small-text" }, recent.title),
                  )
                : null,
            ),
            h(
              "p",
              { class: "against" },
              t("page.lobby.against"),
              " ",
              h(
                "button",
                { class: "link on-cloth", type: "button", onclick: () => this.chooseLevel() },
                level?.title ?? this.level,
              ),
              " · ",
              t("page.lobby.by_rules"),
              " ",
              h(
                "button",
                { class: "link on-cloth", type: "button", onclick: () => this.chooseRules() },
                this.rules,
              ),
            ),
            h(
              "p",
              { class: "against" },
              h("a", { class: "link on-cloth", href: "#/learn" }, t("page.lobby.first")),
              " · ",
              h(
                "button",
                { class: "link on-cloth", type: "button", onclick: openHelp },
                t("page.how.title"),
              ),
            ),
            h("p", { class: "refusal" }),
            this.core,
          ),
          fan,
        ),
        h(
          "nav",
          { class: "shelf beside", "aria-label": t("page.lobby.beside") },
          ...["learn", "drills", "guide", "review", "board", "pad"].map((page) =>
            h(
              "a",
              { class: "panel stack", href: `#/${page}` },
              h("strong", {}, t(`page.beside.${page}`)),
              h("span", { class: "soft" }, t(`page.beside.${page}_about`)),
            ),
          ),
        ),
        h(
          "div",
          { class: "shelf" },
          h(
            "section",
            { class: "panel stack" },
            h("h2", {}, t("page.lobby.daily")),
            h("p", { class: "soft" }, t("page.lobby.daily_about")),
            h(
              "button",
              { class: "button", type: "button", onclick: () => this.begin({ daily: true }) },
              t("page.lobby.daily_play", { date: this.date(lobby.today) }),
            ),
          ),
          this.friendForm(),
          h(
            "section",
            { class: "panel stack" },
            h("h2", {}, t("page.lobby.code")),
            h("p", { class: "soft" }, t("page.lobby.code_about")),
            this.codeForm(),
          ),
          h(
            "section",
            { class: "panel stack" },
            h("h2", {}, t("page.taken.title")),
            h("p", { class: "soft" }, t("page.taken.about")),
            h(
              "button",
              {
                class: "button",
                type: "button",
                onclick: () => openTaken((more) => this.ask(more)),
              },
              t("page.taken.open"),
            ),
          ),
          h(
            "section",
            { class: "panel stack parties" },
            h("h2", {}, t("page.lobby.parties")),
            this.parties(lobby),
          ),
        ),
      ),
      this.footer(lobby),
    );
    const first = this.querySelector(this.code ? "form .button" : "button.play");
    /** @type {HTMLElement | null} */ (first)?.focus({ preventScroll: true });
  }

  /**
   * @param {"rules" | "settings" | "help"} name
   * @param {() => unknown} does
   */
  tool(name, does) {
    const label = t(`page.tools.${name}`);
    return h(
      "button",
      { class: "icon-button", type: "button", "aria-label": label, title: label, onclick: does },
      icon(name),
    );
  }

  /** @param {string} day */
  date(day) {
    const made = new Date(`${day}T12:00:00`);
    if (Number.isNaN(made.getTime())) return day;
    return made.toLocaleDateString(document.documentElement.lang || "en", {
      day: "numeric",
      month: "long",
    });
  }

  /** A partie with a friend: one's name, and a link to send. */
  friendForm() {
    const name = h("input", {
      type: "text",
      id: "friend-name",
      maxlength: "24",
      autocomplete: "nickname",
      value: settings.name,
    });
    return h(
      "section",
      { class: "panel stack" },
      h("h2", {}, t("page.friend.title")),
      h("p", { class: "soft" }, t("page.friend.about")),
      h(
        "form",
        {
          class: "row",
          onsubmit: async (/** @type {Event} */ event) => {
            event.preventDefault();
            change("name", name.value.trim());
            try {
              this.sit(await begin(freshId(), name.value, this.rules));
            } catch (error) {
              const why = error instanceof Error && error.message ? error.message : "";
              this.failed(why || t("page.failed"), "#friend-refused");
            }
          },
        },
        h("label", { class: "unseen", for: "friend-name" }, t("page.join.name")),
        name,
        h("button", { class: "button", type: "submit" }, t("page.friend.make")),
        h("p", { class: "refusal", id: "friend-refused" }),
      ),
    );
  }

  codeForm() {
    const input = h("input", {
      type: "text",
      id: "deal-code",
      maxlength: "200", // a whole link to a shared deal can be pasted
      autocomplete: "off",
      spellcheck: "false",
      value: this.code,
      placeholder: "",
      "aria-describedby": "code-refused",
    });
    return h(
      "form",
      {
        class: "row",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.dealCode(input);
        },
      },
      h("label", { class: "unseen", for: "deal-code" }, t("page.lobby.code_label")),
      input,
      h("button", { class: "button", type: "submit" }, t("page.lobby.code_play")),
      h("p", { class: "refusal", id: "code-refused" }),
    );
  }

  /** @param {HTMLInputElement} input */
  async dealCode(input) {
    const code = input.value.trim();
    const link = /\/deal\/(\w{13})(#p\.[\w-]+)?$/.exec(code);
    if (link) return location.assign(`/deal/${link[1]}${link[2] ?? ""}`);
    const why = code ? await this.ask({ code }) : t("page.lobby.code_empty");
    if (!why) return;
    this.failed(why, "#code-refused");
    input.setAttribute("aria-invalid", "true");
    input.focus();
  }

  /** @param {Lobby} lobby */
  parties(lobby) {
    if (!lobby.parties.length) return h("p", { class: "soft" }, t("page.lobby.no_parties"));
    return h(
      "ul",
      { class: "partie-list" },
      ...lobby.parties.slice(0, 30).map((partie) =>
        h(
          "li",
          {},
          h(
            "div",
            {},
            h("strong", {}, partie.title),
            h("span", { class: "soft small-text" }, partie.words),
          ),
          h("span", { class: "number total" }, `${partie.you} – ${partie.they}`),
          h(
            "span",
            { class: "row" },
            h(
              "button",
              { class: "button small", type: "button", onclick: () => this.sit(partie.partie) },
              t(partie.over ? "page.lobby.look" : "page.lobby.go_on"),
            ),
            partie.finished
              ? h(
                  "a",
                  {
                    class: "button small",
                    href: `#/review/${encodeURIComponent(partie.partie)}`,
                    "aria-label": `${t("page.lobby.review")}: ${partie.title}`,
                  },
                  t("page.lobby.review"),
                )
              : null,
            h(
              "button",
              {
                class: "button small plain",
                type: "button",
                "aria-label": `${t("page.lobby.forget")}: ${partie.title}`,
                onclick: () => this.forget(partie),
              },
              t("page.lobby.forget"),
            ),
            partie.over
              ? h(
                  "a",
                  {
                    class: "button small plain",
                    href: `/api/parties/${encodeURIComponent(partie.partie)}/record`,
                    download: `${partie.partie}.pqn`,
                  },
                  t("page.lobby.export"),
                )
              : null,
          ),
        ),
      ),
    );
  }

  /** @param {Lobby["parties"][0]} partie */
  async forget(partie) {
    const sure = await confirm(
      t("page.lobby.forget_title"),
      t("page.lobby.forget_question", { title: partie.title }),
      t("page.lobby.forget_yes"),
    );
    if (!sure) return;
    await api(`/api/parties/${encodeURIComponent(partie.partie)}`, undefined, "DELETE");
    await this.load();
  }

  /** @param {Lobby} lobby */
  footer(lobby) {
    return h(
      "footer",
      { class: "foot small-text soft" },
      t("page.foot", { version: lobby.version, core: lobby.core.words, rules: this.rules }),
    );
  }

  chooseLevel() {
    const lobby = /** @type {Lobby} */ (this.lobby);
    sheet(
      t("page.levels.title"),
      [
        levelList(lobby.levels, this.level, (level) => {
          change("level", level);
          this.draw();
          closeSheet();
        }),
      ],
      { name: "levels" },
    );
  }

  chooseRules() {
    const lobby = /** @type {Lobby} */ (this.lobby);
    void chooseRules(this.rules, lobby.profiles, (rules) => {
      change("rules", rules);
      this.draw();
    });
  }
}

customElements.define("piquet-lobby", PiquetLobby);
