/** What piquet.table.fairness tells. */

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
  deals: DealMade[];
}
