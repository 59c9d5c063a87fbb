// @ts-check
/** What is shown when a deal or the partie is over: how it went, and what can come next. */

import { withCards } from "./cards.js";
import { h } from "./dom.js";
import { gone } from "./friend.js";
import { dealSheet, partieSheet, settlement } from "./score.js";
import { headed, t } from "./words.js";

/**
 * @param {import("./told.js").Table} now
 * @param {object} does
 * @param {() => void} does.next
 * @param {boolean} does.waits whether a friend has still to want it
 * @param {() => void} does.open
 * @param {() => void} does.sheet
 * @param {() => void} does.leave
 * @param {(now: import("./told.js").Table) => void} [does.share]
 * @param {(now: import("./told.js").Table) => void} [does.compare] with how somebody else played it
 * @param {string} does.review the address at which one can look back, "" where one cannot
 */
export function overview(now, does) {
  const told = now.partie_sheet;
  const partie = now.phase === "partie_over";
  const friend = now.friend;
  const name = headed(now.opponent);
  const waits = friend !== null && (partie ? friend.rematch === "you" : does.waits);
  const head = friend?.ended
    ? t(friend.ended === "you" ? "page.friend.you_ended" : "page.friend.they_ended", { name })
    : partie
      ? t(
          told.winner === "you"
            ? "page.over.won"
            : told.winner === "they"
              ? "page.over.lost"
              : "page.over.drawn",
        )
      : t("page.over.deal", { n: now.deal.number });
  const { share, compare } = does;
  return h(
    "div",
    { class: "result" },
    h("h2", {}, head),
    partie
      ? h("div", { class: "final" }, settlement(now))
      : h(
          "p",
          { class: "score-pair" },
          h("span", {}, t("page.who.you"), h("b", {}, now.you ?? "")),
          h("span", {}, headed(now.opponent), h("b", {}, now.they ?? "")),
        ),
    ...now.events
      .filter((event) => event.moment_words && !partie)
      .map((event) => h("p", { class: "great" }, event.moment_words)),
    ...now.summary.map((line) => h("p", { class: "soft-on-cloth" }, withCards(line))),
    gone(now) ? h("p", { class: "friend-gone" }, t("page.friend.away", { name })) : null,
    friend?.rematch === "they"
      ? h("p", { class: "great" }, t("page.friend.rematch", { name }))
      : null,
    h(
      "div",
      { class: "row centred" },
      now.next
        ? h(
            "button",
            {
              class: "button main",
              type: "button",
              onclick: does.next,
              "aria-disabled": waits ? "true" : null,
            },
            waits ? t("page.friend.waits", { name }) : t(`page.over.next_${now.next}`),
          )
        : null,
      compare
        ? h(
            "button",
            { class: "button compare", type: "button", onclick: () => compare(now) },
            t("page.share.compare"),
          )
        : null,
      now.may_open
        ? h("button", { class: "button", type: "button", onclick: does.open }, t("page.over.open"))
        : null,
      h("button", { class: "button", type: "button", onclick: does.sheet }, t("page.over.sheet")),
      !does.review || (friend && !partie)
        ? null
        : h("a", { class: "button", href: does.review }, t("page.over.review")),
      share && (partie || !friend)
        ? h(
            "button",
            { class: "button share", type: "button", onclick: () => share(now) },
            t("page.share.open"),
          )
        : null,
      partie
        ? h(
            "button",
            { class: "button quiet", type: "button", onclick: does.leave },
            t("page.over.leave"),
          )
        : null,
    ),
    h(
      "details",
      { class: "on-paper", open: innerWidth > 900 && innerHeight > 600 },
      h("summary", {}, t("page.over.how")),
      h("div", { class: "sheets" }, dealSheet(now), partieSheet(now)),
    ),
  );
}
