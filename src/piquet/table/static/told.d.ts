/** What the server sends, as piquet.table.told and piquet.table.answers write it. */

export type Who = "you" | "they" | "";

export interface Award {
  who: Who;
  points: number;
  reason: string;
  words: string;
  because: string;
  you: number;
  they: number;
}

export interface TableEvent {
  number: number;
  kind: string;
  who: Who;
  cards: string[];
  count: number;
  lines: string[];
  awards: Award[];
  moment: string;
  moment_words: string;
  trick: Who;
  you: number;
  they: number;
}

export interface Hand {
  by_suit: string[];
  by_rank: string[];
  drawn: string[];
  playable: string[];
  barred: Record<string, string>;
}

export interface CardPlayed {
  who: Who;
  card: string;
}

export interface Trick {
  number: number;
  cards: CardPlayed[];
  winner: Who;
}

export interface Choice {
  action: number;
  text: string;
  group: string;
  words: string;
  note: string;
  points: number | null;
  cards: string[];
  sunk: boolean;
  best: boolean;
}

export interface Exchange {
  verb: string;
  fewest: number;
  most: number;
  counts: { count: number; button: string; words: string }[];
  chosen: string[];
}

export interface Cut {
  open: Record<string, string>;
  yours: string;
  theirs: string;
}

export interface SheetRow {
  who: Who;
  words: string;
  points: number;
  you: number;
  they: number;
  because: string;
}

export interface PartieSheet {
  rows: {
    deal: number;
    dealer: Who;
    you: number;
    they: number;
    you_total: number;
    they_total: number;
    assisted: boolean;
    known: boolean;
    code: string;
  }[];
  to_come: number[];
  you: number;
  they: number;
  line: number;
  you_to_go: number;
  they_to_go: number;
  line_words: string;
  settlement: string[];
  over: boolean;
  winner: Who;
  points: number;
  rubicon: boolean;
}

export interface Level {
  name: string;
  title: string;
  words: string;
  ready: boolean;
  why: string;
}

export interface ServerSettings {
  pace: "slow" | "normal" | "fast" | "instant";
  call_for_me: boolean;
}

export interface Shuffle {
  deal: number;
  pledges: string[];
  numbers: string[];
}

export interface Friend {
  name: string;
  seated: boolean;
  here: boolean;
  shuffling: boolean;
  deal: number;
  due: "" | "pledge" | "add";
  pledged: string;
  shuffles: Shuffle[];
  rematch: Who;
  following: string;
  ended: Who;
}

export interface Table {
  type: "table";
  partie: string;
  version: number;
  rules: string;
  rules_name: string;
  level: string;
  next_level: string;
  opponent: string;
  deal: {
    number: number;
    of: number;
    title: string;
    dealer: Who;
    extra: boolean;
    known: boolean;
    assisted: boolean;
    code: string;
  };
  phase: string;
  seat: "elder" | "younger" | "";
  to_move: Who;
  title: string;
  hint: string;
  forced: boolean;
  hand: Hand;
  their_cards: number;
  talon: number;
  table: CardPlayed[];
  tricks: Trick[];
  you_won: number;
  they_won: number;
  you: number | null;
  they: number | null;
  score_words: string;
  discards: string[];
  rest: string[];
  left: string[];
  their_shown: string[];
  choices: Choice[];
  exchange: Exchange | null;
  cut: Cut | null;
  may_claim: boolean;
  decisions: { number: number; words: string }[];
  events_from: number;
  events: TableEvent[];
  jump: boolean;
  sheet: SheetRow[];
  partie_sheet: PartieSheet;
  summary: string[];
  next: "" | "deal" | "extra" | "partie";
  may_open: boolean;
  commitments: { deal: number; hash: string; secret: string }[];
  oracle: { ready: boolean; why: string; methods: string[] };
  levels: Level[];
  settings: ServerSettings;
  friend: Friend | null;
}

export interface Option {
  action: number;
  text: string;
  words: string;
  cards: string[];
  net: number;
  net_margin: number;
  value: number | null;
  value_margin: number;
  wins: number;
  behind: number;
  behind_margin: number;
  tied: boolean;
  yours: boolean;
  parts: Record<string, number>;
}

export interface Advice {
  type: "advice";
  id: string;
  version: number;
  method: string;
  goal: string;
  options: Option[];
  count: number;
  listed: boolean;
  reasons: string[];
  notes: string[];
  how: string[];
  chances: { card: string; holds: number }[];
  finished: boolean;
}

export interface Opened {
  type: "opened";
  deal: number;
  yours: string[];
  theirs: string[];
  your_discards: string[];
  their_discards: string[];
  your_final: string[];
  their_final: string[];
  talon: string[];
  code: string;
}

export interface Core {
  type: "core";
  state: "ready" | "building" | "missing" | "failed";
  done: number;
  total: number;
  words: string;
}
export interface Done {
  type: "done";
  id: string;
  version: number;
}
export interface Refused {
  type: "refused";
  id: string;
  code: string;
  sentence: string;
}
export interface Notice {
  type: "notice";
  code: string;
  sentence: string;
}

export interface Beat {
  type: "beat";
}

export type Told = Table | Done | Refused | Advice | Opened | Core | Notice | Beat;

export interface Lobby {
  version: string;
  python: string;
  core: Core;
  levels: Level[];
  default_level: string;
  profiles: { name: string; words: string; default: boolean }[];
  parties: {
    partie: string;
    rules: string;
    level: string;
    title: string;
    words: string;
    you: number;
    they: number;
    deal: number;
    finished: number;
    over: boolean;
    begun: string;
    changed: string;
  }[];
  today: string;
  settings: ServerSettings;
}

export interface RuleOption {
  name: string;
  group: string;
  label: string;
  value: string;
  usual: string;
  choices: string[];
  low: number;
  high: number;
  sentence: string;
  arises: boolean;
}

export interface Rules {
  rules: string;
  name: string;
  words: string;
  groups: { heading: string; paragraphs: string[] }[];
  options: RuleOption[];
}
