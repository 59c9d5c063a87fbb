/** What piquet.table.fairness and piquet.table.luck tell. */

export interface DealMade {
  deal: number;
  commitment: string;
  secret: string;
  pledges: string[];
  numbers: string[];
  elder: string[];
  younger: string[];
  talon: string[];
}

export interface Transcript {
  partie: string;
  friends: boolean;
  deals: DealMade[];
}

export interface Figure {
  name: string;
  seen: number;
  expected: number;
  margin: number;
}

export interface LuckTold {
  deals: number;
  figures: Figure[];
}
