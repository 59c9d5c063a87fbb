/** What piquet.table.shares and piquet.table.comparing tell. */

export interface LinkTold {
  code: string;
  text: string;
}

export interface HeadTold {
  code: string;
  seat: "elder" | "younger";
  rules: string;
  level: string;
  ready: boolean;
  why: string;
}

export interface CardCompared {
  card: string;
  led: boolean;
  won: boolean;
}

export interface TrickCompared {
  number: number;
  yours: CardCompared[];
  theirs: CardCompared[];
  same: boolean;
  parted: boolean;
}

export interface RowCompared {
  what: string;
  yours: string[];
  theirs: string[];
  same: boolean;
}

export interface Compared {
  words: string;
  parted: string;
  notes: string[];
  you: [number, number];
  they: [number, number];
  rows: RowCompared[];
  tricks: TrickCompared[];
}
