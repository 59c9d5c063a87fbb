// @ts-check
/** What a table shows of a friend opposite: the link for him, whether he is here, what comes next. */

import { announce } from "./announce.js";
import { h } from "./dom.js";
import { anew, broken, friendLink, elsewhere as pledgedElsewhere, seatLink } from "./seats.js";
import { headed, t } from "./words.js";

/**
 * An address to be sent on, with a button that copies it.
 *
 * @param {string} id
 * @param {string} label
 * @param {string} address
 */
export function address(id, label, address) {
  const field = h("input", {
    id,
    type: "text",
    readonly: true,
    value: address,
    onfocus: () => field.select(),
  });
  const button = h(
    "button",
    {
      class: "button main",
      type: "button",
      onclick: async () => {
        field.select();
        try {
          await navigator.clipboard.writeText(address);
        } catch {
          document.execCommand("copy"); // an address without TLS has no clipboard of its own
        }
        button.textContent = t("page.friend.copied");
        announce(t("page.friend.copied"));
      },
    },
    t("page.friend.copy"),
  );
  return h(
    "div",
    { class: "stack address" },
    h("label", { class: "field", for: id }, h("span", { class: "name" }, label), field),
    h("div", { class: "row centred" }, button),
  );
}

/**
 * What stands on the cloth while nobody sits opposite.
 *
 * @param {import("./told.js").Table} now
 * @param {() => void} again draw it anew
 */
export function waiting(now, again) {
  const link = friendLink(now.partie);
  return h(
    "div",
    { class: "result waiting-friend" },
    h("h2", {}, t("page.friend.send")),
    h("p", { class: "soft-on-cloth" }, t("page.friend.send_about")),
    h(
      "div",
      { class: "on-paper sheetlike" },
      link
        ? address("friend-link", t("page.friend.link"), link)
        : h(
            "div",
            { class: "row centred" },
            h(
              "button",
              {
                class: "button main",
                type: "button",
                onclick: async () => {
                  await anew(now.partie);
                  again();
                },
              },
              t("page.friend.anew"),
            ),
          ),
    ),
  );
}

/**
 * What stands on the cloth while a shuffle waits for a number that another browser of this seat has.
 *
 * @param {import("./told.js").Table} now
 * @param {() => void} here shuffle anew in this browser
 */
export function astray(now, here) {
  if (!pledgedElsewhere(now)) return null;
  return h(
    "div",
    { class: "result astray" },
    h("h2", {}, t("page.friend.astray")),
    h("p", { class: "soft-on-cloth" }, t("page.friend.astray_about")),
    h(
      "div",
      { class: "row centred" },
      h("button", { class: "button main", type: "button", onclick: here }, t("page.friend.here")),
    ),
  );
}

/**
 * What has to be said of the friend beside the turn, "" where all is as usual.
 *
 * @param {import("./told.js").Table} now
 */
export function presence(now) {
  const friend = now.friend;
  if (!friend) return "";
  const name = headed(friend.name);
  if (!friend.seated) return t("page.friend.nobody");
  if (gone(now)) return t("page.friend.away", { name });
  if (broken(now)) return t("page.friend.broken");
  if (friend.shuffling && !friend.due && friend.pledged) return t("page.friend.shuffles", { name });
  return "";
}

/** Whether a friend who sits opposite has gone away. @param {import("./told.js").Table} now */
export const gone = ({ friend, phase }) =>
  friend?.seated && !friend.here && !friend.ended && phase !== "partie_over";

/**
 * The own seat's address, to go on elsewhere.
 *
 * @param {import("./told.js").Table} now
 */
export function elsewhere(now) {
  const link = now.friend ? seatLink(now.partie) : "";
  if (!link) return null;
  return h(
    "details",
    {},
    h("summary", {}, t("page.friend.elsewhere")),
    h("p", { class: "small-text soft" }, t("page.friend.elsewhere_about")),
    address("seat-link", t("page.friend.seat"), link),
  );
}
