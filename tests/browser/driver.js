// Injected before the page's own scripts: notes what goes over the wire and what stands on the page,
// and plays deals by what the page itself offers.  It knows no rule of the game.
(() => {
  const wire = { sent: [], got: [], bodies: [] };
  const scores = [];
  const faults = [];
  const Native = WebSocket;
  globalThis.WebSocket = class extends Native {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", (event) => {
        wire.got.push({ at: performance.now(), text: event.data });
      });
    }

    send(text) {
      wire.sent.push({ at: performance.now(), text });
      super.send(text);
    }
  };
  addEventListener("error", (event) => faults.push(String(event.message)));
  addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
  const grumble = console.error;
  console.error = (...all) => {
    faults.push(all.map(String).join(" "));
    grumble(...all);
  };

  const table = () => document.querySelector("piquet-table");
  const face = (root) =>
    [...(root?.querySelectorAll("use") ?? [])]
      .map((use) => use.getAttribute("href").split("#body-")[1])
      .filter(Boolean);
  const shown = (element) => element && element.checkVisibility() && element.offsetWidth > 0;
  const text = (selector) => document.querySelector(selector)?.textContent.trim() ?? "";

  /** A point at which a tap reaches an element, if there is one; the page is asked, not its boxes. */
  function spot(element) {
    const box = element.getBoundingClientRect();
    for (const down of [0.5, 0.3, 0.7, 0.15, 0.85])
      for (const across of [0.5, 0.12, 0.3, 0.7, 0.88]) {
        const x = box.left + box.width * across;
        const y = box.top + box.height * down;
        const hit = document.elementFromPoint(x, y);
        if (hit && (element === hit || element.contains(hit))) return { x, y };
      }
    return null;
  }

  /** How wide and tall a card is to a finger: what of it is on top. */
  function reach(element) {
    const box = element.getBoundingClientRect();
    const on = (x, y) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && element.contains(hit);
    };
    let wide = 0;
    let tall = 0;
    for (let row = 1; row < 8; row++) {
      let run = 0;
      for (let x = box.left + 0.5; x < box.right; x += 1) {
        run = on(x, box.top + (box.height * row) / 8) ? run + 1 : 0;
        wide = Math.max(wide, run);
      }
    }
    for (let column = 0; column < 8; column++) {
      let run = 0;
      for (let y = box.top + 0.5; y < box.bottom; y += 1) {
        run = on(box.left + 2 + ((box.width - 4) * column) / 8, y) ? run + 1 : 0;
        tall = Math.max(tall, run);
      }
    }
    return { wide, tall };
  }

  const RANKS = { seven: "7", eight: "8", nine: "9", ten: "T", knave: "J", queen: "Q", king: "K", ace: "A" };
  const SUITS = { spades: "S", hearts: "H", diamonds: "D", clubs: "C" };
  const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

  /** Every single card that the document names in any way: pictures, labels, words, addresses. */
  function named(root) {
    const found = new Set();
    const whole = root.outerHTML;
    for (const [, card] of whole.matchAll(/(?:body|index|large|card|face)-([7-9TJQKA][SHDC])\b/g))
      found.add(card);
    for (const [, card] of whole.matchAll(/["'> ]([7-9TJQKA][SHDC])["'< ]/g)) found.add(card);
    for (const [, rank, suit] of whole.matchAll(
      /\b(seven|eight|nine|ten|knave|queen|king|ace) of (spades|hearts|diamonds|clubs)\b/gi,
    ))
      found.add(RANKS[rank.toLowerCase()] + SUITS[suit.toLowerCase()]);
    for (const [, rank, sign] of root.textContent.matchAll(/\b(10|[7-9JQKA])([♠♥♦♣])/g))
      found.add((rank === "10" ? "T" : rank) + SIGNS[sign]);
    return [...found];
  }

  /** Elements that have shown a back: none of them may ever show a face. */
  const backs = new WeakSet();
  function zones() {
    const wrong = [];
    const plain = new Set();
    for (const card of document.querySelectorAll(".card")) {
      const faced = face(card);
      if (faced.length && backs.has(card)) wrong.push(`a back has become ${faced}`);
      if (card.querySelector('use[href$="#back"]')) {
        backs.add(card);
        if (!card.classList.contains("ghost") && card.closest(".backs, .pile"))
          plain.add(card.outerHTML);
      }
    }
    if (plain.size > 1) wrong.push(`backs differ: ${[...plain].join(" | ")}`);
    return wrong;
  }

  const told = () => {
    for (let place = wire.got.length - 1; place >= 0; place--)
      if (wire.got[place].text.startsWith('{"type":"table"')) return wire.got[place].text;
    return "";
  };

  /** Whether everything that came is on the page and it is the person's turn, or nobody's. */
  function settled() {
    const now = table()?.now;
    if (!now || table().working || table().coming.length || table().pending) return false;
    if (!table().online || now.version !== versionTold()) return false;
    return now.to_move === "you" || over();
  }
  const versionTold = () => Number(/"version":(\d+)/.exec(told())?.[1] ?? -1);
  const over = () => ["deal_over", "partie_over"].includes(table()?.now?.phase);

  async function until(holds, what, limit = 20000) {
    const end = performance.now() + limit;
    while (!holds()) {
      if (performance.now() > end)
        throw new Error(`waited in vain for ${what}; turn: ${text(".turn")}; ${text(".hint-line")}`);
      await new Promise((go) => setTimeout(go, 3));
    }
  }

  /** What stands on the page now. */
  function look() {
    const element = table();
    const buttons = [...document.querySelectorAll(".actions button")].filter(shown);
    return {
      version: element?.now?.version ?? -1,
      phase: element?.now?.phase ?? "",
      deal: element?.now?.deal.number ?? 0,
      active: document.querySelector("piquet-hand")?.classList.contains("active") ?? false,
      hand: [...document.querySelectorAll("piquet-hand .card")].map((card) => ({
        card: face(card)[0],
        dim: card.getAttribute("aria-disabled") === "true",
        drawn: card.classList.contains("new"),
        chosen: card.getAttribute("aria-pressed") === "true",
        label: card.getAttribute("aria-label"),
      })),
      score: text(".running"),
      turn: text(".turn"),
      hint: text(".hint-line"),
      buttons: buttons.map((button) => button.textContent.trim()),
      groups: [...new Set(buttons.map((button) => button.dataset.group).filter(Boolean))],
      focus: document.activeElement?.tagName ?? "",
      named: [...document.querySelectorAll("html, head, body, body > :not(#live)")].flatMap((one) =>
        named(one.matches("html, body") ? one.cloneNode() : one),
      ),
      heard: named(document.querySelector("#live")),
      zones: zones(),
    };
  }

  /** The log as it stands: each line's words. */
  const log = () =>
    [...document.querySelectorAll(".log li > .line")].map((line) => {
      const copy = line.cloneNode(true);
      for (const unseen of copy.querySelectorAll(".unseen")) unseen.remove();
      return copy.textContent.replace(/\s+/g, " ").trim();
    });

  let noting = null;
  /** Note every score that the page shows, in order. */
  function note() {
    noting?.disconnect();
    const see = () => {
      const said = text(".running");
      if (said && scores.at(-1)?.said !== said)
        scores.push({ said, deal: table()?.now?.deal.number ?? 0 });
    };
    noting = new MutationObserver(see);
    noting.observe(document.querySelector(".running"), {
      childList: true,
      subtree: true,
      characterData: true,
    });
    see();
  }

  function chance(seed) {
    let state = seed >>> 0;
    return () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = state;
      t = Math.imul(t ^ (t >>> 15), t | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
  }

  /** Twenty messages a second end the connection: stay below. */
  async function calm() {
    await until(() => wire.sent.filter(({ at }) => at > performance.now() - 1050).length < 17, "calm");
  }

  /**
   * Play deals to their end by what the page offers; return what was seen at every decision.
   *
   * `calls` is full (the best), random (anything offered) or sink (least); `refuse` taps a card that
   * may not be played before each play; `tricks` ends it within the deal.
   */
  async function drive(how = {}) {
    const { seed = 1, deals = 1, calls = "full", refuse = false, watch = true } = how;
    const { tricks = 12 } = how;
    const random = chance(seed);
    const any = (list) => list[Math.floor(random() * list.length)];
    const steps = [];
    const logs = [];
    const press = async (button) => {
      await calm();
      button.click();
    };
    let left = deals;
    if (watch) note();
    for (;;) {
      await until(settled, "the person's turn");
      if (over()) {
        if (watch) steps.push({ ...look(), did: "over" });
        logs.push({ deal: table().now.deal.number, lines: log() });
        if (--left <= 0 || table().now.phase === "partie_over") break;
        const next = document.querySelector(".result button.main");
        const before = versionTold();
        await press(next);
        await until(() => versionTold() > before, "the next deal");
        continue;
      }
      if (table().now.tricks.length >= tricks) {
        logs.push({ deal: table().now.deal.number, lines: log() });
        break;
      }
      const now = watch ? look() : null;
      const did = await decide(any, random, { calls, refuse, press });
      if (watch) steps.push({ ...now, ...did });
    }
    return { steps, logs, scores: scores.splice(0), faults: faults.splice(0) };
  }

  async function decide(any, random, { calls, refuse, press }) {
    const now = table().now;
    const before = now.version;
    const done = () => until(() => versionTold() > before || (now.exchange && !table().now.exchange), "an answer");
    if (now.exchange) {
      const { fewest, most } = now.exchange;
      const cards = [...document.querySelectorAll("piquet-hand .card")];
      const number = fewest + Math.floor(random() * (most - fewest + 1));
      for (const card of cards.filter((one) => one.getAttribute("aria-pressed") === "true")) await press(card);
      const order = cards.map((card) => ({ card, at: random() })).sort((a, b) => a.at - b.at);
      for (const { card } of order.slice(0, number)) await press(card);
      const confirm = document.querySelector(".actions .confirm");
      await press(confirm);
      await done();
      return { did: "exchange", number };
    }
    let buttons = [...document.querySelectorAll(".actions button[data-group], .actions > .button.main")].filter(shown);
    const sink = document.querySelector(".actions [aria-expanded]");
    if (calls !== "full" && sink && (calls === "sink" || random() < 0.5)) {
      if (sink.getAttribute("aria-expanded") === "false") sink.click();
      buttons = [...document.querySelectorAll(".actions button[data-group]")].filter(shown);
    }
    const cards = [...document.querySelectorAll("piquet-hand.active .card")];
    const free = cards.filter((card) => card.getAttribute("aria-disabled") !== "true");
    const best = buttons.find((button) => button.classList.contains("main"));
    let refused = null;
    const barred = cards.filter((card) => card.getAttribute("aria-disabled") === "true");
    if (refuse && barred.length && free.length) {
      const sent = wire.sent.length;
      const card = any(barred);
      card.click();
      refused = {
        card: face(card)[0],
        sent: wire.sent.length - sent,
        said: text(".hint-line.refused"),
        stays: document.contains(card),
      };
    }
    let chosen;
    if (calls === "full") chosen = best ?? (free.length ? any(free) : buttons[0]);
    else if (calls === "sink") {
      const plain = buttons.filter((button) => !button.classList.contains("main"));
      chosen = plain.length && random() < 0.6 ? any(plain) : free.length ? any(free) : any(buttons);
    } else chosen = any([...buttons, ...(free.length ? [any(free)] : [])]);
    if (!chosen) throw new Error(`nothing can be done: ${text(".turn")} ${text(".hint-line")}`);
    const card = chosen.closest("piquet-hand") ? face(chosen)[0] : "";
    const words = card || chosen.textContent.trim();
    await press(chosen);
    await done();
    return { did: card ? "play" : "say", words, refused };
  }

  /** Do one thing that the table offers, by its integer or, for an exchange, by its cards. */
  async function act(what) {
    await until(settled, "the person's turn");
    const before = versionTold();
    if (Array.isArray(what)) {
      for (const card of document.querySelectorAll("piquet-hand .card")) {
        const wanted = what.includes(face(card)[0]);
        if (wanted !== (card.getAttribute("aria-pressed") === "true")) {
          await calm();
          card.click();
        }
      }
      await calm();
      document.querySelector(".actions .confirm").click();
    } else {
      const choice = table().now.choices.find(({ action }) => action === what);
      if (!choice) throw new Error(`${what} is not offered`);
      await calm();
      if (choice.group === "play") {
        [...document.querySelectorAll("piquet-hand .card")]
          .find((card) => face(card)[0] === choice.cards[0])
          .click();
      } else button(choice).click();
    }
    await until(() => versionTold() > before, "an answer");
    await until(settled, "the next turn");
    return versionTold();
  }

  /** The button of a choice; what says less is opened first. */
  function button(choice) {
    const offered = table().now.choices.filter(({ group }) => group !== "play" && group !== "concede");
    const open = offered.filter(({ sunk }) => !sunk);
    const sunk = offered.filter((one) => one.sunk);
    const fold = document.querySelector(".actions [aria-expanded]");
    if (choice.sunk && fold.getAttribute("aria-expanded") === "false") fold.click();
    const buttons = [...document.querySelectorAll(".actions button[data-group]")];
    return buttons[[...open, ...sunk].indexOf(choice)];
  }

  let luck = null;
  /** Decide one thing by what is offered first and best, and wait for the next turn. */
  async function once(seed = 1) {
    await one(seed);
    await until(settled, "the next turn");
  }

  /** Decide one thing; whoever is to act next may sit elsewhere. */
  async function one(seed = 1) {
    luck ??= chance(seed);
    await until(settled, "the person's turn");
    const press = async (button) => {
      await calm();
      button.click();
    };
    await decide((list) => list[Math.floor(luck() * list.length)], luck, { calls: "full", press });
  }

  /** Whether a card is to be played and nothing is due to be said first. */
  const plays = () =>
    table().now.hand.playable.length > 0 &&
    !table().now.choices.some(({ best, group }) => best && group !== "play");

  let running = null;
  /** Begin to play while others play in pages of their own; `finish` waits for it. */
  const start = (how) => {
    running = drive(how);
    running.catch(() => {});
  };

  globalThis.piquetTest = {
    start,
    act,
    once,
    one,
    plays,
    finish: () => running,
    wire,
    faults,
    spot,
    reach,
    settled,
    at: () => table()?.partie ?? "",
    over,
    until,
    look,
    drive,
    versionTold,
    face,
  };
})();
