/** What the server sends of exercises, as piquet.table.drilling writes it. */

export interface Pile {
  whose: string;
  title: string;
  cards: string[];
}

export interface TrickOf {
  leader: string;
  lead: string;
  follow: string;
  winner: string;
}

export interface Drill {
  kind: string;
  seed: string;
  number: number;
  rules: string;
  link: string;
  title: string;
  seat: "elder" | "younger";
  question: string[];
  piles: Pile[];
  offers: string[];
  fewest: number;
  most: number;
  led: string;
  playable: string[];
  won: number[];
  tricks: TrickOf[];
}

export interface Hint {
  words: string;
}

export interface Step {
  words: string;
  cards: string[];
  sums: number[];
}

export interface Move {
  seat: string;
  card: string;
  loss: number;
  words: string;
}

export interface Ending {
  moves: Move[];
  tricks: TrickOf[];
  elder: string[];
  younger: string[];
  led: string;
  playable: string[];
  won: number[];
  over: boolean;
  loss: number;
}

export interface Marked {
  right: boolean;
  said: string[];
  wrong: string[];
  steps: Step[];
  ending: Ending | null;
}

export interface DrillKind {
  name: string;
  title: string;
  words: string;
  ready: boolean;
  why: string;
}

export interface Kinds {
  kinds: DrillKind[];
  seed: string;
  last: number;
  longest: number;
}

export interface OddsRow {
  drawer: string;
  event: string;
  exact: string;
  books: string;
  wrong: boolean;
}

export interface Odds {
  title: string;
  words: string;
  columns: string[];
  rows: OddsRow[];
}
