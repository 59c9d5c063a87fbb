/** What the score sheet for a real pack asks and is told; held equal to Python by a test. */

export interface Entry {
  what: string;
  seat: string;
  n: number[];
}

export interface DealKept {
  entries: Entry[];
  closed: boolean;
}

export interface PadRow {
  entry: number;
  kind: string;
  who: number;
  name: string;
  points: number;
  running: number[];
  said: string;
}

export interface PadDeal {
  place: number;
  number: number;
  dealer: number;
  points: number[];
  totals: number[];
  parts: number[][];
}

export interface PadNow {
  place: number;
  title: string;
  closed: boolean;
  dealer: number;
  rows: PadRow[];
  points: number[];
  said: string;
  missing: string[];
  asked: string;
  complete: boolean;
  free: string[];
}

export interface NumberTold {
  n: number;
  words: string;
  points: number;
}

export interface PadChoices {
  points: number[];
  makes: number[][];
  sequences: NumberTold[];
  sets: NumberTold[];
  trio: number;
  quatorze: number;
  carte_blanche: number;
  cards: number;
  capot: number;
}

export interface PadTold {
  rules: string;
  name: string;
  names: string[];
  kept: DealKept[];
  dealers: number[];
  deals: PadDeal[];
  now: PadNow | null;
  totals: number[];
  games: number[];
  line: number;
  to_go: number[];
  line_words: string;
  to_come: number[];
  cut_due: boolean;
  over: boolean;
  winner: number;
  settlement: string[];
  left_out: string[];
  choices: PadChoices;
}

export interface CribRow {
  what: string;
  points: string;
}

export interface BlankTold {
  rules: string;
  name: string;
  rows: number;
  extra: number;
  line: number;
  line_words: string;
  settled: string[];
  crib: CribRow[];
}
