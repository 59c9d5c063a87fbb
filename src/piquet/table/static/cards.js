// @ts-check
/** Cards as pictures and in words. A card is written as the server writes it: "AS", "TH". */

import { h } from "./dom.js";
import { settings, watch } from "./settings.js";
import { t } from "./words.js";

/** @type {Record<string, {name: string, sign: string}>} */
const SUITS = {
  S: { name: "spades", sign: "♠" },
  H: { name: "hearts", sign: "♥" },
  D: { name: "diamonds", sign: "♦" },
  C: { name: "clubs", sign: "♣" },
};

/** @type {Record<string, string>} */
const RANKS = {
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "knave",
  Q: "queen",
  K: "king",
  A: "ace",
};

/** @type {Record<string, string>} */
const FRENCH = { K: "R", Q: "D", J: "V" };

/** @param {string} card */
const suitOf = (card) => SUITS[card[1] ?? ""] ?? { name: "spades", sign: "" };

/**
 * The index letter of a card, in the letters that the person has chosen.
 *
 * @param {string} card
 */
function letter(card) {
  const rank = card[0] ?? "";
  if (rank === "T") return "10";
  return settings.letters === "french" ? (FRENCH[rank] ?? rank) : rank;
}

/**
 * A card in words: "queen of hearts".
 *
 * @param {string} card
 */
export function cardName(card) {
  const rank = t(`talk.rank.${RANKS[card[0] ?? ""]}`);
  return t("page.card.name", { rank, suit: t(`suits.${suitOf(card).name}`) });
}

/**
 * A card in a line of text: Q♥, read as "queen of hearts".
 *
 * @param {string} card
 */
export function cardText(card) {
  const suit = suitOf(card);
  return h(
    "span",
    { class: `card-name ${suit.name}` },
    h("span", { "aria-hidden": "true" }, letter(card) + suit.sign),
    h("span", { class: "unseen" }, cardName(card)),
  );
}

/**
 * Several cards in a line of text.
 *
 * @param {string[]} cards
 */
export function cardTexts(cards) {
  const line = h("span", { class: "cards-named" });
  for (const [place, card] of cards.entries()) line.append(place ? " " : "", cardText(card));
  return line;
}

const SVG = "http://www.w3.org/2000/svg";

/** @param {...string} symbols names in the sprite, the lowest layer first */
function picture(...symbols) {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("viewBox", "0 0 200 280");
  made.setAttribute("aria-hidden", "true");
  made.setAttribute("focusable", "false");
  for (const name of symbols) {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `/static/cards.svg#${name}`);
    made.append(use);
  }
  return made;
}

/**
 * The name of a card's corners in the sprite, as the person likes them.
 *
 * @param {string} rank
 * @param {string} suit
 */
function corners(rank, suit) {
  const sign = settings.letters === "french" ? (FRENCH[rank] ?? rank) : rank;
  return `${settings.index === "large" ? "large" : "index"}-${sign}-${suit}`;
}

/**
 * The face of a card, to be put into something that names it.
 *
 * @param {string} card
 */
export function face(card) {
  return picture("card", `body-${card}`, corners(card[0] ?? "", card[1] ?? ""));
}

/** The back of a card: it says nothing of what is on the other side. */
export function back() {
  return h("span", { class: "card" }, picture("back"));
}

watch((changed) => {
  if (changed !== "letters" && changed !== "index") return;
  for (const use of document.querySelectorAll("use:last-child")) {
    const body = use.previousElementSibling?.getAttribute("href")?.split("#body-")[1];
    if (body)
      use.setAttribute("href", `/static/cards.svg#${corners(body[0] ?? "", body[1] ?? "")}`);
  }
});

/**
 * A card that lies open on the table and is not to be tapped.
 *
 * @param {string} card
 */
export function openCard(card) {
  return h("span", { class: "card", role: "img", "aria-label": cardName(card) }, face(card));
}

/**
 * Cards laid out in a row that wraps.
 *
 * @param {string[]} cards
 * @param {string} label what they are
 */
export function strip(cards, label) {
  return h(
    "ul",
    { class: "strip", "aria-label": label },
    ...cards.map((card) => h("li", {}, openCard(card))),
  );
}

const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

/** Cards as the server writes them in a sentence: K♥, or by suit: ♥ K Q 10. */
const WRITTEN = /\b(10|[7-9JQKA])([♠♥♦♣])|([♠♥♦♣])((?: (?:10|[7-9JQKA])(?![\p{L}\p{N}]))+)/gu;

/**
 * The cards that a piece of a sentence names.
 *
 * @param {RegExpMatchArray} found
 * @returns {string[]}
 */
function namedIn(found) {
  /** @param {string} rank @param {string} sign */
  const code = (rank, sign) =>
    (rank === "10" ? "T" : rank) + SIGNS[/** @type {keyof typeof SIGNS} */ (sign)];
  if (found[1]) return [code(found[1], found[2] ?? "")];
  return (found[4] ?? "")
    .trim()
    .split(" ")
    .map((rank) => code(rank, found[3] ?? ""));
}

/**
 * All cards that a sentence of the server names.
 *
 * @param {string} sentence
 */
export function cardsIn(sentence) {
  return [...sentence.matchAll(WRITTEN)].flatMap(namedIn);
}

/**
 * A sentence of the server, its cards coloured and readable aloud.
 *
 * @param {string} sentence
 */
export function withCards(sentence) {
  const made = h("span");
  let last = 0;
  for (const found of sentence.matchAll(WRITTEN)) {
    made.append(sentence.slice(last, found.index), cardTexts(namedIn(found)));
    last = found.index + found[0].length;
  }
  made.append(sentence.slice(last));
  return made;
}

/**
 * A sentence of the server as it is read aloud: signs of suits become words.
 *
 * @param {string} sentence
 */
export function aloud(sentence) {
  return sentence.replace(WRITTEN, (...found) =>
    namedIn(/** @type {any} */ (found))
      .map(cardName)
      .join(", "),
  );
}
